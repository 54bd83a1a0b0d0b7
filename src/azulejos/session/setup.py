"""What is fixed when a table is set up: the game, its seats, its options, seed and nonce."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from azulejos.bots.names import FIRST_NAMES
from azulejos.game.free_text import MAX_NAME, UnusableText, check_line
from azulejos.session.errors import TableError
from azulejos.session.messages.common import SeatKind
from azulejos.session.messages.options import USUAL_OPTIONS, TableOptions

if TYPE_CHECKING:
    from azulejos.engine.interface import OptionValue
    from azulejos.game import Game


class GameSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """The start of a game, as it is stored.

    `comments` (by ply) and `variations` (JSON) are those of an uploaded record.
    """

    game: str
    board: str
    players: int
    first_player: int
    options: dict[str, int | tuple[int, ...]]
    headers: dict[str, str]
    position: str | None
    comments: dict[int, str] = {}
    variations: str = ""


class SeatSetup(msgspec.Struct, frozen=True):
    """Who plays for a seat, as it is stored; `token` is a hash. `me`, `here`: local tables.

    The `host` has set the table up; tables of earlier versions do not say who that was.
    """

    kind: SeatKind
    name: str | None = None
    bot: str | None = None
    token: str | None = None
    host: bool = False


def seat_name(wanted: str | None) -> str | None:
    """The name of a seat as it is kept; None if nothing was typed."""
    name = (wanted or "").strip()
    try:
        check_line(name, MAX_NAME)
    except UnusableText as error:
        raise TableError("bad-name", reason=error) from error
    return name or None


def player_header(seat: SeatSetup, number: int) -> dict[str, str]:
    """The header of a record that names the player of a seat, counted from 0."""
    header = f"Player {number + 1}"
    return {header: _known_name(seat) or header}


def header_name(headers: Mapping[str, str], number: int) -> str | None:
    """The name in such a header; None for the usual one, which every language has."""
    header = f"Player {number + 1}"
    name = headers.get(header, header)
    return None if name.casefold() == header.casefold() else name


def seat_names(seats: Iterable[SeatSetup]) -> list[str | None]:
    """The names by which a page calls the players; None for people without one.

    Two bots of a level have different names.
    """
    names, times = [_known_name(seat) for seat in seats], Counter[str | None]()
    for number, name in enumerate(names):
        times[name] += 1
        if name and times[name] > 1:
            names[number] = f"{name} {times[name]}"
    return names


def _known_name(seat: SeatSetup) -> str | None:
    """What was typed for a seat, or the first name of its bot."""
    return seat.name or (FIRST_NAMES.get(seat.bot, seat.bot) if seat.bot else None)


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table without its log. Without seed and nonce nothing is promised about its draws."""

    id: str
    game: GameSetup
    seats: list[SeatSetup]
    seed: str | None
    nonce: str | None
    uploaded: bool
    created_at: datetime
    options: TableOptions = USUAL_OPTIONS

    @property
    def commitment(self) -> str | None:
        """SHA-256 of seed and nonce, published from the start so that the seed cannot change."""
        if self.seed is None or self.nonce is None:
            return None
        return hashlib.sha256(bytes.fromhex(self.seed) + bytes.fromhex(self.nonce)).hexdigest()

    def start(self, deals: Sequence[str] = ()) -> Game:
        """The game at its start; `deals` come first, later tiles are drawn by the seed."""
        seeded = self.seed is not None and not self.uploaded
        return start_game(self.game, int(self.seed or "0", 16) if seeded else None, deals)


def usual_hints(kinds: Sequence[str]) -> bool:
    """Whether hints are on by default: not where people play from two devices or more.

    `kinds` are those of new seats: `me` and `here` share a screen, a friend has another one.
    """
    apart = sum(kind in ("friend", "open") for kind in kinds)
    return apart + any(kind in ("me", "here") for kind in kinds) < 2


def start_game(
    setup: GameSetup, seed: int | None = None, deals: Sequence[str] | None = None
) -> Game:
    """A new game; without seed and deals its tiles are unforeseeable."""
    from azulejos.engine import find_game  # stored setups are read without the rules
    from azulejos.game import Game

    if setup.position is not None:
        position = find_game(setup.game).read_position(setup.position)
        game = Game(position=position, deals=deals, seed=seed)
    else:
        options: dict[str, OptionValue] = dict(setup.options)
        game = Game(
            setup.game,
            players=setup.players,
            board=setup.board,
            first_player=setup.first_player,
            deals=deals,
            seed=seed,
            **options,  # type: ignore[arg-type]
        )
    game.headers.update(setup.headers)
    return game


def setup_of(game: Game) -> GameSetup:
    """The setup of a game that was played elsewhere, comments included."""
    from azulejos.game.records.json import write_variations

    record = game.to_record()
    return GameSetup(
        record.game,
        record.board,
        record.players,
        record.first_player,
        record.options,
        record.headers,
        record.position,
        record.comments,
        write_variations(record),
    )
