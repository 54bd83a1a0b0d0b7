"""What search does, as one number: if it changed, search or a network behaves differently.

A few positions of every configuration are searched with a limit of nodes. How many nodes that took
and which moves came out depends on nothing but the code and the networks: not on the machine, the
time it takes, or chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from azulejos.engine import GAMES, find_game, unchecked
from azulejos.engine.position import AnyPosition
from azulejos.engine.rng import bits_at, new_stream
from azulejos.engine.state import (
    BOARDS,
    DEAL,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OVER,
    copy_of,
)
from azulejos.search.limits import Limits
from azulejos.search.searcher import Thinker

SEED = 2026
NODES = 3_000
#: After so many moves of a game, a position is searched.
PLIES = (0, 5, 17, 40)


@dataclass(frozen=True)
class Sample:
    """What search did in one configuration."""

    game: str
    board: str
    players: int
    nodes: int
    moves: tuple[str, ...]
    seconds: float


def samples(games: tuple[str, ...] = tuple(GAMES)) -> Iterator[Sample]:
    """Search the positions of every configuration."""
    for game in games:
        for board in BOARDS:
            for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
                yield sample(game, board, players)


def sample(game: str, board: str, players: int) -> Sample:
    """Search the positions of one configuration."""
    thinker = Thinker(new_stream(SEED))
    nodes, moves, seconds = 0, [], 0.0
    for position in positions(game, board, players):
        thinker.think(position, Limits(nodes=1))  # compiled before the clock runs
        start = perf_counter()
        thought = thinker.think(position, Limits(nodes=NODES))
        seconds += perf_counter() - start
        nodes += thought.nodes
        moves.append(str(position.rules.moves[thought.actions[0]]))
    return Sample(game, board, players, nodes, tuple(moves), seconds)


def positions(game: str, board: str, players: int) -> Iterator[AnyPosition]:
    """Positions of a game that is played at random, always the same."""
    rules, stream = find_game(game), new_stream(SEED)
    states = rules.new(players, board, 0)
    drawn = ply = 0
    while states["phase"][0] != OVER and ply <= PLIES[-1]:
        if states["phase"][0] == DEAL:
            unchecked.deal_tile(states, unchecked.draw(states, bits_at(SEED, drawn)), None)
            drawn += 1
            continue
        if ply in PLIES:
            yield rules.position(copy_of(states))
        unchecked.apply(states, unchecked.random_action(states, stream), None)
        ply += 1


def signature(done: list[Sample]) -> str:
    """The number that stands for what search did."""
    text = "\n".join(f"{s.game} {s.board} {s.players} {s.nodes} {s.moves}" for s in done)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
