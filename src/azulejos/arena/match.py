"""A match: who plays what, and how often. Its games are the same wherever they are played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from azulejos.arena.contestants import Contestant, checked_limits, labels, read_contestant
from azulejos.arena.errors import ArenaError, Seconds
from azulejos.arena.log import Log
from azulejos.arena.players import dismiss_programs, greet
from azulejos.arena.progress import Standing
from azulejos.arena.result import Result
from azulejos.arena.runner import Played, Rules, play
from azulejos.arena.schedule import Schedule
from azulejos.arena.sprt import Sprt
from azulejos.arena.versions import version_of_bots
from azulejos.bots import bot
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Range
from azulejos.game import Game
from azulejos.game.draws import Draws
from azulejos.parallel import Executor, executor
from azulejos.simulation import check_numbers
from azulejos.version import __version__

MOST_CONTESTANTS = 100
LONGEST_PATIENCE = 86_400.0
#: What does not change any game: a match may go on with other values of these.
FREE = {"games", "sprt", "patience"}

Listener = Callable[[Standing], None]


@dataclass(frozen=True)
class Match:
    """What is to be played. What cannot be is refused with one of our errors.

    `seconds`, `nodes` and `depth` limit all contestants who bring no limits of their own. With
    `sprt`, two strengths in Elo, the match ends once it is clear which of them the first
    contestant has. Programs may take `patience` seconds more than they are given to think.
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
    patience: float = 60.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "contestants", tuple(self.contestants))  # JSON knows only lists
        object.__setattr__(self, "sprt", self.sprt and tuple(self.sprt))
        check_numbers(self.games, processes=1)
        Game(self.game, board=self.board, players=self.players, deals=())
        Draws(seed=self.seed)
        count = len(self.entrants)
        if not 2 <= count <= MOST_CONTESTANTS:
            entrants = Range(2, MOST_CONTESTANTS)
            raise BadOption("out-of-range", option="contestants", expected=entrants, got=count)
        test = self.test  # which refuses impossible hypotheses
        if test is not None and count != 2:
            raise ArenaError("test-of-two", got=self.sprt)
        if not 0 < self.patience <= LONGEST_PATIENCE:
            expected = Seconds(round(LONGEST_PATIENCE))
            raise BadOption("out-of-range", option="patience", expected=expected, got=self.patience)

    # What follows from it

    @cached_property
    def entrants(self) -> tuple[Contestant, ...]:
        """The contestants with their limits."""
        common = checked_limits(seconds=self.seconds, nodes=self.nodes, depth=self.depth)
        return tuple(read_contestant(text, common) for text in self.contestants)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the contestants are called, everybody otherwise."""
        return labels(self.entrants)

    @property
    def schedule(self) -> Schedule:
        """Who sits where in which game."""
        return Schedule(len(self.contestants), self.players)

    @property
    def planned(self) -> int:
        """How many games will be played: so many that every deal is played from all sides."""
        return self.schedule.whole(self.games)

    @property
    def test(self) -> Sprt | None:
        """The test that may end it early."""
        return None if self.sprt is None else Sprt(*self.sprt)

    def to_data(self) -> dict[str, Any]:
        """As plain data: `Match(**data)` is the same match."""
        return asdict(self)

    @property
    def plan(self) -> dict[str, Any]:
        """Everything that decides what each game is, as JSON knows it."""
        fixed = {name: value for name, value in self.to_data().items() if name not in FREE}
        fixed["version"] = __version__
        if not all(entrant.command for entrant in self.entrants):
            fixed["version of our bots"] = version_of_bots()
        return json.loads(json.dumps(fixed))  # type: ignore[no-any-return]

    @property
    def fingerprint(self) -> str:
        """A short name of the plan."""
        text = json.dumps(self.plan, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # Playing

    def play(
        self,
        *,
        processes: int = 1,
        ray: str | None = None,
        log: Path | str | None = None,
        progress: Listener = lambda _: None,
    ) -> Result:
        """Play all games, in processes or on a Ray cluster.

        With a `log`, games that are in it are not played again. `progress` hears how the match
        stands after each game. After Ctrl-C the result has the games that were finished.
        """
        check_numbers(self.games, processes)
        runner = executor(processes, ray)
        diary = None if log is None else Log(Path(log), self.plan, self.fingerprint)
        with diary.held() if diary else nullcontext():
            standing = self._standing(diary.games() if diary else ())
            interrupted = self._play_unless_interrupted(runner, standing, diary, progress)
        return Result(self, *standing.counted(), interrupted)

    def _play_unless_interrupted(
        self, runner: Executor, standing: Standing, diary: Log | None, progress: Listener
    ) -> bool:
        """Play what is missing; whether Ctrl-C came before it was done."""
        try:
            with diary or nullcontext():
                self._play_on(runner, standing, diary.add if diary else lambda _: None, progress)
        except KeyboardInterrupt:
            return True
        finally:
            dismiss_programs()
        return False

    def _standing(self, games: Iterable[Played]) -> Standing:
        standing = Standing(len(self.contestants), self.players, self.test)
        for game in games:
            if game.number < self.planned:
                standing.add(game)
        return standing

    def _play_on(
        self,
        runner: Executor,
        standing: Standing,
        keep: Callable[[Played], None],
        progress: Listener,
    ) -> None:
        """Play what is missing."""
        progress(standing)
        missing = [n for n in range(self.planned) if n not in standing.games]
        if not missing or standing.is_decided:
            return
        self._prepare()
        rules = Rules(self.game, self.board, self.entrants, self.labels, self.seed, self.patience)
        with closing(runner.run(partial(play, rules), map(self.schedule.sitting, missing))) as run:
            for game in run:
                keep(game)
                standing.add(game)
                progress(standing)
                if standing.is_decided:
                    return

    def _prepare(self) -> None:
        """Greet programs; let bots choose once, so that no process compiles while it is timed."""
        position = Game(self.game, board=self.board, players=self.players, seed=0).position
        for contestant in {entrant.name: entrant for entrant in self.entrants}.values():
            if contestant.command:
                greet(contestant, self.patience)
            else:
                bot(contestant.name, seed=0).choose(position, nodes=1, depth=1)

    def result(self, games: Iterable[Played], *, interrupted: bool = False) -> Result:
        """The result that games of this match make."""
        return Result(self, *self._standing(games).counted(), interrupted)
