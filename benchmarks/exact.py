"""Positions with exact values, and how far Master is from perfect play in them.

    python -m benchmarks.exact make --positions 250 --minutes 60   adds positions to the set
    python -m benchmarks.exact measure --nodes 1000 10000 100000   Master's mean loss by nodes
    python -m benchmarks.exact verify --sample 20                  solves a sample again

The set is benchmarks/data/exact.jsonl: positions of last rounds from which every line ends with the
game. A solver that knows nothing but the rules has followed the lines: minimax with a table of
positions, no estimates, no order of moves. It shares no code with `azulejos.search`. Kept are
positions in which the choice matters: some move is worth less than the best. A line without a seed
is from a first version of the set, whose solver went further back.

`measure` keeps what it measured in benchmarks/results/exact, and can be interrupted like `make`.
`make` appends every position as it is found, and goes on after the last seed of the file. The
configurations share the time: each gets as much as the others until it has enough positions.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import NamedTuple, ParamSpec, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from rich.progress import Progress, track

from azulejos import Game, bot
from azulejos.engine import AnyPosition, find_game, unchecked
from azulejos.engine.dispatch import apply, legal_actions, winners
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.state import DEAL, OVER, States, new_states, set_state
from azulejos.parallel import executor
from benchmarks.matches import RESULTS, version_of

P = ParamSpec("P")
R = TypeVar("R")

FILE = Path(__file__).parent / "data" / "exact.jsonl"
LOSSES = RESULTS / "exact" / "losses.json"
CONFIGURATIONS = [f"{game}-{board}" for game in GAME_NAMES for board in BOARDS]
#: Nodes of Master in the games that the positions are from: games between equals stay open.
PLAYER_NODES = 300

TABLE_SIZE = 1 << 22
MAX_PLIES = 100
#: Nodes for the values of all moves of a position.
MAX_NODES = 500_000
#: Least growth of nodes assumed from a position to the one before: hopeless ones are not tried.
GROWTH = 4
#: The first seed of games whose lines have their seed.
FIRST_SEED = 100_001
# Results in halves of a victory of seat 0, or that there is none.
DRAW_MATTERS = -1  # a line leads to a draw of tiles
TOO_LARGE = -2

NODES, FAILURE, STORED = 0, 1, 2  # counters


@dataclass
class Solver:
    """Memory of the solver for positions of one game."""

    states: States
    raw: npt.NDArray[np.uint16]  # the same positions as words, to be hashed
    actions: npt.NDArray[np.int16]  # ply, index
    keys: npt.NDArray[np.uint64]
    values: npt.NDArray[np.int8]
    counters: npt.NDArray[np.int64]

    @classmethod
    def of(cls, layout: np.dtype[np.void]) -> Solver:
        """A solver of one game."""
        states = new_states(layout, MAX_PLIES + 1)
        return cls(
            states,
            states.view(np.uint16).reshape(MAX_PLIES + 1, layout.itemsize // 2),
            np.zeros((MAX_PLIES + 1, MAX_LEGAL_ACTIONS), np.int16),
            np.zeros(TABLE_SIZE, np.uint64),
            np.zeros(TABLE_SIZE, np.int8),
            np.zeros(3, np.int64),
        )

    def value(self, states: States) -> int | None:
        """Halves of a victory of seat 0 under best play; None if it cannot be told."""
        self.states[:1] = states
        if self.counters[STORED] > TABLE_SIZE // 2:  # what is stored is exact, and stays so
            self.keys[:] = 0
            self.counters[STORED] = 0
        self.counters[FAILURE] = 0
        value = solve(self.states, self.raw, self.actions, self.keys, self.values, self.counters, 0)
        return None if self.counters[FAILURE] else int(value)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function, without the cache of the package's own code."""
    return cast(Callable[P, R], numba.njit(function))


