"""Compiled environment steps: reset, step, autoreset, rewards and action masks.

Every game has a row of random streams: the first draws its tiles, the others belong to the bots of
its seats. A game depends on its own row alone, whatever other games are in the batch.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

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
    set_state,
)
from azulejos.envs.fields import Row
from azulejos.envs.observation import write_observation

Streams = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]

#: In place of the first player: drawn at random.
RANDOM_FIRST = -1
#: In place of a policy: the seat of the agent.
AGENT = -1
#: The bots that compiled code can play, by name.
RANDOM, GREEDY = 0, 1
POLICIES = {RandomBot.name: RANDOM, GreedyBot.name: GREEDY}

# Reward schemes
WIN, DIFFERENCE, POINTS = 0, 1, 2
REWARDS = {"win": WIN, "score-difference": DIFFERENCE, "points": POINTS}
#: The reward for an illegal action, which ends the episode.
ILLEGAL_REWARD = -1.0


def new_streams(seed: int, players: int) -> Streams:
    """The streams of a game: one for its tiles, and one for the bot of each seat."""
    return np.array([new_stream(part)[0] for part in spawn_seeds(seed, players)], np.uint64)


def spawn_seeds(seed: int, players: int) -> list[int]:
    """The seeds of a game's tiles and of the bot of each seat."""
    return [
        int(part) for part in np.random.SeedSequence(seed).generate_state(1 + players, np.uint64)
    ]


def random_seed() -> int:
    """An unpredictable seed."""
    return secrets.randbits(63)


# One game


@compiled
def reset_state(states: States, index: int, starts: States, first: int, draws: Stream) -> None:
    """Put a new game at an index; `starts` holds one for each first player."""
    start = scaled(next_bits(draws), len(starts)) if first == RANDOM_FIRST else first
    set_state(states, index, starts[start])


@compiled
def deal_all(states: States, draws: Stream) -> None:
    """Deal tiles in `states[0]` until a player has to decide."""
    state = states[0]
    while state.phase == DEAL:
        deal_tile(state, draw_from(state.bag, next_bits(draws)), None)


@compiled
def advance(
    state: State, policies: npt.NDArray[np.int64], scratch: States, streams: Streams
) -> int:
    """Deal and play the bots' moves until the agent has to decide or the game is over.

    `scratch` holds three positions. Returns the number of moves.
    """
    moves = 0
    while state.phase != OVER:
        if state.phase == DEAL:
            deal_tile(state, draw_from(state.bag, next_bits(streams)), None)
            continue
        player = int(state.to_play)
        policy = policies[player]
        if policy == AGENT:
            break
        stream = streams[1 + player : 2 + player]
        if policy == GREEDY:
            set_state(scratch, 0, state)
            action, _ = best_action(scratch, stream)
        else:
            action = random_action(state, stream)
        apply(state, action, None)
        moves += 1
    return moves


# Rewards and action masks


@compiled
def potential(state: State, player: int, reward: int) -> float:
    """The potential of a player: rewards are its differences from step to step.

    POINTS: the player's points. DIFFERENCE: the lead over the best opponent. WIN: a victory is 1,
    divided among winners, and the others lose in equal parts what the winners gain.
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
def write_mask(state: State, mask: Mask, actions: Actions) -> None:
    """Write the legal actions as ones; `actions` is scratch space."""
    mask[:] = 0
    for index in range(legal_actions(state, actions)):
        mask[actions[index]] = 1


@compiled
def write_potentials(states: States, reward: int, out: npt.NDArray[np.float64]) -> None:
    """Write the potentials of all players of `states[0]`."""
    for player in range(len(out)):
        out[player] = potential(states[0], player, reward)


@compiled
def write_action_mask(states: States, mask: Mask, actions: Actions) -> None:
    """Write the action mask of `states[0]`."""
    write_mask(states[0], mask, actions)


@compiled
def sample_action(mask: Mask, stream: Stream) -> int:
    """A random action of a mask, uniformly; 0 if there is none."""
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
def sample_actions(masks: Mask, stream: Stream, out: npt.NDArray[np.int64]) -> None:
    """A random action of every mask, uniformly."""
    for index in range(len(masks)):
        out[index] = sample_action(masks[index], stream)


# Batches of games


class Batch(NamedTuple):
    """The arrays of a batch of games, one row per game unless noted."""

    states: States
    starts: States  # a new game for each first player
    policies: npt.NDArray[np.int64]  # by seat
    scratch: States  # three positions
    actions: Actions  # scratch space for legal actions
    factors: npt.NDArray[np.float32]  # of normalised observations
    observations: Row
    masks: Mask
    rewards: npt.NDArray[np.float64]
    illegal: Flags


@compiled
def reset_game(batch: Batch, index: int, first: int, streams: Streams) -> None:
    """Reset one game, and advance it to the agent's first decision."""
    reset_state(batch.states, index, batch.starts, first, streams[index])
    advance(batch.states[index], batch.policies, batch.scratch, streams[index])


@compiled
def write_game(batch: Batch, index: int, seat: int) -> None:
    """Write observation and mask of one game."""
    state = batch.states[index]
    write_observation(state, seat, batch.observations[index], batch.factors)
    write_mask(state, batch.masks[index], batch.actions)


@compiled
def step_all(
    states: States,
    starts: States,
    policies: npt.NDArray[np.int64],
    scratch: States,
    actions: Actions,
    factors: npt.NDArray[np.float32],
    observations: Row,
    masks: Mask,
    rewards: npt.NDArray[np.float64],
    illegal: Flags,
    first: int,
    seat: int,
    streams: Streams,
    chosen: npt.NDArray[np.int64],
    reward: int,
    terminated: Flags,
) -> int:
    """Play the agent's action in every game, and advance to its next decision.

    Games that are `terminated` on entry are reset instead (next-step autoreset), and their actions
    ignored. Returns the number of moves, those of bots included. Takes the arrays of a `Batch` one
    by one: as a tuple, Numba unboxes them slowly, and a step is called once a move.
    """
    moves = 0
    for index in range(len(states)):
        state = states[index]
        was_terminated = terminated[index]
        is_illegal = not was_terminated and not is_legal(state, chosen[index])
        before = potential(state, seat, reward)
        if was_terminated:
            reset_state(states, index, starts, first, streams[index])
        elif not is_illegal:
            apply(state, chosen[index], None)
            moves += 1
        # After an illegal action it is still the agent's turn: nothing is advanced.
        moves += advance(state, policies, scratch, streams[index])
        gained = 0.0 if was_terminated else potential(state, seat, reward) - before
        rewards[index] = ILLEGAL_REWARD if is_illegal else gained
        terminated[index] = is_illegal or state.phase == OVER
        illegal[index] = is_illegal
        write_observation(state, seat, observations[index], factors)
        write_mask(state, masks[index], actions)
    return moves


@compiled
def reset_games(batch: Batch, first: int, seat: int, streams: Streams, chosen: Flags) -> None:
    """Reset the chosen games, and write their observations and masks."""
    for index in range(len(batch.states)):
        if chosen[index]:
            reset_game(batch, index, first, streams)
            write_game(batch, index, seat)
