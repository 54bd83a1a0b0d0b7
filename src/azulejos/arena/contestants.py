"""Contestants: a registered bot or an external program, with search limits."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from azulejos.arena.errors import CommandLine
from azulejos.bots import ALL_BOTS, Limits
from azulejos.engine.errors import BadOption, UnknownName
from azulejos.engine.parameters import Expected, Positive

COMMAND_PREFIX = "cmd:"
NO_LIMITS = Limits()
#: The type of each limit; every value must be greater than 0.
LIMIT_TYPES: dict[str, type[int] | type[float]] = {"seconds": float, "nodes": int, "depth": int}


@dataclass(frozen=True)
class Contestant:
    """A bot's name or a program's command, and the limits it plays with."""

    name: str
    command: tuple[str, ...] = ()
    limits: Limits = NO_LIMITS

    def __str__(self) -> str:
        values = [(field.name, getattr(self.limits, field.name)) for field in fields(Limits)]
        limits = ",".join(f"{name}={value}" for name, value in values if value is not None)
        return f"{self.name}:{limits}" if limits and not self.command else self.name


def read_contestant(text: str, default_limits: Limits = NO_LIMITS) -> Contestant:
    """Parse a contestant such as `greedy`, `master:nodes=2000` or `cmd:./mine`.

    Limits in the text replace all of the default ones.
    """
    if not (isinstance(text, str) and text.isprintable()):
        expected = Expected("text-line")
        raise BadOption("wrong-type", option="contestant", expected=expected, got=text)
    if text.startswith(COMMAND_PREFIX):
        return Contestant(text.strip(), _read_command(text), default_limits)
    name, _, limits = text.partition(":")
    if name not in ALL_BOTS:
        known = ", ".join([*ALL_BOTS, f"{COMMAND_PREFIX}PROGRAM"])
        raise UnknownName("unknown-bot", known=known, name=name)
    return Contestant(name, limits=_read_limits(limits) if limits else default_limits)


def _read_command(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text.removeprefix(COMMAND_PREFIX))
    except ValueError:  # an unclosed quotation
        words = []
    if not words:
        expected = CommandLine(COMMAND_PREFIX)
        raise BadOption("malformed", option="contestant", expected=expected, got=text)
    return tuple(words)


def _read_limits(text: str) -> Limits:
    pairs = (part.partition("=")[::2] for part in text.split(","))
    return parse_limits((name.strip(), value) for name, value in pairs)


def parse_limits(pairs: Iterable[tuple[str, str]]) -> Limits:
    """Limits from pairs of a name and a number as text."""
    return check_limits(**{name: _read_number(name, text) for name, text in pairs})


def _read_number(name: str, text: str) -> float | str:
    """The value of a limit; unreadable text is returned as it is, for `check_limits` to refuse."""
    try:
        return LIMIT_TYPES[name](text) if name in LIMIT_TYPES else text
    except ValueError:
        return text


def check_limits(**limits: object) -> Limits:
    """Limits by name, checked; None means no limit."""
    for name, value in limits.items():
        if name not in LIMIT_TYPES:
            raise UnknownName("unknown-option", known=", ".join(LIMIT_TYPES), name=name)
        if value is not None and not _is_valid(name, value):
            expected = Positive("number" if LIMIT_TYPES[name] is float else "whole")
            raise BadOption("out-of-range", option=name, expected=expected, got=value)
    return Limits(**limits)  # type: ignore[arg-type]  # checked above


def _is_valid(name: str, value: object) -> bool:
    is_number = isinstance(value, LIMIT_TYPES[name] | int) and not isinstance(value, bool)
    return is_number and 0 < value < 1e9  # type: ignore[operator]  # False for NaN


def labels(contestants: Sequence[Contestant]) -> tuple[str, ...]:
    """The contestants' display names; equal ones are numbered."""
    seen = Counter[str]()
    names = []
    for name in map(str, contestants):
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(names)
