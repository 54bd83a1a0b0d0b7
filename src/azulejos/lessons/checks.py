"""Checks of what was done: conditions of a lesson against the events of a move."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec

from azulejos.lessons.lesson import LEARNER, Answer, Condition, Pattern

#: An event as a message: its kind and its fields.
EventFields: TypeAlias = dict[str, object]

COMPARISON = re.compile(r"(<=|>=|<|>) (-?[0-9]+)")
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def reaction(answers: Iterable[Answer], events: Iterable[msgspec.Struct]) -> Answer:
    """The first answer that the learner's events match."""
    done = [msgspec.to_builtins(event) for event in events]
    mine = [event for event in done if event.get("player", LEARNER) == LEARNER]
    return next(answer for answer in answers if _matches(answer, mine))


def _matches(answer: Answer, events: list[EventFields]) -> bool:
    return all(_happened(kind, answer.when, events) for kind in answer.when) and not any(
        _happened(kind, answer.unless, events) for kind in answer.unless
    )


def _happened(kind: str, pattern: Pattern, events: list[EventFields]) -> bool:
    """Whether one event of a kind meets all of its conditions."""
    conditions = pattern[kind]
    return any(
        event["kind"] == kind
        and all(meets(event[field], condition) for field, condition in conditions.items())
        for event in events
    )


def meets(value: object, condition: Condition) -> bool:
    """Whether a field's value meets a condition."""
    if isinstance(condition, list):
        return value in condition
    compared = COMPARISON.fullmatch(condition) if isinstance(condition, str) else None
    if compared and isinstance(value, int):
        return COMPARE[compared[1]](value, int(compared[2]))
    return value == condition
