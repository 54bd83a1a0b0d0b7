"""What can be wrong with a hand-made position of either game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from azulejos.engine.errors import Problem
from azulejos.engine.setup import AnySetup
from azulejos.engine.table import (
    BOARDS,
    FACTORIES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TILES_PER_FACTORY,
)

Range = tuple[str, int, int, int]  # name, value, least, most


def all_problems(shape: Iterator[Problem], *others: Iterator[Problem]) -> list[Problem]:
    """All problems; without the right shape the other questions have no meaning."""
    return list(shape) or [problem for problems in others for problem in problems]


def shape_problems(setup: AnySetup, scores_from: int, own: list[Range]) -> Iterator[Problem]:
    """Missing parts, unknown words and letters, numbers out of range."""
    players = len(setup.seats)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        yield Problem("players", got=players)
        return
    for code, known, got in (("board", BOARDS, setup.board), ("phase", setup.phases, setup.phase)):
        if got not in known:
            yield Problem(code, known=", ".join(known), got=got)
    yield from _range_problems([*_common_ranges(setup, scores_from), *own])
    factories = len(setup.all_factories())
    if factories != FACTORIES[players]:
        yield Problem("factories", expected=int(FACTORIES[players]), got=factories)
    letters = setup.colours.letters()
    for place, text in [("bag", setup.full_bag()), *setup.piles_in_play()]:
        if set(text) - set(letters):
            yield Problem("unreadable-tiles", place=place, letters=letters, text=text)


def _common_ranges(setup: AnySetup, scores_from: int) -> Iterator[Range]:
    last = len(setup.seats) - 1
    yield "round", setup.round, 1, 1000
    for name in ("to_play", "marker", "start_player", *setup.plain_seats):
        if getattr(setup, name) is not None:
            yield name, getattr(setup, name), 0, last
    for number, seat in enumerate(setup.seats, start=1):
        yield f"score of player {number}", seat.score, scores_from, 1000


def _range_problems(ranges: list[Range]) -> Iterator[Problem]:
    for name, value, low, high in ranges:
        if not low <= value <= high:
            yield Problem("number", field=name, expected=f"from {low} to {high}", got=value)


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
    """Somebody is to play exactly when the phase waits for a player."""
    if waits_for_player != (setup.to_play is not None):
        got = "nobody" if setup.to_play is None else f"player {setup.to_play + 1}"
        expected = "a player" if waits_for_player else "nobody"
        yield Problem("to-play", expected=expected, got=got)


def offer_problems(setup: AnySetup, *, drafting: bool, dealing: bool) -> Iterator[Problem]:
    """Tiles to draft are there while drafting, and gone afterwards; factories fill up in order."""
    factories = setup.all_factories()
    offer = "".join(factories) + setup.centre
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
