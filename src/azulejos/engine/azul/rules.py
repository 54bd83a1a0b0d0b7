"""The rules of Azul, on one record, compiled.

Reads like the rulebook: setting up, dealing, drafting, tiling the walls, the end. Nothing here
draws a tile or checks a move: draws are handed to `deal_tile`, and `apply` trusts its caller.
All other code calls these functions; no rule is written anywhere else.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul.events import (
    BONUS,
    DROPPED,
    FLOOR_CHARGED,
    GAME_ENDED,
    LINE_DROPPED,
    MARKER_TAKEN,
    PLACED,
    TAKEN,
    TILED,
)
from azulejos.engine.azul.layout import (
    ALL_TILES,
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    DESTINATIONS,
    DRAFT,
    DRAFT_ACTIONS,
    FLOOR,
    FLOOR_PENALTY,
    FLOOR_SPACES,
    NO_COLOUR,
    NO_TILES,
    ROW_BONUS,
    ROW_COMPLETE,
    ROWS,
    STALEMATE,
    TILE,
    TILE_ACTIONS,
)
from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.common import (
    factory_dealt_to,
    fill_empty_bag,
    next_player,
    put_on_factory,
    start_player_of_round,
    tiles_to_deal,
)
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.events import ROUND_STARTED, Log, note
from azulejos.engine.state import (
    CENTRE,
    COLOURED,
    DEAL,
    NOBODY,
    OVER,
    SOURCES,
    State,
)
from azulejos.engine.tiles import count_of, pile_of, total

# Tables

_drafts = np.arange(DRAFT_ACTIONS)
SOURCE_OF_DRAFT = (_drafts // (COLOURS * DESTINATIONS)).astype(np.int8)
COLOUR_OF_DRAFT = (_drafts // DESTINATIONS % COLOURS).astype(np.int8)
DESTINATION_OF_DRAFT = (_drafts % DESTINATIONS).astype(np.int8)
COLOUR_OF_OFFER = (np.arange(SOURCES * COLOURS) % COLOURS).astype(np.int8)

ALL_COLOURS = (1 << COLOURS) - 1
#: Pairs (colour, destination): all of them, and those of destination 0.
ALL_PAIRS = (1 << (COLOURS * DESTINATIONS)) - 1
PAIRS_OF_FLOOR = sum(1 << (colour * DESTINATIONS) for colour in range(COLOURS))
#: Spaces of a wall: the topmost row, and the leftmost column.
TOP_ROW = (1 << COLUMNS) - 1
LEFT_COLUMN = sum(1 << (row * COLUMNS) for row in range(ROWS))
#: A factor that gathers the bits of the leftmost column side by side, from bit 20 on: bit 5r times
#: bit 20 - 4r is bit 20 + r, and no other product falls there or carries into it.
GATHER = sum(1 << (20 - 4 * row) for row in range(ROWS))


def _runs() -> npt.NDArray[np.int8]:
    """RUN_BITS[bits, place]: the set bits that stand together around a place, itself included."""
    table = np.zeros((1 << COLUMNS, COLUMNS), np.int8)
    for bits in range(1 << COLUMNS):
        for place in range(COLUMNS):
            below, above = place, place
            while below > 0 and bits >> (below - 1) & 1:
                below -= 1
            while above < COLUMNS - 1 and bits >> (above + 1) & 1:
                above += 1
            table[bits, place] = (2 << above) - (1 << below)
    return table


RUN_BITS = _runs()
#: RUN[bits, place]: how many they are.
RUN = np.array([[int(run).bit_count() for run in row] for row in RUN_BITS], np.int8)

# Setting up


@compiled
def set_up(state: State, players: int, board: int, first_player: int, stalemate: int) -> None:
    """Turn a record of zeros into a new game that waits for its first deal."""
    state.players = players
    state.board = board
    state.start_player = first_player
    state.stalemate_rounds = stalemate
    state.bag = ALL_TILES
    for player in range(players):
        state.open_lines[player] = ALL_PAIRS
        state.wanted[player] = ALL_PAIRS
        for row in range(ROWS):
            state.line_colours[player, row] = NO_COLOUR
    state.round_number = 1
    state.marker = NOBODY
    state.to_play = NOBODY
    state.phase = DEAL


# Dealing


@compiled
def deal_tile(state: State, colour: int, log: Log) -> None:
    """A tile drawn from the bag goes to a factory; drafting starts when there are no more."""
    put_on_factory(state, colour, log)
    state.offer |= 1 << (factory_dealt_to(state) * COLOURS + colour)
    if state.tiles_left < tiles_to_deal(state):
        fill_empty_bag(state, log)
        if state.bag != 0:
            return
    start_drafting(state, log)


@compiled
def start_drafting(state: State, log: Log) -> None:
    """The holder of the marker starts, else the start player of the round before."""
    start_player_of_round(state)
    state.to_play = state.start_player
    state.phase = DRAFT
    missing = tiles_to_deal(state) - int(state.tiles_left)
    note(log, ROUND_STARTED, state.round_number, state.start_player, missing)


# Drafting


@compiled
def draft(state: State, source: int, colour: int, destination: int, log: Log) -> None:
    """Take all tiles of a colour from a source, and place them."""
    player = int(state.to_play)
    count = take(state, player, source, colour, log)
    if destination != FLOOR:
        count -= place_on_line(state, player, destination - 1, colour, count, log)
    drop_on_floor(state, player, colour, count, log)
    if state.tiles_left == 0:
        start_tiling(state, log)
    else:
        state.to_play = next_player(state, player)


@compiled
def take(state: State, player: int, source: int, colour: int, log: Log) -> int:
    """Take the tiles of a colour; the rest of a factory moves to the centre. Returns how many.

    The first player to take from the centre takes the marker too, before placing the tiles.
    """
    pile = state.sources[source]
    count = count_of(pile, colour)
    rest = pile - pile_of(colour, count)
    state.tiles_left -= count
    note(log, TAKEN, player, source, colour, count)
    if source == CENTRE:
        state.sources[CENTRE] = rest
        state.offer &= ~(1 << colour)
        if state.marker == NOBODY:
            state.marker = player
            note(log, MARKER_TAKEN, player)
    else:
        state.sources[source] = 0
        state.sources[CENTRE] += rest
        colours = ALL_COLOURS << (source * COLOURS)
        rest_colours = ((state.offer & colours) >> (source * COLOURS)) & ~(1 << colour)
        state.offer = (state.offer & ~colours) | rest_colours
    return count


@compiled
def place_on_line(state: State, player: int, row: int, colour: int, count: int, log: Log) -> int:
    """Put as many tiles on a pattern line as fit. Returns how many."""
    before = int(state.line_counts[player, row])
    placed = min(count, row + 1 - before)
    full = int(before + placed == row + 1)
    state.line_counts[player, row] = before + placed
    state.line_colours[player, row] = colour
    pairs = int(state.open_lines[player]) & ~(PAIRS_OF_FLOOR << (row + 1))
    state.open_lines[player] = pairs | (1 - full) << (colour * DESTINATIONS + row + 1)
    state.full_lines[player] |= full << row
    note(log, PLACED, player, row, colour, placed)
    return placed


@compiled
def floor_used(state: State, player: int) -> int:
    """Occupied spaces of a floor line. A marker that found no free space counts nothing."""
    tiles = total(state.floors[player])
    return min(FLOOR_SPACES, tiles + int(state.marker == player))


@compiled
def drop_on_floor(state: State, player: int, colour: int, count: int, log: Log) -> None:
    """Tiles fall to the floor line; those that find no space go to the lid, at no cost."""
    on_floor = min(count, FLOOR_SPACES - floor_used(state, player))
    state.floors[player] += pile_of(colour, on_floor)
    state.discards += pile_of(colour, count - on_floor)
    if log is not None and count != 0:
        note(log, DROPPED, player, colour, on_floor, count - on_floor)


# Tiling the walls


@compiled
def start_tiling(state: State, log: Log) -> None:
    """All tiles are taken: from the start player on, everyone moves full lines to the wall."""
    state.phase = TILE
    state.to_play = state.start_player
    continue_tiling(state, log)


@compiled
def continue_tiling(state: State, log: Log) -> None:
    """Do all that needs no decision; stop where a player has to choose a column."""
    while True:
        player = int(state.to_play)
        while state.full_lines[player] != 0:
            row = lowest_bit(state.full_lines[player])
            if state.board == COLOURED:
                place_on_wall(
                    state, player, row, column_of(row, int(state.line_colours[player, row])), log
                )
            elif free_columns(state, player, row) != 0:
                return
            else:
                drop_line(state, player, row, log)
        charge_floor(state, player, log)
        state.to_play = next_player(state, player)
        if state.to_play == state.start_player:
            break
    finish_round(state, log)


@compiled
def column_of(row: int, colour: int) -> int:
    """Where the coloured wall shows a colour: one column further right in each row."""
    column = row + colour
    return column - COLUMNS if column >= COLUMNS else column


@compiled
def free_columns(state: State, player: int, row: int) -> int:
    """Columns, as bits, where the tile of a full line may go on the grey wall."""
    colour = int(state.line_colours[player, row])
    return columns_without(state.filled[player], state.walls[player, colour], row)


@compiled
def columns_without(filled: int, of_colour: int, row: int) -> int:
    """Columns, as bits, that are empty in a row and hold a colour nowhere."""
    holding = of_colour | of_colour >> 5 | of_colour >> 10 | of_colour >> 15 | of_colour >> 20
    return ~(filled >> (row * COLUMNS) | holding) & TOP_ROW


@compiled
def place_on_wall(state: State, player: int, row: int, column: int, log: Log) -> None:
    """One tile of a full line goes to the wall and scores at once; the others go to the lid."""
    colour = int(state.line_colours[player, row])
    space = 1 << (row * COLUMNS + column)
    state.walls[player, colour] |= space
    state.filled[player] |= space
    state.wanted[player] &= ~(1 << (colour * DESTINATIONS + row + 1))
    state.tiles_placed += 1
    state.discards += pile_of(colour, row)
    clear_line(state, player, row)
    points = points_of(int(state.filled[player]), row, column)
    state.scores[player] += points
    if log is not None:
        counted = counted_spaces(int(state.filled[player]), row, column)
        note(log, TILED, player, row, column, colour, points, counted)


@compiled
def points_of(filled: int, row: int, column: int) -> int:
    """What a tile just placed brings: the runs through it, or 1 if it stands alone."""
    across = int(RUN[row_bits(filled, row), column])
    down = int(RUN[column_bits(filled, column), row])
    if across == 1 or down == 1:
        return max(across, down)
    return across + down


@compiled
def counted_spaces(filled: int, row: int, column: int) -> int:
    """The spaces, as bits, of the runs that `points_of` counts."""
    across = int(RUN_BITS[row_bits(filled, row), column])
    down = int(RUN_BITS[column_bits(filled, column), row])
    spaces = across << (row * COLUMNS)
    for other in range(ROWS):
        spaces |= (down >> other & 1) << (other * COLUMNS + column)
    return spaces


@compiled
def row_bits(filled: int, row: int) -> int:
    """The columns, as bits, where a row of a wall holds tiles."""
    return (filled >> (row * COLUMNS)) & TOP_ROW


@compiled
def column_bits(filled: int, column: int) -> int:
    """The rows, as bits, where a column of a wall holds tiles."""
    return ((((filled >> column) & LEFT_COLUMN) * GATHER) >> 20) & TOP_ROW


@compiled
def drop_line(state: State, player: int, row: int, log: Log) -> None:
    """A full line without any free column falls to the floor."""
    colour = int(state.line_colours[player, row])
    note(log, LINE_DROPPED, player, row, colour)
    drop_on_floor(state, player, colour, row + 1, log)
    clear_line(state, player, row)


@compiled
def clear_line(state: State, player: int, row: int) -> None:
    """Empty a line that was full, and open it for the colours its wall row does not hold."""
    state.line_counts[player, row] = 0
    state.line_colours[player, row] = NO_COLOUR
    state.full_lines[player] &= ~(1 << row)
    state.open_lines[player] |= state.wanted[player] & PAIRS_OF_FLOOR << (row + 1)


@compiled
def charge_floor(state: State, player: int, log: Log) -> None:
    """Subtract the floor line's penalty, never below 0; its tiles go to the lid."""
    used = floor_used(state, player)
    before = int(state.scores[player])
    state.scores[player] = max(0, before - FLOOR_PENALTY[used])
    state.discards += state.floors[player]
    state.floors[player] = 0
    if used != 0:
        note(log, FLOOR_CHARGED, player, used, before - int(state.scores[player]))


