"""Summer Pavilion as text.

A board is drawn as it lies on the table: six stars around the central one, and between them moons
that show how far a pillar, statue or window is surrounded.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.engine.pavilion.board import (
    COLOUR_OF_STAR,
    FEATURES,
    NUMBERS,
)
from azulejos.engine.pavilion.layout import CENTRAL_STAR, SLOTS, STARS, Colour
from azulejos.engine.pavilion.position import PavilionPosition, PlayerBoard
from azulejos.engine.state import BOARDS
from azulejos.render.text.table import offer
from azulejos.render.text.tiles import (
    counts_of,
    numbers,
    space_for,
    tile,
)

#: Share of the surrounding spaces that are filled, in quarters.
MOONS = "○◔◑◕●"

# Columns and rows in the drawing of a board.
STAR_CORNERS = ((12, 5), (0, 5), (6, 0), (18, 0), (24, 5), (18, 10), (6, 10))
#: From the top, clockwise.
SLOT_OFFSETS = ((3, 0), (6, 1), (6, 2), (3, 3), (0, 2), (0, 1))
PILLARS = ((9, 6), (12, 4), (18, 4), (21, 6), (18, 9), (12, 9))
STATUES = ((4, 4), (15, 1), (26, 4), (26, 9), (15, 12), (4, 9))
WINDOW_OFFSET = (3, 2)
STAR_NUMBER_OFFSET = (3, 1)
BOARD_HEIGHT = 14


# The table


def draw(position: PavilionPosition, names: Sequence[str]) -> RenderableType:
    """The whole table: the factories, the centre and the supply, then the players' boards."""
    boards = [
        _board(position, seat, board, names[seat]) for seat, board in enumerate(position.players)
    ]
    supply = Text.assemble(("supply ", "bold"), counts_of(position.supply))
    unseen = Text.assemble(
        numbers("bag", position.bag, Colour), "   ", numbers("tower", position.tower, Colour)
    )
    table = offer(position, supply, unseen)
    return Group(_title(position, names), table, Columns(boards, padding=(0, 1)))


def _title(position: PavilionPosition, names: Sequence[str]) -> Text:
    title = Text.assemble(
        ("Summer Pavilion", "bold"), f" · {position.board} · round {position.round} of 6"
    )
    if position.is_over:
        winners = " and ".join(names[seat] for seat in position.winners)
        return title.append(" · ").append(f"{winners} won", "bold")
    title.append(" · wild ").append_text(tile(position.wild)).append(" · ")
    if position.to_play is None:
        return title.append("tiles are to be dealt")
    title.append(f"{names[position.to_play]} to play", "bold")
    if position.phase == "bonus":
        title.append(f": take {position.bonus_due}")
    return title


# A player's board


def _board(position: PavilionPosition, seat: int, board: PlayerBoard, name: str) -> Panel:
    picture = Picture()
    for star in range(STARS):
        _draw_star(picture, position, board, star)
    for index, (kind, _, spaces) in enumerate(FEATURES):
        filled = sum(board.stars[space // SLOTS][space % SLOTS] is not None for space in spaces)
        moon = MOONS[filled * (len(MOONS) - 1) // len(spaces)]
        style = "green" if filled == len(spaces) else "cyan"
        picture.put(*_place_of(kind, index // 3), Text(f" {moon} ", style))
    notes = " · passed" if board.passed else ""
    notes += " · marker" if board.has_marker else ""
    kept = "kept " if board.passed else "tiles "
    return Panel(
        Group(picture.render(), Text.assemble("\n", (kept, "dim"), counts_of(board.tiles))),
        title=Text.assemble(f"{seat + 1} {name} · ", (str(board.score), "bold"), notes),
        border_style="bold #d08c3c" if position.to_play == seat else "dim",
        expand=False,
    )


def _place_of(kind: str, outer: int) -> tuple[int, int]:
    """Column and row of the label of a feature of an outer star (from 0)."""
    if kind == "window":
        column, row = STAR_CORNERS[outer + 1]
        return column + WINDOW_OFFSET[0], row + WINDOW_OFFSET[1]
    return (PILLARS if kind == "pillar" else STATUES)[outer]


def _draw_star(picture: Picture, position: PavilionPosition, board: PlayerBoard, star: int) -> None:
    column, row = STAR_CORNERS[star]
    colour = COLOUR_OF_STAR[star] if position.board == "coloured" else None
    for slot, placed in enumerate(board.stars[star]):
        number = NUMBERS[BOARDS.index(position.board), star * SLOTS + slot]
        across, down = SLOT_OFFSETS[(slot + turn_of(star)) % SLOTS]
        # On the grey side numbers repeat, so the slot stands before them.
        label = f" {number} " if position.board == "coloured" else f"{slot + 1}:{number}"
        text = space_for(colour, label) if placed is None else tile(placed)
        picture.put(column + across, row + down, text)
    across, down = STAR_NUMBER_OFFSET
    picture.put(column + across, row + down, Text(f"★{star}", "bold"))


def turn_of(star: int) -> int:
    """The rotation of a star in sixths of a turn: windows face outwards."""
    return 0 if star == CENTRAL_STAR else star - 1


class Picture:
    """A canvas: pieces of text at columns and rows."""

    def __init__(self) -> None:
        self._rows: list[dict[int, Text]] = [{} for _ in range(BOARD_HEIGHT)]

    def put(self, column: int, row: int, text: Text) -> None:
        """Put a piece of text at a free place."""
        self._rows[row][column] = text

    def render(self) -> Text:
        """All rows, one below the other."""
        return Text("\n").join(self._line(row) for row in self._rows)

    @staticmethod
    def _line(row: dict[int, Text]) -> Text:
        line = Text()
        for column in sorted(row):
            line.append(" " * (column - len(line))).append_text(row[column])
        return line
