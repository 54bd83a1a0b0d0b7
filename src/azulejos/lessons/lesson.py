"""Lessons as data: steps with a position, a task, and reactions to what was done.

A file of `content` is a lesson. Its texts are message ids of the catalogs. The learner has the
first seat. Nothing here knows a rule: positions are checked and moves are played by the engine.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from azulejos.engine import AnyPosition, find_game
from azulejos.engine.setup import AnySetup
from azulejos.lessons.errors import UnknownLesson
from azulejos.session.messages.common import Board

CONTENT = Path(__file__).parent / "content"
#: The seat of the learner.
LEARNER = 0

#: A condition on a field of an event: its value, several, a pile of tiles, or a comparison: ">= 2".
Condition: TypeAlias = int | str | list[int | str | dict[str, int]] | dict[str, int]
#: Conditions by kind of event.
Pattern: TypeAlias = dict[str, dict[str, Condition]]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reaction to a move whose events match `when` and not `unless`."""

    text: str
    right: bool = False
    when: Pattern = {}
    unless: Pattern = {}


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, what to know about it, and what to do there.

    `show` is a right move. `replies` are the other player's moves after a right one. With a `seed`,
    tiles that are due are drawn; without one the step ends before they are.
    """

    id: str
    title: str
    text: str
    task: str
    show: str
    # Any: the fields of the game's setup, which its own type checks.
    position: dict[str, Any]
    #: The first that matches counts; the last one matches always.
    answers: list[Answer]
    #: Places of the table that are lit, by the names that the page gives them.
    light: list[str] = []
    replies: list[str] = []
    seed: int | None = None


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a lesson about one side of a game's boards."""

    name: str
    game: str
    title: str
    text: str
    #: Shown when all steps are done.
    end: str
    steps: list[Step]
    board: Board = "coloured"

    def position(self, step: Step) -> AnyPosition:
        """The position of a step; InvalidPosition says what is wrong with it."""
        rules = find_game(self.game)
        fields = {"board": self.board, **step.position}
        setup = msgspec.convert(fields, _setup_kind(self.game))
        # The setup is of the game's own type, which type checkers cannot follow.
        return rules.position_kind.from_setup(setup)  # type: ignore[arg-type]


@cache
def _setup_kind(game: str) -> type[AnySetup]:
    """The type of a game's setups."""
    rules = find_game(game)
    return type(rules.position(rules.new(2, "coloured", 0)).to_setup())


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons by name, in the order in which they are offered."""
    read = [_read(path) for path in sorted(CONTENT.glob("*.toml"))]
    return {lesson.name: lesson for lesson in read}


def find_lesson(name: str) -> Lesson:
    """A lesson by name, or UnknownLesson."""
    known = lessons()
    if name not in known:
        raise UnknownLesson("unknown-lesson", known=", ".join(known), name=name)
    return known[name]


def _read(path: Path) -> Lesson:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    # "1-azul.toml": the number decides the order.
    name = path.stem.partition("-")[2]
    return msgspec.convert({"name": name, **content}, Lesson)
