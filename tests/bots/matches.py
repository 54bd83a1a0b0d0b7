"""What the tests of thinking bots share: limits, matches, and games that differ unseen."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game
from azulejos.bots.base import Bot
from azulejos.engine import GAMES, AnyPosition
from azulejos.engine.state import BOARDS

ROOT = Path(__file__).resolve().parents[2]

#: Hardly any time to think.
TINY_LIMITS: tuple[dict[str, Any], ...] = (
    {"nodes": 1},
    {"seconds": 0},
    {"nodes": 0},
    {"nodes": 7, "seconds": 0.001},
    {"nodes": 2, "depth": 1},
)

every_configuration = pytest.mark.parametrize(
    ("game", "board", "players"),
    [(game, board, players) for game in GAMES for board in BOARDS for players in (2, 3, 4)],
)


def victories(
    game: str, one: tuple[Bot, dict[str, Any]], other: tuple[Bot, dict[str, Any]], games: int
) -> float:
    """How many games of two players the first bot wins; each deal is played from both sides."""
    won = 0.0
    for number in range(games):
        seat = number % 2
        match = Game(game, seed=100 + number // 2)
        while match.to_play is not None:
            bot, limits = one if match.to_play == seat else other
            match.play(bot.choose(match.position, **limits).move)
        won += (seat in match.winners) / len(match.winners)
    return won


def positions_alike_but_for_unseen_tiles(game: str) -> list[AnyPosition]:
    """The same first deal in two games whose later tiles come in another order."""
    whole = Game(game, seed=1)
    deals = [entry.text for entry in whole.to_record().entries if entry.kind == "deal"]
    games = [Game(game, deals=deals, seed=seed) for seed in (2, 3)]
    return [match.position for match in games]


def assert_line_can_be_played(position: AnyPosition, line: Iterable[Any]) -> None:
    """All moves of a line are legal, one after another."""
    match = Game(position=position, deals=())
    for move in line:
        match.play(move)


def in_plain_python(kind: type[Bot], position: AnyPosition, **limits: Any) -> Any:
    """What a bot with seed 7 says where nothing is compiled, and whether it does so silently."""
    code = (
        "import numba, pickle, sys\n"
        f"from {kind.__module__} import {kind.__name__}\n"
        "assert numba.config.DISABLE_JIT\n"
        "position, limits = pickle.loads(sys.stdin.buffer.read())\n"
        f"choice = {kind.__name__}(7).choose(position, **limits)\n"
        "sys.stdout.buffer.write(pickle.dumps(choice))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        input=pickle.dumps((position, limits)),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return pickle.loads(done.stdout)
