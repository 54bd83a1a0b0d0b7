"""What the network is told about a position of Azul, and how its positions are told apart.

A position becomes a short list of facts, each with a number: "in my row 3 these spaces are filled",
"two red tiles lie in the centre". Facts are told from one player's point of view, whose board comes
first, then the others clockwise, so that seats do not matter.

Full lines count as tiled already. Where the grey wall leaves a choice, a tile is expected to go
where it scores most.
"""

from __future__ import annotations

import numpy as np

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    DESTINATIONS,
    FLOOR_PENALTY,
    FLOOR_SPACES,
    ROW_BONUS,
    ROWS,
    TILE,
)
from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.common import FACTORIES, tiles_to_deal
from azulejos.engine.compiled import compiled, compiled_apart
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
from azulejos.search.nnue.features.azul_walls import (
    best_space,
    best_space_of_line,
    gathered,
    rows_begun,
    rows_by_colour,
    rows_of,
    spaces_of,
    tiled,
)
from azulejos.search.nnue.features.common import KEYS, Facts, Standings

PATTERNS = 32  # of five spaces, filled or not
FINE_PATTERNS = 3**5  # of five spaces: empty, filled, or with a line for them that is begun
MOST_LEAD = 80  # points; larger leads look like this one
MOST_OF_A_COLOUR = 15  # on the table
MOST_IN_BAG = 20
MOST_OFFERS = 44
MOST_ROUNDS = 10
MOST_PROMISE = 11  # points of one tile, and none
SUPPLIES = 8  # kinds of offers for a line
MOST_ROOM = 15  # for tiles of one colour, in all pattern lines
MOST_FITTING = 3  # offers that complete a line without a tile too many
FITS = 2 * (MOST_FITTING + 1)  # so many of them, and whether there are larger ones
# In a standing, the longest row takes the last bits, before it come the room for each colour, and
# the score
ROW_BITS = 3
ROW_MASK = (1 << ROW_BITS) - 1
ROOM_BITS = 4
SCORE_SHIFT = ROW_BITS + COLOURS * ROOM_BITS

# Facts about a board
ROW = 0
COLUMN = ROW + ROWS * FINE_PATTERNS
COLOUR = COLUMN + COLUMNS * FINE_PATTERNS
ROW_COLOURS = COLOUR + COLOURS * FINE_PATTERNS
COLUMN_COLOURS = ROW_COLOURS + ROWS * PATTERNS
LINE = COLUMN_COLOURS + COLUMNS * PATTERNS
FLOOR = LINE + ROWS * COLOURS * (ROWS + 1)
MARKER = FLOOR + FLOOR_SPACES + 1
PROMISE = MARKER + 1  # what an unfinished line would score
NEED = PROMISE + ROWS * ROWS * MOST_PROMISE  # what it lacks, and what of that can be had
ROOM = NEED + ROWS * (ROWS + 1) * SUPPLIES  # for a colour, and how much of it lies on the table
LEAD = ROOM + (MOST_ROOM + 1) * (MOST_OF_A_COLOUR + 1)
FIT = LEAD + 2 * MOST_LEAD + 1  # offers that complete a line, and what it would score
BOARD_FACTS = FIT + 2 * ROWS * FITS * MOST_PROMISE

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

# Offers by size, up to the longest line's, and colour: two bits tell how many there are
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
#: By the fields of one size: how many offers they count, up to as many as matter.
FITTING = np.array(
    [min(MOST_FITTING, _offers_in(fields)) for fields in range(1 << SIZE_BITS)], np.int8
)
#: A factor that gathers the bits of one destination side by side, from bit 24 on: bit 6c times bit
#: 24 - 5c is bit 24 + c, and no other product falls there or carries into it.
GATHER_COLOURS = sum(1 << (24 - 5 * colour) for colour in range(COLOURS))

#: By the bits of five spaces: the number with these bits for digits in the base of three.
THIRDS = np.array([int(f"{bits:b}", 3) for bits in range(PATTERNS)], np.int16)

#: Stages of the game, for which the network weighs things differently: of every round, as far as
#: rounds are told apart, these: before the deal, tiling on the grey wall, and four parts of the
#: drafting, the last first.
BEFORE_DEAL = 0
TILING = 1
DRAFTING = 2
PARTS = 4
STAGES_OF_ROUND = DRAFTING + PARTS
#: Rounds with a row that lacks a single space, which may be the last, are a kind of their own, and
#: so are those with a row whose last line is full: the last (nearly always, on the grey wall).
LATE_ROUND = 5
PERHAPS_LAST = 6
LAST_ROUND = 7
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
    return (kind_of_round(state) - 1) * STAGES_OF_ROUND + part


