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
from azulejos.bots import bot
from azulejos.i18n import words_in
from azulejos.session.messages import Update
from azulejos.tui import saved_games
from azulejos.tui.app import AzulejosApp, new_game
from azulejos.tui.canvas import Picture
from azulejos.tui.end import EndScreen
from azulejos.tui.keys import (
    BACK,
    CONFIRM,
    CountKey,
    Key,
    LineKey,
    PaymentKey,
    SpaceKey,
    TakeKey,
    WallKey,
)
from azulejos.tui.local import LocalTable
from azulejos.tui.source import TableSource
from azulejos.tui.storage import Setup
from azulejos.tui.table import TableScreen
from tests.loops import run_apart

SMALL, LARGE = (80, 24), (160, 50)
PATIENCE = 60.0  # seconds
MAX_STEPS = 1500

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


def play_rounds(match: Game, rounds: int) -> Game:
    """Let a bot play some rounds for everyone."""
    player = bot("greedy", 1)
    while match.round <= rounds:
        match.play(str(player.choose(match.position).move))
    return match


def a_game_before_its_end() -> Game:
    """A game of two people in which the next move is the last one."""
    match, player = a_game(seats=("me", "here")), bot("greedy", 1)
    while not ends_game(match):
        match.play(str(player.choose(match.position).move))
    return match


def ends_game(match: Game) -> bool:
    """Whether any move ends the game."""
    trial = match.copy()
    trial.play(next(iter(match.legal_moves)))
    return trial.is_over


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


def the_saved_game() -> Game:
    """The only game that can be continued."""
    (stored,) = saved_games.running_games()
    return stored.file.load()


def table_of(pilot: AnyPilot) -> TableScreen:
    """The table, even if something lies upon it."""
    tables = [screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
    return tables[-1] if tables else TableScreen.__new__(TableScreen)


def is_at_table(pilot: AnyPilot) -> bool:
    """Whether the table is on top."""
    return isinstance(pilot.app.screen, TableScreen)


def latest(pilot: AnyPilot) -> Update:
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
    return bool(table.builder.spots()) and not table.is_sent and is_at_table(pilot)


def wanted(pilot: AnyPilot) -> Key:
    """What to pick next: the first spot on the way to some move, warnings or not."""
    builder = table_of(pilot).builder
    spots = builder.spots()
    if builder.step in ("bonus", "keep", "confirm", "take"):
        if CONFIRM in spots:
            return CONFIRM
        aim = builder.bonuses[0].tiles if builder.step == "bonus" else {}
        counts = (key for key in spots if isinstance(key, CountKey))
        return next(k for k in counts if builder.picked.get(k.colour, 0) != aim.get(k.colour, 0))
    ways = [key for key in spots if key != BACK]
    if builder.step == "line":
        lines = [key for key in ways if isinstance(key, LineKey)]
        return max(lines, key=lambda key: spots[key].points or 0)
    return ways[0]


def digit_of(key: Key) -> int | None:
    """The digit that leads to a spot, or picks it."""
    match key:
        case TakeKey(source=number) | LineKey(number=number):
            return number
        case WallKey(column=index) | PaymentKey(index=index):
            return index + 1
        case SpaceKey(space=space):
            return space // 6
    return None


async def by_keys(pilot: AnyPilot) -> None:
    """Pick the next spot with the keyboard."""
    table, aim = table_of(pilot), wanted(pilot)
    digit = digit_of(aim)
    is_picked = isinstance(aim, LineKey | WallKey) or (
        isinstance(aim, PaymentKey) and aim.index < 9
    )
    if is_picked:
        await pilot.press(str(digit))
        return
    for _ in range(len(table.builder.spots()) + 1):
        if table.cursor == aim:
            break
        await pilot.press("tab" if digit is None or digit > 9 else str(digit))
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
    for _ in range(MAX_STEPS):
        await until(pilot, lambda: over() or may_act(pilot))
        if over():
            return
        await pick(pilot)
    raise AssertionError(f"still playing after {MAX_STEPS} steps")
