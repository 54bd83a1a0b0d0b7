"""Episodes: the game state, random streams and rendering that all environments share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine import AnyMove, AnyPosition, find_game, unchecked
from azulejos.engine.errors import BadOption
from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Choice, Expected, Range
from azulejos.engine.rng import new_stream
from azulejos.engine.state import NOBODY, OVER, new_states
from azulejos.envs.observation import Observer
from azulejos.envs.stepping import (
    RANDOM_FIRST,
    REWARDS,
    deal_all,
    random_seed,
    reset_state,
    spawn_seeds,
    write_action_mask,
    write_potentials,
)
from azulejos.render.png import pixels
from azulejos.render.svg.position import position_svg
from azulejos.render.text.position import as_text

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]

#: A frame in one of the render modes; None in mode "human".
Frame: TypeAlias = str | npt.NDArray[np.uint8] | None


class Episode:
    """The current episode of one game on one kind of board; `reset` starts the next."""

    def __init__(
        self,
        game: str,
        players: int,
        board: str,
        first_player: int | str,
        reward: str,
        normalised: bool,
        options: Mapping[str, OptionValue],
    ) -> None:
        self.rules = find_game(game)
        self.players = players
        self.first = first_player_index(first_player, players)
        self.reward = reward_index(reward)
        starts = [self.rules.new(players, board, seat, **options) for seat in range(players)]
        self.starts = new_states(self.rules.layout, players)
        for seat, start in enumerate(starts):
            self.starts[seat : seat + 1] = start
        self.observer = Observer(game, players, normalised=normalised)
        self.states = new_states(self.rules.layout)
        #: Seat and move, to be highlighted.
        self.last_move: tuple[int | None, AnyMove] | None = None
        self._actions = np.empty(self.rules.action_count, np.int16)
        self._draws: npt.NDArray[np.uint64] | None = None

    def reset(self, seed: int | None, options: Mapping[str, object] | None) -> list[int] | None:
        """Start an episode. With a seed it is deterministic; without one the streams continue.

        Returns the seeds of the bots by seat, if they are to be reset as well.
        """
        first, position = self._reset_options(options or {})
        bots = None
        if seed is not None or self._draws is None:
            draws, *bots = spawn_seeds(random_seed() if seed is None else seed, self.players)
            self._draws = new_stream(draws)
        if position is None:
            reset_state(self.states, 0, self.starts, first, self._draws)
        else:
            self.states[:] = position.states
        deal_all(self.states, self._draws)
        self.last_move = None
        return bots

    def _reset_options(self, options: Mapping[str, object]) -> tuple[int, AnyPosition | None]:
        """The first player and the position of the reset options.

        Other options are ignored: wrappers pass their own through.
        """
        first, position = self.first, options.get("position")
        if "first_player" in options:
            first = first_player_index(options["first_player"], self.players)
        if position is None:
            return first, None
        if not (
            isinstance(position, AnyPosition)
            and position.rules is self.rules
            and len(position.scores) == self.players
            and not position.is_over
        ):
            expected = Expected("position")
            raise BadOption("wrong-type", option="position", expected=expected, got=position)
        return first, position

    def play(self, action: int) -> None:
        """Play an action, checked, and deal tiles."""
        assert self._draws is not None, "expected `reset` before `play`"
        move = self.rules.moves[action]
        player = self.to_play
        self.rules.apply(self.states, move, None)
        self.last_move = player, move
        deal_all(self.states, self._draws)

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal."""
        return bool(unchecked.is_legal(self.states, action))

    @property
    def position(self) -> AnyPosition:
        """The current position."""
        return self.rules.position(self.states)

    @property
    def to_play(self) -> int | None:
        """The seat to move."""
        seat = int(self.states["to_play"][0])
        return None if seat == NOBODY else seat

    @property
    def is_over(self) -> bool:
        """Whether the episode has terminated."""
        return bool(self.states["phase"][0] == OVER)

    def potentials(self) -> npt.NDArray[np.float64]:
        """The potentials of all seats; rewards are their differences."""
        out = np.zeros(self.players)
        write_potentials(self.states, self.reward, out)
        return out

    def action_mask(self) -> npt.NDArray[np.int8]:
        """The legal actions as ones."""
        mask = np.zeros(self.rules.action_count, np.int8)
        write_action_mask(self.states, mask, self._actions)
        return mask

    def render(self, mode: str | None) -> Frame:
        """The position in a render mode; "human" prints it."""
        if mode is None:
            return None
        if mode == "svg":
            return position_svg(self.position, last_move=self.last_move)
        if mode == "rgb_array":
            return pixels(position_svg(self.position, last_move=self.last_move))
        text = as_text(self.position, colours=mode == "human")
        if mode == "ansi":
            return text
        print(text)
        return None


def first_player_index(first_player: object, players: int) -> int:
    """A first player as compiled code represents it."""
    if first_player == "random":
        return RANDOM_FIRST
    if type(first_player) is not int or not 0 <= first_player < players:
        seats = Range(0, players - 1, "seat")
        raise BadOption("out-of-range", option="first_player", expected=seats, got=first_player)
    return first_player


def reward_index(reward: str) -> int:
    """A reward scheme as compiled code represents it."""
    if reward not in REWARDS:
        expected = Choice(tuple(REWARDS))
        raise BadOption("unknown-value", option="reward", expected=expected, got=reward)
    return REWARDS[reward]


def check_render_mode(mode: str | None) -> None:
    """Raise BadOption for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        expected = Choice(tuple(RENDER_MODES))
        raise BadOption("unknown-value", option="render_mode", expected=expected, got=mode)
