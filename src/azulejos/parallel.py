"""Where games are played: here, in processes of this machine, or on a cluster by Ray."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Protocol, TypeVar

from azulejos.engine.errors import AzulejosError, BadOption, MissingExtra
from azulejos.simulation import BACKLOG, in_processes

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
#: An address that names a host and a port; Ray knows others.
HOST_AND_PORT = re.compile(r"(ray://)?(?P<host>[^/:\s]+|\[[0-9a-f:]+\]):(?P<port>[0-9]{1,5})")
#: Seconds in which a cluster has to answer: Ray itself would go on asking for minutes.
ANSWERS_WITHIN = 5.0
LONGEST_REASON = 300


class ClusterError(BadOption):
    """A cluster cannot be reached, or does not work."""

    messages: ClassVar = {
        "unreachable-cluster": "expected ray to be {local} or the address of a Ray cluster, "
        "got {got!r}",
        "failed-cluster": "expected ray to be a cluster whose machines can play, got {got!r}",
    }


class Executor(Protocol):
    """Somebody who does tasks; in which order does not matter."""

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """What comes of tasks, as it becomes known. Who stops listening stops the work."""


class Here:
    """In this process, one after the other."""

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """One task at a time."""
        for task in tasks:
            yield work(task)


@dataclass(frozen=True)
class Processes:
    """In so many processes of this machine."""

    count: int

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """As many tasks at once as there are processes."""
        return in_processes(work, tasks, self.count)


@dataclass(frozen=True)
class Ray:
    """On the Ray cluster at an address; "local" starts one here, of so many workers."""

    address: str
    workers: int = 1

    def run(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """As many tasks at once as the cluster has room for."""
        ray = _ray()
        self._connect(ray)
        try:
            yield from _done_by(ray, work, tasks)
        except ray.exceptions.RayError as error:
            raise _told(error) from error
        finally:
            ray.shutdown()

    def _connect(self, ray: Any) -> None:
        options: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        if self.address == LOCAL:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told of it
            options |= {"num_cpus": self.workers, "include_dashboard": False}
        try:
            _knock(self.address)
            ray.init(self.address, **options)
        except (OSError, OverflowError, ValueError, RuntimeError) as error:
            raise ClusterError("unreachable-cluster", local=LOCAL, got=self.address) from error


def _knock(address: str) -> None:
    """Raise an error of the system if nobody listens at a host and port."""
    found = HOST_AND_PORT.fullmatch(address)
    if found:
        where = (found["host"].strip("[]"), int(found["port"]))
        socket.create_connection(where, timeout=ANSWERS_WITHIN).close()


def _done_by(ray: Any, work: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
    """What a cluster makes of tasks, as it becomes known."""
    do, shared, coming = ray.remote(_do), ray.put(work), iter(tasks)
    slots = max(1, int(ray.cluster_resources().get("CPU", 1)))
    pending: list[Any] = []
    while True:
        room = BACKLOG * slots - len(pending)
        pending += [do.remote(shared, task) for task in islice(coming, room)]
        if not pending:
            return
        done, pending = ray.wait(pending)
        yield from ray.get(done)


def _do(work: Callable[[T], R], task: T) -> R:
    """A function, because Ray takes nothing else that can be called."""
    return work(task)


def _told(error: Exception) -> AzulejosError:
    """What went wrong on a cluster: an error of ours as it is, of all others the last line."""
    cause = getattr(error, "cause", None)
    if isinstance(cause, AzulejosError):
        return cause
    lines = str(error).split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), type(error).__name__)
    return ClusterError("failed-cluster", got=last[:LONGEST_REASON])


def _ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="ray", extra="ray") from error
    return ray


def executor(processes: int = 1, ray: str | None = None) -> Executor:
    """Who plays the games of a match."""
    if ray is not None:
        _ray()  # before anything is played
        return Ray(ray, processes)
    return Here() if processes == 1 else Processes(processes)
