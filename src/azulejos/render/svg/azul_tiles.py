"""Square tiles of Azul: a bold motif for each colour, and ornaments in the corners."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.render.interface import TileSet
from azulejos.render.svg.palette import MARKER, Paint
from azulejos.render.svg.shapes import (
    Point,
    diamond,
    dots,
    element,
    group,
    path,
    petal,
    polar,
    star,
)
from azulejos.render.svg.tile_frame import square_tile

MIDDLE: Point = (50, 50)
CORNERS: tuple[Point, ...] = ((4, 4), (96, 4), (96, 96), (4, 96))
PALETTE = {
    "b": Paint("#1f4f9e", "#12326b", "#fdf6e6"),
    "y": Paint("#eeb13c", "#a86f14", "#6b2f0a"),
    "r": Paint("#bf4f33", "#7d2c1a", "#fff3df"),
    "k": Paint("#2c2d38", "#14151c", "#e2d5b8"),
    "w": Paint("#f4f0e4", "#8fb0aa", "#12736f"),
}
STRAIGHT = (0, 90, 180, 270)
DIAGONAL = (45, 135, 225, 315)


def azul_tiles() -> dict[str, str]:
    """The drawings of all tiles and of the marker, by the ids of their symbols."""
    tiles = {
        f"azul-{letter}": square_tile(paint, MOTIFS[letter](paint))
        for letter, paint in PALETTE.items()
    }
    return tiles | {"azul-marker": square_tile(MARKER, one_in_a_ring(MIDDLE, MARKER))}


def one_in_a_ring(centre: Point, paint: Paint) -> str:
    """The starting player marker: a figure 1 in a ring."""
    x, y = centre
    one = f"M{x - 11} {y - 10}L{x + 2} {y - 20}V{y + 19}M{x - 11} {y + 19}H{x + 14}"
    ring = element("circle", cx=x, cy=y, r=33, stroke_width=6)
    figure = path(one, stroke_width=8.5, stroke_linejoin="round", stroke_linecap="round")
    return group(ring + figure, fill="none", stroke=paint.motif)


def _star(paint: Paint) -> str:
    """Blue: an eight-pointed star."""
    return (
        _quarter_rings(paint, 15, 4)
        + path(star(MIDDLE, 8, 41, 25), fill=paint.motif)
        + path(star(MIDDLE, 8, 22, 13, -67.5), fill=paint.ground)
        + path(dots([MIDDLE], 6), fill=paint.motif)
    )


def _flower(paint: Paint) -> str:
    """Yellow: a flower of four petals that reach into the corners."""
    petals = [petal(polar(MIDDLE, 5, turn), polar(MIDDLE, 54, turn), 25) for turn in DIAGONAL]
    veins = [petal(polar(MIDDLE, 20, turn), polar(MIDDLE, 43, turn), 6) for turn in DIAGONAL]
    buds = [petal(polar(MIDDLE, 22, turn), polar(MIDDLE, 41, turn), 8) for turn in STRAIGHT]
    return (
        path("".join(petals + buds), fill=paint.motif)
        + path("".join(veins), fill=paint.ground)
        + path(dots([MIDDLE], 11), fill=paint.ground)
        + path(dots([MIDDLE], 7), fill=paint.motif)
    )


def _diamond_cross(paint: Paint) -> str:
    """Red: a cross of diamonds."""
    upright = [diamond((50, y), 13, 19) for y in (26, 74)]
    level = [diamond((x, 50), 19, 13) for x in (26, 74)]
    return (
        path("".join(upright + level), fill=paint.motif)
        + path(diamond(MIDDLE, 5, 5), fill=paint.motif)
        + _quarter_diamonds(paint)
    )


def _lattice(paint: Paint) -> str:
    """Black: a lattice that runs on from tile to tile."""
    bars = "M8 50L50 8L92 50L50 92ZM9 9L91 91M91 9L9 91"
    knots = [diamond(centre, 9, 9) for centre in ((27, 27), (73, 27), (73, 73), (27, 73), MIDDLE)]
    return path(bars, fill="none", stroke=paint.motif, stroke_width=6) + path(
        "".join(knots), fill=paint.motif, stroke=paint.ground, stroke_width=2
    )


def _rosette(paint: Paint) -> str:
    """White: a rosette of dots."""
    ring = [polar(MIDDLE, 27, 45 * index) for index in range(8)]
    return (
        path(dots(ring, 8), fill=paint.motif)
        + path(dots([MIDDLE], 10), fill=paint.motif)
        + path(dots([MIDDLE], 4), fill=paint.ground)
        + _quarter_rings(paint, 16, 4)
    )


MOTIFS: dict[str, Callable[[Paint], str]] = {
    "b": _star,
    "y": _flower,
    "r": _diamond_cross,
    "k": _lattice,
    "w": _rosette,
}


def _quarter_rings(paint: Paint, radius: float, width: float) -> str:
    r = radius
    arcs = f"M{4 + r} 4A{r} {r} 0 0 1 4 {4 + r}M96 {4 + r}A{r} {r} 0 0 1 {96 - r} 4"
    arcs += f"M{96 - r} 96A{r} {r} 0 0 1 96 {96 - r}M4 {96 - r}A{r} {r} 0 0 1 {4 + r} 96"
    return path(arcs, fill="none", stroke=paint.motif, stroke_width=width, opacity=0.75)


def _quarter_diamonds(paint: Paint) -> str:
    d = "M12 12L28 12L12 28ZM88 12L88 28L72 12ZM88 88L72 88L88 72ZM12 88L12 72L28 88Z"
    return path(d, fill=paint.motif, opacity=0.75)


TILE_SET = TileSet("azul", "0 0 100 100", 1.0, PALETTE, azul_tiles)
