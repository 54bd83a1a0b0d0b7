"""Outcomes: calibrated shares of victory for every player."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos import Game
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.engine.state import States
from azulejos.search.evaluation import new_buffers
from azulejos.search.nnue.registry import network_for
from azulejos.search.outcomes import Numbers, calibrate, new_outcome, write_static_outcome
from tests.analysis.games import random_game


def calibrated(shares: list[float], sharpness: float = 1.0) -> Numbers:
    found = np.array(shares)
    calibrate(found, len(shares), sharpness)
    return found


def logits(shares: Numbers) -> Numbers:
    found: Numbers = np.log(shares / (1 - shares))
    return found


@pytest.mark.parametrize("sharpness", [0.7, 1.0, 1.8])
def test_calibrated_shares_sum_to_one_and_keep_their_order(sharpness: float) -> None:
    for shares in ([0.42, 0.40, 0.38, 0.35], [0.9, 0.7, 0.001, 0.0], [0.2, 0.1, 0.05], [0.3, 0.7]):
        found = calibrated(shares, sharpness)
        assert found.sum() == pytest.approx(1)
        assert list(np.argsort(-found)) == list(np.argsort([-share for share in shares]))


def test_shares_of_two_players_stay_as_they_are_unless_they_are_sharpened() -> None:
    assert calibrated([0.3, 0.7]) == pytest.approx([0.3, 0.7])
    assert logits(calibrated([0.3, 0.7], 2.0)) == pytest.approx(2 * logits(np.array([0.3, 0.7])))


def test_all_players_are_lowered_by_the_same_amount() -> None:
    shares = [0.9, 0.7, 0.3, 0.1]
    shifts = logits(np.array(shares)) - logits(calibrated(shares))
    assert shifts == pytest.approx([shifts[0]] * 4, abs=1e-6)
    assert shifts[0] > 0


def test_a_certain_answer_of_the_network_is_not_a_certain_result() -> None:
    found = calibrated([1.0, 0.0, 0.0])
    assert 0.999 < found[0] < 1


def outcome_of(states: States, sharpness: float) -> list[float]:
    state = states[0]
    name = next(name for name in GAME_NAMES if Game(name).rules.layout == states.dtype)
    network = network_for(name, BOARDS[int(state["board"])], int(state["players"]))
    outcome = new_outcome(sharpness)
    write_static_outcome(states, network, new_buffers(), outcome)
    return [float(share) for share in outcome.shares]


def test_a_result_is_not_calibrated() -> None:
    for seed in range(4):
        game = random_game("azul", "coloured", 3, seed)
        expected = [(seat in game.winners) / len(game.winners) for seat in range(3)]
        assert outcome_of(game.position.states, 1.4)[:3] == expected


def test_a_sharper_outcome_favours_who_is_ahead() -> None:
    states = random_game("azul", "coloured", 3, 1).position_at(60).states
    dull, sharp = outcome_of(states, 1.0), outcome_of(states, 1.5)
    assert max(sharp) > max(dull)
    assert sum(sharp) == pytest.approx(1)
