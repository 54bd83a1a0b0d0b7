"""Errors of the arena: contestants, logs, results and the lines of the bot protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Alternatives, Parameter


class ArenaError(BadOption):
    """A match cannot be set up, continued or read."""

    messages: ClassVar = {
        "test-of-two": "expected sprt to be left out: it compares two contestants, got {got!r}",
        "hypotheses-out-of-range": "expected sprt to be two numbers, the smaller first, "
        "from -{most} to {most}, got {got!r}",
        "malformed-hypotheses": "expected sprt to be two numbers such as 0,30, got {got!r}",
        "unresponsive-program": "expected {option} to be a program that answers ready, got {got!r}",
        "locked-log": "expected log to be a file that no other arena is writing, got {got!r}",
        "damaged-log": "expected {file} to be the log of a match, "
        "got something else in line {line}",
        "damaged-result": "expected result to be what an arena wrote as JSON, got {got!r}",
    }


class CommandError(BadOption):
    """A line of the bot protocol cannot be carried out."""

    messages: ClassVar = {
        "unknown-command": "expected the line to be one of {known}, got {got!r}",
        "malformed-newgame": "expected newgame to be a game, a board and a number of players, "
        "got {got!r}",
        "malformed-go": "expected go to be followed by limits such as seconds 0.3, got {got!r}",
        "position-first": "expected go to be told after a position, got {got!r}",
    }


@dataclass(frozen=True)
class CommandLine(Parameter):
    """A prefix and the command of a program."""

    prefix: str

    messages: ClassVar = {"": "{prefix} and a command"}


@dataclass(frozen=True)
class FileEnding(Parameter):
    """A file of one of some formats."""

    endings: Alternatives

    messages: ClassVar = {"": "a file ending in {endings}"}


@dataclass(frozen=True)
class Seconds(Parameter):
    """A duration with its limit."""

    most: int

    messages: ClassVar = {"": "a number of seconds up to {most}"}
