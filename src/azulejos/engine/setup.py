"""Setups: any arrangement of a game as plain data; what both games share.

A setup is any arrangement that can be written down, possible or not. Left out, the factories are
empty and the bag holds all tiles that lie nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from azulejos.engine.colours import Colour, Tiles
from azulejos.engine.common import FACTORIES
from azulejos.engine.parameters import Place
from azulejos.engine.state import (
    BOARDS,
    MAX_PLAYERS,
    NOBODY,
    States,
    new_states,
)
from azulejos.engine.tiles import LANE, total

EMPTY_SPACE = "."


@dataclass
class AnySetup(ABC):
    """Any arrangement of a game, as letters and numbers. Seats count from 0."""

    colours: ClassVar[type[Colour]]
    tiles_per_colour: ClassVar[int]
    phases: ClassVar[tuple[str, ...]]
    layout: ClassVar[np.dtype[np.void]]
    #: Numbers that the setup and the record hold under the same name.
    plain_numbers: ClassVar[tuple[str, ...]]
    #: Seats, or None, likewise.
    plain_seats: ClassVar[tuple[str, ...]]

    seats: list[Any]
    board: str = "coloured"
    phase: str = "draft"
    round: int = 1
    to_play: int | None = 0
    start_player: int = 0
    marker: int | None = None  # the seat that holds it; None: the centre
    factories: list[str] | None = None
    centre: str = ""
    bag: str | None = None

    @abstractmethod
    def other_piles(self) -> Iterator[tuple[Place, str]]:
        """The game's own piles, with their places."""

    @abstractmethod
    def tiles_on_boards(self) -> str:
        """The tiles on the players' boards that lie in no pile."""

    def all_factories(self) -> list[str]:
        """The factories, empty ones where none were given."""
        if self.factories is not None:
            return self.factories
        return [""] * int(FACTORIES[min(len(self.seats), MAX_PLAYERS)])

    def piles_in_play(self) -> Iterator[tuple[Place, str]]:
        """All piles but the bag, with their places."""
        yield Place("centre"), self.centre
        for number, factory in enumerate(self.all_factories(), start=1):
            yield Place("factory", number), factory
        yield from self.other_piles()

    def tiles_in_play(self) -> str:
        """All tiles outside the bag."""
        return "".join(pile for _, pile in self.piles_in_play()) + self.tiles_on_boards()

    def full_bag(self) -> str:
        """The bag; if none was given, all tiles that lie nowhere else."""
        if self.bag is not None:
            return self.bag
        outside = Counter(self.tiles_in_play())
        return "".join(
            letter * max(0, self.tiles_per_colour - outside[letter])
            for letter in self.colours.letters()
        )

    def turn_order(self) -> list[int]:
        """The seats, from the start player on."""
        seats = range(len(self.seats))
        return [*seats[self.start_player :], *seats[: self.start_player]]

    # To and from the record

    def pile(self, text: str) -> int:
        """The pile that letters spell."""
        return sum(1 << (LANE * self.colours.of(letter)) for letter in text)

    def new_record(self) -> States:
        """A record with everything that both games have."""
        states = new_states(self.layout)
        state = states[0]
        state["players"] = len(self.seats)
        state["board"] = BOARDS.index(self.board)
        state["phase"] = self.phases.index(self.phase)
        for name in ("to_play", "marker", "start_player", *self.plain_seats):
            seat = getattr(self, name)
            state[name] = NOBODY if seat is None else seat
        state["round_number"] = self.round
        for name in self.plain_numbers:
            state[name] = getattr(self, name)
        state["bag"] = self.pile(self.full_bag())
        for source, text in enumerate([self.centre, *self.all_factories()]):
            state["sources"][source] = self.pile(text)
            state["tiles_left"] += total(state["sources"][source])
        for player, seat in enumerate(self.seats):
            state["scores"][player] = seat.score
        return states

    @classmethod
    def common_fields(cls, states: States) -> dict[str, Any]:
        """What a record says of everything that both games have."""
        state = states[0]
        used = 1 + int(FACTORIES[state["players"]])
        centre, *factories = [str(Tiles(cls.colours, pile)) for pile in state["sources"][:used]]
        seats = {
            name: None if state[name] == NOBODY else int(state[name])
            for name in ("to_play", "marker", "start_player", *cls.plain_seats)
        }
        numbers = {name: int(state[name]) for name in cls.plain_numbers}
        return {
            "board": BOARDS[state["board"]],
            "phase": cls.phases[state["phase"]],
            "round": int(state["round_number"]),
            "factories": factories,
            "centre": centre,
            "bag": str(Tiles(cls.colours, state["bag"])),
            **seats,
            **numbers,
        }
