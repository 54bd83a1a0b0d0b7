"""Vectorised Gymnasium environment: one compiled call steps all games, bots included.

Game `n` of a batch is the game that `azulejos.envs.gymnasium` plays with the same seed. Action
masks are in `info["action_mask"]`, one row per game, and in `action_masks()`. An illegal action
terminates its game with a reward of -1.

Autoreset follows Gymnasium's `autoreset_mode`. NEXT_STEP (the default): a terminated game is reset
by the following step, which ignores its action and has reward 0. SAME_STEP: it is reset at once;
the observation is that of the new game, and `info["final_obs"]` has the last one of the old.
DISABLED: `reset` with the option `reset_mask` resets it, before the next step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import BadOption, MissingExtra, UnknownName
from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Choice, Expected, Positive
from azulejos.engine.rng import Stream
from azulejos.engine.state import new_states
from azulejos.envs.episode import RENDER_MODES, Episode, Frame, check_render_mode
from azulejos.envs.fields import Row
from azulejos.envs.gymnasium import Info, opponent_names
from azulejos.envs.stepping import (
    AGENT,
    POLICIES,
    Batch,
    Flags,
    Streams,
    new_streams,
    random_seed,
    reset_games,
    sample_actions,
    step_all,
)

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="gymnasium", extra="rl") from error

N = TypeVar("N", bound=np.generic)
Actions = npt.NDArray[np.int64]
Rewards = npt.NDArray[np.float64]
#: The agent's seat.
SEAT = 0


class BotsVectorEnv(VectorEnv[Row, Actions, npt.NDArray[np.float64 | np.bool_]]):
    """A batch of games with one agent each, on seat 0, against bots.

    With `copy=False`, the arrays that `step` returns are overwritten by the next step.
    """

    metadata: Info = {  # noqa: RUF012
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str = "azul",
        num_envs: int = 1,
        *,
        players: int = 2,
        board: str = "coloured",
        opponents: str | Sequence[str] = "random",
        first_player: int | str = "random",
        reward: str = "win",
        normalised: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        check_render_mode(render_mode)
        if not (isinstance(num_envs, int) and num_envs >= 1):
            expected = Positive("whole")
            raise BadOption("out-of-range", option="num_envs", expected=expected, got=num_envs)
        mode = _autoreset_mode(autoreset_mode)
        self.episode = Episode(game, players, board, first_player, reward, normalised, options)
        self.opponents = opponent_names(opponents, players)
        self.num_envs, self.render_mode, self.copy = num_envs, render_mode, copy
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self._mode = mode
        self._make_spaces()
        self.batch = self._new_batch()
        self._streams: Streams | None = None
        self._truncated = np.zeros(num_envs, np.bool_)
        #: Terminated games that are not reset yet.
        self._terminated = np.zeros(num_envs, np.bool_)
        #: Moves in all games so far, those of the bots included.
        self.moves = 0

    def _make_spaces(self) -> None:
        observer = self.episode.observer
        self.single_observation_space = spaces.Box(
            np.zeros_like(observer.high), observer.high, dtype=observer.dtype.type
        )
        self.single_action_space = spaces.Discrete(self.episode.rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _new_batch(self) -> Batch:
        rules, observer, count = self.episode.rules, self.episode.observer, self.num_envs
        return Batch(
            states=new_states(rules.layout, count),
            starts=self.episode.starts,
            policies=np.array([AGENT, *map(_policy, self.opponents)], np.int64),
            scratch=new_states(rules.layout, 3),
            actions=np.empty(rules.action_count, np.int16),
            factors=observer.factors,
            observations=observer.buffer(count),
            masks=np.zeros((count, rules.action_count), np.int8),
            rewards=np.zeros(count),
            illegal=np.zeros(count, np.bool_),
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, object] | None = None,
    ) -> tuple[Row, Info]:
        """Reset all games, or those of a boolean array, the option `reset_mask`.

        Game `n` has the seed `seed + n`, or the n-th of a list.
        """
        chosen = self._reset_mask((options or {}).get("reset_mask"))
        streams = self._seeded(seed, chosen)
        reset_games(self.batch, self.episode.first, SEAT, streams, chosen)
        self._terminated[chosen] = False
        self.batch.illegal[chosen] = False
        masks = self._returned(self.batch.masks)
        return self._returned(self.batch.observations), {"action_mask": masks}

    def _reset_mask(self, mask: object) -> Flags:
        """The games to reset: all of them before the first step."""
        if mask is None or self._streams is None:
            return np.ones(self.num_envs, np.bool_)
        if isinstance(mask, np.ndarray) and mask.dtype == np.bool_:
            if mask.shape == (self.num_envs,):
                return mask.copy()
            mask = mask.shape
        expected = Expected("number-per-game")
        raise BadOption("wrong-count", option="reset_mask", expected=expected, got=mask)

    def _seeded(self, seed: int | Sequence[int | None] | None, chosen: Flags) -> Streams:
        """The streams of all games; with a seed, those of the chosen games are new."""
        players = self.episode.players
        if self._streams is None:
            self._streams = np.zeros((self.num_envs, 1 + players), np.uint64)
        elif seed is None:
            return self._streams
        for index, own in enumerate(self._seeds(seed)):
            if chosen[index]:
                self._streams[index] = new_streams(own, players)
        return self._streams

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if isinstance(seed, int):
            return [seed + number for number in range(self.num_envs)]
        seeds = list(seed) if seed is not None else [None] * self.num_envs
        if len(seeds) != self.num_envs:
            expected = Expected("number-per-game")
            raise BadOption("wrong-count", option="seed", expected=expected, got=seeds)
        return [random_seed() if own is None else own for own in seeds]

    def step(self, actions: Actions) -> tuple[Row, Rewards, Flags, Flags, Info]:
        """Play an action in every game, and the bots' replies."""
        if self._streams is None:
            raise ResetNeeded("expected `reset` before `step`")
        if self._mode is AutoresetMode.DISABLED and self._terminated.any():
            over = np.flatnonzero(self._terminated).tolist()
            raise ResetNeeded(f"expected `reset` of the terminated games {over} before `step`")
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            expected = Expected("number-per-game")
            raise BadOption("wrong-count", option="actions", expected=expected, got=chosen.shape)
        episode, batch = self.episode, self.batch
        self.moves += step_all(
            *batch, episode.first, SEAT, self._streams, chosen, episode.reward, self._terminated
        )
        terminated = self._terminated.copy()
        info: Info = {"illegal": self._returned(batch.illegal)}
        if self._mode is AutoresetMode.SAME_STEP and terminated.any():
            info |= self._autoreset(self._streams)
        info["action_mask"] = self._returned(batch.masks)
        return (
            self._returned(batch.observations),
            self._returned(batch.rewards),
            terminated,
            self._returned(self._truncated),
            info,
        )

    def _autoreset(self, streams: Streams) -> Info:
        """Reset terminated games at once; returns their last observations."""
        terminated = self._terminated.copy()
        final = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(terminated):
            final[index] = self.batch.observations[index].copy()
        reset_games(self.batch, self.episode.first, SEAT, streams, terminated)
        self._terminated[:] = False
        return {"final_obs": final, "_final_obs": terminated}

    def _returned(self, array: npt.NDArray[N]) -> npt.NDArray[N]:
        return array.copy() if self.copy else array

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The action masks, one row per game."""
        return self.batch.masks.astype(np.bool_)

    def random_actions(self, stream: Stream, out: Actions | None = None) -> Actions:
        """A legal action for every game, uniformly at random."""
        chosen = np.empty(self.num_envs, np.int64) if out is None else out
        sample_actions(self.batch.masks, stream, chosen)
        return chosen

    def render(self) -> tuple[Frame, ...] | None:  # type: ignore[override]
        """The positions of all games in the render mode."""
        if self.render_mode is None:
            return None
        frames = []
        self.episode.last_move = None
        for index in range(self.num_envs):
            self.episode.states[:] = self.batch.states[index : index + 1]
            frames.append(self.episode.render(self.render_mode))
        return tuple(frames)


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = Choice(tuple(own.value for own in AutoresetMode))
        raise BadOption(
            "unknown-value", option="autoreset_mode", expected=modes, got=mode
        ) from None


def _policy(name: str) -> int:
    if name not in POLICIES:
        raise UnknownName("unknown-bot", known=", ".join(POLICIES), name=name)
    return POLICIES[name]
