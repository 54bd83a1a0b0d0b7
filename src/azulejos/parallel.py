"""Executors for independent tasks: this process, a pool of processes, or a Ray cluster.

Used by the arena, `azulejos simulate` and training (self-play and gating matches).
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import ClassVar, Protocol, TypeVar

from azulejos.engine.errors import AzulejosError, BadOption, MissingExtra
from azulejos.engine.parameters import Range

T = TypeVar("T")
R = TypeVar("R")

MAX_PROCESSES = 1024
#: Tasks queued for each worker, so that no worker idles.
BACKLOG = 4

#: The `ray` address that starts a cluster on this machine.
LOCAL = "local"
#: A Ray address with host and port; Ray accepts other forms too.
HOST_AND_PORT = re.compile(r"(ray://)?(?P<host>[^/:\s]+|\[[0-9a-f:]+\]):(?P<port>[0-9]{1,5})")
#: Timeout in seconds of the reachability check; Ray itself retries for minutes.
CONNECT_TIMEOUT = 5.0
MAX_REASON_LENGTH = 300


class ClusterError(BadOption):
    """A Ray cluster that cannot be reached, or whose tasks fail."""

    messages: ClassVar = {
        "unreachable-cluster": "expected ray to be {local} or the address of a Ray cluster, "
        "got {got!r}",
        "failed-cluster": "expected ray to be a cluster whose machines can play, got {got!r}",
    }


class Executor(Protocol):
    """Runs tasks and yields their results in order of completion."""

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Yield `function(task)` for every task; closing the generator cancels the rest."""


def executor(processes: int = 1, ray: str | None = None) -> Executor:
    """The executor for a number of processes or the address of a Ray cluster."""
    check_processes(processes)
    if ray is not None:
        _import_ray()  # fail before any work is done
        return Ray(ray, processes)
    return Serial() if processes == 1 else Processes(processes)


def check_processes(processes: int) -> None:
    """Raise BadOption unless `processes` is in range."""
    if not 1 <= processes <= MAX_PROCESSES:
        expected = Range(1, MAX_PROCESSES)
        raise BadOption("out-of-range", option="processes", expected=expected, got=processes)


class Serial:
    """Executor: this process, one task after the other."""

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Run the tasks in order."""
        for task in tasks:
            yield function(task)


# Processes


@dataclass(frozen=True)
class Processes:
    """Executor: a pool of `count` processes on this machine.

    Workers ignore Ctrl-C and exit with this process, even when it is killed.
    """

    count: int

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Run tasks in the pool; closing the generator terminates tasks under way."""
        remaining, pending = iter(tasks), set[Future[R]]()
        already_running = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=_exit_with_parent)
        try:
            while True:
                with _interrupts_deferred():
                    room = BACKLOG * self.count - len(pending)
                    pending |= {pool.submit(function, task) for task in islice(remaining, room)}
                if not pending:
                    return
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            if pending:  # after Ctrl-C or an error
                for process in set(multiprocessing.active_children()) - already_running:
                    process.terminate()
            pool.shutdown(cancel_futures=True)


def _exit_with_parent() -> None:
    """Pool initializer: exit this worker as soon as its parent process has ended."""
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer SIGINT in this process; processes started meanwhile have it blocked for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    mask = _block_interrupts()
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if received and callable(handler):
            handler(signal.SIGINT, None)


def _block_interrupts() -> set[int | signal.Signals] | None:
    """Block SIGINT for this thread and what it starts; returns the previous signal mask."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        return None
    return signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


# Ray


@dataclass(frozen=True)
class Ray:
    """Executor: the Ray cluster at `address`; "local" starts one here with `workers` CPUs."""

    address: str
    workers: int = 1

    def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Run as many tasks at once as the cluster has CPUs."""
        ray = _import_ray()
        self._connect(ray)
        try:
            yield from _run_on_cluster(ray, function, tasks)
        except ray.exceptions.RayError as error:
            raise _cluster_error(error) from error
        finally:
            ray.shutdown()

    def _connect(self, ray: ModuleType) -> None:
        options: dict[str, object] = {"logging_level": "ERROR", "log_to_driver": False}
        if self.address == LOCAL:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            options |= {"num_cpus": self.workers, "include_dashboard": False}
        try:
            _check_reachable(self.address)
            ray.init(self.address, **options)
        except (OSError, OverflowError, ValueError, RuntimeError) as error:
            raise ClusterError("unreachable-cluster", local=LOCAL, got=self.address) from error


def _check_reachable(address: str) -> None:
    """Raise OSError if an address with host and port does not accept connections."""
    found = HOST_AND_PORT.fullmatch(address)
    if found:
        endpoint = (found["host"].strip("[]"), int(found["port"]))
        socket.create_connection(endpoint, timeout=CONNECT_TIMEOUT).close()


def _run_on_cluster(ray: ModuleType, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    remote, shared, remaining = ray.remote(_call), ray.put(function), iter(tasks)
    slots = max(1, int(ray.cluster_resources().get("CPU", 1)))
    pending: list[object] = []
    while True:
        room = BACKLOG * slots - len(pending)
        pending += [remote.remote(shared, task) for task in islice(remaining, room)]
        if not pending:
            return
        done, pending = ray.wait(pending)
        yield from ray.get(done)


def _call(function: Callable[[T], R], task: T) -> R:
    """The remote function: Ray accepts plain functions only, no `partial` objects."""
    return function(task)


def _cluster_error(error: Exception) -> AzulejosError:
    """The error to report for a failed task: our own as it is, others by their last line."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, AzulejosError):
        return cause
    lines = str(error).split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), type(error).__name__)
    return ClusterError("failed-cluster", got=last[:MAX_REASON_LENGTH])


def _import_ray() -> ModuleType:
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="ray", extra="ray") from error
    module: ModuleType = ray  # untyped where Ray is not installed
    return module
