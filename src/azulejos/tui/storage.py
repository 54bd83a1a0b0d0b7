"""Storage on this machine: the saved game, and the setup of the last new game."""

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

MAX_SEATS = 4


@dataclass
class Setup:
    """Setup of a new game. There are always four seats; the first `players` are used."""

    game: str = "azul"
    board: str = BOARDS[0]
    players: int = 2
    seats: list[str] = field(default_factory=lambda: [ME, *[f"{BOT} {USUAL}"] * 3])

    def seat_list(self) -> list[SeatSetup]:
        """The seats that are used."""
        return [read_seat(text) for text in self.seats[: self.players]]


def read_seat(text: str) -> SeatSetup:
    """Parse a seat: `me`, `here` or `bot LEVEL`."""
    kind, _, bot = text.partition(" ")
    if kind == BOT:
        return SeatSetup(BOT, bot=bot or None)
    return SeatSetup(HERE if kind == HERE else ME)


def seat_choices() -> list[str]:
    """All choices for a seat."""
    return [ME, HERE, *(f"{BOT} {name}" for name in BOTS)]


def load_setup() -> Setup:
    """The setup of the last new game, or the default one."""
    default = Setup()
    try:
        stored: dict[str, Any] = json.loads(_setup_file().read_text(encoding="utf-8"))
        seats = [_as_offered(seat) for seat in stored["seats"]]
        setup = Setup(stored["game"], stored["board"], int(stored["players"]), seats)
    except (OSError, ValueError, KeyError, TypeError):
        return default
    known = setup.game in GAMES and setup.board in BOARDS and 2 <= setup.players <= MAX_SEATS
    return setup if known and len(seats) == MAX_SEATS else default


def _as_offered(seat: object) -> str:
    """A stored choice; bots that are not offered any more become the default bot."""
    if seat in seat_choices():
        return str(seat)
    return f"{BOT} {USUAL}" if str(seat).startswith(f"{BOT} ") else ME


def save_setup(setup: Setup) -> None:
    """Save the setup of a new game; failures are ignored."""
    with contextlib.suppress(OSError):
        write_atomically(_setup_file(), json.dumps(asdict(setup)))


def _setup_file() -> Path:
    return saved_game_path().with_name("new-game.json")


def saved_game_path() -> Path:
    """The file of the saved game."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "azulejos" / "last-game.txt"


def save_game(game: Game) -> None:
    """Save a game, atomically."""
    write_atomically(saved_game_path(), game.to_text())


def delete_game() -> None:
    """Delete the saved game."""
    with contextlib.suppress(OSError):
        saved_game_path().unlink(missing_ok=True)


def load_game() -> Game | None:
    """The saved game, if there is one that is not over."""
    try:
        game = Game.from_text(saved_game_path().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, AzulejosError):
        return None
    return None if game.is_over else game


def write_atomically(path: Path, text: str) -> None:
    """Write a file by writing and renaming a temporary one: readers never see half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
