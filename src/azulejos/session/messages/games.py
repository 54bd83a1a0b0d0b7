"""Message types by game: what the unions of `server` are for one game.

The kinds of options and events of two games overlap (both have a `draft`), so a decoder and a
schema exist per game. Event types are derived from the engine's event classes.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache, reduce
from operator import or_
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from azulejos.engine import AnyEvent
from azulejos.engine import events as shared
from azulejos.engine.azul.events import Event as AzulEvents
from azulejos.engine.colours import Colour, Tiles
from azulejos.engine.pavilion.events import Event as PavilionEvents
from azulejos.session.messages import log, server
from azulejos.session.messages.azul import AzulOption, AzulState
from azulejos.session.messages.common import Event, Letter, Pile
from azulejos.session.messages.pavilion import PavilionOption, PavilionState
from azulejos.session.messages.tiles import letter, pile

#: A type that is built at run time: a class, a union, a list. Type checkers cannot follow.
Form: TypeAlias = Any


@dataclass(frozen=True)
class GameMessages:
    """The message types of one game."""

    state: Form
    option: Form
    event: Form
    engine_events: tuple[type[AnyEvent], ...]
    entry: Form
    update: type[server.Update]
    hint: type[server.HintAnswer]
    replay: type[server.Replay]


def event_view(event: AnyEvent) -> Event:
    """An event of the engine as a message."""
    kind: Form = type(event)
    made, names = _event_type(kind)
    view: Event = made(*[_plain(getattr(event, name)) for name in names])
    return view


def _plain(value: object) -> object:
    if isinstance(value, Tiles):
        return pile(value)
    return letter(value) if isinstance(value, Colour) else value


@cache
def _event_type(kind: Form) -> tuple[Form, tuple[str, ...]]:
    """The message type of an event class, named after its game, and its fields."""
    hints = get_type_hints(kind)
    names = tuple(field.name for field in fields(kind))
    game = "" if kind.__module__ == shared.__name__ else kind.__module__.split(".")[-2].capitalize()
    made = msgspec.defstruct(
        f"{game}{kind.__name__}Event",
        [(name, _wire_type(hints[name])) for name in names],
        bases=(Event,),
        frozen=True,
        tag_field="kind",
        tag=re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower(),
        module=__name__,
        namespace={"__doc__": kind.__doc__},
    )
    return made, names


def _wire_type(hint: Form) -> Form:
    if hint in (int, str):
        return hint
    origin: Form = get_origin(hint)
    return Pile if origin is Tiles else Letter


def _derive(name: str, state: Form, option: Form, events: Iterable[type]) -> GameMessages:
    event = _union(_event_type(kind)[0] for kind in events)
    own = [_narrow(name, kind, events=_list(event)) for kind in (log.MoveEntry, log.DealEntry)]
    others = [kind for kind in get_args(log.Entry) if "events" not in kind.__struct_fields__]
    entry = _union([*own, *others])
    moment = _narrow(name, server.Moment, events=_list(event), state=state)
    return GameMessages(
        state=state,
        option=option,
        event=event,
        engine_events=tuple(events),
        entry=entry,
        update=_narrow(
            name,
            server.Update,
            entries=_list(entry),
            state=state,
            options=_union([_list(option), types.NoneType]),
        ),
        hint=_narrow(name, server.HintAnswer, option=option),
        replay=_narrow(name, server.Replay, moments=_list(moment)),
    )


def _narrow(name: str, base: Form, **narrowed: Form) -> Form:
    """A subtype of a message for one game, with some fields narrowed."""
    config = base.__struct_config__
    return msgspec.defstruct(
        f"{name}{base.__name__}",
        list(narrowed.items()),
        bases=(base,),
        frozen=True,
        kw_only=True,
        tag_field=config.tag_field,
        tag=config.tag,
        module=__name__,
        namespace={"__doc__": base.__doc__},
    )


def _list(kind: Form) -> Form:
    return types.GenericAlias(list, (kind,))


def _union(kinds: Iterable[Form]) -> Form:
    return reduce(or_, kinds)


#: The message types of every game; see CONTRIBUTING.md on adding one.
GAME_MESSAGES = {
    "azul": _derive("Azul", AzulState, AzulOption, get_args(AzulEvents)),
    "summer-pavilion": _derive("Pavilion", PavilionState, PavilionOption, get_args(PavilionEvents)),
}
