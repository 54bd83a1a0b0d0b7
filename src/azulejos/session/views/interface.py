"""What a game provides for views: one record per game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from azulejos.engine.state import States
from azulejos.session.messages import AnyOption, AnyState


class Preview(Protocol):
    """Previews of the moves of one position."""

    def option(self, move: Any, events: Sequence[Any], states: States) -> AnyOption:
        """A legal move and its effect: `events` are the player's own, `states` the result."""


@dataclass(frozen=True)
class GameViews:
    """The views of one game. `Any`: each game has its own classes of positions and moves."""

    state: Callable[[Any, dict[str, Any]], AnyState]
    preview: Callable[[Any], Preview]
