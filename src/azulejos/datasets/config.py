"""What a dataset consists of: the game, the number of games, the effort."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from math import isfinite

from azulejos.arena.match import bots_version, check_games
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Choice, Range
from azulejos.game import Game
from azulejos.game.draws import Draws
from azulejos.version import __version__

JSON_LINES, PARQUET = FORMATS = ("jsonl", "parquet")
MAX_NODES = 10_000_000
#: Settings that change no file: a dataset may be continued with other values of these.
RESUMABLE_FIELDS = {"games"}


@dataclass(frozen=True)
class DatasetConfig:
    """A dataset; invalid values raise BadOption."""

    game: str = "azul"
    board: str = "coloured"
    players: int = 2
    games: int = 1000
    nodes: int = 1000  # of search for each move
    explore: float = 0.05  # the part of moves that are random instead of the best
    seed: int = 1
    format: str = JSON_LINES
    games_in_file: int = 50

    def __post_init__(self) -> None:
        check_games(self.games)
        Game(self.game, board=self.board, players=self.players, deals=())
        Draws(seed=self.seed)
        for option in ("nodes", "games_in_file"):
            number = getattr(self, option)
            if not 1 <= number <= MAX_NODES:
                expected = Range(1, MAX_NODES)
                raise BadOption("out-of-range", option=option, expected=expected, got=number)
        if not (isfinite(self.explore) and 0 <= self.explore <= 1):
            raise BadOption(
                "out-of-range", option="explore", expected=Range(0, 1), got=self.explore
            )
        if self.format not in FORMATS:
            raise BadOption(
                "unknown-value", option="format", expected=Choice(FORMATS), got=self.format
            )

    @property
    def identity(self) -> dict[str, object]:
        """Everything that determines the rows, as JSON data."""
        fixed = {name: own for name, own in asdict(self).items() if name not in RESUMABLE_FIELDS}
        fixed |= {"version": __version__, "version of our bots": bots_version()}
        data: dict[str, object] = json.loads(json.dumps(fixed))
        return data

    @property
    def files(self) -> int:
        """The number of files."""
        return -(-self.games // self.games_in_file)

    def games_of(self, file: int) -> range:
        """The numbers of the games in a file; the last file may be continued later."""
        first = file * self.games_in_file
        return range(first, min(first + self.games_in_file, self.games))

    @property
    def command(self) -> str:
        """The command that makes this dataset."""
        names = (name for name in asdict(self) if name != "game")
        options = (f"--{name.replace('_', '-')} {getattr(self, name)}" for name in names)
        return " ".join(["azulejos dataset", self.game, *options])
