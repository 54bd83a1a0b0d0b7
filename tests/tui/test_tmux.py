"""The app in a real terminal: started by its command, driven by real keys, killed and resumed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos import Game
from azulejos.session import SeatSetup
from azulejos.tui.seats import write_seats

#: Variables that would speak for the user, or hide the size of the window.
UNSET = ("-u", "LANGUAGE", "-u", "COLUMNS", "-u", "LINES")
#: Moves that are left to play by keys.
MOVES_TO_GO = 6
PATIENCE = 300.0  # seconds; compiling may have to come first


class Tmux:
    """A window, and somebody who types into it and reads it."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux")
        self.folder = folder

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-f", "/dev/null", "-S", self.socket, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
        return done.stdout

    def start(self, *arguments: str, size: tuple[int, int] = (80, 24), **settings: str) -> None:
        """Start the program in a new window."""
        folders = {name: str(self.folder / name) for name in ("state", "data")}
        homes = {f"XDG_{name.upper()}_HOME": folder for name, folder in folders.items()}
        chosen = {**homes, "LC_ALL": "C.UTF-8", **settings}
        environment = [f"{name}={value}" for name, value in chosen.items()]
        program = [sys.executable, "-m", "azulejos", *arguments]
        words = ["env", *UNSET, *environment, *program]
        columns, rows = map(str, size)
        self.tmux("new-session", "-d", "-s", "play", "-x", columns, "-y", rows, *words)

    def press(self, *keys: str) -> None:
        """Real keys, by their names."""
        self.tmux("send-keys", "-t", "play", *keys)

    def read(self, until: str) -> str:
        """What stands on the screen, once some words are there."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            shown = self.tmux("capture-pane", "-p", "-t", "play")
            if re.search(until, shown):
                return shown
            time.sleep(0.1)
        raise AssertionError(f"expected {until!r}, got {shown}")

    def kill_program(self) -> None:
        """Kill the program in the middle of whatever it does."""
        pid = int(self.tmux("display-message", "-p", "-t", "play", "#{pane_pid}"))
        os.kill(pid, signal.SIGKILL)

    def has_ended(self) -> bool:
        """Whether the window is closed."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                self.tmux("has-session", "-t", "play")
            except subprocess.CalledProcessError:
                return True
            time.sleep(0.1)
        return False


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    if shutil.which("tmux") is None:
        pytest.skip("no tmux found: install it, or run `make test` where it may use apt")
    terminal = Tmux(tmp_path)
    yield terminal
    command = ["tmux", "-S", terminal.socket, "kill-server"]
    subprocess.run(command, capture_output=True, check=False)


def kept(tmux: Tmux) -> Game:
    (path,) = (tmux.folder / "state" / "azulejos" / "games").iterdir()
    return Game.from_text(path.read_text(encoding="utf-8"))


def test_a_game_in_a_real_terminal_survives_being_killed(tmux: Tmux) -> None:
    tmux.start("play", "--seed", "3")
    tmux.read("Start a new game")
    tmux.press("Enter")
    tmux.read("Your turn")
    tmux.press("Down", "Enter")
    tmux.read("Back")
    tmux.press("Enter")
    tmux.press("s")
    tmux.read(r"Tito takes")
    tmux.read("Your turn")
    tmux.kill_program()
    assert tmux.has_ended()
    before = kept(tmux)
    assert before.ply >= 2
    tmux.start("play", "--resume", "--language", "fi")
    tmux.read("Sinun vuorosi")
    assert kept(tmux) == before
    tmux.press("u")
    tmux.press("?")
    tmux.read("Näppäimet")
    tmux.press("Escape")
    tmux.read("Sinun vuorosi")
    tmux.press("q")
    assert tmux.has_ended()


def test_a_poor_terminal_shows_letters(tmux: Tmux) -> None:
    tmux.start("play", "summer-pavilion", "--seed", "3", NO_COLOR="1")
    shown = tmux.read("Your turn")
    assert re.search(r"1.[PGOYBR].", shown)
    for star, letter in enumerate("PORBYG", start=1):
        assert f"★{star}" in shown
        assert f"○{letter}" in shown
    tmux.press("q")
    assert tmux.has_ended()


@pytest.mark.parametrize(("name", "size"), [("azul", (80, 24)), ("summer-pavilion", (160, 50))])
def test_enter_alone_plays_to_the_end_and_the_game_is_replayed(
    tmux: Tmux, name: str, size: tuple[int, int]
) -> None:
    game = Game(name, seed=5)
    while not _is_near_the_end(game):
        game.play(str(next(iter(game.legal_moves))))
    write_seats(game, [SeatSetup("me"), SeatSetup("here")])
    folder = tmux.folder / "state" / "azulejos"
    folder.mkdir(parents=True)
    (folder / "last-game.txt").write_text(game.to_text(), encoding="utf-8")
    tmux.start("play", size=size, NO_COLOR="1" if size == (80, 24) else "")
    tmux.read("Continue a game")
    tmux.press("Enter")
    shown = tmux.read("your turn")
    while "Play again" not in shown:
        tmux.press("Enter")
        shown = tmux.read("your turn|Play again")
    assert not (folder / "last-game.txt").exists()
    tmux.press("r")
    tmux.read(r"Move 0 of \d+")
    tmux.press("q")
    tmux.read("Play again")
    tmux.press("q")
    tmux.read("Finished games")
    tmux.press("q")
    assert tmux.has_ended()
    (path,) = (tmux.folder / "data" / "azulejos" / "games").iterdir()
    assert Game.from_text(path.read_text(encoding="utf-8")).is_over


def _is_near_the_end(game: Game) -> bool:
    """Whether a few moves of any kind end the game."""
    trial = game.copy()
    for _ in range(MOVES_TO_GO):
        if not trial.is_over:
            trial.play(str(next(iter(trial.legal_moves))))
    return trial.is_over


def test_another_language_and_a_new_game_beside_the_kept_one(tmux: Tmux) -> None:
    tmux.start("play", "--seed", "3")
    tmux.read("Start a new game")
    tmux.press("Enter")
    tmux.read("Your turn")
    tmux.press("Enter")
    tmux.read("Back")
    tmux.press("Enter")
    tmux.read("Tito takes")
    tmux.read("Your turn")
    before = kept(tmux)
    tmux.press("q")
    tmux.read("Continue a game")
    tmux.press("l")
    tmux.read("Suomi")
    tmux.press("Down", "Enter")
    tmux.read("Jatka peliä")
    tmux.press("F5")
    tmux.read("Pelin kulku")  # in the footer of a table only
    assert len(list((tmux.folder / "state" / "azulejos" / "games").iterdir())) == 2
    tmux.press("q")
    tmux.read("Jatka peliä")
    assert kept(tmux) == before
    tmux.press("?")
    tmux.read("Näppäimet")
    tmux.press("Escape")
    tmux.read("Jatka peliä")
    tmux.tmux("resize-window", "-t", "play", "-x", "70", "-y", "20")
    tmux.read("70.20")
    tmux.press("q")
    assert tmux.has_ended()


def test_a_record_is_watched_in_a_real_terminal(tmux: Tmux) -> None:
    game = Game(seed=7)
    for _ in range(3):
        game.play(str(next(iter(game.legal_moves))))
    record = tmux.folder / "game.txt"
    record.write_text(game.to_text(), encoding="utf-8")
    tmux.start("replay", str(record))
    tmux.read("Move 0 of 3")
    tmux.press("End")
    tmux.read("Move 3 of 3")
    tmux.press("q")
    assert tmux.has_ended()
