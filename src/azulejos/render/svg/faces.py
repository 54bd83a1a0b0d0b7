"""Faces of the bots, one for each level: a portrait on a glazed tile.

Large plain shapes tell them apart at 24 pixels: the ground, the hair, and one attribute each.
"""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.render.svg.palette import Paint
from azulejos.render.svg.shapes import Point, dots, path
from azulejos.render.svg.tile_frame import square_tile

BOX = "0 0 100 100"
INK, MILK = "#23242e", "#fdf6e6"
EYES: tuple[Point, Point] = ((40, 52), (60, 52))


@dataclass(frozen=True)
class Portrait:
    """What is drawn behind and before a head, and its colours."""

    paint: Paint
    skin: str
    shirt: str
    #: Hair and what else is behind the head.
    behind: str
    #: Hair, beard, glasses and mouth, above the head.
    front: str


def faces() -> dict[str, str]:
    """The drawings of all faces by level."""
    return {
        level: square_tile(portrait.paint, _draw(portrait)) for level, portrait in PORTRAITS.items()
    }


def _draw(portrait: Portrait) -> str:
    shoulders = path("M14 96C15 80 30 76 50 76S85 80 86 96Z", fill=portrait.shirt)
    neck = path("M41 66H59V78C59 84 41 84 41 78Z", fill=portrait.skin)
    ears = path(dots([(27, 54), (73, 54)], 5.5), fill=portrait.skin)
    head = path("M28 46C28 26 72 26 72 46V54C72 68 62 76 50 76S28 68 28 54Z", fill=portrait.skin)
    eyes = path(dots(EYES, 3.6), fill=INK)
    return portrait.behind + shoulders + neck + ears + head + eyes + portrait.front


def _smile(half_width: float, depth: float, colour: str = INK) -> str:
    """A mouth as a line."""
    d = f"M{50 - half_width} 64Q50 {64 + depth} {50 + half_width} 64"
    return _line(d, colour, 3.2)


def _line(d: str, colour: str, width: float) -> str:
    return path(
        d,
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _girl_with_buns() -> Portrait:
    """Beginner: two buns of hair, a fringe and freckles."""
    hair = "#7a3b16"
    buns = path(dots([(22, 28), (78, 28)], 14), fill=hair)
    back = path("M24 50C22 20 78 20 76 50L74 62H26Z", fill=hair)
    fringe = path("M27 48C26 22 74 22 73 48C66 42 62 36 60 33C52 42 38 45 27 48Z", fill=hair)
    freckles = path(dots([(33, 60), (38, 62.5), (62, 62.5), (67, 60)], 1.6), fill="#b3622d")
    grin = path(
        "M41 63Q50 76 59 63Z", fill=MILK, stroke=INK, stroke_width=2.6, stroke_linejoin="round"
    )
    return Portrait(
        Paint("#f2c04d", "#a86f14", hair),
        "#f6cfa4",
        "#12736f",
        buns + back,
        fringe + freckles + grin,
    )


def _boy_with_cap() -> Portrait:
    """Casual: a flat cap above curls."""
    hair, cap, band = "#2b1c15", "#b5432c", "#8c2f1e"
    curls = path(dots([(27, 44), (73, 44), (26, 52), (74, 52)], 6.5), fill=hair)
    crown = path("M22 41C20 16 80 14 79 39C62 33 40 34 22 41Z", fill=cap)
    brim = path(
        "M20 42C34 31 66 31 84 37C89 39 88 44 82 43C62 38 42 39 24 46C18 48 16 45 20 42Z", fill=band
    )
    brows = _line("M35 46.5L44 45.5M56 45.5L65 46.5", hair, 2.6)
    return Portrait(
        Paint("#5f9c6b", "#2f5f3b", MILK),
        "#c98d5e",
        "#f0e3c2",
        curls,
        brows + crown + brim + _smile(9, 9),
    )


def _man_with_beard() -> Portrait:
    """Strong: dark hair and a full beard."""
    hair = "#2a2028"
    back = path("M25 52C20 16 80 16 75 52Z", fill=hair)
    beard = path(
        "M28 50C30 60 36 59 41 58C46 56 54 56 59 58C64 59 70 60 72 50"
        "C74 74 63 86 50 86S26 74 28 50Z",
        fill=hair,
    )
    parting = path(
        "M26 50C22 20 44 20 60 24C72 27 77 36 74 50C70 44 66 38 63 34C50 40 34 38 26 50Z", fill=hair
    )
    brows = _line("M34 46L45 47M55 47L66 46", hair, 4)
    mouth = path("M42 65Q50 71 58 65Q50 62 42 65Z", fill="#d98b73")
    return Portrait(
        Paint("#2a5fae", "#12326b", MILK),
        "#eec39a",
        "#eeb13c",
        back,
        beard + parting + brows + mouth,
    )


def _woman_with_glasses() -> Portrait:
    """Expert: a bob of red hair and round glasses."""
    hair = "#c2502c"
    back = path("M20 78C14 12 86 12 80 78Q70 82 68 76V40H32V76Q30 82 20 78Z", fill=hair)
    fringe = path("M26 46C26 20 74 20 74 46C60 42 40 42 26 46Z", fill=hair)
    lenses = path(dots(EYES, 9), fill="#ffffff", fill_opacity=0.2, stroke=INK, stroke_width=3)
    bridge = _line("M49 51Q50 50 51 51", INK, 3)
    return Portrait(
        Paint("#6a4a8f", "#3f2a5c", MILK),
        "#f3cdae",
        "#f0e3c2",
        back,
        fringe + lenses + bridge + _smile(7, 5, "#9c2f25"),
    )


def _old_man_with_moustache() -> Portrait:
    """Master: white hair at the sides, heavy brows and a great moustache."""
    white, shade = "#f3efe3", "#b9b3a2"
    sides = path(
        dots([(26, 42), (74, 42), (23, 51), (77, 51), (27, 60), (73, 60)], 7.5), fill=white
    )
    brows = _line("M32 46Q38 41 45 45.5M55 45.5Q62 41 68 46", white, 5)
    moustache = path(
        "M50 59C44 56 32 58 27 69C36 73 46 71 50 65C54 71 64 73 73 69C68 58 56 56 50 59Z",
        fill=white,
        stroke=shade,
        stroke_width=1.5,
    )
    chin = _line("M45 73Q50 75 55 73", "#a8714a", 2.4)
    return Portrait(
        Paint("#33343f", "#14151c", MILK), "#dba476", "#7d2c1a", sides, brows + moustache + chin
    )


PORTRAITS = {
    "beginner": _girl_with_buns(),
    "casual": _boy_with_cap(),
    "strong": _man_with_beard(),
    "expert": _woman_with_glasses(),
    "master": _old_man_with_moustache(),
}