@compiled_apart
def kind_of_round(state: State) -> int:
    """The number of a round, as far as rounds are told apart, or how near the end is."""
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
    """Whose turn it is; before a deal, who starts the next round."""
    if state.to_play != NOBODY:
        return int(state.to_play)
    return int(state.start_player if state.marker == NOBODY else state.marker)


@compiled
def is_small_deal(state: State) -> bool:  # noqa: ARG001
    """Whether a pending deal leaves the round as it is: in Azul every deal starts a new one."""
    return False


@compiled_apart
def board_key(state: State, player: int) -> int:
    """A number that tells boards apart whose facts or standing differ."""
    small = int(state.scores[player]) << 4 | rules.floor_used(state, player) << 1
    small |= int(state.marker == player)
    word = small * int(KEYS[0]) + packed_lines(state, player) * int(KEYS[1])
    word += int(state.filled[player]) * int(KEYS[2])
    if state.board != COLOURED:  # there the wall does not tell the colours of what is filled
        for colour in range(COLOURS):
            word += int(state.walls[player, colour]) * int(KEYS[3 + colour])
    return word


@compiled
def packed_lines(state: State, player: int) -> int:
    """All pattern lines of a player in one number."""
    lines = 0
    for row in range(ROWS):
        lines = lines << 6 | int(state.line_counts[player, row]) << 3
        lines |= int(state.line_colours[player, row]) & 7
    return lines


@compiled_apart
def standing(state: State, player: int) -> int:
    """The score that is certain, the room for each colour, and the longest row."""
    number = projected_score(state, player)
    for colour in range(COLOURS):
        number = number << ROOM_BITS | room_for(state, player, colour)
    return number << ROW_BITS | longest_row(state, player)


@compiled_apart
def room_for(state: State, player: int, colour: int) -> int:
    """How many tiles of a colour the pattern lines can take."""
    room = 0
    rows = int(state.open_lines[player]) >> (colour * DESTINATIONS + 1) & rules.TOP_ROW
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        room += row + 1 - int(state.line_counts[player, row])
    return room


@compiled_apart
def table_key(state: State) -> int:
    """A number that tells apart tables whose facts differ."""
    small = int(state.round_number) << 1 | int(state.marker == NOBODY)
    word = small * int(KEYS[0]) + int(state.bag) * int(KEYS[1])
    for source in range(int(FACTORIES[state.players]) + 1):
        word += int(state.sources[source]) * int(KEYS[2 + source])
    return word


@compiled_apart
def table_standing(state: State) -> int:
    """How many offers there are of each size and colour."""
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


@compiled_apart
def write_table(state: State, facts: Facts, count: int) -> int:
    """Facts about the tiles to be taken, the bag and the round."""
    base, factories = int(state.players) * BOARD_FACTS, int(FACTORIES[state.players])
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
def write_shared(state: State, me: int, standings: Standings, facts: Facts, count: int) -> int:
    """Facts about how the players stand, and what of the table their lines can take."""
    players = int(state.players)
    on_table = tiles_on_table(state)
    mine, other_row = int(standings[0]) >> SCORE_SHIFT, 0
    for distance in range(players):
        base = distance * BOARD_FACTS
        lead = mine
        if distance != 0:
            lead -= int(standings[distance]) >> SCORE_SHIFT
            other_row = max(other_row, int(standings[distance]) & ROW_MASK)
        facts[count] = base + LEAD + MOST_LEAD + min(MOST_LEAD, max(-MOST_LEAD, lead))
        count += 1
        if state.tiles_left != 0:
            count = write_needs(state, (me + distance) % players, base, facts, count)
            if state.board == COLOURED:  # no network has learned it for the grey wall yet
                offers = int(standings[MAX_PLAYERS])
                count = write_fits(state, (me + distance) % players, offers, base, facts, count)
            count = write_rooms(on_table, int(standings[distance]), base, facts, count)
    table = players * BOARD_FACTS
    my_row = int(standings[0]) & ROW_MASK
    facts[count] = table + ROW_RACE + my_row * (COLUMNS + 1) + other_row
    count += 1
    if players > 2:  # with two, the position is always told by whoever is to play
        facts[count] = table + TURN + (point_of_view(state) - me) % players
        count += 1
    return count


@compiled_apart
def tiles_on_table(state: State) -> int:
    """All tiles that can be taken, as a pile."""
    pile = 0
    for source in range(int(FACTORIES[state.players]) + 1):
        pile += int(state.sources[source])
    return pile


@compiled_apart
def write_rooms(on_table: int, standing: int, base: int, facts: Facts, count: int) -> int:
    """For each colour on the table, how much of it there is, and how much a player can place."""
    rooms = standing >> ROW_BITS
    for colour in range(COLOURS - 1, -1, -1):
        tiles = min(MOST_OF_A_COLOUR, count_of(on_table, colour))
        if tiles != 0:
            room = rooms & MOST_ROOM
            facts[count] = base + ROOM + room * (MOST_OF_A_COLOUR + 1) + tiles
            count += 1
        rooms >>= ROOM_BITS
    return count


