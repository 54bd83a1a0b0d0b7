"""The match between two networks, and what it says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from azulejos.search.evaluation import WIN, expected, new_desk
from azulejos.training import gating
from azulejos.training.config import Plan, first_network
from azulejos.training.gating import Round, Verdict
from azulejos.training.searching import Searcher, searcher
from azulejos.training.selfplay import play_shard
from tests.training.plans import AZUL, AZUL_FOR_THREE, every_kind, upside_down


def match(plan: Plan, new_is_good: bool) -> Verdict:
    good = first_network(plan)
    pair = (good, upside_down(good)) if new_is_good else (upside_down(good), good)
    return gating.verdict(
        plan, [gating.play_round(plan, pair, 1, deal) for deal in gating.deals(plan)]
    )


@every_kind
def test_the_better_network_is_accepted(plan: Plan) -> None:
    verdict = match(plan, new_is_good=True)
    assert verdict.games == plan.match_games
    assert verdict.score > 0.9
    assert verdict.lead > 0
    assert verdict.elo > 0
    assert verdict.is_accepted


def test_the_worse_network_is_not() -> None:
    verdict = match(AZUL, new_is_good=False)
    assert verdict.score < 0.1
    assert verdict.elo < 0
    assert not verdict.is_accepted


@pytest.mark.parametrize("plan", [AZUL, AZUL_FOR_THREE])
def test_a_network_scores_one_half_against_itself(plan: Plan) -> None:
    """Every deal is played from all sides, so with two players this is no matter of luck."""
    network = first_network(plan)
    share = gating.play_round(plan, (network, network), 1, 0).share
    fair = gating.verdict(plan, [Round(1 / plan.players, 0)])
    assert fair.score == 0.5
    assert fair.is_accepted
    if plan.players == 2:
        assert share == pytest.approx(0.5)


@pytest.mark.parametrize(("match_nodes", "used"), [(None, 60), (7, 7)])
def test_matches_may_be_searched_otherwise_than_games(
    match_nodes: int | None, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, network = replace(AZUL, match_nodes=match_nodes), first_network(AZUL)
    asked: list[int] = []

    def noted(plan: Plan) -> Searcher:
        asked.append(plan.nodes)
        return searcher(plan)

    monkeypatch.setattr(gating, "searcher", noted)
    gating.play_round(plan, (network, network), 1, 0)
    assert asked == [used]


def test_a_clean_sweep_has_a_finite_rating() -> None:
    sweep = gating.verdict(AZUL, [Round(1, 30)] * 10)
    assert 400 < sweep.elo < 1000
    assert gating.verdict(AZUL, [Round(0, -30)] * 10).elo == pytest.approx(-sweep.elo)


def test_the_more_rounds_agree_the_surer_is_the_score() -> None:
    mixed = [Round(1, 30), Round(0.5, 0)]
    few, many = (gating.verdict(AZUL, mixed * count) for count in (2, 50))
    assert few.score == many.score == 0.75
    assert 0 < many.reach < few.reach / 4


def test_matches_have_whole_rounds() -> None:
    assert len(gating.deals(replace(AZUL_FOR_THREE, match_games=7))) == 3


# The network to begin with


@every_kind
def test_the_first_network_thinks_that_who_leads_wins(plan: Plan) -> None:
    network = first_network(plan)
    states = play_shard(plan, network, 1, 0).states[:1]
    found = []
    for points in (0, 30, 200):
        states["scores"][0] = 0
        states["scores"][0][0] = points
        chances, lead = expected(states[0], 0, network, new_desk())
        found.append(((1 + chances / WIN) / 2, lead))
    shares, leads = zip(*found, strict=True)
    assert shares[0] == pytest.approx(1 / plan.players, abs=0.01)
    assert shares[0] < shares[1] < shares[2]
    assert leads[0] < leads[1] < leads[2]
    assert shares[2] > 0.95


@every_kind
def test_the_first_network_fits_its_numbers(plan: Plan) -> None:
    network = first_network(plan)
    assert network.facts.shape[0] == plan.facts
    assert np.abs(network.out).max() * plan.players > 6 * 1024
