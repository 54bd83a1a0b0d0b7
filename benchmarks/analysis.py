"""Statistics of reviews: the numbers of docs/analysis.md.

    python -m benchmarks.analysis times       seconds of a review
    python -m benchmarks.analysis games       play and review games of mixed levels
    python -m benchmarks.analysis luck        luck alone, of games between equals
    python -m benchmarks.analysis blunders    blunders at `standard` and ten times that
    python -m benchmarks.analysis seeds       judgements with another random stream
    python -m benchmarks.analysis report      tables of all that was found

All but `times` and `report` go on where they stopped: they append a line of JSON for each game to
the files in `--folder`, until there are `--games` of each configuration; all configurations grow
evenly. `report --scale` also writes the scale of levels of the package.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TypeAlias

from azulejos import Game, Turn, bot
from azulejos.analysis import EFFORTS, Effort, ResultCache, Review, evaluator, luck, review
from azulejos.analysis.report import Decision
from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine.names import BOARDS, GAME_NAMES
from benchmarks import analysis_report

CONFIGURATIONS = [
    f"{game}-{board}-{players}" for game in GAME_NAMES for board in BOARDS for players in (2, 3, 4)
]
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
#: Decisions of a game that are judged with another random stream.
JUDGED_AGAIN = 12
#: Letters of judgements in lines; decisions that do not count have TRIVIAL.
LETTERS = {"good": "g", "inaccuracy": "i", "mistake": "m", "blunder": "b"}
TRIVIAL = "-"

Line: TypeAlias = dict[str, object]


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
    return Task(configuration, (EQUALS,) * int(configuration[-1]), 1_000_000 + seed)


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


def blunder_line(task: Task, plies: list[int]) -> Line:
    """Losses at `standard` and at ten times that, of decisions that `quick` calls blunders.

    Only those that are blunders at `standard`, too, are searched again.
    """
    game, found = task.play(), []
    for ply in plies:
        first = judged(game, ply, STANDARD)
        if first.judgement == "blunder":
            again = judged(game, ply, TENFOLD)
            found.append([ply, round(first.loss, 4), round(again.loss, 4)])
    return {"seed": task.seed, "quick": len(plies), "blunders": found}


def judged(game: Game, ply: int, effort: Effort) -> Decision:
    """One decision of a game, reviewed."""
    start = Game(position=game.position_at(ply), deals=[])
    turns = [entry for entry in game.history if isinstance(entry, Turn)]
    start.play(str(turns[ply].move))
    return review(start, effort, cache=ResultCache(None)).decisions[0]


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


# Files


def lines_of(folder: Path, kind: str, configuration: str) -> list[Line]:
    """What was found before."""
    path = folder / f"{kind}-{configuration}.jsonl"
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def grow(
    arguments: argparse.Namespace, kind: str, configurations: list[str]
) -> Iterator[tuple[str, int]]:
    """The configuration and seed of each game that is still missing, the shortest file first."""
    while True:
        counts = {one: len(lines_of(arguments.folder, kind, one)) for one in configurations}
        configuration = min(counts, key=lambda one: counts[one])
        if counts[configuration] >= arguments.games:
            return
        yield configuration, counts[configuration]


def add(arguments: argparse.Namespace, kind: str, configuration: str, line: Line) -> None:
    """Append a line."""
    path = arguments.folder / f"{kind}-{configuration}.jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, separators=(",", ":")) + "\n")


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
    for configuration, seed in grow(arguments, "games", arguments.configurations):
        add(arguments, "games", configuration, game_line(mixed(configuration, seed)))


def luck_of_equals(arguments: argparse.Namespace) -> None:
    """Games between equals, with their luck."""
    for configuration, seed in grow(arguments, "luck", arguments.configurations):
        add(arguments, "luck", configuration, luck_line(equal(configuration, seed)))


def blunders(arguments: argparse.Namespace) -> None:
    """The blunders of games that were reviewed."""
    for configuration, index in grow(arguments, "blunders", arguments.configurations):
        known = lines_of(arguments.folder, "games", configuration)
        if index >= len(known):
            return
        plies = [ply for ply, one in enumerate(str(known[index]["judgements"])) if one == "b"]
        line = blunder_line(mixed(configuration, index), plies)
        add(arguments, "blunders", configuration, line)


def seeds(arguments: argparse.Namespace) -> None:
    """Decisions of games that were reviewed; alpha-beta has no random stream."""
    random_ones = [one for one in arguments.configurations if one[:4] != "azul" or one[-1] != "2"]
    for configuration, index in grow(arguments, "seeds", random_ones):
        known = lines_of(arguments.folder, "games", configuration)
        if index >= len(known):
            return
        line = seed_line(mixed(configuration, index), str(known[index]["judgements"]))
        add(arguments, "seeds", configuration, line)


def report(arguments: argparse.Namespace) -> None:
    """All tables."""
    analysis_report.report(arguments.folder, arguments.configurations, scale=arguments.scale)


COMMANDS: dict[str, Callable[[argparse.Namespace], None]] = {
    "times": times,
    "games": games,
    "luck": luck_of_equals,
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
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--effort", choices=EFFORTS, default="quick")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--scale", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    COMMANDS[arguments.command](arguments)


if __name__ == "__main__":
    main()
