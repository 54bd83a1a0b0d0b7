"""Statistics of reviews: the numbers of docs/analysis.md.

    python -m benchmarks.analysis times       seconds of a review
    python -m benchmarks.analysis games       play and review games of mixed levels
    python -m benchmarks.analysis luck        luck alone, of games between equals
    python -m benchmarks.analysis points      points by source, of games between equals of a level
    python -m benchmarks.analysis blunders    blunders at `standard` and ten times that
    python -m benchmarks.analysis seeds       judgements with another random stream
    python -m benchmarks.analysis report      tables of all that was found

All but `times` and `report` use `--processes` and go on where they stopped: they append a line of
JSON for each game to the files in `--folder`, until there are `--games` of each configuration, by
default those of `GAMES`; all configurations grow evenly. Runs side by side need different
`--configurations`. `blunders` and `seeds` take games that `games` has reviewed. `report --scale`
also writes the scale of levels of the package, `report --points` their points by source, and
`report --docs` the tables of docs/analysis.md.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from time import monotonic, process_time
from typing import Any, TypeAlias

from azulejos import Game, Turn, bot
from azulejos.analysis import EFFORTS, Effort, ResultCache, Review, evaluator, judge, luck, review
from azulejos.analysis.candidates import UNLIKELY_PROOF_NODES, search_move
from azulejos.analysis.evaluator import Evaluator, equal_values, uses_alphabeta
from azulejos.analysis.report import Decision
from azulejos.analysis.scale import POINTS_FILE
from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine import AnyPosition
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.parallel import executor
from benchmarks import analysis_report
from benchmarks.analysis_report import BLUNDER, LOOKED_AT
from benchmarks.matches import version_of

CONFIGURATIONS = [
    f"{game}-{board}-{players}" for game in GAME_NAMES for board in BOARDS for players in (2, 3, 4)
]
#: Configurations that alpha-beta searches: it has no random stream.
WITHOUT_STREAM = ("azul-coloured-2", "azul-grey-2")
FOLDER = Path(__file__).with_name("results") / "analysis"
#: An effort that only compiles.
WARM_UP = Effort(name="warm-up", nodes=1_000, tree_nodes=1_000, samples=4, proof_nodes=1_000)
STANDARD = EFFORTS["standard"]
TENFOLD = Effort(
    name="tenfold",
    nodes=10 * STANDARD.nodes,
    tree_nodes=10 * STANDARD.tree_nodes,
    samples=STANDARD.samples,
    proof_nodes=10 * STANDARD.proof_nodes,
)
#: Nodes of Master in these games; the other levels have their own.
MASTER_NODES = 20_000
#: Level of the games between equals.
EQUALS = "strong"
#: Seed of the first game between equals.
EQUALS_SEED = 1_000_000
#: Games of a configuration by the number of players: 1,000 reviews, 40 of each level.
GAMES = {"games": {2: 100, 3: 84, 4: 66}, "luck": {2: 200, 3: 200, 4: 200}}
GAMES |= {"blunders": GAMES["games"], "seeds": {2: 6, 3: 6, 4: 6}}
#: 24 games of each level.
GAMES |= {"points": {2: 120, 3: 120, 4: 120}}
#: Blunders at `standard` that are wanted in all.
BLUNDERS = 220
#: Decisions of a game that are judged with another random stream.
JUDGED_AGAIN = 12
#: Letters of judgements in lines; decisions that do not count have TRIVIAL.
LETTERS = {"good": "g", "inaccuracy": "i", "mistake": "m", "blunder": "b"}
TRIVIAL = "-"

Line: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    configuration: str
    levels: tuple[str, ...]  # by seat
    seed: int

    def play(self) -> Game:
        """Play it: always the same game."""
        name, board, players = self.configuration.rsplit("-", 2)
        game = Game(name, board=board, players=int(players), seed=self.seed)
        bots = [bot(level, seed=self.seed * 10 + seat) for seat, level in enumerate(self.levels)]
        while not game.is_over:
            assert game.to_play is not None
            game.play(bots[game.to_play].choose(game.position, nodes=MASTER_NODES).move)
        return game


def mixed(configuration: str, seed: int) -> Task:
    """A game of mixed levels: all of them in turn."""
    seats = range(int(configuration[-1]))
    levels = (LEVEL_NAMES[(seed + 2 * seat) % len(LEVEL_NAMES)] for seat in seats)
    return Task(configuration, tuple(levels), seed)


def equal(configuration: str, seed: int) -> Task:
    """A game between equals."""
    return Task(configuration, (EQUALS,) * int(configuration[-1]), EQUALS_SEED + seed)


def equal_in_turn(configuration: str, seed: int) -> Task:
    """A game between equals of one level: all levels in turn."""
    level = LEVEL_NAMES[seed % len(LEVEL_NAMES)]
    return Task(configuration, (level,) * int(configuration[-1]), EQUALS_SEED + seed)


def rounded(numbers: tuple[float, ...]) -> list[float]:
    """Numbers for a line."""
    return [round(number, 4) for number in numbers]


# What is measured of a game


def game_line(task: Task) -> Line:
    """The books of a game at `quick`."""
    start = process_time()
    result = review(task.play(), "quick", cache=ResultCache(None))
    books = result.summaries
    return {
        "seed": task.seed,
        "levels": task.levels,
        "result": rounded(tuple(one.result for one in books)),
        "luck": rounded(tuple(one.luck for one in books)),
        "luck_error": rounded(tuple(one.luck_error for one in books)),
        "residual": rounded(tuple(one.residual for one in books)),
        "decisions": [one.decisions for one in books],
        "lost": rounded(tuple(lost(result, seat) for seat in range(len(books)))),
        "judgements": "".join(letter(decision) for decision in result.decisions),
        "seconds": round(process_time() - start, 1),
    }


def lost(result: Review, seat: int) -> float:
    """What a player lost in decisions that count."""
    return sum(one.loss for one in result.decisions if one.player == seat and not one.trivial)


def letter(decision: Decision) -> str:
    """A judgement in one letter."""
    return TRIVIAL if decision.trivial else LETTERS[decision.judgement]


def luck_line(task: Task) -> Line:
    """The result of a game between equals, and its luck."""
    game = task.play()
    result = tuple((seat in game.winners) / len(game.winners) for seat in range(game.players))
    return {"seed": task.seed, "result": rounded(result), "luck": rounded(luck(game))}


def points_line(task: Task) -> Line:
    """Points by source of a game between equals, and the score: means of its players."""
    game = task.play()
    rows = game.breakdown()
    means = {source: round(fmean(row[source] for row in rows), 4) for source in rows[0]}
    return {
        "seed": task.seed,
        "level": task.levels[0],
        "version": version_of(task.configuration),
        "score": round(fmean(game.scores), 4),
        "points": means,
    }


def blunder_line(task: Task, judgements: str) -> Line:
    """Losses at `standard` and at ten times that, of moves that `quick` does not call good.

    Of inaccuracies, which are rarely blunders at `standard`, some are looked at: see `LOOKED_AT`.
    """
    chosen, found, looked_at = random.Random(task.seed), [], 0
    game = task.play()
    for ply, one in enumerate(judgements):
        if chosen.random() >= LOOKED_AT.get(one, 0):
            continue
        looked_at += 1
        first = judged(game, ply, STANDARD)
        if first.judgement == "blunder" and not first.trivial:
            again = tenfold_loss(game.position_at(ply), first)
            found.append([ply, one, round(first.loss, 4), round(again, 4)])
    return {"seed": task.seed, "looked_at": looked_at, "blunders": found}


def judged(game: Game, ply: int, effort: Effort) -> Decision:
    """One decision of a game, reviewed."""
    turns = [entry for entry in game.history if isinstance(entry, Turn)]
    return judge(game.position_at(ply), turns[ply].move, effort, cache=ResultCache(None))


def tenfold_loss(position: AnyPosition, first: Decision) -> float:
    """The loss at ten times the effort.

    That against the best move of `standard` is enough where it confirms the blunder: another best
    move could only raise it. Elsewhere the best move is searched for again.
    """
    effort = TENFOLD
    nodes = effort.nodes if uses_alphabeta(position) else effort.tree_nodes
    proof_nodes = effort.proof_nodes if position.is_last_round else UNLIKELY_PROOF_NODES
    searcher = Evaluator(position, nodes)
    actions = [position.rules.as_move(move).index for move in (first.best, first.move)]
    best, played = equal_values(
        [search_move(searcher, position.states, action, nodes, proof_nodes) for action in actions]
    )
    loss = best.shares[first.player] - played.shares[first.player]
    if loss >= BLUNDER:
        return loss
    return judge(position, first.move, effort, cache=ResultCache(None)).loss


def seed_line(task: Task, judgements: str) -> Line:
    """Judgements of some decisions with another random stream, beside the first ones."""
    counting = [ply for ply, one in enumerate(judgements) if one != TRIVIAL]
    chosen = random.Random(task.seed)
    plies = sorted(chosen.sample(counting, min(JUDGED_AGAIN, len(counting))))
    game, kept = task.play(), evaluator.STREAM_START
    evaluator.STREAM_START = 99 + task.seed
    try:
        again = [letter(judged(game, ply, EFFORTS["quick"])) for ply in plies]
    finally:
        evaluator.STREAM_START = kept
    first = [judgements[ply] for ply in plies]
    return {"seed": task.seed, "first": "".join(first), "again": "".join(again)}


@dataclass(frozen=True)
class Job:
    """One line to be made; `judgements` are those of the game's review at `quick`."""

    kind: str
    task: Task
    judgements: str = ""