@compiled
def finish_round(state: State, log: Log) -> None:
    """End the game, or prepare the next round."""
    state.to_play = NOBODY
    state.idle_rounds = 0 if state.tiles_placed != 0 else state.idle_rounds + 1
    state.tiles_placed = 0
    if some_row_is_complete(state):
        end_game(state, ROW_COMPLETE, log)
    elif state.bag == 0 and state.discards == 0:
        end_game(state, NO_TILES, log)
    elif state.idle_rounds != 0 and state.idle_rounds == state.stalemate_rounds:
        end_game(state, STALEMATE, log)
    else:
        state.round_number += 1
        state.phase = DEAL
        fill_empty_bag(state, log)


# The end


@compiled
def complete_rows(filled: int) -> int:
    """How many rows of a wall are complete."""
    complete = filled & filled >> 1 & filled >> 2 & filled >> 3 & filled >> 4
    return popcount(complete & LEFT_COLUMN)


@compiled
def complete_columns(filled: int) -> int:
    """How many columns of a wall are complete."""
    complete = filled & filled >> 5 & filled >> 10 & filled >> 15 & filled >> 20
    return popcount(complete & TOP_ROW)


@compiled
def complete_colours(state: State, player: int) -> int:
    """How many colours have all their five tiles on a wall."""
    count = 0
    for colour in range(COLOURS):
        count += popcount(state.walls[player, colour]) == ROWS
    return count


