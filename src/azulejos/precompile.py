"""Compile everything ahead of its first use: `python -m azulejos.precompile`."""

from __future__ import annotations

import contextlib
import subprocess
import sys

from azulejos.bots import STRONGEST, bot
from azulejos.engine import GAMES
from azulejos.engine.compiled import CACHE
from azulejos.game import Game
from azulejos.session import views

#: The file beside the compiled code which says that all of it is there.
DONE = "everything-is-compiled"


def warm_up() -> None:
    """Let bots think about every game, so that nothing is left to compile or to load.

    Compiling tells about itself. Games share hardly any code, so they are compiled side by side.
    """
    if CACHE and not (CACHE / DONE).exists():
        _compile_side_by_side()
    for game in GAMES:
        think_about(game)
    if CACHE:
        with contextlib.suppress(OSError):
            (CACHE / DONE).touch()


def warm_up_once() -> None:
    """The same, unless it was done before: then everything loads by itself, and soon."""
    if CACHE is None or not (CACHE / DONE).exists():
        warm_up()


def think_about(name: str) -> None:
    """Let the strongest bot move: two players are one way to think, more another."""
    for players in (2, 3):
        game = Game(name, players=players, seed=0)
        views.options(game.position)
        game.play(bot(STRONGEST, seed=0).choose(game.position, nodes=1).move)


def _compile_side_by_side() -> None:
    """Fill the cache, with a process for each game; whatever one of them leaves is done later."""
    ways_to_tell = [None, *[subprocess.DEVNULL] * (len(GAMES) - 1)]  # one tells for all
    processes = [
        subprocess.Popen([sys.executable, "-m", "azulejos.precompile", game], stderr=told)
        for game, told in zip(GAMES, ways_to_tell, strict=True)
    ]
    for process in processes:
        process.wait()


def main(games: list[str]) -> None:
    """Warm up some games, or all together."""
    for game in games:
        think_about(game)
    if not games:
        warm_up()


if __name__ == "__main__":
    main(sys.argv[1:])
