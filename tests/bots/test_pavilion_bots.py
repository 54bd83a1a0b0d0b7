"""Bots at Summer Pavilion. What all bots promise in both games stands in test_bots.py."""

from __future__ import annotations

import pytest

import azulejos
from azulejos import Game
from azulejos.arena.simulation import Simulation, simulate, summarise
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Seat, Setup

NAME = "summer-pavilion"
EMPTY = "......"
SUPPLY = "ppggooyybb"
CONFIGURATIONS = [(players, board) for players in (2, 3, 4) for board in ("coloured", "grey")]


def played_by(name: str, seed: int) -> Game:
    """A whole game between bots of one name."""
    game = Game(NAME, board="grey", seed=5)
    bots = [azulejos.bot(name, seed=seed + seat) for seat in range(2)]
    while game.to_play is not None:
        choice = bots[game.to_play].choose(game.position)
        assert choice.move in game.legal_moves
        game.play(choice.move)
    return game


@pytest.mark.parametrize("name", ["random", "greedy", "beginner", "casual"])
def test_bots_with_one_seed_choose_the_same_moves(name: str) -> None:
    assert played_by(name, 7) == played_by(name, 7)
    assert played_by(name, 7) != played_by(name, 8)


@pytest.mark.parametrize(("players", "board"), CONFIGURATIONS)
def test_greedy_beats_random_nearly_always(players: int, board: str) -> None:
    plan = Simulation(NAME, board, ("greedy", *["random"] * (players - 1)), games=40, seed=4)
    assert summarise(plan, simulate(plan)).seats[0].win_rate >= 0.9


def greedy_choice(setup: Setup) -> str:
    """What greedy plays, whatever its seed."""
    position = PavilionPosition.from_setup(setup)
    chosen = {str(azulejos.bot("greedy", seed).choose(position).move) for seed in range(12)}
    assert len(chosen) == 1, f"greedy finds these equally good: {chosen}"
    return chosen.pop()


def placing(tiles: str, stars: list[str], **changes: object) -> Setup:
    usual = {"phase": "place", "supply": SUPPLY, "filling": "supply", "marker": 0}
    return Setup([Seat(20, tiles, stars), Seat(tiles="r")], **{**usual, **changes})  # type: ignore[arg-type]


def test_greedy_places_where_it_scores_most() -> None:
    stars = [*[EMPTY] * 6, "gg...."]
    assert greedy_choice(placing("ggg", stars)) == "63g0"


def test_greedy_pays_with_what_is_not_wild() -> None:
    stars = [EMPTY, EMPTY, "oo....", *[EMPTY] * 4]
    assert greedy_choice(placing("pooo", stars)) == "23o0"


def test_greedy_keeps_what_it_may_when_it_passes() -> None:
    """One red tile, and everything that costs one tile is taken."""
    stars = ["r.....", EMPTY, EMPTY, "r.....", *[EMPTY] * 3]
    assert greedy_choice(placing("r", stars)) == "=r"


def test_greedy_gains_nothing_by_keeping_in_the_last_round() -> None:
    stars = ["r.....", EMPTY, EMPTY, "r.....", *[EMPTY] * 3]
    assert greedy_choice(placing("r", stars, round=6)) == "="


def test_greedy_takes_the_bonus_tiles_it_can_use_best() -> None:
    """Purple is wild in the first round: worth more than any other single tile."""
    setup = Setup(
        [Seat(20), Seat(tiles="r")], phase="bonus", bonus_due=1, supply="pgoybr", filling="supply"
    )
    assert greedy_choice(setup) == "+p"
