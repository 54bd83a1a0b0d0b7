"""Lessons over HTTP, in the reader's language. Places of texts are letters of tiles: `{b}`."""

from __future__ import annotations

import msgspec

from azulejos.session.messages.common import Board
from azulejos.session.messages.study import Study


class LessonSummary(msgspec.Struct, frozen=True):
    """A lesson of the list; `steps` is their number."""

    name: str
    game: str
    board: Board
    title: str
    text: str
    steps: int


class LessonList(msgspec.Struct, frozen=True):
    """All lessons, in the order in which they are offered."""

    lessons: list[LessonSummary]


class LessonStep(msgspec.Struct, frozen=True):
    """A position with a task; `show` is a right move, `light` are places of the table."""

    id: str
    title: str
    text: str
    task: str
    position: str
    show: str
    light: list[str]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson; the learner has the first seat. `end` is shown after the last step."""

    name: str
    game: str
    board: Board
    title: str
    text: str
    end: str
    steps: list[LessonStep]


class LessonAnswer(msgspec.Struct, frozen=True):
    """The reaction to a move, and the study after it and the other player's replies."""

    right: bool
    text: str
    study: Study
