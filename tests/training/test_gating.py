"""Gating: the match of a new network against the champion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from azulejos.search.evaluation import WIN, network_estimate, new_buffers
from azulejos.search.searcher import Searcher
from azulejos.training import gating
from azulejos.training.config import TrainingConfig, first_network
from azulejos.training.gating import DealResult, MatchResult
from azulejos.training.selfplay import play_shard, small_searcher
from tests.training.configs import AZUL, AZUL_FOR_THREE, every_kind, upside_down


def match(config: TrainingConfig, new_is_good: bool) -> MatchResult:
    good = first_network(config)
    pair = (good, upside_down(good)) if new_is_good else (upside_down(good), good)
    return gating.match_result(
        config, [gating.play_deal(config, pair, 1, deal) for deal in gating.deals(config)]
    )


@every_kind
def test_the_better_network_is_accepted(config: TrainingConfig) -> None:
    result = match(config, new_is_good=True)
    assert result.games == config.match_games
    assert result.score > 0.9
    assert result.lead > 0
    assert result.elo > 0
    assert result.is_accepted


def test_the_worse_network_is_not() -> None:
    result = match(AZUL, new_is_good=False)
    assert result.score < 0.1
    assert result.elo < 0
    assert not result.is_accepted


@pytest.mark.parametrize("config", [AZUL, AZUL_FOR_THREE])
def test_a_network_scores_one_half_against_itself(config: TrainingConfig) -> None:
    """Every deal is played from all sides, so with two players this is no matter of luck."""
    network = first_network(config)
    share = gating.play_deal(config, (network, network), 1, 0).victory_share
    fair = gating.match_result(config, [DealResult(1 / config.players, 0)])
    assert fair.score == 0.5
    assert fair.is_accepted
    if config.players == 2:
        assert share == pytest.approx(0.5)


@pytest.mark.parametrize(("match_nodes", "used"), [(None, 60), (7, 7)])
def test_matches_may_have_another_node_limit_than_self_play(
    match_nodes: int | None, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, network = replace(AZUL, match_nodes=match_nodes), first_network(AZUL)
    asked: list[int] = []

    def noted(nodes: int) -> Searcher:
        asked.append(nodes)
        return small_searcher(nodes)

    monkeypatch.setattr(gating, "small_searcher", noted)
    gating.play_deal(config, (network, network), 1, 0)
    assert asked == [used]


def test_a_clean_sweep_has_a_finite_rating() -> None:
    sweep = gating.match_result(AZUL, [DealResult(1, 30)] * 10)
    assert 400 < sweep.elo < 1000
    assert gating.match_result(AZUL, [DealResult(0, -30)] * 10).elo == pytest.approx(-sweep.elo)


def test_more_deals_make_the_margin_smaller() -> None:
    mixed = [DealResult(1, 30), DealResult(0.5, 0)]
    few, many = (gating.match_result(AZUL, mixed * count) for count in (2, 50))
    assert few.score == many.score == 0.75
    assert 0 < many.margin < few.margin / 4


def test_matches_have_whole_deals() -> None:
    assert len(gating.deals(replace(AZUL_FOR_THREE, match_games=7))) == 3


# The network to begin with


@every_kind
def test_the_first_network_expects_the_leader_to_win(config: TrainingConfig) -> None:
    network = first_network(config)
    states = play_shard(config, network, 1, 0).states[:1]
    found = []
    for points in (0, 30, 200):
        states["scores"][0] = 0
        states["scores"][0][0] = points
        value, lead = network_estimate(states[0], 0, network, new_buffers())
        found.append(((1 + value / WIN) / 2, lead))
    shares, leads = zip(*found, strict=True)
    assert shares[0] == pytest.approx(1 / config.players, abs=0.01)
    assert shares[0] < shares[1] < shares[2]
    assert leads[0] < leads[1] < leads[2]
    assert shares[2] > 0.95


@every_kind
def test_the_first_network_fits_its_numbers(config: TrainingConfig) -> None:
    network = first_network(config)
    assert network.feature_weights.shape[0] == config.features
    assert np.abs(network.output_weights).max() * config.players > 6 * 1024
