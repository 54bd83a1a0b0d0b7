"""Message types that both games share: tiles, seats, the table, options and results."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from azulejos.session.messages.options import USUAL_OPTIONS, TableOptions

#: A seat, counted from 0.
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
#: The letter of a colour.
Letter: TypeAlias = str
#: Tiles by colour: letter to count, without zeros.
Pile: TypeAlias = dict[str, int]
#: Spaces of a board, row by row: the letter of the tile, null where the space is empty.
Spaces: TypeAlias = list[list[Letter | None]]
Board: TypeAlias = Literal["coloured", "grey"]
#: `open`: a seat that anyone may still take.
SeatKind: TypeAlias = Literal["person", "me", "here", "open", "bot"]


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Fields of a position that all games have; `game` is the tag of the union."""

    board: Board
    players: int
    round: int
    phase: str
    to_play: int | None
    start_player: int
    marker: int | None
    over: bool
    end_reason: str
    winners: list[int]
    last_round: bool
    bag: Pile
    centre: Pile
    marker_in_centre: bool
    factories: list[Pile]
    wild: Letter | None
    bonus_due: int
    discards: Pile
    supply: Pile | None
    ply: int


class FloorWarning(msgspec.Struct, frozen=True, gc=False, tag_field="code", tag="floor"):
    """A draft drops this many tiles to the floor line, at this cost."""

    tiles: int
    points: int


class UnplaceableWarning(
    msgspec.Struct, frozen=True, gc=False, tag_field="code", tag="unplaceable"
):
    """No open space takes the drafted colour."""

    colour: Letter


class DiscardsWarning(msgspec.Struct, frozen=True, gc=False, tag_field="code", tag="discards"):
    """Passing discards this many tiles, at this cost."""

    tiles: int
    points: int


class CouldPlaceWarning(msgspec.Struct, frozen=True, gc=False, tag_field="code", tag="could-place"):
    """Passing although a tile could be placed."""


OptionWarning: TypeAlias = FloorWarning | UnplaceableWarning | DiscardsWarning | CouldPlaceWarning


class Option(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    """A legal move in notation, and warnings about its consequences."""

    move: str
    warnings: list[OptionWarning]


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="kind"):
    """Base of the events of both games; see `events`."""


class SeatView(msgspec.Struct, frozen=True):
    """One seat as a client sees it; the `host` has set the table up.

    Its owner cannot return if it is `out_of_time`.
    """

    seat: int
    name: str | None
    kind: SeatKind
    bot: str | None
    stand_in: str | None
    present: bool
    yours: bool
    replaceable: bool
    out_of_time: bool = False
    host: bool = False


class Reveal(msgspec.Struct, frozen=True):
    """Seed and nonce of a finished game, in hexadecimal digits."""

    seed: str
    nonce: str


class TableView(msgspec.Struct, frozen=True):
    """The table without its game: seats, options, the commitment to the seed, the rematch."""

    id: str
    game: str
    board: Board
    players: int
    first_player: int
    uploaded: bool
    commitment: str | None
    reveal: Reveal | None
    seats: list[SeatView]
    rematch: str | None
    options: TableOptions = USUAL_OPTIONS


class Result(msgspec.Struct, frozen=True):
    """Final scores, points by source, and the scores after each round."""

    scores: list[int]
    winners: list[int]
    sources: list[str]
    breakdown: list[dict[str, int]]
    rounds: list[list[int]]
