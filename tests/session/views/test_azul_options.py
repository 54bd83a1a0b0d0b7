"""What a table of Azul promises of a move is what the move brings."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import given

from azulejos import Game
from azulejos.engine.azul.events import (
    Dropped,
    FloorCharged,
    LineDropped,
    MarkerTaken,
    Placed,
    Taken,
    Tiled,
)
from azulejos.engine.azul.layout import FLOOR_PENALTY
from azulejos.game import Turn
from azulejos.session.views.azul import COSTLY
from tests.session.views import plain as views
from tests.support import MANY, SOME, azul, games, random_game


def own_events(game: Game, move: str) -> tuple[Game, list[Any]]:
    """The game after a move, and what the move caused to whoever made it."""
    after = game.copy()
    after.play(move)
    turn = [entry for entry in after.history if isinstance(entry, Turn)][-1]
    return after, [event for event in turn.events if getattr(event, "player", None) == game.to_play]


def found(events: list[Any], kind: Any) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def wall_points(wall: list[list[str | None]], rows: list[tuple[int, int]]) -> int:
    """What tiles bring that are put on a wall one after the other, by the rulebook."""
    filled = {(r, c) for r, row in enumerate(wall) for c, tile in enumerate(row) if tile}
    points = 0
    for row, column in rows:
        filled.add((row, column))
        lengths = []
        for down, right in ((0, 1), (1, 0)):
            length = 1
            for sign in (1, -1):
                at = (row + sign * down, column + sign * right)
                while at in filled:
                    length += 1
                    at = (at[0] + sign * down, at[1] + sign * right)
            lengths.append(length)
        points += sum(length for length in lengths if length > 1) or 1
    return points


def full_lines(board: dict[str, Any]) -> list[tuple[int, int]]:
    """The places on the coloured wall to which the full lines of a board lead."""
    return [
        (row, ("byrkw".index(line["colour"]) + row) % 5)
        for row, line in enumerate(board["lines"])
        if line["count"] == line["size"]
    ]


@given(games(game="azul"))
@MANY
def test_options_are_the_legal_moves_and_each_tells_what_it_does(game: Game) -> None:
    options = views.options(game.position)
    assert [option["move"] for option in options] == [str(move) for move in game.legal_moves]
    json.dumps(options)
    for option, move in zip(options, game.legal_moves, strict=True):
        assert views.option(game.position, move) == option
        _after, events = own_events(game, option["move"])
        if option["kind"] == "tile":
            (tiled,) = found(events, Tiled)
            assert (option["row"], option["column"]) == (tiled.row, tiled.column)
            assert option["points"] == tiled.points
            assert option["warnings"] == []
            continue
        (taken,) = found(events, Taken)
        assert option["kind"] == "draft"
        assert option["source"] == taken.source
        assert option["taken"] == {taken.colour.letter: taken.count}
        assert option["colour"] == taken.colour.letter
        assert option["marker"] == bool(found(events, MarkerTaken))
        assert option["placed"] == sum(event.count for event in found(events, Placed))
        drafting = itertools.takewhile(lambda event: not isinstance(event, LineDropped), events)
        dropped = found([*drafting], Dropped)
        assert option["dropped"] == sum(event.to_floor + event.to_lid for event in dropped)
        assert option["placed"] + option["dropped"] == taken.count
        assert (option["destination"] == 0) == (option["placed"] == 0)
        costly = option["dropped"] and option["penalty"] <= -COSTLY
        warning = {"code": "floor", "tiles": option["dropped"], "points": option["penalty"]}
        assert option["warnings"] == ([warning] if costly else [])


@given(games(game="azul"))
@SOME
def test_points_and_penalty_within_a_round_are_those_of_the_board_after_it(game: Game) -> None:
    seat, before = game.to_play, views.state(game.position)
    for option in views.options(game.position):
        after_game, _ = own_events(game, option["move"])
        after = views.state(after_game.position)
        if option["kind"] != "draft" or after["phase"] != "draft" or seat is None:
            continue
        if after["round"] != before["round"]:
            continue
        old, new = before["boards"][seat], after["boards"][seat]
        assert option["penalty"] == new["penalty"] - old["penalty"] <= 0
        if before["board"] == "coloured":
            assert option["points"] == (
                wall_points(new["wall"], full_lines(new))
                - wall_points(old["wall"], full_lines(old))
            )
        if full_lines(new) == full_lines(old):
            assert option["points"] == 0


def last_drafts(seed: int) -> list[tuple[Game, dict[str, Any], list[Any]]]:
    """All drafts of a game on the coloured board that end a round, with what they caused."""
    whole = random_game(seed, players=2 + seed % 3, policy="tidy" if seed % 2 else "any")
    found_drafts = []
    for ply in range(whole.ply):
        position = whole.position_at(ply)
        if sum(source.total() for source in azul(whole.at(ply)).sources) > 4:
            continue
        game = whole.at(ply)
        for option in views.options(position):
            after, events = own_events(game, option["move"])
            if after.round != game.round or after.is_over:
                found_drafts.append((game, option, events))
    return found_drafts


@pytest.mark.parametrize("seed", range(6))
def test_points_promised_on_the_draft_that_ends_a_round_are_brought(seed: int) -> None:
    drafts = last_drafts(seed)
    assert drafts
    for game, option, events in drafts:
        assert game.to_play is not None
        in_sight, _ = azul(game).in_sight(game.to_play)
        assert in_sight + option["points"] == sum(event.points for event in found(events, Tiled))


def test_the_penalty_promised_on_the_draft_that_ends_a_round_is_that_of_the_floor() -> None:
    for seed in range(6):
        for game, option, events in last_drafts(seed):
            assert game.to_play is not None
            _, in_sight = azul(game).in_sight(game.to_play)
            spaces = sum(event.spaces for event in found(events, FloorCharged))
            assert option["penalty"] <= 0
            assert in_sight - option["penalty"] == int(FLOOR_PENALTY[spaces])


def test_tiles_of_a_line_that_falls_later_are_not_those_of_the_draft() -> None:
    checked = 0
    for seed in range(40):
        game, rng = Game("azul", board="grey", seed=seed), random.Random(seed)
        while not game.is_over:
            before = game.copy()
            move = rng.choice(list(game.legal_moves))
            _after, events = own_events(before, str(move))
            game.play(move)
            if found(events, LineDropped) and found(events, Taken):
                option = views.option(before.position, move)
                assert option["placed"] + option["dropped"] == found(events, Taken)[0].count
                checked += 1
    assert checked > 0
