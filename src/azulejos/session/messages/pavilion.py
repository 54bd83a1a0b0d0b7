"""Message types of Summer Pavilion: its state, boards and options."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from azulejos.session.messages.common import Letter, Option, Pile, Spaces, State


class PavilionBoard(msgspec.Struct, frozen=True, gc=False):
    """A player's board, and the tiles beside it."""

    score: int
    tiles: Pile
    stars: Spaces
    passed: bool
    marker: bool


class PavilionState(State, frozen=True, kw_only=True, tag_field="game", tag="summer-pavilion"):
    """A position of Summer Pavilion."""

    boards: list[PavilionBoard]


class PavilionDraft(Option, frozen=True, kw_only=True, tag="draft"):
    """Take tiles of a colour, and a wild one if there are any; `points` is the marker's cost."""

    source: int
    colour: Letter
    taken: Pile
    marker: bool
    points: int


class PavilionPlace(Option, frozen=True, kw_only=True, tag="place"):
    """Place a tile on a space; `pays` counts all tiles spent, the placed one included."""

    space: int
    star: int
    slot: int
    colour: Letter
    pays: Pile
    points: int
    bonus: int


class PavilionPass(Option, frozen=True, kw_only=True, tag="pass"):
    """Pass: keep some tiles and discard the others."""

    kept: Pile
    discarded: Pile
    points: int


class PavilionBonus(Option, frozen=True, kw_only=True, tag="bonus"):
    """Take bonus tiles from the supply."""

    tiles: Pile


PavilionOption: TypeAlias = PavilionDraft | PavilionPlace | PavilionPass | PavilionBonus
