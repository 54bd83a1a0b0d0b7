"""Files of local games: running ones in the state folder, finished ones in the archive.

Every game has a file of its own, so that no game replaces another. Earlier versions kept one game,
in `last-game.txt`; it is read and continued like the others.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from azulejos.engine.errors import AzulejosError
from azulejos.engine.names import GAME_NAMES
from azulejos.game import Game
from azulejos.game.records import Record
from azulejos.game.records import text as record_text
from azulejos.tui.storage import state_folder, write_atomically

SUFFIX = ".txt"


def games_folder() -> Path:
    """The folder of running games."""
    return state_folder() / "games"


def archive_folder() -> Path:
    """The folder of finished games."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "azulejos" / "games"


def earlier_path() -> Path:
    """The file of the one game that earlier versions kept."""
    return state_folder() / f"last-game{SUFFIX}"


class GameFile:
    """The file of one game, moved to the archive when the game is over."""

    def __init__(self, path: Path) -> None:
        self.path = path
        name = path.name if path != earlier_path() else _new_name()
        self.archived = archive_folder() / name

    @classmethod
    def new(cls) -> GameFile:
        """The file of a new game; it is written with the first `save`."""
        return cls(games_folder() / _new_name())

    def save(self, game: Game) -> None:
        """Write a game atomically: to the archive if it is over, or else to the running ones."""
        if game.is_over:
            write_atomically(self.archived, game.to_text())
            self.path.unlink(missing_ok=True)
        else:
            write_atomically(self.path, game.to_text())

    def delete(self) -> None:
        """Delete a running game; failures are ignored."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def load(self, seed: int | None = None) -> Game:
        """The game, replayed and checked."""
        return Game.from_text(self.path.read_text(encoding="utf-8"), seed)


def _new_name() -> str:
    """A file name that sorts by time and is never given twice."""
    now = datetime.now().astimezone()
    return f"{now:%Y-%m-%d-%H%M%S}-{secrets.token_hex(4)}{SUFFIX}"


@dataclass(frozen=True)
class StoredGame:
    """A game in a list: its file, what the file says, and when it was written."""

    file: GameFile
    record: Record
    when: datetime

    @property
    def moves(self) -> int:
        """The number of moves."""
        return sum(entry.kind == "move" for entry in self.record.entries)


def running_games() -> list[StoredGame]:
    """The games to continue, the latest first. Unreadable files are left out."""
    found = [*_stored(games_folder()), *_stored_file(earlier_path())]
    return _latest_first(game for game in found if game.record.scores is None)


def finished_games() -> list[StoredGame]:
    """The archive, the latest game first. Unreadable files are left out."""
    return _latest_first(game for game in _stored(archive_folder()) if game.record.scores)


def latest_file() -> GameFile | None:
    """The file that was written last, readable or not."""
    paths = [path for path in (*_files(games_folder()), earlier_path()) if path.is_file()]
    newest = max(paths, key=lambda path: path.stat().st_mtime_ns, default=None)
    return None if newest is None else GameFile(newest)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []


def _stored(folder: Path) -> Iterator[StoredGame]:
    for path in _files(folder):
        yield from _stored_file(path)


def _stored_file(path: Path) -> Iterator[StoredGame]:
    """What a file stores; nothing if it cannot be read. Moves are not replayed."""
    try:
        record = record_text.read(path.read_text(encoding="utf-8"))
        written = path.stat().st_mtime
    except (OSError, UnicodeDecodeError, AzulejosError):
        return
    if record.game in GAME_NAMES:
        yield StoredGame(GameFile(path), record, datetime.fromtimestamp(written).astimezone())


def _latest_first(games: Iterator[StoredGame]) -> list[StoredGame]:
    return sorted(games, key=lambda game: (game.when, game.file.path.name), reverse=True)
