"""Typed parameters of errors: ranges, choices, places, players.

A parameter carries values and no sentence. `localized` formats it with the template of its kind in
the language of a `translate` function; `str` is the English form. Other packages define their own
parameters as subclasses of `Parameter`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import reduce
from typing import ClassVar, Literal, Protocol, TypeAlias, runtime_checkable

#: The template of a language, given the English one.
Translate: TypeAlias = Callable[[str], str]


@runtime_checkable
class Localizable(Protocol):
    """A value that has a text in every language."""

    def localized(self, translate: Translate) -> str:
        """The text in the language of `translate`."""


class _Unquoted(str):
    """A formatted parameter, which `!r` does not quote."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def fill(template: str, values: Mapping[str, object], translate: Translate) -> str:
    """A translated template with its places filled; parameters are translated too."""
    shown = {
        name: _Unquoted(value.localized(translate)) if isinstance(value, Localizable) else value
        for name, value in values.items()
    }
    return translate(template).format(**shown)


@dataclass(frozen=True)
class Parameter:
    """Base of the parameters: the fields of a subclass are the places of its template."""

    #: English templates by kind; a parameter without the field `kind` has a single one.
    messages: ClassVar[Mapping[str, str]] = {}

    def localized(self, translate: Translate) -> str:
        """The text in the language of `translate`."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        template = self.messages[values.get("kind", "")]
        return fill(template, values, translate)

    def __str__(self) -> str:
        return self.localized(str)


@dataclass(frozen=True)
class Range(Parameter):
    """Numbers from `low` to `high`, both included; `kind` names what is counted."""

    low: int
    high: int | str  #: an `int`, or arithmetic such as 2**256 - 1
    kind: Literal["any", "number", "whole", "seat", "player", "player-or-none", "phase"] = "any"

    messages: ClassVar = {
        "any": "from {low} to {high}",
        "number": "a number from {low} to {high}",
        "whole": "a whole number from {low} to {high}",
        "seat": "a seat from {low} to {high}",
        "player": "a player from {low} to {high}",
        "player-or-none": "a player from {low} to {high}, or -",
        "phase": "from {low} to {high} in this phase",
    }


@dataclass(frozen=True)
class Numbers(Parameter):
    """`count` numbers, each within a range."""

    count: int
    low: int
    high: int

    messages: ClassVar = {"": "{count} numbers from {low} to {high}"}


@dataclass(frozen=True)
class Positive(Parameter):
    """A number greater than zero."""

    kind: Literal["number", "whole"] = "number"

    messages: ClassVar = {
        "number": "a number greater than 0",
        "whole": "a whole number greater than 0",
    }


@dataclass(frozen=True)
class AtEnd(Parameter):
    """The number that a field has when the game is over."""

    number: int

    messages: ClassVar = {"": "{number} at the end"}


@dataclass(frozen=True)
class MaxLength(Parameter):
    """The largest number of characters of a text."""

    most: int

    messages: ClassVar = {"": "at most {most} characters"}


@dataclass(frozen=True)
class Choice(Parameter):
    """One of some known words."""

    known: tuple[str, ...]

    messages: ClassVar = {"": "one of {known}"}

    def localized(self, translate: Translate) -> str:
        """The text in the language of `translate`."""
        return fill(self.messages[""], {"known": ", ".join(self.known)}, translate)


@dataclass(frozen=True)
class Alternatives(Parameter):
    """Some words, one of which is expected: `int or None`."""

    known: tuple[str, ...]

    messages: ClassVar = {"": "{first} or {second}"}

    def localized(self, translate: Translate) -> str:
        """The text in the language of `translate`."""
        pair = translate(self.messages[""])
        return reduce(lambda first, second: pair.format(first=first, second=second), self.known)


@dataclass(frozen=True)
class Letters(Parameter):
    """A pile of tiles as letters, or the sign for no tiles."""

    letters: str

    messages: ClassVar = {"": "tiles as letters of {letters}, or -"}


@dataclass(frozen=True)
class Spaces(Parameter):
    """The spaces of a row or star, each with a letter or empty."""

    count: int
    letters: str
    empty: str

    messages: ClassVar = {"": "{count} of {letters} or {empty}"}


@dataclass(frozen=True)
class Player(Parameter):
    """A player, counted from 1; any player, or none."""

    player: int = 0
    kind: Literal["one", "any", "none"] = "one"

    messages: ClassVar = {"one": "player {player}", "any": "a player", "none": "nobody"}

    @classmethod
    def at(cls, seat: int | None) -> Player:
        """The player of a seat, which counts from 0."""
        return NO_PLAYER if seat is None else cls(seat + 1)


ANY_PLAYER, NO_PLAYER = Player(kind="any"), Player(kind="none")


@dataclass(frozen=True)
class Place(Parameter):
    """A place on the table or in a position: a pile, or a number of a player."""

    kind: Literal[
        "bag",
        "centre",
        "lid",
        "tower",
        "supply",
        "tiles-in-supply",
        "factory",
        "line",
        "floor",
        "tiles",
        "score",
        "header",
    ]
    number: int = 0
    player: int = 0

    messages: ClassVar = {
        "bag": "bag",
        "centre": "centre",
        "lid": "lid",
        "tower": "tower",
        "supply": "supply",
        "tiles-in-supply": "tiles in the supply",
        "factory": "factory {number}",
        "line": "line {number} of player {player}",
        "floor": "floor of player {player}",
        "tiles": "tiles of player {player}",
        "score": "score of player {player}",
        "header": "header",
    }


@dataclass(frozen=True)
class Field(Parameter):
    """A field of a setup: its length, or the one of a player's seat."""

    name: str
    player: int = 0
    kind: Literal["seat", "length"] = "seat"

    messages: ClassVar = {"seat": "{name} of player {player}", "length": "count of {name}"}


