"""What is to be learned, and with how much effort."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from azulejos.engine import find_game
from azulejos.engine.errors import BadOption
from azulejos.engine.interface import GameRules
from azulejos.engine.parameters import Range
from azulejos.engine.state import States
from azulejos.search.nnue.baseline import plain_network
from azulejos.search.nnue.features import KNOWLEDGE
from azulejos.search.nnue.network import Network
from azulejos.training.errors import TrainingError

MOST_GAMES = 10_000_000
MOST_NODES = 1_000_000
MOST_GENERATIONS = 999
MOST_SEED = (1 << 32) - 1


@dataclass(frozen=True)
class Plan:
    """A configuration of a game, and how its network is to be learned."""

    game: str = "azul"
    board: str = "coloured"
    players: int = 2
    games: int = 8000  # of self-play in each generation
    nodes: int = 400  # for each move, in self-play
    generations: int = 8
    window: int = 3  # so many generations of notes are learned from
    match_games: int = 120  # between the new network and the best so far, up to whole rounds
    match_nodes: int | None = None  # for each move in them, if it is another number
    seed: int = 1
    shard_games: int = 100  # are kept in one file: what a crash can cost each process

    def check(self) -> None:
        """Raise one of our errors if this cannot be learned."""
        self.new_game(0)
        for option, most in (
            ("games", MOST_GAMES),
            ("nodes", MOST_NODES),
            ("generations", MOST_GENERATIONS),
            ("window", MOST_GENERATIONS),
            ("match_games", MOST_GAMES),
            ("shard_games", MOST_GAMES),
        ):
            _check(option, getattr(self, option), 1, most)
        if self.match_nodes is not None:
            _check("match_nodes", self.match_nodes, 1, MOST_NODES)
        _check("seed", self.seed, 0, MOST_SEED)
        if self.rules.layout not in KNOWLEDGE:
            raise TrainingError("game-without-search", got=self.game)

    @property
    def rules(self) -> GameRules[Any]:
        """The rules of the game."""
        return find_game(self.game)

    @property
    def layout(self) -> np.dtype[np.void]:
        """The type of a position's record."""
        return self.rules.layout

    @property
    def knowledge(self) -> Any:
        """The module with what search knows of the game."""
        return KNOWLEDGE[self.layout]

    @property
    def facts(self) -> int:
        """How many different facts the network may be told."""
        return int(self.knowledge.count_facts(self.players))

    @property
    def stages(self) -> int:
        """How many stages of the game the network tells apart."""
        return int(self.knowledge.STAGES)

    @property
    def shards(self) -> int:
        """How many files the notes of a generation fill."""
        return -(-self.games // self.shard_games)

    def new_game(self, first_player: int) -> States:
        """A new game that waits for its first tile."""
        return self.rules.new(self.players, self.board, first_player)

    @property
    def identity(self) -> dict[str, Any]:
        """What may not change between two runs that share a folder."""
        named = ("game", "board", "players", "seed", "shard_games")
        return {name: value for name, value in asdict(self).items() if name in named}


def _check(option: str, got: int, least: int, most: int) -> None:
    if not least <= got <= most:
        raise BadOption("out-of-range", option=option, expected=Range(least, most), got=got)


def first_network(plan: Plan) -> Network:
    """The network that learning starts from: it knows only that who leads is likely to win."""
    return plain_network(plan.knowledge, plan.players)
