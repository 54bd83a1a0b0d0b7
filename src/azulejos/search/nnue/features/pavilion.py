"""NNUE features of Summer Pavilion: sparse binary inputs, position hashes and buckets.

Features are relative to a player, whose board comes first, then the others clockwise: they do not
depend on seats. Examples: "these spaces of my purple star are filled", "a factory offers two red
tiles and a wild one". What is empty, over or out of reach has no features: fewer are faster.
`pavilion_schema` has the blocks.

Points that are certain at the end count as scored: those of complete stars and sets of numbers.
"""

from __future__ import annotations

from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.common import FACTORIES, next_player, tiles_to_deal
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.pavilion import legal, rules
from azulejos.engine.pavilion.board import FULL_STAR, NUMBER_SPACES
from azulejos.engine.pavilion.layout import (
    BONUS,
    CENTRAL_STAR,
    COLOURS,
    DRAFT,
    ROUNDS,
    SLOTS,
    STARS,
    SUPPLY,
)
from azulejos.engine.rng import bits_at
from azulejos.engine.state import (
    CENTRE,
    COLOURED,
    DEAL,
    MAX_PLAYERS,
    NOBODY,
    SOURCES,
    State,
)
from azulejos.engine.tiles import colours_in, count_of, total
from azulejos.search.nnue.features.common import HASH_KEYS, Features, Summaries
from azulejos.search.nnue.features.pavilion_schema import (
    BEFORE_DEAL,
    BUCKETS_PER_ROUND,
    EARLY_DRAFTING,
    FEATURE_PATTERNS,
    IN_PILE,
    LATE_DRAFTING,
    MAX_IN_HAND,
    MAX_LEAD,
    MAX_MEANS,
    MAX_OF_A_NUMBER,
    MAX_OFFERS,
    MAX_TILES,
    NUMBER_SETS,
    PATTERNS,
    PLACING,
    Board,
    Table,
)

POINTS_PER_STEP = 2  # a step of the viewer's own score, which matters less than leads
BONUS_BITS = 3  # enough for the number of bonus tiles that are due

# Offsets of the blocks, for compiled code
STAR = Board.star.offset
PURSE = Board.purse.offset
CENTRAL_PURSE = Board.central_purse.offset
ONE_COLOUR = Board.one_colour.offset
MANY_COLOURS = Board.many_colours.offset
PILLAR = Board.pillar.offset
STATUE = Board.statue.offset
NUMBER = Board.number.offset
HAND = Board.hand.offset
WILD_NOW = Board.wild_now.offset
WILD_NEXT = Board.wild_next.offset
TILES = Board.tiles.offset
PASSED = Board.passed.offset
MARKER = Board.marker.offset
BONUS_DUE = Board.bonus_due.offset
LEAD = Board.lead.offset
BOARD_FEATURES = Board.size
IN_CENTRE = Table.centre.offset
FACTORY = Table.factory.offset
ON_TABLE = Table.on_table.offset
SUPPLY_TILES = Table.supply.offset
WILD_IN_SUPPLY = Table.wild_in_supply.offset
BAG = Table.bag.offset
OFFERS = Table.offers.offset
FREE_MARKER = Table.free_marker.offset
ROUND = Table.round.offset
TURN = Table.turn.offset


# Phases of the game


@compiled
def is_small_deal(state: State) -> bool:
    """Whether a pending deal only refills the supply, within a round."""
    return bool(state.phase == DEAL and state.filling == SUPPLY)


@compiled_noinline
def next_to_place(state: State) -> int:
    """Who places next after the supply is refilled; NOBODY if the round is over."""
    player = int(state.mover)
    for _ in range(int(state.players)):
        player = next_player(state, player)
        if not state.passed >> player & 1 and state.hands[player] != 0:
            return player
    return NOBODY


@compiled
def round_is_done(state: State) -> bool:
    """Whether only the supply is still refilled before the next round."""
    return is_small_deal(state) and next_to_place(state) == NOBODY


