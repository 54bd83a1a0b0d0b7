"""Validation of setups of Summer Pavilion: every contradiction of the rules, as `Problem`s."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from azulejos.engine.errors import Problem
from azulejos.engine.parameters import NO_PLAYER, AtEnd, Expected, Field, Place, Range
from azulejos.engine.pavilion.board import COLOUR_OF_STAR
from azulejos.engine.pavilion.layout import (
    FILLINGS,
    MAX_BONUS_TILES,
    MAX_KEPT,
    MIN_SCORE,
    NUMBER_POINTS,
    ROUNDS,
    SLOTS,
    STARS,
    SUPPLY_SPACES,
    Colour,
)
from azulejos.engine.pavilion.setup import Seat, Setup
from azulejos.engine.setup import EMPTY_SPACE
from azulejos.engine.validation import (
    Bounds,
    first_problems,
    offer_problems,
    shape_problems,
    tile_problems,
    turn_problems,
    type_problems,
)


def problems(setup: Setup) -> list[Problem]:
    """Everything that is wrong with a setup; an empty list if it is a possible position."""
    return first_problems(
        type_problems(setup),
        _shape_problems(setup),
        chain(tile_problems(setup), _problems_on_boards(setup), _phase_problems(setup)),
    )


def _shape_problems(setup: Setup) -> Iterator[Problem]:
    """Missing parts, unknown words and letters, numbers out of range."""
    points = Field("number_points", kind="length")
    ranges: list[Bounds] = [
        ("bonus_due", setup.bonus_due, 0, MAX_BONUS_TILES),
        (Place("tiles-in-supply"), len(setup.supply), 0, SUPPLY_SPACES),
        *((f"number_points[{n}]", value, 0, 100) for n, value in enumerate(setup.number_points)),
        (points, len(setup.number_points), len(NUMBER_POINTS), len(NUMBER_POINTS)),
    ]
    yield from shape_problems(setup, scores_from=MIN_SCORE, most_rounds=ROUNDS, own=ranges)
    if setup.filling not in FILLINGS:
        yield Problem("filling", known=", ".join(FILLINGS), got=setup.filling)
    for player, seat in enumerate(setup.seats, start=1):
        stars_are_right = all(
            len(star) == SLOTS and not set(star) - set(Colour.letters() + EMPTY_SPACE)
            for star in seat.stars
        )
        if len(seat.stars) != STARS or not stars_are_right:
            yield Problem("star-shape", player=player, got=" ".join(seat.stars))


def _problems_on_boards(setup: Setup) -> Iterator[Problem]:
    for player, seat in enumerate(setup.seats):
        yield from _star_problems(setup, player, seat)


def _star_problems(setup: Setup, player: int, seat: Seat) -> Iterator[Problem]:
    """Colours that a star does not allow."""
    for star, letters in enumerate(seat.stars):
        tiles = letters.replace(EMPTY_SPACE, "")
        colour = COLOUR_OF_STAR[star] if setup.board == "coloured" else None
        if colour is not None:
            for letter in sorted(set(tiles) - {colour.letter}):
                wrong = {"expected": colour, "colour": Colour.of(letter)}
                yield Problem("star-wrong-colour", player=player + 1, star=star, **wrong)
        elif len(set(tiles)) < len(tiles) and not _is_one_colour(setup, tiles):
            either = setup.board == "grey"
            allowed = Expected("one-or-six-colours" if either else "six-colours")
            yield Problem("star-mixed", player=player + 1, star=star, allowed=allowed)


def _is_one_colour(setup: Setup, tiles: str) -> bool:
    """On the grey side a star may be of one colour."""
    return setup.board == "grey" and len(set(tiles)) == 1


def _phase_problems(setup: Setup) -> Iterator[Problem]:
    """Things that the phase contradicts."""
    waiting = setup.phase in ("draft", "place", "bonus")
    yield from turn_problems(setup, waits_for_player=waiting)
    filling_factories = setup.phase == "deal" and setup.filling == "factories"
    drafting = setup.phase == "draft"
    yield from offer_problems(setup, drafting=drafting, dealing=filling_factories)
    if setup.phase == "deal":
        yield from _deal_problems(setup)
    elif setup.mover is not None:
        yield Problem("mover", got=setup.mover + 1)
    yield from _passing_problems(setup)
    yield from _bonus_problems(setup)


def _deal_problems(setup: Setup) -> Iterator[Problem]:
    if not setup.full_bag():
        yield Problem("bag-not-filled")
    if setup.filling != "factories" and len(setup.supply) == SUPPLY_SPACES:
        yield Problem("supply-full")
    if (setup.filling == "supply") != (setup.mover is not None):
        yield Problem("mover", got=NO_PLAYER if setup.mover is None else setup.mover + 1)


def _passing_problems(setup: Setup) -> Iterator[Problem]:
    """Players pass in phase 2 only, and keep at most four tiles."""
    playing = setup.last_filled() == "supply"
    for player, seat in enumerate(setup.seats):
        if seat.passed and (not playing or setup.to_play == player or setup.phase == "draft"):
            yield Problem("passed", player=player + 1)
        most = 0 if setup.round == ROUNDS else MAX_KEPT
        if seat.passed and len(seat.tiles) > most:
            yield Problem("kept", player=player + 1, most=most, got=len(seat.tiles))
        if not seat.passed and setup.phase == "over":
            yield Problem("not-passed", player=player + 1)
    if setup.phase == "over" and setup.round != ROUNDS:
        yield Problem("number", field="round", expected=AtEnd(ROUNDS), got=setup.round)
    if setup.phase == "place" and not setup.seats[setup.to_play or 0].tiles:
        yield Problem("nothing-to-place", player=(setup.to_play or 0) + 1)


def _bonus_problems(setup: Setup) -> Iterator[Problem]:
    """Bonus tiles are due in phase 'bonus' only, and no more than there are."""
    choosing = setup.phase == "bonus"
    most = min(MAX_BONUS_TILES, len(setup.supply)) if choosing else 0
    least = 1 if choosing else 0
    if not least <= setup.bonus_due <= most:
        expected = Range(least, most, "phase")
        yield Problem("number", field="bonus_due", expected=expected, got=setup.bonus_due)
