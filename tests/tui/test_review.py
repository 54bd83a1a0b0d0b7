"""The review of a game in the terminal: progress, graph, moves with judgements, replay."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from textual.widgets import OptionList, ProgressBar, Static

from azulejos import Game
from azulejos.analysis import Decision, Effort, ResultCache, Review, review
from azulejos.i18n import words_in
from azulejos.tui.app import AzulejosApp
from azulejos.tui.canvas import Picture
from azulejos.tui.end import EndScreen
from azulejos.tui.replay import ReplayScreen
from azulejos.tui.review import ReviewScreen
from azulejos.tui.share_chart import ply_after, shares_by_ply
from tests.support import random_game
from tests.tui.person import (
    SMALL,
    AnyPilot,
    a_game_before_its_end,
    in_a_loop,
    may_act,
    play,
    sitting,
    until,
)

TINY = Effort(name="tiny", nodes=300, tree_nodes=200, samples=2, proof_nodes=50)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews of little effort, which leave nothing in the cache of this machine."""
    cache = ResultCache(None)

    def made(game: Game, report: Callable[[int, int], None], cancel: threading.Event) -> Review:
        return review(game, TINY, report=report, cancel=cancel, cache=cache)

    monkeypatch.setattr(ReviewScreen.__init__, "__kwdefaults__", {"mine": None, "reviewer": made})


async def reviewed(pilot: AnyPilot) -> ReviewScreen:
    """The review, as soon as it is done."""
    await until(pilot, lambda: isinstance(pilot.app.screen, ReviewScreen))
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    await until(pilot, lambda: screen.review is not None)
    return screen


@in_a_loop
async def test_a_finished_game_is_reviewed_from_its_end_screen_and_replayed_from_there() -> None:
    async with sitting(a_game_before_its_end()) as pilot:
        await until(pilot, lambda: may_act(pilot))
        await play(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await pilot.press("v")
        screen = await reviewed(pilot)
        result = screen.review
        assert result is not None
        assert result.is_over
        steps = screen.query_one("#steps", OptionList)
        assert steps.option_count == len(result.steps)
        bad = [
            index
            for index, step in enumerate(result.steps)
            if isinstance(step, Decision) and step.player == 0 and step.judgement != "good"
        ]
        assert bad, "the bot of this game slips"
        await pilot.press("n")
        await until(pilot, lambda: steps.highlighted == bad[0])
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        replay = pilot.app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.ply == ply_after(result.steps[bad[0]])
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))


@in_a_loop
async def test_the_review_names_judgements_in_signs_and_words_and_the_worth_of_luck() -> None:
    game = random_game(4, policy="tidy")
    app = AzulejosApp(words_in("en"), record=game)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("v")
        screen = await reviewed(pilot)
        await until(pilot, lambda: str(screen.query_one("#sentence", Static).content) != "")
        sentence = str(screen.query_one("#sentence", Static).content)
        assert "The deals were worth" in sentence
        assert "Error rate" in sentence
        graph = str(screen.query_one("#graph", Picture).canvas)
        assert "100%" in graph
        assert "┊" in graph  # deals
        await pilot.press("n")
        reasons = screen.query_one("#reasons", Static)
        await until(pilot, lambda: "Better:" in str(reasons.content))
        first = sentence
        await pilot.press("tab")
        await until(pilot, lambda: str(screen.query_one("#sentence", Static).content) != first)
        assert screen.seat == 1
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))


@in_a_loop
async def test_leaving_a_review_that_is_not_done_cancels_it() -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(game: Game, report: Callable[[int, int], None], cancel: threading.Event) -> Review:
        report(1, 10)
        begun.set()
        cancel.wait()
        ended.set()
        return review(game, TINY, cancel=cancel, cache=ResultCache(None))

    game = random_game(4, policy="tidy")
    app = AzulejosApp(words_in("en"), record=game)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        screen = ReviewScreen(game, ["Ana", "Ben"], words_in("en"), reviewer=endless)
        app.push_screen(screen)
        await until(pilot, begun.is_set)
        await until(pilot, lambda: screen.query_one(ProgressBar).total == 10)
        await pilot.press("escape")
        await until(pilot, ended.is_set)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))


def test_the_graph_has_the_shares_after_the_draws_of_each_ply() -> None:
    game = random_game(4, policy="tidy")
    result = review(game, TINY, cache=ResultCache(None))
    shares = shares_by_ply(result)
    assert len(shares) == game.ply + 1
    for ply, values in enumerate(shares):
        last = [step for step in result.steps if ply_after(step) == ply][-1]
        value = last.played if isinstance(last, Decision) else last.value
        assert values == value.shares


def test_every_review_has_its_keys_in_its_own_language() -> None:
    game = random_game(4, policy="tidy")
    for language, text in (("en", "Next player"), ("de", "Nächster Spieler")):
        screen = ReviewScreen(game, ["Ana", "Ben"], words_in(language))
        assert [each.description for each in screen._bindings.get_bindings_for_key("tab")] == [text]
