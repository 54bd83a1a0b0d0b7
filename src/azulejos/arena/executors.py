"""Where games are played: here, in processes of this machine, or on a cluster by Ray."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from azulejos.engine.errors import BadOption, MissingExtra
from azulejos.simulation import BACKLOG, in_processes

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"


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
        finally:
            ray.shutdown()

    def _connect(self, ray: Any) -> None:
        options: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        if self.address == LOCAL:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told of it
            options |= {"num_cpus": self.workers, "include_dashboard": False}
        try:
            ray.init(self.address, **options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            expected = f"{LOCAL} or the address of a Ray cluster"
            raise BadOption(
                "bad-option", option="ray", expected=expected, got=self.address
            ) from error


def _do(work: Callable[[T], R], task: T) -> R:
    """A function, because Ray takes nothing else that can be called."""
    return work(task)


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
