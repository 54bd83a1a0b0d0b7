"""What the network is told about a position of Azul, and how its positions are told apart.

A position becomes a short list of facts, each with a number: "in my row 3 these spaces are filled",
"two red tiles lie in the centre". Facts are told from one player's point of view, whose board comes
first, then the others clockwise, so that seats do not matter.

Full lines count as tiled already where the wall leaves no choice: what is certain is a fact.
"""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import (
    COLOURS,
    COLUMNS,
    FLOOR_PENALTY,
    FLOOR_SPACES,
    ROWS,
    TILE,
    TILE_ACTIONS,
)
from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.chance import bits_at
from azulejos.engine.compiled import compiled, compiled_apart
from azulejos.engine.table import (
    COLOURED,
    DEAL,
    FACTORIES,
    MAX_PLAYERS,
    NOBODY,
    SOURCES,
    State,
    tiles_to_deal,
)
from azulejos.engine.tiles import count_of
from azulejos.search.facts import KEYS, Facts

PATTERNS = 32  # of five spaces, filled or not
MOST_LEAD = 80  # points; larger leads look like this one
MOST_OF_A_COLOUR = 15  # on the table
MOST_IN_BAG = 20
MOST_OFFERS = 44
MOST_ROUNDS = 10
MOST_PROMISE = 11  # points of one tile, and none
SUPPLIES = 8  # kinds of offers for a line

# Facts about a board
ROW = 0
COLUMN = ROW + ROWS * PATTERNS
COLOUR = COLUMN + COLUMNS * PATTERNS
ROW_COLOURS = COLOUR + COLOURS * PATTERNS
COLUMN_COLOURS = ROW_COLOURS + ROWS * PATTERNS
LINE = COLUMN_COLOURS + COLUMNS * PATTERNS
FLOOR = LINE + ROWS * COLOURS * (ROWS + 1)
MARKER = FLOOR + FLOOR_SPACES + 1
PROMISE = MARKER + 1  # what an unfinished line would score
NEED = PROMISE + ROWS * ROWS * MOST_PROMISE  # what it lacks, and what of that can be had
LEAD = NEED + ROWS * (ROWS + 1) * SUPPLIES
BOARD_FACTS = LEAD + 2 * MOST_LEAD + 1

# Facts about the table, after those of all boards
CENTRE = 0
FACTORY = CENTRE + COLOURS * (MOST_OF_A_COLOUR + 1)
ON_TABLE = FACTORY + COLOURS * 5
OFFERS = ON_TABLE + COLOURS * (MOST_OF_A_COLOUR + 1)
FREE_MARKER = OFFERS + MOST_OFFERS + 1
BAG = FREE_MARKER + 1
ROUND = BAG + COLOURS * (MOST_IN_BAG + 1)
TURN = ROUND + MOST_ROUNDS + 1
ROW_RACE = TURN + MAX_PLAYERS  # the longest rows, mine and the others'
TABLE_FACTS = ROW_RACE + (COLUMNS + 1) * (COLUMNS + 1)

#: Stages of the game, for which the network weighs things differently: of every round, as far as
#: rounds are told apart, these: before the deal, tiling on the grey wall, and four parts of the
#: drafting, the last first.
BEFORE_DEAL = 0
TILING = 1
DRAFTING = 2
PARTS = 4
STAGES_OF_ROUND = DRAFTING + PARTS
LAST_ROUND = 5
STAGES = LAST_ROUND * STAGES_OF_ROUND


def count_facts(players: int) -> int:
    """How many different facts there are."""
    return players * BOARD_FACTS + TABLE_FACTS


@compiled
def stage(state: State) -> int:
    """The stage of the game."""
    part = DRAFTING + (int(state.tiles_left) - 1) * PARTS // tiles_to_deal(state)
    if state.phase == TILE:
        part = TILING
    elif state.phase == DEAL or state.tiles_left == 0:
        part = BEFORE_DEAL
    return (min(LAST_ROUND, int(state.round_number)) - 1) * STAGES_OF_ROUND + part


@compiled
def point_of_view(state: State) -> int:
    """Whose turn it is; before a deal, who starts the next round."""
    if state.to_play != NOBODY:
        return int(state.to_play)
    return int(state.start_player if state.marker == NOBODY else state.marker)


@compiled
def is_small_deal(state: State) -> bool:  # noqa: ARG001
    """Whether a pending deal leaves the round as it is: in Azul every deal starts a new one."""
    return False


