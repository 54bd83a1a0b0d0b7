"""Facts that tell two lines apart: typed, for `azulejos.i18n` to put into words.

All of them come from the rules and from comparing the two lines move by move; none is an opinion.
A fact is there only where the lines differ in it. Numbers are from the point of view of the player
who moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from azulejos.analysis.games import ANALYSIS_GAMES, AnalysisGame, BonusKind, Progress
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.events import new_log
from azulejos.engine.state import DEAL, OVER, States, copy_of

#: A line that goes on longer is not completed.
MAX_LINE = 60


class _Fact(msgspec.Struct, frozen=True, tag_field="fact"):
    """A difference between the line of the move that was played and the best line."""


class _NumberFact(_Fact, frozen=True):
    """A number in both lines."""

    played: int
    best: int


class _PlayerFact(_Fact, frozen=True):
    """A number of another player in both lines."""

    player: int
    played: int
    best: int


class PointsFact(_NumberFact, frozen=True, tag="points"):
    """Points that the player gains until tiles are drawn again or the game ends."""


class PenaltyFact(_NumberFact, frozen=True, tag="penalty"):
    """Points that the player loses until then: floor line, marker, leftover tiles."""


class BonusFact(_NumberFact, frozen=True, tag="bonus"):
    """Points for bonuses at the end of the game, if it ends in the line.

    Not compared with a line that stops before the end of the round.
    """


class ProgressFact(_Fact, frozen=True, tag="progress"):
    """How far the player is on the way to a bonus, where the best line or this one is ahead."""

    kind: BonusKind
    number: int  # of the column or number, from 1; of the colour or star, from 0
    size: int  # spaces of the whole
    played: int
    best: int


class OpponentFact(_PlayerFact, frozen=True, tag="opponent"):
    """Points that the opponent who gains most gets until then."""


class LeftFact(_PlayerFact, frozen=True, tag="left"):
    """The largest set of equal tiles that the move leaves for the next player."""


class StarterFact(_NumberFact, frozen=True, tag="starter"):
    """Who starts the next round."""


class EndFact(_Fact, frozen=True, tag="end"):
    """Whether the line ends the game."""

    played: bool
    best: bool


Fact: TypeAlias = (
    PointsFact
    | PenaltyFact
    | BonusFact
    | ProgressFact
    | OpponentFact
    | LeftFact
    | StarterFact
    | EndFact
)


@dataclass(frozen=True, slots=True)
class LineFacts:
    """What happens in a line."""

    points: tuple[int, ...]  # by player, without the following two
    penalties: tuple[int, ...]
    bonuses: tuple[int, ...]
    progress: tuple[Progress, ...]  # of the player who moves first
    left: tuple[int, int] | None  # next player, tiles of the largest set
    starter: int | None  # of the next round, if the line ends with this one
    ends: bool | None  # whether the game ends; None if the line stops before the round is over
    is_whole: bool  # it was followed to a draw or the end

    def points_with(self, seat: int, *, bonuses: bool) -> int:
        """What a player gains in all."""
        return self.points[seat] - self.penalties[seat] + (self.bonuses[seat] if bonuses else 0)


def compare(
    position: AnyPosition,
    played: Sequence[int],
    best: Sequence[int],
    next_action: Callable[[States], int],
) -> tuple[Fact, ...]:
    """The facts that tell two lines from a position apart.

    Lines that stop earlier are continued with `next_action` up to the next draw.
    """
    player = position.to_play
    assert player is not None
    one = line_facts(position, played, next_action)
    other = line_facts(position, best, next_action)
    return tuple(_differences(player, one, other))


def _differences(player: int, played: LineFacts, best: LineFacts) -> list[Fact]:
    found: list[Fact] = []
    if played.ends is not None and best.ends not in (None, played.ends):
        found.append(EndFact(played.ends, best.ends))
    if played.is_whole and best.is_whole:
        found += _points(player, played, best)
        found += _progress(played, best)
    if played.left and best.left and played.left != best.left:
        seat, count = played.left
        if seat == best.left[0]:
            found.append(LeftFact(seat, count, best.left[1]))
    if played.starter is not None and best.starter not in (None, played.starter):
        found.append(StarterFact(played.starter, best.starter))
    return found


def _points(player: int, played: LineFacts, best: LineFacts) -> list[Fact]:
    """Differences in points, by where they come from."""
    # A line that stops at a refill of the supply says nothing about bonuses.
    bonuses = None not in (played.ends, best.ends)
    found: list[Fact] = []
    if played.points[player] != best.points[player]:
        found.append(PointsFact(played.points[player], best.points[player]))
    if played.penalties[player] != best.penalties[player]:
        found.append(PenaltyFact(played.penalties[player], best.penalties[player]))
    if bonuses and played.bonuses[player] != best.bonuses[player]:
        found.append(BonusFact(played.bonuses[player], best.bonuses[player]))
    gains = [
        (*(line.points_with(seat, bonuses=bonuses) for line in (played, best)), seat)
        for seat in range(len(played.points))
        if seat != player
    ]
    most, in_best, opponent = max(gains, key=lambda gain: (gain[0] - gain[1], -gain[2]))
    if most != in_best:
        found.append(OpponentFact(opponent, most, in_best))
    return found


def _progress(played: LineFacts, best: LineFacts) -> list[Fact]:
    """The bonus nearest to completion in which the best line is ahead, and the same reversed."""
    pairs = list(zip(played.progress, best.progress, strict=True))
    found: list[Fact] = []
    for ahead in (1, -1):
        differing = [pair for pair in pairs if ahead * (pair[1].filled - pair[0].filled) > 0]
        if differing:
            one, other = max(
                differing, key=lambda pair: max(pair[0].filled, pair[1].filled) - pair[0].size
            )
            fact = ProgressFact(one.kind, one.number, one.size, one.filled, other.filled)
            found.append(fact)
    return found


def line_facts(
    position: AnyPosition, line: Sequence[int], next_action: Callable[[States], int]
) -> LineFacts:
    """Follow a line to the next draw."""
    rules, states = position.rules, position.states
    players, player = len(position.scores), position.to_play
    assert player is not None
    game = ANALYSIS_GAMES[rules.name]
    tables = {"points": [0] * players, "penalties": [0] * players, "bonuses": [0] * players}
    left, length = None, 0
    while states["phase"][0] not in (DEAL, OVER) and length < MAX_LINE:
        action = line[length] if length < len(line) else next_action(copy_of(states))
        log = new_log()
        unchecked.apply(states, action, log)
        for event in rules.read_events(log):
            for seat, source, points in rules.points_of(event):
                tables[_table(game, source)][seat] += points
        if length == 0:
            left = _left(rules.position_kind.of(copy_of(states)))
        length += 1
    end = rules.position_kind.of(states)
    new_round = end.round > position.round
    return LineFacts(
        tuple(tables["points"]),
        tuple(-points for points in tables["penalties"]),
        tuple(tables["bonuses"]),
        tuple(game.progress(end, player)),
        left,
        (end.start_player if end.marker is None else end.marker) if new_round else None,
        end.is_over if end.is_over or new_round else None,
        end.is_over or end.to_play is None,
    )


def _table(game: AnalysisGame, source: str) -> str:
    """The table that points of a source belong to."""
    if source in game.penalties:
        return "penalties"
    return "bonuses" if source in game.bonuses else "points"


def _left(position: AnyPosition) -> tuple[int, int] | None:
    """The next player, and the largest set of equal tiles at one source."""
    if position.to_play is None:
        return None
    largest = max((count for pile in position.sources for count in pile.values()), default=0)
    return (position.to_play, largest) if largest else None
