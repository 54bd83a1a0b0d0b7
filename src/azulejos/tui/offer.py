"""The middle of the table: factories, centre and supply; the bag and the discarded tiles."""

from __future__ import annotations

from azulejos.i18n.events import GAME_TEXTS
from azulejos.session.messages import AnyState
from azulejos.tui.canvas import Canvas
from azulejos.tui.games import GAME_VIEWS, game_of
from azulejos.tui.keys import TakeKey
from azulejos.tui.move_builder import Pile
from azulejos.tui.tiles import MARKER, RECENT, Look, put_tile

TILES_ON_FACTORY = 4
#: Columns of a factory: its number and four tiles in a row, or a disc of two by two.
SMALL, LARGE = 14, 14


def draw_offer(state: AnyState, look: Look, width: int) -> Canvas:
    """The middle of the table, at most `width` columns wide."""
    canvas = Canvas()
    y = _factories(canvas, state, look, width)
    words = look.words
    y = _row(canvas, y, "0", words.gettext("Centre"), look, state.centre, state, 0)
    if state.supply is not None:
        y = _row(canvas, y, "", words.gettext("Supply"), look, state.supply, state, None)
    _unseen(canvas, y, state, look)
    return canvas


def _factories(canvas: Canvas, state: AnyState, look: Look, width: int) -> int:
    """The factories, in rows; returns the row below them."""
    pitch = SMALL if look.scale == 1 else LARGE
    height = 1 if look.scale == 1 else 6
    a_row = max(1, width // pitch)
    draw = _small_factory if look.scale == 1 else _large_factory
    for index, pile in enumerate(state.factories):
        draw(canvas, index % a_row * pitch, index // a_row * height, index + 1, pile, look)
    rows = -(-len(state.factories) // a_row)
    return rows * height + (look.scale > 1)


def _tiles_of(pile: Pile) -> list[str]:
    return [letter for letter, count in pile.items() for _ in range(count)]


def _small_factory(canvas: Canvas, x: int, y: int, number: int, pile: Pile, look: Look) -> None:
    is_recent = number in look.recent.sources
    canvas.put(x, y, str(number), f"bold {look.inks.accent if is_recent else look.inks.muted}")
    at = x + 1
    if not pile:
        canvas.put(at, y, " ·  ·  ·  · ", look.inks.muted)
        if is_recent:
            canvas.put(at, y, RECENT, f"bold {look.inks.accent}")
    for letter, count in pile.items():
        key = TakeKey(number, letter)
        for _ in range(count):
            put_tile(canvas, at, y, letter, look, look.state_of(key))
            at += 3
        if key in look.spots:
            canvas.spot(key, at - 3 * count, y, 3 * count)


def _large_factory(canvas: Canvas, x: int, y: int, number: int, pile: Pile, look: Look) -> None:
    rim = look.inks.muted
    canvas.put(x, y, "╭───────────╮", rim)
    canvas.put(x + 1, y, f" {number} ", f"bold {look.inks.ink}")
    if number in look.recent.sources:
        canvas.put(x + 1, y, f" {number} {RECENT} ", f"bold {look.inks.accent}")
    for row in range(1, 5):
        canvas.put(x, y + row, "│           │", rim)
    canvas.put(x, y + 5, "╰───────────╯", rim)
    for place, letter in enumerate(_tiles_of(pile)):
        key = TakeKey(number, letter)
        across, down = x + 2 + place % 2 * 5, y + 1 + place // 2 * 2
        put_tile(canvas, across, down, letter, look, look.state_of(key))
        if key in look.spots:
            canvas.spot(key, across, down, 4, 2)


def _row(
    canvas: Canvas,
    y: int,
    number: str,
    label: str,
    look: Look,
    pile: Pile,
    state: AnyState,
    source: int | None,
) -> int:
    """A pile in one row, each colour with its count; returns the row below."""
    inks = look.inks
    x = canvas.put(0, y, number, f"bold {inks.muted}") if number else 0
    if source is not None and source in look.recent.sources:
        canvas.put(x, y, RECENT, f"bold {inks.accent}")
    x = canvas.put(x + 1, y, label, inks.ink) + 1
    if source == 0 and state.marker_in_centre:
        put_tile(canvas, x, y, MARKER, look)
        x += look.across + 1
    if not pile:
        canvas.put(x, y, "·", inks.muted)
    for letter, count in pile.items():
        key = None if source is None else TakeKey(source, letter)
        tiles = x + len(str(count))
        canvas.put(x, y, str(count), f"bold {inks.ink}")
        put_tile(canvas, tiles, y, letter, look, look.state_of(key) if key is not None else "")
        if key is not None and key in look.spots:
            canvas.spot(key, x, y, look.across + len(str(count)), look.down)
        x = tiles + look.across + (look.scale > 1)
    return y + look.down + (look.scale > 1)


def _unseen(canvas: Canvas, y: int, state: AnyState, look: Look) -> None:
    """The number of tiles of each colour in the bag, and of those discarded."""
    words = look.words
    away = GAME_TEXTS[game_of(state)].discards(words)
    piles = ((words.gettext("Bag"), state.bag), (away, state.discards))
    width = max(len(name) for name, _ in piles)
    for down, (name, pile) in enumerate(piles):
        x = canvas.put(1, y + down, f"{name:<{width}} {sum(pile.values()):>3} ", look.inks.muted)
        for letter in GAME_VIEWS[game_of(state)].letters:
            count = pile.get(letter, 0)
            x = canvas.put(x, y + down, letter.upper(), f"bold {look.inks.muted}")
            x = canvas.put(x, y + down, f"{count:<3}", look.inks.muted)
