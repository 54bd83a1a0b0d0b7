"""Positions of Summer Pavilion as plain data: any arrangement that can be written down.

A `Setup` is for people and for files. `validation` says whether the rules allow it; `to_states`
makes the record of one that is possible, and `from_states` goes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from azulejos.engine.colours import Tiles
from azulejos.engine.parameters import Place
from azulejos.engine.pavilion.layout import (
    DRAFT,
    FILLINGS,
    FIRST_SCORE,
    NO_COLOUR,
    NUMBER_POINTS,
    PHASES,
    SLOTS,
    STARS,
    STATE,
    TILES_PER_COLOUR,
    Colour,
)
from azulejos.engine.pavilion.rules import drafts_from
from azulejos.engine.setup import EMPTY_SPACE, AnySetup
from azulejos.engine.state import SOURCES, States


@dataclass
class Seat:
    """What lies before one player, as letters: `pp..p.` for the six slots of a star."""

    score: int = FIRST_SCORE
    tiles: str = ""  # beside the board; what is kept, if the player has passed
    stars: list[str] = field(default_factory=lambda: [EMPTY_SPACE * SLOTS] * STARS)
    passed: bool = False

    def tiles_on_stars(self) -> Iterator[tuple[int, int, Colour]]:
        """Star, slot and colour of every tile placed."""
        for star, letters in enumerate(self.stars):
            for slot, letter in enumerate(letters):
                if letter != EMPTY_SPACE:
                    yield star, slot, Colour.of(letter)


@dataclass
class Setup(AnySetup):
    """Any arrangement of Summer Pavilion."""

    colours: ClassVar = Colour
    tiles_per_colour: ClassVar = TILES_PER_COLOUR
    phases: ClassVar = PHASES
    layout: ClassVar = STATE
    plain_numbers: ClassVar = ("bonus_due",)
    plain_seats: ClassVar = ("mover",)

    seats: list[Seat]
    tower: str = ""
    supply: str = ""
    filling: str = "factories"  # what is dealt to; in other phases it follows from them
    mover: int | None = None  # whose turn ends, while the supply is filled after it
    bonus_due: int = 0
    number_points: tuple[int, ...] = NUMBER_POINTS

    def other_piles(self) -> Iterator[tuple[Place, str]]:
        """The tower, the supply and the tiles beside the boards."""
        yield Place("tower"), self.tower
        yield Place("supply"), self.supply
        for player, seat in enumerate(self.seats, start=1):
            yield Place("tiles", player=player), seat.tiles

    def last_filled(self) -> str:
        """What is dealt to now, or was last."""
        if self.phase == "deal":
            return self.filling
        return "factories" if self.phase == "draft" else "supply"

    def tiles_on_boards(self) -> str:
        """The tiles on the stars."""
        return "".join("".join(seat.stars) for seat in self.seats).replace(EMPTY_SPACE, "")


# To and from the record


def to_states(setup: Setup) -> States:
    """The record of a setup without problems."""
    states = setup.new_record()
    state = states[0]
    state["filling"] = FILLINGS.index(setup.last_filled())
    state["number_points"] = setup.number_points
    state["discards"] = setup.pile(setup.tower)
    state["supply"] = setup.pile(setup.supply)
    for player, seat in enumerate(setup.seats):
        state["hands"][player] = setup.pile(seat.tiles)
        state["passed"] |= seat.passed << player
        state["space_colours"][player] = NO_COLOUR
        for star, slot, colour in seat.tiles_on_stars():
            state["occupied"][player] |= 1 << (star * SLOTS + slot)
            state["space_colours"][player][star * SLOTS + slot] = colour
            state["star_colours"][player][star] |= 1 << colour
    if state["phase"] == DRAFT:
        for source in range(SOURCES):
            state["offer"] |= drafts_from(states[0], source)
    return states


def from_states(states: States) -> Setup:
    """The setup of a record."""
    state = states[0]
    return Setup(
        seats=[_read_seat(states, player) for player in range(state["players"])],
        tower=str(Tiles(Colour, state["discards"])),
        supply=str(Tiles(Colour, state["supply"])),
        filling=FILLINGS[state["filling"]],
        number_points=tuple(int(points) for points in state["number_points"]),
        **Setup.common_fields(states),
    )


def _read_seat(states: States, player: int) -> Seat:
    state = states[0]
    letters = "".join(
        EMPTY_SPACE if colour == NO_COLOUR else Colour.letters()[colour]
        for colour in state["space_colours"][player]
    )
    return Seat(
        score=int(state["scores"][player]),
        tiles=str(Tiles(Colour, state["hands"][player])),
        stars=[letters[star * SLOTS : (star + 1) * SLOTS] for star in range(STARS)],
        passed=bool(state["passed"] >> player & 1),
    )
