"""Views of Azul: its state, and previews of its moves."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec import Raw

from azulejos.engine.azul.layout import ALL_TILES, COLOURS, COLUMNS, DRAFT, NO_COLOUR, ROWS, Colour
from azulejos.engine.azul.moves import MOVES, Tile
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.session.codec import encode
from azulejos.session.messages.azul import (
    AzulBoard,
    AzulDraft,
    AzulLine,
    AzulOption,
    AzulState,
    AzulTile,
)
from azulejos.session.messages.common import FloorWarning, OptionWarning, Spaces
from azulejos.session.messages.study import AzulSetup
from azulejos.session.messages.tiles import counts, letter, spelled
from azulejos.session.standing import Standing
from azulejos.session.views.interface import Fields, GameViews, factory_facts

#: A draft that costs at least this many points more on the floor line gets a warning.
COSTLY = 3


def state(position: AzulPosition, fields: Fields, common: dict[str, Any]) -> AzulState:
    """A position; `common` has the fields that all games share."""
    return AzulState(
        **common,
        wild=None,
        bonus_due=0,
        discards=counts(Colour, fields["discards"]),
        supply=None,
        boards=[_board(fields, seat, penalty) for seat, penalty in enumerate(position.penalties())],
    )


def _board(fields: Fields, seat: int, penalty: int) -> AzulBoard:
    lines = zip(fields["line_colours"][seat], fields["line_counts"][seat], strict=True)
    return AzulBoard(
        score=fields["scores"][seat],
        lines=[_line(row + 1, *line) for row, line in enumerate(lines)],
        wall=_wall(tuple(fields["walls"][seat])),
        floor=spelled(Colour, fields["floors"][seat]),
        marker=fields["marker"] == seat,
        penalty=-penalty,
    )


@lru_cache(maxsize=ROWS * (COLOURS + 1) * (ROWS + 1))
def _line(size: int, colour: int, count: int) -> AzulLine:
    return AzulLine(size, None if colour == NO_COLOUR else letter(Colour(colour)), count)


@lru_cache(maxsize=1 << 12)
def _wall(walls: tuple[int, ...]) -> Spaces:
    """The spaces of a wall by the sets of spaces that hold each colour. Shared."""
    spaces: Spaces = [[None] * COLUMNS for _ in range(ROWS)]
    for colour in Colour:
        for space in range(ROWS * COLUMNS):
            if walls[colour] >> space & 1:
                spaces[space // COLUMNS][space % COLUMNS] = letter(colour)
    return spaces


def options(position: AzulPosition) -> list[AzulOption]:
    """The legal moves, each with a preview of its effect."""
    return [_option(*preview) for preview in position.previews().tolist()]


def encoded_options(position: AzulPosition) -> list[Raw]:
    """The legal moves as JSON."""
    return [_encoded(*preview) for preview in position.previews().tolist()]


@lru_cache(maxsize=1 << 14)
def _encoded(*preview: int) -> Raw:
    """The option of a preview as JSON; games have many in common."""
    return Raw(encode(_option(*preview)))


def _option(
    action: int, taken: int, marker: int, placed: int, dropped: int, points: int, penalty: int
) -> AzulOption:
    """The option of a preview."""
    move = MOVES[action]
    if isinstance(move, Tile):
        row, column = move.row, move.column
        return AzulTile(move=str(move), row=row, column=column, points=points, warnings=[])
    costly = dropped and penalty <= -COSTLY
    warnings: list[OptionWarning] = [FloorWarning(dropped, penalty)] if costly else []
    return AzulDraft(
        move=str(move),
        source=move.source,
        colour=letter(move.colour),
        destination=move.destination,
        taken={letter(move.colour): taken},
        marker=bool(marker),
        placed=placed,
        dropped=dropped,
        points=points,
        penalty=penalty,
        warnings=warnings,
    )


def standing(position: AzulPosition) -> Standing:
    """What is compared of a position: tiling takes tiles from lines and out of the game."""
    fields = position.fields()
    seats = range(fields["players"])
    walls = [_wall_facts(fields, seat) for seat in seats]
    lines = [_line_facts(fields, seat) for seat in seats]
    if fields["phase"] != DRAFT:
        return Standing(position.phase, {}, [], walls, lines)
    in_play = ALL_TILES - fields["bag"] - fields["discards"]
    return Standing(
        position.phase,
        {letter(colour): 0 for colour in Colour} | counts(Colour, in_play),
        factory_facts(Colour, fields),
        [wall + line for wall, line in zip(walls, lines, strict=True)],
        [[] for _ in seats],
    )


def _wall_facts(fields: Fields, seat: int) -> list[str]:
    spaces = enumerate(chain.from_iterable(_wall(tuple(fields["walls"][seat]))))
    return [f"{space}{tile}" for space, tile in spaces if tile]


def _line_facts(fields: Fields, seat: int) -> list[str]:
    lines = zip(fields["line_colours"][seat], fields["line_counts"][seat], strict=True)
    return [
        f"{row}{letter(Colour(colour))}"
        for row, (colour, count) in enumerate(lines)
        for _ in range(count)
    ]


AZUL = GameViews(state, options, encoded_options, Setup, Seat, AzulSetup, standing)
