"""Studies: positions off the table, as answers to stateless requests over HTTP."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from azulejos.session.messages.common import Pile, Result
from azulejos.session.messages.log import DealEntry, MoveEntry
from azulejos.session.messages.server import AnyOption, AnyState


class StudyChance(msgspec.Struct, frozen=True):
    """Tiles that are to be drawn: where each one goes, and the bag they are drawn from first.

    Places are factories, counted from 1, and the supply (0). A refill is one of the supply within
    a round.
    """

    kind: Literal["deal", "refill"]
    places: list[int]
    bag: Pile


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """A position that belongs to no table, and what led to it from the position before.

    `position` is its text, to be sent back with the next request.
    """

    position: str
    fingerprint: str
    state: AnyState
    options: list[AnyOption]
    chance: StudyChance | None
    result: Result | None
    entries: list[MoveEntry | DealEntry]


class StudyLine(msgspec.Struct, frozen=True, kw_only=True):
    """The positions after each step of a line, and the study after the last."""

    positions: list[str]
    study: Study


class StudyRecord(msgspec.Struct, frozen=True):
    """A record in both forms, and the positions before and after each of its `plies`."""

    text: str
    # Any: the JSON form of records, which docs/notation.md describes.
    record: dict[str, Any]
    positions: list[str]


class EditReason(msgspec.Struct, frozen=True):
    """One reason why a position is impossible."""

    code: str
    text: str
    parameters: dict[str, str]


class AzulSeatSetup(msgspec.Struct, frozen=True):
    """What lies before one player: letters, and `.` for an empty space of the wall."""

    score: int
    lines: list[str]
    wall: list[str]
    floor: str


class PavilionSeatSetup(msgspec.Struct, frozen=True):
    """What lies before one player: letters, and `.` for an empty slot of a star."""

    score: int
    tiles: str
    stars: list[str]
    passed: bool


class _Setup(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """An arrangement as plain data, possible or not; without a bag, it holds all other tiles."""

    board: str
    phase: str
    round: int
    to_play: int | None
    start_player: int
    marker: int | None
    factories: list[str] | None
    centre: str
    bag: str | None


class AzulSetup(_Setup, frozen=True, kw_only=True, tag="azul"):
    """An arrangement of Azul as plain data, possible or not."""

    seats: list[AzulSeatSetup]
    lid: str
    tiles_placed: int
    idle_rounds: int
    stalemate_rounds: int
    end_reason: str


class PavilionSetup(_Setup, frozen=True, kw_only=True, tag="summer-pavilion"):
    """An arrangement of Summer Pavilion as plain data, possible or not."""

    seats: list[PavilionSeatSetup]
    tower: str
    supply: str
    filling: str
    mover: int | None
    bonus_due: int
    number_points: list[int]


AnySetup: TypeAlias = AzulSetup | PavilionSetup


class Edited(msgspec.Struct, frozen=True, kw_only=True):
    """An edited position as plain data and as a study, or all reasons why it is impossible."""

    setup: AnySetup | None
    reasons: list[EditReason]
    study: Study | None
    phases: list[str]
