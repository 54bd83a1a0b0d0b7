"""Views as plain data: what their JSON says."""

from __future__ import annotations

from typing import Any

import msgspec

from azulejos import Game
from azulejos.engine import AnyPosition
from azulejos.session import views


def state(position: AnyPosition, ply: int = 0) -> dict[str, Any]:
    """A position."""
    plain: dict[str, Any] = msgspec.to_builtins(views.state(position, ply))
    return plain


def options(position: AnyPosition) -> list[dict[str, Any]]:
    """The legal moves of a position."""
    plain: list[dict[str, Any]] = msgspec.to_builtins(views.options(position))
    return plain


def option(position: AnyPosition, move: Any) -> dict[str, Any]:
    """One legal move."""
    plain: dict[str, Any] = msgspec.to_builtins(views.option(position, move))
    return plain


def result(game: Game) -> dict[str, Any] | None:
    """The result of a game."""
    plain: dict[str, Any] | None = msgspec.to_builtins(views.result(game))
    return plain


def event(happened: Any) -> dict[str, Any]:
    """An event of the engine."""
    plain: dict[str, Any] = msgspec.to_builtins(views.event_view(happened))
    return plain
