"""Cursor movement: by arrow keys and by digits."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from azulejos.engine.pavilion.layout import SLOTS
from azulejos.tui.keys import Key, LineKey, PaymentKey, SpaceKey, TakeKey, WallKey
from azulejos.tui.move_builder import MoveBuilder

#: Cells are twice as high as wide; distance aside counts more than distance ahead.
HEIGHT, ASIDE = 2, 2
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def step(areas: Sequence[tuple[Key, Region]], at: Key | None, direction: str) -> Key | None:
    """The nearest spot in a direction; the present one if there is none."""
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


def key_for_digit(builder: MoveBuilder, digit: int) -> Key | None:
    """The spot that a digit picks at once: a line, a column, a payment."""
    spots = builder.spots()
    wanted: Key
    match builder.step:
        case "line":
            wanted = LineKey(digit)
        case "pay":
            wanted = PaymentKey(digit - 1)
        case "tile":
            columns = (k for k in spots if isinstance(k, WallKey) and k.column == digit - 1)
            return next(columns, None)
        case _:
            return None
    return wanted if wanted in spots else None


def next_of_source(builder: MoveBuilder, digit: int, at: Key | None) -> Key | None:
    """The next tiles of the source with that number, or the next open space of that star."""
    there = [
        key
        for key in builder.spots()
        if (isinstance(key, TakeKey) and key.source == digit)
        or (isinstance(key, SpaceKey) and key.space // SLOTS == digit)
    ]
    if not there:
        return None
    return there[(there.index(at) + 1) % len(there)] if at in there else there[0]
