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
from operator import attrgetter, or_
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from azulejos.engine import AnyEvent
from azulejos.engine import events as shared
from azulejos.engine.azul.events import Event as AzulEvents
from azulejos.engine.colours import Tiles
from azulejos.engine.pavilion.events import Event as PavilionEvents
from azulejos.session.messages import lessons, log, server
from azulejos.session.messages import study as studies
from azulejos.session.messages.azul import AzulOption, AzulState
from azulejos.session.messages.common import Event, Letter, Pile
from azulejos.session.messages.pavilion import PavilionOption, PavilionState
from azulejos.session.messages.study import AzulSetup, PavilionSetup
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
    delta: type[server.Delta]
    hint: type[server.HintAnswer]
    replay: type[server.Replay]
    study: type[studies.Study]
    study_line: type[studies.StudyLine]
    lesson_answer: type[lessons.LessonAnswer]
    edited: type[studies.Edited]


def event_view(event: AnyEvent) -> Event:
    """An event of the engine as a message."""
    kind: Form = type(event)
    make, values_of, conversions = _event_maker(kind)
    values = list(values_of(event))
    for field, convert in conversions:
        values[field] = convert(values[field])
    view: Event = make(*values)
    return view


@cache
def _event_maker(kind: Form) -> tuple[Form, Form, tuple[tuple[int, Form], ...]]:
    """The message type of an event class, a getter of its values, and what converts some."""
    made, names = _event_type(kind)
    hints = get_type_hints(kind)
    get = attrgetter(*names)
    values_of = get if len(names) > 1 else lambda event: (get(event),)
    conversions = ((field, _conversion(hints[name])) for field, name in enumerate(names))
    return made, values_of, tuple((field, convert) for field, convert in conversions if convert)


def _conversion(hint: Form) -> Form:
    """What makes a message's value of an engine's; None where they are the same."""
    if hint in (int, str):
        return None
    origin: Form = get_origin(hint)
    return list if origin is tuple else pile if origin is Tiles else letter


@cache
def _event_type(kind: Form) -> tuple[Form, tuple[str, ...]]:
    """The message type of an event class, named after its game, and its fields."""
    hints = get_type_hints(kind)
    names = tuple(field.name for field in fields(kind))
    game = "" if kind.__module__ == shared.__name__ else kind.__module__.split(".")[-2].capitalize()
    made = msgspec.defstruct(
        f"{game}{kind.__name__}Event",
        [_field(name, hints[name]) for name in names],
        bases=(Event,),
        frozen=True,
        tag_field="kind",
        tag=re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower(),
        module=__name__,
        namespace={"__doc__": kind.__doc__},
    )
    return made, names


def _field(name: str, hint: Form) -> Form:
    origin: Form = get_origin(hint)
    # Lists of spaces came later: a message of an earlier version lacks them.
    if origin is tuple:
        return name, list[int], []
    return name, _wire_type(hint)


def _wire_type(hint: Form) -> Form:
    if hint in (int, str):
        return hint
    origin: Form = get_origin(hint)
    return Pile if origin is Tiles else Letter


def _derive(
    name: str, state: Form, option: Form, events: Iterable[type], setup: Form
) -> GameMessages:
    event = _union(_event_type(kind)[0] for kind in events)
    own = [_narrow(name, kind, events=_list(event)) for kind in (log.MoveEntry, log.DealEntry)]
    others = [kind for kind in get_args(log.Entry) if "events" not in kind.__struct_fields__]
    entry = _union([*own, *others])
    moment = _narrow(name, server.Moment, events=_list(event), state=state)
    own_study = _narrow(
        name, studies.Study, state=state, options=_list(option), entries=_list(_union(own))
    )
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
        delta=_narrow(
            name,
            server.Delta,
            entries=_list(entry),
            options=_union([_list(option), types.NoneType]),
        ),
        hint=_narrow(name, server.HintAnswer, option=option),
        replay=_narrow(name, server.Replay, moments=_list(moment)),
        study=own_study,
        study_line=_narrow(name, studies.StudyLine, study=own_study),
        lesson_answer=_narrow(name, lessons.LessonAnswer, study=own_study),
        edited=_narrow(
            name,
            studies.Edited,
            setup=_union([setup, types.NoneType]),
            study=_union([own_study, types.NoneType]),
        ),
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
    "azul": _derive("Azul", AzulState, AzulOption, get_args(AzulEvents), AzulSetup),
    "summer-pavilion": _derive(
        "Pavilion", PavilionState, PavilionOption, get_args(PavilionEvents), PavilionSetup
    ),
}
