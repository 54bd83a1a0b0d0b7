"""The rules of Summer Pavilion, on one record, compiled.

Reads like the rulebook: setting up, dealing, drafting, playing tiles, the end. Nothing here draws a
tile or checks a move: draws are handed to `deal_tile`, and `apply` trusts its caller. All
other code calls these functions; no rule is written anywhere else.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.bits import lowest_bit
from azulejos.engine.common import (
    fill_empty_bag,
    next_player,
    put_on_factory,
    start_player_of_round,
    tiles_to_deal,
)
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.events import DEALT, ROUND_STARTED, Log, note
from azulejos.engine.pavilion.board import (
    ALL_COLOURS,
    FEATURE_REWARDS,
    FEATURE_SPACES,
    FULL_STAR,
    GROUP,
    GROUP_BITS,
    MAX_FEATURES,
    NUMBER_SPACES,
    NUMBERS,
)
from azulejos.engine.pavilion.events import BONUS as BONUS_POINTS
from azulejos.engine.pavilion.events import (
    BONUS_TAKEN,
    GAME_ENDED,
    MARKER_TAKEN,
    PASSED,
    PLACED,
    SURROUNDED,
    TAKEN,
)
from azulejos.engine.pavilion.layout import (
    ALL_TILES,
    BONUS,
    BONUS_PILES,
    COLOURS,
    DRAFT,
    FACTORIES,
    FIRST_BONUS,
    FIRST_DRAFT,
    FIRST_PLACEMENT,
    FIRST_SCORE,
    FIRST_SUPPLY,
    KEPT_PILES,
    MANY_COLOURS_POINTS,
    MIN_SCORE,
    NO_COLOUR,
    PLACE,
    ROUNDS,
    SLOTS,
    SPACES,
    STAR_POINTS,
    STARS,
    SUPPLY,
    SUPPLY_SPACES,
    WILDS,
)
from azulejos.engine.state import (
    CENTRE,
    DEAL,
    NOBODY,
    OVER,
    SOURCES,
    State,
)
from azulejos.engine.tiles import colours_in, count_of, pile_of, total

# Setting up


@compiled
def set_up(
    state: State, players: int, board: int, first_player: int, points: npt.NDArray[np.int8]
) -> None:
    """Turn a record of zeros into a new game that waits for its first tile."""
    state.players = players
    state.board = board
    state.start_player = first_player
    state.bag = ALL_TILES
    for number in range(len(points)):
        state.number_points[number] = points[number]
    for player in range(players):
        state.scores[player] = FIRST_SCORE
        for space in range(SPACES):
            state.space_colours[player, space] = NO_COLOUR
    state.round_number = 1
    state.marker = NOBODY
    state.to_play = NOBODY
    state.mover = NOBODY
    state.phase = DEAL
    state.filling = FIRST_SUPPLY


@compiled
def wild_colour(state: State) -> int:
    """The colour that is wild in this round."""
    return int(state.round_number) - 1


# Dealing


@compiled
def deal_tile(state: State, colour: int, log: Log) -> None:
    """A tile drawn from the bag goes to the supply, or to the first factory that is not full."""
    if state.filling == FACTORIES:
        put_on_factory(state, colour, log)
    else:
        state.bag -= pile_of(colour, 1)
        state.supply += pile_of(colour, 1)
        note(log, DEALT, 0, colour)
        if state.filling == FIRST_SUPPLY and total(state.supply) == SUPPLY_SPACES:
            state.filling = FACTORIES
    go_on(state, log)


@compiled
def go_on(state: State, log: Log) -> None:
    """Do all that needs neither a tile from the bag nor a decision."""
    while state.phase == DEAL and not waits_for_tile(state, log):
        if state.filling == SUPPLY:
            next_turn(state, log)
        else:
            start_drafting(state, log)


@compiled
def waits_for_tile(state: State, log: Log) -> bool:
    """Whether a tile is missing on the supply or the factories, and there is one to be drawn."""
    if state.filling == FACTORIES:
        missing = int(state.tiles_left) < tiles_to_deal(state)
    else:
        missing = total(state.supply) < SUPPLY_SPACES
    if missing:
        fill_empty_bag(state, log)
    return missing and bool(state.bag != 0)


# Drafting


@compiled
def start_drafting(state: State, log: Log) -> None:
    """The marker's holder starts; if there is nothing to take, tiles are played at once."""
    missing = tiles_to_deal(state) - int(state.tiles_left)
    start_player_of_round(state)
    note(log, ROUND_STARTED, state.round_number, state.start_player, missing)
    state.offer = 0
    for source in range(1, SOURCES):
        state.offer |= drafts_from(state, source)
    if state.tiles_left == 0:
        start_playing(state)
    else:
        state.phase = DRAFT
        state.to_play = state.start_player