@compiled_apart
def write_facts(state: State, me: int, facts: Facts) -> int:
    """Write the numbers of all facts that hold, as one player sees them. Returns how many."""
    count = 0
    players = int(state.players)
    mine = projected_score(state, me)
    my_row, other_row = longest_row(state, me), 0
    for distance in range(players):
        player = (me + distance) % players
        base = distance * BOARD_FACTS
        if distance != 0:
            other_row = max(other_row, longest_row(state, player))
        count = write_board(state, player, base, facts, count)
        lead = mine if distance == 0 else mine - projected_score(state, player)
        facts[count] = base + LEAD + MOST_LEAD + min(MOST_LEAD, max(-MOST_LEAD, lead))
        count += 1
    table = players * BOARD_FACTS
    facts[count] = table + ROW_RACE + my_row * (COLUMNS + 1) + other_row
    count += 1
    if players > 2:  # with two, the position is always told by whoever is to play
        facts[count] = table + TURN + (point_of_view(state) - me) % players
        count += 1
    return write_table(state, table, facts, count)


@compiled_apart
def write_board(state: State, player: int, base: int, facts: Facts, count: int) -> int:
    """Facts about one player's board."""
    filled = int(state.filled[player])
    if state.board == COLOURED:
        filled |= tiles_to_come(state, player)
    for index in range(ROWS):
        across = filled >> (index * COLUMNS) & rules.TOP_ROW
        down = gathered(filled >> index & rules.LEFT_COLUMN)
        facts[count] = base + ROW + index * PATTERNS + across
        facts[count + 1] = base + COLUMN + index * PATTERNS + down
        line = index * COLOURS * (ROWS + 1)
        in_line = int(state.line_counts[player, index])
        if in_line != 0:
            line += int(state.line_colours[player, index]) * (ROWS + 1) + in_line
        facts[count + 2] = base + LINE + line
        count += 3
        if 0 < in_line <= index:
            count = write_unfinished_line(state, player, index, filled, base, facts, count)
    for colour in range(COLOURS):
        facts[count] = base + COLOUR + colour * PATTERNS + rows_with(state, player, colour)
        count += 1
    if state.board != COLOURED:
        count = write_grey_wall(state, player, base, facts, count)
    facts[count] = base + FLOOR + rules.floor_used(state, player)
    count += 1
    if state.marker == player:
        facts[count] = base + MARKER
        count += 1
    return count


@compiled_apart
def write_unfinished_line(
    state: State, player: int, row: int, filled: int, base: int, facts: Facts, count: int
) -> int:
    """What a line would score when it is full, and whether the tiles that it lacks can be had."""
    colour = int(state.line_colours[player, row])
    in_line = int(state.line_counts[player, row])
    if state.board == COLOURED:
        column = rules.column_of(row, colour)
        points = rules.points_of(filled | 1 << (row * COLUMNS + column), row, column)
        facts[count] = base + PROMISE + (row * ROWS + in_line) * MOST_PROMISE + points
        count += 1
    if state.tiles_left != 0:
        lacking = row + 1 - in_line
        facts[count] = base + NEED + (row * (ROWS + 1) + lacking) * SUPPLIES
        facts[count] += supply_for(state, colour, lacking)
        count += 1
    return count


@compiled_apart
def supply_for(state: State, colour: int, lacking: int) -> int:
    """How a lack of tiles can be met: whether sources offer too few, just enough, too many."""
    kinds = 0
    for source in range(int(FACTORIES[state.players]) + 1):
        tiles = count_of(state.sources[source], colour)
        if tiles != 0:
            kinds |= 1 if tiles < lacking else (2 if tiles == lacking else 4)
    return kinds


@compiled_apart
def write_grey_wall(state: State, player: int, base: int, facts: Facts, count: int) -> int:
    """Which colours lie in each row and column, where the wall does not say it."""
    for index in range(ROWS):
        in_row, in_column = 0, 0
        for colour in range(COLOURS):
            wall = int(state.walls[player, colour])
            in_row |= int(wall >> (index * COLUMNS) & rules.TOP_ROW != 0) << colour
            in_column |= int(wall >> index & rules.LEFT_COLUMN != 0) << colour
        facts[count] = base + ROW_COLOURS + index * PATTERNS + in_row
        facts[count + 1] = base + COLUMN_COLOURS + index * PATTERNS + in_column
        count += 2
    return count


@compiled_apart
def longest_row(state: State, player: int) -> int:
    """The most tiles in a row of the wall, those to come included: five end the game."""
    longest = 0
    for row in range(ROWS):
        tiles = popcount(int(state.filled[player]) >> (row * COLUMNS) & rules.TOP_ROW)
        longest = max(longest, tiles + int(state.full_lines[player] >> row & 1))
    return min(COLUMNS, longest)


@compiled
def gathered(column: int) -> int:
    """The bits of the leftmost column side by side."""
    return ((column * rules.GATHER) >> 20) & rules.TOP_ROW


@compiled
def tiles_to_come(state: State, player: int) -> int:
    """Spaces of the coloured wall that full lines will fill at the end of the round."""
    spaces, rows = 0, int(state.full_lines[player])
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        column = rules.column_of(row, int(state.line_colours[player, row]))
        spaces |= 1 << (row * COLUMNS + column)
    return spaces


