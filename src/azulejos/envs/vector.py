"""Many matches at once, for Gymnasium: one compiled call plays a step of all, bots included.

Game n of a vector is the game that `azulejos.envs.gymnasium` plays with the same seed. Masks are in
`info["action_mask"]`, one row a game, and in `action_masks()`. An illegal action ends its game with
a reward of -1.

What happens to games that have ended is Gymnasium's `autoreset_mode`. By default (next step) a game
that ended begins anew in the following call, which does not look at its action and rewards nothing.
With "same_step" it begins anew at once: the observation is already that of the new game, and
`info["final_obs"]` holds the last one of the old.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import BadOption, MissingExtra, UnknownName
from azulejos.engine.parameters import Choice, Expected, Positive
from azulejos.engine.rng import Stream
from azulejos.engine.state import new_states
from azulejos.envs.gymnasium import names_of
from azulejos.envs.match import RENDER_MODES, Match, check_render_mode
from azulejos.envs.stepping import (
    AGENT,
    POLICIES,
    begin_ended,
    choose_from_masks,
    fresh_seed,
    look_all,
    reset_all,
    step_all,
    streams_of,
)

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="gymnasium", extra="rl") from error

Info = dict[str, Any]
Rows = npt.NDArray[Any]
#: The agent's seat.
SEAT = 0


class BotsVectorEnv(VectorEnv[Rows, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Matches of one agent each, on seat 0, against bots.

    The arrays that `step` returns are used again by the next step, unless `copy` is set.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
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
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        if not (isinstance(num_envs, int) and num_envs >= 1):
            expected = Positive("whole")
            raise BadOption("out-of-range", option="num_envs", expected=expected, got=num_envs)
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            modes = Choice((AutoresetMode.NEXT_STEP.value, AutoresetMode.SAME_STEP.value))
            raise BadOption("unknown-value", option="autoreset_mode", expected=modes, got=mode)
        self.match = Match(game, players, board, first_player, reward, normalised, options)
        self.opponents = names_of(opponents, players)
        self._bots = np.array([AGENT, *map(_policy, self.opponents)], np.int64)
        self.num_envs, self.render_mode, self.copy = num_envs, render_mode, copy
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self._at_once = mode is AutoresetMode.SAME_STEP
        rules, observer = self.match.rules, self.match.observer
        self.single_observation_space = spaces.Box(
            np.zeros_like(observer.high), observer.high, dtype=observer.dtype.type
        )
        self.single_action_space = spaces.Discrete(rules.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.states = new_states(rules.layout, num_envs)
        self._room = new_states(rules.layout, 3)
        self._streams: npt.NDArray[np.uint64] | None = None
        self._actions = np.empty(rules.action_count, np.int16)
        self.observations = observer.buffer(num_envs)
        self.masks = np.zeros((num_envs, rules.action_count), np.int8)
        self.rewards = np.zeros(num_envs)
        self.over, self.illegal = np.zeros(num_envs, np.bool_), np.zeros(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)
        #: Which games begin anew in the next step: all that ended, unless they did at once.
        self._done = np.zeros(num_envs, np.bool_)
        #: How many moves have been made in all games, those of the bots included.
        self.moves = 0

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Rows, Info]:
        """Start all matches anew. Game n has the seed `seed + n`, or the n-th of a list."""
        if seed is not None or self._streams is None:
            self._streams = np.stack(
                [streams_of(own, self.match.players) for own in self._seeds(seed)]
            )
        match = self.match
        reset_all(self.states, match.starts, match.first, self._bots, self._room, self._streams)
        for flags in (self.over, self._done, self.illegal):
            flags[:] = False
        observer = match.observer
        look_all(self.states, SEAT, observer.factors, self.observations, self.masks, self._actions)
        return self._mine(self.observations), {"action_mask": self._mine(self.masks)}

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if isinstance(seed, int):
            return [seed + number for number in range(self.num_envs)]
        seeds = list(seed) if seed is not None else [None] * self.num_envs
        if len(seeds) != self.num_envs:
            expected = Expected("number-per-game")
            raise BadOption("wrong-count", option="seed", expected=expected, got=seeds)
        return [fresh_seed() if own is None else own for own in seeds]

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Rows, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Play an action in every match, and let the bots answer."""
        if self._streams is None:
            raise ResetNeeded("expected `reset` before `step`")
        match = self.match
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            expected = Expected("number-per-game")
            raise BadOption("wrong-count", option="actions", expected=expected, got=chosen.shape)
        self.moves += step_all(
            self.states,
            match.starts,
            match.first,
            SEAT,
            self._bots,
            self._room,
            self._streams,
            chosen,
            match.reward,
            match.observer.factors,
            self.observations,
            self.masks,
            self._actions,
            self.rewards,
            self._done,
            self.illegal,
        )
        self.over[:] = self._done
        info: Info = {"action_mask": self._mine(self.masks), "illegal": self._mine(self.illegal)}
        if self._at_once and self.over.any():
            info |= self._begin_ended()
        return (
            self._mine(self.observations),
            self._mine(self.rewards),
            self._mine(self.over),
            self._mine(self._never),
            info,
        )

    def _begin_ended(self) -> Info:
        """Begin ended games at once; their last observations are in the info."""
        assert self._streams is not None
        last = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(self._done):
            last[index] = self.observations[index].copy()
        match = self.match
        begin_ended(
            self.states,
            match.starts,
            match.first,
            SEAT,
            self._bots,
            self._room,
            self._streams,
            match.observer.factors,
            self.observations,
            self.masks,
            self._actions,
            self._done,
        )
        self._done[:] = False
        return {
            "action_mask": self._mine(self.masks),
            "final_obs": last,
            "_final_obs": self.over.copy(),
        }

    def _mine(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, one row a game."""
        return self.masks.astype(np.bool_)

    def random_actions(
        self, stream: Stream, out: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[np.int64]:
        """A legal action for every game, all equally likely, by a stream of random numbers."""
        chosen = np.empty(self.num_envs, np.int64) if out is None else out
        choose_from_masks(self.masks, stream, chosen)
        return chosen

    def render(self) -> tuple[Any, ...] | None:
        """The positions of all games, as the render mode asks for."""
        if self.render_mode is None:
            return None
        shown = []
        self.match.last_move = None
        for index in range(self.num_envs):
            self.match.states[:] = self.states[index : index + 1]
            shown.append(self.match.render(self.render_mode))
        return tuple(shown)


def _policy(name: str) -> int:
    if name not in POLICIES:
        raise UnknownName("unknown-bot", known=", ".join(POLICIES), name=name)
    return POLICIES[name]


def azul(num_envs: int = 1, **kwargs: Any) -> BotsVectorEnv:
    """Azul against bots, many times at once."""
    return BotsVectorEnv("azul", num_envs, **kwargs)


def summer_pavilion(num_envs: int = 1, **kwargs: Any) -> BotsVectorEnv:
    """Summer Pavilion against bots, many times at once."""
    return BotsVectorEnv("summer-pavilion", num_envs, **kwargs)
