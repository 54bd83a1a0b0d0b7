"""How Azul looks and reads in a terminal: the table, the boards, and what happened in words.

Tiles are capital letters on their colour, empty spaces of the coloured wall small dim letters: it
reads without any colour too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from azulejos.engine.azul.events import (
    Bonus,
    Dropped,
    Event,
    FloorCharged,
    GameEnded,
    LidPoured,
    LineDropped,
    MarkerTaken,
    Placed,
    Taken,
    Tiled,
)
from azulejos.engine.azul.layout import COLUMNS, FLOOR_PENALTY, FLOOR_SPACES, Colour
from azulejos.engine.azul.position import AzulPosition, PlayerBoard
from azulejos.engine.azul.rules import column_of
from azulejos.engine.colours import Tiles
from azulejos.engine.events import RoundStarted

#: Ink and glaze of the tiles.
GLAZES = {
    Colour.BLUE: ("#ffffff", "#2563a8"),
    Colour.YELLOW: ("#3a2a00", "#e3a72f"),
    Colour.RED: ("#ffffff", "#b5432c"),
    Colour.BLACK: ("#e8e4da", "#33333d"),
    Colour.WHITE: ("#0f6b66", "#d5e6e1"),
}

HELP = """\
A move is source, colour, line: [bold]3b4[/] takes blue from factory 3 to line 4.
Source 0 is the centre, line 0 is your floor. Colours: b y r k w (k is black).
On the grey wall [bold]3>2[/] puts the tile of line 3 into column 2."""


# The table


def draw(position: AzulPosition, names: Sequence[str]) -> RenderableType:
    """The whole table: the factories and the centre, then everybody's board."""
    boards = [
        _board(position, seat, board, names[seat]) for seat, board in enumerate(position.players)
    ]
    return Group(_title(position, names), _offer(position), Columns(boards, padding=(0, 1)))


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


def _offer(position: AzulPosition) -> RenderableType:
    """Factories and centre with their numbers, then what is in the bag and in the lid."""
    grid = Table.grid(padding=(0, 1))
    cells = [_source(str(number), pile) for number, pile in enumerate(position.factories, start=1)]
    for start in range(0, len(cells), 5):
        grid.add_row(*cells[start : start + 5])
    centre = Text.assemble("\n", ("0", "bold"), " centre ")
    if position.marker is None and position.phase != "over":
        centre.append_text(_marker())
    centre.append_text(_tiles(position.centre))
    unseen = Text.assemble(_counts("\nbag", position.bag), "   ", _counts("lid", position.lid))
    return Panel(Group(grid, centre, unseen), border_style="dim", expand=False)


def _source(number: str, pile: Tiles[Colour]) -> Text:
    return Text.assemble((number, "bold"), " ", _tiles(pile) if pile else Text("empty", "dim"))


def _tiles(pile: Tiles[Colour]) -> Text:
    return Text().join(_tile(colour) for colour in pile for _ in range(pile[colour]))


def _tile(colour: Colour) -> Text:
    return _piece(colour.letter.upper(), *GLAZES[colour])


def _marker() -> Text:
    return _piece("1", "#1d3a5f", "#f1d9a6")


def _piece(letter: str, ink: str, glaze: str) -> Text:
    """A tile, two columns wide with half a column of air on either side."""
    return Text.assemble(("▐", glaze), (letter, f"bold {ink} on {glaze}"), ("▌", glaze))


def _counts(name: str, pile: Tiles[Colour]) -> Text:
    counts = " ".join(f"{colour.letter}{pile[colour]}" for colour in Colour)
    return Text(f"{name} {pile.total()}: {counts}", "dim")


# A player's board


def _board(position: AzulPosition, seat: int, board: PlayerBoard, name: str) -> Panel:
    grid = Table.grid(padding=0)
    if position.board == "grey":
        numbers = "".join(f" {column + 1} " for column in range(COLUMNS))
        grid.add_row("", "", "", Text(numbers, "dim"))
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
            text.append_text(_tile(line.colour))
        else:
            text.append(" · ", "dim")
    return text


def _row(position: AzulPosition, board: PlayerBoard, row: int) -> Text:
    text = Text()
    for column, colour in enumerate(board.wall[row]):
        if colour is not None:
            text.append_text(_tile(colour))
        elif position.board == "coloured":
            wanted = next(wanted for wanted in Colour if column_of(row, wanted) == column)
            text.append(f" {wanted.letter} ", f"dim {GLAZES[wanted][1]}")
        else:
            text.append(" · ", "dim")
    return text


def _floor(board: PlayerBoard) -> Text:
    tiles = [_tile(colour) for colour in board.floor for _ in range(board.floor[colour])]
    if board.has_marker:
        tiles.insert(0, _marker())
    text = Text()
    for space in range(FLOOR_SPACES):
        cost = FLOOR_PENALTY[space + 1] - FLOOR_PENALTY[space]
        text.append_text(tiles[space] if space < len(tiles) else Text(f" -{cost}", "dim"))
    return text


# What happened, in words


def tell(events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    """Sentences about events; single dealt tiles are left to the picture."""
    for event in events:
        yield from _tell_draft(event, names)
        yield from _tell_end_of_round(event, names)


def _tell_draft(event: Event, names: Sequence[str]) -> Iterator[str]:
    match event:
        case Taken(player, source, colour, count):
            place = "the centre" if source == 0 else f"factory {source}"
            yield f"{names[player]} takes {count} {colour} from {place}"
        case MarkerTaken(player):
            yield f"{names[player]} takes the starting player marker"
        case Placed(player, row, colour, count):
            yield f"{names[player]} puts {count} {colour} on line {row + 1}"
        case Dropped(player, colour, to_floor, to_lid):
            lost = f", {to_lid} into the lid" if to_lid else ""
            yield f"{names[player]} drops {to_floor} {colour} on the floor{lost}"


def _tell_end_of_round(event: Event, names: Sequence[str]) -> Iterator[str]:
    match event:
        case LineDropped(player, row, colour):
            yield f"{names[player]}: {colour} of line {row + 1} fits nowhere"
        case Tiled(player, row, column, colour, points):
            place = f"row {row + 1}, column {column + 1}"
            yield f"{names[player]} tiles {colour} at {place}: +{points}"
        case FloorCharged(player, spaces, points):
            yield f"{names[player]}: {spaces} on the floor, -{points}"
        case LidPoured(count):
            yield f"the bag is empty: {count} tiles from the lid go into it"
        case RoundStarted(number, start_player, missing):
            short = f", {missing} tiles short" if missing else ""
            yield f"round {number}: {names[start_player]} starts{short}"
        case GameEnded(reason):
            yield END_REASONS[reason]
        case Bonus(player, rows, columns, colours):
            yield f"{names[player]}: rows +{rows}, columns +{columns}, colours +{colours}"


END_REASONS = {
    "row": "a row is complete: the game is over",
    "empty": "no tiles are left to deal: the game is over",
    "stalemate": "nobody has placed a tile for too long: the game is over",
}
