"""Views: positions, events and results as messages.

The only place that decides what clients may see. Views are made from positions and history, never
from a seed, so they cannot reveal tiles that are still to be drawn.
"""

from __future__ import annotations

from typing import Any

from azulejos.engine import AnyPosition
from azulejos.engine.events import new_log
from azulejos.game import Game, Turn
from azulejos.session.messages import AnyOption, AnyState, Moment, Result
from azulejos.session.messages.games import event_view
from azulejos.session.messages.tiles import pile
from azulejos.session.views.azul import AZUL
from azulejos.session.views.interface import GameViews, Preview
from azulejos.session.views.pavilion import PAVILION

__all__ = ["GAME_VIEWS", "event_view", "moments", "option", "options", "result", "state"]

#: The views of every game.
GAME_VIEWS: dict[str, GameViews] = {"azul": AZUL, "summer-pavilion": PAVILION}


def state(position: AnyPosition, ply: int) -> AnyState:
    """Everything that lies on the table after `ply` moves."""
    common = {
        "board": position.board,
        "players": len(position.scores),
        "round": position.round,
        "phase": position.phase,
        "to_play": position.to_play,
        "start_player": position.start_player,
        "marker": position.marker,
        "over": position.is_over,
        "end_reason": position.end_reason,
        "winners": list(position.winners),
        "last_round": position.is_last_round,
        "bag": pile(position.bag),
        "centre": pile(position.centre),
        "marker_in_centre": position.marker is None and not position.is_over,
        "factories": [*map(pile, position.factories)],
        "ply": ply,
    }
    return GAME_VIEWS[position.rules.name].state(position, common)


def options(position: AnyPosition) -> list[AnyOption]:
    """The legal moves of the player to move, each with a preview of its effect."""
    if position.to_play is None:
        return []
    preview = GAME_VIEWS[position.rules.name].preview(position)
    return [_option(preview, position, move) for move in position.legal_moves]


def option(position: AnyPosition, move: Any) -> AnyOption:
    """One legal move with a preview of its effect."""
    return _option(GAME_VIEWS[position.rules.name].preview(position), position, move)


def _option(preview: Preview, position: AnyPosition, move: Any) -> AnyOption:
    states, log = position.states, new_log()
    position.rules.apply(states, move, log)
    seat = position.to_play
    events = position.rules.read_events(log)
    own = [event for event in events if getattr(event, "player", None) == seat]
    return preview.option(move, own, states)


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
