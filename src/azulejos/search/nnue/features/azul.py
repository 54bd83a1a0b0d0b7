"""NNUE features of Azul: sparse binary inputs, position hashes and buckets.

Features are relative to a player, whose board comes first, then the others clockwise: they do not
depend on seats. Examples: "these spaces of my row 3 are filled", "two red tiles are in the centre".
`azul_schema` has the blocks.

Full lines count as tiled. Where the grey wall leaves a choice, a tile is expected in the column
where it scores most.
"""

from __future__ import annotations

import numpy as np

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import (
    COLOURS,
    COLUMNS,
    DESTINATIONS,
    ROWS,
    TILE,
)
from azulejos.engine.azul.projection import (
    best_space,
    best_space_of_line,
    gathered,
    projected_score,
    rows_by_colour,
    rows_of,
    tiled,
)
from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.common import FACTORIES, tiles_to_deal
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.rng import bits_at
from azulejos.engine.state import (
    COLOURED,
    DEAL,
    MAX_PLAYERS,
    NOBODY,
    SOURCES,
    State,
)
from azulejos.engine.tiles import colours_in, count_of
from azulejos.search.nnue.features.azul_schema import (
    BEFORE_DEAL,
    BUCKETS_PER_ROUND,
    DRAFTING,
    DRAFTING_PARTS,
    FINE_PATTERNS,
    FITS,
    LAST_ROUND,
    LATE_ROUND,
    MAX_FITTING,
    MAX_IN_BAG,
    MAX_LEAD,
    MAX_OF_A_COLOUR,
    MAX_OFFERS,
    MAX_ROOM,
    MAX_ROUNDS,
    PATTERNS,
    PERHAPS_LAST,
    POINTS,
    SUPPLIES,
    TILING,
    Board,
    Table,
)
from azulejos.search.nnue.features.common import HASH_KEYS, Features, Summaries

# A board's summary, from the highest bits: projected score, room for each colour, longest row
ROW_BITS = 3
ROW_MASK = (1 << ROW_BITS) - 1
ROOM_BITS = 4
SCORE_SHIFT = ROW_BITS + COLOURS * ROOM_BITS

# Offsets of the blocks, for compiled code
ROW = Board.row.offset
COLUMN = Board.column.offset
COLOUR = Board.colour.offset
ROW_COLOURS = Board.row_colours.offset
COLUMN_COLOURS = Board.column_colours.offset
LINE = Board.line.offset
FLOOR = Board.floor.offset
MARKER = Board.marker.offset
PROMISE = Board.promise.offset
NEED = Board.need.offset
ROOM = Board.room.offset
LEAD = Board.lead.offset
FIT = Board.fit.offset
BOARD_FEATURES = Board.size
CENTRE = Table.centre.offset
FACTORY = Table.factory.offset
ON_TABLE = Table.on_table.offset
OFFERS = Table.offers.offset
FREE_MARKER = Table.free_marker.offset
BAG = Table.bag.offset
ROUND = Table.round.offset
TURN = Table.turn.offset
ROW_RACE = Table.row_race.offset

# Offers packed by size, up to that of the longest line, and colour: two bits count them
FIELD_BITS = 2
FIELD = (1 << FIELD_BITS) - 1
SIZE_BITS = FIELD_BITS * COLOURS
ALL_SIZES = sum(1 << (SIZE_BITS * size) for size in range(ROWS))


def _fields_of(colours: int) -> int:
    return sum(FIELD << (FIELD_BITS * c) for c in range(COLOURS) if colours >> c & 1)


def _offers_in(fields: int) -> int:
    return sum(fields >> (FIELD_BITS * c) & FIELD for c in range(COLOURS))


#: By colours as bits: the fields of these colours, for one size.
FIELDS = np.array([_fields_of(colours) for colours in range(1 << COLOURS)], np.int64)
#: By the fields of one size: the number of offers, up to MAX_FITTING.
FITTING = np.array(
    [min(MAX_FITTING, _offers_in(fields)) for fields in range(1 << SIZE_BITS)], np.int8
)
#: A factor that gathers the bits of one destination side by side, from bit 24 on: bit 6c times bit
#: 24 - 5c is bit 24 + c, and no other product falls there or carries into it.
GATHER_COLOURS = sum(1 << (24 - 5 * colour) for colour in range(COLOURS))

#: By the bits of five spaces: the number with these bits as ternary digits.
THIRDS = np.array([int(f"{bits:b}", 3) for bits in range(PATTERNS)], np.int16)


@compiled
def bucket(state: State) -> int:
    """The bucket: kind of round, and part of the round."""
    part = DRAFTING + (int(state.tiles_left) - 1) * DRAFTING_PARTS // tiles_to_deal(state)
    if state.phase == TILE:
        part = TILING
    elif state.phase == DEAL or state.tiles_left == 0:
        part = BEFORE_DEAL
    return (kind_of_round(state) - 1) * BUCKETS_PER_ROUND + part


