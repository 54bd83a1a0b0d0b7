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

PATIENCE = 300.0  # seconds; compiling may have to come first


class Tmux:
    """A window of 80 by 24, and somebody who types into it and reads it."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux")
        self.folder = folder

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-f", "/dev/null", "-S", self.socket, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
        return done.stdout

    def start(self, *arguments: str, **settings: str) -> None:
        """Start the program in a new window."""
        chosen = {"XDG_STATE_HOME": str(self.folder / "state"), "LC_ALL": "C.UTF-8", **settings}
        environment = [f"{name}={value}" for name, value in chosen.items()]
        program = [sys.executable, "-m", "azulejos", *arguments]
        words = ["env", "-u", "LANGUAGE", *environment, *program]
        size = ["-x", "80", "-y", "24"]
        self.tmux("new-session", "-d", "-s", "play", *size, *words)

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
    path = tmux.folder / "state" / "azulejos" / "last-game.txt"
    return Game.from_text(path.read_text(encoding="utf-8"))


def test_a_game_in_a_real_terminal_survives_being_killed(tmux: Tmux) -> None:
    tmux.start("play", "--seed", "3")
    tmux.read("Who sits where")
    tmux.press("Enter")
    tmux.read("Your turn")
    tmux.press("Down", "Enter")
    tmux.read("Back")
    tmux.press("Enter")
    tmux.press("s")
    tmux.read(r"Casual takes")
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
    shown = tmux.read("Your turn|plays")
    assert re.search(r"1.[PGOYBR].", shown)
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
