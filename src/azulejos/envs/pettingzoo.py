"""Both games as PettingZoo's AEC environments.

An agent may act several times in a row: then `agent_selection` stays the same. Use `azul` and
`summer_pavilion`, which come with PettingZoo's usual wrappers: an illegal action ends the game, and
whoever chose it loses. `RawEnv` raises our errors instead.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from azulejos.engine.errors import MissingExtra
from azulejos.envs.match import RENDER_MODES, Match, check_render_mode
from azulejos.envs.stepping import ILLEGAL_REWARD

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="pettingzoo", extra="rl") from error

Observation = dict[str, Any]
Env: TypeAlias = Any  # PettingZoo declares no types


class RawEnv(AECEnv):  # type: ignore[misc]
    """A match between agents, without wrappers."""

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
        **options: Any,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.match = Match(game, players, board, first_player, reward, normalised, options)
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        observer, count = self.match.observer, self.match.rules.action_count
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

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: the observation, and the mask of legal actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the game, by number."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. `options` may name a `first_player` or bring a `position`."""
        self.match.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self._acting()

    def _acting(self) -> str:
        return self.possible_agents[self.match.to_play or 0]

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is; an illegal one raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        before = self.match.standings()
        self.match.play(int(action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        gains = self.match.standings() - before
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(gains[seat])
        if self.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._acting()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees. Only whose turn it is has legal actions."""
        seat = self.possible_agents.index(agent)
        row = self.match.observer.observe(self.match.states, seat)
        acting = agent == self.agent_selection and not self.match.is_over
        mask = self.match.mask()
        return {"observation": row, "action_mask": mask if acting else np.zeros_like(mask)}

    def render(self) -> Any:
        """The position, as the render mode asks for."""
        return self.match.render(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def azul(**kwargs: Any) -> Env:
    """Azul, with PettingZoo's usual wrappers."""
    return _wrapped("azul", kwargs)


def summer_pavilion(**kwargs: Any) -> Env:
    """Summer Pavilion, with PettingZoo's usual wrappers."""
    return _wrapped("summer-pavilion", kwargs)


def _wrapped(game: str, kwargs: dict[str, Any]) -> Env:
    raw = RawEnv(game, **kwargs)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    bounded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(bounded)
