"""Gymnasium environment: one agent, on seat 0, against bots.

The action mask is in `info["action_mask"]`; `action_masks()` is for sb3-contrib's MaskablePPO. An
illegal action terminates the episode with a reward of -1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.bots import Bot, bot
from azulejos.engine.errors import BadOption, MissingExtra
from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Expected
from azulejos.envs.episode import RENDER_MODES, Episode, Frame, check_render_mode
from azulejos.envs.fields import Row
from azulejos.envs.stepping import ILLEGAL_REWARD

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="gymnasium", extra="rl") from error

Info = dict[str, Any]  # Gymnasium's own type


def opponent_names(opponents: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The opponents' bots, clockwise from the agent; a single name stands for all of them."""
    names = (opponents,) * (players - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(names) != players - 1:
        expected = Expected("name-per-opponent")
        raise BadOption("wrong-count", option="opponents", expected=expected, got=names)
    return names


class BotsEnv(gymnasium.Env[Row, int]):
    """Episodes of one agent, on seat 0, against bots."""

    metadata: Info = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = "azul",
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
        check_render_mode(render_mode)
        self.episode = Episode(game, players, board, first_player, reward, normalised, options)
        self.opponents = opponent_names(opponents, players)
        self._bots: list[Bot] = [bot(name) for name in self.opponents]
        observer = self.episode.observer
        self.observation_space = spaces.Box(
            np.zeros_like(observer.high), observer.high, dtype=observer.dtype.type
        )
        self.action_space = spaces.Discrete(self.episode.rules.action_count)  # type: ignore[assignment]
        self.render_mode = render_mode
        self._terminated = True

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Row, Info]:
        """Start an episode. `options` may have a `first_player` or a `position`."""
        super().reset(seed=seed)
        seeds = self.episode.reset(seed, options)
        if seeds is not None:
            # Streams by seat, as in the vector environment: seat 0 has one as well.
            self._bots = [
                bot(name, own) for name, own in zip(self.opponents, seeds[1:], strict=True)
            ]
        self._play_bots()
        self._terminated = self.episode.is_over
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Row, float, bool, bool, Info]:
        """Play an action and the bots' replies, up to the agent's next turn."""
        if self._terminated or not self.episode.is_legal(int(action)):
            self._terminated = True
            return self._observation(), ILLEGAL_REWARD, True, False, self._info(illegal=True)
        before = self.episode.potentials()[0]
        self.episode.play(int(action))
        self._play_bots()
        self._terminated = self.episode.is_over
        reward = float(self.episode.potentials()[0] - before)
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._terminated, False, self._info()

    def _play_bots(self) -> None:
        while self.episode.to_play:
            choice = self._bots[self.episode.to_play - 1].choose(self.episode.position)
            self.episode.play(choice.move.index)

    def _observation(self) -> Row:
        return self.episode.observer.observe(self.episode.states, 0)

    def _info(self, *, illegal: bool = False) -> Info:
        return {
            "action_mask": self.episode.action_mask(),
            "scores": np.array(self.episode.position.scores, np.int16),
            "illegal": illegal,
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The action mask, in the form of sb3-contrib's MaskablePPO."""
        return self.episode.action_mask().astype(np.bool_)

    def render(self) -> Frame:
        """The position in the render mode."""
        return self.episode.render(self.render_mode)
