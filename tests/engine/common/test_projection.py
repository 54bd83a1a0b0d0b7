"""What a board has in sight: points of full lines, the last round, colours that still fit."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from azulejos import Game
from azulejos.engine.azul.events import FloorCharged, Tiled
from azulejos.engine.azul.layout import FLOOR_PENALTY
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import Place
from tests.support import MANY, SOME, games, random_game


def at(game: Game, ply: int | None = None) -> Any:
    """A position of whatever game."""
    return game.position if ply is None else game.position_at(ply)


def own(game: Game, player: int, kind: type[Any], after: int) -> list[Any]:
    """A player's events of a kind since a ply."""
    events = [event for entry in game.history[after:] for event in entry.events]
    return [event for event in events if isinstance(event, kind) and event.player == player]


def offers(game: Game) -> int:
    """How many ways there are to take tiles."""
    return sum(len(tiles) for tiles in game.position.sources)


@MANY
@given(seed=st.integers(0, 10_000), players=st.integers(2, 4))
def test_what_is_in_sight_on_the_coloured_wall_is_what_the_end_of_the_round_brings(
    seed: int, players: int
) -> None:
    game = random_game(seed, moves=seed % 40, players=players)
    if game.is_over:
        return
    while offers(game) != 1:
        game.play(next(iter(game.legal_moves)))
        if game.is_over:
            return
    # One move is left in the round. Whoever does not make it has in sight what comes.
    mover, position = game.to_play, at(game)
    expected = {seat: position.in_sight(seat) for seat in range(players) if seat != mover}
    before = len(game.history)
    game.play(next(iter(game.legal_moves)))
    for seat, (points, penalty) in expected.items():
        assert sum(event.points for event in own(game, seat, Tiled, before)) == points
        spaces = sum(event.spaces for event in own(game, seat, FloorCharged, before))
        assert int(FLOOR_PENALTY[spaces]) == penalty


@SOME
@given(game=games(most=200))
def test_the_last_round_is_announced_before_a_row_is_complete(game: Game) -> None:
    announced = [
        game.position_at(ply).is_last_round
        for ply in range(game.ply)
        if game.position_at(ply).round == game.round
    ]
    if game.is_over and game.position.end_reason == "row" and game.board == "coloured":
        # The line that completes the row may be filled by the very last move.
        walls = [player.wall for player in at(game, game.ply - 1).players]
        assert any(announced) or all(None in row for wall in walls for row in wall)
    if not game.is_over:
        complete = any(None not in row for player in at(game).players for row in player.wall)
        assert not complete or game.position.is_last_round


def test_the_last_round_is_over_when_the_game_is() -> None:
    game = random_game(3, policy="tidy")
    assert game.position.end_reason == "row"
    assert game.position.is_last_round
    assert not game.position_at(0).is_last_round


def test_the_sixth_round_of_summer_pavilion_is_the_last() -> None:
    game = random_game(3, game="summer-pavilion")
    for ply in range(game.ply):
        position = game.position_at(ply)
        assert position.is_last_round == (position.round == 6)


@SOME
@given(game=games(most=200, game="summer-pavilion"))
def test_a_colour_that_can_be_placed_has_a_space_open(game: Game) -> None:
    if game.to_play is None:
        return
    open_colours = at(game).open_colours(game.to_play)
    assert {move.colour for move in game.legal_moves if isinstance(move, Place)} <= set(
        open_colours
    )


def test_a_new_board_takes_all_colours_and_a_full_star_takes_none() -> None:
    game = random_game(11, game="summer-pavilion", policy="tidy", players=2)
    for seat, player in enumerate(at(game).players):
        closed = set(Colour) - set(at(game).open_colours(seat))
        centre = set(player.stars[0])
        for colour in closed:
            star = next(s for s in player.stars[1:] if colour in s)
            assert None not in star
            assert colour in centre or None not in centre
    assert set(at(Game("summer-pavilion", seed=1)).open_colours(0)) == set(Colour)
