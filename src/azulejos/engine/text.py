"""Reading the text of positions: fields, numbers and piles, with the place of every mistake.

A position is a list of fields, separated by `;` or by line breaks; a field is a name and a value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from azulejos.engine.errors import UnreadableText

NOTHING = "-"


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

    def wrong(self, expected: str, code: str = "position/value") -> UnreadableText:
        """The error that says what should stand here instead."""
        place = {"line": self.line, "column": self.column}
        return UnreadableText(code, **place, expected=expected, got=self.text[:40])

    def number(self, low: int, high: int) -> int:
        """A whole number within a range."""
        if not re.fullmatch(r"[0-9]{1,6}", self.text) or not low <= int(self.text) <= high:
            raise self.wrong(f"a number from {low} to {high}")
        return int(self.text)

    def seat(self, seats: int) -> int | None:
        """A seat, counted from 1 in text and from 0 in Python; `-` is nobody."""
        if self.text == NOTHING:
            return None
        if not re.fullmatch(r"[0-9]", self.text) or not 1 <= int(self.text) <= seats:
            raise self.wrong(f"a player from 1 to {seats}, or {NOTHING}")
        return int(self.text) - 1

    def one_of(self, known: Sequence[str]) -> str:
        """One of some known words."""
        if self.text not in known:
            raise self.wrong(f"one of {', '.join(known)}")
        return self.text

    def pile(self, letters: str) -> str:
        """Tiles as letters, each with a count before it if there are several: `bbr` or `2br`."""
        if self.text == NOTHING:
            return ""
        if not re.fullmatch(rf"([0-9]{{0,3}}[{letters}])+", self.text):
            raise self.wrong(f"tiles as letters of {letters}, or {NOTHING}")
        groups = re.findall(rf"([0-9]*)([{letters}])", self.text)
        return "".join(letter * int(count or 1) for count, letter in groups)


def counted(pile: str) -> str:
    """A large pile in short: `18b19y`."""
    letters = dict.fromkeys(pile)
    return "".join(f"{pile.count(letter)}{letter}" for letter in letters) or NOTHING


def spelled(pile: str) -> str:
    """A small pile in full: `bbr`."""
    return pile or NOTHING


class Fields:
    """The fields of a position's text, to be taken one by one; nothing may be left over."""

    def __init__(self, text: str, known: Sequence[str], repeatable: str) -> None:
        """Cut the text into its title, which comes first, and fields of known names."""
        self.title, *rest = [
            Words.cut(text, match.start(), match.end())
            for match in re.finditer(r"[^;\n]+", text)
            if match.group().strip()
        ] or [Words("", 1, 1)]
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
