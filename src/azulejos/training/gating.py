"""The match that decides whether a new network is at least as good as the best so far.

Every deal is played from all sides, as in the arena: with two players in pairs of games, with more
the new network sits alone among the best's, once in each seat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from azulejos.arena.schedule import Schedule, Sitting
from azulejos.engine import unchecked
from azulejos.engine.rng import Stream, bits_at, new_stream
from azulejos.engine.state import DEAL, OVER, States
from azulejos.search.nnue.network import Network
from azulejos.training.config import Plan
from azulejos.training.searching import Searcher, searcher
from azulejos.training.selfplay import MATCH, result, seed_sequence

#: What the new network has to score.
ENOUGH = 0.5


@dataclass(frozen=True)
class Round:
    """What came of one deal for the new network, on average over all seats."""

    share: float  # of the victory
    lead: float


@dataclass(frozen=True)
class Verdict:
    """What came of a match for the new network."""

    games: int
    score: float  # against each of the others: one half if it is just as good
    reach: float  # the true score is within this of it, with 95% confidence
    lead: float  # over the best opponent, on average

    @property
    def is_accepted(self) -> bool:
        """Whether it takes the place of the best."""
        return self.score >= ENOUGH

    @property
    def elo(self) -> float:
        """By how much it is stronger. A clean sweep counts as if half a game had gone wrong."""
        margin = 0.5 / (self.games + 1)
        score = min(1 - margin, max(margin, self.score))
        return 400 * math.log10(score / (1 - score))


def schedule(plan: Plan) -> Schedule:
    """Who sits where: number 0 is the new network, number 1 the best so far."""
    return Schedule(contestants=2, players=plan.players)


def deals(plan: Plan) -> range:
    """The numbers of the deals of a match."""
    return range(-(-plan.match_games // plan.players))


def play_round(plan: Plan, networks: tuple[Network, Network], generation: int, deal: int) -> Round:
    """Play one deal from all sides, the new network against the best so far."""
    mind = searcher(replace(plan, nodes=plan.match_nodes or plan.nodes))
    shares, leads = [], []
    for turn in range(plan.players):
        sitting = schedule(plan).sitting(deal * plan.players + turn)
        states = _played_out(plan, networks, generation, sitting, mind)
        share, lead = result(states)
        seat = sitting.seats.index(0)
        shares.append(float(share[seat]))
        leads.append(float(lead[seat]))
    return Round(fmean(shares), fmean(leads))


def _played_out(
    plan: Plan,
    networks: tuple[Network, Network],
    generation: int,
    sitting: Sitting,
    mind: Searcher,
) -> States:
    """The end of one game. Its tiles depend on the deal alone, whoever sits where."""
    tiles = new_stream(seed_sequence(plan, MATCH, generation, sitting.deal, 0))
    stream: Stream = new_stream(seed_sequence(plan, MATCH, generation, sitting.number, 1))
    states = plan.new_game(sitting.first_seat)
    drawn = 0
    while (phase := states["phase"][0]) != OVER:
        if phase == DEAL:
            unchecked.deal_tile(states, unchecked.draw(states, bits_at(int(tiles[0]), drawn)), None)
            drawn += 1
        else:
            network = networks[sitting.seats[int(states["to_play"][0])]]
            actions, _ = mind.search(states, network, stream)
            unchecked.apply(states, actions[0], None)
    return states


def verdict(plan: Plan, rounds: Sequence[Round]) -> Verdict:
    """What some rounds say together.

    The score is against one opponent, whatever their number: of a share s of the victory and n
    others, ns to 1 - s.
    """
    shares = [own.share for own in rounds]
    share, others = fmean(shares), plan.players - 1
    whole = others * share + 1 - share
    spread = stdev(shares) if len(shares) > 1 else 0.5
    return Verdict(
        games=plan.players * len(rounds),
        score=round(others * share / whole, 9),  # a fair share is one half indeed
        reach=1.96 * spread / math.sqrt(len(rounds)) * others / whole**2,
        lead=fmean(own.lead for own in rounds),
    )