@compiled_apart
def write_needs(state: State, player: int, base: int, facts: Facts, count: int) -> int:
    """Whether the tiles that unfinished lines lack can be had."""
    for row in range(1, ROWS):
        in_line = int(state.line_counts[player, row])
        if 0 < in_line <= row:
            colour, lacking = int(state.line_colours[player, row]), row + 1 - in_line
            facts[count] = base + NEED + (row * (ROWS + 1) + lacking) * SUPPLIES
            facts[count] += supply_for(state, colour, lacking)
            count += 1
    return count


@compiled_apart
def write_fits(state: State, player: int, offers: int, base: int, facts: Facts, count: int) -> int:
    """Of lines that one move could complete, how many offers do so, and what that would score."""
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
        facts[count] = base + FIT + (line * FITS + fit) * MOST_PROMISE + points
        count += 1
    return count


@compiled_apart
def write_board(state: State, player: int, distance: int, facts: Facts, count: int) -> int:
    """Facts about one player's board."""
    base = distance * BOARD_FACTS
    full_rows, begun_rows = int(state.full_lines[player]), rows_begun(state, player)
    filled = tiled(state, player)[0]
    begun = spaces_of(state, player, begun_rows, filled)
    for index in range(ROWS):
        across = fine_pattern(filled >> (index * COLUMNS), begun >> (index * COLUMNS))
        down = fine_pattern(gathered(filled >> index), gathered(begun >> index))
        facts[count] = base + ROW + index * FINE_PATTERNS + across
        facts[count + 1] = base + COLUMN + index * FINE_PATTERNS + down
        line = index * COLOURS * (ROWS + 1)
        in_line = int(state.line_counts[player, index])
        if in_line != 0:
            line += int(state.line_colours[player, index]) * (ROWS + 1) + in_line
        facts[count + 2] = base + LINE + line
        count += 3
        if 0 < in_line <= index:
            points = best_space_of_line(state, player, index, filled)[1]
            facts[count] = base + PROMISE + (index * ROWS + in_line) * MOST_PROMISE + points
            count += 1
    full = rows_by_colour(state, player, full_rows)
    begun = rows_by_colour(state, player, begun_rows)
    for colour in range(COLOURS):
        held = rows_of(int(state.walls[player, colour])) | full >> (colour * ROWS)
        pattern = fine_pattern(held, begun >> (colour * ROWS))
        facts[count] = base + COLOUR + colour * FINE_PATTERNS + pattern
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
def fine_pattern(filled: int, begun: int) -> int:
    """The number of a pattern of five spaces: some are filled, for some lines are begun."""
    return int(THIRDS[filled & rules.TOP_ROW] + 2 * THIRDS[begun & rules.TOP_ROW])


@compiled_apart
def projected_score(state: State, player: int) -> int:
    """The score after tiling what is full, paying for the floor line, and the bonuses so far."""
    filled, points = tiled(state, player)
    cost = int(FLOOR_PENALTY[rules.floor_used(state, player)])
    score = max(0, int(state.scores[player]) + points - cost)
    return score + bonuses(state, player, filled)


@compiled_apart
def bonuses(state: State, player: int, filled: int) -> int:
    """The bonuses for what is complete when full lines are tiled."""
    points = ROW_BONUS * rules.complete_rows(filled)
    points += COLUMN_BONUS * rules.complete_columns(filled)
    full = rows_by_colour(state, player, int(state.full_lines[player]))
    for colour in range(COLOURS):
        held = rows_of(int(state.walls[player, colour])) | full >> (colour * ROWS)
        points += COLOUR_BONUS * int(held & rules.TOP_ROW == rules.TOP_ROW)
    return points


@compiled_apart
def hashed(state: State) -> int:
    """A number that tells positions of one round apart: all that moves can change."""
    who = int(state.marker + 1) << 8 | int(state.to_play + 1) << 4 | int(state.phase)
    word = int(state.discards) * int(KEYS[0]) + who * int(KEYS[1])
    for source in range(int(FACTORIES[state.players]) + 1):
        word += int(state.sources[source]) * int(KEYS[2 + source])
    for player in range(int(state.players)):
        lines = packed_lines(state, player)
        key = 2 + SOURCES + 3 * player
        word += int(state.floors[player]) * int(KEYS[key]) + lines * int(KEYS[key + 1])
        word += (int(state.filled[player]) << 16 | int(state.scores[player])) * int(KEYS[key + 2])
    return bits_at(word, 0)
