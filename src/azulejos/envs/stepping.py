"""Games that go on by themselves until somebody outside has to decide, in compiled code.

Every game has a row of random streams: the first draws its tiles, the others belong to the bots of
its seats. A game depends on its own row alone, so it is the same whoever else is played beside it.
"""

from __future__ import annotations

import secrets

import numpy as np
import numpy.typing as npt

from azulejos.bots.baselines.greedy import GreedyBot, best_action
from azulejos.bots.baselines.random import RandomBot
from azulejos.engine.compiled import compiled
from azulejos.engine.dispatch import (
    apply,
    deal_tile,
    is_legal,
    legal_actions,
    random_action,
    winners,
)
from azulejos.engine.rng import (
    Stream,
    draw_from,
    new_stream,
    next_bits,
    scaled,
)
from azulejos.engine.state import (
    DEAL,
    OVER,
    State,
    States,
)
from azulejos.envs.observation import write_observation

Streams = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.int8]

#: In place of the first player: chosen by chance.
BY_CHANCE = -1
#: In place of a bot: the seat of the agent.
AGENT = -1
#: The bots that play inside compiled code, by name.
RANDOM, GREEDY = 0, 1
POLICIES = {RandomBot.name: RANDOM, GreedyBot.name: GREEDY}

# What is rewarded
WIN, DIFFERENCE, POINTS = 0, 1, 2
REWARDS = {"win": WIN, "score-difference": DIFFERENCE, "points": POINTS}
#: An illegal action ends the game for who chose it, at this price.
ILLEGAL_REWARD = -1.0


def streams_of(seed: int, players: int) -> Streams:
    """The streams of a game: one for its tiles, and one for the bot of each seat."""
    return np.array([new_stream(part)[0] for part in seeds_of(seed, players)], np.uint64)


def seeds_of(seed: int, players: int) -> list[int]:
    """The seeds of a game's tiles and bots."""
    return [
        int(part) for part in np.random.SeedSequence(seed).generate_state(1 + players, np.uint64)
    ]


def fresh_seed() -> int:
    """A seed that nobody knows, for those who did not give one."""
    return secrets.randbits(63)


# Playing


@compiled
def begin(states: States, index: int, starts: States, first: int, draws: Stream) -> None:
    """Put a new game in a place; `starts` holds one for each first player."""
    states[index] = starts[scaled(next_bits(draws), len(starts)) if first == BY_CHANCE else first]


@compiled
def deal_all(states: States, draws: Stream) -> None:
    """Deal the first position's tiles until a player has to decide."""
    state = states[0]
    while state.phase == DEAL:
        deal_tile(state, draw_from(state.bag, next_bits(draws)), None)


@compiled
def advance(state: State, bots: npt.NDArray[np.int64], room: States, streams: Streams) -> int:
    """Deal and let bots play until the agent has to decide or the game is over.

    `room` has places for three positions. Returns how many moves the bots made.
    """
    moves = 0
    while state.phase != OVER:
        if state.phase == DEAL:
            deal_tile(state, draw_from(state.bag, next_bits(streams)), None)
            continue
        player = int(state.to_play)
        bot = bots[player]
        if bot == AGENT:
            break
        stream = streams[1 + player : 2 + player]
        if bot == GREEDY:
            room[0] = state
            action, _ = best_action(room, stream)
        else:
            action = random_action(state, stream)
        apply(state, action, None)
        moves += 1
    return moves


# What came of it


@compiled
def standing(state: State, player: int, reward: int) -> float:
    """How a player stands: rewards are what it gains.

    Points are the player's own; the difference is to the best of the others. A victory is worth
    1, shared victories share it, and the others lose in equal parts what the winners gain.
    """
    players = int(state.players)
    if reward == POINTS:
        return float(state.scores[player])
    if reward == DIFFERENCE:
        best = -1
        for other in range(players):
            if other != player:
                best = max(best, int(state.scores[other]))
        return float(int(state.scores[player]) - best)
    if state.phase != OVER:
        return 0.0
    won, count = winners(state), 0
    for seat in range(players):
        count += won >> seat & 1
    share = players / count if won >> player & 1 else 0.0
    return (share - 1) / (players - 1)


