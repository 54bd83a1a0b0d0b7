"""Compilation in the terminal app: its progress is shown, and only what needs it waits."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import ProgressBar, Static

from azulejos.i18n import words_in
from azulejos.precompile import JOBS, Job, Precompiler, Progress, job_for
from azulejos.tui.app import AzulejosApp
from azulejos.tui.local import LocalTable
from azulejos.tui.preparation import PreparationBar, PreparationScreen, progress_text
from azulejos.tui.start import StartScreen
from azulejos.tui.table import TableScreen
from tests.tui.person import a_game, in_a_loop, until


class Unfinished(Precompiler):
    """Jobs that a test finishes, one by one."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self.wanted: set[Job] = set()

    def start(self) -> None:
        """Nothing: the test decides."""

    def want(self, game: str, players: int | None = None, *, analysis: bool = False) -> None:
        self.wanted.add(job_for(game, players, analysis=analysis))

    def advance(self, job: Job, fraction: float) -> None:
        (self.folder / f"{job.name}.progress").write_text(str(fraction))

    def finish(self, *jobs: Job) -> None:
        self._finished.update(jobs)


@pytest.fixture
def precompiler(tmp_path: Path) -> Unfinished:
    return Unfinished(tmp_path)


@in_a_loop
async def test_the_start_screen_shows_the_progress_of_the_chosen_game(
    precompiler: Unfinished,
) -> None:
    app = AzulejosApp(words_in("en"), precompiler=precompiler)
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        bar = app.screen.query_one(PreparationBar)
        assert bar.display
        precompiler.advance(job_for("azul"), 1.0)
        text = app.screen.query_one("#preparation-text", Static)
        jobs = [job_for("azul"), job_for("azul", 2)]
        percent = int(100 * jobs[0].seconds / sum(job.seconds for job in jobs))
        told = f"Preparing Azul for this machine: {percent}%"
        await until(pilot, lambda: told in str(text.content))
        assert app.screen.query_one(ProgressBar).progress == percent
        precompiler.finish(*JOBS)
        await until(pilot, lambda: not bar.display)


@in_a_loop
async def test_a_new_game_waits_for_its_rules_only(precompiler: Unfinished) -> None:
    app = AzulejosApp(words_in("en"), pace=0, seed=1, precompiler=precompiler)
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(app.screen, PreparationScreen))
        assert job_for("azul") in precompiler.wanted
        precompiler.finish(job_for("azul"))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert not precompiler.is_complete


@in_a_loop
async def test_a_bot_waits_for_its_search_and_people_do_not(precompiler: Unfinished) -> None:
    precompiler.finish(job_for("azul"))
    words = words_in("en")
    game = a_game(seats=("bot casual", "me"))
    table = LocalTable(game, words, pace=0, seed=1, precompiler=precompiler)
    app = AzulejosApp(words, lambda _: table, precompiler=precompiler)
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await until(pilot, lambda: precompiler.wanted == {job_for("azul", 2)})
        assert app.screen.query_one(PreparationBar).display
        if table.game.to_play == 0:
            assert table.game.ply == 0
            precompiler.finish(job_for("azul", 2))
            await until(pilot, lambda: table.game.ply > 0)
        precompiler.finish(*JOBS)
        await until(pilot, lambda: not app.screen.query_one(PreparationBar).display)


@pytest.mark.parametrize(
    ("language", "seconds", "sentence"),
    [
        ("en", 0.2, "Preparing Azul for this machine: 40% About 1 second left."),
        ("en", 11.5, "Preparing Azul for this machine: 40% About 12 seconds left."),
        (
            "de",
            None,
            "Azul wird für diesen Rechner vorbereitet: 40\u00a0% Das passiert nur einmal.",
        ),
        ("is", 21.0, "Azul: undirbúningur fyrir þessa tölvu, 40% Um 21 sekúnda eftir."),
    ],
)
def test_progress_is_told_in_the_language_of_the_app(
    language: str, seconds: float | None, sentence: str
) -> None:
    assert progress_text(words_in(language), "azul", Progress(0.4, seconds)) == sentence
