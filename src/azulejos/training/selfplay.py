"""Self-play: games that a network plays against itself, as shards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine import unchecked
from azulejos.engine.rng import (
    Stream,
    new_stream,
    next_bits,
)
from azulejos.engine.state import (
    DEAL,
    OVER,
    States,
    new_states,
)
from azulejos.search.nnue.network import Network
from azulejos.search.searcher import MemorySize, Searcher
from azulejos.training.config import TrainingConfig
from azulejos.training.exploration import choose_move
from azulejos.training.shards import UNKNOWN, Shard, concatenated

# Purposes of random streams
SELF_PLAY = 0
MATCH = 1
TRAINING = 2

TABLE_BITS = 16


def seed_sequence(config: TrainingConfig, purpose: int, *numbers: int) -> np.random.SeedSequence:
    """The seed of one stream, which depends on nothing but its purpose and numbers."""
    return np.random.SeedSequence([config.seed, purpose, *numbers])


def small_searcher(nodes: int) -> Searcher:
    """A searcher with memory for `nodes`: every node of a tree is one evaluation at least."""
    return Searcher(new_stream(0), memory=MemorySize(TABLE_BITS, nodes + 2))


def play_shard(config: TrainingConfig, network: Network, generation: int, number: int) -> Shard:
    """The games of one shard: the same wherever and whenever they are played."""
    searcher = small_searcher(config.nodes)
    first = number * config.shard_games
    count = min(config.shard_games, config.games - first)
    games = []
    for index in range(count):
        stream = new_stream(seed_sequence(config, SELF_PLAY, generation, number, index))
        states = config.new_game((first + index) % config.players)
        games.append(play_game(states, network, searcher, stream, config.nodes))
    return concatenated(games)


def play_game(
    states: States, network: Network, searcher: Searcher, stream: Stream, nodes: int
) -> Shard:
    """Play a new game to its end, in place, as a shard of one game."""
    seen = bytearray()  # faster to append to than arrays of records
    values: list[int] = []
    explored: list[bool] = []
    deal(states, stream)
    while states["phase"][0] != OVER:
        seen += states.tobytes()
        if states["phase"][0] == DEAL:
            values.append(UNKNOWN)
            explored.append(False)
            deal(states, stream)
            continue
        actions, value = searcher.rank_moves(states, network, stream, nodes)
        action = choose_move(states, actions, stream)
        values.append(UNKNOWN if value is None else value)
        explored.append(action != actions[0])
        unchecked.apply(states, action, None)
    shares, leads = result(states)
    positions = new_states(states.dtype, len(values))
    positions[:] = np.frombuffer(seen, states.dtype)
    return Shard(
        states=positions,
        values=np.array(values, np.int32),
        explored=np.array(explored, np.bool_),
        lengths=np.array([len(values)], np.int32),
        victory_shares=shares[np.newaxis],
        leads=leads[np.newaxis],
    )


def deal(states: States, stream: Stream) -> None:
    """Draw all tiles of a pending deal."""
    while states["phase"][0] == DEAL:
        unchecked.deal_tile(states, unchecked.draw(states, next_bits(stream)), None)


def result(states: States) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int16]]:
    """By player, the share of victory at the end of a game, and the lead."""
    players = int(states["players"][0])
    scores = states["scores"][0, :players].astype(np.int16)
    won = unchecked.winners(states)
    winners = np.array([won >> player & 1 for player in range(players)], np.float32)
    best_others = [np.delete(scores, player).max() for player in range(players)]
    return winners / winners.sum(), scores - np.array(best_others, np.int16)
