"""Lessons on the page: every step, right and wrong answers, in all languages and by all inputs."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from azulejos.i18n import LANGUAGES, words_in
from azulejos.lessons.lesson import Lesson, Step, lessons
from azulejos.lessons.play import answer
from azulejos.session import views
from azulejos.session.codec import encode
from tests.browser.fixtures import WIDE, OpenPage
from tests.browser.learner import (
    REACTION,
    Act,
    by_keyboard,
    by_mouse,
    by_touch,
    expect_reaction,
    play,
)

PHONE = (360, 740)
#: One way through each lesson in the suite: language, input, size, theme.
WALKS = {
    "azul": ("pt_BR", by_keyboard, WIDE, "dark"),
    "azul-grey": ("nb", by_touch, PHONE, "dark"),
    "summer-pavilion": ("de", by_touch, PHONE, "light"),
    "summer-pavilion-grey": ("is", by_keyboard, WIDE, "light"),
}
#: What the page remembers of tables.
STORAGE = "(await import('/web/storage.js'))"
INPUTS = {"mouse": by_mouse, "keyboard": by_keyboard, "touch": by_touch}


def options(lesson: Lesson, step: Step) -> dict[str, Any]:
    """The legal moves of a step as the page gets them."""
    import json

    found = views.options(lesson.position(step))
    return {option.move: json.loads(encode(option)) for option in found}


def wrong_move(lesson: Lesson, step: Step, number: int) -> str:
    """A legal move that gets the wrong answer of a number."""
    return next(
        move
        for move in options(lesson, step)
        if answer(lesson, step, move).answer is step.answers[number]
    )


def walk(page: Page, lesson: Lesson, language: str, act: Act, *, every_answer: bool) -> None:
    """Do all steps; before the right answer of each, some or all of the wrong ones."""
    words = words_in(language)
    for index, step in enumerate(lesson.steps):
        expect(page.locator("#lesson-title")).to_have_text(words.of_data(step.title))
        page.wait_for_selector(".study-board .scene")
        places = [place for place in step.light if place != "pass"]
        expect(page.locator(".mark-frame")).to_have_count(len(places))
        expect(page.locator(".lights-pass .tool.pass")).to_have_count(len(step.light) - len(places))
        # Spaces of stars are framed in their own shape.
        spaces = [place for place in step.light if place.startswith("space")]
        expect(page.locator("polygon.mark-frame")).to_have_count(len(spaces))
        if spaces:  # and leave out the badges, which tell what the spaces bring
            badges = page.locator(".space-badge:not(.quiet)").count()
            expect(page.locator("#mark-gaps rect")).to_have_count(1 + badges)
        expect_task_in_sight(page)
        wrong = [n for n, each in enumerate(step.answers) if not each.right]
        known = options(lesson, step)
        for number in wrong if every_answer else [wrong[index % len(wrong)]]:
            play(page, known[wrong_move(lesson, step, number)], act)
            expect_reaction(page, False, words.of_data(step.answers[number].text))
            act(page.locator(".lesson-reaction button.primary"))
            expect(page.locator(f"{REACTION}.wrong")).to_have_count(0)
        play(page, known[step.show], act)
        text = next(each.text for each in step.answers if each.right)
        expect_reaction(page, True, words.of_data(text))
        button = page.locator(".lesson-reaction button.primary")
        expect(button).to_be_focused()
        if act is by_keyboard:
            page.keyboard.press("Enter")
        else:
            act(button)


def expect_task_in_sight(page: Page) -> None:
    """The task is on the screen; a small one has it in the tray, and can leave out the text."""
    is_small = page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}
    task = page.locator(".tray-goal" if is_small else ".lesson-task")
    expect(task).to_be_in_viewport(ratio=1)
    if is_small:
        text, fold = page.locator(".lesson-text"), page.locator(".lesson-fold")
        expect(text).to_be_in_viewport(ratio=1)
        fold.click()
        expect(text).to_be_hidden()
        expect(page.locator(".mine .board")).to_be_in_viewport(ratio=0.5)
        fold.click()
    else:
        for frame in page.locator(".mark-frame").all():
            expect(frame).to_be_in_viewport(ratio=1)


def open_lesson(open_page: OpenPage, name: str, walk_of: tuple[str, Act, Any, str]) -> Page:
    language, act, size, theme = walk_of
    touch = {"has_touch": True} if act is by_touch else {}
    return open_page(f"/learn/{name}", size=size, language=language, theme=theme, **touch)


def assert_accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", WALKS)
def test_a_lesson_is_done_to_its_end_with_right_and_wrong_answers(
    open_page: OpenPage, name: str
) -> None:
    language, act, _size, _theme = WALKS[name]
    page = open_lesson(open_page, name, WALKS[name])
    page.wait_for_selector(".study-board .scene")
    assert_accessible(page)
    walk(page, lessons()[name], language, act, every_answer=False)
    words = words_in(language)
    expect(page.locator("#lesson-title")).to_have_text(words.gettext("Lesson complete"))
    expect(page.locator("#lesson-title")).to_be_focused()
    address = page.url.partition("/learn")[0]
    if lessons()[name].board == "grey":
        # The first game after it is on the same side.
        with page.expect_request("**/api/games") as made:
            page.locator(".lesson-end button.primary").click()
        assert '"board":"grey"' in (made.value.post_data or "")
        page.wait_for_selector(".table-page")
    # It is remembered, and the start page no longer offers it.
    page.goto(f"{address}/learn")
    expect(page.locator(f"a[href='/learn/{name}']")).to_contain_text(
        words.gettext("Done. Take it again any time.")
    )
    assert_accessible(page)


def test_a_lesson_is_offered_until_it_is_dismissed_and_goes_on_where_it_was_left(
    open_page: OpenPage,
) -> None:
    page = open_page("/")
    # A service that is just starting is asked again.
    starting = {"code": "closing", "text": ""}
    page.route(
        "**/api/lessons/azul", lambda route: route.fulfill(status=409, json=starting), times=1
    )
    page.get_by_role("link", name="New to Azul? Learn it in three minutes").click()
    page.get_by_role("button", name="Skip this step").click()
    expect(page.locator("#lesson-title")).to_have_text("Fill a line")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".hinted").first).to_be_visible()
    page.reload()
    expect(page.locator("#lesson-title")).to_have_text("Fill a line")
    # Any step can be repeated.
    page.get_by_role("button", name="Step 1: Pick tiles").click()
    expect(page.locator("#lesson-title")).to_have_text("Pick tiles")
    # Once a game was played, nothing is offered.
    page.evaluate(f"async () => {STORAGE}.remember({{ id: 'played', finished: true }})")
    page.get_by_role("link", name="Azulejos").click()
    page.wait_for_selector(".doors")
    expect(page.locator(".learn-offer")).to_have_count(0)
    page.evaluate(f"async () => {STORAGE}.forget('played')")
    page.reload()
    page.get_by_role("link", name="Continue your lesson").wait_for()
    page.get_by_role("button", name="Don't show this again").click()
    expect(page.locator(".learn-offer")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".doors")
    expect(page.locator(".learn-offer")).to_have_count(0)


def test_an_unknown_lesson_is_a_missing_page(open_page: OpenPage) -> None:
    page = open_page("/learn/chess")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("act", INPUTS.values(), ids=INPUTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", lessons())
def test_every_answer_of_every_lesson(
    open_page: OpenPage, name: str, language: str, act: Act, size: tuple[int, int]
) -> None:
    page = open_lesson(open_page, name, (language, act, size, "light"))
    walk(page, lessons()[name], language, act, every_answer=True)
    assert_accessible(page)
