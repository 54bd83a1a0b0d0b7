"""Positions with exact values, and how far Master is from perfect play in them.

    python -m benchmarks.exact make --games 2000                   adds positions to the set
    python -m benchmarks.exact measure --nodes 1000 10000 100000   Master's mean loss by nodes
    python -m benchmarks.exact verify --sample 20                  solves a sample again

The set is benchmarks/data/exact.jsonl: positions of last rounds from which every line ends with the
game. A solver that knows nothing but the rules has followed the lines: minimax with a table of
positions, no estimates, no order of moves. It shares no code with `azulejos.search`. Kept are
positions in which the choice matters: some move is worth less than the best.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import ParamSpec, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track
from rich.table import Table

from azulejos import Game, bot
from azulejos.engine import AnyPosition, find_game, unchecked
from azulejos.engine.dispatch import apply, legal_actions, winners
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.state import DEAL, OVER, States, new_states, set_state
from azulejos.parallel import executor

P = ParamSpec("P")
R = TypeVar("R")

FILE = Path(__file__).parent / "data" / "exact.jsonl"
CONFIGURATIONS = [f"{game}-{board}" for game in GAME_NAMES for board in BOARDS]
#: Nodes of Master in the games that the positions are from: games between equals stay open.
PLAYER_NODES = 300

TABLE_SIZE = 1 << 22
MAX_PLIES = 100
MAX_NODES = 300_000
# Results in halves of a victory of seat 0, or that there is none.
DRAW_MATTERS = -1  # a line leads to a draw of tiles
TOO_LARGE = -2

NODES, FAILURE, STORED = 0, 1, 2  # counters


@dataclass
class Solver:
    """Memory of the solver for positions of one game."""

    states: States
    raw: npt.NDArray[np.uint8]  # the same positions as bytes
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
            states.view(np.uint8).reshape(MAX_PLIES + 1, layout.itemsize),
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
        self.counters[NODES] = self.counters[FAILURE] = 0
        value = solve(self.states, self.raw, self.actions, self.keys, self.values, self.counters, 0)
        return None if self.counters[FAILURE] else int(value)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function, without the cache of the package's own code."""
    return cast(Callable[P, R], numba.njit(function))


@compiled
def position_key(raw: npt.NDArray[np.uint8], ply: int) -> np.uint64:
    """FNV-1a of all bytes of a position; never 0."""
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
    raw: npt.NDArray[np.uint8],
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

    def to_json(self) -> str:
        """One line; moves of the same value together."""
        groups = {
            share: " ".join(move for move, other in self.shares.items() if other == share)
            for share in sorted(set(self.shares.values()), reverse=True)
        }
        return json.dumps({"position": str(self.position), "moves": groups})

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
    for move in position.legal_moves:
        states = position.states
        unchecked.apply(states, move.index, None)
        halves = solver.value(states)
        if halves is None:
            return None
        shares[str(move)] = halves / 2 if position.to_play == 0 else 1 - halves / 2
    return Solved(position, shares)


def positions_of(configuration: str, seed: int) -> list[str]:
    """Solved positions of one game, as lines: at most one, the earliest of its last round."""
    game_name, board = configuration.rsplit("-", 1)
    game = Game(game_name, board=board, players=2, seed=seed)
    player = bot("master", seed=seed)
    history = []
    while not game.is_over:
        history.append(game.position)
        game.play(player.choose(game.position, nodes=PLAYER_NODES).move)
    solver = Solver.of(history[0].states.dtype)
    found: Solved | None = None
    for position in reversed(history):
        one = solved(solver, position)
        if solver.counters[FAILURE] == TOO_LARGE:
            break
        if one is not None and len(set(one.shares.values())) > 1:
            found = one
    return [found.to_json()] if found else []


def read() -> list[Solved]:
    """The whole set."""
    return list(map(Solved.from_json, FILE.read_text(encoding="utf-8").splitlines()))


def make(configurations: list[str], games: int, first: int, processes: int) -> None:
    """Add the positions of some games of each configuration to the set; doubles are left out."""
    known = set(FILE.read_text(encoding="utf-8").splitlines()) if FILE.exists() else set()
    for configuration in configurations:
        work = executor(processes).run(
            partial(positions_of, configuration), range(first, first + games)
        )
        for lines in track(work, f"{configuration} ({len(known)})", total=games):
            with FILE.open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines if line not in known)
            known.update(lines)


# Measuring


def loss(nodes: int, solved: Solved) -> tuple[str, float]:
    """The share of victory that Master gives away."""
    choice = bot("master", seed=0).choose(solved.position, nodes=nodes)
    return solved.configuration, solved.best - solved.shares[str(choice.move)]


def measure(limits: list[int], processes: int) -> None:
    """Print Master's mean loss by configuration and nodes."""
    positions = read()
    table = Table("configuration", "positions", *(f"{nodes:,} nodes" for nodes in limits))
    losses: dict[str, list[list[float]]] = {}
    for column, nodes in enumerate(limits):
        work = executor(processes).run(partial(loss, nodes), positions)
        for configuration, given in track(work, f"{nodes:,} nodes", total=len(positions)):
            losses.setdefault(configuration, [[] for _ in limits])[column].append(given)
    for configuration, columns in losses.items():
        table.add_row(configuration, f"{len(columns[0]):,}", *map(_mean_loss, columns))
    everything = [
        [given for columns in losses.values() for given in columns[n]] for n, _ in enumerate(limits)
    ]
    table.add_row("all", f"{len(positions):,}", *map(_mean_loss, everything))
    Console().print(table)


def _mean_loss(losses: list[float]) -> str:
    wrong = sum(given > 0 for given in losses)
    return f"{100 * fmean(losses):.2f} pp, {wrong} wrong"


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
    making.add_argument("--games", type=int, default=2000, help="games of each configuration")
    making.add_argument("--first", type=int, default=1, help="seed of the first game")
    measuring = commands.add_parser("measure", help="Master's mean loss")
    measuring.add_argument("--nodes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    for command in (making, measuring):
        command.add_argument("--processes", type=int, default=2)
    verifying = commands.add_parser("verify", help="solve a sample again")
    verifying.add_argument("--sample", type=int, default=20)
    options = parser.parse_args()
    if options.command == "make":
        make(options.configurations, options.games, options.first, options.processes)
    elif options.command == "measure":
        measure(options.nodes, options.processes)
    else:
        verify(options.sample)


if __name__ == "__main__":
    main()
