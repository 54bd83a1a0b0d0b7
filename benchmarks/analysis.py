"""Statistics of reviews: the numbers of docs/analysis.md.

    python -m benchmarks.analysis times                  seconds of a review
    python -m benchmarks.analysis books --games 1000     luck, residuals, luck-adjusted results
    python -m benchmarks.analysis levels --games 40      error rates of the five levels
    python -m benchmarks.analysis blunders --games 100   blunders at ten times the effort
    python -m benchmarks.analysis seeds --games 50       judgements with another seed

All take `--configurations azul-coloured-2 ...` and `--processes`, all but `blunders` an `--effort`.
Results of single games are kept in `--folder`: what was computed is not computed again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from time import process_time

from azulejos import Game, bot
from azulejos.analysis import EFFORTS, Effort, PlayerSummary, ResultCache, Review, evaluator, review
from azulejos.analysis.judgement import judgement_of
from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.parallel import executor

CONFIGURATIONS = [
    f"{game}-{board}-{players}" for game in GAME_NAMES for board in BOARDS for players in (2, 3, 4)
]
#: An effort that only compiles.
WARM_UP = Effort(name="warm-up", nodes=1_000, tree_nodes=1_000, samples=4, proof_nodes=1_000)
#: Nodes of Master in these games; the other levels have their own.
MASTER_NODES = 20_000


@dataclass(frozen=True)
class Task:
    """One game to be played and reviewed."""

    configuration: str
    levels: tuple[str, ...]  # by seat
    seed: int
    effort: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.configuration}-{'-'.join(self.levels)}-{self.seed}-{self.effort}"


def play(task: Task) -> Game:
    """A game between levels."""
    game_name, board, players = task.configuration.rsplit("-", 2)
    game = Game(game_name, board=board, players=int(players), seed=task.seed)
    bots = [bot(level, seed=task.seed * 10 + seat) for seat, level in enumerate(task.levels)]
    while not game.is_over:
        assert game.to_play is not None
        game.play(bots[game.to_play].choose(game.position, nodes=MASTER_NODES).move)
    return game


def reviewed(task: Task, folder: Path) -> Review:
    """The review of a task's game; from the folder if it is there."""
    path = folder / f"{task.name}.json"
    if not path.exists():
        result = review(play(task), task.effort, cache=ResultCache(None))
        path.write_text(result.to_json(), encoding="utf-8")
    return Review.from_json(path.read_bytes())


def mixed_levels(configuration: str, seed: int) -> tuple[str, ...]:
    """Levels of the seats: all of them in turn."""
    players = int(configuration[-1])
    return tuple(LEVEL_NAMES[(seed + 2 * seat) % len(LEVEL_NAMES)] for seat in range(players))


def run(tasks: Iterable[Task], arguments: argparse.Namespace) -> list[Review]:
    """The reviews of all tasks, in processes; the files are read in their order."""
    tasks = list(tasks)
    work = partial(_make, folder=arguments.folder)
    for _ in executor(arguments.processes).run(work, tasks):
        pass
    return [reviewed(task, arguments.folder) for task in tasks]


def _make(task: Task, folder: Path) -> str:
    reviewed(task, folder)
    return task.name


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    return fmean(numbers), sqrt(variance(numbers) / len(numbers)) if len(numbers) > 1 else 0.0


def show(**numbers: object) -> None:
    """One line of JSON."""
    print(json.dumps(numbers), flush=True)


# Commands


def times(arguments: argparse.Namespace) -> None:
    """Seconds of one core for a review."""
    for configuration in arguments.configurations:
        task = Task(configuration, mixed_levels(configuration, 3), 1, arguments.effort)
        game = play(task)
        review(game.at(2), WARM_UP, cache=ResultCache(None))
        start = process_time()
        result = review(game, arguments.effort, cache=ResultCache(None))
        seconds = round(process_time() - start, 1)
        steps = {"decisions": len(result.decisions), "chances": len(result.chances)}
        show(configuration=configuration, effort=arguments.effort, seconds=seconds, **steps)


