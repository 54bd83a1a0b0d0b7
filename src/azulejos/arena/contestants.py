"""Who plays: a bot of ours by its name, or somebody's program, and how long it may think."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from azulejos.arena.errors import CommandLine
from azulejos.bots import ALL_BOTS, Limits
from azulejos.engine.errors import BadOption, UnknownName
from azulejos.engine.parameters import Expected, Positive

PROGRAM = "cmd:"
NO_LIMITS = Limits()
#: What limits are, by name; all of them are greater than 0.
KINDS: dict[str, type[int] | type[float]] = {"seconds": float, "nodes": int, "depth": int}


@dataclass(frozen=True)
class Contestant:
    """Somebody who plays: a bot's name or a program's command, and limits."""

    name: str
    command: tuple[str, ...] = ()
    limits: Limits = NO_LIMITS

    def __str__(self) -> str:
        own = [(field.name, getattr(self.limits, field.name)) for field in fields(Limits)]
        told = ",".join(f"{name}={value}" for name, value in own if value is not None)
        return f"{self.name}:{told}" if told and not self.command else self.name


def read_contestant(text: str, common: Limits = NO_LIMITS) -> Contestant:
    """The contestant that a text such as `greedy`, `master:nodes=2000` or `cmd:./mine` names.

    Whoever has limits of his own has none of the common ones.
    """
    if not (isinstance(text, str) and text.isprintable()):
        expected = Expected("text-line")
        raise BadOption("wrong-type", option="contestant", expected=expected, got=text)
    if text.startswith(PROGRAM):
        return Contestant(text.strip(), _command(text), common)
    name, _, told = text.partition(":")
    if name not in ALL_BOTS:
        known = ", ".join([*ALL_BOTS, f"{PROGRAM}PROGRAM"])
        raise UnknownName("unknown-bot", known=known, name=name)
    return Contestant(name, limits=_limits(told) if told else common)


def _command(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text.removeprefix(PROGRAM))
    except ValueError:  # a quotation without its end
        words = []
    if not words:
        expected = CommandLine(PROGRAM)
        raise BadOption("malformed", option="contestant", expected=expected, got=text)
    return tuple(words)


def _limits(text: str) -> Limits:
    pairs = [part.partition("=")[::2] for part in text.split(",")]
    return checked_limits(
        **{name.strip(): read_number(name.strip(), value) for name, value in pairs}
    )


def read_number(name: str, text: str) -> Any:
    """The value of a limit; what cannot be read stays text, for `checked_limits` to refuse."""
    try:
        return KINDS.get(name, str)(text)
    except ValueError:
        return text


def checked_limits(**limits: Any) -> Limits:
    """Limits by name, if they are any; None is no limit."""
    for name, value in limits.items():
        if name not in KINDS:
            raise UnknownName("unknown-option", known=", ".join(KINDS), name=name)
        if value is None:
            continue
        fits = isinstance(value, KINDS[name] | int) and not isinstance(value, bool)
        if not fits or not 0 < value < 1e9:  # which no NaN is
            expected = Positive("number" if KINDS[name] is float else "whole")
            raise BadOption("out-of-range", option=name, expected=expected, got=value)
    return Limits(**limits)


def labels(contestants: Sequence[Contestant]) -> tuple[str, ...]:
    """What contestants are called; a number tells those apart who are the same."""
    seen = Counter[str]()
    called = []
    for name in map(str, contestants):
        seen[name] += 1
        called.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(called)
