"""Records of games: headers, deals, moves, comments, variations and the result.

A record is only what was written down; `Game.from_text` and `Game.from_json` replay it and check
every move. `text` and `json` are the two forms it is written in; docs/notation.md describes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from azulejos.engine import GAMES, AnyPosition, AnyRules, find_game
from azulejos.engine.errors import PUBLIC, AzulejosError, UnknownName
from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Expected, MaxLength, Place, TextPlace

VERSION = 1
#: The version of records with variations; all others stay as they are.
VARIATIONS_VERSION = 2
#: Variations within variations at most.
MAX_NESTING = 20
#: A place in a record: line and column of a text, a path such as `$.plies[3]` in JSON, or its head.
RecordPlace: TypeAlias = TextPlace | Place | str
#: The first character of a text.
START = TextPlace(1, 1)
#: Some editors begin files with it.
BYTE_ORDER_MARK = "\ufeff"
#: The longest text that is read, in characters: about 70,000 moves, read in about a second.
MAX_LETTERS = 500_000
#: Tiles of a deal at most, far more than any game draws at once.
MAX_DEAL = 200
#: Characters of a wrong result that an error repeats.
MAX_RESULT = 80
HEADER_NAME = re.compile(r"[A-Z][A-Za-z0-9 ]{0,39}")
UNFINISHED = "unfinished"


class UnreadableRecord(AzulejosError):
    """A record is damaged, or contradicts the rules; it says where and why."""

    __module__ = PUBLIC

    messages: ClassVar = {
        "record/expected": "{place}: expected {expected}, got {got!r}",
        "record/missing": "{place}: {what} is missing",
        "record/replay": "{place}: {reason}",
        "record/header": "expected a header such as 'Player 1: Ana', got {name!r}: {value!r}",
        "record/json": "line {line}, column {column}: this is not JSON: {reason}",
    }


@dataclass(frozen=True)
class Entry:
    """A deal or a move, and where it was written."""

    kind: str  # "deal" or "move"
    text: str
    place: RecordPlace = field(default="", compare=False)

    def and_tiles(self, tiles: str) -> Entry:
        """A deal with more tiles: deals in a row are one."""
        text = self.text + tiles
        if len(text) > MAX_DEAL:
            most, got = MaxLength(MAX_DEAL), len(text)
            raise UnreadableRecord("record/expected", place=self.place, expected=most, got=got)
        return Entry(self.kind, text, self.place)


@dataclass(frozen=True)
class Variation:
    """What could have been played instead, from an entry of its parent line on.

    `at` is the index of the entry that it replaces; the number of the parent's entries, if it goes
    on where the parent ends.
    """

    at: int
    entries: tuple[Entry, ...]
    comments: dict[int, str]  # by ply of the whole game
    variations: tuple[Variation, ...] = ()


@dataclass
class Record:
    """What is written down of a game."""

    game: str
    board: str
    players: int
    first_player: int
    options: dict[str, OptionValue]
    headers: dict[str, str]
    position: str | None
    entries: list[Entry]
    comments: dict[int, str]  # by ply; 0 is before the first move
    scores: tuple[int, ...] | None  # None: the game is not finished
    winners: tuple[int, ...] = ()
    variations: tuple[Variation, ...] = ()
    end_place: RecordPlace = field(default="", compare=False)
    winners_place: RecordPlace = field(default="", compare=False)
    #: Where things were written, by the names that errors give them.
    places: dict[str, RecordPlace] = field(default_factory=dict, compare=False)

    @property
    def version(self) -> int:
        """The version of the format that the record needs."""
        return VARIATIONS_VERSION if self.variations else VERSION

    @property
    def length(self) -> int:
        """The number of all moves and deals, those of variations included."""
        return _length(self)

    def start(self) -> dict[str, Any]:
        """How the game starts, by the names of the arguments of `Game`."""
        return {
            "game": self.game,
            "players": self.players,
            "board": self.board,
            "first_player": self.first_player,
            **self.options,
        }

    def place_of(self, error: AzulejosError) -> RecordPlace:
        """Location in the source of the value that an error of the game's start refers to."""
        named = {"unknown-game": "game", "unknown-board": "board"}.get(error.code)
        named = named or str(error.parameters.get("option") or error.parameters.get("name"))
        return self.places.get(named, Place("header"))

    def read_position(self, rules: AnyRules) -> AnyPosition:
        """The position that the game starts from."""
        try:
            return rules.read_position(self.position or "")
        except AzulejosError as error:
            place = self.places.get("position", Place("header"))
            raise UnreadableRecord("record/replay", place=place, reason=error) from error


def _length(moves: Record | Variation) -> int:
    return len(moves.entries) + sum(map(_length, moves.variations))


def check_header(name: str, value: str) -> None:
    """Whether a free header can be written down and read again as it is."""
    texts = isinstance(name, str) and isinstance(value, str)
    if not texts or not HEADER_NAME.fullmatch(name) or not re.fullmatch(r"\S(.*\S)?", value):
        raise UnreadableRecord("record/header", name=name, value=value)


def is_json(text: str) -> bool:
    """Whether a record is meant to be JSON, and no text; whether it is read tells more."""
    return text.removeprefix(BYTE_ORDER_MARK).lstrip().startswith("{")


def checked_text(text: object) -> str:
    """The text itself, if it is one and not too long."""
    if not isinstance(text, str):
        got, expected = type(text).__name__, Expected("text")
        raise UnreadableRecord("record/expected", place=START, expected=expected, got=got)
    if len(text) > MAX_LETTERS:
        most = MaxLength(MAX_LETTERS)
        raise UnreadableRecord("record/expected", place=START, expected=most, got=len(text))
    _check_unicode(text)
    return text.removeprefix(BYTE_ORDER_MARK)


def _check_unicode(text: str) -> None:
    """Refuse halves of surrogate pairs, which no file and no database can hold."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line_start = text.rfind("\n", 0, error.start) + 1
        place = TextPlace(text.count("\n", 0, error.start) + 1, error.start - line_start + 1)
        expected, got = Expected("unicode"), f"U+{ord(text[error.start]):04X}"
        raise UnreadableRecord("record/expected", place=place, expected=expected, got=got) from None


def check_options(game: str, places: Mapping[str, RecordPlace]) -> None:
    """Refuse options that the game does not have, by name and place. Unknown games come later."""
    known = [*(find_game(game).default_options if game in GAMES else places)]
    for name, place in places.items():
        if name not in known:
            unknown = UnknownName("unknown-option", known=", ".join(known), name=name)
            raise UnreadableRecord("record/replay", place=place, reason=unknown) from unknown


def result_text(scores: tuple[int, ...] | None, winners: tuple[int, ...]) -> str:
    """A result as records write it, on one line."""
    seats = f"winners {' '.join(str(seat + 1) for seat in winners)}"
    if scores is None:
        return f"{UNFINISHED} {seats}" if winners else UNFINISHED
    return f"scores {' '.join(map(str, scores))} {seats}"
