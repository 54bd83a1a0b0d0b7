"""Events of messages, read back into the engine's event classes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias, get_args, get_origin, get_type_hints

from azulejos.engine import AnyEvent, find_game
from azulejos.engine.colours import Tiles
from azulejos.session.messages.common import Event
from azulejos.session.messages.games import GAME_MESSAGES


def engine_event(game: str, event: Event) -> AnyEvent:
    """The engine's event of a game that a message's event was made from."""
    make, hints = _constructors(game)[event.__struct_config__.tag]
    colours = find_game(game).colours

    def read(name: str, hint: object) -> object:
        value = getattr(event, name)
        if hint in (int, str):
            return value
        if get_origin(hint) is tuple:
            return tuple(value)
        if get_origin(hint) is Tiles:
            return Tiles.of(colours, "".join(letter * value[letter] for letter in value))
        return colours.of(value)

    return make(*(read(name, hint) for name, hint in hints.items()))


Constructor: TypeAlias = tuple[Callable[..., AnyEvent], dict[str, object]]


@cache
def _constructors(game: str) -> dict[str | int | None, Constructor]:
    """By the tag of a message's event: the engine's class, and the types of its fields."""
    messages = GAME_MESSAGES[game]
    return {
        view.__struct_config__.tag: (kind, get_type_hints(kind))
        for view, kind in zip(get_args(messages.event), messages.engine_events, strict=True)
    }
