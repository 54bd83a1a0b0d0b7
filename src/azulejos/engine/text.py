"""Parser of the text of positions: fields, numbers and piles; errors have line and column.

A position is a list of fields, separated by `;` or by line breaks; a field is a name and a value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.engine.errors import UnreadableText
from azulejos.engine.parameters import (
    Alternatives,
    Choice,
    Expected,
    Letters,
    MaxLength,
    Parameter,
    Range,
    Spaces,
)
from azulejos.engine.setup import AnySetup
from azulejos.engine.state import BOARDS

NOTHING = "-"
#: No position needs a longer text.
MAX_LETTERS = 10_000


@dataclass(frozen=True)
class Words:
    """A piece of text that knows where it stands."""

    text: str
    line: int
    column: int

    @classmethod
    def cut(cls, text: str, start: int, end: int) -> Words:
        """A part of a text, without the space around it."""
        piece = text[start:end]
        start += len(piece) - len(piece.lstrip())
        line_start = text.rfind("\n", 0, start) + 1
        return cls(piece.strip(), text.count("\n", 0, start) + 1, start - line_start + 1)

    def split(self, separator: str | None = None) -> list[Words]:
        """The parts between separators; by default, the words between spaces."""
        pattern = (
            r"\S+" if separator is None else rf"(?:^|(?<={re.escape(separator)}))[^{separator}]*"
        )
        pieces = [Words.cut(self.text, *match.span()) for match in re.finditer(pattern, self.text)]
        return [Words(part.text, self.line, self.column + part.column - 1) for part in pieces]

    def wrong(self, expected: Parameter, code: str = "position/value") -> UnreadableText:
        """The error that says what should stand here instead."""
        place = {"line": self.line, "column": self.column}
        return UnreadableText(code, **place, expected=expected, got=self.text[:40])

    def number(self, low: int, high: int) -> int:
        """A whole number within a range."""
        if not re.fullmatch(r"[0-9]{1,6}", self.text) or not low <= int(self.text) <= high:
            raise self.wrong(Range(low, high, "number"))
        return int(self.text)

    def player(self, seats: int) -> int:
        """A seat; `-` is refused."""
        seat = self.seat(seats)
        if seat is None:
            raise self.wrong(Range(1, seats, "player"))
        return seat

    def seat(self, seats: int) -> int | None:
        """A seat, counted from 1 in text and from 0 in Python; `-` is None."""
        if self.text == NOTHING:
            return None
        if not re.fullmatch(r"[0-9]", self.text) or not 1 <= int(self.text) <= seats:
            raise self.wrong(Range(1, seats, "player-or-none"))
        return int(self.text) - 1

    def one_of(self, known: Sequence[str]) -> str:
        """One of some known words."""
        if self.text not in known:
            raise self.wrong(Choice(tuple(known)))
        return self.text

    def pile(self, letters: str) -> str:
        """Tiles as letters, each with a count before it if there are several: `bbr` or `2br`."""
        if self.text == NOTHING:
            return ""
        if not re.fullmatch(rf"([0-9]{{0,3}}[{letters}])+", self.text):
            raise self.wrong(Letters(letters))
        groups = re.findall(rf"([0-9]*)([{letters}])", self.text)
        return "".join(letter * int(count or 1) for count, letter in groups)

    def spaces(self, count: int, letters: str, empty: str) -> str:
        """`count` spaces of a board, each with a tile's letter or empty."""
        if len(self.text) != count or set(self.text) - set(letters + empty):
            raise self.wrong(Spaces(count, letters, empty))
        return self.text


def counted(pile: str) -> str:
    """A large pile in short: `18b19y`."""
    letters = dict.fromkeys(pile)
    return "".join(f"{pile.count(letter)}{letter}" for letter in letters) or NOTHING


def spelled(pile: str) -> str:
    """A small pile in full: `bbr`."""
    return pile or NOTHING


class Fields:
    """The fields of a position's text, to be taken one by one; nothing may be left over."""

    def __init__(self, text: str, title: str, known: Sequence[str], repeatable: str) -> None:
        """Cut the text into its title with the board, which comes first, and known fields."""
        if not isinstance(text, str):
            raise Words(repr(text)[:40], 1, 1).wrong(Expected("text"), "position/header")
        if len(text) > MAX_LETTERS:
            raise Words(str(len(text)), 1, 1).wrong(MaxLength(MAX_LETTERS), "position/header")
        head, *rest = [
            Words.cut(text, match.start(), match.end())
            for match in re.finditer(r"[^;\n]+", text)
            if match.group().strip()
        ] or [Words("", 1, 1)]
        titles = [f"{title} {board}" for board in BOARDS]
        if " ".join(head.text.split()) not in titles:
            raise head.wrong(Alternatives(tuple(map(repr, titles))), "position/header")
        self.board = head.text.split()[-1]
        self._known = known
        self._repeatable = repeatable
        self._values: dict[str, list[Words]] = {}
        for words in rest:
            self._add(words)
        self._end = Words.cut(text, len(text), len(text))

    def _add(self, words: Words) -> None:
        name, _, _ = words.text.partition(" ")
        place = {"line": words.line, "column": words.column}
        if name not in self._known:
            known = ", ".join(self._known)
            raise UnreadableText("position/unknown-field", **place, known=known, got=name[:40])
        if name in self._values and name != self._repeatable:
            raise UnreadableText("position/repeated-field", **place, field=name)
        value = Words.cut(words.text, len(name), len(words.text))
        value = Words(value.text, words.line, words.column + value.column - 1)
        self._values.setdefault(name, []).append(value)

    def all(self, name: str) -> list[Words]:
        """All values of a field; at least one."""
        if name not in self._values:
            place = {"line": self._end.line, "column": self._end.column}
            raise UnreadableText("position/missing-field", **place, field=name)
        return self._values[name]

    def one(self, name: str) -> Words:
        """The value of a field."""
        return self.all(name)[0]


# The fields that both games have

COMMON_FIELDS = (
    "phase",
    "round",
    "to-play",
    "start",
    "marker",
    "factories",
    "centre",
    "bag",
    "player",
)


def seat_text(seat: int | None) -> str:
    """A seat, counted from 1; `-` for None."""
    return NOTHING if seat is None else str(seat + 1)


def write_common(title: str, setup: AnySetup) -> list[str]:
    """The title and the common fields of a setup."""
    return [
        f"{title} {setup.board}",
        f"phase {setup.phase}",
        f"round {setup.round}",
        f"to-play {seat_text(setup.to_play)}",
        f"start {seat_text(setup.start_player)}",
        f"marker {seat_text(setup.marker)}",
        f"factories {' '.join(map(spelled, setup.all_factories()))}",
        f"centre {spelled(setup.centre)}",
        f"bag {counted(setup.full_bag())}",
    ]


def read_common(fields: Fields, phases: Sequence[str], letters: str, seats: int) -> dict[str, Any]:
    """What the common fields say, by the names of the setup."""
    return {
        "board": fields.board,
        "phase": fields.one("phase").one_of(phases),
        "round": fields.one("round").number(1, 30_000),
        "to_play": fields.one("to-play").seat(seats),
        "start_player": fields.one("start").player(seats),
        "marker": fields.one("marker").seat(seats),
        "factories": [words.pile(letters) for words in fields.one("factories").split()],
        "centre": fields.one("centre").pile(letters),
        "bag": fields.one("bag").pile(letters),
    }