def books(arguments: argparse.Namespace) -> None:
    """Mean luck by seat, mean |residual|, and the variance of raw and luck-adjusted results."""
    for configuration in arguments.configurations:
        tasks = [
            Task(configuration, mixed_levels(configuration, seed), seed, arguments.effort)
            for seed in range(arguments.games)
        ]
        reviews = run(tasks, arguments)
        for seat in range(int(configuration[-1])):
            summaries = [one.summaries[seat] for one in reviews]
            luck, error = mean_and_error([books.luck for books in summaries])
            show(
                configuration=configuration,
                seat=seat,
                games=len(reviews),
                luck=round(luck, 5),
                error=round(error, 5),
                within_two_errors=abs(luck) <= 2 * error,
                residual=round(fmean(abs(books.residual) for books in summaries), 4),
                result=round(fmean(books.result for books in summaries), 4),
                adjusted=round(fmean(books.luck_adjusted for books in summaries), 4),
                variance_ratio=round(variance_ratio(summaries), 3),
            )


def variance_ratio(summaries: Sequence[PlayerSummary]) -> float:
    """The variance of raw results in units of that of luck-adjusted ones."""
    adjusted = variance([books.luck_adjusted for books in summaries])
    return variance([books.result for books in summaries]) / adjusted if adjusted else 0.0


def levels(arguments: argparse.Namespace) -> None:
    """Error rates of the levels, in percentage points."""
    for configuration in arguments.configurations:
        for level in LEVEL_NAMES:
            seats = (level,) * int(configuration[-1])
            tasks = [
                Task(configuration, seats, seed, arguments.effort)
                for seed in range(arguments.games)
            ]
            rates = [
                100 * books.error_rate
                for one in run(tasks, arguments)
                for books in one.summaries
                if books.error_rate is not None
            ]
            rate, error = mean_and_error(rates)
            numbers = {"error_rate": round(rate, 3), "error": round(error, 3)}
            show(configuration=configuration, level=level, games=arguments.games, **numbers)


def blunders(arguments: argparse.Namespace) -> None:
    """The share of blunders at `standard` that are still losses of 10 points at ten times that."""
    small = EFFORTS["standard"]
    large = Effort(
        name="tenfold",
        nodes=10 * small.nodes,
        tree_nodes=10 * small.tree_nodes,
        samples=small.samples,
        proof_nodes=10 * small.proof_nodes,
    )
    for configuration in arguments.configurations:
        found = confirmed = same = 0
        for seed in range(arguments.games):
            levels = mixed_levels(configuration, seed)
            task = Task(configuration, levels, seed, small.name)
            game = play(task)
            for decision in reviewed(task, arguments.folder).decisions:
                if decision.judgement != "blunder":
                    continue
                start = Game(position=game.position_at(decision.ply), deals=[])
                start.play(decision.move)
                again = review(start, large, cache=ResultCache(None)).decisions[0]
                found += 1
                same += again.judgement == "blunder"
                confirmed += judgement_of(again.loss) in ("mistake", "blunder")
        show(configuration=configuration, blunders=found, mistake_or_worse=confirmed, blunder=same)


def seeds(arguments: argparse.Namespace) -> None:
    """The share of judgements that stay the same with another random stream of the search.

    Alpha-beta has none: its judgements are always the same.
    """
    for configuration in arguments.configurations:
        same = all_of_them = 0
        for seed in range(arguments.games):
            task = Task(configuration, mixed_levels(configuration, seed), seed, arguments.effort)
            first = reviewed(task, arguments.folder).decisions
            kept, evaluator.STREAM_START = evaluator.STREAM_START, 99 + seed
            second = review(play(task), task.effort, cache=ResultCache(None)).decisions
            evaluator.STREAM_START = kept
            all_of_them += len(first)
            pairs = zip(first, second, strict=True)
            same += sum(one.judgement == other.judgement for one, other in pairs)
        share = round(same / all_of_them, 4)
        show(configuration=configuration, decisions=all_of_them, same_judgement=share)


COMMANDS: dict[str, Callable[[argparse.Namespace], None]] = {
    "times": times,
    "books": books,
    "levels": levels,
    "blunders": blunders,
    "seeds": seeds,
}


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--configurations", nargs="+", default=CONFIGURATIONS)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--effort", choices=EFFORTS, default="quick")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("runs/analysis"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    COMMANDS[arguments.command](arguments)


if __name__ == "__main__":
    main()
