"""What the page shows between two states: events applied to the state before lead to the next."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from azulejos import Game
from azulejos.session import views

HERE = Path(__file__).parent
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="no Node.js found: the tests of the page need it")
def test_events_retell_whole_games(tmp_path: Path) -> None:
    assert NODE is not None
    games = [
        views.moments(random_game(name, players, board))
        for name in ("azul", "summer-pavilion")
        for players, board in ((2, "coloured"), (3, "grey"), (4, "coloured"))
    ]
    told = tmp_path / "games.json"
    told.write_bytes(msgspec.json.encode(games))
    done = subprocess.run(
        [NODE, "retell.mjs", str(told)], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def random_game(name: str, players: int, board: str) -> Game:
    """A game of random moves."""
    rng = random.Random(players)
    game = Game(name, players=players, board=board, seed=players)
    while not game.is_over:
        game.play(rng.choice(list(game.legal_moves)))
    return game
