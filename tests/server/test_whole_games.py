"""Whole games over the network, from the first deal to the final score."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from azulejos import Game
from tests.server.service import Made, Person, ThreadService

GAMES = ("azul", "summer-pavilion")
BOARDS = ("coloured", "grey")


def by_chance(seed: int) -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    """A way to choose that is the same every time; passing and the floor come last."""
    chance = random.Random(seed)

    def choose(options: list[dict[str, Any]]) -> dict[str, Any]:
        good = [o for o in options if o["kind"] != "pass" and o.get("destination") != 0]
        return chance.choice(good or options)

    return choose


def check_the_end(service: ThreadService, table: Made, person: Person) -> None:
    """What everybody sees of a finished game agrees with its record."""
    result, state = person.update["result"], person.state
    assert state["over"]
    assert state["phase"] == "over"
    assert state["to_play"] is None
    assert person.update["options"] is None
    game = Game.from_text(service.http.get(f"/api/games/{table.id}/record").text)
    assert game.is_over
    assert (list(game.scores), list(game.winners)) == (result["scores"], result["winners"])
    assert result["winners"] == state["winners"]
    assert [board["score"] for board in state["boards"]] == result["scores"]
    assert [sum(points.values()) for points in result["breakdown"]] == result["scores"]
    assert result["rounds"][-1] == result["scores"]
    assert [entry["number"] for entry in person.entries] == list(range(1, person.version + 1))
    seen = service.get(f"/api/games/{table.id}")
    for part in ("version", "entries", "state", "result"):
        assert seen[part] == (person.entries if part == "entries" else person.update[part])


@pytest.mark.parametrize(
    ("game", "board", "players"), list(itertools.product(GAMES, BOARDS, (2, 3, 4)))
)
def test_a_person_plays_bots_to_the_final_score(
    service: ThreadService, game: str, board: str, players: int
) -> None:
    bots = ("greedy", "random", "greedy")[: players - 1]
    table = service.new_table("me", *bots, game=game, board=board)
    with service.sit(table, 0) as ana:
        assert (ana.state["game"], ana.state["board"]) == (game, board)
        assert ana.state["players"] == players
        assert ana.play_to_the_end(by_chance(players)) > 0
        check_the_end(service, table, ana)


@pytest.mark.parametrize("game", GAMES)
def test_two_clients_play_each_other(service: ThreadService, game: str) -> None:
    table = service.new_table("me", "friend", game=game)
    choose = by_chance(7)
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        while not ana.state["over"]:
            mover, other = (ana, ben) if ana.state["to_play"] == 0 else (ben, ana)
            assert not other.options
            mover.play(choose(mover.options)["move"])
            other.hear_until(lambda person, to=mover.version: person.version >= to)  # type: ignore[misc]
            assert mover.state == other.state
        assert ana.entries == ben.entries
        check_the_end(service, table, ana)
        check_the_end(service, table, ben)


@pytest.mark.parametrize("game", GAMES)
def test_three_people_share_a_screen(service: ThreadService, game: str) -> None:
    table = service.new_table("me", "here", "here", game=game, board="grey", first=2)
    with service.sit(table, 0, 1, 2) as everyone:
        assert everyone.state["to_play"] == 2
        assert [seat["yours"] for seat in everyone.update["table"]["seats"]] == [True] * 3
        everyone.play_to_the_end(by_chance(5))
        check_the_end(service, table, everyone)


def test_bots_play_by_themselves_while_somebody_watches(service: ThreadService) -> None:
    table = service.new_table("random", "random", "greedy")
    with service.sit(table) as spectator:
        spectator.wait_for_turn()
        check_the_end(service, table, spectator)


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_sees_everything_public_and_nothing_to_choose(
    service: ThreadService, game: str
) -> None:
    table = service.new_table("me", "greedy", game=game)
    with service.sit(table, 0) as ana, service.sit(table) as spectator:
        for _ in range(4):
            ana.play()
            ana.wait_for_turn()
        spectator.hear_until(lambda person: person.version >= ana.version)
        assert spectator.state == ana.state
        assert spectator.entries == ana.entries
        for update in (heard for heard in spectator.heard if heard["type"] == "update"):
            assert update["options"] is None
            assert not update["can_undo"]
        table_seen = spectator.update["table"]
        assert [seat["yours"] for seat in table_seen["seats"]] == [False, False]
        for message in ({"type": "hurry"}, {"type": "hello", "tokens": []}):
            spectator.send(**message)
        assert spectator.hear("error")["code"] == "not-your-seat"
        assert spectator.refused("play", move=ana.options[0]["move"]) == "not-your-turn"
        assert spectator.refused("undo") in ("undo/others-moved", "undo/drawn", "undo/nothing")
        assert spectator.refused("hint") == "not-your-turn"
        assert spectator.refused("say", seat=0, preset="hello") == "not-your-seat"
        assert spectator.refused("stand-in", seat=0, bot="random") == "not-your-seat"
        assert spectator.refused("return", seat=0) == "not-your-seat"


def test_a_client_that_wants_no_options_gets_none(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0, options=False) as ana:
        assert ana.update["options"] is None
        ana.play("1" + next(iter(ana.state["factories"][0])) + "1")
