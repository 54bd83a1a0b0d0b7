"""What the network is told about a position of Summer Pavilion, and how its positions differ.

A position becomes a short list of facts, each with a number: "of my purple star these spaces are
filled", "a factory offers two red tiles and a wild one". Facts are told from one player's point of
view, whose board comes first, then the others clockwise, so that seats do not matter. Nothing is
said of what is empty, over or out of reach: the fewer facts, the quicker.

Points that are certain at the end count as scored: those of complete stars and sets of numbers.
"""

from __future__ import annotations

from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.common import FACTORIES, next_player, tiles_to_deal
from azulejos.engine.compiled import compiled, compiled_apart
from azulejos.engine.pavilion import legal, rules
from azulejos.engine.pavilion.board import FULL_STAR, NUMBER_SPACES
from azulejos.engine.pavilion.layout import (
    BONUS,
    CENTRAL_STAR,
    COLOURS,
    DRAFT,
    MOST_BONUS_TILES,
    NUMBER_POINTS,
    ROUNDS,
    SLOTS,
    STARS,
    SUPPLY,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
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
from azulejos.search.nnue.features.common import KEYS, Facts, Standings

PATTERNS = 1 << SLOTS  # of the six spaces of a star, filled or not
FEATURE_PATTERNS = 16  # of the four spaces around a pillar or a statue
MOST_OF_A_NUMBER = 12  # spaces, on the grey side
NUMBER_SETS = len(NUMBER_POINTS)
MOST_MEANS = 8  # tiles that can pay for one colour; more look like this
MOST_IN_HAND = 10  # of a colour
MOST_TILES = 24  # in a hand
MOST_LEAD = 80  # points; larger leads look like this one
POINTS_PER_STEP = 2  # one's own score is told less exactly: it is the lead that counts
IN_PILE = TILES_PER_COLOUR + 1  # tiles of a colour that can lie in a pile, none among them
MOST_OFFERS = 40
BONUS_BITS = 3  # enough for the number of bonus tiles that are due

# Facts about a board
STAR = 0  # which spaces of a star are filled
PURSE = STAR + STARS * PATTERNS  # the same for any star, with what can pay for the next tile in it
CENTRAL_PURSE = PURSE + PATTERNS * MOST_MEANS
ONE_COLOUR = CENTRAL_PURSE + PATTERNS * MOST_MEANS  # by colour, where the board leaves it open
MANY_COLOURS = ONE_COLOUR + COLOURS * PATTERNS  # which colours a star holds
PILLAR = MANY_COLOURS + PATTERNS
STATUE = PILLAR + (STARS - 1) * FEATURE_PATTERNS
NUMBER = STATUE + (STARS - 1) * FEATURE_PATTERNS
HAND = NUMBER + NUMBER_SETS * (MOST_OF_A_NUMBER + 1)
WILD_NOW = HAND + COLOURS * (MOST_IN_HAND + 1)
WILD_NEXT = WILD_NOW + MOST_IN_HAND + 1
TILES = WILD_NEXT + MOST_IN_HAND + 1
PASSED = TILES + MOST_TILES + 1
MARKER = PASSED + 1
BONUS_DUE = MARKER + 1
LEAD = BONUS_DUE + MOST_BONUS_TILES + 1
BOARD_FACTS = LEAD + 2 * MOST_LEAD + 1

# Facts about the table, after those of all boards. What a source offers comes in two kinds: without
# and with a wild tile.
KINDS_OF_OFFER = 2
IN_CENTRE = 0
FACTORY = IN_CENTRE + KINDS_OF_OFFER * COLOURS * IN_PILE
ON_TABLE = FACTORY + KINDS_OF_OFFER * COLOURS * IN_PILE
IN_SUPPLY = ON_TABLE + COLOURS * IN_PILE
WILD_IN_SUPPLY = IN_SUPPLY + COLOURS * IN_PILE
BAG = WILD_IN_SUPPLY + SUPPLY_SPACES + 1
OFFERS = BAG + COLOURS * IN_PILE
FREE_MARKER = OFFERS + MOST_OFFERS + 1
ROUND = FREE_MARKER + 1
TURN = ROUND + ROUNDS + 1
TABLE_FACTS = TURN + MAX_PLAYERS

#: Stages of the game, for which the network weighs things differently: of every round these four.
PARTS = 4
BEFORE_DEAL = 0
PLACING = 1
LATE_DRAFTING = 2
EARLY_DRAFTING = 3
STAGES = ROUNDS * PARTS


def count_facts(players: int) -> int:
    """How many different facts there are."""
    return players * BOARD_FACTS + TABLE_FACTS


# Where the game stands


@compiled
def is_small_deal(state: State) -> bool:
    """Whether a pending deal only refills the supply, within a round."""
    return bool(state.phase == DEAL and state.filling == SUPPLY)


@compiled_apart
def next_to_place(state: State) -> int:
    """Who places next after the supply is refilled; nobody if the round is over by then."""
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
    """The round that is played, or comes next if this one is done."""
    return min(ROUNDS, int(state.round_number) + int(round_is_done(state)))


@compiled_apart
def stage(state: State) -> int:
    """The stage of the game."""
    first = (round_ahead(state) - 1) * PARTS
    if state.phase == DRAFT:
        early = 2 * int(state.tiles_left) > tiles_to_deal(state)
        return first + (EARLY_DRAFTING if early else LATE_DRAFTING)
    if state.phase == DEAL and (state.filling != SUPPLY or round_is_done(state)):
        return first + BEFORE_DEAL
    return first + PLACING


@compiled_apart
def point_of_view(state: State) -> int:
    """Whose turn it is or comes next; before a round, who starts it."""
    if state.to_play != NOBODY:
        return int(state.to_play)
    if is_small_deal(state):
        player = next_to_place(state)
        if player != NOBODY:
            return player
    return int(state.start_player if state.marker == NOBODY else state.marker)


# Facts


@compiled_apart
def board_key(state: State, player: int) -> int:
    """A number that tells boards apart whose facts or standing differ."""
    small = (int(state.scores[player]) << 3 | rules.wild_colour(state)) << 1
    small = (small | int(state.passed >> player & 1)) << 1 | int(state.marker == player)
    small <<= BONUS_BITS
    if state.phase == BONUS and state.to_play == player:
        small |= int(state.bonus_due) + 1
    word = small * int(KEYS[0]) + int(state.hands[player]) * int(KEYS[1])
    word += int(state.occupied[player]) * int(KEYS[2])
    return word + packed_colours(state, player) * int(KEYS[3])


@compiled
def packed_colours(state: State, player: int) -> int:
    """The colours of all stars of a player in one number."""
    colours = 0
    for star in range(STARS):
        colours = colours << COLOURS | int(state.star_colours[player, star])
    return colours


@compiled_apart
def standing(state: State, player: int) -> int:
    """The score with what complete stars and sets of numbers will bring."""
    bonus = rules.star_bonus(state, player) + rules.number_bonus(state, player)
    return int(state.scores[player]) + bonus


@compiled_apart
def write_board(state: State, player: int, distance: int, facts: Facts, count: int) -> int:
    """Facts about one player's board."""
    base = distance * BOARD_FACTS
    count = write_stars(state, player, base, facts, count)
    count = write_spaces(state, player, base, facts, count)
    return write_hand(state, player, base, facts, count)


@compiled_apart
def table_key(state: State) -> int:
    """A number that tells apart tables whose facts differ."""
    small = rules.wild_colour(state) << 1 | int(state.marker == NOBODY)
    word = small * int(KEYS[0]) + int(state.bag) * int(KEYS[1]) + int(state.supply) * int(KEYS[2])
    if state.tiles_left != 0:
        for source in range(int(FACTORIES[state.players]) + 1):
            word += int(state.sources[source]) * int(KEYS[3 + source])
    return word


@compiled
def table_standing(state: State) -> int:  # noqa: ARG001
    """Nothing: no board is compared with the table."""
    return 0


@compiled_apart
def write_table(state: State, facts: Facts, count: int) -> int:
    """Facts about the tiles to be taken, the bonus tiles and the bag."""
    base = int(state.players) * BOARD_FACTS
    count = write_sources(state, base, facts, count)
    return write_supplies(state, base, facts, count)


@compiled_apart
def write_shared(state: State, me: int, standings: Standings, facts: Facts, count: int) -> int:
    """Facts about how the players stand, whose turn it is, and the round."""
    players = int(state.players)
    for distance in range(players):
        mine = int(standings[0])
        lead = mine - int(standings[distance]) if distance != 0 else mine // POINTS_PER_STEP
        lead = min(MOST_LEAD, max(-MOST_LEAD, lead))
        facts[count] = distance * BOARD_FACTS + LEAD + MOST_LEAD + lead
        count += 1
    base = players * BOARD_FACTS
    # These always hold and come last: so nothing stays behind of facts written but not counted.
    turn = point_of_view(state) - me
    facts[count] = base + TURN + (turn if turn >= 0 else turn + players)
    facts[count + 1] = base + ROUND + round_ahead(state)
    return count + 2


@compiled
def wild_for(state: State, player: int) -> int:
    """The colour that is wild when a player's tiles can be played next."""
    return rules.wild_colour(state) + int(state.passed >> player & 1)


@compiled_apart
def means_for(hand: int, wild: int, colours: int) -> int:
    """How many tiles of a hand can pay for a tile of one of some colours, at best."""
    colours &= colours_in(hand)
    wilds, best = count_of(hand, wild), 0
    while colours != 0:
        colour = lowest_bit(colours)
        colours &= colours - 1
        best = max(best, count_of(hand, colour) + (wilds if colour != wild else 0))
    return min(MOST_MEANS, best)


@compiled_apart
def write_stars(state: State, player: int, base: int, facts: Facts, count: int) -> int:
    """What lies in each star, and what its player could pay for its next tile."""
    hand, wild = int(state.hands[player]), wild_for(state, player)
    for star in range(STARS):
        slots = rules.slots_taken(state, player, star)
        if slots != 0:
            facts[count] = base + STAR + star * PATTERNS + slots
            count += 1
            colours = int(state.star_colours[player, star])
            if colours & (colours - 1):
                facts[count] = base + MANY_COLOURS + colours
                count += 1
            elif star == CENTRAL_STAR or state.board != COLOURED:
                facts[count] = base + ONE_COLOUR + lowest_bit(colours) * PATTERNS + slots
                count += 1
        if slots != FULL_STAR:
            means = means_for(hand, wild, legal.allowed_colours(state, player, star))
            if means != 0:
                purse = CENTRAL_PURSE if star == CENTRAL_STAR else PURSE
                facts[count] = base + purse + slots * MOST_MEANS + means - 1
                count += 1
    return count


@compiled_apart
def write_spaces(state: State, player: int, base: int, facts: Facts, count: int) -> int:
    """What lies around pillars and statues that are begun, and how far sets of numbers are.

    Windows need no facts of their own: both their spaces are in one star.
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
        facts[count] = place + PILLAR + pillar
        count += int(0 < pillar < FEATURE_PATTERNS - 1)
        facts[count] = place + STATUE + statue
        count += int(0 < statue < FEATURE_PATTERNS - 1)
    for number in range(NUMBER_SETS):
        filled = popcount(occupied & int(NUMBER_SPACES[state.board, number]))
        facts[count] = base + NUMBER + number * (MOST_OF_A_NUMBER + 1) + filled
        count += int(filled != 0)
    return count


@compiled_apart
def write_hand(state: State, player: int, base: int, facts: Facts, count: int) -> int:
    """What a player has beside the board, and how they stand in this round."""
    hand = int(state.hands[player])
    if hand != 0:
        colours = colours_in(hand)
        while colours != 0:
            colour = lowest_bit(colours)
            colours &= colours - 1
            row = HAND + colour * (MOST_IN_HAND + 1)
            facts[count] = base + row + min(MOST_IN_HAND, count_of(hand, colour))
            count += 1
        wild = wild_for(state, player)
        now, soon = count_of(hand, wild), count_of(hand, wild + 1)
        facts[count] = base + WILD_NOW + min(MOST_IN_HAND, now)
        count += int(now != 0)
        facts[count] = base + WILD_NEXT + min(MOST_IN_HAND, soon)
        count += int(soon != 0)
        facts[count] = base + TILES + min(MOST_TILES, total(hand))
        count += 1
    facts[count] = base + PASSED
    count += int(state.passed >> player & 1)
    facts[count] = base + MARKER
    count += int(state.marker == player)
    facts[count] = base + BONUS_DUE + int(state.bonus_due)
    count += int(state.phase == BONUS and state.to_play == player)
    return count


@compiled_apart
def write_sources(state: State, base: int, facts: Facts, count: int) -> int:
    """What can be drafted; while tiles are placed, nothing."""
    if state.tiles_left == 0:
        return count
    wild = rules.wild_colour(state)
    on_table = int(state.sources[CENTRE])
    count = write_pile(base + IN_CENTRE + kind_of(on_table, wild), on_table, facts, count)
    for source in range(1, int(FACTORIES[state.players]) + 1):
        pile = int(state.sources[source])
        on_table += pile
        count = write_pile(base + FACTORY + kind_of(pile, wild), pile, facts, count)
    count = write_pile(base + ON_TABLE, on_table, facts, count)
    facts[count] = base + OFFERS + min(MOST_OFFERS, popcount(int(state.offer)))
    facts[count + 1] = base + FREE_MARKER
    return count + 1 + int(state.marker == NOBODY)


@compiled
def kind_of(pile: int, wild: int) -> int:
    """Where the facts about an offer start: without a wild tile, or with one."""
    return COLOURS * IN_PILE if count_of(pile, wild) != 0 else 0


@compiled_apart
def write_supplies(state: State, base: int, facts: Facts, count: int) -> int:
    """The bonus tiles, and what is in the bag."""
    supply = int(state.supply)
    count = write_pile(base + IN_SUPPLY, supply, facts, count)
    wilds = count_of(supply, rules.wild_colour(state))
    facts[count] = base + WILD_IN_SUPPLY + wilds
    count += int(wilds != 0)
    return write_pile(base + BAG, int(state.bag), facts, count)


@compiled_apart
def write_pile(base: int, pile: int, facts: Facts, count: int) -> int:
    """How many tiles of each colour lie in a pile."""
    colours = colours_in(pile)
    while colours != 0:
        colour = lowest_bit(colours)
        colours &= colours - 1
        facts[count] = base + colour * IN_PILE + count_of(pile, colour)
        count += 1
    return count


# Telling positions apart


@compiled_apart
def hashed(state: State) -> int:
    """A number that tells positions of one game apart: all that matters for how it can go on.

    Which space of a star has which of its colours does not.
    """
    who = int(state.marker + 1) << 3 | int(state.to_play + 1)
    who = (who << 3 | int(state.mover + 1)) << 3 | int(state.start_player)
    what = (int(state.phase) << 2 | int(state.filling)) << 2 | int(state.bonus_due)
    what = (what << 4 | int(state.passed)) << 3 | int(state.round_number)
    word = (who << 16 | what) * int(KEYS[0]) + int(state.supply) * int(KEYS[1])
    word += int(state.bag) * int(KEYS[2]) + int(state.discards) * int(KEYS[3])
    for player in range(int(state.players)):
        key = 4 + 3 * player
        colours = packed_colours(state, player)
        board = int(state.occupied[player]) << 16 | int(state.scores[player])
        word += int(state.hands[player]) * int(KEYS[key]) + board * int(KEYS[key + 1])
        word += colours * int(KEYS[key + 2])
    if state.tiles_left != 0:
        for source in range(SOURCES):
            word += int(state.sources[source]) * int(KEYS[4 + 3 * MAX_PLAYERS + source])
    return bits_at(word, 0)