@compiled_noinline
def kind_of_round(state: State) -> int:
    """The round's number, as far as buckets distinguish it, or how near the end is."""
    kind = min(LATE_ROUND, int(state.round_number))
    for player in range(int(state.players)):
        filled, full = int(state.filled[player]), int(state.full_lines[player])
        for row in range(ROWS):
            tiles = popcount(filled >> (row * COLUMNS) & rules.TOP_ROW)
            if tiles + (full >> row & 1) >= COLUMNS:
                return LAST_ROUND
            if tiles == COLUMNS - 1:
                kind = PERHAPS_LAST
    return kind


@compiled
def point_of_view(state: State) -> int:
    """The player to move; before a deal, who starts the next round."""
    if state.to_play != NOBODY:
        return int(state.to_play)
    return int(state.start_player if state.marker == NOBODY else state.marker)


@compiled
def is_small_deal(state: State) -> bool:  # noqa: ARG001
    """Always false: in Azul every deal starts a round."""
    return False


@compiled_noinline
def board_key(state: State, player: int) -> int:
    """Hash of all that a board's features and summary depend on."""
    small = int(state.scores[player]) << 4 | rules.floor_used(state, player) << 1
    small |= int(state.marker == player)
    word = small * int(HASH_KEYS[0]) + packed_lines(state, player) * int(HASH_KEYS[1])
    word += int(state.filled[player]) * int(HASH_KEYS[2])
    if state.board != COLOURED:  # there `filled` does not imply the colours
        for colour in range(COLOURS):
            word += int(state.walls[player, colour]) * int(HASH_KEYS[3 + colour])
    return word


@compiled
def packed_lines(state: State, player: int) -> int:
    """All pattern lines of a player, packed."""
    lines = 0
    for row in range(ROWS):
        lines = lines << 6 | int(state.line_counts[player, row]) << 3
        lines |= int(state.line_colours[player, row]) & 7
    return lines


@compiled_noinline
def board_summary(state: State, player: int) -> int:
    """Projected score, room for each colour, and longest row, packed."""
    number = projected_score(state, player)
    for colour in range(COLOURS):
        number = number << ROOM_BITS | room_for(state, player, colour)
    return number << ROW_BITS | longest_row(state, player)


@compiled_noinline
def room_for(state: State, player: int, colour: int) -> int:
    """The number of tiles of a colour that fit into the pattern lines."""
    room = 0
    rows = int(state.open_lines[player]) >> (colour * DESTINATIONS + 1) & rules.TOP_ROW
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        room += row + 1 - int(state.line_counts[player, row])
    return room


@compiled_noinline
def table_key(state: State) -> int:
    """Hash of all that the table's features depend on."""
    small = int(state.round_number) << 1 | int(state.marker == NOBODY)
    word = small * int(HASH_KEYS[0]) + int(state.bag) * int(HASH_KEYS[1])
    for source in range(int(FACTORIES[state.players]) + 1):
        word += int(state.sources[source]) * int(HASH_KEYS[2 + source])
    return word


@compiled_noinline
def table_summary(state: State) -> int:
    """The number of offers by size and colour, packed."""
    offers = 0
    for source in range(int(FACTORIES[state.players]) + 1):
        pile = int(state.sources[source])
        colours = colours_in(pile)
        while colours != 0:
            colour = lowest_bit(colours)
            colours &= colours - 1
            size = min(ROWS, count_of(pile, colour))
            place = SIZE_BITS * (size - 1) + FIELD_BITS * colour
            if offers >> place & FIELD != FIELD:
                offers += 1 << place
    return offers


@compiled_noinline
def write_table(state: State, features: Features, count: int) -> int:
    """Append features of the offers, the bag and the round."""
    base, factories = int(state.players) * BOARD_FEATURES, int(FACTORIES[state.players])
    for colour in range(COLOURS):
        in_centre = count_of(state.sources[0], colour)
        on_table = in_centre
        for source in range(1, factories + 1):
            tiles = count_of(state.sources[source], colour)
            on_table += tiles
            if tiles != 0:
                features[count] = base + FACTORY + colour * 5 + tiles
                count += 1
        row = colour * (MAX_OF_A_COLOUR + 1)
        features[count] = base + CENTRE + row + min(MAX_OF_A_COLOUR, in_centre)
        features[count + 1] = base + ON_TABLE + row + min(MAX_OF_A_COLOUR, on_table)
        in_bag = min(MAX_IN_BAG, count_of(state.bag, colour))
        features[count + 2] = base + BAG + colour * (MAX_IN_BAG + 1) + in_bag
        count += 3
    features[count] = base + OFFERS + min(MAX_OFFERS, popcount(int(state.offer)))
    features[count + 1] = base + ROUND + min(MAX_ROUNDS, int(state.round_number))
    count += 2
    if state.marker == NOBODY:
        features[count] = base + FREE_MARKER
        count += 1
    return count


