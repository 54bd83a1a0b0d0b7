"""Feature schema of Summer Pavilion: the blocks of features, and the buckets."""

from __future__ import annotations

from azulejos.engine.pavilion.layout import (
    COLOURS,
    MAX_BONUS_TILES,
    NUMBER_POINTS,
    ROUNDS,
    SLOTS,
    STARS,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
)
from azulejos.engine.state import MAX_PLAYERS
from azulejos.search.nnue.features.schema import Block, BoardSection, FeatureSchema, Section

PATTERNS = 1 << SLOTS  # of the six spaces of a star, filled or not
FEATURE_PATTERNS = 16  # of the four spaces around a pillar or a statue
MAX_OF_A_NUMBER = 12  # spaces, on the grey side
NUMBER_SETS = len(NUMBER_POINTS)
MAX_MEANS = 8  # tiles that can pay for one colour; more look like this
MAX_IN_HAND = 10  # of a colour
MAX_TILES = 24  # in a hand
MAX_LEAD = 80  # points; larger leads look like this one
IN_PILE = TILES_PER_COLOUR + 1  # tiles of a colour in a pile, 0 included
MAX_OFFERS = 40
KINDS_OF_OFFER = 2  # without and with a wild tile


class Board(BoardSection):
    """Features of one board."""

    star = Block(STARS, PATTERNS)  # filled spaces of a star
    purse = Block(
        PATTERNS, MAX_MEANS
    )  # of any outer star, with the tiles that can pay for the next
    central_purse = Block(PATTERNS, MAX_MEANS)
    one_colour = Block(COLOURS, PATTERNS)  # where the board leaves the colour open
    many_colours = Block(PATTERNS)  # which colours a star holds
    pillar = Block(STARS - 1, FEATURE_PATTERNS)
    statue = Block(STARS - 1, FEATURE_PATTERNS)
    number = Block(NUMBER_SETS, MAX_OF_A_NUMBER + 1)
    hand = Block(COLOURS, MAX_IN_HAND + 1)
    wild_now = Block(MAX_IN_HAND + 1)
    wild_next = Block(MAX_IN_HAND + 1)
    tiles = Block(MAX_TILES + 1)
    passed = Block(1)
    marker = Block(1)
    bonus_due = Block(MAX_BONUS_TILES + 1)
    lead = Block(2 * MAX_LEAD + 1)


class Table(Section):
    """Features of the table between the boards."""

    centre = Block(KINDS_OF_OFFER, COLOURS, IN_PILE)
    factory = Block(KINDS_OF_OFFER, COLOURS, IN_PILE)
    on_table = Block(COLOURS, IN_PILE)
    supply = Block(COLOURS, IN_PILE)
    wild_in_supply = Block(SUPPLY_SPACES + 1)
    bag = Block(COLOURS, IN_PILE)
    offers = Block(MAX_OFFERS + 1)
    free_marker = Block(1)
    round = Block(ROUNDS + 1)
    turn = Block(MAX_PLAYERS)


# Buckets of a round
BEFORE_DEAL = 0
PLACING = 1
LATE_DRAFTING = 2
EARLY_DRAFTING = 3
BUCKETS_PER_ROUND = 4
BUCKETS = ROUNDS * BUCKETS_PER_ROUND

SCHEMA = FeatureSchema(Board, Table, BUCKETS)