@compiled
def round_ahead(state: State) -> int:
    """The current round, or the next if this one is done."""
    return min(ROUNDS, int(state.round_number) + int(round_is_done(state)))


@compiled_noinline
def bucket(state: State) -> int:
    """The bucket: round, and part of the round."""
    first = (round_ahead(state) - 1) * BUCKETS_PER_ROUND
    if state.phase == DRAFT:
        early = 2 * int(state.tiles_left) > tiles_to_deal(state)
        return first + (EARLY_DRAFTING if early else LATE_DRAFTING)
    if state.phase == DEAL and (state.filling != SUPPLY or round_is_done(state)):
        return first + BEFORE_DEAL
    return first + PLACING


@compiled_noinline
def point_of_view(state: State) -> int:
    """The player to move or to move next; before a round, who starts it."""
    if state.to_play != NOBODY:
        return int(state.to_play)
    if is_small_deal(state):
        player = next_to_place(state)
        if player != NOBODY:
            return player
    return int(state.start_player if state.marker == NOBODY else state.marker)


# Features


@compiled_noinline
def board_key(state: State, player: int) -> int:
    """Hash of all that a board's features and summary depend on."""
    small = (int(state.scores[player]) << 3 | rules.wild_colour(state)) << 1
    small = (small | int(state.passed >> player & 1)) << 1 | int(state.marker == player)
    small <<= BONUS_BITS
    if state.phase == BONUS and state.to_play == player:
        small |= int(state.bonus_due) + 1
    word = small * int(HASH_KEYS[0]) + int(state.hands[player]) * int(HASH_KEYS[1])
    word += int(state.occupied[player]) * int(HASH_KEYS[2])
    return word + packed_colours(state, player) * int(HASH_KEYS[3])


@compiled
def packed_colours(state: State, player: int) -> int:
    """The colours of all stars of a player, packed."""
    colours = 0
    for star in range(STARS):
        colours = colours << COLOURS | int(state.star_colours[player, star])
    return colours


@compiled_noinline
def board_summary(state: State, player: int) -> int:
    """The projected score: with the bonuses of complete stars and sets of numbers."""
    bonus = rules.star_bonus(state, player) + rules.number_bonus(state, player)
    return int(state.scores[player]) + bonus


@compiled_noinline
def write_board(state: State, player: int, distance: int, features: Features, count: int) -> int:
    """Append features of one board: stars, pillars, statues, numbers and hand."""
    base = distance * BOARD_FEATURES
    count = write_stars(state, player, base, features, count)
    count = write_spaces(state, player, base, features, count)
    return write_hand(state, player, base, features, count)


@compiled_noinline
def table_key(state: State) -> int:
    """Hash of all that the table's features depend on."""
    small = rules.wild_colour(state) << 1 | int(state.marker == NOBODY)
    word = (
        small * int(HASH_KEYS[0])
        + int(state.bag) * int(HASH_KEYS[1])
        + int(state.supply) * int(HASH_KEYS[2])
    )
    if state.tiles_left != 0:
        for source in range(int(FACTORIES[state.players]) + 1):
            word += int(state.sources[source]) * int(HASH_KEYS[3 + source])
    return word


@compiled
def table_summary(state: State) -> int:  # noqa: ARG001
    """Always 0: no relation needs the table."""
    return 0


@compiled_noinline
def write_table(state: State, features: Features, count: int) -> int:
    """Append features of the offers, the supply and the bag."""
    base = int(state.players) * BOARD_FEATURES
    count = write_sources(state, base, features, count)
    return write_supplies(state, base, features, count)


