"""Summer Pavilion as the rest of the package sees it: the interface of a game, filled in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np
import numpy.typing as npt

from azulejos.engine.colours import Tiles
from azulejos.engine.compiled import compiled
from azulejos.engine.errors import IllegalMove
from azulejos.engine.interface import GameRules, Options, why_not_taken
from azulejos.engine.pavilion import legal, rules
from azulejos.engine.pavilion.board import NUMBERS
from azulejos.engine.pavilion.events import EVENT_READER, Bonus, Event, MarkerTaken, Passed, Placed
from azulejos.engine.pavilion.layout import (
    BONUS,
    DRAFT,
    NUMBER_POINTS,
    ROUNDS,
    STATE,
    Colour,
)
from azulejos.engine.pavilion.moves import (
    MOVES,
    Draft,
    Move,
    Pass,
    Place,
    TakeBonus,
    read_move,
)
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.state import BOARDS, States

if TYPE_CHECKING:
    from azulejos.engine.games import AnyRules


@compiled
def _set_up(
    states: States, players: int, board: int, first_player: int, points: npt.NDArray[np.int8]
) -> None:
    rules.set_up(states[0], players, board, first_player, points)


@compiled
def _allowed_colours(states: States, star: int) -> int:
    return legal.allowed_colours(states[0], int(states[0].to_play), star)


class SummerPavilion(GameRules[Move, Event, PavilionPosition]):
    """Summer Pavilion, on the coloured and on the grey side, for two to four players."""

    name = "summer-pavilion"
    layout = STATE
    colours = Colour
    moves = MOVES
    position_kind = PavilionPosition
    event_reader = EVENT_READER
    default_options: ClassVar = {"number_points": NUMBER_POINTS}
    sources_of_points = ("tiles", "marker", "leftovers", "stars", "numbers")

    def set_up(
        self, states: States, players: int, board: int, first_player: int, options: Options
    ) -> None:
        """Turn a record of zeros into a new game that waits for its first tile."""
        points = np.array(options["number_points"], np.int8)
        _set_up(states, players, board, first_player, points)

    def options_of(self, states: States) -> Options:
        """The rules options that a position is played with."""
        return {"number_points": tuple(int(points) for points in states["number_points"][0])}

    def read_move(self, text: str) -> Move:
        """The move that a text stands for, or UnreadableMove."""
        return read_move(text)

    def points_of(self, event: Event) -> Iterable[tuple[int, str, int]]:
        """What an event is worth, as (player, source of points, points)."""
        match event:
            case Placed(player=player, points=points):
                yield player, "tiles", points
            case MarkerTaken(player=player, points=points):
                yield player, "marker", -points
            case Passed(player=player, points=points):
                yield player, "leftovers", -points
            case Bonus(player=player, stars=stars, numbers=numbers):
                yield player, "stars", stars
                yield player, "numbers", numbers

    def why_illegal(self, states: States, move: Move) -> IllegalMove:
        """The rule that forbids a move, when it is known to be illegal."""
        position = PavilionPosition(states)
        phase = states["phase"][0]
        if phase == DRAFT:
            return _why_not_draft(position, move)
        if phase == BONUS:
            return _why_not_bonus(position, move)
        if isinstance(move, Pass):
            return _why_not_pass(position, move)
        if isinstance(move, Place):
            return _why_not_place(states, position, move)
        return IllegalMove("pavilion/place-now", move=move)


SUMMER_PAVILION = SummerPavilion()
PavilionPosition.rules = cast("AnyRules", SUMMER_PAVILION)


def _why_not_draft(position: PavilionPosition, move: Move) -> IllegalMove:
    if not isinstance(move, Draft):
        return IllegalMove("pavilion/draft-now", move=move)
    missing = why_not_taken(position, move.source, move.colour)
    return missing or IllegalMove("pavilion/wild-not-chosen", colour=move.colour)


def _why_not_bonus(position: PavilionPosition, move: Move) -> IllegalMove:
    due, supply = position.bonus_due, str(position.supply)
    if not isinstance(move, TakeBonus) or len(move.tiles) != due:
        return IllegalMove("pavilion/bonus-now", due=due, supply=supply, move=move)
    return IllegalMove("pavilion/not-in-supply", supply=supply, tiles=_letters(move.tiles))


def _why_not_pass(position: PavilionPosition, move: Pass) -> IllegalMove:
    if position.round == ROUNDS:
        return IllegalMove("pavilion/last-round", move=move)
    tiles = _tiles_of(position)
    return IllegalMove("pavilion/not-to-keep", tiles=str(tiles), kept=_letters(move.kept))


def _why_not_place(states: States, position: PavilionPosition, move: Place) -> IllegalMove:
    star, slot, colour = move.star, move.slot, move.colour
    board = position.players[position.to_play or 0]
    if board.stars[star][slot] is not None:
        return IllegalMove("pavilion/slot-taken", star=star, slot=slot + 1)
    if not _allowed_colours(states, star) >> colour & 1:
        return IllegalMove("pavilion/star-refuses", star=star, colour=colour)
    tiles = _tiles_of(position)
    if not tiles[colour]:
        return IllegalMove("pavilion/no-tile", colour=colour)
    cost = int(NUMBERS[BOARDS.index(position.board), move.space])
    means = {"cost": cost, "got": move.wilds, "own": tiles[colour], "colour": colour}
    if colour == position.wild:
        return IllegalMove("pavilion/wild-itself", **means)
    return IllegalMove("pavilion/cannot-pay", **means, wild=tiles[position.wild])


def _tiles_of(position: PavilionPosition) -> Tiles[Colour]:
    return position.players[position.to_play or 0].tiles


def _letters(tiles: Iterable[Colour]) -> str:
    return "".join(colour.letter for colour in tiles)
