"""Seats of local tables, and how records store them.

Free headers name the seats: `Player n` and `Seat n`, such as `Player 2: Tito` and `Seat 2: bot
casual`. Games saved by earlier versions have the level as the player, or no `Seat n`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from azulejos.bots import ALL_BOTS, FIRST_NAMES
from azulejos.game import Game
from azulejos.game.records import Record
from azulejos.session import SeatSetup

ME: Final = "me"
HERE: Final = "here"
BOT: Final = "bot"
#: The name of the person at the keyboard in stored games.
PERSON = "you"


def write_seats(game: Game, seats: Sequence[SeatSetup]) -> Game:
    """Write the seats into the headers of a game."""
    for number, seat in enumerate(seats, start=1):
        known = seat.name or (PERSON if seat.kind == ME else f"player {number}")
        game.headers[f"Player {number}"] = known
        game.headers[f"Seat {number}"] = seat.kind
        if seat.bot:
            game.headers[f"Player {number}"] = FIRST_NAMES.get(seat.bot, seat.bot)
            game.headers[f"Seat {number}"] = f"{BOT} {seat.bot}"
    return game


def read_seats(game: Game | Record) -> list[SeatSetup]:
    """The seats of a game or its record, by its headers; unknown names are persons here."""
    seats: list[SeatSetup] = []
    for number in range(1, game.players + 1):
        name = game.headers.get(f"Player {number}", "")
        kind = game.headers.get(f"Seat {number}", BOT if name in ALL_BOTS else HERE)
        if name == PERSON:
            kind = ME
        kind, _, level = kind.partition(" ")
        level = level or name
        if kind == BOT and level in ALL_BOTS:
            seats.append(SeatSetup(BOT, bot=level))
        else:
            given = None if name in ("", PERSON, f"player {number}") else name
            seats.append(SeatSetup(ME if kind == ME else HERE, name=given))
    return seats
