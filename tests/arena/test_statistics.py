"""Intervals over blocks of games with the same tiles, and normalised Elo."""

from __future__ import annotations

import math

import numpy as np
import pytest

from azulejos.arena import Match
from azulejos.arena.statistics import (
    NORMALISED_ELO,
    Block,
    block_interval,
    normalised_elo,
    spread_per_game,
    wilson_interval,
)
from tests.arena.games import played


def test_games_that_repeat_each_other_do_not_narrow_the_interval() -> None:
    """Three games of a block that end alike are worth one game, not three."""
    blocks: list[Block] = [(3.0, 3)] * 30 + [(0.0, 3)] * 30
    low, high = block_interval(blocks)
    assert (low, high) == pytest.approx(wilson_interval(30, 60), abs=0.02)
    narrow_low, narrow_high = wilson_interval(90, 180)
    assert high - low > 1.5 * (narrow_high - narrow_low)


def test_pairs_that_balance_each_other_give_a_narrow_interval() -> None:
    """Where the deal decides, each of a pair is won from the same seat."""
    blocks: list[Block] = [(1.0, 2)] * 90 + [(2.0, 2)] * 5 + [(0.0, 2)] * 5
    low, high = block_interval(blocks)
    games_low, games_high = wilson_interval(100, 200)
    assert high - low < 0.6 * (games_high - games_low)


@pytest.mark.parametrize("won", [0.0, 2.0])
def test_blocks_that_are_all_alike_leave_an_honest_doubt(won: float) -> None:
    assert block_interval([(won, 2)] * 20) == wilson_interval(won * 10, 20)


def test_the_interval_covers_the_truth_in_nineteen_of_twenty_matches() -> None:
    random = np.random.default_rng(7)
    covered = 0
    for _ in range(400):
        luck = random.normal(0.1, 0.35, 60)  # of a deal, for all its games
        wins = (random.random((60, 3)) < np.clip(0.4 + luck[:, None], 0, 1)).sum(axis=1)
        low, high = block_interval([(float(won), 3) for won in wins])
        covered += low <= TRUE_RATE <= high
    assert 0.91 <= covered / 400 <= 0.98


#: The mean of `clip(0.4 + luck, 0, 1)` with luck as above.
TRUE_RATE = float(np.clip(0.4 + np.random.default_rng(1).normal(0.1, 0.35, 10**6), 0, 1).mean())


def test_contestants_who_sit_out_a_deal_have_no_block_of_it() -> None:
    match = Match(contestants=("greedy", "random", "mcts"), games=6, nodes=1)
    games = [played(n, match.schedule.game(n).seats, (0,)) for n in range(6)]
    result = match.result(games)
    assert sum(seats for _, seats in result.blocks(0)) == 4
    assert result.rates[0].blocks == len({g.deal for g in games if 0 in g.seats})


def test_normalised_elo_measures_in_standard_deviations_of_a_game() -> None:
    blocks: list[Block] = [(2.0, 2), (1.0, 2), (1.0, 2), (2.0, 2)]
    spread = spread_per_game(blocks, 2)
    assert spread == pytest.approx(math.sqrt(1 / 12) * math.sqrt(2))
    assert normalised_elo(0.75, 2, spread) == pytest.approx(NORMALISED_ELO * 0.25 / spread)
    assert normalised_elo(0.5, 2, spread) == 0
    assert normalised_elo(1.0, 2, 0.0) == math.inf
    assert normalised_elo(0.0, 3, 0.0) == -math.inf
    assert spread_per_game([(2.0, 2)], 2) == 0