@compiled
def position_key(raw: npt.NDArray[np.uint16], ply: int) -> np.uint64:
    """FNV-1a of all words of a position; never 0."""
    key = np.uint64(14695981039346656037)
    for index in range(raw.shape[1]):
        key = (key ^ np.uint64(raw[ply, index])) * np.uint64(1099511628211)
    return key | np.uint64(1)


@compiled
def fails(phase: int, ply: int, counters: npt.NDArray[np.int64]) -> bool:
    """Whether a position that is not over cannot be solved; its reason is noted."""
    counters[NODES] += 1
    if phase == DEAL:
        counters[FAILURE] = DRAW_MATTERS
    elif counters[NODES] >= MAX_NODES or ply == MAX_PLIES:
        counters[FAILURE] = TOO_LARGE
    return bool(counters[FAILURE] != 0)


@compiled
def solve(
    states: States,
    raw: npt.NDArray[np.uint16],
    actions: npt.NDArray[np.int16],
    keys: npt.NDArray[np.uint64],
    values: npt.NDArray[np.int8],
    counters: npt.NDArray[np.int64],
    ply: int,
) -> int:
    """Halves of a victory of seat 0; meaningless if the counters tell of a failure."""
    state = states[ply]
    if state.phase == OVER:
        won = winners(state)
        return 2 if won == 1 else 0 if won == 2 else 1
    if fails(state.phase, ply, counters):
        return 0
    key = position_key(raw, ply)
    slot = np.int64(key >> np.uint64(1)) & (TABLE_SIZE - 1)
    while keys[slot] != 0:
        if keys[slot] == key:
            return int(values[slot])
        slot = (slot + 1) & (TABLE_SIZE - 1)
    maximises = state.to_play == 0
    best = 0 if maximises else 2
    count = legal_actions(state, actions[ply])
    for index in range(count):
        set_state(states, ply + 1, state)
        apply(states[ply + 1], int(actions[ply, index]), None)
        value = solve(states, raw, actions, keys, values, counters, ply + 1)
        if counters[FAILURE] != 0:
            return 0
        best = max(best, value) if maximises else min(best, value)
        if best == (2 if maximises else 0):  # nothing can be better
            break
    while keys[slot] != 0:  # others may have been stored there meanwhile
        slot = (slot + 1) & (TABLE_SIZE - 1)
    counters[STORED] += 1
    keys[slot] = key
    values[slot] = best
    return best


# The set of positions


@dataclass(frozen=True)
class Solved:
    """A position, and the share of victory after each of its moves for the player to move."""

    position: AnyPosition
    shares: dict[str, float]

    @property
    def best(self) -> float:
        """The share under best play."""
        return max(self.shares.values())

    @property
    def configuration(self) -> str:
        """Game and board."""
        return f"{self.position.rules.name}-{self.position.board}"

    def to_json(self, seed: int) -> str:
        """One line, with the seed of its game; moves of the same value together."""
        groups = {
            share: " ".join(move for move, other in self.shares.items() if other == share)
            for share in sorted(set(self.shares.values()), reverse=True)
        }
        return json.dumps({"seed": seed, "position": str(self.position), "moves": groups})

    @classmethod
    def from_json(cls, line: str) -> Solved:
        """The reverse of `to_json`."""
        data = json.loads(line)
        shares = {
            move: float(share) for share, moves in data["moves"].items() for move in moves.split()
        }
        game_name = data["position"].split()[0]
        return cls(find_game(game_name).read_position(data["position"]), shares)


def solved(solver: Solver, position: AnyPosition) -> Solved | None:
    """The exact shares after all moves; None where they cannot be found."""
    shares = {}
    solver.counters[NODES] = 0
    for move in position.legal_moves:
        states = position.states
        unchecked.apply(states, move.index, None)
        halves = solver.value(states)
        if halves is None:
            return None
        shares[str(move)] = halves / 2 if position.to_play == 0 else 1 - halves / 2
    return Solved(position, shares)


