"""Sentences with tiles in them, and the texts that every game has to provide."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from azulejos.engine import AnyEvent
from azulejos.engine.colours import C, Tiles
from azulejos.engine.events import BagFilled, RoundStarted
from azulejos.i18n import Words

#: Tiles by the letters of their colours.
Pile: TypeAlias = Mapping[str, int]

#: Stands for tiles in the text of a sentence: the object replacement character.
TILES = "\ufffc"
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Sentence:
    """A text with a `TILES` character for each pile in `tiles`, in order."""

    text: str
    tiles: tuple[Pile, ...] = ()
    is_heading: bool = False  # the beginning of a round, the end of the game


def pile_of(tiles: Tiles[C]) -> Pile:
    """Tiles by letter."""
    return {colour.letter: count for colour, count in tiles.items()}


def signed(points: int) -> str:
    """Points with their sign; the minus sign is U+2212."""
    return f"{MINUS}{-points}" if points < 0 else f"+{points}"


def name_list(words: Words, names: Sequence[str]) -> str:
    """Names joined as the language does it."""
    *others, last = names
    if not others:
        return last
    return words.gettext("{names} and {last}", names=", ".join(others), last=last)


class GameTexts(ABC):
    """The texts of one game, beyond those that all games share."""

    @abstractmethod
    def name(self, words: Words) -> str:
        """The name of the game."""

    @abstractmethod
    def discards(self, words: Words) -> str:
        """The name of the place where discarded tiles go."""

    @abstractmethod
    def last_round(self, words: Words) -> str:
        """A notice in the last round."""

    @abstractmethod
    def tie_break(self, words: Words) -> str:
        """What decided between equal scores; empty where nothing does."""

    @abstractmethod
    def unplaceable(self, words: Words, colour: str) -> Sentence:
        """A warning that the board has no space for a colour (its letter)."""

    @abstractmethod
    def event(
        self, words: Words, event: AnyEvent, names: Sequence[str], turn: Sequence[AnyEvent]
    ) -> Sentence | None:
        """A sentence about an event of this game; `turn` is all that one move or deal caused."""


def shared_event(words: Words, event: AnyEvent, names: Sequence[str]) -> Iterator[Sentence]:
    """Sentences about the events that all games share; dealt tiles have none."""
    match event:
        case BagFilled(count):
            text = words.ngettext(
                "The bag was empty: {n} discarded tile goes back into it",
                "The bag was empty: {n} discarded tiles go back into it",
                count,
            )
            yield Sentence(text)
        case RoundStarted(number, start_player, missing):
            name = names[start_player]
            text = words.gettext("Round {round} begins, {name} starts", round=number, name=name)
            yield Sentence(text, is_heading=True)
            if missing:
                text = words.ngettext(
                    "{n} tile could not be dealt", "{n} tiles could not be dealt", missing
                )
                yield Sentence(text)