@dataclass(frozen=True)
class TextPlace(Parameter):
    """A place in a text; lines and columns count from 1."""

    line: int
    column: int

    messages: ClassVar = {"": "line {line}, column {column}"}


@dataclass(frozen=True)
class Header(Parameter):
    """A header of a record, by its name, and what it should hold."""

    name: str
    kind: Literal["number", "numbers", "once"]

    messages: ClassVar = {
        "number": "a number after '{name}:'",
        "numbers": "numbers joined by dashes after '{name}:'",
        "once": "{name!r} only once",
    }


@dataclass(frozen=True)
class Expected(Parameter):
    """A kind of value without places of its own."""

    kind: Literal[
        "number",
        "huge-number",
        "player-count",
        "text",
        "text-line",
        "unicode",
        "nothing",
        "position",
        "deals",
        "name-per-opponent",
        "number-per-game",
        "zero-in-phase",
        "six-colours",
        "one-or-six-colours",
        "lines",
        "wall-rows",
        "stars",
        "azul-seat",
        "pavilion-seat",
        "number-points",
        "comment",
        "move",
        "less-nesting",
        "record-header",
        "record-end",
        "json-too-deep",
        "json-huge-number",
        "json-surrogate",
        "existing-folder",
        "not-a-folder",
        "writable-file",
        "puzzle-file",
        "puzzle-log",
    ]

    messages: ClassVar = {
        "number": "a number",
        "huge-number": "a huge number",
        "player-count": "2, 3 or 4",
        "text": "text",
        "text-line": "text on one line",
        "unicode": "text that can be written as UTF-8",
        "nothing": "nothing",
        "position": "a position",
        "deals": "a list of deals",
        "name-per-opponent": "a name for each opponent",
        "number-per-game": "a number for each game",
        "zero-in-phase": "0 in this phase",
        "six-colours": "six different colours",
        "one-or-six-colours": "one colour or six different colours",
        "lines": "five lines",
        "wall-rows": "five rows of the wall",
        "stars": "seven stars",
        "azul-seat": "four parts: score | lines | wall | floor",
        "pavilion-seat": "four parts: score | tiles | stars | passed or -",
        "number-points": "four numbers such as 4-8-12-16",
        "comment": "a comment in braces {{...}}",
        "move": "a move",
        "less-nesting": "at most 20 variations within each other",
        "record-header": "a header such as 'board: grey'",
        "record-end": "the end ('scores ...' or 'unfinished')",
        "json-too-deep": "nested too deep",
        "json-huge-number": "huge number",
        "json-surrogate": "half of a surrogate pair",
        "existing-folder": "a file in a folder that exists",
        "not-a-folder": "a file, not a folder",
        "writable-file": "a file that may be written",
        "puzzle-file": "a file of puzzles",
        "puzzle-log": "the log of a run that makes puzzles",
    }
