"""Stable-Baselines3: the compiled vector environment as a `VecEnv`.

A batch is stepped in one compiled call, bots included. Terminated games are reset at once, as
Stable-Baselines3 wants it; MaskablePPO of sb3-contrib finds the action masks by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import MissingExtra
from azulejos.engine.interface import OptionValue
from azulejos.envs.fields import Row
from azulejos.envs.gymnasium import Info

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="stable_baselines3", extra="sb3") from error

from azulejos.envs.vector import Actions, BotsVectorEnv

Indices = int | Iterable[int] | None
Rewards = npt.NDArray[np.float32]
#: The method of an environment with masks, by which MaskablePPO asks for them.
ACTION_MASKS = "action_masks"


class BotsVecEnv(VecEnv):  # type: ignore[misc]
    """A batch of games with one agent each, on seat 0, against bots: `BotsVectorEnv`.

    Options are those of `BotsVectorEnv`, except `autoreset_mode` and `copy`.
    """

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
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        self.vector = BotsVectorEnv(
            game,
            num_envs,
            players=players,
            board=board,
            opponents=opponents,
            first_player=first_player,
            reward=reward,
            normalised=normalised,
            autoreset_mode="SameStep",
            copy=True,  # rows of the last step are stored after the next one
            render_mode=render_mode,
            **options,
        )
        self._actions: Actions | None = None
        super().__init__(
            num_envs, self.vector.single_observation_space, self.vector.single_action_space
        )

    def reset(self) -> Row:
        """Reset all games; with the seeds of `seed`, if it was called since the last reset."""
        seeds = None if None in self._seeds else self._seeds
        rows, _ = self.vector.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        return rows

    def step_async(self, actions: Actions) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Row, Rewards, npt.NDArray[np.bool_], list[Info]]:
        """Step all games. A terminated one has its last observation in its info."""
        assert self._actions is not None, "expected `step_async` before `step_wait`"
        rows, rewards, terminated, _, info = self.vector.step(self._actions)
        infos: list[Info] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(terminated):
            infos[index] = {
                "terminal_observation": info["final_obs"][index],
                "TimeLimit.truncated": False,
                "illegal": bool(info["illegal"][index]),
            }
        return rows, rewards.astype(np.float32), terminated, infos

    def close(self) -> None:
        """Close the games; there is nothing to be freed."""
        self.vector.close()

    # Attributes and methods of single environments, which a batch does not have

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[object]:
        """An attribute of the batch, once for each game."""
        value = getattr(self.vector, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(
        self,
        attr_name: str,
        value: object,  # noqa: ARG002
        indices: Indices = None,  # noqa: ARG002
    ) -> NoReturn:
        """Raise AttributeError: games of a batch have no attributes of their own."""
        raise AttributeError(f"expected no attribute of a single game, got {attr_name!r}")

    def env_method(
        self,
        method_name: str,
        *method_args: object,
        indices: Indices = None,
        **method_kwargs: object,
    ) -> list[npt.NDArray[np.bool_]]:
        """The action masks of games; other methods raise AttributeError."""
        if method_name != ACTION_MASKS or method_args or method_kwargs:
            raise AttributeError(f"expected the method {ACTION_MASKS!r}, got {method_name!r}")
        masks = self.vector.action_masks()
        return [masks[index] for index in self._get_indices(indices)]

    def env_is_wrapped(
        self,
        wrapper_class: type,  # noqa: ARG002
        indices: Indices = None,
    ) -> list[bool]:
        """False for each game: a batch is wrapped as a whole."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[object]:
        """The pictures of all games, with the render mode `rgb_array`."""
        return self.vector.render() or ()
