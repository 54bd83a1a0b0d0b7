"""Validation of setups, as far as both games share it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from azulejos.engine.common import FACTORIES, TILES_PER_FACTORY
from azulejos.engine.errors import Problem
from azulejos.engine.parameters import (
    ANY_PLAYER,
    NO_PLAYER,
    Alternatives,
    Field,
    Parameter,
    Place,
    Player,
    Range,
)
from azulejos.engine.setup import AnySetup
from azulejos.engine.state import BOARDS, MAX_PLAYERS, MIN_PLAYERS

#: The name of a number, its value, and the range it has to be in.
Bounds: TypeAlias = tuple[str | Parameter, int, int, int]


def first_problems(*stages: Iterator[Problem]) -> list[Problem]:
    """The problems of the first stage that has any: later stages trust the earlier ones."""
    return next((found for found in map(list, stages) if found), [])


def type_problems(setup: AnySetup) -> Iterator[Problem]:
    """Values of other types than a setup and its seats declare."""
    yield from _type_problems_of(setup)
    if isinstance(setup.seats, list):
        for player, seat in enumerate(setup.seats, start=1):
            yield from _type_problems_of(seat, player)


def _type_problems_of(data: Any, player: int = 0) -> Iterator[Problem]:
    for field in fields(data):
        value = getattr(data, field.name)
        kinds = [kind.strip() for kind in str(field.type).split("|")]
        if not any(FITS[kind](value) for kind in kinds):
            name = Field(field.name, player) if player else field.name
            expected = Alternatives(tuple(kinds))
            yield Problem("wrong-type", field=name, expected=expected, got=value)


def _is_whole(value: object) -> bool:
    return type(value) is int


#: Whether a value is of a type, by the name that the fields of setups give it.
FITS: dict[str, Callable[[object], bool]] = {
    "None": lambda value: value is None,
    "int": _is_whole,
    "bool": lambda value: isinstance(value, bool),
    "str": lambda value: isinstance(value, str),
    "list[str]": lambda value: (
        isinstance(value, list) and all(isinstance(part, str) for part in value)
    ),
    "list[Seat]": lambda value: isinstance(value, list) and all(map(is_dataclass, value)),
    "tuple[int, ...]": lambda value: isinstance(value, tuple) and all(map(_is_whole, value)),
}


def shape_problems(
    setup: AnySetup, scores_from: int, most_rounds: int, own: list[Bounds]
) -> Iterator[Problem]:
    """Missing parts, unknown words and letters, numbers out of range."""
    players = len(setup.seats)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        yield Problem("players", got=players)
        return
    for code, known, got in (("board", BOARDS, setup.board), ("phase", setup.phases, setup.phase)):
        if got not in known:
            yield Problem(code, known=", ".join(known), got=got)
    yield from _range_problems([*_common_ranges(setup, scores_from, most_rounds), *own])
    factories = len(setup.all_factories())
    if factories != FACTORIES[players]:
        yield Problem("factories", expected=int(FACTORIES[players]), got=factories)
    letters = setup.colours.letters()
    for place, text in [(Place("bag"), setup.full_bag()), *setup.piles_in_play()]:
        if set(text) - set(letters):
            yield Problem("unreadable-tiles", place=place, letters=letters, text=text)


def _common_ranges(setup: AnySetup, scores_from: int, most_rounds: int) -> Iterator[Bounds]:
    last = len(setup.seats) - 1
    yield "round", setup.round, 1, most_rounds
    for name in ("to_play", "marker", "start_player", *setup.plain_seats):
        if getattr(setup, name) is not None:
            yield name, getattr(setup, name), 0, last
    for number, seat in enumerate(setup.seats, start=1):
        yield Place("score", player=number), seat.score, scores_from, 1000


def _range_problems(ranges: list[Bounds]) -> Iterator[Problem]:
    for name, value, low, high in ranges:
        if not low <= value <= high:
            yield Problem("number", field=name, expected=Range(low, high), got=value)


def tile_problems(setup: AnySetup) -> Iterator[Problem]:
    """Tiles that are missing or too many, in all and on the factories."""
    everywhere = Counter(setup.tiles_in_play() + setup.full_bag())
    for colour in setup.colours:
        got = everywhere[colour.letter]
        if got != setup.tiles_per_colour:
            expected = setup.tiles_per_colour
            yield Problem("tile-count", expected=expected, colour=colour, got=got)
    for number, factory in enumerate(setup.all_factories(), start=1):
        if len(factory) > TILES_PER_FACTORY:
            most = TILES_PER_FACTORY
            yield Problem("factory-size", factory=number, got=len(factory), most=most)


def turn_problems(setup: AnySetup, *, waits_for_player: bool) -> Iterator[Problem]:
    """A player is to play exactly when the phase waits for one."""
    if waits_for_player != (setup.to_play is not None):
        expected = ANY_PLAYER if waits_for_player else NO_PLAYER
        yield Problem("to-play", expected=expected, got=Player.at(setup.to_play))


def offer_problems(setup: AnySetup, *, drafting: bool, dealing: bool) -> Iterator[Problem]:
    """Tiles to draft are there while drafting, and gone afterwards; factories fill up in order."""
    factories = setup.all_factories()
    offer = "".join(factories) + setup.centre
    if len(offer) > TILES_PER_FACTORY * len(factories):
        yield Problem("offer-size", got=len(offer), most=TILES_PER_FACTORY * len(factories))
    if drafting and not offer:
        yield Problem("nothing-to-draft")
    if not drafting and (setup.centre if dealing else offer):
        yield Problem("offer-left")
    if dealing:
        for number in range(1, len(factories)):
            if factories[number] and len(factories[number - 1]) < TILES_PER_FACTORY:
                yield Problem("deal-order", factory=number)
        if len(offer) >= TILES_PER_FACTORY * len(factories):
            yield Problem("deal-complete")
