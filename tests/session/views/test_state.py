"""The shape of what is shown: everything on the table, and how it ended."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given

from azulejos import Game
from tests.session.views import plain as views
from tests.support import SOME, games, positions, random_game

STATE = {
    *("game", "board", "players", "round", "phase", "to_play", "start_player", "marker", "over"),
    *("end_reason", "winners", "last_round", "wild", "bonus_due", "bag", "discards", "supply"),
    *("centre", "marker_in_centre", "factories", "boards", "ply"),
}
BOARDS = {
    "azul": {"score", "lines", "wall", "floor", "marker", "penalty"},
    "summer-pavilion": {"score", "tiles", "stars", "passed", "marker"},
}
PHASES = {
    "azul": {"deal", "draft", "tile", "over"},
    "summer-pavilion": {"deal", "draft", "place", "bonus", "over"},
}
TILES = {"azul": ("byrkw", 20), "summer-pavilion": ("pgoybr", 22)}
FACTORIES = {2: 5, 3: 7, 4: 9}
NAMES = ("azul", "summer-pavilion")


def tiles_of(board: dict[str, Any]) -> Counter[str]:
    """All tiles that lie on or beside a board."""
    found = Counter(board.get("tiles", {})) + Counter(board.get("floor", ""))
    for row in board.get("wall", []) + board.get("stars", []):
        found.update(tile for tile in row if tile)
    for line in board.get("lines", []):
        if line["count"]:
            found[line["colour"]] += line["count"]
    return found


def check(state: dict[str, Any]) -> None:
    name, players = state["game"], state["players"]
    assert set(state) == STATE
    assert json.loads(json.dumps(state)) == state
    assert state["phase"] in PHASES[name]
    assert (state["phase"] == "over") == state["over"] == bool(state["winners"])
    assert state["end_reason"] in ("none", "row", "empty", "stalemate", "rounds")
    assert (state["end_reason"] == "none") == (not state["over"])
    assert len(state["boards"]) == players
    assert len(state["factories"]) == FACTORIES[players]
    assert all(set(board) == BOARDS[name] for board in state["boards"])
    assert state["to_play"] in (None, *range(players))
    assert (state["to_play"] is None) == (state["phase"] in ("deal", "over"))
    holders = [seat for seat, board in enumerate(state["boards"]) if board["marker"]]
    assert holders == ([] if state["marker"] is None else [state["marker"]])
    assert not (state["marker_in_centre"] and holders)
    letters, each = TILES[name]
    everything = Counter(state["bag"]) + Counter(state["discards"]) + Counter(state["centre"])
    everything += Counter(state["supply"] or {})
    for pile in state["factories"]:
        everything += Counter(pile)
    for board in state["boards"]:
        everything += tiles_of(board)
    assert everything == Counter(dict.fromkeys(letters, each))
    for pile in (state["bag"], state["discards"], state["centre"], *state["factories"]):
        assert all(count > 0 for count in pile.values())
    if name == "azul":
        assert (state["wild"], state["supply"], state["bonus_due"]) == (None, None, 0)
        for board in state["boards"]:
            assert [line["size"] for line in board["lines"]] == [1, 2, 3, 4, 5]
            assert all((line["colour"] is None) == (not line["count"]) for line in board["lines"])
            assert board["penalty"] <= 0
    else:
        assert state["wild"] == letters[state["round"] - 1]
        assert all(len(board["stars"]) == 7 for board in state["boards"])
        assert state["last_round"] == (state["round"] == 6)


@given(positions(game="azul"))
@SOME
def test_a_state_of_azul_has_all_tiles_and_the_documented_shape(position: Any) -> None:
    check(views.state(position))


@given(positions(most=140, game="summer-pavilion"))
@SOME
def test_a_state_of_summer_pavilion_has_all_tiles_and_the_documented_shape(position: Any) -> None:
    check(views.state(position))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_result_adds_up(name: str, players: int) -> None:
    for seed in range(3):
        board = ("coloured", "grey")[seed % 2]
        game = random_game(seed, game=name, players=players, board=board, policy="tidy")
        result = views.result(game)
        assert result is not None
        assert result["scores"] == list(game.scores)
        assert result["winners"] == list(game.winners)
        assert result["sources"] == ["start", *game.rules.sources_of_points]
        for points, score in zip(result["breakdown"], result["scores"], strict=True):
            assert list(points) == result["sources"]
            assert sum(points.values()) == score
        assert len(result["rounds"]) == game.round
        assert result["rounds"][-1] == result["scores"]
        assert all(len(scores) == players for scores in result["rounds"])
        json.dumps(result)
        assert views.state(game.position)["over"]


@pytest.mark.parametrize("name", NAMES)
def test_there_is_no_result_before_the_end(name: str) -> None:
    game = random_game(1, game=name, moves=10)
    assert views.result(game) is None
    assert views.options(random_game(1, game=name).position) == []


@pytest.mark.parametrize("name", NAMES)
def test_events_are_plain_data(name: str) -> None:
    kinds: set[str] = set()
    for seed in range(4):
        for entry in random_game(seed, game=name, board="grey", policy="tidy").history:
            for event in entry.events:
                view = views.event(event)
                assert json.loads(json.dumps(view)) == view
                assert re.fullmatch(r"[a-z]+(-[a-z]+)*", view["kind"])
                if "colour" in view:
                    assert len(view["colour"]) == 1
                kinds.add(view["kind"])
    assert {"dealt", "taken", "marker-taken", "placed", "round-started", "game-ended"} <= kinds


@given(games(game="azul"))
@SOME
def test_the_last_round_is_announced_when_a_row_is_complete_or_will_be(game: Game) -> None:
    state = views.state(game.position)
    if state["board"] == "grey" or state["over"]:
        return
    ends = any(
        sum(tile is not None for tile in row) + (line["count"] == line["size"]) == 5
        for board in state["boards"]
        for row, line in zip(board["wall"], board["lines"], strict=True)
    )
    assert state["last_round"] == ends