@compiled_noinline
def write_relations(
    state: State, viewer: int, summaries: Summaries, features: Features, count: int
) -> int:
    """Append features of leads, the turn and the round."""
    players = int(state.players)
    for distance in range(players):
        mine = int(summaries[0])
        lead = mine - int(summaries[distance]) if distance != 0 else mine // POINTS_PER_STEP
        lead = min(MAX_LEAD, max(-MAX_LEAD, lead))
        features[count] = distance * BOARD_FEATURES + LEAD + MAX_LEAD + lead
        count += 1
    base = players * BOARD_FEATURES
    # Always active and last: they overwrite features that were written but not counted.
    turn = point_of_view(state) - viewer
    features[count] = base + TURN + (turn if turn >= 0 else turn + players)
    features[count + 1] = base + ROUND + round_ahead(state)
    return count + 2


@compiled
def wild_for(state: State, player: int) -> int:
    """The colour that is wild when a player's tiles can be played next."""
    return rules.wild_colour(state) + int(state.passed >> player & 1)


@compiled_noinline
def means_for(hand: int, wild: int, colours: int) -> int:
    """The most tiles of a hand that can pay for a tile of one of some colours."""
    colours &= colours_in(hand)
    wilds, best = count_of(hand, wild), 0
    while colours != 0:
        colour = lowest_bit(colours)
        colours &= colours - 1
        best = max(best, count_of(hand, colour) + (wilds if colour != wild else 0))
    return min(MAX_MEANS, best)


@compiled_noinline
def write_stars(state: State, player: int, base: int, features: Features, count: int) -> int:
    """Append the filled spaces of each star, and the tiles that can pay for its next one."""
    hand, wild = int(state.hands[player]), wild_for(state, player)
    for star in range(STARS):
        slots = rules.slots_taken(state, player, star)
        if slots != 0:
            features[count] = base + STAR + star * PATTERNS + slots
            count += 1
            colours = int(state.star_colours[player, star])
            if colours & (colours - 1):
                features[count] = base + MANY_COLOURS + colours
                count += 1
            elif star == CENTRAL_STAR or state.board != COLOURED:
                features[count] = base + ONE_COLOUR + lowest_bit(colours) * PATTERNS + slots
                count += 1
        if slots != FULL_STAR:
            means = means_for(hand, wild, legal.allowed_colours(state, player, star))
            if means != 0:
                purse = CENTRAL_PURSE if star == CENTRAL_STAR else PURSE
                features[count] = base + purse + slots * MAX_MEANS + means - 1
                count += 1
    return count


@compiled_noinline
def write_spaces(state: State, player: int, base: int, features: Features, count: int) -> int:
    """Append filled spaces around pillars and statues that are begun, and sets of numbers.

    Windows need no features: both their spaces are in one star.
    """
    occupied = int(state.occupied[player])
    inner = occupied & FULL_STAR
    inner |= inner << SLOTS  # a ring
    for star in range(1, STARS):
        slots = occupied >> (star * SLOTS) & FULL_STAR
        clockwise = occupied >> ((star % (STARS - 1) + 1) * SLOTS) & FULL_STAR
        pillar = (slots >> 1 & 3) << 2 | (inner >> ((star + 3) % SLOTS) & 3)
        statue = (slots & 3) << 2 | (clockwise >> 2 & 3)
        place = base + (star - 1) * FEATURE_PATTERNS
        features[count] = place + PILLAR + pillar
        count += int(0 < pillar < FEATURE_PATTERNS - 1)
        features[count] = place + STATUE + statue
        count += int(0 < statue < FEATURE_PATTERNS - 1)
    for number in range(NUMBER_SETS):
        filled = popcount(occupied & int(NUMBER_SPACES[state.board, number]))
        features[count] = base + NUMBER + number * (MAX_OF_A_NUMBER + 1) + filled
        count += int(filled != 0)
    return count


