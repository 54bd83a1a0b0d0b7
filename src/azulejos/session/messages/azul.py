"""Message types of Azul: its state, boards and options."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from azulejos.session.messages.common import Letter, Option, Pile, Spaces, State


class AzulLine(msgspec.Struct, frozen=True, gc=False):
    """A pattern line: `count` tiles of `colour` on `size` spaces."""

    size: int
    colour: Letter | None
    count: int


class AzulBoard(msgspec.Struct, frozen=True, gc=False):
    """A player's board; `penalty` is what the floor line costs now (0 or negative)."""

    score: int
    lines: list[AzulLine]
    wall: Spaces
    floor: str
    marker: bool
    penalty: int


class AzulState(State, frozen=True, kw_only=True, tag_field="game", tag="azul"):
    """A position of Azul."""

    boards: list[AzulBoard]


class AzulDraft(Option, frozen=True, kw_only=True, tag="draft"):
    """Take tiles to a pattern line (1 to 5) or the floor line (0)."""

    source: int
    colour: Letter
    destination: int
    taken: Pile
    marker: bool
    placed: int
    dropped: int
    points: int
    penalty: int


class AzulTile(Option, frozen=True, kw_only=True, tag="tile"):
    """Move a tile of a full line to a column of the grey wall."""

    row: int
    column: int
    points: int


AzulOption: TypeAlias = AzulDraft | AzulTile
