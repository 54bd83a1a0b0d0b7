"""Ahead-of-time compilation of all games: `python -m azulejos.precompile`."""

from __future__ import annotations

import contextlib
import subprocess
import sys

from azulejos.bots import STRONGEST, bot
from azulejos.engine import GAMES
from azulejos.engine.compiled import CACHE
from azulejos.game import Game
from azulejos.session import views

#: The marker file in the cache folder: everything is compiled.
DONE = "everything-is-compiled"


def precompile() -> None:
    """Fill the cache of compiled code for every game, and load it into this process.

    The games share hardly any code, so each is compiled in a process of its own.
    """
    if CACHE and not (CACHE / DONE).exists():
        _compile_in_parallel()
    for game in GAMES:
        compile_game(game)
    if CACHE:
        with contextlib.suppress(OSError):
            (CACHE / DONE).touch()


def precompile_once() -> None:
    """Precompile unless the cache is complete already."""
    if CACHE is None or not (CACHE / DONE).exists():
        precompile()


def compile_game(name: str) -> None:
    """Compile a game by one move of the strongest bot: two and more players search differently."""
    for players in (2, 3):
        game = Game(name, players=players, seed=0)
        views.options(game.position)
        game.play(bot(STRONGEST, seed=0).choose(game.position, nodes=1).move)


def _compile_in_parallel() -> None:
    """Compile every game in its own process; failures are left for `compile_game` to repeat."""
    outputs = [None, *[subprocess.DEVNULL] * (len(GAMES) - 1)]  # only one reports its progress
    processes = [
        subprocess.Popen([sys.executable, "-m", "azulejos.precompile", game], stderr=output)
        for game, output in zip(GAMES, outputs, strict=True)
    ]
    for process in processes:
        process.wait()


def main(games: list[str]) -> None:
    """Compile the named games, or all."""
    for game in games:
        compile_game(game)
    if not games:
        precompile()


if __name__ == "__main__":
    main(sys.argv[1:])