@cache
def solver_of(game_name: str) -> Solver:
    """The solver of a game in this process: what it has stored stays true."""
    return Solver.of(find_game(game_name).layout)


class Task(NamedTuple):
    """A game to be played for the set."""

    configuration: str
    seed: int


class Found(NamedTuple):
    """Result of a game: at most one position, and its seconds of processor time."""

    task: Task
    line: str | None
    seconds: float


def find(task: Task) -> Found:
    """Play a game, and solve its last round backwards: the earliest position that can be solved."""
    start = time.process_time()
    history = played(task)
    solver = solver_of(history[0].rules.name)
    earliest: Solved | None = None
    for position in reversed(history):
        one = solved(solver, position)
        if one is None:
            break
        if len(set(one.shares.values())) > 1:
            earliest = one
        if solver.counters[NODES] * GROWTH > MAX_NODES:
            break
    line = None if earliest is None else earliest.to_json(task.seed)
    return Found(task, line, time.process_time() - start)


def played(task: Task) -> list[AnyPosition]:
    """The positions of a game that Master plays against itself."""
    game_name, board = task.configuration.rsplit("-", 1)
    game = Game(game_name, board=board, players=2, seed=task.seed)
    player = bot("master", seed=task.seed)
    history = []
    while not game.is_over:
        history.append(game.position)
        game.play(player.choose(game.position, nodes=PLAYER_NODES).move)
    return history


def lines_of(file: Path) -> list[str]:
    """The lines of a set."""
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def read(file: Path = FILE) -> list[Solved]:
    """The whole set."""
    return list(map(Solved.from_json, lines_of(file)))


class Maker:
    """A set that grows until every configuration has enough positions, or time is up."""

    def __init__(self, file: Path, configurations: list[str], wanted: int, minutes: float) -> None:
        self.file, self.wanted, self.end = file, wanted, time.monotonic() + 60 * minutes
        lines = lines_of(file)
        self.known = {json.loads(line)["position"] for line in lines}
        self.counts = Counter(Solved.from_json(line).configuration for line in lines)
        self.seconds = dict.fromkeys(configurations, 0.0)
        self.next_seed = dict.fromkeys(configurations, FIRST_SEED)
        for line in lines:
            configuration, seed = Solved.from_json(line).configuration, json.loads(line).get("seed")
            if configuration in self.next_seed and seed is not None:
                self.next_seed[configuration] = max(self.next_seed[configuration], seed + 1)

    def tasks(self) -> Iterator[Task]:
        """Games to play: the next is of the configuration that had the least time."""
        while time.monotonic() < self.end:
            missing = [one for one in self.seconds if self.counts[one] < self.wanted]
            if not missing:
                return
            configuration = min(missing, key=lambda one: self.seconds[one])
            self.seconds[configuration] += 1e-3  # until its real time is known
            self.next_seed[configuration] += 1
            yield Task(configuration, self.next_seed[configuration] - 1)

    def add(self, found: Found) -> None:
        """Count a game, and append its position unless the set has it."""
        configuration = found.task.configuration
        self.seconds[configuration] += found.seconds
        position = found.line and json.loads(found.line)["position"]
        if not found.line or position in self.known or self.counts[configuration] >= self.wanted:
            return
        self.known.add(position)
        self.counts[configuration] += 1
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{found.line}\n")

    def make(self, processes: int) -> None:
        """Play and solve, with the number of positions as progress."""
        total = self.wanted * len(self.seconds)
        with Progress() as progress:
            bar = progress.add_task("", total=total)
            for found in executor(processes).run(find, self.tasks()):
                self.add(found)
                counts = {one: min(self.counts[one], self.wanted) for one in self.seconds}
                words = ", ".join(f"{one} {count}" for one, count in counts.items())
                progress.update(bar, completed=sum(counts.values()), description=words)


# Measuring


def key_of(solved: Solved) -> str:
    """A short name of a position."""
    return hashlib.sha256(str(solved.position).encode()).hexdigest()[:8]


