"""What a game provides for views: one record per game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec import Raw

from azulejos.engine.colours import Colour
from azulejos.engine.common import FACTORIES
from azulejos.session.messages import AnyOption, AnyState
from azulejos.session.messages.study import AnySetup
from azulejos.session.messages.tiles import spelled
from azulejos.session.standing import Standing

#: Fields of a record by name, as `Position.fields` gives them.
Fields: TypeAlias = dict[str, Any]


def factory_facts(colours: type[Colour], fields: Fields) -> list[str]:
    """The letters of each factory with tiles, from a to z."""
    factories = fields["sources"][1 : 1 + FACTORIES[fields["players"]]]
    return ["".join(sorted(spelled(colours, tiles))) for tiles in factories if tiles]


@dataclass(frozen=True)
class GameViews:
    """The views of one game. `Any`: each game has its own class of positions."""

    #: A position, its record, and the fields of its state that all games share.
    state: Callable[[Any, Fields, dict[str, Any]], AnyState]
    #: The legal moves of a position, with previews.
    options: Callable[[Any], Sequence[AnyOption]]
    #: The same for JSON: those that many positions have in common are encoded once.
    encoded_options: Callable[[Any], Sequence[AnyOption | Raw]]
    #: An arrangement as plain data and one of its seats: classes of the engine, and the message.
    setup: type[Any]
    seat: type[Any]
    setup_message: type[AnySetup]
    #: What is compared of a position to find others of the same round.
    standing: Callable[[Any], Standing]
