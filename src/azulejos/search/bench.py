"""Bench signature: a hash of what search does; it changes when search or a network does.

Some positions of every configuration are searched with a node limit. The nodes searched and the
moves found depend on the code and the networks alone: not on the machine, the clock or chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from azulejos.engine import GAMES, AnyPosition, find_game, unchecked
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
from azulejos.search.searcher import Searcher

SEED = 2026
NODES = 3_000
#: Plies of the game whose positions are searched.
PLIES = (0, 5, 17, 40)


@dataclass(frozen=True)
class Sample:
    """The result of one configuration."""

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
    searcher = Searcher(new_stream(SEED))
    nodes, moves, seconds = 0, [], 0.0
    for position in positions(game, board, players):
        searcher.search(position, Limits(nodes=1))  # compiles
        start = perf_counter()
        result = searcher.search(position, Limits(nodes=NODES))
        seconds += perf_counter() - start
        nodes += result.nodes
        moves.append(str(position.rules.moves[result.actions[0]]))
    return Sample(game, board, players, nodes, tuple(moves), seconds)


def positions(game: str, board: str, players: int) -> Iterator[AnyPosition]:
    """Positions of one random game, with a fixed seed."""
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
    """The hash of some samples."""
    text = "\n".join(f"{s.game} {s.board} {s.players} {s.nodes} {s.moves}" for s in done)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
