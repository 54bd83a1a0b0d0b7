"""Match: contestants, game and limits; its games are the same in any process or cluster."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from functools import cache, cached_property, partial
from pathlib import Path

from azulejos.arena.contestants import Contestant, check_limits, labels, read_contestant
from azulejos.arena.errors import ArenaError, Seconds
from azulejos.arena.log import MatchLog
from azulejos.arena.players import close_idle_programs, start_program
from azulejos.arena.progress import Progress
from azulejos.arena.result import Result
from azulejos.arena.runner import GameResult, GameSpec, play_game
from azulejos.arena.schedule import Schedule
from azulejos.arena.sprt import Sprt
from azulejos.bots import bot
from azulejos.engine.cache import fingerprint
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Range
from azulejos.game import Game
from azulejos.game.draws import Draws
from azulejos.parallel import Executor, executor
from azulejos.search.nnue.registry import FOLDER
from azulejos.version import __version__

MAX_CONTESTANTS = 100
MAX_GAMES = 10_000_000
MAX_GRACE_PERIOD = 86_400.0
#: Fields that do not affect any game: a match may resume with other values of these.
RESUMABLE_FIELDS = {"games", "sprt", "grace_period"}
#: Field names in files of older versions, and their current names.
RENAMED_FIELDS = {"patience": "grace_period"}

Listener = Callable[[Progress], None]


@dataclass(frozen=True)
class Match:
    """A match to be played; invalid values raise an error.

    `seconds`, `nodes` and `depth` limit all contestants without limits of their own. `sprt` holds
    two Elo hypotheses; the match ends once one is accepted for the first contestant. External
    programs may exceed their time limit by `grace_period` seconds. With `luck_adjusted` the luck of
    every game is measured, and the win rates are also given less luck.
    """

    contestants: tuple[str, ...]
    game: str = "azul"
    board: str = "coloured"
    players: int = 2
    games: int = 100
    seed: int = 0
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    sprt: tuple[float, float] | None = None
    grace_period: float = 60.0
    luck_adjusted: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "contestants", tuple(self.contestants))  # JSON has lists only
        object.__setattr__(self, "sprt", self.sprt and tuple(self.sprt))
        check_games(self.games)
        Game(self.game, board=self.board, players=self.players, deals=())
        Draws(seed=self.seed)
        count = len(self.entrants)
        if not 2 <= count <= MAX_CONTESTANTS:
            entrants = Range(2, MAX_CONTESTANTS)
            raise BadOption("out-of-range", option="contestants", expected=entrants, got=count)
        test = self.test  # raises on impossible hypotheses
        if test is not None and count != 2:
            raise ArenaError("test-of-two", got=self.sprt)
        if not 0 < self.grace_period <= MAX_GRACE_PERIOD:
            expected = Seconds(round(MAX_GRACE_PERIOD))
            raise BadOption(
                "out-of-range", option="grace_period", expected=expected, got=self.grace_period
            )

    # Derived values

    @cached_property
    def entrants(self) -> tuple[Contestant, ...]:
        """The contestants with their limits."""
        limits = check_limits(seconds=self.seconds, nodes=self.nodes, depth=self.depth)
        return tuple(read_contestant(text, limits) for text in self.contestants)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The contestants' display names, all different."""
        return labels(self.entrants)

    @property
    def schedule(self) -> Schedule:
        """The contestants' seats in every game."""
        return Schedule(len(self.contestants), self.players)

    @property
    def planned(self) -> int:
        """The number of games, rounded up so that every deal is played from all seats."""
        return self.schedule.whole_rounds(self.games)

    @property
    def test(self) -> Sprt | None:
        """The test that may end the match early."""
        return None if self.sprt is None else Sprt(*self.sprt)

    def to_data(self) -> dict[str, object]:
        """The match as JSON data; in that of matches without luck, nothing is said of it."""
        data = asdict(self)
        if not self.luck_adjusted:
            del data["luck_adjusted"]
        return data

    @classmethod
    def from_data(cls, data: dict[str, object]) -> Match:
        """The reverse of `to_data`, also for data of older versions."""
        current = {RENAMED_FIELDS.get(name, name): value for name, value in data.items()}
        return cls(**current)  # type: ignore[arg-type]  # checked by __post_init__

    @property
    def plan(self) -> dict[str, object]:
        """Everything that determines the games, as JSON data."""
        fixed = {n: value for n, value in self.to_data().items() if n not in RESUMABLE_FIELDS}
        fixed["version"] = __version__
        if not all(entrant.command for entrant in self.entrants):
            fixed["version of our bots"] = bots_version()
        data: dict[str, object] = json.loads(json.dumps(fixed))
        return data

    @property
    def fingerprint(self) -> str:
        """A short hash of the plan."""
        text = json.dumps(self.plan, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def spec(self) -> GameSpec:
        """What a worker process needs to play any game."""
        return GameSpec(
            self.game,
            self.board,
            self.entrants,
            self.labels,
            self.seed,
            self.grace_period,
            self.luck_adjusted,
        )

    @property
    def command(self) -> str:
        """The command that plays this match."""
        options: dict[str, object] = {
            "game": self.game,
            "board": self.board,
            "players": self.players,
            "games": self.planned,
            "seed": self.seed,
            "seconds": self.seconds,
            "nodes": self.nodes,
            "depth": self.depth,
            "sprt": self.sprt and f"{self.sprt[0]:g},{self.sprt[1]:g}",
        }
        words = ["azulejos", "arena", *self.contestants]
        for name, value in options.items():
            if value is not None:
                words += [f"--{name}", str(value)]
        return shlex.join(words + ["--luck-adjusted"] * self.luck_adjusted)

    @property
    def version(self) -> str:
        """The version of the package, and a hash of the code and networks of our bots."""
        return f"azulejos {__version__}, bots {bots_version()}"

    # Playing

    def play(
        self,
        *,
        processes: int = 1,
        ray: str | None = None,
        log: Path | str | None = None,
        progress: Listener = lambda _: None,
    ) -> Result:
        """Play all games, in `processes` processes or on a Ray cluster.

        Games that are in the `log` are not repeated. `progress` is called after each game. After
        Ctrl-C the result has the games finished so far.
        """
        workers = executor(processes, ray)
        if log is None:
            return self._play(workers, None, progress)
        match_log = MatchLog(Path(log), self.plan, self.fingerprint, self.schedule)
        with match_log.locked():
            return self._play(workers, match_log, progress)

    def _play(self, workers: Executor, log: MatchLog | None, listener: Listener) -> Result:
        progress = self._progress(log.games() if log else ())
        interrupted = False
        try:
            with log or nullcontext():
                self._play_missing(workers, progress, log, listener)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            close_idle_programs()
        return Result(self, *progress.counted(), interrupted)

    def _progress(self, games: Iterable[GameResult]) -> Progress:
        progress = Progress(len(self.contestants), self.players, self.test)
        for game in games:
            if game.number < self.planned:
                progress.add(game)
        return progress

    def _play_missing(
        self, workers: Executor, progress: Progress, log: MatchLog | None, listener: Listener
    ) -> None:
        listener(progress)
        missing = [n for n in range(self.planned) if n not in progress.games]
        if not missing or progress.is_decided:
            return
        self._prepare()
        games = workers.run(partial(play_game, self.spec), map(self.schedule.game, missing))
        with closing(games):
            for game in games:
                if log is not None:
                    log.add(game)
                progress.add(game)
                listener(progress)
                if progress.is_decided:
                    return

    def _prepare(self) -> None:
        """Start programs and let each bot move once, so that no timed move compiles code."""
        position = Game(self.game, board=self.board, players=self.players, seed=0).position
        for contestant in {entrant.name: entrant for entrant in self.entrants}.values():
            if contestant.command:
                start_program(contestant, self.grace_period)
            else:
                bot(contestant.name, seed=0).choose(position, nodes=1, depth=1)

    def result(self, games: Iterable[GameResult], *, interrupted: bool = False) -> Result:
        """The result of some games of this match."""
        return Result(self, *self._progress(games).counted(), interrupted)


def check_games(games: int) -> None:
    """Raise BadOption unless a number of games is in range."""
    if not 1 <= games <= MAX_GAMES:
        expected = Range(1, MAX_GAMES)
        raise BadOption("out-of-range", option="games", expected=expected, got=games)


@cache  # constant for a process, even while its source files are edited
def bots_version(networks: Path = FOLDER) -> str:
    """A hash of the sources and networks of our bots: games of different ones are not mixed."""
    digest = hashlib.sha256(fingerprint().encode())
    for file in sorted(networks.glob("*.npz")):
        digest.update(file.name.encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def read_result(text: str) -> Result:
    """The result that `Result.to_json` wrote; all statistics are recomputed."""
    try:
        data = json.loads(text)
        match = Match.from_data(data["match"])
        games = tuple(map(GameResult.from_data, data["games"]))
        if not all(game.fits(match.schedule) for game in games):
            raise ValueError("games of another match")
        return match.result(games, interrupted=data["interrupted"])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ArenaError("damaged-result", got=text[:40]) from error