def work(job: Job) -> tuple[Job, Line]:
    """Make a line; in any process."""
    match job.kind:
        case "games":
            return job, game_line(job.task)
        case "luck":
            return job, luck_line(job.task)
        case "points":
            return job, points_line(job.task)
        case "blunders":
            return job, blunder_line(job.task, job.judgements)
        case _:
            return job, seed_line(job.task, job.judgements)


# Files


def lines_of(folder: Path, kind: str, configuration: str) -> list[Line]:
    """What was found before."""
    path = folder / f"{kind}-{configuration}.jsonl"
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def missing(arguments: argparse.Namespace, kind: str) -> list[tuple[str, int]]:
    """The configuration and number of every game without a line, so that all grow evenly."""
    found = []
    for configuration in arguments.configurations:
        wanted = arguments.games or GAMES[kind][int(configuration[-1])]
        offset = EQUALS_SEED if kind in ("luck", "points") else 0
        done = {line["seed"] for line in lines_of(arguments.folder, kind, configuration)}
        numbers = [number for number in range(wanted) if number + offset not in done]
        found += [(number / wanted, configuration, number) for number in numbers]
    return [(configuration, number) for _, configuration, number in sorted(found)]


def add(arguments: argparse.Namespace, job: Job, line: Line) -> None:
    """Append a line."""
    path = arguments.folder / f"{job.kind}-{job.task.configuration}.jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, separators=(",", ":")) + "\n")


