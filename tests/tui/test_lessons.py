"""Lessons in the app: every step by keys, right and wrong answers, progress, and what fits."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console
from textual.widgets import OptionList, Static

from azulejos.i18n import LANGUAGES, words_in
from azulejos.lessons.lesson import Lesson, Step, lessons
from azulejos.session import views
from azulejos.session.messages import AnyOption
from azulejos.tui.app import AzulejosApp
from azulejos.tui.canvas import Picture
from azulejos.tui.keys import (
    CONFIRM,
    PASS,
    CountKey,
    Key,
    LineKey,
    PaymentKey,
    SpaceKey,
    TakeKey,
    WallKey,
)
from azulejos.tui.lesson import (
    LessonEnd,
    LessonScreen,
    lesson_text,
    reaction_text,
    task_text,
)
from azulejos.tui.lesson_list import LessonsScreen
from azulejos.tui.lesson_progress import LessonProgress, load_progress, save_progress
from azulejos.tui.move_builder import MoveBuilder
from azulejos.tui.offer import draw_offer
from azulejos.tui.panels import draw_mine
from azulejos.tui.start import StartScreen
from azulejos.tui.tiles import Look
from tests.lessons.moves import move_with, options
from tests.tui.person import (
    LARGE,
    SMALL,
    AnyPilot,
    in_a_loop,
    is_at_table,
    latest,
    until,
)
from tests.tui.test_table import width_of_footer

#: Rows of the banner, the prompt, the footer and the margin; columns beside the text.
AROUND, TASK_PADDING = 7, 3
REACTION_ROWS = 3
#: One way through each lesson: language and size.
WALKS = {
    "azul": ("de", SMALL),
    "azul-grey": ("fi", LARGE),
    "summer-pavilion": ("pt_BR", SMALL),
    "summer-pavilion-grey": ("is", SMALL),
}


@asynccontextmanager
async def learning(
    name: str = "azul", language: str = "en", size: tuple[int, int] = SMALL
) -> AsyncIterator[AnyPilot]:
    """Somebody in a lesson."""
    app = AzulejosApp(words_in(language), lesson=name)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: has_begun(pilot))
        yield pilot


def has_begun(pilot: AnyPilot) -> bool:
    """Whether the lesson is drawn."""
    screen = pilot.app.screen
    drawn = any(str(picture.canvas) for picture in screen.query(Picture))
    return isinstance(screen, LessonScreen) and drawn


def is_asked(screen: LessonScreen, step: Step) -> bool:
    """Whether a step waits for a move."""
    return screen.step is step and screen.answer is None


def screen_of(pilot: AnyPilot) -> LessonScreen:
    """The lesson."""
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


def shown(pilot: AnyPilot, name: str) -> str:
    """The text of a widget of the lesson."""
    widget = pilot.app.screen.query_one(name)
    if isinstance(widget, Picture):
        return str(widget.canvas)
    assert isinstance(widget, Static)
    return str(widget.render())


def next_key(builder: MoveBuilder, move: AnyOption) -> Key:
    """What to pick next on the way to a move."""
    match builder.step:
        case "draft":
            return TakeKey(move.source, move.colour)  # type: ignore[union-attr]
        case "line":
            return LineKey(move.destination)  # type: ignore[union-attr]
        case "tile":
            return WallKey(move.row, move.column)  # type: ignore[union-attr]
        case "place":
            return SpaceKey(move.space) if move in builder.places else PASS
        case "pay":
            return PaymentKey(builder.payments.index(move))  # type: ignore[arg-type]
        case "bonus" | "keep":
            return _next_count(builder, move)
    return CONFIRM


def _next_count(builder: MoveBuilder, move: AnyOption) -> Key:
    """The colour to pick or to leave out; too many are left out first."""
    wanted = move.tiles if move in builder.bonuses else move.kept  # type: ignore[union-attr]
    colours = builder.supply if builder.step == "bonus" else builder.hand
    excess = {letter: builder.picked.get(letter, 0) - wanted.get(letter, 0) for letter in colours}
    if not any(excess.values()):
        return CONFIRM
    return CountKey(max(colours, key=lambda letter: (excess[letter] > 0, excess[letter] < 0)))


async def make_move(pilot: AnyPilot, move: AnyOption) -> None:
    """Make a move with Tab and Enter."""
    screen = screen_of(pilot)
    while screen.answer is None:
        aim = next_key(screen.builder, move)
        for _ in screen.builder.spots():
            if screen.cursor == aim:
                break
            await pilot.press("tab")
        assert screen.cursor == aim
        await pilot.press("enter")


async def expect_reaction(pilot: AnyPilot, text: str) -> None:
    """Wait until the lesson reacts with a text."""
    await until(pilot, lambda: shown(pilot, "#reaction") == text)


async def walk(pilot: AnyPilot, lesson: Lesson, language: str, *, every_answer: bool) -> None:
    """Do all steps; before the right answer of each, some or all of the wrong ones."""
    words = words_in(language)
    screen = screen_of(pilot)
    for index, step in enumerate(lesson.steps):
        await until(pilot, partial(is_asked, screen, step))
        assert words.of_data(step.title) in shown(pilot, "#banner")
        known = options(lesson, step)
        wrong = [n for n, each in enumerate(step.answers) if not each.right]
        for number in wrong if every_answer else [wrong[index % len(wrong)]]:
            await make_move(pilot, known[move_with(lesson, step, number)])
            await expect_reaction(pilot, f"✗ {lesson_text(words, step.answers[number].text).plain}")
            await pilot.press("enter")
            await until(pilot, lambda: screen.answer is None)
        await make_move(pilot, known[step.show])
        assert screen.answer is not None
        assert screen.answer.right
        await expect_reaction(pilot, f"✓ {lesson_text(words, screen.answer.text).plain}")
        await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, LessonEnd))


@pytest.mark.parametrize("name", WALKS)
@in_a_loop
async def test_a_lesson_is_done_by_keys_with_right_and_wrong_answers(name: str) -> None:
    language, size = WALKS[name]
    async with learning(name, language, size) as pilot:
        await walk(pilot, lessons()[name], language, every_answer=False)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonsScreen))
        rows = pilot.app.screen.query_one(OptionList)
        done = [str(rows.get_option_at_index(n).prompt)[0] for n in range(rows.option_count)]
        assert done.count("✓") == 1
        await pilot.press("escape")
        await until(pilot, lambda: not pilot.app.is_running)
    assert load_progress() == (LessonProgress({name: 0}, [name]), None)


@pytest.mark.soak
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", lessons())
@in_a_loop
async def test_every_answer_of_every_lesson(
    name: str, language: str, size: tuple[int, int]
) -> None:
    async with learning(name, language, size) as pilot:
        await walk(pilot, lessons()[name], language, every_answer=True)


@in_a_loop
async def test_steps_are_shown_skipped_repeated_and_resumed() -> None:
    async with learning() as pilot:
        screen = screen_of(pilot)
        await pilot.press("h")
        await until(pilot, lambda: screen.cursor == TakeKey(1, "b"))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: screen.answer is not None)
        await pilot.press("r")
        await until(pilot, lambda: screen.answer is None)
        assert screen.index == 0
        await pilot.press("n")
        await until(pilot, lambda: screen.index == 1)
        await pilot.press("n")
        await until(pilot, lambda: screen.index == 2)
        await pilot.press("b")
        await until(pilot, lambda: screen.index == 1)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonsScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, LessonScreen))
        assert screen_of(pilot).index == 2


@in_a_loop
async def test_what_a_step_is_about_is_pointed_at_and_bonus_tiles_have_a_sign() -> None:
    async with learning("summer-pavilion") as pilot:
        screen = screen_of(pilot)
        screen._show(6)
        assert screen.step.id == "surround"
        assert "▹2+2" in shown(pilot, "#mine")
        screen.cursor = SpaceKey(7)
        screen.draw()
        assert "◆ 2 bonus tiles" in shown(pilot, "#prompt")


@in_a_loop
async def test_a_move_is_made_with_the_mouse() -> None:
    async with learning() as pilot:
        for key in (TakeKey(1, "b"), LineKey(2)):
            places = [
                area.offset
                for picture in screen_of(pilot).query(Picture)
                for known, area in picture.areas_on_screen()
                if known == key
            ]
            await pilot.click(offset=(places[0].x, places[0].y))
        await until(pilot, lambda: shown(pilot, "#reaction").startswith("✓"))


@in_a_loop
async def test_the_start_screen_leads_through_a_lesson_to_a_first_game() -> None:
    save_progress(LessonProgress({"azul": 8}))
    app = AzulejosApp(words_in("en"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        assert screen_of(pilot).step.id == "bonus"
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, LessonEnd))
        await pilot.press("enter")
        await until(pilot, lambda: is_at_table(pilot))
        assert [seat.bot for seat in latest(pilot).table.seats] == [None, "beginner"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_fit_into_the_smallest_window(language: str) -> None:
    words, console = words_in(language), Console()
    for lesson in lessons().values():
        for step in lesson.steps:
            state, look = views.state(lesson.position(step), 0), Look(words)
            width = SMALL[0] - draw_mine(state, 0, "", look).size.width
            rows = SMALL[1] - AROUND - draw_offer(state, look, width).size.height
            task = task_text(words, step).wrap(console, width - TASK_PADDING)
            assert len(task) <= rows, (lesson.name, step.id)
            for each in step.answers:
                reaction = reaction_text(words, each).wrap(console, SMALL[0] - 2)
                assert len(reaction) <= REACTION_ROWS, (lesson.name, step.id)


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_footer_fits_into_the_smallest_window(language: str) -> None:
    async with learning("summer-pavilion", language) as pilot:
        screen_of(pilot)._show(8)
        await pilot.press("p")
        await until(pilot, lambda: screen_of(pilot).builder.is_begun)
        assert await width_of_footer(pilot) <= SMALL[0]


@pytest.mark.parametrize(
    "stored", ["", "[]", "{", '{"steps": 3}', '{"steps": {"azul": "two"}, "finished": [1]}']
)
def test_damaged_progress_is_none(stored: str, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "lessons.json").write_text(stored, encoding="utf-8")
    aside = home / "lessons.damaged"
    assert load_progress() == (LessonProgress(), aside)
    assert aside.read_text(encoding="utf-8") == stored
    assert load_progress() == (LessonProgress(), None)  # it is told once


@in_a_loop
async def test_a_person_is_told_that_progress_could_not_be_read(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "lessons.json").write_text('{"finished": 3}', encoding="utf-8")
    async with learning() as pilot:
        (told,) = pilot.app._notifications
        assert "lessons.damaged" in told.message


def test_damaged_parts_of_the_progress_take_no_others_with_them(home: Path) -> None:
    home.mkdir(parents=True)
    stored = '{"steps": {"azul": 3, "azul-grey": "two"}, "finished": ["azul", 1]}'
    (home / "lessons.json").write_text(stored, encoding="utf-8")
    assert load_progress()[0] == LessonProgress({"azul": 3}, ["azul"])
    (home / "lessons.json").write_text('{"steps": 3, "finished": ["azul"]}', encoding="utf-8")
    assert load_progress()[0] == LessonProgress({}, ["azul"])


def test_progress_out_of_range_starts_with_the_first_step() -> None:
    save_progress(LessonProgress({"azul": 99}, ["azul"]))
    progress, _ = load_progress()
    assert progress.next_step(lessons()["azul"]) == 0
    assert json.loads(json.dumps(progress.finished)) == ["azul"]
