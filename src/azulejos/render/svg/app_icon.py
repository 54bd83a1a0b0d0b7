"""Icon of the application: an azulejo.

It fills its square and keeps its content within the middle 80 per cent, so that it can be masked to
a circle or another shape.
"""

from __future__ import annotations

from azulejos.render.svg.shapes import (
    Point,
    dots,
    element,
    path,
    petal,
    polar,
)

COBALT, MILK, SAFFRON = "#1f4f9e", "#fdf6e6", "#f0b440"
MIDDLE: Point = (50, 50)
CORNERS: tuple[Point, ...] = ((0, 0), (100, 0), (100, 100), (0, 100))


def app_icon(size: int) -> str:
    """The icon as an SVG document, `size` pixels wide and high."""
    petals = [_petal(turn, 38, 23) for turn in (45, 135, 225, 315)]
    leaves = [_petal(turn, 39, 15) for turn in (0, 90, 180, 270)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}"'
        f' viewBox="0 0 100 100"><defs>{LIGHT}</defs>'
        + element("rect", width=100, height=100, fill=COBALT)
        + path(dots(CORNERS, 18), fill=SAFFRON, stroke=MILK, stroke_width=5)
        + path("".join(leaves), fill=SAFFRON)
        + path("".join(petals), fill=MILK)
        + path(dots([MIDDLE], 10.5), fill=COBALT)
        + path(dots([MIDDLE], 6.5), fill=SAFFRON)
        + element("rect", width=100, height=100, fill="url(#art-light)")
        + "</svg>"
    )


LIGHT = (
    '<linearGradient id="art-light" x1="0" y1="0" x2="1" y2="1">'
    '<stop offset="0" stop-color="#fff" stop-opacity=".2"/>'
    '<stop offset=".5" stop-color="#fff" stop-opacity="0"/>'
    '<stop offset="1" stop-color="#000" stop-opacity=".18"/></linearGradient>'
)


def _petal(turn: float, reach: float, width: float) -> str:
    return petal(polar(MIDDLE, 4, turn), polar(MIDDLE, reach, turn), width)
