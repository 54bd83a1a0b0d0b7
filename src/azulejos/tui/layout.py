"""Layout of a table on a screen: banner, offer, the own board and the others', in two sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from textual.geometry import Size
from textual.screen import Screen

from azulejos.session.messages import Update
from azulejos.tui.canvas import Canvas, Picture
from azulejos.tui.offer import draw_offer
from azulejos.tui.panels import draw_banner, draw_mine, draw_others
from azulejos.tui.tiles import Look

AnyScreen: TypeAlias = Screen[Any]  # whatever it is dismissed with
#: The size from which tiles are drawn large.
LARGE_WIDTH, LARGE_HEIGHT = 120, 40
#: Rows of the banner, the prompt and the footer.
AROUND = 8
#: Columns beside large boards.
LARGE_GAP = 3


def scale_for(size: Size) -> int:
    """The scale of the tiles in a window: 1, or 2 for large ones."""
    return 2 if size.width >= LARGE_WIDTH and size.height >= LARGE_HEIGHT else 1


def show_table(
    screen: AnyScreen,
    update: Update,
    names: Sequence[str],
    seat: int,
    look: Look,
    aside: int = 0,
    status: str | None = None,
) -> Size:
    """Draw a table with a seat's board in full; `aside` columns stay free. The board's size.

    A status is shown in place of whose turn it is.
    """
    width, height = screen.size
    screen.set_class(look.scale > 1, "large")
    mine = draw_mine(update.state, seat, names[seat], look)
    left = width - mine.size.width - aside - (LARGE_GAP if look.scale > 1 else 0)
    offer = draw_offer(update.state, look, left)
    room = height - AROUND - offer.size.height
    show_picture(screen, "#banner", draw_banner(update, names, look, status))
    show_picture(screen, "#offer", offer)
    show_picture(screen, "#others", draw_others(update.state, names, seat, look, left, room))
    show_picture(screen, "#mine", mine)
    return mine.size


def show_picture(screen: AnyScreen, name: str, canvas: Canvas) -> None:
    """Show a canvas in one of a screen's pictures."""
    screen.query_one(name, Picture).show(canvas)