def make(
    arguments: argparse.Namespace, jobs: Iterator[Job], progress: Callable[[Line], str]
) -> None:
    """Make lines in some processes, and say how far that is."""
    start = monotonic()
    for job, line in executor(arguments.processes).run(work, jobs):
        add(arguments, job, line)
        seconds = round(monotonic() - start)
        print(f"{progress(line)}  {seconds} s  {job.task.configuration}", flush=True)


def counted(total: int) -> Callable[[Line], str]:
    """Progress by the number of lines."""
    done = iter(range(1, total + 1))
    return lambda _: f"{next(done)}/{total}"


# Commands


def times(arguments: argparse.Namespace) -> None:
    """Seconds of one core for a review."""
    for configuration in arguments.configurations:
        game = mixed(configuration, 3).play()
        review(game.at(2), WARM_UP, cache=ResultCache(None))
        start = process_time()
        result = review(game, arguments.effort, cache=ResultCache(None))
        seconds = round(process_time() - start, 1)
        steps = {"decisions": len(result.decisions), "chances": len(result.chances)}
        print(json.dumps({"configuration": configuration, "seconds": seconds, **steps}), flush=True)


def games(arguments: argparse.Namespace) -> None:
    """Games of mixed levels, reviewed."""
    left = missing(arguments, "games")
    make(arguments, (Job("games", mixed(*one)) for one in left), counted(len(left)))


