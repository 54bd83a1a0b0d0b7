"""Search limits of bots: seconds, or nodes where a seed makes the game repeatable."""

from __future__ import annotations

import pytest

from azulejos import Game
from azulejos.bots import Limits, bot
from azulejos.tui.bot_limits import HINT_SECONDS, NODES_PER_SECOND, limits_for


def test_without_a_seed_bots_think_by_the_clock() -> None:
    assert limits_for(0.5, None) == Limits(seconds=0.5)


def test_with_a_seed_bots_think_by_nodes() -> None:
    assert limits_for(0.5, 3) == Limits(nodes=NODES_PER_SECOND // 2)


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_the_same_seed_gives_the_same_hint(game: str) -> None:
    position = Game(game, seed=3).position
    nodes = limits_for(HINT_SECONDS / 10, 3).nodes
    hints = [bot("master", 3).choose(position, nodes=nodes) for _ in range(2)]
    assert hints[0].move in position.legal_moves
    assert hints[0] == hints[1]
