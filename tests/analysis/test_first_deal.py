"""The packaged means of the first deal belong to the networks and the evaluator of today."""

from __future__ import annotations

import pytest
from tools.first_deal import network_digest

from azulejos.analysis.chance import sample_mean, sampled
from azulejos.analysis.evaluator import Evaluator
from azulejos.analysis.first_deal import configuration, first_deal_mean, first_deals
from azulejos.analysis.values import LUCK_NODES
from azulejos.engine import find_game
from tests.analysis.games import CONFIGURATIONS

every_configuration = pytest.mark.parametrize(("game", "board", "players"), CONFIGURATIONS)


@every_configuration
def test_every_configuration_has_a_mean_of_its_network(game: str, board: str, players: int) -> None:
    mean = first_deals()[f"{game}-{board}-{players}"]
    assert mean.samples >= 10_000
    assert mean.nodes == LUCK_NODES
    assert mean.network == network_digest(f"{game}-{board}-{players}")
    assert len(mean.shares) == len(mean.leads) == players
    assert sum(mean.shares) == pytest.approx(1)
    assert max(mean.errors) < 0.002


@pytest.mark.parametrize(
    ("game", "board", "players"), [("azul", "grey", 2), ("summer-pavilion", "coloured", 3)]
)
def test_other_deals_have_the_same_mean(game: str, board: str, players: int) -> None:
    rules = find_game(game)
    states = rules.new(players, board, 0)
    evaluator = Evaluator(rules.position(states), LUCK_NODES)
    own = sample_mean(
        [evaluator.evaluate(deal, LUCK_NODES).value for deal in sampled(states, 100, b"other")]
    )
    known = first_deal_mean(rules.position(states))
    assert known is not None
    for player in range(players):
        difference = abs(own.shares[player] - known.value.shares[player])
        assert difference < 4 * own.errors[player]


def test_other_rules_have_no_known_mean() -> None:
    rules = find_game("azul")
    position = rules.position(rules.new(2, "coloured", 0, stalemate_rounds=4))
    assert configuration(position) == "azul-coloured-2"
    assert first_deal_mean(position) is None