@compiled_noinline
def write_hand(state: State, player: int, base: int, features: Features, count: int) -> int:
    """Append features of a player's hand, passing, marker and bonus tiles due."""
    hand = int(state.hands[player])
    if hand != 0:
        colours = colours_in(hand)
        while colours != 0:
            colour = lowest_bit(colours)
            colours &= colours - 1
            row = HAND + colour * (MAX_IN_HAND + 1)
            features[count] = base + row + min(MAX_IN_HAND, count_of(hand, colour))
            count += 1
        wild = wild_for(state, player)
        now, soon = count_of(hand, wild), count_of(hand, wild + 1)
        features[count] = base + WILD_NOW + min(MAX_IN_HAND, now)
        count += int(now != 0)
        features[count] = base + WILD_NEXT + min(MAX_IN_HAND, soon)
        count += int(soon != 0)
        features[count] = base + TILES + min(MAX_TILES, total(hand))
        count += 1
    features[count] = base + PASSED
    count += int(state.passed >> player & 1)
    features[count] = base + MARKER
    count += int(state.marker == player)
    features[count] = base + BONUS_DUE + int(state.bonus_due)
    count += int(state.phase == BONUS and state.to_play == player)
    return count


@compiled_noinline
def write_sources(state: State, base: int, features: Features, count: int) -> int:
    """Append features of the offers; none while tiles are placed."""
    if state.tiles_left == 0:
        return count
    wild = rules.wild_colour(state)
    on_table = int(state.sources[CENTRE])
    count = write_pile(base + IN_CENTRE + kind_of(on_table, wild), on_table, features, count)
    for source in range(1, int(FACTORIES[state.players]) + 1):
        pile = int(state.sources[source])
        on_table += pile
        count = write_pile(base + FACTORY + kind_of(pile, wild), pile, features, count)
    count = write_pile(base + ON_TABLE, on_table, features, count)
    features[count] = base + OFFERS + min(MAX_OFFERS, popcount(int(state.offer)))
    features[count + 1] = base + FREE_MARKER
    return count + 1 + int(state.marker == NOBODY)


@compiled
def kind_of(pile: int, wild: int) -> int:
    """Offset of an offer's features in their block: without a wild tile, or with one."""
    return COLOURS * IN_PILE if count_of(pile, wild) != 0 else 0


@compiled_noinline
def write_supplies(state: State, base: int, features: Features, count: int) -> int:
    """Append features of the supply and the bag."""
    supply = int(state.supply)
    count = write_pile(base + SUPPLY_TILES, supply, features, count)
    wilds = count_of(supply, rules.wild_colour(state))
    features[count] = base + WILD_IN_SUPPLY + wilds
    count += int(wilds != 0)
    return write_pile(base + BAG, int(state.bag), features, count)


@compiled_noinline
def write_pile(base: int, pile: int, features: Features, count: int) -> int:
    """Append the number of tiles of each colour in a pile."""
    colours = colours_in(pile)
    while colours != 0:
        colour = lowest_bit(colours)
        colours &= colours - 1
        features[count] = base + colour * IN_PILE + count_of(pile, colour)
        count += 1
    return count


# Hash


@compiled_noinline
def position_hash(state: State) -> int:
    """Hash of all that affects how the game can go on.

    Which space of a star has which of its colours does not.
    """
    who = int(state.marker + 1) << 3 | int(state.to_play + 1)
    who = (who << 3 | int(state.mover + 1)) << 3 | int(state.start_player)
    what = (int(state.phase) << 2 | int(state.filling)) << 2 | int(state.bonus_due)
    what = (what << 4 | int(state.passed)) << 3 | int(state.round_number)
    word = (who << 16 | what) * int(HASH_KEYS[0]) + int(state.supply) * int(HASH_KEYS[1])
    word += int(state.bag) * int(HASH_KEYS[2]) + int(state.discards) * int(HASH_KEYS[3])
    for player in range(int(state.players)):
        key = 4 + 3 * player
        colours = packed_colours(state, player)
        board = int(state.occupied[player]) << 16 | int(state.scores[player])
        word += int(state.hands[player]) * int(HASH_KEYS[key]) + board * int(HASH_KEYS[key + 1])
        word += colours * int(HASH_KEYS[key + 2])
    if state.tiles_left != 0:
        for source in range(SOURCES):
            word += int(state.sources[source]) * int(HASH_KEYS[4 + 3 * MAX_PLAYERS + source])
    return bits_at(word, 0)