@compiled_noinline
def write_relations(
    state: State, viewer: int, summaries: Summaries, features: Features, count: int
) -> int:
    """Append features of leads, offers for lines, the row race and the turn."""
    players = int(state.players)
    on_table = tiles_on_table(state)
    mine, other_row = int(summaries[0]) >> SCORE_SHIFT, 0
    for distance in range(players):
        base = distance * BOARD_FEATURES
        lead = mine
        if distance != 0:
            lead -= int(summaries[distance]) >> SCORE_SHIFT
            other_row = max(other_row, int(summaries[distance]) & ROW_MASK)
        features[count] = base + LEAD + MAX_LEAD + min(MAX_LEAD, max(-MAX_LEAD, lead))
        count += 1
        if state.tiles_left != 0:
            count = write_needs(state, (viewer + distance) % players, base, features, count)
            if state.board == COLOURED:  # no network is trained with it for the grey wall
                offers = int(summaries[MAX_PLAYERS])
                count = write_fits(
                    state, (viewer + distance) % players, offers, base, features, count
                )
            count = write_rooms(on_table, int(summaries[distance]), base, features, count)
    table = players * BOARD_FEATURES
    my_row = int(summaries[0]) & ROW_MASK
    features[count] = table + ROW_RACE + my_row * (COLUMNS + 1) + other_row
    count += 1
    if players > 2:  # with two, the viewer is always the player to move
        features[count] = table + TURN + (point_of_view(state) - viewer) % players
        count += 1
    return count


@compiled_noinline
def tiles_on_table(state: State) -> int:
    """All tiles on offer, as a pile."""
    pile = 0
    for source in range(int(FACTORIES[state.players]) + 1):
        pile += int(state.sources[source])
    return pile


@compiled_noinline
def write_rooms(on_table: int, summary: int, base: int, features: Features, count: int) -> int:
    """Append, by colour on offer, its number of tiles and a player's room for it."""
    rooms = summary >> ROW_BITS
    for colour in range(COLOURS - 1, -1, -1):
        tiles = min(MAX_OF_A_COLOUR, count_of(on_table, colour))
        if tiles != 0:
            room = rooms & MAX_ROOM
            features[count] = base + ROOM + room * (MAX_OF_A_COLOUR + 1) + tiles
            count += 1
        rooms >>= ROOM_BITS
    return count


@compiled_noinline
def write_needs(state: State, player: int, base: int, features: Features, count: int) -> int:
    """Append, by unfinished line, its missing tiles and the offers of their colour."""
    for row in range(1, ROWS):
        in_line = int(state.line_counts[player, row])
        if 0 < in_line <= row:
            colour, lacking = int(state.line_colours[player, row]), row + 1 - in_line
            features[count] = base + NEED + (row * (ROWS + 1) + lacking) * SUPPLIES
            features[count] += supply_for(state, colour, lacking)
            count += 1
    return count


@compiled_noinline
def write_fits(
    state: State, player: int, offers: int, base: int, features: Features, count: int
) -> int:
    """Append, by line that one move can complete, the offers that do so, and the points."""
    for row in range(ROWS):
        in_line = int(state.line_counts[player, row])
        if in_line == row + 1:
            continue
        allowed = int(state.open_lines[player]) >> (row + 1) & rules.PAIRS_OF_FLOOR
        fields = int(FIELDS[(allowed * GATHER_COLOURS) >> 24 & rules.ALL_COLOURS])
        lacking = row + 1 - in_line
        exact = offers >> (SIZE_BITS * (lacking - 1)) & fields
        larger = offers >> (SIZE_BITS * lacking) & fields * ALL_SIZES
        if exact == 0 and larger == 0:
            continue
        fit = 2 * int(FITTING[exact]) + int(larger != 0)
        points = 0
        while exact != 0:
            colour = lowest_bit(exact) // FIELD_BITS
            exact &= ~(FIELD << (FIELD_BITS * colour))
            filled = int(state.filled[player])
            points = max(points, best_space(state, player, row, colour, filled)[1])
        line = row if in_line == 0 else ROWS + row
        features[count] = base + FIT + (line * FITS + fit) * POINTS + points
        count += 1
    return count


