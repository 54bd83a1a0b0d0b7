"""Storage on this machine: the setup of the last new game, and preferences."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from azulejos.bots import BOTS, USUAL
from azulejos.engine import GAMES
from azulejos.engine.state import BOARDS
from azulejos.i18n import LANGUAGES
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
    return state_folder() / "new-game.json"


@dataclass
class Preferences:
    """What is remembered of the app: the chosen language and theme; None where none was chosen."""

    language: str | None = None
    theme: str | None = None


def load_preferences() -> Preferences:
    """The stored preferences; unknown languages are left out."""
    try:
        stored: dict[str, Any] = json.loads(_preferences_file().read_text(encoding="utf-8"))
        language, theme = stored.get("language"), stored.get("theme")
    except (OSError, ValueError, AttributeError):
        return Preferences()
    known = language if language in LANGUAGES else None
    return Preferences(known, theme if isinstance(theme, str) else None)


def save_preferences(preferences: Preferences) -> None:
    """Save the preferences; failures are ignored."""
    with contextlib.suppress(OSError):
        write_atomically(_preferences_file(), json.dumps(asdict(preferences)))


def _preferences_file() -> Path:
    return state_folder() / "preferences.json"


def state_folder() -> Path:
    """The folder of running games and choices."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "azulejos"


def put_aside(path: Path, text: str) -> Path:
    """Keep a file of which some cannot be read, and write what can; returns where it is kept."""
    aside = path.with_suffix(".damaged")
    path.replace(aside)
    write_atomically(path, text)
    return aside


def write_atomically(path: Path, text: str) -> None:
    """Write a file by writing and renaming a temporary one: readers never see half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
