"""Gating: a match that decides whether a new network becomes the champion.

Every deal is played from all seats, as in the arena: with two players in pairs of games; with more,
the new network sits alone among copies of the champion, once in each seat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from azulejos.arena.schedule import Schedule, ScheduledGame
from azulejos.engine import unchecked
from azulejos.engine.rng import bits_at, new_stream
from azulejos.engine.state import DEAL, OVER, States
from azulejos.search.nnue.network import Network
from azulejos.search.searcher import Searcher
from azulejos.training.config import TrainingConfig
from azulejos.training.selfplay import MATCH, result, seed_sequence, small_searcher

#: The score from which on a network is accepted.
ACCEPTED_SCORE = 0.5


@dataclass(frozen=True)
class DealResult:
    """The new network's mean result over all seats of one deal."""

    victory_share: float
    lead: float


@dataclass(frozen=True)
class MatchResult:
    """The new network's result in a match."""

    games: int
    score: float  # against each opponent: one half if equally strong
    margin: float  # 95% confidence interval of the score: ± this
    lead: float  # mean lead over the best opponent

    @property
    def is_accepted(self) -> bool:
        """Whether the new network becomes the champion."""
        return self.score >= ACCEPTED_SCORE

    @property
    def elo(self) -> float:
        """Rating difference; a clean sweep counts as if half a game had been lost."""
        margin = 0.5 / (self.games + 1)
        score = min(1 - margin, max(margin, self.score))
        return 400 * math.log10(score / (1 - score))


def schedule(config: TrainingConfig) -> Schedule:
    """The seating: contestant 0 is the new network, contestant 1 the champion."""
    return Schedule(contestants=2, players=config.players)


def deals(config: TrainingConfig) -> range:
    """The numbers of the deals of a match."""
    return range(-(-config.match_games // config.players))


def play_deal(
    config: TrainingConfig, networks: tuple[Network, Network], generation: int, deal: int
) -> DealResult:
    """Play one deal from all seats, the new network against the champion."""
    nodes = config.match_nodes or config.nodes
    searcher = small_searcher(nodes)
    shares, leads = [], []
    for turn in range(config.players):
        scheduled = schedule(config).game(deal * config.players + turn)
        states = _play_game(config, networks, generation, scheduled, searcher, nodes)
        share, lead = result(states)
        seat = scheduled.seats.index(0)
        shares.append(float(share[seat]))
        leads.append(float(lead[seat]))
    return DealResult(fmean(shares), fmean(leads))


def _play_game(
    config: TrainingConfig,
    networks: tuple[Network, Network],
    generation: int,
    scheduled: ScheduledGame,
    searcher: Searcher,
    nodes: int,
) -> States:
    """The end of one game. Its tiles depend on the deal alone, not on the seating."""
    tiles = new_stream(seed_sequence(config, MATCH, generation, scheduled.deal, 0))
    stream = new_stream(seed_sequence(config, MATCH, generation, scheduled.number, 1))
    states = config.new_game(scheduled.first_seat)
    drawn = 0
    while (phase := states["phase"][0]) != OVER:
        if phase == DEAL:
            unchecked.deal_tile(states, unchecked.draw(states, bits_at(int(tiles[0]), drawn)), None)
            drawn += 1
        else:
            network = networks[scheduled.seats[int(states["to_play"][0])]]
            actions, _ = searcher.rank_moves(states, network, stream, nodes)
            unchecked.apply(states, actions[0], None)
    return states


def match_result(config: TrainingConfig, results: Sequence[DealResult]) -> MatchResult:
    """The result of a match from those of its deals.

    The score is converted to one against a single opponent: of a share s of victory against n
    opponents, ns to 1 - s.
    """
    shares = [own.victory_share for own in results]
    share, others = fmean(shares), config.players - 1
    whole = others * share + 1 - share
    spread = stdev(shares) if len(shares) > 1 else 0.5
    return MatchResult(
        games=config.players * len(results),
        score=round(others * share / whole, 9),  # a fair share is exactly one half
        margin=1.96 * spread / math.sqrt(len(results)) * others / whole**2,
        lead=fmean(own.lead for own in results),
    )
