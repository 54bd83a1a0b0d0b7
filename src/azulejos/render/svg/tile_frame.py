"""Frame of a tile: a darker rim, the ground, and the sheen of the glaze above the motif.

The light falls from the upper left. The brightest spot lies below the motif, which would fade
otherwise. The gradients are shared by all tiles.
"""

from __future__ import annotations

from azulejos.render.svg.palette import Paint
from azulejos.render.svg.shapes import (
    Point,
    element,
    path,
    smooth_polygon,
)

SHEEN = "url(#art-sheen)"
EDGE = "url(#art-edge)"
GLOW = "url(#art-glow)"

#: A rhombus as high as its long diagonal: six of them around a point make a star.
RHOMBUS_WIDTH = 100.0
RHOMBUS_HEIGHT = 173.2
_INNER_RADIUS = RHOMBUS_HEIGHT / 4


def gradients() -> str:
    """Gradients of the sheen: across the tile, along its edge, and a soft spot."""
    return (
        _linear("art-sheen", (1, 1), ("#fff", 0.16, 0), ("#fff", 0, 0.5), ("#000", 0.14, 1))
        + _linear("art-edge", (0.7, 1), ("#fff", 0.8, 0), ("#fff", 0.1, 0.5), ("#000", 0.3, 1))
        + _radial("art-glow", (0.2, 0.14), 0.48, ("#fff", 0.36, 0), ("#fff", 0, 1))
    )


def square_tile(paint: Paint, motif: str) -> str:
    """A square tile, in a box of 100 by 100."""
    return (
        _square(1, 12, fill=paint.rim)
        + _square(4, 9.5, fill=paint.ground)
        + _square(4, 9.5, fill=GLOW)
        + motif
        + _square(4, 9.5, fill=SHEEN)
        + _square(5.4, 8.4, fill="none", stroke=EDGE, stroke_width=2.6)
    )


def rhombic_tile(paint: Paint, motif: str) -> str:
    """A rhombic tile, upright in a box of 100 by 173.2."""
    return (
        _rhombus(0, 9, fill=paint.rim)
        + _rhombus(3, 8, fill=paint.ground)
        + _rhombus(3, 8, fill=GLOW)
        + motif
        + _rhombus(3, 8, fill=SHEEN)
        + _rhombus(4.4, 7, fill="none", stroke=EDGE, stroke_width=2.6)
    )


def rhombus(inset: float) -> list[Point]:
    """The corners of a tile's rhombus, moved inwards from its sides."""
    x, y = RHOMBUS_WIDTH / 2, RHOMBUS_HEIGHT / 2
    scale = 1 - inset / _INNER_RADIUS
    return [(x, y - y * scale), (x + x * scale, y), (x, y + y * scale), (x - x * scale, y)]


def _square(inset: float, corner: float, **paint: str | float) -> str:
    size = 100 - 2 * inset
    return element("rect", x=inset, y=inset, width=size, height=size, rx=corner, **paint)


def _rhombus(inset: float, corner: float, **paint: str | float) -> str:
    return path(smooth_polygon(rhombus(inset), corner), **paint)


Stop = tuple[str, float, float]  # colour, opacity, offset


def _linear(name: str, end: Point, *stops: Stop) -> str:
    x2, y2 = end
    return (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="{x2}" y2="{y2}">'
        f"{_stops(*stops)}</linearGradient>"
    )


def _radial(name: str, centre: Point, radius: float, *stops: Stop) -> str:
    cx, cy = centre
    return (
        f'<radialGradient id="{name}" cx="{cx}" cy="{cy}" r="{radius}">'
        f"{_stops(*stops)}</radialGradient>"
    )


def _stops(*stops: Stop) -> str:
    return "".join(
        f'<stop offset="{offset}" stop-color="{colour}" stop-opacity="{opacity}"/>'
        for colour, opacity, offset in stops
    )
