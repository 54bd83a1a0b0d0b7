"""Bots at the service's tables: people never wait for them, and every level plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.bots import ALL_BOTS
from azulejos.bots import pool as bot_pool
from azulejos.server.settings import Settings
from tests.bots.slow_bots import Failing, Slow, slow
from tests.server.service import GENEROUS, ThreadService, wait_until

__all__ = ["slow"]


@pytest.fixture
def slow_service(slow: type[Slow], tmp_path: Path) -> Iterator[ThreadService]:
    del slow
    settings = Settings(str(tmp_path / "tables.db"), bot_pace=0, limits=GENEROUS)
    with ThreadService(settings) as running:
        yield running
        Slow.go_on.set()


def test_people_move_and_talk_while_all_bots_think(slow_service: ThreadService) -> None:
    for _ in range(2 * bot_pool.available_cores()):
        table = slow_service.new_table("me", "slow")
        slow_service.sit(table, 0).play()
    people = slow_service.new_table("me", "here")
    with slow_service.sit(people, 0, 1) as ana:
        for _ in range(3):
            ana.play()
        assert ana.state["ply"] == 3
    wait_until(lambda: Slow.busy == bot_pool.available_cores())


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