@compiled
def write_mask(state: State, mask: Mask, actions: npt.NDArray[np.int16]) -> None:
    """Write the legal actions as ones; `actions` is room for a list of them."""
    mask[:] = 0
    for index in range(legal_actions(state, actions)):
        mask[actions[index]] = 1


@compiled
def standings(states: States, reward: int, out: npt.NDArray[np.float64]) -> None:
    """How all players of the first position stand."""
    for player in range(len(out)):
        out[player] = standing(states[0], player, reward)


@compiled
def mask_of(states: States, mask: Mask, actions: npt.NDArray[np.int16]) -> None:
    """Write the legal actions of the first position as ones."""
    write_mask(states[0], mask, actions)


@compiled
def choose_from_mask(mask: Mask, stream: Stream) -> int:
    """One of the actions of a mask, all equally likely; 0 if there is none."""
    count = 0
    for action in range(len(mask)):
        count += int(mask[action])
    left = scaled(next_bits(stream), count)
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return 0


@compiled
def choose_from_masks(
    masks: npt.NDArray[np.int8], stream: Stream, out: npt.NDArray[np.int64]
) -> None:
    """One of the actions of every mask, all equally likely."""
    for index in range(len(masks)):
        out[index] = choose_from_mask(masks[index], stream)


# Many games at once


@compiled
def reset_all(
    states: States,
    starts: States,
    first: int,
    bots: npt.NDArray[np.int64],
    room: States,
    streams: Streams,
) -> None:
    """Begin all games anew."""
    for index in range(len(states)):
        begin(states, index, starts, first, streams[index])
        advance(states[index], bots, room, streams[index])


@compiled
def look_all(
    states: States,
    seat: int,
    factors: npt.NDArray[np.float32],
    observations: npt.NDArray[np.float32],
    masks: npt.NDArray[np.int8],
    actions: npt.NDArray[np.int16],
) -> None:
    """Write the observations and masks of all games."""
    for index in range(len(states)):
        write_observation(states[index], seat, observations[index], factors)
        write_mask(states[index], masks[index], actions)


@compiled
def step_all(
    states: States,
    starts: States,
    first: int,
    seat: int,
    bots: npt.NDArray[np.int64],
    room: States,
    streams: Streams,
    chosen: npt.NDArray[np.int64],
    reward: int,
    factors: npt.NDArray[np.float32],
    observations: npt.NDArray[np.float32],
    masks: npt.NDArray[np.int8],
    actions: npt.NDArray[np.int16],
    rewards: npt.NDArray[np.float64],
    over: npt.NDArray[np.bool_],
    illegal: npt.NDArray[np.bool_],
) -> int:
    """Carry out the agent's action in every game, and what follows until it has to decide again.

    `over` says which games had ended before: those begin anew, and their actions are not looked
    at. Returns how many moves were made, bots included.
    """
    moves = 0
    for index in range(len(states)):
        state = states[index]
        anew = over[index]
        lost = not anew and not is_legal(state, chosen[index])
        before = standing(state, seat, reward)
        if anew:
            begin(states, index, starts, first, streams[index])
        elif not lost:
            apply(state, chosen[index], None)
            moves += 1
        # After an illegal action it is still the agent's turn: nothing happens here.
        moves += advance(state, bots, room, streams[index])
        gained = 0.0 if anew else standing(state, seat, reward) - before
        rewards[index] = ILLEGAL_REWARD if lost else gained
        over[index] = lost or state.phase == OVER
        illegal[index] = lost
        write_observation(state, seat, observations[index], factors)
        write_mask(state, masks[index], actions)
    return moves


@compiled
def begin_ended(
    states: States,
    starts: States,
    first: int,
    seat: int,
    bots: npt.NDArray[np.int64],
    room: States,
    streams: Streams,
    factors: npt.NDArray[np.float32],
    observations: npt.NDArray[np.float32],
    masks: npt.NDArray[np.int8],
    actions: npt.NDArray[np.int16],
    over: npt.NDArray[np.bool_],
) -> None:
    """Begin the games anew that have ended, and write what is seen of them."""
    for index in range(len(states)):
        if over[index]:
            begin(states, index, starts, first, streams[index])
            advance(states[index], bots, room, streams[index])
            write_observation(states[index], seat, observations[index], factors)
            write_mask(states[index], masks[index], actions)
