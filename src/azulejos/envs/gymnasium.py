"""Both games as Gymnasium environments: one agent against bots, chosen by name.

The legal actions are in `info["action_mask"]`, and `action_masks()` gives them where MaskablePPO
looks for them. An illegal action ends the game at once, with a reward of -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.bots import Bot, bot
from azulejos.engine.errors import BadOption, MissingExtra
from azulejos.engine.parameters import Expected
from azulejos.envs.match import RENDER_MODES, Match, check_render_mode
from azulejos.envs.stepping import ILLEGAL_REWARD

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="gymnasium", extra="rl") from error

Info = dict[str, Any]
Row = npt.NDArray[Any]


def names_of(opponents: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The opponents' bots, clockwise from the agent; one name stands for all of them."""
    names = (opponents,) * (players - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(names) != players - 1:
        expected = Expected("name-per-opponent")
        raise BadOption("wrong-count", option="opponents", expected=expected, got=names)
    return names


class BotsEnv(gymnasium.Env[Row, int]):
    """A match of one agent, on seat 0, against bots."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

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
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.match = Match(game, players, board, first_player, reward, normalised, options)
        self.opponents = names_of(opponents, players)
        self._bots: list[Bot] = [bot(name) for name in self.opponents]
        observer = self.match.observer
        self.observation_space = spaces.Box(
            np.zeros_like(observer.high), observer.high, dtype=observer.dtype.type
        )
        self.action_space = spaces.Discrete(self.match.rules.action_count)  # type: ignore[assignment]
        self.render_mode = render_mode
        self._ended = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, Info]:
        """Start a match. `options` may name a `first_player` or bring a `position`."""
        super().reset(seed=seed)
        seeds = self.match.begin(seed, options)
        if seeds is not None:
            # Streams by seat, as in the vector environment: seat 0 has one as well.
            self._bots = [
                bot(name, own) for name, own in zip(self.opponents, seeds[1:], strict=True)
            ]
        self._let_bots_play()
        self._ended = self.match.is_over
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Row, float, bool, bool, Info]:
        """Play an action, and let the bots answer until it is the agent's turn again."""
        if self._ended or not self.match.is_legal(int(action)):
            self._ended = True
            return self._seen(), ILLEGAL_REWARD, True, False, self._info(illegal=True)
        before = self.match.standings()[0]
        self.match.play(int(action))
        self._let_bots_play()
        self._ended = self.match.is_over
        reward = float(self.match.standings()[0] - before)
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._ended, False, self._info()

    def _let_bots_play(self) -> None:
        while self.match.to_play:
            chosen = self._bots[self.match.to_play - 1].choose(self.match.position)
            self.match.play(chosen.move.index)

    def _seen(self) -> Row:
        return self.match.observer.observe(self.match.states, 0)

    def _info(self, *, illegal: bool = False) -> Info:
        return {
            "action_mask": self.match.mask(),
            "scores": np.array(self.match.position.scores, np.int16),
            "illegal": illegal,
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, where sb3-contrib's MaskablePPO looks for them."""
        return self.match.mask().astype(np.bool_)

    def render(self) -> Any:
        """The position, as the render mode asks for."""
        return self.match.render(self.render_mode)


def azul(**kwargs: Any) -> BotsEnv:
    """Azul against bots."""
    return BotsEnv("azul", **kwargs)


def summer_pavilion(**kwargs: Any) -> BotsEnv:
    """Summer Pavilion against bots."""
    return BotsEnv("summer-pavilion", **kwargs)