@compiled
def drafts_from(state: State, source: int) -> int:
    """The legal drafts from a source: its colours, the wild one only if there is no other."""
    colours = colours_in(state.sources[source])
    others = colours & ~(1 << wild_colour(state))
    return (others if others != 0 else colours) << (source * COLOURS)


@compiled
def draft(state: State, source: int, colour: int, log: Log) -> None:
    """Take tiles from a source, and lay them beside the board."""
    player = int(state.to_play)
    tiles = take(state, source, colour)
    state.hands[player] += tiles
    note(log, TAKEN, player, source, tiles)
    if source == CENTRE and state.marker == NOBODY:
        take_marker(state, player, total(tiles), log)
    if state.tiles_left == 0:
        start_playing(state)
        go_on(state, log)
    else:
        state.to_play = next_player(state, player)


@compiled
def take(state: State, source: int, colour: int) -> int:
    """All tiles of a colour and one wild tile; of a source with wild tiles only, one of those.

    The rest of a factory moves to the centre. Returns the pile taken.
    """
    pile = state.sources[source]
    wild = wild_colour(state)
    tiles = pile_of(wild, min(1, count_of(pile, wild)))
    if colour != wild:
        tiles += pile_of(colour, count_of(pile, colour))
    state.tiles_left -= total(tiles)
    state.sources[source] = 0
    state.sources[CENTRE] += pile - tiles
    state.offer &= ~(ALL_COLOURS << (source * COLOURS) | ALL_COLOURS)
    state.offer |= drafts_from(state, CENTRE)
    return tiles


@compiled
def take_marker(state: State, player: int, cost: int, log: Log) -> None:
    """The first to take from the centre takes the marker, at a point for each tile taken."""
    state.marker = player
    note(log, MARKER_TAKEN, player, lose_points(state, player, cost))


@compiled
def lose_points(state: State, player: int, points: int) -> int:
    """Take points away, but leave one. Returns how many it were."""
    before = int(state.scores[player])
    state.scores[player] = max(MIN_SCORE, before - points)
    return before - int(state.scores[player])


# Playing tiles


@compiled
def start_playing(state: State) -> None:
    """From the holder of the marker on; without one, from the start player of the round."""
    first = state.start_player if state.marker == NOBODY else state.marker
    end_turn_of(state, first - 1 if first > 0 else state.players - 1)


@compiled
def end_turn_of(state: State, player: int) -> None:
    """The supply is filled again, then it is the turn of the next player after this one."""
    state.to_play = NOBODY
    state.mover = player
    state.phase = DEAL
    state.filling = SUPPLY


@compiled
def next_turn(state: State, log: Log) -> None:
    """The next player who has not passed; a player without tiles passes automatically."""
    player = int(state.mover)
    state.mover = NOBODY
    for _ in range(state.players):
        player = next_player(state, player)
        if state.passed >> player & 1:
            continue
        if state.hands[player] != 0:
            state.phase = PLACE
            state.to_play = player
            return
        state.passed |= 1 << player
        note(log, PASSED, player)
    finish_round(state, log)


@compiled
def finish_turn(state: State, player: int, log: Log) -> None:
    """End a turn; after the very last one the supply is not filled any more."""
    if state.round_number == ROUNDS and everyone_passed(state):
        finish_round(state, log)
    else:
        end_turn_of(state, player)
        go_on(state, log)


@compiled
def everyone_passed(state: State) -> bool:
    """Whether this round is over."""
    return bool(state.passed == (1 << state.players) - 1)


@compiled
def place(state: State, space: int, colour: int, wilds: int, log: Log) -> None:
    """Pay for a space and place a tile on it, which scores at once and may surround things."""
    player = int(state.to_play)
    cost = int(NUMBERS[state.board, space])
    paid = pile_of(colour, cost - wilds) + pile_of(wild_colour(state), wilds)
    state.hands[player] -= paid
    state.discards += paid - pile_of(colour, 1)
    star, slot = space // SLOTS, space % SLOTS
    state.occupied[player] |= 1 << space
    state.space_colours[player, space] = colour
    state.star_colours[player, star] |= 1 << colour
    points = int(GROUP[slots_taken(state, player, star), slot])
    state.scores[player] += points
    if log is not None:
        counted = int(GROUP_BITS[slots_taken(state, player, star), slot]) << (star * SLOTS)
        note(log, PLACED, player, space, colour, paid - pile_of(colour, 1), points, counted)
    earn_bonus(state, player, space, log)


