"""NNUE features of Azul: summaries, kinds of rounds and patterns, in random games."""

from __future__ import annotations

from itertools import groupby, pairwise

import numpy as np
import pytest

from azulejos.engine.azul import projection
from azulejos.engine.azul.moves import Draft, Tile
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.state import COLOURED
from azulejos.game import Game
from azulejos.search.nnue.features import azul
from azulejos.search.nnue.features.azul_schema import (
    LAST_ROUND,
    LATE_ROUND,
    MAX_ROOM,
    PERHAPS_LAST,
    Board,
)
from azulejos.search.nnue.features.common import MAX_ACTIVE
from tests.search.walks import games, points_of

every_table = pytest.mark.parametrize("players", [2, 3, 4])
EMPTY, FILLED, BEGUN = range(3)


def score_of(match: Game, player: int) -> int:
    return azul.board_summary(match.position.states[0], player) >> azul.SCORE_SHIFT


@every_table
def test_what_is_full_counts_as_tiled(players: int) -> None:
    """The last move of a round changes nothing for the others: all of it was certain."""
    seen = 0
    for match in games("coloured", players):
        for before, after in pairwise(match):
            if after.is_over or after.round > before.round:
                for player in set(range(players)) - {before.to_play}:
                    seen += 1
                    final = after.scores[player] if after.is_over else score_of(after, player)
                    assert score_of(before, player) == final
    assert seen > 40


@every_table
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_the_end_is_seen_coming(board: str, players: int) -> None:
    kinds = set()
    for match in games(board, players):
        last = match[-1].round
        for number, positions in groupby(match[:-1], key=lambda game: game.round):
            for position in positions:
                kind = azul.kind_of_round(position.position.states[0])
                kinds.add(kind)
                if kind == LAST_ROUND:  # on the grey wall, the tile may have no column left
                    assert number == last or board == "grey"
                elif kind != PERHAPS_LAST:
                    assert number != last
                    assert kind == min(number, LATE_ROUND)
    assert {1, 2, 3, PERHAPS_LAST, LAST_ROUND} <= kinds


def pattern(spaces: list[int]) -> int:
    return sum(state * 3**place for place, state in enumerate(spaces))


@every_table
def test_patterns_tell_empty_filled_and_begun_spaces(players: int) -> None:
    features = np.zeros(MAX_ACTIVE, np.int16)
    for match in games("coloured", players):
        for position in match:
            state = position.position.states[0]
            assert state["board"] == COLOURED
            wall = spaces_of(state, 0)
            count = azul.write_board(state, 0, 0, features, 0)
            active = set(features[:count].tolist())
            for index in range(5):
                row, column = wall[index], [wall[row][index] for row in range(5)]
                assert Board.row.index(index, pattern(row)) in active
                assert Board.column.index(index, pattern(column)) in active
                colour = [wall[row][(row + index) % 5] for row in range(5)]
                assert Board.colour.index(index, pattern(colour)) in active


def spaces_of(state: np.void, player: int) -> list[list[int]]:
    """A wall, row by row, by the layout of the coloured side: one colour on each diagonal."""
    wall = []
    for row in range(5):
        filled = int(state["filled"][player]) >> (5 * row)
        spaces = [FILLED if filled >> column & 1 else EMPTY for column in range(5)]
        tiles = int(state["line_counts"][player, row])
        if tiles:
            column = (row + int(state["line_colours"][player, row])) % 5
            spaces[column] = FILLED if tiles == row + 1 else BEGUN
        wall.append(spaces)
    return wall


@every_table
def test_on_the_grey_wall_tiles_are_expected_where_they_score_most(players: int) -> None:
    seen = 0
    for match in games("grey", players):
        for position in match:
            tilings = [move for move in position.legal_moves if isinstance(move, Tile)]
            player, state = position.to_play, position.position.states[0]
            if player is None or not tilings:
                continue
            filled, row = int(state["filled"][player]), min(move.row for move in tilings)
            gains = {
                1 << (5 * row + move.column): points_of(filled, row, move.column)
                for move in tilings
                if move.row == row
            }
            space, points = projection.best_space_of_line(state, player, row, filled)
            assert points == max(gains.values()) == gains[space]
            assert projection.tiled(state, player)[0] & space
            seen += len(set(gains.values())) > 1
    assert seen > 20


@every_table
def test_lines_that_one_move_completes_have_features_with_their_points(players: int) -> None:
    """Checked for the player to move, by the legal moves."""
    features, kinds = np.zeros(MAX_ACTIVE, np.int16), set()
    for match in games("coloured", players):
        for position in match:
            state, player = position.position.states[0], position.to_play
            if player is None:
                continue
            offers = azul.table_summary(state)
            count = azul.write_fits(state, player, offers, 0, features, 0)
            expected = fits_by_moves(position)
            assert sorted(features[:count].tolist()) == sorted(map(fact_of_fit, expected))
            kinds.update(expected)
    assert len(kinds) > 100


Fit = tuple[int, bool, int, bool, int]


def fits_by_moves(match: Game) -> list[Fit]:
    """By line: row, whether it is begun, moves that fill it exactly, whether others do, points."""
    found, state, player = [], match.position.states[0], match.to_play
    drafts = [move for move in match.legal_moves if isinstance(move, Draft) and move.destination]
    for row in range(5):
        in_line = int(state["line_counts"][player, row])
        own = {m: tiles_of(match, m) for m in drafts if m.destination == row + 1}
        exact = [move for move, tiles in own.items() if tiles == row + 1 - in_line]
        larger = any(tiles > row + 1 - in_line for tiles in own.values())
        filled = int(state["filled"][player])
        points = [points_of(filled, row, (row + int(move.colour)) % 5) for move in exact]
        if exact or larger:
            found.append((row, in_line > 0, min(3, len(exact)), larger, max(points, default=0)))
    return found


def tiles_of(match: Game, move: Draft) -> int:
    """The number of tiles a move takes, up to the length of the longest line."""
    table = match.position
    assert isinstance(table, AzulPosition)
    source = table.factories[move.source - 1] if move.source else table.centre
    return min(5, source[move.colour])


def fact_of_fit(fit: Fit) -> int:
    row, is_begun, exact, larger, points = fit
    return Board.fit.index(int(is_begun), row, 2 * exact + larger, points)


@every_table
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_room_for_a_colour_is_where_the_rules_allow_it(board: str, players: int) -> None:
    seen = set()
    for match in games(board, players):
        for position in match:
            player, state = position.to_play, position.position.states[0]
            drafts = [move for move in position.legal_moves if isinstance(move, Draft)]
            if player is None or not drafts:
                continue
            for colour in {move.colour for move in drafts}:
                rows = {m.destination - 1 for m in drafts if m.colour == colour and m.destination}
                room = sum(row + 1 - int(state["line_counts"][player, row]) for row in rows)
                seen.add(room)
                assert azul.room_for(state, player, int(colour)) == room
                assert packed_rooms(state, player)[int(colour)] == room
    assert {0, 1, 15} <= seen


def packed_rooms(state: np.void, player: int) -> list[int]:
    """The rooms for all colours, from a board's summary."""
    rooms = azul.board_summary(state, player) >> azul.ROW_BITS
    return [rooms >> azul.ROOM_BITS * place & MAX_ROOM for place in (4, 3, 2, 1, 0)]
