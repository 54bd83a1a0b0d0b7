"""Games that a network plays against itself, and the notes that are taken of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine import unchecked
from azulejos.engine.rng import (
    Stream,
    new_stream,
    next_bits,
    scaled,
)
from azulejos.engine.state import (
    DEAL,
    OVER,
    States,
    new_states,
)
from azulejos.search.nnue.network import Network
from azulejos.training.config import Plan
from azulejos.training.searching import Searcher, searcher
from azulejos.training.shards import UNKNOWN, Notes, joined

#: Of a thousand moves, so many are strays: of some chosen at random, the best.
STRAYS = 50
TRIES = 2

# What random numbers are drawn for
SELF_PLAY = 0
MATCH = 1
LEARNING = 2


def seed_sequence(plan: Plan, purpose: int, *numbers: int) -> np.random.SeedSequence:
    """The seed of one thing that is left to chance; it depends on nothing else."""
    return np.random.SeedSequence([plan.seed, purpose, *numbers])


def play_shard(plan: Plan, network: Network, generation: int, shard: int) -> Notes:
    """The games of one shard. They are the same wherever and whenever they are played."""
    mind = searcher(plan)
    first = shard * plan.shard_games
    count = min(plan.shard_games, plan.games - first)
    games = []
    for index in range(count):
        stream = new_stream(seed_sequence(plan, SELF_PLAY, generation, shard, index))
        states = plan.new_game((first + index) % plan.players)
        games.append(play_game(states, network, mind, stream))
    return joined(games)


def play_game(states: States, network: Network, mind: Searcher, stream: Stream) -> Notes:
    """Play a new game to its end, in place, and take notes."""
    seen = bytearray()  # quicker to add to than arrays of records
    values: list[int] = []
    strays: list[bool] = []
    deal(states, stream)
    while states["phase"][0] != OVER:
        seen += states.tobytes()
        if states["phase"][0] == DEAL:
            values.append(UNKNOWN)
            strays.append(False)
            deal(states, stream)
            continue
        actions, value = mind.search(states, network, stream)
        action = played(states, actions, stream)
        values.append(value)
        strays.append(action != actions[0])
        unchecked.apply(states, action, None)
    shares, leads = result(states)
    noted = new_states(states.dtype, len(values))
    noted[:] = np.frombuffer(seen, states.dtype)
    return Notes(
        states=noted,
        values=np.array(values, np.int32),
        strays=np.array(strays, np.bool_),
        lengths=np.array([len(values)], np.int32),
        shares=shares[np.newaxis],
        leads=leads[np.newaxis],
    )


def deal(states: States, stream: Stream) -> None:
    """Draw all tiles that are to be dealt now."""
    while states["phase"][0] == DEAL:
        unchecked.deal_tile(states, unchecked.draw(states, next_bits(stream)), None)


def played(states: States, actions: list[int], stream: Stream) -> int:
    """The best of some moves that are ordered, or now and then a stray."""
    if scaled(next_bits(stream), 1000) >= STRAYS:
        return actions[0]
    tried = [int(unchecked.random_action(states, stream)) for _ in range(TRIES)]
    places = {action: place for place, action in enumerate(actions)}
    return min(tried, key=lambda action: places.get(action, len(actions)))


def result(states: States) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int16]]:
    """The players' shares of the victory at the end of a game, and their leads."""
    players = int(states["players"][0])
    scores = states["scores"][0, :players].astype(np.int16)
    won = unchecked.winners(states)
    winners = np.array([won >> player & 1 for player in range(players)], np.float32)
    best_others = [np.delete(scores, player).max() for player in range(players)]
    return winners / winners.sum(), scores - np.array(best_others, np.int16)
