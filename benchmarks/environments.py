"""Steps per second of the environments, against the engine doing the same work."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from azulejos.engine import GAMES
from azulejos.engine.dispatch import apply, deal_tile, random_action
from azulejos.engine.rng import draw_from, new_stream, next_bits
from azulejos.engine.state import DEAL, OVER, States
from azulejos.envs.gymnasium import BotsEnv
from azulejos.envs.pettingzoo import RawEnv
from azulejos.envs.stepping import reset_state, sample_action, sample_actions, write_mask
from azulejos.envs.vector import SEAT, BotsVectorEnv

RUNS = 7
SECONDS_A_RUN = 0.4
SIZES = (1, 64, 1024, 4096)
#: Games at once for Stable-Baselines3.
AGENTS = (16, 64, 256)
MEASURED = 1024
REQUIRED = 0.4


@numba.njit(nogil=True, error_model="numpy", forceinline=True)
def bare_steps(
    states: States,
    starts: States,
    streams: npt.NDArray[np.uint64],
    masks: npt.NDArray[np.int8],
    actions: npt.NDArray[np.int16],
    chosen: npt.NDArray[np.int64],
) -> int:
    """The engine's part of a vector step: apply the actions, reply, write the masks.

    No observations, no rewards, no checks. Returns the number of moves.
    """
    moves = 0
    for index in range(len(states)):
        state = states[index]
        if state.phase == OVER:
            reset_state(states, index, starts, -1, streams[index])
        else:
            apply(state, chosen[index], None)
            moves += 1
        while state.phase == DEAL or (state.phase != OVER and state.to_play != SEAT):
            if state.phase == DEAL:
                deal_tile(state, draw_from(state.bag, next_bits(streams[index])), None)
            else:
                player = int(state.to_play)
                apply(state, random_action(state, streams[index, 1 + player : 2 + player]), None)
                moves += 1
        write_mask(state, masks[index], actions)
    return moves


class Vector:
    """A vector environment whose agent plays random masked actions."""

    def __init__(self, game: str, count: int) -> None:
        self.env = BotsVectorEnv(game, count, normalised=False, copy=False)
        self.env.reset(seed=1)
        self.stream, self.chosen = new_stream(2), np.zeros(count, np.int64)

    def step(self) -> int:
        """Step all games once; returns the number of moves."""
        before = self.env.moves
        self.env.step(self.env.random_actions(self.stream, self.chosen))
        return self.env.moves - before


class Bare:
    """The same games in the engine without an environment."""

    def __init__(self, game: str, count: int) -> None:
        env = BotsVectorEnv(game, count)
        env.reset(seed=1)
        assert env._streams is not None
        self.states, self.starts, self.streams = env.batch.states, env.batch.starts, env._streams
        self.masks, self.stream = env.batch.masks, new_stream(2)
        self.actions = np.empty(env.episode.rules.action_count, np.int16)
        self.chosen = np.zeros(count, np.int64)

    def step(self) -> int:
        """Step all games once; returns the number of moves."""
        sample_actions(self.masks, self.stream, self.chosen)
        moves: int = bare_steps(
            self.states, self.starts, self.streams, self.masks, self.actions, self.chosen
        )
        return moves


class Single:
    """Gymnasium's environment of one game, playing random masked actions."""

    def __init__(self, game: str) -> None:
        self.env = BotsEnv(game)
        self.mask = self.env.reset(seed=1)[1]["action_mask"]
        self.stream = new_stream(2)

    def step(self) -> int:
        """One step of the agent; its game is reset when it is over."""
        _, _, terminated, _, info = self.env.step(sample_action(self.mask, self.stream))
        self.mask = self.env.reset()[1]["action_mask"] if terminated else info["action_mask"]
        return 1


