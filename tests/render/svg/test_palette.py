"""Tiles can be told apart: by motif, by lightness, and by whoever sees fewer colours."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from azulejos.engine import GAMES
from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.pavilion.layout import Colour as PavilionColour
from azulejos.render.games import RENDERERS
from azulejos.render.svg.palette import MARKER, Paint
from tests.render.svg.vision import (
    VISIONS,
    contrast,
    difference,
    lightness,
)

PALETTES = {game: renderer.tiles.palette for game, renderer in RENDERERS.items()}

MIN_CONTRAST = 3.0
MIN_STEP_OF_LIGHTNESS = 8.0
MIN_DIFFERENCE = 17.0
PLASTER, NIGHT = "#f6f1e7", "#101a24"

PAINTS = {
    f"{game}-{letter}": paint
    for game, palette in PALETTES.items()
    for letter, paint in palette.items()
} | {"marker": MARKER}


def test_every_colour_of_every_game_is_painted() -> None:
    assert set(PALETTES) == set(GAMES)
    assert "".join(PALETTES["azul"]) == AzulColour.letters()
    assert "".join(PALETTES["summer-pavilion"]) == PavilionColour.letters()


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS.keys())
def test_a_motif_stands_out_from_its_ground(paint: Paint) -> None:
    assert contrast(paint.motif, paint.ground) >= MIN_CONTRAST


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS.keys())
def test_a_rim_is_darker_than_the_ground(paint: Paint) -> None:
    assert lightness(paint.rim) < lightness(paint.ground) - 8


@pytest.mark.parametrize("paint", PAINTS.values(), ids=PAINTS.keys())
@pytest.mark.parametrize("table", [PLASTER, NIGHT])
def test_a_tile_stands_out_from_the_table(paint: Paint, table: str) -> None:
    seen = [contrast(colour, table) for colour in (paint.ground, paint.rim, paint.motif)]
    assert max(seen) >= MIN_CONTRAST


@pytest.mark.parametrize("game", PALETTES)
def test_grounds_differ_in_grey(game: str) -> None:
    steps = sorted(lightness(paint.ground) for paint in PALETTES[game].values())
    assert min(b - a for a, b in pairwise(steps)) >= MIN_STEP_OF_LIGHTNESS


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", PALETTES)
def test_grounds_differ_for_whoever_sees_fewer_colours(game: str, vision: str) -> None:
    palette = PALETTES[game]
    alike = {
        f"{one}{other}": round(difference(palette[one].ground, palette[other].ground, vision), 1)
        for one, other in combinations(palette, 2)
        if difference(palette[one].ground, palette[other].ground, vision) < MIN_DIFFERENCE
    }
    assert not alike
