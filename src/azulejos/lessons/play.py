"""A move in a lesson: how the lesson reacts, and what the other player does."""

from __future__ import annotations

from typing import NamedTuple

from azulejos.game import Game
from azulejos.lessons.checks import reaction
from azulejos.lessons.errors import UnknownLesson
from azulejos.lessons.lesson import Answer, Lesson, Step
from azulejos.session.messages.games import event_view


class Outcome(NamedTuple):
    """The reaction to a learner's move, and the game from the step's position on."""

    answer: Answer
    game: Game


def find_step(lesson: Lesson, name: str) -> Step:
    """A step by its id, or UnknownLesson."""
    for step in lesson.steps:
        if step.id == name:
            return step
    known = ", ".join(step.id for step in lesson.steps)
    raise UnknownLesson("unknown-step", known=known, name=name)


def answer(lesson: Lesson, step: Step, move: str) -> Outcome:
    """Play the learner's move, or raise IllegalMove; after a right one, the replies."""
    deals = () if step.seed is None else None
    game = Game(position=lesson.position(step), seed=step.seed, deals=deals)
    found = reaction(step.answers, map(event_view, game.play(move)))
    for reply in step.replies if found.right else ():
        game.play(reply)
    return Outcome(found, game)
