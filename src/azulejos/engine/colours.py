"""Colours by name, letter and number, and piles of tiles as their users see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Self, TypeVar

from azulejos.engine.parameters import Translate
from azulejos.engine.tiles import LANE, LANE_MASK


class Colour(IntEnum):
    """A colour of tiles: a number for the engine, a letter for notation, a name for people."""

    @property
    def letter(self) -> str:
        """The one letter that stands for the colour in notation."""
        return LETTERS.get(self.name, self.name[0].lower())

    @classmethod
    def letters(cls) -> str:
        """The letters of all colours, in their order."""
        return "".join(colour.letter for colour in cls)

    @classmethod
    def of(cls, letter: str) -> Self:
        """The colour that a letter stands for."""
        return cls(cls.letters().index(letter))

    def __str__(self) -> str:
        return self.name.lower()

    def localized(self, translate: Translate) -> str:
        """The name in the language of `translate`, in its dictionary form."""
        return translate(str(self))

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)


#: Letters that are not the first of the English name.
LETTERS = {"BLACK": "k"}

C = TypeVar("C", bound=Colour)


class Tiles(Mapping[C, int]):
    """A pile of tiles: how many there are of each colour. Read-only; `str` gives its letters."""

    __slots__ = ("_colours", "_counts")

    def __init__(self, colours: type[C], pile: int) -> None:
        """The tiles of a pile as the engine counts them."""
        self._colours = colours
        self._counts = tuple(int(pile) >> (LANE * n) & LANE_MASK for n in range(len(colours)))

    @classmethod
    def of(cls, colours: type[C], text: str) -> Tiles[C]:
        """The pile that letters such as "bbry" spell."""
        return cls(colours, sum(1 << (LANE * colours.of(letter)) for letter in text))

    def __getitem__(self, colour: C) -> int:
        if not isinstance(colour, self._colours):
            raise KeyError(colour)
        return self._counts[colour]

    def __contains__(self, colour: object) -> bool:
        return isinstance(colour, self._colours) and self[colour] > 0

    def __hash__(self) -> int:
        return hash((self._colours, self._counts))

    def __iter__(self) -> Iterator[C]:
        return (colour for colour in self._colours if self[colour])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def total(self) -> int:
        """How many tiles there are."""
        return sum(self.values())

    def __str__(self) -> str:
        return "".join(colour.letter * self[colour] for colour in self)

    def __repr__(self) -> str:
        return f"Tiles({str(self)!r})"
