"""A run that makes puzzles: games of all boards and numbers of players until there are enough.

Game `n` of a configuration depends on the seed and `n` alone. The puzzles of a configuration are
those of its first games, as many as are needed: the same for any number of processes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from azulejos.analysis.result_cache import analysis_version
from azulejos.engine.cache import PACKAGE
from azulejos.engine.errors import BadOption
from azulejos.engine.games import find_game
from azulejos.engine.parameters import Range
from azulejos.engine.state import BOARDS
from azulejos.parallel import executor
from azulejos.puzzles.definition import EFFORTS
from azulejos.puzzles.generator import Task, Yield, examiner_of, search_game
from azulejos.puzzles.log import RunLog
from azulejos.puzzles.model import Puzzle
from azulejos.puzzles.ratings import rated
from azulejos.puzzles.text import write_puzzles

MAX_COUNT = 100_000
PLAYERS = (2, 3, 4)

#: Code that puzzles depend on, besides that of rules, search and networks.
RECIPE_FOLDERS = ("game", "analysis", "puzzles")

#: Called with the puzzles found and all that are wanted.
Report = Callable[[int, int], None]


def recipe_version() -> str:
    """A name for all code and networks that the puzzles of a run depend on."""
    digest = hashlib.blake2b(analysis_version().encode(), digest_size=8)
    for folder in RECIPE_FOLDERS:
        for source in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


class Plan(msgspec.Struct, frozen=True):
    """What to make: puzzles of one game, for each board, by the number of players."""

    game: str
    seed: int
    counts: tuple[int, int, int]  # with two, three and four players

    def check(self) -> None:
        """Raise an error if it cannot be made."""
        find_game(self.game)
        if self.seed < 0:
            raise BadOption("out-of-range", option="seed", expected=Range(0, 2**63), got=self.seed)
        for count in self.counts:
            if not 0 <= count <= MAX_COUNT:
                expected = Range(0, MAX_COUNT)
                raise BadOption("out-of-range", option="count", expected=expected, got=count)

    @property
    def wanted(self) -> dict[tuple[str, int], int]:
        """Puzzles by board and number of players."""
        return {
            (board, players): count
            for players, count in zip(PLAYERS, self.counts, strict=True)
            for board in BOARDS
        }


class Found:
    """The games of a run so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games: dict[tuple[str, int], dict[int, Yield]] = {key: {} for key in plan.wanted}
        self.started = dict.fromkeys(plan.wanted, 0)

    def add(self, game: Yield) -> None:
        """Add a finished game."""
        key = (game.task.board, game.task.players)
        if key in self.games:
            self.games[key][game.task.number] = game

    def puzzles(self, key: tuple[str, int]) -> list[Puzzle]:
        """The puzzles of a configuration: those of its first games, without duplicates."""
        found: dict[str, Puzzle] = {}
        games = self.games[key]
        for number in range(len(games)):
            if number not in games or len(found) >= self.plan.wanted[key]:
                break
            for puzzle in games[number].puzzles:
                found.setdefault(puzzle.id, puzzle)
        return list(found.values())[: self.plan.wanted[key]]

    def tasks(self) -> Iterator[Task]:
        """Games to play, of the configuration that is furthest from its number of puzzles."""
        while missing := [key for key in self.plan.wanted if not self.is_done(key)]:
            board, players = min(missing, key=self.expected_share)
            number = self.started[board, players]
            self.started[board, players] += 1
            if number not in self.games[board, players]:
                yield Task(self.plan.game, board, players, self.plan.seed, number)

    def is_done(self, key: tuple[str, int]) -> bool:
        """Whether the games that are finished have enough puzzles, and none is left out."""
        games = self.games[key]
        names = {puzzle.id for game in games.values() for puzzle in game.puzzles}
        is_enough = len(names) >= self.plan.wanted[key]
        return is_enough and self.started[key] > max(games, default=-1)

    def expected_share(self, key: tuple[str, int]) -> float:
        """The share of the wanted puzzles to expect of all games that were started."""
        games = self.games[key]
        found = sum(len(game.puzzles) for game in games.values())
        each = (found + 1) / (len(games) + 1)
        return each * self.started[key] / self.plan.wanted[key]

    @property
    def seconds(self) -> float:
        """CPU seconds of all games."""
        return sum(game.seconds for games in self.games.values() for game in games.values())

    @property
    def count(self) -> int:
        """Puzzles found."""
        return sum(len(self.puzzles(key)) for key in self.plan.wanted)


def make_puzzles(
    plan: Plan,
    log: Path,
    *,
    processes: int = 1,
    ray: str | None = None,
    report: Report = lambda _found, _wanted: None,
) -> Found:
    """Find the puzzles of a plan; games that are in the log are not repeated."""
    plan.check()
    workers, found = executor(processes, ray), Found(plan)
    run_log = RunLog(log, {"game": plan.game, "seed": plan.seed, "version": recipe_version()})
    for game in run_log.games():
        found.add(game)
    wanted = sum(plan.wanted.values())
    report(found.count, wanted)
    examiner_of(plan.game, BOARDS[0], PLAYERS[0])  # compiled once, not in every process
    with run_log, closing(workers.run(search_game, found.tasks())) as games:
        for game in games:
            run_log.add(game)
            found.add(game)
            report(found.count, wanted)
    return found


def write_file(found: Found, path: Path) -> None:
    """Write the puzzles of a run with their first ratings, and how they were made."""
    plan = found.plan
    puzzles = rated([puzzle for key in plan.wanted for puzzle in found.puzzles(key)])
    counts = ",".join(map(str, plan.counts))
    games = sum(map(len, found.games.values()))
    facts = {
        "command": f"azulejos puzzles make {path.name} --game {plan.game} --count {counts} "
        f"--seed {plan.seed}",
        "cost": f"{games} games, {found.seconds:.0f} CPU seconds",
        "efforts": " and ".join(f"{nodes}" for nodes in EFFORTS) + " nodes a search",
        "fields": "id, rating, own, themes, solution, shares, gaps, misses, solves, position",
    }
    path.write_text(write_puzzles(puzzles, facts), encoding="utf-8")
