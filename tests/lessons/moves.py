"""Moves of lessons: the legal ones of a step with their previews, and one for each answer."""

from __future__ import annotations

from azulejos.lessons.lesson import Lesson, Step
from azulejos.lessons.play import answer
from azulejos.session import views
from azulejos.session.messages import AnyOption


def options(lesson: Lesson, step: Step) -> dict[str, AnyOption]:
    """The legal moves of a step."""
    return {option.move: option for option in views.options(lesson.position(step))}


def move_with(lesson: Lesson, step: Step, number: int) -> str:
    """A legal move that gets the answer of a number."""
    return next(
        move
        for move in options(lesson, step)
        if answer(lesson, step, move).answer is step.answers[number]
    )
