"""Turns of clients: few in progress for each, in the order in which they were asked for."""

from __future__ import annotations

import asyncio

import pytest

from azulejos.server.settings import Limits
from azulejos.server.workload import Workload
from tests.loops import run_apart


class Line:
    """Commands of one client that take turns; each is in progress until it is let go."""

    def __init__(self, most: int) -> None:
        self.workload = Workload(Limits(address_turns=most))
        self.started: list[int] = []
        self.ends: list[asyncio.Event] = []

    def add(self, client: str = "one") -> asyncio.Task[None]:
        """Another command."""
        number = len(self.ends)
        self.ends.append(asyncio.Event())
        return asyncio.create_task(self._work(number, client))

    async def _work(self, number: int, client: str) -> None:
        async with self.workload.turn(client):
            self.started.append(number)
            await self.ends[number].wait()

    async def settle(self) -> None:
        """Let everything happen that can."""
        for _ in range(10):
            await asyncio.sleep(0)


def test_those_that_wait_start_in_order_and_clients_pass_each_other() -> None:
    async def check() -> None:
        line = Line(2)
        tasks = [line.add() for _ in range(4)] + [line.add("another")]
        await line.settle()
        assert line.started == [0, 1, 4]
        line.ends[1].set()
        await line.settle()
        assert line.started == [0, 1, 4, 2]
        for end in line.ends:
            end.set()
        await asyncio.gather(*tasks)
        assert line.started == [0, 1, 4, 2, 3]

    run_apart(check())


@pytest.mark.parametrize("handed_over", [False, True])
def test_one_that_is_cancelled_while_it_waits_blocks_no_other(handed_over: bool) -> None:
    async def check() -> None:
        line = Line(1)
        await line.workload.take_turn("one")
        second, third = line.add(), line.add()
        await line.settle()
        if handed_over:  # its turn has come, but it has not noticed yet
            line.workload.end_turn("one")
        second.cancel()
        if not handed_over:
            line.workload.end_turn("one")
        line.ends[1].set()
        await asyncio.wait_for(third, 10)
        assert line.started == [1]
        assert len(line.workload) == 0

    run_apart(check())


def test_clients_without_commands_are_forgotten() -> None:
    async def check() -> int:
        line = Line(1)
        tasks = [line.add(f"client {number}") for number in range(20)]
        for end in line.ends:
            end.set()
        await asyncio.gather(*tasks)
        return len(line.workload)

    assert run_apart(check()) == 0
