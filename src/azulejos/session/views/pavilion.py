"""Views of Summer Pavilion: its state, and previews of its moves."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import Any

from msgspec import Raw

from azulejos.engine.pavilion.layout import (
    ALL_TILES,
    DRAFT,
    FIRST_BONUS,
    KEPT_PILES,
    NO_COLOUR,
    SLOTS,
    SPACES,
    Colour,
)
from azulejos.engine.pavilion.moves import MOVES, Draft, Place
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Seat, Setup
from azulejos.session.codec import encode
from azulejos.session.messages.common import (
    CouldPlaceWarning,
    DiscardsWarning,
    OptionWarning,
    Pile,
    Spaces,
    UnplaceableWarning,
)
from azulejos.session.messages.pavilion import (
    PavilionBoard,
    PavilionBonus,
    PavilionDraft,
    PavilionOption,
    PavilionPass,
    PavilionPlace,
    PavilionState,
)
from azulejos.session.messages.study import PavilionSetup
from azulejos.session.messages.tiles import counts, letter, spelled
from azulejos.session.standing import Standing
from azulejos.session.views.interface import Fields, GameViews, factory_facts

COULD_PLACE = CouldPlaceWarning()


def state(position: PavilionPosition, fields: Fields, common: dict[str, Any]) -> PavilionState:
    """A position; `common` has the fields that all games share."""
    return PavilionState(
        **common,
        wild=letter(position.wild),
        bonus_due=fields["bonus_due"],
        discards=counts(Colour, fields["discards"]),
        supply=counts(Colour, fields["supply"]),
        boards=[_board(fields, seat) for seat in range(fields["players"])],
    )


def _board(fields: Fields, seat: int) -> PavilionBoard:
    return PavilionBoard(
        score=fields["scores"][seat],
        tiles=counts(Colour, fields["hands"][seat]),
        stars=_stars(tuple(fields["space_colours"][seat])),
        passed=bool(fields["passed"] >> seat & 1),
        marker=fields["marker"] == seat,
    )


@lru_cache(maxsize=1 << 12)
def _stars(colours: tuple[int, ...]) -> Spaces:
    """The stars of a board by the colours of its spaces. Shared: not to be changed."""
    tiles = [None if colour == NO_COLOUR else letter(Colour(colour)) for colour in colours]
    return [tiles[first : first + SLOTS] for first in range(0, SPACES, SLOTS)]


def options(position: PavilionPosition) -> list[PavilionOption]:
    """The legal moves, each with a preview of its effect."""
    return [
        _pass(*preview) if preview[1] < FIRST_BONUS else _option(*preview)
        for preview in position.previews().tolist()
    ]


def encoded_options(position: PavilionPosition) -> list[PavilionOption | Raw]:
    """The legal moves for JSON; of passes few positions have one in common."""
    return [
        _pass(*preview) if preview[1] < FIRST_BONUS else _encoded(*preview)
        for preview in position.previews().tolist()
    ]


@lru_cache(maxsize=1 << 14)
def _encoded(*preview: int) -> Raw:
    """The option of a preview as JSON; games have many in common."""
    return Raw(encode(_option(*preview)))


def _option(
    tiles: int, action: int, points: int, marker: int, bonus: int, warned: int
) -> PavilionOption:
    """The option of a preview, other than a pass."""
    move = MOVES[action]
    if isinstance(move, Draft):
        colour = letter(move.colour)
        return PavilionDraft(
            move=str(move),
            source=move.source,
            colour=colour,
            taken=counts(Colour, tiles),
            marker=bool(marker),
            points=points,
            warnings=[UnplaceableWarning(colour)] if warned else [],
        )
    if isinstance(move, Place):
        return PavilionPlace(
            move=str(move),
            space=move.space,
            star=move.star,
            slot=move.slot,
            colour=letter(move.colour),
            pays=counts(Colour, tiles),
            points=points,
            bonus=bonus,
            warnings=[],
        )
    return PavilionBonus(move=str(move), tiles=counts(Colour, tiles), warnings=[])


def _pass(tiles: int, action: int, points: int, *others: int) -> PavilionPass:
    """The option of a preview of passing: `others` end with whether a tile could be placed."""
    text, kept = _kept(action)
    discarded = counts(Colour, tiles)
    warnings: list[OptionWarning] = []
    if points:
        warnings.append(DiscardsWarning(sum(discarded.values()), points))
    if others[-1]:
        warnings.append(COULD_PLACE)
    return PavilionPass(move=text, kept=kept, discarded=discarded, points=points, warnings=warnings)


@cache
def _kept(action: int) -> tuple[str, Pile]:
    """The text of a pass, and what it keeps."""
    return str(MOVES[action]), counts(Colour, int(KEPT_PILES[action]))


def standing(position: PavilionPosition) -> Standing:
    """What is compared of a position: placing takes tiles from players and out of the game."""
    fields = position.fields()
    seats = range(fields["players"])
    stars = [_star_facts(fields, seat) for seat in seats]
    hands = [[*spelled(Colour, fields["hands"][seat])] for seat in seats]
    if fields["phase"] != DRAFT:  # a bonus that is due belongs to placing
        return Standing(f"place {fields['round_number']}", {}, [], stars, hands)
    in_play = ALL_TILES - fields["bag"] - fields["discards"]
    return Standing(
        f"draft {fields['round_number']}",
        {letter(colour): 0 for colour in Colour} | counts(Colour, in_play),
        factory_facts(Colour, fields),
        [star + hand for star, hand in zip(stars, hands, strict=True)],
        [[] for _ in seats],
    )


def _star_facts(fields: Fields, seat: int) -> list[str]:
    spaces = enumerate(chain.from_iterable(_stars(tuple(fields["space_colours"][seat]))))
    return [f"{space}{tile}" for space, tile in spaces if tile]


PAVILION = GameViews(state, options, encoded_options, Setup, Seat, PavilionSetup, standing)
