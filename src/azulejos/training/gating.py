"""Gating: a match that decides whether a new network becomes the champion.

Every deal is played from all seats, as in the arena: with two players in pairs of games; with more,
the new network sits alone among copies of the champion, once in each seat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from azulejos.arena.runner import play_out
from azulejos.arena.schedule import Schedule, ScheduledGame
from azulejos.arena.statistics import Z_95, elo_from_score
from azulejos.engine import AnyMove, AnyPosition, find_game, unchecked
from azulejos.engine.rng import Stream, bits_at, new_stream
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
        return elo_from_score(score)


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
    game = GatingGame(config, scheduled.first_seat, tiles)
    players = [NetworkPlayer(searcher, networks[n], stream, nodes) for n in scheduled.seats]
    play_out(game, players)
    return game.states


class GatingGame:
    """A game for the arena's loop, without history; tile `n` depends on the stream and `n`."""

    def __init__(self, config: TrainingConfig, first_player: int, tiles: Stream) -> None:
        self._rules = find_game(config.game)
        self._tiles, self._drawn = int(tiles[0]), 0
        self.states = config.new_game(first_player)
        self._deal()

    @property
    def position(self) -> AnyPosition:
        """The current position."""
        return self._rules.position(self.states)

    @property
    def to_play(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self.states["phase"][0] == OVER else int(self.states["to_play"][0])

    def play(self, move: AnyMove | str) -> None:
        """Play a move, unchecked, and deal."""
        unchecked.apply(self.states, self._rules.as_move(move).index, None)
        self._deal()

    def _deal(self) -> None:
        while self.states["phase"][0] == DEAL:
            colour = unchecked.draw(self.states, bits_at(self._tiles, self._drawn))
            unchecked.deal_tile(self.states, colour, None)
            self._drawn += 1


@dataclass(frozen=True)
class NetworkPlayer:
    """A player of the arena's loop: a search of `nodes` nodes with one network."""

    searcher: Searcher
    network: Network
    stream: Stream
    nodes: int

    def start_game(self, position: AnyPosition) -> None:
        """Nothing to prepare."""

    def choose(self, position: AnyPosition) -> AnyMove:
        """The best move."""
        actions, _ = self.searcher.rank_moves(
            position.states, self.network, self.stream, self.nodes
        )
        move: AnyMove = position.rules.moves[actions[0]]
        return move

    def end_game(self) -> None:
        """Nothing to release."""


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
        margin=Z_95 * spread / math.sqrt(len(results)) * others / whole**2,
        lead=fmean(own.lead for own in results),
    )