@compiled_apart
def rows_with(state: State, player: int, colour: int) -> int:
    """The rows, as bits, that hold a colour or will hold it at the end of the round."""
    rows = 0
    for row in range(ROWS):
        held = int(state.walls[player, colour]) >> (row * COLUMNS) & rules.TOP_ROW != 0
        comes = state.full_lines[player] >> row & 1 and state.line_colours[player, row] == colour
        rows |= int(held or comes) << row
    return rows


@compiled_apart
def projected_score(state: State, player: int) -> int:
    """The score after tiling what is full and paying for the floor line.

    On the grey wall each tile goes where it scores most, from the top.
    """
    filled, points = int(state.filled[player]), 0
    rows = int(state.full_lines[player])
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        if state.board == COLOURED:
            columns = 1 << rules.column_of(row, int(state.line_colours[player, row]))
        else:
            columns = rules.free_columns(state, player, row)
        best, best_space = 0, 0
        while columns != 0:
            column = lowest_bit(columns)
            columns &= columns - 1
            space = 1 << (row * COLUMNS + column)
            if filled & space == 0:
                gain = rules.points_of(filled | space, row, column)
                if gain > best:
                    best, best_space = gain, space
        filled |= best_space
        points += best
    cost = int(FLOOR_PENALTY[rules.floor_used(state, player)])
    return max(0, int(state.scores[player]) + points - cost)


@compiled_apart
def write_table(state: State, base: int, facts: Facts, count: int) -> int:
    """Facts about the tiles to be taken, the bag and the round."""
    factories = int(FACTORIES[state.players])
    for colour in range(COLOURS):
        in_centre = count_of(state.sources[0], colour)
        on_table = in_centre
        for source in range(1, factories + 1):
            tiles = count_of(state.sources[source], colour)
            on_table += tiles
            if tiles != 0:
                facts[count] = base + FACTORY + colour * 5 + tiles
                count += 1
        row = colour * (MOST_OF_A_COLOUR + 1)
        facts[count] = base + CENTRE + row + min(MOST_OF_A_COLOUR, in_centre)
        facts[count + 1] = base + ON_TABLE + row + min(MOST_OF_A_COLOUR, on_table)
        in_bag = min(MOST_IN_BAG, count_of(state.bag, colour))
        facts[count + 2] = base + BAG + colour * (MOST_IN_BAG + 1) + in_bag
        count += 3
    facts[count] = base + OFFERS + min(MOST_OFFERS, popcount(int(state.offer)))
    facts[count + 1] = base + ROUND + min(MOST_ROUNDS, int(state.round_number))
    count += 2
    if state.marker == NOBODY:
        facts[count] = base + FREE_MARKER
        count += 1
    return count


@compiled_apart
def hashed(state: State) -> int:
    """A number that tells positions of one round apart: all that moves can change."""
    who = int(state.marker + 1) << 8 | int(state.to_play + 1) << 4 | int(state.phase)
    word = int(state.discards) * int(KEYS[0]) + who * int(KEYS[1])
    for source in range(int(FACTORIES[state.players]) + 1):
        word += int(state.sources[source]) * int(KEYS[2 + source])
    for player in range(int(state.players)):
        lines = 0
        for row in range(ROWS):
            lines = lines << 6 | int(state.line_counts[player, row]) << 3
            lines |= int(state.line_colours[player, row]) & 7
        key = 2 + SOURCES + 3 * player
        word += int(state.floors[player]) * int(KEYS[key]) + lines * int(KEYS[key + 1])
        word += (int(state.filled[player]) << 16 | int(state.scores[player])) * int(KEYS[key + 2])
    return bits_at(word, 0)


@compiled_apart
def first_guess(state: State, action: int) -> int:
    """How promising a move looks before any search, in hundredths of a point."""
    if action < TILE_ACTIONS:
        return 0
    number = action - TILE_ACTIONS
    destination = int(rules.DESTINATION_OF_DRAFT[number])
    player = int(state.to_play)
    source, colour = int(rules.SOURCE_OF_DRAFT[number]), int(rules.COLOUR_OF_DRAFT[number])
    tiles = count_of(state.sources[source], colour)
    used = rules.floor_used(state, player)
    room, guess = 0, 0
    if destination != 0:
        row = destination - 1
        room = row + 1 - int(state.line_counts[player, row])
        guess = 100 * min(tiles, room) // (row + 1)
        guess += 150 if tiles >= room else 0
    falling = max(0, tiles - room) + int(source == 0 and state.marker == NOBODY)
    fallen = min(FLOOR_SPACES, used + falling)
    return guess - 100 * int(FLOOR_PENALTY[fallen] - FLOOR_PENALTY[used])
