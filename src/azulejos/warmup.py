"""Having everything compiled, or loaded, before anybody waits for it."""

from __future__ import annotations

import contextlib
from itertools import product

from azulejos import views
from azulejos.bots import STRONGEST, bot
from azulejos.engine import GAMES
from azulejos.engine.compiled import CACHE
from azulejos.game import Game

#: The file beside the compiled code which says that all of it is there.
DONE = "everything-is-compiled"


def warm_up() -> None:
    """Let the strongest bot move in every game: two players are one way to think, more another.

    Compiling tells about itself.
    """
    for name, players in product(GAMES, (2, 3)):
        game = Game(name, players=players, seed=0)
        views.options(game.position)
        game.play(bot(STRONGEST, seed=0).choose(game.position, nodes=1).move)
    if CACHE:
        with contextlib.suppress(OSError):
            (CACHE / DONE).touch()


def warm_up_once() -> None:
    """The same, unless it was done before: then everything loads by itself, and soon."""
    if CACHE is None or not (CACHE / DONE).exists():
        warm_up()
