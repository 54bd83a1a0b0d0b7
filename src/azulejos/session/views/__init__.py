"""What people at a table may see, as plain data for pages and programs.

This is the only place that decides what is shown. It is made from positions and from what has
happened, never from a seed: nothing here can tell a tile that is still to be drawn.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, TypeAlias

from azulejos.engine.colours import Colour, Tiles
from azulejos.engine.events import new_log
from azulejos.engine.position import AnyPosition
from azulejos.game import Game
from azulejos.session.views import azul, pavilion
from azulejos.session.views.piles import pile

__all__ = ["event", "option", "options", "result", "state"]

View: TypeAlias = dict[str, Any]

#: What the two games show differently.
GAMES: dict[str, Any] = {"azul": azul, "summer-pavilion": pavilion}


def state(position: AnyPosition) -> View:
    """Everything that lies on the table."""
    look = GAMES[position.rules.name]
    view: View = {
        "game": position.rules.name,
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
        "factories": [pile(factory) for factory in position.factories],
    }
    return {**view, **look.table(position), "boards": look.boards(position)}


def options(position: AnyPosition) -> list[View]:
    """The legal moves of the player whose turn it is, each with what it would bring."""
    if position.to_play is None:
        return []
    look = GAMES[position.rules.name]
    outlook = look.Outlook(position)
    return [_option(outlook, position, move) for move in position.legal_moves]


def option(position: AnyPosition, move: Any) -> View:
    """One legal move with what it would bring."""
    outlook = GAMES[position.rules.name].Outlook(position)
    return _option(outlook, position, move)


def _option(outlook: Any, position: AnyPosition, move: Any) -> View:
    states, log = position.states, new_log()
    position.rules.apply(states, move, log)
    own = [event for event in position.rules.read_events(log) if _is_of(event, position)]
    view: View = {"move": str(move), "warnings": []}
    view.update(outlook.option(move, own, states))
    return view


def _is_of(event: Any, position: AnyPosition) -> bool:
    return getattr(event, "player", None) == position.to_play


def event(happened: Any) -> View:
    """One event: its kind, and its fields by name."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "-", type(happened).__name__).lower()
    return {"kind": kind} | {
        field.name: _plain(getattr(happened, field.name)) for field in fields(happened)
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Tiles):
        return pile(value)
    return value.letter if isinstance(value, Colour) else value


def result(game: Game) -> View | None:
    """How a game ended, where the points came from, and the scores after each round."""
    if not game.is_over:
        return None
    breakdown = game.breakdown()
    return {
        "scores": list(game.scores),
        "winners": list(game.winners),
        "sources": list(breakdown[0]),
        "breakdown": [dict(points) for points in breakdown],
        "rounds": _scores_by_round(game),
    }


def _scores_by_round(game: Game) -> list[list[int]]:
    rounds = []
    current = game.position_at(0).round
    for ply in range(1, game.ply + 1):
        position = game.position_at(ply)
        if position.round != current or position.is_over:
            rounds.append(list(position.scores))
            current = position.round
    return rounds
