"""The bots of a service: their minds are used again, few think at once, nobody is passed over."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos.bots import ALL_BOTS, Bot, Choice
from azulejos.bots import pool as bot_pool
from azulejos.bots.pool import LEAST_SECONDS, Minds
from azulejos.game import Game
from azulejos.server.settings import Settings
from tests.loops import run_apart
from tests.server.service import GENEROUS, ThreadService, wait_until

POSITION = Game(seed=1).position
MOVE = next(iter(POSITION.legal_moves))
PATIENCE = 30.0


class Slow(Bot):
    """Thinks until it is told to stop, and is watched meanwhile."""

    name = "slow"
    made = 0
    busy = 0
    most_busy = 0
    told: list[float | None] = []  # noqa: RUF012
    go_on = threading.Event()
    lock = threading.Lock()

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        with self.lock:
            type(self).made += 1

    def _choose(self, position: Any, limits: Any) -> Choice:  # noqa: ARG002
        with self.lock:
            self.told.append(limits.seconds)
            type(self).busy += 1
            type(self).most_busy = max(self.most_busy, self.busy)
        assert self.go_on.wait(PATIENCE)
        with self.lock:
            type(self).busy -= 1
        return Choice(MOVE)


class Failing(Slow):
    """Never finds a move."""

    name = "failing"

    def _choose(self, position: Any, limits: Any) -> Choice:  # noqa: ARG002
        raise RuntimeError("no idea")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Slow]]:
    for kind in (Slow, Failing):
        monkeypatch.setitem(ALL_BOTS, kind.name, kind)
        kind.made = kind.busy = kind.most_busy = 0
    Slow.told.clear()
    Slow.go_on.clear()
    yield Slow
    Slow.go_on.set()  # or threads would be left behind
    wait_until(lambda: Slow.busy == 0)  # or they would be counted in the next test


async def until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline, "waited too long"
        await asyncio.sleep(0.005)


def test_a_mind_is_used_again(slow: type[Slow]) -> None:
    async def ask() -> None:
        slow.go_on.set()
        pool = Minds(1.0, 0.5, at_once=2)
        for _ in range(5):
            await pool.choose("slow", POSITION)
        pool.close()

    run_apart(ask())
    assert slow.made == 1


def test_no_more_think_at_once_than_there_are_cores_and_no_more_are_made(slow: type[Slow]) -> None:
    async def ask() -> None:
        pool = Minds(1.0, 0.5, at_once=3)
        asked = [asyncio.create_task(pool.choose("slow", POSITION)) for _ in range(12)]
        await until(lambda: slow.busy == 3)
        await asyncio.sleep(0.1)
        assert slow.busy == 3
        slow.go_on.set()
        assert [choice.move for choice in await asyncio.gather(*asked)] == [MOVE] * 12
        assert pool.asking == 0
        pool.close()

    run_apart(ask())
    assert slow.most_busy == 3
    assert slow.made <= 3


def test_there_are_as_many_threads_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "cores", lambda: 7)
    pool = Minds(1.0, 0.5)
    assert pool.at_once == 7
    pool.close()
    monkeypatch.undo()
    assert bot_pool.cores() >= 1


def test_whoever_asks_first_is_answered_first(slow: type[Slow]) -> None:
    answered: list[int] = []

    async def one(pool: Minds, number: int) -> None:
        await pool.choose("slow" if number % 3 else "random", POSITION)
        answered.append(number)

    async def ask() -> None:
        pool = Minds(1.0, 0.5, at_once=1)
        asked = [asyncio.create_task(one(pool, number)) for number in range(9)]
        slow.go_on.set()
        await asyncio.gather(*asked)
        pool.close()

    run_apart(ask())
    assert answered == list(range(9))


def test_where_many_wait_everyone_thinks_for_a_shorter_time(slow: type[Slow]) -> None:
    async def ask() -> None:
        pool = Minds(1.0, 0.5, at_once=2)
        asked = [asyncio.create_task(pool.choose("slow", POSITION)) for _ in range(2)]
        await until(lambda: slow.busy == 2)
        asked += [asyncio.create_task(pool.choose("slow", POSITION)) for _ in range(98)]
        await until(lambda: pool.asking == 100)
        slow.go_on.set()
        await asyncio.gather(*asked)
        slow.told.append(None)
        await pool.choose("slow", POSITION)
        pool.close()

    run_apart(ask())
    crowded, alone = slow.told[: slow.told.index(None)], slow.told[-1]
    assert crowded[0] == 1.0
    assert crowded[2] == LEAST_SECONDS
    assert sum(seconds or 0 for seconds in crowded) < 20
    assert alone == 1.0


def test_a_mind_that_failed_does_not_come_back(slow: type[Slow]) -> None:
    async def ask() -> None:
        pool = Minds(1.0, 0.5, at_once=2)
        for _ in range(3):
            with pytest.raises(RuntimeError, match="no idea"):
                await pool.choose("failing", POSITION)
        assert pool.asking == 0
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
        pool = Minds(1.0, 0.25, at_once=2)
        await pool.advise(POSITION)
        pool.close()

    run_apart(ask())
    assert slow.told == [0.25]


# At the tables of a service


@pytest.fixture
def slow_service(slow: type[Slow], tmp_path: Path) -> Iterator[ThreadService]:
    del slow
    settings = Settings(str(tmp_path / "tables.db"), bot_pace=0, limits=GENEROUS)
    with ThreadService(settings) as running:
        yield running
        Slow.go_on.set()


def test_people_move_and_talk_while_all_bots_think(slow_service: ThreadService) -> None:
    for _ in range(2 * bot_pool.cores()):
        table = slow_service.new_table("me", "slow")
        slow_service.sit(table, 0).play()
    people = slow_service.new_table("me", "here")
    with slow_service.sit(people, 0, 1) as ana:
        for _ in range(3):
            ana.play()
        assert ana.state["ply"] == 3
    wait_until(lambda: Slow.busy == bot_pool.cores())


def test_a_hint_holds_nobody_up(
    slow_service: ThreadService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ALL_BOTS, "master", Slow)
    table = slow_service.new_table("me", "here")
    with slow_service.sit(table, 0, 1) as ana:
        ana.send(type="hint", id="first")
        assert ana.refused("hint", id="second") == "too-fast"
        ana.send(type="hint", id="first")  # as after a break of the line
        ana.play()
        Slow.go_on.set()
        answer = ana.hear("hint", "done")
        assert (answer["type"], answer["id"]) == ("done", "first")  # the position has gone
        ana.ask("say", seat=0, preset="hello")
        assert len(Slow.told) == 1


def test_a_hint_that_fails_is_refused(
    slow_service: ThreadService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ALL_BOTS, "master", Failing)
    table = slow_service.new_table("me", "here")
    with slow_service.sit(table, 0, 1) as ana:
        assert ana.refused("hint") == "failed"
        ana.play()


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@pytest.mark.parametrize("level", ["beginner", "casual", "strong", "expert"])
def test_levels_play_at_tables(service: ThreadService, level: str, game: str) -> None:
    table = service.new_table("me", level, level, game=game)
    with service.sit(table, 0) as ana:
        for _ in range(3):
            ana.play()
            ana.wait_for_turn()
        moves = [entry for entry in ana.entries if entry["kind"] == "move"]
        assert {entry["seat"]: entry.get("bot") for entry in moves} == {0: None, 1: level, 2: level}


def test_a_bot_without_a_name_is_the_usual_one(service: ThreadService) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}]
    made = service.http.post("/api/games", json={"seats": seats}).json()
    seat = service.get(f"/api/games/{made['id']}")["table"]["seats"][1]
    assert seat["bot"] == service.get("/api/config")["usual_bot"] == "casual"


def test_an_unknown_bot_is_refused_with_those_there_are(service: ThreadService) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]
    answer = service.http.post("/api/games", json={"seats": seats}).json()
    assert answer["code"] == "unknown-bot"
    assert answer["parameters"]["known"] == ", ".join(ALL_BOTS)
    with service.sit(service.new_table("me", "friend"), 0) as ana:
        assert ana.refused("stand-in", seat=0, bot="nobody") == "unknown-bot"


def test_a_table_with_bots_that_are_not_offered_any_more_goes_on(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "tables.db"), bot_pace=0, limits=GENEROUS)
    with ThreadService(settings) as before:
        table = before.new_table("me", "greedy", "random")
        with before.sit(table, 0) as ana:
            ana.play()
            ana.wait_for_turn()
    with ThreadService(settings) as after:
        assert not {"greedy", "random"} & set(after.get("/api/config")["bots"])
        with after.sit(table, 0) as ana:
            ana.play()
            ana.wait_for_turn()
            bots = [entry.get("bot") for entry in ana.entries if entry["kind"] == "move"]
            assert bots == [None, "greedy", "random"] * 2