def luck_of_equals(arguments: argparse.Namespace) -> None:
    """Games between equals, with their luck."""
    left = missing(arguments, "luck")
    make(arguments, (Job("luck", equal(*one)) for one in left), counted(len(left)))


def points_of_equals(arguments: argparse.Namespace) -> None:
    """Games between equals of each level, with where their points came from."""
    left = missing(arguments, "points")
    make(arguments, (Job("points", equal_in_turn(*one)) for one in left), counted(len(left)))


def reviewed_games(arguments: argparse.Namespace, kind: str) -> list[Job]:
    """Work on games that `games` has reviewed."""
    known = {
        (one, line["seed"]): str(line["judgements"])
        for one in arguments.configurations
        for line in lines_of(arguments.folder, "games", one)
    }
    left = [one for one in missing(arguments, kind) if one in known]
    return [Job(kind, mixed(*one), known[one]) for one in left]


def blunders(arguments: argparse.Namespace) -> None:
    """The blunders of games that were reviewed, until there are enough."""
    lines = [lines_of(arguments.folder, "blunders", one) for one in arguments.configurations]
    found = sum(len(line["blunders"]) for some in lines for line in some)

    def jobs() -> Iterator[Job]:
        for job in reviewed_games(arguments, "blunders"):
            if found >= arguments.blunders:
                return
            yield job

    def progress(line: Line) -> str:
        nonlocal found
        found += len(line["blunders"])
        return f"{found}/{arguments.blunders} blunders"

    make(arguments, jobs(), progress)


def seeds(arguments: argparse.Namespace) -> None:
    """Decisions of games that were reviewed."""
    jobs = [
        job
        for job in reviewed_games(arguments, "seeds")
        if job.task.configuration not in WITHOUT_STREAM
    ]
    make(arguments, iter(jobs), counted(len(jobs)))


def report(arguments: argparse.Namespace) -> None:
    """All tables."""
    folder, configurations = arguments.folder, arguments.configurations
    analysis_report.report(folder, configurations, scale=arguments.scale, docs=arguments.docs)
    if arguments.points:
        made = analysis_report.points_file(
            analysis_report.reader(folder),
            configurations,
            command="python -m benchmarks.analysis points",
            first_seed=EQUALS_SEED,
            master_nodes=MASTER_NODES,
        )
        analysis_report.write(POINTS_FILE, made)


COMMANDS: dict[str, Callable[[argparse.Namespace], None]] = {
    "times": times,
    "games": games,
    "luck": luck_of_equals,
    "points": points_of_equals,
    "blunders": blunders,
    "seeds": seeds,
    "report": report,
}


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--configurations", nargs="+", default=CONFIGURATIONS)
    parser.add_argument("--games", type=int, default=0, help="games of each configuration")
    parser.add_argument("--blunders", type=int, default=BLUNDERS, help="wanted in all")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--effort", choices=EFFORTS, default="quick")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--points", action="store_true")
    parser.add_argument("--docs", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    COMMANDS[arguments.command](arguments)


if __name__ == "__main__":
    main()