@compiled_noinline
def write_board(state: State, player: int, distance: int, features: Features, count: int) -> int:
    """Append features of one board: wall, pattern lines, floor line and marker."""
    base = distance * BOARD_FEATURES
    full_rows, begun_rows = int(state.full_lines[player]), rows_begun(state, player)
    filled = tiled(state, player)[0]
    begun = spaces_of(state, player, begun_rows, filled)
    for index in range(ROWS):
        across = fine_pattern(filled >> (index * COLUMNS), begun >> (index * COLUMNS))
        down = fine_pattern(gathered(filled >> index), gathered(begun >> index))
        features[count] = base + ROW + index * FINE_PATTERNS + across
        features[count + 1] = base + COLUMN + index * FINE_PATTERNS + down
        line = index * COLOURS * (ROWS + 1)
        in_line = int(state.line_counts[player, index])
        if in_line != 0:
            line += int(state.line_colours[player, index]) * (ROWS + 1) + in_line
        features[count + 2] = base + LINE + line
        count += 3
        if 0 < in_line <= index:
            points = best_space_of_line(state, player, index, filled)[1]
            features[count] = base + PROMISE + (index * ROWS + in_line) * POINTS + points
            count += 1
    full = rows_by_colour(state, player, full_rows)
    begun = rows_by_colour(state, player, begun_rows)
    for colour in range(COLOURS):
        held = rows_of(int(state.walls[player, colour])) | full >> (colour * ROWS)
        pattern = fine_pattern(held, begun >> (colour * ROWS))
        features[count] = base + COLOUR + colour * FINE_PATTERNS + pattern
        count += 1
    if state.board != COLOURED:
        count = write_grey_wall(state, player, base, features, count)
    features[count] = base + FLOOR + rules.floor_used(state, player)
    count += 1
    if state.marker == player:
        features[count] = base + MARKER
        count += 1
    return count


@compiled
def spaces_of(state: State, player: int, rows: int, filled: int) -> int:
    """Spaces of a wall that the lines of some rows will fill."""
    spaces = 0
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        spaces |= best_space_of_line(state, player, row, filled)[0]
    return spaces


@compiled
def rows_begun(state: State, player: int) -> int:
    """The rows, as bits, whose line is begun, but not full."""
    rows = 0
    for row in range(ROWS):
        rows |= int(0 < state.line_counts[player, row] <= row) << row
    return rows


@compiled_noinline
def supply_for(state: State, colour: int, lacking: int) -> int:
    """Bits: whether some source offers too few, exactly enough, or too many tiles."""
    kinds = 0
    for source in range(int(FACTORIES[state.players]) + 1):
        tiles = count_of(state.sources[source], colour)
        if tiles != 0:
            kinds |= 1 if tiles < lacking else (2 if tiles == lacking else 4)
    return kinds


@compiled_noinline
def write_grey_wall(state: State, player: int, base: int, features: Features, count: int) -> int:
    """Append the colours in each row and column of the grey wall."""
    for index in range(ROWS):
        in_row, in_column = 0, 0
        for colour in range(COLOURS):
            wall = int(state.walls[player, colour])
            in_row |= int(wall >> (index * COLUMNS) & rules.TOP_ROW != 0) << colour
            in_column |= int(wall >> index & rules.LEFT_COLUMN != 0) << colour
        features[count] = base + ROW_COLOURS + index * PATTERNS + in_row
        features[count + 1] = base + COLUMN_COLOURS + index * PATTERNS + in_column
        count += 2
    return count


@compiled_noinline
def longest_row(state: State, player: int) -> int:
    """The most tiles in a row of the wall, full lines included; five end the game."""
    longest = 0
    for row in range(ROWS):
        tiles = popcount(int(state.filled[player]) >> (row * COLUMNS) & rules.TOP_ROW)
        longest = max(longest, tiles + int(state.full_lines[player] >> row & 1))
    return min(COLUMNS, longest)


@compiled
def fine_pattern(filled: int, begun: int) -> int:
    """The ternary pattern of five spaces: empty, filled, or begun."""
    return int(THIRDS[filled & rules.TOP_ROW] + 2 * THIRDS[begun & rules.TOP_ROW])


@compiled_noinline
def position_hash(state: State) -> int:
    """Hash of all that moves can change within a round."""
    who = int(state.marker + 1) << 8 | int(state.to_play + 1) << 4 | int(state.phase)
    word = int(state.discards) * int(HASH_KEYS[0]) + who * int(HASH_KEYS[1])
    for source in range(int(FACTORIES[state.players]) + 1):
        word += int(state.sources[source]) * int(HASH_KEYS[2 + source])
    for player in range(int(state.players)):
        lines = packed_lines(state, player)
        key = 2 + SOURCES + 3 * player
        word += int(state.floors[player]) * int(HASH_KEYS[key]) + lines * int(HASH_KEYS[key + 1])
        word += (int(state.filled[player]) << 16 | int(state.scores[player])) * int(
            HASH_KEYS[key + 2]
        )
    return bits_at(word, 0)
