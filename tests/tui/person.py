"""Somebody at the app: plays with keys or with the mouse, and sees only what is on the screen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any

from textual.geometry import Offset
from textual.pilot import Pilot

from azulejos import Game
from azulejos.i18n import words_in
from azulejos.tui.app import AzulejosApp, new_game
from azulejos.tui.canvas import Picture
from azulejos.tui.end import EndScreen
from azulejos.tui.local import LocalTable
from azulejos.tui.move_builder import BACK, CONFIRM, Key
from azulejos.tui.source import TableSource
from azulejos.tui.storage import Setup
from azulejos.tui.table import TableScreen
from tests.loops import run_apart

SMALL, LARGE = (80, 24), (160, 50)
PATIENCE = 60.0  # seconds
MOST_STEPS = 1500

AnyPilot = Pilot[None]


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test that awaits."""

    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        run_apart(test(*arguments, **named))

    return run


def a_game(
    game: str = "azul", board: str = "coloured", seats: tuple[str, ...] = ("me", "bot greedy")
) -> Game:
    """A fresh game; what is dealt is always the same."""
    padded = [*seats, *["me"] * (4 - len(seats))]
    return new_game(Setup(game, board, len(seats), padded), seed=5)


@asynccontextmanager
async def sitting(
    source: Game | TableSource, size: tuple[int, int] = SMALL, language: str = "en"
) -> AsyncIterator[AnyPilot]:
    """Somebody at a table, as soon as it is to be seen."""
    words = words_in(language)
    table = LocalTable(source, words, pace=0, seed=1) if isinstance(source, Game) else source
    app = AzulejosApp(words, lambda _: table)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: table_of(pilot).latest is not None)
        yield pilot


def table_of(pilot: AnyPilot) -> TableScreen:
    """The table, even if something lies upon it."""
    tables = [screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
    return tables[-1] if tables else TableScreen.__new__(TableScreen)


def is_at_table(pilot: AnyPilot) -> bool:
    """Whether the table is on top."""
    return isinstance(pilot.app.screen, TableScreen)


def latest(pilot: AnyPilot) -> dict[str, Any]:
    """What the table told last."""
    told = table_of(pilot).latest
    assert told is not None
    return told


def is_over(pilot: AnyPilot) -> bool:
    """Whether the result is shown."""
    return isinstance(pilot.app.screen, EndScreen)


async def until(pilot: AnyPilot, so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if so():
                break
        except (AssertionError, AttributeError):
            pass  # the screen is not there yet
        assert time.monotonic() < deadline, "waited too long"
        await asyncio.sleep(0.003)
    await pilot.pause()


def may_act(pilot: AnyPilot) -> bool:
    """Whether something can be picked now."""
    table = table_of(pilot)
    return bool(table.choosing.spots()) and not table._sent and is_at_table(pilot)


def wanted(pilot: AnyPilot) -> Key:
    """What to pick next: the first thing on the way to some move, warnings or not."""
    choosing = table_of(pilot).choosing
    spots = choosing.spots()
    if choosing.step in ("bonus", "keep", "confirm", "take"):
        if CONFIRM in spots:
            return CONFIRM
        aim = choosing.options[0]["tiles"] if choosing.step == "bonus" else {}
        return next(key for key in spots if choosing.picked.get(key[1], 0) != aim.get(key[1], 0))
    ways = [key for key in spots if key != BACK]
    if choosing.step == "line":
        ways = [key for key in ways if key[0] == "line"]
        return max(ways, key=lambda key: spots[key].points or 0)
    return ways[0]


async def by_keys(pilot: AnyPilot) -> None:
    """Pick the next thing with the keyboard."""
    table, aim = table_of(pilot), wanted(pilot)
    numbers = {"take": 1, "space": 1, "line": 1, "wall": 2, "way": 1}
    if aim[0] in numbers:
        number = aim[numbers[aim[0]]] + (aim[0] in ("wall", "way"))
        key = str(number // 6 if aim[0] == "space" else number)
    else:
        key = "tab"
    if aim[0] in ("line", "wall") or (aim[0] == "way" and aim[1] < 9):
        await pilot.press(key)
        return
    for _ in range(len(table.choosing.spots()) + 1):
        if table.cursor == aim:
            break
        await pilot.press(key)
    assert table.cursor == aim
    await pilot.press("enter")


async def by_mouse(pilot: AnyPilot) -> None:
    """Pick the next thing with the mouse: it must be in sight."""
    place = where(pilot, wanted(pilot))
    await pilot.click(offset=(place.x, place.y))


def where(pilot: AnyPilot, key: Key) -> Offset:
    """Where on the screen something can be pressed."""
    for picture in table_of(pilot).query(Picture):
        for known, region in picture.areas_on_screen():
            if known == key:
                offset = region.offset
                widget, _ = pilot.app.get_widget_at(offset.x, offset.y)
                assert widget is picture, f"{key} lies below {widget}"
                assert picture.canvas.key_at(*(offset - picture.content_region.offset)) == key
                return offset
    raise AssertionError(f"{key} is nowhere on the screen")


async def play(
    pilot: AnyPilot,
    pick: Callable[[AnyPilot], Awaitable[None]] = by_keys,
    done: Callable[[], bool] | None = None,
) -> None:
    """Play until the result is shown, or something else is so."""
    over = done or (lambda: is_over(pilot))
    for _ in range(MOST_STEPS):
        await until(pilot, lambda: over() or may_act(pilot))
        if over():
            return
        await pick(pilot)
    raise AssertionError(f"still playing after {MOST_STEPS} steps")
