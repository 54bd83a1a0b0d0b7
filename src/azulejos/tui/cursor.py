"""Where a cursor goes: by arrows, and by numbers."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from azulejos.engine.pavilion.layout import SLOTS
from azulejos.tui.move_builder import Choosing, Key

#: Cells are twice as high as wide, and going straight is better than going aside.
HEIGHT, ASIDE = 2, 2
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def step(areas: Sequence[tuple[Key, Region]], at: Key | None, direction: str) -> Key | None:
    """The nearest spot in a direction; where there is none, the cursor stays."""
    here = next((region for key, region in areas if key == at), None)
    if here is None:
        return areas[0][0] if areas else at
    across, down = DIRECTIONS[direction]
    best: tuple[float, Key] | None = None
    for key, region in areas:
        dx, dy = _gap(here, region)
        ahead, aside = (dx * across, abs(dy)) if across else (dy * down, abs(dx))
        if key == at or ahead <= 0:
            continue
        distance = ahead + ASIDE * aside
        if best is None or distance < best[0]:
            best = distance, key
    return best[1] if best else at


def _gap(here: Region, there: Region) -> tuple[float, float]:
    dx = (there.x + there.width / 2) - (here.x + here.width / 2)
    dy = HEIGHT * ((there.y + there.height / 2) - (here.y + here.height / 2))
    return dx, dy


def numbered(choosing: Choosing, digit: int) -> Key | None:
    """The spot that a number names at once: a line, a column, a way to pay."""
    spots = choosing.spots()
    if choosing.step == "line":
        wanted: Key = ("line", digit)
        return wanted if wanted in spots else None
    if choosing.step == "pay":
        wanted = ("way", digit - 1)
        return wanted if wanted in spots else None
    if choosing.step == "tile":
        columns = (key for key in spots if key[0] == "wall" and key[2] == digit - 1)
        return next(columns, None)
    return None


def at_source(choosing: Choosing, digit: int, at: Key | None) -> Key | None:
    """The next tiles of the source with that number, or the next lit space of that star."""
    spots = choosing.spots()
    there = [
        key
        for key in spots
        if (key[0] == "take" and key[1] == digit)
        or (key[0] == "space" and key[1] // SLOTS == digit)
    ]
    if not there:
        return None
    return there[(there.index(at) + 1) % len(there)] if at in there else there[0]
