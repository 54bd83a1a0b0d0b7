"""Before the app is shown: which language, which terminal, and poor terminals."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest
from rich.color import Color, ColorSystem

from azulejos.cli.common import can_show_app
from azulejos.i18n import LANGUAGES
from azulejos.tui.app import language_of, words_for
from azulejos.tui.games import GAME_VIEWS
from azulejos.tui.tiles import MARKER, MOTIFS, colours_of
from tests.tui.person import SMALL, a_game, in_a_loop, latest, may_act, sitting, until


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "nn_NO.UTF-8"}, "nb"),
        ({"LC_ALL": "de_AT", "LC_MESSAGES": "fi_FI"}, "de"),
        ({"LANGUAGE": "se:is:en", "LANG": "fi_FI"}, "is"),
    ],
)
def test_the_language_is_that_of_the_terminal(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_a_language_can_be_chosen() -> None:
    for code in LANGUAGES:
        assert words_for(code).language == code


class Tty(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Tty:
    """Sit down at a terminal; in the test itself, for pytest changes streams before it."""
    screen = Tty()
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, screen)
    monkeypatch.setenv("TERM", "xterm")
    return screen


def test_the_app_is_shown_where_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_terminal(monkeypatch)
    assert can_show_app()
    monkeypatch.setenv("TERM", "dumb")
    assert not can_show_app()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not can_show_app()


# Poor terminals


@pytest.mark.parametrize(
    "letter", [*sorted({letter for view in GAME_VIEWS.values() for letter in view.letters}), MARKER]
)
def test_sixteen_colours_keep_a_letter_readable_on_its_tile(letter: str) -> None:
    ink, ground, _ = (
        Color.parse(colour).downgrade(ColorSystem.STANDARD).number for colour in colours_of(letter)
    )
    assert ink != ground


def test_every_colour_has_a_letter_and_a_motif_of_its_own() -> None:
    for letters in (view.letters for view in GAME_VIEWS.values()):
        motifs: list[Any] = [MOTIFS[letter] for letter in letters]
        assert len(set(motifs)) == len(letters)


@in_a_loop
async def test_without_colour_every_tile_shows_its_letter() -> None:
    async with sitting(a_game(), SMALL) as pilot:
        await until(pilot, lambda: may_act(pilot))
        state = latest(pilot).state
        drawn = str(pilot.app.screen.query_one("#offer").canvas)  # type: ignore[attr-defined]
        for pile in state.factories:
            for letter in pile:
                assert letter.upper() in drawn
