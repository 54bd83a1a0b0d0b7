"""What the environments share: one match, its random streams, and how it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.engine import AnyPosition, find_game, unchecked
from azulejos.engine.errors import BadOption
from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Choice, Expected, Range
from azulejos.engine.position import Position
from azulejos.engine.rng import new_stream
from azulejos.engine.state import NOBODY, OVER, new_states
from azulejos.envs.observation import Observer
from azulejos.envs.stepping import (
    BY_CHANCE,
    REWARDS,
    begin,
    deal_all,
    fresh_seed,
    mask_of,
    seeds_of,
    standings,
)
from azulejos.render.png import pixels
from azulejos.render.svg.position import position_svg
from azulejos.render.text.position import as_text

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]


class Match:
    """One match after the other, of one game on one kind of board."""

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
        self.first = first_index(first_player, players)
        self.reward = reward_index(reward)
        starts = [self.rules.new(players, board, seat, **options) for seat in range(players)]
        self.starts = new_states(self.rules.layout, players)
        for seat, start in enumerate(starts):
            self.starts[seat : seat + 1] = start
        self.observer = Observer(game, players, normalised=normalised)
        self.states = new_states(self.rules.layout)
        #: Seat and move, for pictures.
        self.last_move: tuple[int | None, Any] | None = None
        self._actions = np.empty(self.rules.action_count, np.int16)
        self._draws: npt.NDArray[np.uint64] | None = None

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> list[int] | None:
        """Start anew. With a seed everything is repeatable; without one the streams go on.

        Returns the seeds of the bots by seat, if they have to start anew as well.
        """
        first, position = self._wishes(options or {})
        bots = None
        if seed is not None or self._draws is None:
            draws, *bots = seeds_of(fresh_seed() if seed is None else seed, self.players)
            self._draws = new_stream(draws)
        if position is None:
            begin(self.states, 0, self.starts, first, self._draws)
        else:
            self.states[:] = position.states
        deal_all(self.states, self._draws)
        self.last_move = None
        return bots

    def _wishes(self, options: Mapping[str, Any]) -> tuple[int, AnyPosition | None]:
        """The first player and the position that somebody asks for.

        What else there is is not for us: wrappers hand their own options through.
        """
        position = options.get("position")
        if position is not None:
            fits = isinstance(position, Position) and position.rules is self.rules
            if not fits or len(position.scores) != self.players or position.is_over:
                expected = Expected("position")
                raise BadOption("wrong-type", option="position", expected=expected, got=position)
        if "first_player" in options:
            return first_index(options["first_player"], self.players), position
        return self.first, position

    def play(self, action: int) -> None:
        """Play an action, checked, and deal what is due."""
        assert self._draws is not None, "expected a match that has begun"
        move = self.rules.moves[action]
        player = self.to_play
        self.rules.apply(self.states, move, None)
        self.last_move = player, move
        deal_all(self.states, self._draws)

    def is_legal(self, action: int) -> bool:
        """Whether an action may be played now."""
        return bool(unchecked.is_legal(self.states, action))

    @property
    def position(self) -> AnyPosition:
        """The position now."""
        return self.rules.position(self.states)

    @property
    def to_play(self) -> int | None:
        """The seat that has to decide."""
        seat = int(self.states["to_play"][0])
        return None if seat == NOBODY else seat

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.states["phase"][0] == OVER)

    def standings(self) -> npt.NDArray[np.float64]:
        """How all seats stand; rewards are differences of these."""
        out = np.zeros(self.players)
        standings(self.states, self.reward, out)
        return out

    def mask(self) -> npt.NDArray[np.int8]:
        """The legal actions as ones."""
        mask = np.zeros(self.rules.action_count, np.int8)
        mask_of(self.states, mask, self._actions)
        return mask

    def render(self, mode: str | None) -> Any:
        """The position in one of the render modes."""
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


def first_index(first_player: int | str, players: int) -> int:
    """A first player as compiled code knows it."""
    if first_player == "random":
        return BY_CHANCE
    if not (type(first_player) is int and 0 <= first_player < players):
        seats = Range(0, players - 1, "seat")
        raise BadOption("out-of-range", option="first_player", expected=seats, got=first_player)
    return first_player


def reward_index(reward: str) -> int:
    """A reward as compiled code knows it."""
    if reward not in REWARDS:
        expected = Choice(tuple(REWARDS))
        raise BadOption("unknown-value", option="reward", expected=expected, got=reward)
    return REWARDS[reward]


def check_render_mode(mode: str | None) -> None:
    """Raise one of our errors if nobody can draw like that."""
    if mode is not None and mode not in RENDER_MODES:
        expected = Choice(tuple(RENDER_MODES))
        raise BadOption("unknown-value", option="render_mode", expected=expected, got=mode)
