"""Every lesson, played against the engine: positions, tasks and all reactions."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from azulejos.engine import GAMES, find_game
from azulejos.i18n import LANGUAGES, words_in
from azulejos.lessons.checks import COMPARE, meets
from azulejos.lessons.errors import UnknownLesson
from azulejos.lessons.lesson import LEARNER, Lesson, Step, find_lesson, lessons
from azulejos.lessons.play import answer, find_step
from azulejos.session.messages.games import GAME_MESSAGES

STEPS = [
    pytest.param(lesson, step, id=f"{lesson.name}-{step.id}")
    for lesson in lessons().values()
    for step in lesson.steps
]
each_step = pytest.mark.parametrize(("lesson", "step"), STEPS)
#: Pictures of tiles in texts.
PLACE = re.compile(r"\{(\w+)\}")
#: Names of places on the page; a browser test finds them there.
LIGHT = re.compile(r"(source|line|wall|floor|space|hand|supply|pass)(-\w+)*")


def reactions(lesson: Lesson, step: Step) -> dict[str, int]:
    """The number of the answer to every legal move."""
    moves = map(str, lesson.position(step).legal_moves)
    return {move: step.answers.index(answer(lesson, step, move).answer) for move in moves}


@each_step
def test_the_move_that_is_shown_is_right(lesson: Lesson, step: Step) -> None:
    assert answer(lesson, step, step.show).answer.right


@each_step
def test_every_reaction_answers_some_move_and_some_moves_are_wrong(
    lesson: Lesson, step: Step
) -> None:
    found = set(reactions(lesson, step).values())
    assert found == set(range(len(step.answers)))
    assert {reaction.right for reaction in step.answers} == {True, False}


@each_step
def test_replies_can_be_played_after_every_right_move(lesson: Lesson, step: Step) -> None:
    for move, number in reactions(lesson, step).items():
        outcome = answer(lesson, step, move)
        expected = [move, *(step.replies if step.answers[number].right else [])]
        assert [str(played) for played in outcome.game.moves] == expected


@each_step
def test_the_learner_is_to_play_on_the_lesson_s_side_of_the_board(
    lesson: Lesson, step: Step
) -> None:
    position = lesson.position(step)
    assert position.to_play == LEARNER
    assert position.board == lesson.board
    assert position.rules.name == lesson.game


@each_step
def test_texts_name_tiles_of_the_game_and_events_that_exist(lesson: Lesson, step: Step) -> None:
    letters = {*find_game(lesson.game).colours.letters(), "marker"}
    texts = [step.text, step.task, *(each.text for each in step.answers)]
    assert set(PLACE.findall(" ".join(texts))) <= letters
    assert all(LIGHT.fullmatch(place) for place in step.light)
    fields = {
        kind.__struct_config__.tag: kind.__struct_fields__
        for kind in GAME_MESSAGES[lesson.game].event.__args__
    }
    for each in step.answers:
        for kind, conditions in (*each.when.items(), *each.unless.items()):
            assert set(conditions) <= set(fields[kind])


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_move_appears(game: str) -> None:
    rules = find_game(game)
    shown = {
        type(rules.as_move(step.show))
        for lesson in lessons().values()
        if lesson.game == game
        for step in lesson.steps
    }
    assert shown == {type(move) for move in rules.moves}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_short_course_and_an_extra_for_the_grey_side(game: str) -> None:
    sizes = {
        lesson.board: len(lesson.steps) for lesson in lessons().values() if lesson.game == game
    }
    assert 8 <= sizes["coloured"] <= 10
    assert 1 <= sizes["grey"] <= 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", lessons())
def test_lessons_are_in_all_languages(name: str, language: str) -> None:
    words = words_in(language)
    lesson = find_lesson(name)
    texts = [lesson.title, lesson.text, lesson.end]
    for step in lesson.steps:
        texts += [step.title, step.text, step.task, *(each.text for each in step.answers)]
    for text in texts:
        translated = words.of_data(text)
        assert Counter(PLACE.findall(translated)).keys() == Counter(PLACE.findall(text)).keys()
        assert (translated == text) == (language == "en")


@each_step
def test_ids_of_steps_are_unique_and_found(lesson: Lesson, step: Step) -> None:
    assert [each.id for each in lesson.steps].count(step.id) == 1
    assert find_step(lesson, step.id) is step


def test_unknown_lessons_and_steps_are_refused() -> None:
    with pytest.raises(UnknownLesson, match="expected one of the lessons azul, azul-grey"):
        find_lesson("chess")
    with pytest.raises(UnknownLesson, match="expected one of the steps pick, fill"):
        find_step(find_lesson("azul"), "castle")


def test_a_step_without_a_seed_ends_before_tiles_are_dealt() -> None:
    lesson = find_lesson("azul")
    step = find_step(lesson, "scoring")
    after = answer(lesson, step, step.show).game.position
    assert after.phase == "deal"
    assert after.round == lesson.position(step).round + 1


def test_a_step_with_a_seed_goes_on() -> None:
    lesson = find_lesson("summer-pavilion")
    step = find_step(lesson, "end")
    assert answer(lesson, step, step.show).game.is_over


@pytest.mark.parametrize(
    ("value", "condition", "expected"),
    [
        (3, 3, True),
        (3, 4, False),
        (3, [1, 3], True),
        ({"b": 2}, {"b": 2}, True),
        ({"b": 2, "p": 1}, {"b": 2}, False),
        ({"b": 1}, [{"b": 2}, {"b": 1}], True),
        ("b", "b", True),
        (2, ">= 2", True),
        (2, "> 2", False),
        (2, "<= 1", False),
        (1, "< 2", True),
    ],
)
def test_conditions_are_values_alternatives_piles_or_comparisons(
    value: object, condition: object, expected: bool
) -> None:
    assert meets(value, condition) is expected  # type: ignore[arg-type]
    assert len(COMPARE) == 4
