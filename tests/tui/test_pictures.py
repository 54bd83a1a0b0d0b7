"""How the main screens look, in three languages. `pytest tests/tui --redraw` keeps them anew."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from azulejos import Game
from azulejos.bots import bot
from azulejos.i18n import words_in
from azulejos.tui.app import AzulejosApp
from azulejos.tui.help import HelpScreen
from azulejos.tui.replay import ReplayScreen
from azulejos.tui.slider import Slider
from azulejos.tui.start import StartScreen
from tests.tui.person import (
    LARGE,
    SMALL,
    AnyPilot,
    a_game,
    a_game_before_its_end,
    in_a_loop,
    is_over,
    may_act,
    play,
    sitting,
    until,
)

PICTURES = Path(__file__).parent / "pictures"
LANGUAGES = ["en", "fi", "is"]
PATIENCE = 60.0  # seconds in which a screen has to be as it was kept
STILL = 5.0  # seconds after which a screen that stays the same will not change any more


async def compare(pilot: AnyPilot, name: str, redraw: bool) -> None:
    """A screen must look as it was kept; made-up names of styles may differ."""
    drawn, before = _drawn(pilot), ""
    while drawn != before:  # until everything has found its place
        await pilot.pause(0.05)
        drawn, before = _drawn(pilot), drawn
    path = PICTURES / f"{name}.svg"
    if redraw:
        path.write_text(drawn, encoding="utf-8")
    assert path.exists(), f"there is no {path.name}: --redraw keeps it"
    seen, kept = PICTURES / f"{name}.seen.svg", path.read_text(encoding="utf-8")
    changed = time.monotonic()
    deadline = changed + PATIENCE
    while drawn != kept and time.monotonic() < min(deadline, changed + STILL):
        await pilot.pause(0.05)  # a busy machine takes its time
        drawn, before = _drawn(pilot), drawn
        if drawn != before:
            changed = time.monotonic()
    if drawn != kept:
        seen.write_text(drawn, encoding="utf-8")
        pytest.fail(
            f"{name} looks different: compare {path} and {seen}; --redraw keeps the new one"
        )
    seen.unlink(missing_ok=True)


def _drawn(pilot: AnyPilot) -> str:
    return re.sub(r"terminal-\d+", "terminal", pilot.app.export_screenshot(title="Azulejos"))


@pytest.fixture
def redraw(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--redraw"))


def advanced(game: str, plies: int) -> Game:
    """A game in its middle, with a person's turn."""
    match = a_game(game, seats=("me", "bot greedy", "bot random"))
    player = bot("greedy", 1)
    while match.ply < plies or match.to_play != 0:
        match.play(str(player.choose(match.position).move))
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_first_screen(language: str, redraw: bool) -> None:
    app = AzulejosApp(words_in(language))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await compare(pilot, f"start-{language}", redraw)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@in_a_loop
async def test_the_table(game: str, language: str, redraw: bool) -> None:
    async with sitting(advanced(game, 20), SMALL, language) as pilot:
        await until(pilot, lambda: may_act(pilot))
        await pilot.press("enter")
        await compare(pilot, f"{game}-{language}", redraw)


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@in_a_loop
async def test_a_large_table(game: str, redraw: bool) -> None:
    async with sitting(advanced(game, 20), LARGE) as pilot:
        await until(pilot, lambda: may_act(pilot))
        await pilot.press("enter")
        await compare(pilot, f"{game}-large", redraw)


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_help(language: str, redraw: bool) -> None:
    async with sitting(advanced("azul", 0), SMALL, language) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        await compare(pilot, f"help-{language}", redraw)


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_end(language: str, redraw: bool) -> None:
    async with sitting(a_game_before_its_end(), (100, 30), language) as pilot:
        await play(pilot)
        assert is_over(pilot)
        await pilot.pause()
        await compare(pilot, f"end-{language}", redraw)


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_replay(language: str, redraw: bool) -> None:
    app = AzulejosApp(words_in(language), record=advanced("azul", 20))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        app.screen.query_one(Slider).value = 3
        await compare(pilot, f"replay-{language}", redraw)
