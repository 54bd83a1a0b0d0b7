"""Rhombic tiles of Summer Pavilion, upright: a bold motif for each colour."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.render.interface import TileSet
from azulejos.render.svg.azul_tiles import one_in_a_ring
from azulejos.render.svg.palette import MARKER, Paint
from azulejos.render.svg.shapes import (
    Point,
    diamond,
    dots,
    path,
    petal,
    polar,
    polygon,
    star,
)
from azulejos.render.svg.tile_frame import (
    RHOMBUS_HEIGHT,
    RHOMBUS_WIDTH,
    rhombic_tile,
    rhombus,
)

MIDDLE: Point = (RHOMBUS_WIDTH / 2, RHOMBUS_HEIGHT / 2)
X, Y = MIDDLE
PALETTE = {
    "p": Paint("#40156a", "#270a43", "#e8d5f5"),
    "g": Paint("#30935f", "#1b5f40", "#fbfdf0"),
    "o": Paint("#ee8b2d", "#a8530f", "#5c1c04"),
    "y": Paint("#f7d45c", "#b28a1c", "#74430a"),
    "b": Paint("#1b589d", "#0d3668", "#eef6ff"),
    "r": Paint("#c23b39", "#7d1c22", "#fff0e4"),
}


def pavilion_tiles() -> dict[str, str]:
    """The drawings of all tiles and of the marker, by the ids of their symbols."""
    tiles = {
        f"pavilion-{letter}": rhombic_tile(paint, MOTIFS[letter](paint))
        for letter, paint in PALETTE.items()
    }
    return tiles | {"pavilion-marker": rhombic_tile(MARKER, one_in_a_ring(MIDDLE, MARKER))}


def _concentric(paint: Paint) -> str:
    """Purple: rhombi within each other."""
    rings = polygon(rhombus(13)) + polygon(rhombus(25))
    return path(rings, fill="none", stroke=paint.motif, stroke_width=5.5) + path(
        polygon(rhombus(34.5)), fill=paint.motif
    )


def _leaves(paint: Paint) -> str:
    """Green: a pair of leaves on a stem."""
    foot = (X, Y + 40)
    tips = ((X - 26, Y - 28), (X + 26, Y - 28))
    leaves = "".join(petal(foot, tip, 27) for tip in tips)
    ribs = "".join(f"M{X} {Y + 30}L{X + side * 18} {Y - 12}" for side in (-1, 1))
    bud = petal((X, Y - 10), (X, Y - 58), 17)
    return (
        path(leaves + bud, fill=paint.motif)
        + path(ribs, fill="none", stroke=paint.ground, stroke_width=4, stroke_linecap="round")
        + path(f"M{X} {Y + 36}V{Y + 60}", stroke=paint.motif, stroke_width=6)
    )


def _sun(paint: Paint) -> str:
    """Orange: a sun with rays."""
    return (
        path(star(MIDDLE, 12, 38, 20), fill=paint.motif)
        + path(dots([MIDDLE], 18), fill=paint.ground)
        + path(dots([MIDDLE], 12.5), fill=paint.motif)
        + path(diamond((X, 30), 6, 11) + diamond((X, 2 * Y - 30), 6, 11), fill=paint.motif)
    )


def _flower(paint: Paint) -> str:
    """Yellow: a flower of four petals."""
    reach = {0: 38.0, 90: 66.0, 180: 38.0, 270: 66.0}
    petals = [petal(polar(MIDDLE, 5, t), polar(MIDDLE, r, t), 28) for t, r in reach.items()]
    veins = [petal(polar(MIDDLE, 17, t), polar(MIDDLE, r - 9, t), 6) for t, r in reach.items()]
    return (
        path("".join(petals), fill=paint.motif)
        + path("".join(veins), fill=paint.ground)
        + path(dots([MIDDLE], 11), fill=paint.ground)
        + path(dots([MIDDLE], 7), fill=paint.motif)
    )


def _wave(paint: Paint) -> str:
    """Blue: waves."""
    waves = (
        f"M18 {Y}q8-17 16 0t16 0t16 0t16 0M34 {Y - 27}q8-17 16 0t16 0M34 {Y + 27}q8-17 16 0t16 0"
    )
    return path(
        waves, fill="none", stroke=paint.motif, stroke_width=8.5, stroke_linecap="round"
    ) + path(dots([(X, Y - 51), (X, Y + 51)], 5.5), fill=paint.motif)


def _diamond_cross(paint: Paint) -> str:
    """Red: a cross of diamonds."""
    centres = ((X, Y - 39), (X, Y + 39), (X - 23.5, Y), (X + 23.5, Y))
    cross = "".join(diamond(centre, 13, 22.5) for centre in centres)
    return path(cross + diamond(MIDDLE, 4, 7), fill=paint.motif)


MOTIFS: dict[str, Callable[[Paint], str]] = {
    "p": _concentric,
    "g": _leaves,
    "o": _sun,
    "y": _flower,
    "b": _wave,
    "r": _diamond_cross,
}


TILE_SET = TileSet(
    "pavilion", "0 0 100 173.2", RHOMBUS_WIDTH / RHOMBUS_HEIGHT, PALETTE, pavilion_tiles
)
