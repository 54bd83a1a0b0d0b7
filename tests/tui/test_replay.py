"""Replays: a slider for keys and mouse, what each move caused, the result at the end."""

from __future__ import annotations

import pytest

from azulejos.i18n import words_in
from azulejos.tui.app import AzulejosApp
from azulejos.tui.end import EndScreen
from azulejos.tui.replay import ReplayScreen
from azulejos.tui.slider import Slider
from tests.support import random_game
from tests.tui.person import SMALL, in_a_loop, until


@in_a_loop
async def test_a_record_is_watched_move_by_move() -> None:
    game = random_game(4, policy="tidy")
    game.comment("A quick start.", 1)
    app = AzulejosApp(words_in("en"), record=game)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        slider = screen.query_one(Slider)
        assert screen.ply == 0
        await pilot.press("right")
        await until(pilot, lambda: screen.ply == 1)
        assert screen.sentences_at(1)[-1].plain == "A quick start."
        await pilot.press("left")
        await until(pilot, lambda: screen.ply == 0)
        await pilot.press("pagedown")
        await until(pilot, lambda: screen.ply == 10)
        await pilot.click(slider, offset=(slider.size.width - 1, 0))
        await until(pilot, lambda: screen.ply == game.ply)
        await pilot.click(slider, offset=(0, 0))
        await until(pilot, lambda: screen.ply == 0)
        await pilot.press("space")
        await until(pilot, lambda: screen._timer is not None)
        await pilot.press("end")
        await until(pilot, lambda: screen.ply == game.ply and screen._timer is None)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, EndScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)


@pytest.mark.parametrize("name", ["azul", "summer-pavilion"])
@in_a_loop
async def test_every_moment_of_a_game_can_be_drawn(name: str) -> None:
    game = random_game(7, game=name)
    app = AzulejosApp(words_in("de"), record=game)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for ply in range(0, game.ply + 1, 7):
            screen.query_one(Slider).value = ply
            await pilot.pause()
            assert screen.sentences_at(ply)