@compiled
def slots_taken(state: State, player: int, star: int) -> int:
    """The occupied slots of a star, as bits."""
    return int(state.occupied[player]) >> (star * SLOTS) & FULL_STAR


@compiled
def earn_bonus(state: State, player: int, space: int, log: Log) -> None:
    """Pillars, statues and windows beside a space that are now surrounded bring bonus tiles."""
    reward = 0
    for index in range(MAX_FEATURES):
        around = int(FEATURE_SPACES[space, index])
        if state.occupied[player] & around == around:
            reward += int(FEATURE_REWARDS[space, index])
    due = min(reward, total(state.supply))
    if reward != 0:
        note(log, SURROUNDED, player, reward, due)
    if due != 0:
        state.bonus_due = due
        state.phase = BONUS
    else:
        finish_turn(state, player, log)


@compiled
def take_bonus(state: State, tiles: int, log: Log) -> None:
    """The chosen bonus tiles come beside the board."""
    player = int(state.to_play)
    state.supply -= tiles
    state.hands[player] += tiles
    state.bonus_due = 0
    note(log, BONUS_TAKEN, player, tiles)
    finish_turn(state, player, log)


@compiled
def pass_turn(state: State, kept: int, log: Log) -> None:
    """Keep some tiles for the next round; the others are lost, at a point each."""
    player = int(state.to_play)
    lost = state.hands[player] - kept
    state.hands[player] = kept
    state.discards += lost
    state.passed |= 1 << player
    note(log, PASSED, player, kept, lost, lose_points(state, player, total(lost)))
    finish_turn(state, player, log)


@compiled
def finish_round(state: State, log: Log) -> None:
    """After six rounds the game ends; else the factories are filled again."""
    state.to_play = NOBODY
    if state.round_number == ROUNDS:
        end_game(state, log)
    else:
        state.round_number += 1
        state.passed = 0
        state.filling = FACTORIES


# The end


@compiled
def star_bonus(state: State, player: int) -> int:
    """Points for complete stars: by their colour, or as stars of six colours."""
    points = 0
    for star in range(STARS):
        if slots_taken(state, player, star) == FULL_STAR:
            colours = int(state.star_colours[player, star])
            if colours == ALL_COLOURS:
                points += MANY_COLOURS_POINTS
            else:
                points += int(STAR_POINTS[lowest_bit(colours)])
    return points


@compiled
def number_bonus(state: State, player: int) -> int:
    """Points for having filled all spaces of a number."""
    points = 0
    for number in range(len(state.number_points)):
        spaces = int(NUMBER_SPACES[state.board, number])
        if state.occupied[player] & spaces == spaces:
            points += int(state.number_points[number])
    return points


@compiled
def end_game(state: State, log: Log) -> None:
    """Add the bonuses for complete stars and sets of numbers."""
    state.phase = OVER
    note(log, GAME_ENDED, state.round_number)
    for player in range(state.players):
        stars, numbers = star_bonus(state, player), number_bonus(state, player)
        state.scores[player] += stars + numbers
        note(log, BONUS_POINTS, player, stars, numbers)


@compiled_noinline
def winners(state: State) -> int:
    """The winners as bits: most points; a tie is a shared victory."""
    best, winners = -1, 0
    for player in range(state.players):
        if state.scores[player] > best:
            best, winners = int(state.scores[player]), 0
        if state.scores[player] == best:
            winners |= 1 << player
    return winners


# Moves


@compiled_noinline
def apply(state: State, action: int, log: Log) -> None:
    """Carry out a legal action. It is not checked here."""
    if action >= FIRST_DRAFT:
        draft(state, (action - FIRST_DRAFT) // COLOURS, (action - FIRST_DRAFT) % COLOURS, log)
    elif action >= FIRST_PLACEMENT:
        number = action - FIRST_PLACEMENT
        space, colour = number // (COLOURS * WILDS), number // WILDS % COLOURS
        place(state, space, colour, number % WILDS, log)
    elif action >= FIRST_BONUS:
        take_bonus(state, int(BONUS_PILES[action - FIRST_BONUS]), log)
    else:
        pass_turn(state, int(KEPT_PILES[action]), log)
