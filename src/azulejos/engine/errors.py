"""Errors as data: a class to catch, a stable code, and typed parameters.

The code is a contract for programs. `str` is the English sentence; `localized` is the sentence of
another language: the translated template of the code, filled with the translated parameters. In
texts, factories, lines, rows, columns and seats count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from azulejos.engine.parameters import Expected, Translate, fill

#: The package from which users import the errors below.
PUBLIC = "azulejos"
#: Longer numbers are not written out: Python refuses to beyond some thousands of digits.
MAX_BITS = 512


class AzulejosError(ValueError):
    """Root of all errors of the package: a stable `code` and typed `parameters`."""

    #: English templates by code; every class of errors has its own.
    messages: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls) -> None:
        """Let the errors of this module appear under their public names: `azulejos.IllegalMove`."""
        if cls.__module__ == __name__:
            cls.__module__ = PUBLIC

    def __init__(self, code: str, **parameters: object) -> None:
        self.code = code
        self.parameters = {name: _printable(value) for name, value in parameters.items()}
        super().__init__(self.localized(str))

    def localized(self, translate: Translate) -> str:
        """The sentence in the language of `translate`."""
        return fill(self.messages[self.code], self.parameters, translate)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.parameters)


AzulejosError.__module__ = PUBLIC


def _printable(value: object) -> object:
    """The value itself, or a description of a number too long to be written."""
    huge = isinstance(value, int) and value.bit_length() > MAX_BITS
    return Expected("huge-number") if huge else value


def _rebuild(kind: type[AzulejosError], code: str, parameters: dict[str, object]) -> AzulejosError:
    """The error of a pickle."""
    return kind(code, **parameters)


class UnknownName(AzulejosError):
    """There is no game, board, bot or option of that name."""

    messages: ClassVar = {
        "unknown-game": "expected one of the games {known}, got {name!r}",
        "unknown-board": "expected one of the boards {known}, got {name!r}",
        "unknown-bot": "expected one of the bots {known}, got {name!r}",
        "unknown-option": "expected one of the options {known}, got {name!r}",
        "unknown-theme": "expected one of the themes {known}, got {name!r}",
    }


class BadOption(AzulejosError):
    """An argument or an option has a value that cannot be used."""

    messages: ClassVar = {
        "out-of-range": "expected {option} to be {expected}, got {got!r}",
        "unknown-value": "expected {option} to be {expected}, got {got!r}",
        "wrong-type": "expected {option} to be {expected}, got {got!r}",
        "wrong-count": "expected {option} to be {expected}, got {got!r}",
        "malformed": "expected {option} to be {expected}, got {got!r}",
        "conflict-with-position": "expected {option} to be {expected}, as in the position, "
        "got {got!r}",
        "conflict-with-file": "expected {option} to be {expected}, as in {file}, got {got!r}",
    }


class BadFile(BadOption):
    """A file cannot be written, or holds something else than expected."""

    messages: ClassVar = {
        "unwritable-path": "expected {option} to be {expected}, got {got!r}",
        "damaged-file": "expected {file} to be {expected}, got something else",
        "damaged-line": "expected {file} to be {expected}, got something else in line {line}",
    }


class MissingExtra(AzulejosError):
    """An optional dependency is not installed."""

    messages: ClassVar = {
        "missing-extra": "the package {package} is missing: pip install 'azulejos[{extra}]' "
        "brings it",
    }


class UnreadableMove(AzulejosError):
    """The text is not a move of this game."""

    messages: ClassVar = {
        "unreadable-move": "expected a move such as {examples}, got {text!r}",
        "not-a-move": "expected a move of {game}, got {text}",
    }


class IllegalMove(AzulejosError):
    """The move can be read, but the rules forbid it now."""

    messages: ClassVar = {
        "deal-first": "tiles must be dealt before anyone moves",
        "draft/no-such-factory": "there is no factory {factory}: this game has {factories}",
        "draft/factory-empty": "factory {factory} is empty",
        "draft/centre-empty": "no tiles lie in the centre",
        "draft/not-on-factory": "there is no {colour} tile on factory {factory}",
        "draft/not-in-centre": "there is no {colour} tile in the centre",
        "azul/line-full": "line {line} is full",
        "azul/line-holds-other": "line {line} holds {held}, so {colour} cannot go there",
        "azul/row-holds-colour": "row {row} of the wall already holds {colour}",
        "azul/draft-now": "tiles are being drafted: expected a move such as 3b4, got {move}",
        "azul/tile-now": "line {row} has to go to the wall now: expected a move such as {row}>1, "
        "got {move}",
        "azul/row-above-first": "rows are tiled from the top: expected row {row}, got {got}",
        "azul/space-taken": "column {column} of row {row} is taken",
        "azul/column-holds-colour": "column {column} of the wall already holds {colour}",
        "pavilion/wild-not-chosen": "{colour} is wild: choose another colour that lies there",
        "pavilion/draft-now": "tiles are being drafted: expected a move such as 3p, got {move}",
        "pavilion/place-now": "tiles are being placed: expected a move such as 15g2, or = and the "
        "tiles to keep, got {move}",
        "pavilion/bonus-now": "bonus tiles are due: expected + and {due} of {supply}, got {move}",
        "pavilion/not-in-supply": "the supply holds {supply}, not {tiles}",
        "pavilion/slot-taken": "slot {slot} of star {star} is taken",
        "pavilion/star-refuses": "star {star} takes no {colour} tile",
        "pavilion/no-tile": "there is no {colour} tile beside the board",
        "pavilion/cannot-pay": "a space of {cost} cannot be paid with {got} wild: there are "
        "{own} {colour} and {wild} wild to pay with",
        "pavilion/wild-itself": "{colour} is wild itself: a space of {cost} takes {cost} of it and "
        "0 others, got {got}; there are {own}",
        "pavilion/not-to-keep": "there are {tiles} beside the board, not {kept}",
        "pavilion/last-round": "nothing can be kept in the last round: expected =, got {move}",
    }


class GameOver(IllegalMove):
    """No move is legal any more."""

    messages: ClassVar = {"game-over": "the game is over"}


class IllegalDeal(AzulejosError):
    """These tiles cannot be dealt now."""

    messages: ClassVar = {
        "no-deal-due": "no tiles are to be dealt now",
        "not-in-bag": "there is no {colour} tile in the bag",
        "unreadable-tiles": "expected tiles as letters of {letters}, got {text!r}",
        "too-many": "only {due} tiles are to be dealt now, got {got}",
        "no-tiles": "expected tiles to deal, got none",
    }


class Problem(AzulejosError):
    """One thing that is wrong with a hand-made position."""

    messages: ClassVar = {
        "players": "expected 2, 3 or 4 players, got {got}",
        "board": "expected one of the boards {known}, got {got!r}",
        "phase": "expected one of the phases {known}, got {got!r}",
        "number": "expected {field} to be {expected}, got {got!r}",
        "wrong-type": "expected {field} to be {expected}, got {got!r}",
        "unreadable-tiles": "{place}: expected tiles as letters of {letters}, got {text!r}",
        "factories": "expected {expected} factories for this number of players, got {got}",
        "factory-size": "factory {factory} holds {got} tiles: at most {most} fit",
        "offer-size": "{got} tiles are on offer: the factories held at most {most}",
        "tile-count": "expected {expected} {colour} tiles in all, got {got}",
        "line-shape": "player {player}: expected five pattern lines, got {got}",
        "line-size": "player {player}, line {line}: {got} tiles do not fit",
        "line-mixed": "player {player}, line {line} holds more than one colour",
        "line-on-wall": "player {player}, line {line}: the wall row already holds {colour}",
        "wall-shape": "player {player}: expected a wall of five rows of five, got {got!r}",
        "wall-row-twice": "player {player}: row {row} of the wall holds {colour} twice",
        "wall-column-twice": "player {player}: column {column} of the wall holds {colour} twice",
        "wall-wrong-space": "player {player}: row {row}, column {column} of the wall is for "
        "{expected}, got {colour}",
        "floor-size": "player {player}: {got} tiles do not fit on the floor line",
        "to-play": "expected {expected} to play in this phase, got {got}",
        "row-complete": "player {player} has a complete row: the game would be over",
        "nothing-to-draft": "no tiles are left to draft: the next phase would have begun",
        "offer-left": "tiles lie on the factories or in the centre, but drafting is over",
        "lines-untiled": "player {player} has full lines that would have been tiled",
        "floor-uncharged": "player {player} has tiles on the floor line that would be in the lid",
        "deal-order": "factories are filled in order: factory {factory} is not full",
        "deal-complete": "all factories are full: drafting would have begun",
        "bag-not-filled": "a tile is needed and the bag is empty: the discards would be in it",
        "no-decision": "player {player} has no column to choose: phase 'tile' waits for a choice",
        "coloured-tiling": "the coloured wall is tiled by itself: phase 'tile' does not exist",
        "end-reason": "expected one of the end reasons {known}, got {got!r}",
        "idle-rounds": "{got} idle rounds would have ended the game",
        "filling": "expected one of {known} to be filled, got {got!r}",
        "star-shape": "player {player}: expected seven stars of six slots, got {got!r}",
        "star-wrong-colour": "player {player}: star {star} is for {expected}, got {colour}",
        "star-mixed": "player {player}: star {star} may hold {allowed}",
        "mover": "a turn ends exactly while the supply is filled after it, got mover {got}",
        "supply-full": "the supply is full: nothing is dealt to it",
        "passed": "player {player} cannot have passed in this phase",
        "not-passed": "player {player} has not passed: the game would go on",
        "kept": "player {player} may have kept at most {most} tiles, got {got}",
        "nothing-to-place": "player {player} has no tiles to place and would pass",
    }


class InvalidPosition(AzulejosError):
    """A hand-made position breaks the rules; `reasons` holds everything that is wrong with it."""

    messages: ClassVar = {"invalid-position": "not a possible position: {summary}"}

    def __init__(self, reasons: Iterable[Problem]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("invalid-position", summary="; ".join(map(str, self.reasons)))

    def localized(self, translate: Translate) -> str:
        """The sentence in the language of `translate`."""
        summary = "; ".join(reason.localized(translate) for reason in self.reasons)
        return fill(self.messages[self.code], {"summary": summary}, translate)

    def __reduce__(self) -> tuple[object, ...]:
        return InvalidPosition, (self.reasons,)


class UnreadableText(AzulejosError):
    """A text that describes a position or a game cannot be read; it says where and why."""

    messages: ClassVar = {
        "position/header": "line {line}, column {column}: expected {expected}, got {got!r}",
        "position/unknown-field": "line {line}, column {column}: expected one of {known}, "
        "got {got!r}",
        "position/repeated-field": "line {line}, column {column}: {field!r} is given twice",
        "position/missing-field": "line {line}, column {column}: {field!r} is missing",
        "position/value": "line {line}, column {column}: expected {expected}, got {got!r}",
    }


class HistoryError(AzulejosError):
    """There is no such moment in the game's history."""

    messages: ClassVar = {
        "nothing-to-undo": "there is no move to undo",
        "no-such-ply": "expected a ply from 0 to {last}, got {got}",
        "other-start": "a variation starts from the same position as the game",
    }