class StableBaselines:
    """Stable-Baselines3's `VecEnv`, playing random masked actions."""

    def __init__(self, game: str, count: int) -> None:
        from azulejos.envs.stable_baselines import BotsVecEnv

        self.env = BotsVecEnv(game, count)
        self.env.seed(1)
        self.env.reset()
        self.stream, self.chosen = new_stream(2), np.zeros(count, np.int64)

    def step(self) -> int:
        """Step all games once; returns the number of steps of agents."""
        vector = self.env.vector
        self.env.env_method("action_masks")  # as MaskablePPO does
        self.env.step(vector.random_actions(self.stream, self.chosen))
        return vector.num_envs


class Aec:
    """PettingZoo's environment without its wrappers, all seats playing random masked actions."""

    def __init__(self, game: str) -> None:
        self.env: Any = RawEnv(game)
        self.env.reset(seed=1)
        self.stream = new_stream(2)

    def step(self) -> int:
        """One action, after reading `last`."""
        if self.env.episode.is_over:
            self.env.reset()
        seen = self.env.last()[0]
        self.env.step(sample_action(seen["action_mask"], self.stream))
        return 1


def rate(step: Callable[[], int]) -> float:
    """Moves per CPU second over one short run."""
    moves, before = 0, time.process_time()
    while True:
        moves += step()
        passed = time.process_time() - before
        if passed > SECONDS_A_RUN:
            return moves / passed


def measure(game: str, console: Console) -> None:
    """All environments of one game, in turns with the engine."""
    table = Table(title=f"{game}: moves per second on one core (median of {RUNS} runs)")
    for heading in ("what", "games at once", "moves/s", "of the bare engine"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    bare, aec = Bare(game, MEASURED), Aec(game)
    vectors = {count: Vector(game, count) for count in SIZES}
    for step in (bare.step, aec.step, *(vector.step for vector in vectors.values())):
        step()
    rates: dict[Any, list[float]] = {key: [] for key in ("bare", "aec", *SIZES)}
    for _ in range(RUNS):
        rates["aec"].append(rate(aec.step))
        for count, vector in vectors.items():
            if count == MEASURED:
                rates["bare"].append(rate(bare.step))
            rates[count].append(rate(vector.step))
    names = {"bare": ("bare engine", MEASURED), "aec": ("PettingZoo AEC", 1)}
    ratios = {}
    for key, found in rates.items():
        parts = [one / other for one, other in zip(found, rates["bare"], strict=True)]
        ratios[key] = statistics.median(parts)
        what, count = names.get(key, ("vector environment", key))
        speed = f"{statistics.median(found):,.0f}"
        table.add_row(what, f"{count:,}", speed, f"{ratios[key]:.2f}")
    console.print(table)
    console.print(
        f"{game}: with {MEASURED:,} games the vector environment makes {ratios[MEASURED]:.0%} of "
        f"the moves of the bare engine (at least {REQUIRED:.0%} required)"
    )


def measure_agents(game: str, console: Console) -> None:
    """Steps of agents per second: single environments, and batches as Stable-Baselines3 sees them.

    A step is an action of the agent with the bots' replies, not a move.
    """
    single = Single(game)
    batches = {count: StableBaselines(game, count) for count in AGENTS}
    for step in (single.step, *(batch.step for batch in batches.values())):
        step()
    table = Table(title=f"{game}: steps of agents per second on one core (median of {RUNS} runs)")
    for heading in ("what", "games at once", "steps/s", "of the single environment"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    rates: dict[int, list[float]] = {0: [], **{count: [] for count in AGENTS}}
    for _ in range(RUNS):
        rates[0].append(rate(single.step))
        for count, batch in batches.items():
            rates[count].append(rate(batch.step))
    for count, found in rates.items():
        ratio = statistics.median(own / other for own, other in zip(found, rates[0], strict=True))
        what = "Stable-Baselines3 VecEnv" if count else "Gymnasium, single"
        table.add_row(
            what, f"{max(1, count):,}", f"{statistics.median(found):,.0f}", f"{ratio:.1f}"
        )
    console.print(table)


def main() -> None:
    """Run all benchmarks of the environments."""
    console = Console()
    for game in GAMES:
        measure(game, console)
        if find_spec("stable_baselines3") is not None:
            measure_agents(game, console)
