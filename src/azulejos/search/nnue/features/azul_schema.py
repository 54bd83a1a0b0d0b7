"""Feature schema of Azul: the blocks of features, and the buckets."""

from __future__ import annotations

from azulejos.engine.azul.layout import COLOURS, COLUMNS, FLOOR_SPACES, ROWS
from azulejos.engine.state import MAX_PLAYERS
from azulejos.search.nnue.features.schema import Block, BoardSection, FeatureSchema, Section

PATTERNS = 32  # of five spaces, filled or not
FINE_PATTERNS = 3**5  # of five spaces: empty, filled, or with a line for them that is begun
MAX_LEAD = 80  # points; larger leads look like this one
MAX_OF_A_COLOUR = 15  # on the table
MAX_IN_BAG = 20
MAX_OFFERS = 44
MAX_ROUNDS = 10
POINTS = 11  # points of one tile, 0 to 10
SUPPLIES = 8  # kinds of offers for a line
MAX_ROOM = 15  # for tiles of one colour, in all pattern lines
MAX_FITTING = 3  # offers that complete a line without a tile too many
FITS = 2 * (MAX_FITTING + 1)  # their number, and whether larger offers complete it too


class Board(BoardSection):
    """Features of one board. Full lines count as tiled."""

    row = Block(ROWS, FINE_PATTERNS)
    column = Block(COLUMNS, FINE_PATTERNS)
    colour = Block(COLOURS, FINE_PATTERNS)  # the spaces are rows
    row_colours = Block(ROWS, PATTERNS)  # on the grey wall: the colours in a row
    column_colours = Block(COLUMNS, PATTERNS)
    line = Block(ROWS, COLOURS, ROWS + 1)  # row, colour, tiles
    floor = Block(FLOOR_SPACES + 1)
    marker = Block(1)
    promise = Block(ROWS, ROWS, POINTS)  # row, tiles, points of the unfinished line's tile
    need = Block(ROWS, ROWS + 1, SUPPLIES)  # row, missing tiles, offers of them
    room = Block(MAX_ROOM + 1, MAX_OF_A_COLOUR + 1)  # room for a colour, tiles on the table
    lead = Block(2 * MAX_LEAD + 1)
    fit = Block(2, ROWS, FITS, POINTS)  # line begun or not, row, offers that complete it, points


class Table(Section):
    """Features of the table between the boards."""

    centre = Block(COLOURS, MAX_OF_A_COLOUR + 1)
    factory = Block(COLOURS, 5)
    on_table = Block(COLOURS, MAX_OF_A_COLOUR + 1)
    offers = Block(MAX_OFFERS + 1)
    free_marker = Block(1)
    bag = Block(COLOURS, MAX_IN_BAG + 1)
    round = Block(MAX_ROUNDS + 1)
    turn = Block(MAX_PLAYERS)
    row_race = Block(COLUMNS + 1, COLUMNS + 1)  # longest rows: own, and the opponents' longest


# Buckets of a round: before the deal, tiling on the grey wall, and four quarters of the drafting,
# the last first.
BEFORE_DEAL = 0
TILING = 1
DRAFTING = 2
DRAFTING_PARTS = 4
BUCKETS_PER_ROUND = DRAFTING + DRAFTING_PARTS
# Kinds of rounds: rounds 1 to 4, later ones, rounds with a row that lacks a single space, and
# rounds with a row whose last line is full (nearly always the last, on the grey wall).
LATE_ROUND = 5
PERHAPS_LAST = 6
LAST_ROUND = 7
BUCKETS = LAST_ROUND * BUCKETS_PER_ROUND

SCHEMA = FeatureSchema(Board, Table, BUCKETS)
