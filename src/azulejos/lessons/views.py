"""Lessons as messages, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from azulejos.engine import AnyPosition
from azulejos.game import Turn
from azulejos.lessons.lesson import Lesson, Step, lessons
from azulejos.lessons.play import Outcome
from azulejos.session import study
from azulejos.session.messages import lessons as messages

Translate: TypeAlias = Callable[[str], str]


def all_lessons(translate: Translate) -> messages.LessonList:
    """The list of all lessons."""
    return messages.LessonList(
        [
            messages.LessonSummary(
                name=lesson.name,
                game=lesson.game,
                board=lesson.board,
                title=translate(lesson.title),
                text=translate(lesson.text),
                steps=len(lesson.steps),
            )
            for lesson in lessons().values()
        ]
    )


def one_lesson(lesson: Lesson, translate: Translate) -> messages.Lesson:
    """A lesson with its steps."""
    return messages.Lesson(
        name=lesson.name,
        game=lesson.game,
        board=lesson.board,
        title=translate(lesson.title),
        text=translate(lesson.text),
        end=translate(lesson.end),
        steps=[_step(lesson, step, translate) for step in lesson.steps],
    )


def _step(lesson: Lesson, step: Step, translate: Translate) -> messages.LessonStep:
    return messages.LessonStep(
        id=step.id,
        title=translate(step.title),
        text=translate(step.text),
        task=translate(step.task),
        position=str(lesson.position(step)),
        show=step.show,
        light=step.light,
    )


def answer(position: AnyPosition, outcome: Outcome, translate: Translate) -> messages.LessonAnswer:
    """The reaction to a move at a position, and the study after all that was played."""
    steps = [
        ("move", str(entry.move)) if isinstance(entry, Turn) else ("deal", entry.tiles)
        for entry in outcome.game.history
    ]
    after = study.line(position, steps).study
    return messages.LessonAnswer(outcome.answer.right, translate(outcome.answer.text), after)
