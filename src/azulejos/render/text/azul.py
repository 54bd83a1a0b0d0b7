"""Azul as text. Empty spaces of the coloured wall are small dim letters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from azulejos.engine.azul.layout import COLUMNS, FLOOR_PENALTY, FLOOR_SPACES, Colour
from azulejos.engine.azul.position import AzulPosition, PlayerBoard
from azulejos.engine.azul.rules import column_of
from azulejos.render.text.table import offer
from azulejos.render.text.tiles import (
    marker,
    numbers,
    space_for,
    tile,
)

# The table


def draw(position: AzulPosition, names: Sequence[str]) -> RenderableType:
    """The whole table: the factories and the centre, then the players' boards."""
    boards = [
        _board(position, seat, board, names[seat]) for seat, board in enumerate(position.players)
    ]
    unseen = Text.assemble(
        numbers("bag", position.bag, Colour), "   ", numbers("lid", position.lid, Colour)
    )
    return Group(_title(position, names), offer(position, unseen), Columns(boards, padding=(0, 1)))


def _title(position: AzulPosition, names: Sequence[str]) -> Text:
    title = Text.assemble(("Azul", "bold"), f" · {position.board} wall · round {position.round} · ")
    if position.is_over:
        winners = " and ".join(names[seat] for seat in position.winners)
        title.append(f"{winners} won", "bold")
    elif position.to_play is None:
        title.append("tiles are to be dealt")
    else:
        title.append(f"{names[position.to_play]} to play", "bold")
        if position.phase == "tile":
            title.append(": choose a column")
    return title


# A player's board


def _board(position: AzulPosition, seat: int, board: PlayerBoard, name: str) -> Panel:
    grid = Table.grid(padding=0)
    if position.board == "grey":
        columns = "".join(f" {column + 1} " for column in range(COLUMNS))
        grid.add_row("", "", "", Text(columns, "dim"))
    for row in range(len(board.lines)):
        grid.add_row(
            Text(f"{row + 1} ", "dim"),
            _line(board, row),
            Text(" ▸ ", "dim"),
            _row(position, board, row),
        )
    floor = Text.assemble(("0 ", "dim"), _floor(board))
    playing = position.to_play == seat
    return Panel(
        Group(grid, floor),
        title=Text.assemble(f"{seat + 1} {name} · ", (str(board.score), "bold")),
        border_style="bold #d08c3c" if playing else "dim",
        expand=False,
    )


def _line(board: PlayerBoard, row: int) -> Text:
    line = board.lines[row]
    text = Text(" " * 3 * (len(board.lines) - line.size))
    for place in range(line.size, 0, -1):
        if line.colour is not None and place <= line.count:
            text.append_text(tile(line.colour))
        else:
            text.append(" · ", "dim")
    return text


def _row(position: AzulPosition, board: PlayerBoard, row: int) -> Text:
    text = Text()
    for column, colour in enumerate(board.wall[row]):
        if colour is not None:
            text.append_text(tile(colour))
        elif position.board == "coloured":
            wanted = next(wanted for wanted in Colour if column_of(row, wanted) == column)
            text.append_text(space_for(wanted, f" {wanted.letter} "))
        else:
            text.append(" · ", "dim")
    return text


def _floor(board: PlayerBoard) -> Text:
    tiles = [tile(colour) for colour in board.floor for _ in range(board.floor[colour])]
    if board.has_marker:
        tiles.insert(0, marker())
    text = Text()
    for space in range(FLOOR_SPACES):
        cost = FLOOR_PENALTY[space + 1] - FLOOR_PENALTY[space]
        text.append_text(tiles[space] if space < len(tiles) else Text(f" -{cost}", "dim"))
    return text
