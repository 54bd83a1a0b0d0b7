"""What is kept on this machine: the game that is being played, and the choices of the last one."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from azulejos.bots import BOTS, USUAL
from azulejos.engine import GAMES
from azulejos.engine.errors import AzulejosError
from azulejos.engine.state import BOARDS
from azulejos.game import Game
from azulejos.session import SeatSetup
from azulejos.tui.seats import BOT, HERE, ME

MOST_SEATS = 4


@dataclass
class Setup:
    """What a new game is made of. There are always four seats; the first `players` count."""

    game: str = "azul"
    board: str = BOARDS[0]
    players: int = 2
    seats: list[str] = field(default_factory=lambda: [ME, *[f"{BOT} {USUAL}"] * 3])

    def seat_list(self) -> list[SeatSetup]:
        """The seats that count."""
        return [read_seat(text) for text in self.seats[: self.players]]


def read_seat(text: str) -> SeatSetup:
    """A seat as choices write it: `me`, `here` or `bot casual`."""
    kind, _, bot = text.partition(" ")
    if kind == BOT:
        return SeatSetup(BOT, bot=bot or None)
    return SeatSetup(HERE if kind == HERE else ME)


def seat_choices() -> list[str]:
    """Everybody who can sit on a seat."""
    return [ME, HERE, *(f"{BOT} {name}" for name in BOTS)]


def load_setup() -> Setup:
    """The choices of last time, as far as they can still be made."""
    usual = Setup()
    try:
        stored: Any = json.loads(_setup_file().read_text(encoding="utf-8"))
        seats = [_as_offered(seat) for seat in stored["seats"]]
        setup = Setup(stored["game"], stored["board"], int(stored["players"]), seats)
    except (OSError, ValueError, KeyError, TypeError):
        return usual
    known = setup.game in GAMES and setup.board in BOARDS and 2 <= setup.players <= MOST_SEATS
    return setup if known and len(seats) == MOST_SEATS else usual


def _as_offered(seat: Any) -> str:
    """A choice of last time; for bots that are not offered any more there are the usual ones."""
    if seat in seat_choices():
        return str(seat)
    return f"{BOT} {USUAL}" if str(seat).startswith(f"{BOT} ") else ME


def save_setup(setup: Setup) -> None:
    """Keep the choices for next time; without room for them the usual ones come back."""
    with contextlib.suppress(OSError):
        write_atomically(_setup_file(), json.dumps(asdict(setup)))


def _setup_file() -> Path:
    return saved_game_path().with_name("new-game.json")


def saved_game_path() -> Path:
    """The file of the saved game."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "azulejos" / "last-game.txt"


def save_game(game: Game) -> None:
    """Keep a game, whole or not at all: whoever is killed meanwhile finds the one before."""
    write_atomically(saved_game_path(), game.to_text())


def delete_game() -> None:
    """The kept game is over, or given up."""
    with contextlib.suppress(OSError):
        saved_game_path().unlink(missing_ok=True)


def load_game() -> Game | None:
    """The kept game, if there is one that is not over."""
    try:
        game = Game.from_text(saved_game_path().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, AzulejosError):
        return None
    return None if game.is_over else game


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that nobody ever reads half of it, not even after a power cut."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