class Losses:
    """What Master gave away in the positions: by version, nodes and position, kept in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.data: dict[str, dict[str, float]] = (
            json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        )

    def of(self, configuration: str, nodes: int) -> dict[str, float]:
        """The losses of this version by position."""
        version = version_of(f"{configuration}-2")
        return self.data.setdefault(f"{configuration}, {nodes} nodes, {version}", {})

    def save(self) -> None:
        """Write the file."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.data, indent=0) + "\n", encoding="utf-8")


def loss(task: tuple[int, Solved]) -> tuple[int, Solved, float]:
    """The share of victory that Master gives away."""
    nodes, solved = task
    choice = bot("master", seed=0).choose(solved.position, nodes=nodes)
    return nodes, solved, solved.best - solved.shares[str(choice.move)]


def measure(limits: list[int], minutes: float, processes: int) -> None:
    """Measure what is missing until time is up, and print the mean losses."""
    losses, positions, end = Losses(LOSSES), read(), time.monotonic() + 60 * minutes
    tasks = [
        (nodes, one)
        for nodes in limits
        for one in positions
        if key_of(one) not in losses.of(one.configuration, nodes)
    ]
    with closing(executor(processes).run(loss, tasks)) as work:
        for nodes, one, given in track(work, "measuring", total=len(tasks)):
            losses.of(one.configuration, nodes)[key_of(one)] = given
            if time.monotonic() >= end:
                break
    losses.save()
    report(positions, losses, limits)


def report(positions: list[Solved], losses: Losses, limits: list[int]) -> None:
    """Print Master's mean loss by configuration and nodes."""
    print("| configuration | positions | " + " | ".join(f"{n:,} nodes" for n in limits) + " |")
    print("|---|---|" + "---|" * len(limits))
    for configuration in (*CONFIGURATIONS, "all"):
        own = [one for one in positions if configuration in (one.configuration, "all")]
        cells = []
        for nodes in limits:
            known = [losses.of(one.configuration, nodes).get(key_of(one)) for one in own]
            cells.append(_mean_loss([given for given in known if given is not None], len(own)))
        print(f"| {configuration} | {len(own)} | " + " | ".join(cells) + " |")


def _mean_loss(losses: list[float], positions: int) -> str:
    if not losses:
        return "-"
    wrong = sum(given > 0 for given in losses)
    part = "" if len(losses) == positions else f", *{len(losses)} of {positions}*"
    error = sqrt(variance(losses) / len(losses)) if len(losses) > 1 else 0.0
    return f"{100 * fmean(losses):.2f}% ± {100 * error:.2f}, {wrong} wrong{part}"


def verify(sample: int) -> None:
    """Solve every n-th position again."""
    positions = read()
    for one in track(positions[:: max(1, len(positions) // sample)], "verifying"):
        again = solved(Solver.of(one.position.states.dtype), one.position)
        if again != one:
            raise SystemExit(f"not as stored: {one.position}")


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="add positions to the set")
    making.add_argument("--configurations", nargs="+", default=CONFIGURATIONS)
    making.add_argument("--positions", type=int, default=250, help="of each configuration")
    making.add_argument("--minutes", type=float, default=60, help="when to stop at the latest")
    making.add_argument("--file", type=Path, default=FILE)
    measuring = commands.add_parser("measure", help="Master's mean loss")
    measuring.add_argument("--nodes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    measuring.add_argument("--minutes", type=float, default=60)
    for command in (making, measuring):
        command.add_argument("--processes", type=int, default=1)
    verifying = commands.add_parser("verify", help="solve a sample again")
    verifying.add_argument("--sample", type=int, default=20)
    options = parser.parse_args()
    if options.command == "make":
        maker = Maker(options.file, options.configurations, options.positions, options.minutes)
        maker.make(options.processes)
    elif options.command == "measure":
        measure(options.nodes, options.minutes, options.processes)
    else:
        verify(options.sample)


if __name__ == "__main__":
    main()
