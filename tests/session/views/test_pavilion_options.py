"""What a table of Summer Pavilion promises of a move is what the move brings."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import Any

from hypothesis import given

from azulejos import Game
from azulejos.engine.pavilion.events import (
    BonusTaken,
    MarkerTaken,
    Passed,
    Placed,
    Surrounded,
    Taken,
)
from azulejos.render.svg.geometry import pavilion_board
from tests.session.views import plain as views
from tests.session.views.test_azul_options import found, own_events
from tests.support import SOME, games

SPACES = {
    board: [asdict(space) for space in pavilion_board(board).spaces]
    for board in ("coloured", "grey")
}
#: The colour of each star of the coloured board; the star in the middle takes all, each once.
STARS = {space["star"]: space["colour"] for space in SPACES["coloured"]}


def check_draft(option: dict[str, Any], events: list[Any], board: dict[str, Any]) -> None:
    (taken,) = found(events, Taken)
    assert option["source"] == taken.source
    assert sum(option["taken"].values()) == taken.tiles.total()
    assert option["colour"] in option["taken"]
    marker = found(events, MarkerTaken)
    assert option["marker"] == bool(marker)
    assert option["points"] == -sum(event.points for event in marker) <= 0
    assert all(warning["code"] == "unplaceable" for warning in option["warnings"])
    if option["warnings"]:
        assert option["warnings"] == [{"code": "unplaceable", "colour": option["colour"]}]
    if len(set(STARS.values())) == 7 and board["coloured"]:
        colour = option["colour"]
        places = False
        for star, letter in STARS.items():
            tiles = board["stars"][star]
            fits = letter == colour or (letter is None and colour not in tiles)
            places = places or (fits and None in tiles)
        assert bool(option["warnings"]) == (not places)


def check_place(option: dict[str, Any], events: list[Any], board: dict[str, Any]) -> None:
    (placed,) = found(events, Placed)
    assert option["space"] == placed.space == option["star"] * 6 + option["slot"]
    assert option["points"] == placed.points > 0
    assert option["bonus"] == sum(event.due for event in found(events, Surrounded))
    assert option["colour"] == placed.colour.letter
    assert sum(option["pays"].values()) == 1 + placed.discarded.total()
    space = SPACES["coloured" if board["coloured"] else "grey"][option["space"]]
    assert (space["star"], space["slot"]) == (option["star"], option["slot"])
    assert sum(option["pays"].values()) == space["number"]
    assert not Counter(option["pays"]) - Counter(board["tiles"])
    assert option["warnings"] == []


def check_pass(
    option: dict[str, Any], events: list[Any], board: dict[str, Any], others: list[str]
) -> None:
    (passed,) = found(events, Passed)
    assert option["points"] == -passed.points <= 0
    assert Counter(option["kept"]) + Counter(option["discarded"]) == Counter(board["tiles"])
    assert sum(option["kept"].values()) <= 4
    expected: list[dict[str, Any]] = []
    if option["points"]:
        tiles = sum(option["discarded"].values())
        expected.append({"code": "discards", "tiles": tiles, "points": option["points"]})
    if "place" in others:
        expected.append({"code": "could-place"})
    assert option["warnings"] == expected


@given(games(most=140, game="summer-pavilion"))
@SOME
def test_options_are_the_legal_moves_and_each_tells_what_it_brings(game: Game) -> None:
    options = views.options(game.position)
    assert [option["move"] for option in options] == [str(move) for move in game.legal_moves]
    json.dumps(options)
    if game.to_play is None:
        return
    state = views.state(game.position)
    board = {**state["boards"][game.to_play], "coloured": state["board"] == "coloured"}
    kinds = [option["kind"] for option in options]
    for option in options[:: max(1, len(options) // 25)]:
        after, events = own_events(game, option["move"])
        if option["kind"] == "draft":
            check_draft(option, events, board)
        elif option["kind"] == "place":
            check_place(option, events, board)
        elif option["kind"] == "pass":
            check_pass(option, events, board, kinds)
        else:
            (taken,) = found(events, BonusTaken)
            assert option["kind"] == "bonus"
            assert sum(option["tiles"].values()) == taken.tiles.total() == state["bonus_due"]
            assert not Counter(option["tiles"]) - Counter(state["supply"])
        if after.is_over:
            continue
        later = views.state(after.position)["boards"][game.to_play]
        assert later["score"] == board["score"] + option.get("points", 0)
        gained: Counter[str] = Counter(option.get("taken", {})) + Counter(option.get("tiles", {}))
        lost: Counter[str] = Counter(option.get("pays", {})) + Counter(option.get("discarded", {}))
        assert Counter(later["tiles"]) == Counter(board["tiles"]) + gained - lost
