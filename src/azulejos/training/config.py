"""Training configuration: the game, and the effort."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from azulejos.engine import find_game
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Range
from azulejos.engine.state import States
from azulejos.search.games import SEARCH_GAMES
from azulejos.search.nnue.baseline import baseline_network
from azulejos.search.nnue.features.schema import FeatureSchema
from azulejos.search.nnue.network import Network
from azulejos.training.errors import TrainingError

MAX_GAMES = 10_000_000
MAX_NODES = 1_000_000
MAX_GENERATIONS = 999
MAX_SEED = (1 << 32) - 1


@dataclass(frozen=True)
class TrainingConfig:
    """A configuration of a game, and how its network is trained."""

    game: str = "azul"
    board: str = "coloured"
    players: int = 2
    games: int = 8000  # of self-play in each generation
    nodes: int = 400  # for each move of self-play
    generations: int = 8
    window: int = 3  # generations whose games are trained on
    match_games: int = 120  # against the champion, rounded up to whole deals
    match_nodes: int | None = None  # for each move of a match; else as in self-play
    seed: int = 1
    shard_games: int = 100  # in one file: the most that a crash costs a process

    def check(self) -> None:
        """Raise an error if this cannot be trained."""
        self.new_game(0)
        for option, most in (
            ("games", MAX_GAMES),
            ("nodes", MAX_NODES),
            ("generations", MAX_GENERATIONS),
            ("window", MAX_GENERATIONS),
            ("match_games", MAX_GAMES),
            ("shard_games", MAX_GAMES),
        ):
            _check(option, getattr(self, option), 1, most)
        if self.match_nodes is not None:
            _check("match_nodes", self.match_nodes, 1, MAX_NODES)
        _check("seed", self.seed, 0, MAX_SEED)
        if self.layout not in SEARCH_GAMES:
            raise TrainingError("game-without-search", got=self.game)

    @property
    def layout(self) -> np.dtype[np.void]:
        """The type of the game's record."""
        return find_game(self.game).layout

    @property
    def schema(self) -> FeatureSchema:
        """The feature schema of the game."""
        return SEARCH_GAMES[self.layout].schema

    @property
    def features(self) -> int:
        """The number of input features."""
        return self.schema.count(self.players)

    @property
    def buckets(self) -> int:
        """The number of buckets of the network."""
        return self.schema.buckets

    @property
    def shards(self) -> int:
        """The number of shards of a generation."""
        return -(-self.games // self.shard_games)

    def new_game(self, first_player: int) -> States:
        """A new game before its first deal."""
        return find_game(self.game).new(self.players, self.board, first_player)

    @property
    def identity(self) -> dict[str, object]:
        """What must stay the same between runs in one folder."""
        named = ("game", "board", "players", "seed", "shard_games")
        return {name: value for name, value in asdict(self).items() if name in named}


def _check(option: str, got: int, least: int, most: int) -> None:
    if not least <= got <= most:
        raise BadOption("out-of-range", option=option, expected=Range(least, most), got=got)


def first_network(config: TrainingConfig) -> Network:
    """The network that training starts from."""
    return baseline_network(config.schema, config.players)
