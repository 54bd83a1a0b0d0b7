"""Azul as the rest of the package sees it: the interface of a game, filled in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from azulejos.engine.azul import rules
from azulejos.engine.azul.events import EVENT_READER, Bonus, Event, FloorCharged, Tiled
from azulejos.engine.azul.layout import (
    STALEMATE_ROUNDS,
    STATE,
    TILE,
    Colour,
)
from azulejos.engine.azul.moves import MOVES, Draft, Move, Tile, read_move
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.compiled import compiled
from azulejos.engine.errors import IllegalMove
from azulejos.engine.interface import GameRules, Options, why_not_taken
from azulejos.engine.state import States

if TYPE_CHECKING:
    from azulejos.engine.games import AnyRules


@compiled
def _set_up(states: States, players: int, board: int, first_player: int, stalemate: int) -> None:
    rules.set_up(states[0], players, board, first_player, stalemate)


class Azul(GameRules[Move, Event, AzulPosition]):
    """Azul, on the coloured and on the grey wall, for two to four players."""

    name = "azul"
    layout = STATE
    colours = Colour
    moves = MOVES
    position_kind = AzulPosition
    event_reader = EVENT_READER
    default_options: ClassVar = {"stalemate_rounds": STALEMATE_ROUNDS}
    sources_of_points = ("tiles", "floor", "rows", "columns", "colours")

    def set_up(
        self,
        states: States,
        players: int,
        board: int,
        first_player: int,
        options: Options,
    ) -> None:
        """Turn a record of zeros into a new game that waits for its first tile."""
        stalemate = options["stalemate_rounds"]
        assert isinstance(stalemate, int)
        _set_up(states, players, board, first_player, stalemate)

    def options_of(self, states: States) -> Options:
        """The rules options that a position is played with."""
        return {"stalemate_rounds": int(states["stalemate_rounds"][0])}

    def read_move(self, text: str) -> Move:
        """The move that a text stands for, or UnreadableMove."""
        return read_move(text)

    def points_of(self, event: Event) -> Iterable[tuple[int, str, int]]:
        """What an event is worth, as (player, source of points, points)."""
        match event:
            case Tiled(player=player, points=points):
                yield player, "tiles", points
            case FloorCharged(player=player, points=points):
                yield player, "floor", -points
            case Bonus(player=player, rows=rows, columns=columns, colours=colours):
                yield player, "rows", rows
                yield player, "columns", columns
                yield player, "colours", colours

    def why_illegal(self, states: States, move: Move) -> IllegalMove:
        """The rule that forbids a move, when it is known to be illegal."""
        position = AzulPosition(states)
        tiling = states["phase"][0] == TILE
        if isinstance(move, Tile):
            if not tiling:
                return IllegalMove("azul/draft-now", move=move)
            return _why_not_tile(position, move)
        if tiling:
            return IllegalMove("azul/tile-now", move=move, row=_row_to_tile(position) + 1)
        return why_not_taken(position, move.source, move.colour) or _why_not_there(position, move)


AZUL = Azul()
AzulPosition.rules = cast("AnyRules", AZUL)


def _row_to_tile(position: AzulPosition) -> int:
    lines = position.players[position.to_play or 0].lines
    return next(row for row, line in enumerate(lines) if line.is_full)


def _why_not_tile(position: AzulPosition, move: Tile) -> IllegalMove:
    row = _row_to_tile(position)
    if move.row != row:
        return IllegalMove("azul/row-above-first", row=row + 1, got=move.row + 1)
    board = position.players[position.to_play or 0]
    if board.wall[row][move.column] is not None:
        return IllegalMove("azul/space-taken", row=row + 1, column=move.column + 1)
    colour = board.lines[row].colour
    return IllegalMove("azul/column-holds-colour", column=move.column + 1, colour=colour)


def _why_not_there(position: AzulPosition, move: Draft) -> IllegalMove:
    board = position.players[position.to_play or 0]
    line = board.lines[move.destination - 1]
    if line.is_full:
        return IllegalMove("azul/line-full", line=move.destination)
    if line.colour not in (None, move.colour):
        held = {"held": line.colour, "colour": move.colour}
        return IllegalMove("azul/line-holds-other", line=move.destination, **held)
    return IllegalMove("azul/row-holds-colour", row=move.destination, colour=move.colour)
