"""PettingZoo AEC environment: one agent per seat.

An agent may act several times in a row; `agent_selection` then stays the same. `env` adds
PettingZoo's usual wrappers: an illegal action terminates the game with a reward of -1. `RawEnv`
raises IllegalMove instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import MissingExtra
from azulejos.engine.interface import OptionValue
from azulejos.envs.episode import RENDER_MODES, Episode, Frame, check_render_mode
from azulejos.envs.fields import Row
from azulejos.envs.stepping import ILLEGAL_REWARD

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="pettingzoo", extra="rl") from error

Observation = dict[str, Row | npt.NDArray[np.int8]]
Env: TypeAlias = Any  # PettingZoo declares no types


class RawEnv(AECEnv):  # type: ignore[misc]
    """Episodes with one agent per seat, without wrappers."""

    def __init__(
        self,
        game: str = "azul",
        *,
        players: int = 2,
        board: str = "coloured",
        first_player: int | str = 0,
        reward: str = "win",
        normalised: bool = False,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.episode = Episode(game, players, board, first_player, reward, normalised, options)
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        observer, count = self.episode.observer, self.episode.rules.action_count
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        np.zeros_like(observer.high), observer.high, dtype=observer.dtype.type
                    ),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation and the action mask of an agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of the game."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Start an episode. `options` may have a `first_player` or a `position`."""
        self.episode.reset(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, object]() for agent in self.agents}
        self.agent_selection = self._acting()

    def _acting(self) -> str:
        return self.possible_agents[self.episode.to_play or 0]

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; an illegal one raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        before = self.episode.potentials()
        self.episode.play(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        gains = self.episode.potentials() - before
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(gains[seat])
        if self.episode.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._acting()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The observation of an agent; only the selected agent has legal actions."""
        seat = self.possible_agents.index(agent)
        row = self.episode.observer.observe(self.episode.states, seat)
        acting = agent == self.agent_selection and not self.episode.is_over
        mask = self.episode.action_mask()
        return {"observation": row, "action_mask": mask if acting else np.zeros_like(mask)}

    def render(self) -> Frame:
        """The position in the render mode."""
        return self.episode.render(self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


def env(game: str = "azul", **options: Any) -> Env:
    """An environment with PettingZoo's usual wrappers; `options` are those of `RawEnv`."""
    raw = RawEnv(game, **options)
    terminating = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    bounded = wrappers.AssertOutOfBoundsWrapper(terminating)
    return wrappers.OrderEnforcingWrapper(bounded)