@compiled
def some_row_is_complete(state: State) -> bool:
    """Whether any player has a complete row, which ends the game after this round."""
    for player in range(state.players):
        if complete_rows(state.filled[player]):
            return True
    return False


@compiled
def end_game(state: State, reason: int, log: Log) -> None:
    """Add the bonuses for complete rows, columns and colours."""
    state.phase = OVER
    state.end_reason = reason
    note(log, GAME_ENDED, reason)
    for player in range(state.players):
        rows = ROW_BONUS * complete_rows(state.filled[player])
        columns = COLUMN_BONUS * complete_columns(state.filled[player])
        colours = COLOUR_BONUS * complete_colours(state, player)
        state.scores[player] += rows + columns + colours
        note(log, BONUS, player, rows, columns, colours)


@compiled_noinline
def winners(state: State) -> int:
    """The winners as bits: most points, then most complete rows, else shared."""
    best, winners = -1, 0
    for player in range(state.players):
        rank = int(state.scores[player]) * (ROWS + 1) + complete_rows(state.filled[player])
        if rank > best:
            best, winners = rank, 0
        if rank == best:
            winners |= 1 << player
    return winners


# Moves


@compiled_noinline
def apply(state: State, action: int, log: Log) -> None:
    """Carry out a legal action. It is not checked here."""
    if action < TILE_ACTIONS:
        place_on_wall(state, int(state.to_play), action // COLUMNS, action % COLUMNS, log)
        continue_tiling(state, log)
    else:
        number = action - TILE_ACTIONS
        source, colour = int(SOURCE_OF_DRAFT[number]), int(COLOUR_OF_DRAFT[number])
        draft(state, source, colour, int(DESTINATION_OF_DRAFT[number]), log)
