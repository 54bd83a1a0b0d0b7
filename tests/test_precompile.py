"""Warming up: everything is compiled before anybody waits, and once is enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from azulejos import precompile
from azulejos.engine import GAMES
from azulejos.search import alphabeta, mcts


@pytest.fixture
def compiled_aside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which games were given to processes of their own, which are not really started."""
    games: list[str] = []

    class Process:
        def __init__(self, command: list[str], **_: object) -> None:
            games.append(command[-1])

        def wait(self) -> int:
            return 0

    monkeypatch.setattr("azulejos.precompile.subprocess.Popen", Process)
    return games


def test_all_that_bots_think_with_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "CACHE", None)
    precompile.precompile()
    signatures = {
        function: len(getattr(function, "signatures", GAMES))
        for function in (alphabeta.iterative_deepening, mcts.search)
    }
    assert signatures[alphabeta.iterative_deepening] >= 1
    assert signatures[mcts.search] >= len(GAMES)


def test_what_is_compiled_is_not_compiled_once_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiled_aside: list[str]
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(precompile, "CACHE", tmp_path)
    monkeypatch.setattr("azulejos.session.views.options", asked.append)
    precompile.precompile_once()
    first = len(asked)
    assert first
    assert compiled_aside == list(GAMES)
    precompile.precompile_once()
    assert len(asked) == first
    monkeypatch.setattr(
        precompile, "CACHE", None
    )  # nothing can be kept: it has to be done each time
    precompile.precompile_once()
    assert len(asked) == 2 * first
    assert compiled_aside == list(GAMES)


def test_one_game_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[str] = []
    monkeypatch.setattr(precompile, "compile_game", thought.append)
    precompile.main(["azul"])
    assert thought == ["azul"]
    monkeypatch.setattr(precompile, "CACHE", None)
    precompile.main([])
    assert thought == ["azul", *GAMES]
