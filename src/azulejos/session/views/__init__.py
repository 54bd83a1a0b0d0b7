"""Views: positions, events and results as messages.

The only place that decides what clients may see. Views are made from positions and history, never
from a seed, so they cannot reveal tiles that are still to be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from azulejos.engine import AnyEvent, AnyMove, AnyPosition
from azulejos.engine.common import FACTORIES
from azulejos.engine.state import BOARDS, NOBODY, OVER
from azulejos.game import Game, Turn
from azulejos.session.codec import encode
from azulejos.session.messages import (
    AnyOption,
    AnyState,
    DealEntry,
    Entry,
    JoinEntry,
    Moment,
    MoveEntry,
    NewTokenEntry,
    Result,
)
from azulejos.session.messages.games import event_view
from azulejos.session.messages.tiles import counts
from azulejos.session.views.azul import AZUL
from azulejos.session.views.interface import GameViews
from azulejos.session.views.pavilion import PAVILION

__all__ = [
    "GAME_VIEWS",
    "encoded_options",
    "event_view",
    "moments",
    "option",
    "options",
    "result",
    "state",
    "with_events",
]

#: The views of every game.
GAME_VIEWS: dict[str, GameViews] = {"azul": AZUL, "summer-pavilion": PAVILION}


def state(position: AnyPosition, ply: int) -> AnyState:
    """Everything that lies on the table after `ply` moves."""
    fields, colours = position.fields(), position.colours
    sources = fields["sources"][: 1 + FACTORIES[fields["players"]]]
    centre, *factories = [counts(colours, pile) for pile in sources]
    over, marker, to_play = fields["phase"] == OVER, fields["marker"], fields["to_play"]
    common = {
        "board": BOARDS[fields["board"]],
        "players": fields["players"],
        "round": fields["round_number"],
        "phase": position.phase,
        "to_play": None if to_play == NOBODY else to_play,
        "start_player": fields["start_player"],
        "marker": None if marker == NOBODY else marker,
        "over": over,
        "end_reason": position.end_reason,
        "winners": list(position.winners),
        "last_round": position.is_last_round,
        "bag": counts(colours, fields["bag"]),
        "centre": centre,
        "marker_in_centre": marker == NOBODY and not over,
        "factories": factories,
        "ply": ply,
    }
    return GAME_VIEWS[position.rules.name].state(position, fields, common)


def options(position: AnyPosition) -> list[AnyOption]:
    """The legal moves of the player to move, each with a preview of its effect."""
    return list(GAME_VIEWS[position.rules.name].options(position))


def encoded_options(position: AnyPosition) -> bytes:
    """`options` as JSON."""
    return encode(GAME_VIEWS[position.rules.name].encoded_options(position))


def option(position: AnyPosition, move: AnyMove) -> AnyOption:
    """One legal move with a preview of its effect."""
    return next(option for option in options(position) if option.move == str(move))


def with_events(entry: Entry, events: Iterable[AnyEvent]) -> Entry:
    """An entry of the log as clients see it: moves and deals with what they caused, no hashes."""
    if isinstance(entry, NewTokenEntry | JoinEntry):
        return msgspec.structs.replace(entry, token=msgspec.UNSET)
    if not isinstance(entry, MoveEntry | DealEntry):
        return entry
    return msgspec.structs.replace(entry, events=[event_view(event) for event in events])


def result(game: Game) -> Result | None:
    """Final scores, points by source and scores by round; None while the game goes on."""
    if not game.is_over:
        return None
    breakdown = game.breakdown()
    return Result(
        scores=list(game.scores),
        winners=list(game.winners),
        sources=list(breakdown[0]),
        breakdown=[dict(points) for points in breakdown],
        rounds=_scores_by_round(game),
    )


def _scores_by_round(game: Game) -> list[list[int]]:
    rounds = []
    current = game.position_at(0).round
    for ply in range(1, game.ply + 1):
        position = game.position_at(ply)
        if position.round != current or position.is_over:
            rounds.append(list(position.scores))
            current = position.round
    return rounds


def moments(game: Game) -> list[Moment]:
    """A game move by move, from the first deal on; a deal belongs to the move before it."""
    found = [_moment(game, 0, None)]
    for entry in game.history:
        if isinstance(entry, Turn):
            found.append(_moment(game, len(found), entry))
        found[-1].events.extend(event_view(event) for event in entry.events)
    return found


def _moment(game: Game, ply: int, turn: Turn | None) -> Moment:
    return Moment(
        ply=ply,
        seat=turn.player if turn else None,
        move=str(turn.move) if turn else None,
        events=[],
        state=state(game.position_at(ply), ply),
    )
