"""Who sits at a table on this machine: you, somebody else here, or a bot; and how games keep it.

Free headers of the record name the seats, so that the typed game can go on with a kept game too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from azulejos.bots import ALL_BOTS
from azulejos.game import Game

ME, HERE, BOT = "me", "here", "bot"
#: How the typed game calls the person at the keyboard.
PERSON = "you"


@dataclass(frozen=True)
class Seat:
    """One seat: `kind` is me, here or bot; `bot` the level where one plays."""

    kind: str
    bot: str | None = None
    name: str | None = None


def write_seats(game: Game, seats: Sequence[Seat]) -> Game:
    """Write who sits where into the headers of a game."""
    for number, seat in enumerate(seats, start=1):
        known = seat.bot or seat.name or (PERSON if seat.kind == ME else f"player {number}")
        game.headers[f"Player {number}"] = known
        game.headers[f"Seat {number}"] = seat.kind
    return game


def read_seats(game: Game) -> list[Seat]:
    """Who sits at a game, by its headers; whoever is no bot is a person here."""
    seats: list[Seat] = []
    for number in range(1, game.players + 1):
        name = game.headers.get(f"Player {number}", "")
        kind = game.headers.get(f"Seat {number}", BOT if name in ALL_BOTS else HERE)
        if name == PERSON:
            kind = ME
        if kind == BOT and name in ALL_BOTS:
            seats.append(Seat(BOT, bot=name))
        else:
            given = None if name in ("", PERSON, f"player {number}") else name
            seats.append(Seat(ME if kind == ME else HERE, name=given))
    return seats


def describe(game: Game, *, yours: bool = True) -> list[dict[str, object]]:
    """The seats as the protocol's `table` lists them."""
    return [
        {
            "seat": number,
            "name": seat.name,
            "kind": seat.kind,
            "bot": seat.bot,
            "stand_in": None,
            "present": True,
            "yours": yours and seat.kind != BOT,
            "replaceable": False,
        }
        for number, seat in enumerate(read_seats(game))
    ]
