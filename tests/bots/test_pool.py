"""Bot pool: searchers are reused, threads are bounded, requests are served in order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from azulejos.bots import ALL_BOTS
from azulejos.bots import pool as bot_pool
from azulejos.bots.pool import MIN_SECONDS, BotPool
from tests.bots.slow_bots import MOVE, POSITION, TIMEOUT, Failing, Slow, slow
from tests.loops import run_apart

__all__ = ["slow"]


async def until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not so():
        assert time.monotonic() < deadline, "waited too long"
        await asyncio.sleep(0.005)


def test_a_mind_is_used_again(slow: type[Slow]) -> None:
    async def ask() -> None:
        slow.go_on.set()
        pool = BotPool(1.0, 0.5, threads=2)
        for _ in range(5):
            await pool.choose("slow", POSITION)
        pool.close()

    run_apart(ask())
    assert slow.made == 1


def test_no_more_think_at_once_than_there_are_cores_and_no_more_are_made(slow: type[Slow]) -> None:
    async def ask() -> None:
        pool = BotPool(1.0, 0.5, threads=3)
        asked = [asyncio.create_task(pool.choose("slow", POSITION)) for _ in range(12)]
        await until(lambda: slow.busy == 3)
        await asyncio.sleep(0.1)
        assert slow.busy == 3
        slow.go_on.set()
        assert [choice.move for choice in await asyncio.gather(*asked)] == [MOVE] * 12
        assert pool.pending == 0
        pool.close()

    run_apart(ask())
    assert slow.most_busy == 3
    assert slow.made <= 3


def test_there_are_as_many_threads_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "available_cores", lambda: 7)
    pool = BotPool(1.0, 0.5)
    assert pool.threads == 7
    pool.close()
    monkeypatch.undo()
    assert bot_pool.available_cores() >= 1


def test_whoever_asks_first_is_answered_first(slow: type[Slow]) -> None:
    answered: list[int] = []

    async def one(pool: BotPool, number: int) -> None:
        await pool.choose("slow" if number % 3 else "random", POSITION)
        answered.append(number)

    async def ask() -> None:
        pool = BotPool(1.0, 0.5, threads=1)
        asked = [asyncio.create_task(one(pool, number)) for number in range(9)]
        slow.go_on.set()
        await asyncio.gather(*asked)
        pool.close()

    run_apart(ask())
    assert answered == list(range(9))


def test_where_many_wait_everyone_thinks_for_a_shorter_time(slow: type[Slow]) -> None:
    async def ask() -> None:
        pool = BotPool(1.0, 0.5, threads=2)
        asked = [asyncio.create_task(pool.choose("slow", POSITION)) for _ in range(2)]
        await until(lambda: slow.busy == 2)
        asked += [asyncio.create_task(pool.choose("slow", POSITION)) for _ in range(98)]
        await until(lambda: pool.pending == 100)
        slow.go_on.set()
        await asyncio.gather(*asked)
        slow.told.append(None)
        await pool.choose("slow", POSITION)
        pool.close()

    run_apart(ask())
    crowded, alone = slow.told[: slow.told.index(None)], slow.told[-1]
    assert crowded[0] == 1.0
    assert crowded[2] == MIN_SECONDS
    assert sum(seconds or 0 for seconds in crowded) < 20
    assert alone == 1.0


def test_clients_take_turns_however_much_one_of_them_asks_for(slow: type[Slow]) -> None:
    answered: list[str] = []

    async def one(pool: BotPool, client: str) -> None:
        await pool.choose("slow", POSITION, client)
        answered.append(client)

    async def ask() -> None:
        pool = BotPool(1.0, 0.5, threads=1)
        asked = [asyncio.create_task(one(pool, "greedy")) for _ in range(50)]
        asked += [asyncio.create_task(one(pool, "modest")) for _ in range(2)]
        await until(lambda: pool.pending == 52)
        slow.go_on.set()
        await asyncio.gather(*asked)
        pool.close()

    run_apart(ask())
    assert answered[:5] == ["greedy", "greedy", "modest", "greedy", "modest"]


def test_a_client_with_many_requests_shortens_its_own_time_only(slow: type[Slow]) -> None:
    async def ask() -> None:
        pool = BotPool(1.0, 0.5, threads=2)
        asked = [asyncio.create_task(pool.choose("slow", POSITION, "greedy")) for _ in range(60)]
        await until(lambda: slow.busy == 2)
        asked.append(asyncio.create_task(pool.choose("slow", POSITION, "modest")))
        await until(lambda: pool.pending == 61)
        slow.go_on.set()
        await asyncio.gather(*asked)
        pool.close()

    run_apart(ask())
    assert set(slow.told[2:5]) == {MIN_SECONDS, 1.0}  # it is the modest client's turn
    assert slow.told[2:55].count(1.0) == 1


def test_a_request_that_nobody_waits_for_any_more_is_not_searched(slow: type[Slow]) -> None:
    async def ask() -> int:
        pool = BotPool(1.0, 0.5, threads=1)
        first, second = (asyncio.create_task(pool.choose("slow", POSITION)) for _ in range(2))
        await until(lambda: slow.busy == 1)
        second.cancel()
        slow.go_on.set()
        await first
        await asyncio.gather(second, return_exceptions=True)
        pool.close()
        return pool.pending

    assert run_apart(ask()) == 0
    assert len(slow.told) == 1


def test_a_mind_that_failed_does_not_come_back(slow: type[Slow]) -> None:
    async def ask() -> None:
        pool = BotPool(1.0, 0.5, threads=2)
        for _ in range(3):
            with pytest.raises(RuntimeError, match="no idea"):
                await pool.choose("failing", POSITION)
        assert pool.pending == 0
        pool.close()

    del slow
    run_apart(ask())
    assert Failing.made == 3


def test_advice_comes_from_the_strongest_bot_in_its_own_time(
    slow: type[Slow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ALL_BOTS, "master", slow)

    async def ask() -> None:
        slow.go_on.set()
        pool = BotPool(1.0, 0.25, threads=2)
        await pool.advise(POSITION)
        pool.close()

    run_apart(ask())
    assert slow.told == [0.25]


# At the tables of a service
