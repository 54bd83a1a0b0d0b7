"""Messages from service to client: a union tagged by `type`; and answers over HTTP."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from azulejos.session.messages.azul import AzulOption, AzulState
from azulejos.session.messages.common import Event, Result, TableView
from azulejos.session.messages.log import Entry
from azulejos.session.messages.options import ClockView, UndoRequest
from azulejos.session.messages.pavilion import PavilionOption, PavilionState

AnyState: TypeAlias = AzulState | PavilionState
AnyOption: TypeAlias = AzulOption | PavilionOption


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """The table after `version`, and the entries that the client does not have yet."""

    version: int
    entries: list[Entry]
    state: AnyState
    options: list[AnyOption] | None
    table: TableView
    can_undo: bool
    result: Result | None
    undo_request: UndoRequest | None = None
    clock: ClockView | None = None


class Delta(msgspec.Struct, frozen=True, tag_field="type", tag="delta"):
    """What has changed since the update or delta of version `after`.

    `state` has the changed fields; among its `boards`, null stands for an unchanged one. Without
    `table` and `result`, these are the same as before; without `undo_request` and `clock`, there
    are none.
    """

    version: int
    after: int
    entries: list[Entry]
    # Any: values of any field of a state.
    state: dict[str, Any]
    options: list[AnyOption] | None
    can_undo: bool
    table: TableView | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    undo_request: UndoRequest | UnsetType = UNSET
    clock: ClockView | UnsetType = UNSET


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """By seat: whether its owner is connected, and whether a bot may take over."""

    present: list[bool]
    replaceable: list[bool]


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The message with this id is carried out."""

    id: str
    version: int


class ErrorMessage(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """Refusal: a stable code, its parameters, and a sentence in the client's language."""

    id: str | None
    code: str
    text: str
    parameters: dict[str, str]


class HintAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """The option that `bot` would choose."""

    id: str
    bot: str
    option: AnyOption


ServerMessage: TypeAlias = Update | Delta | Presence | Done | ErrorMessage | HintAnswer


class Moment(msgspec.Struct, frozen=True):
    """A position of a replay, and the move and events that led to it."""

    ply: int
    seat: int | None
    move: str | None
    events: list[Event]
    state: AnyState


class Replay(msgspec.Struct, frozen=True):
    """A game move by move."""

    table: TableView
    moments: list[Moment]
    result: Result | None
