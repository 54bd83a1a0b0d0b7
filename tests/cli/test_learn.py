"""`azulejos learn`: opens the app on the lessons."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from azulejos.cli import app
from azulejos.lessons.errors import UnknownLesson


def learn(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[Any]:
    """Run the command at a terminal; the lessons that the app was opened on."""
    opened: list[Any] = []
    monkeypatch.setattr("azulejos.cli.learn.can_show_app", lambda: True)
    monkeypatch.setattr("azulejos.cli.learn.open_app", lambda *_, lesson: opened.append(lesson))
    done = CliRunner().invoke(app, ["learn", *arguments])
    if done.exception:
        raise done.exception
    return opened


def test_the_app_opens_on_a_lesson_or_on_their_list(monkeypatch: pytest.MonkeyPatch) -> None:
    assert learn(monkeypatch) == [""]
    assert learn(monkeypatch, "azul-grey") == ["azul-grey"]


def test_an_unknown_lesson_is_refused_before_the_app_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownLesson):
        learn(monkeypatch, "chess")


def test_without_a_terminal_it_says_so() -> None:
    done = CliRunner().invoke(app, ["learn"])
    assert done.exit_code == 2
    assert "needs a terminal" in done.output
