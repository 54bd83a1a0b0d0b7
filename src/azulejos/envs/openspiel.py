"""OpenSpiel games in Python; importing this module registers them.

`pyspiel.load_game("azulejos_azul(players=3,board=grey)")`. Tiles are drawn one at a time by chance
nodes whose outcomes are colours. Utilities are zero-sum: a victory is 1, divided among winners, and
the others lose in equal parts what the winners gain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from azulejos.engine import GAMES, AnyRules, find_game, unchecked
from azulejos.engine.errors import BadOption, MissingExtra
from azulejos.engine.parameters import Expected
from azulejos.engine.state import (
    DEAL,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OVER,
)
from azulejos.engine.tiles import LANE, LANE_MASK
from azulejos.envs.games import ENV_GAMES
from azulejos.envs.observation import Observer
from azulejos.envs.stepping import WIN, write_potentials

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="open_spiel", extra="openspiel") from error

PARAMETERS = {"players": MIN_PLAYERS, "board": "coloured"}


def _game_type(name: str) -> Any:
    """The properties of a game, as OpenSpiel declares them."""
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"Azulejos: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=MIN_PLAYERS,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


def short_name(name: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"azulejos_{name.replace('-', '_')}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of players and a board; subclasses set `name` and `kind`."""

    kind: Any
    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen: dict[str, Any] = {**PARAMETERS, **(params or {})}
        self.rules = find_game(self.name)
        self.players, self.board = chosen["players"], chosen["board"]
        self.start = self.rules.new(self.players, self.board, 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=len(self.rules.colours),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=ENV_GAMES[self.name].max_decisions(self.players),
        )
        super().__init__(self.kind, info, chosen)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound of the tiles drawn in a game."""
        return ENV_GAMES[self.name].max_draws(self.players)

    def new_initial_state(self) -> SpielState:
        """The root: a new game before the first draw."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> SpielObserver | None:
        """The observer of positions; there is none with perfect recall."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None
        return SpielObserver(self, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of OpenSpiel's game tree."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._name = game.name
        self.states = game.start.copy()

    @property
    def _rules(self) -> AnyRules:
        return GAMES[self._name]

    def current_player(self) -> int:
        """The seat to move, or the chance or terminal player."""
        phase = self.states["phase"][0]
        if phase == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if phase == DEAL:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self.states["to_play"][0])

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["phase"][0] == OVER)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        actions = np.empty(self._rules.action_count, np.int16)
        count = unchecked.legal_actions(self.states, actions)
        return [int(action) for action in actions[:count]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The colours in the bag and their probabilities."""
        bag = int(self.states["bag"][0])
        counts = [bag >> LANE * colour & LANE_MASK for colour in range(len(self._rules.colours))]
        return [(colour, count / sum(counts)) for colour, count in enumerate(counts) if count]

    def _apply_action(self, action: int) -> None:
        if self.states["phase"][0] == DEAL:
            self._rules.deal_tile(self.states, action, None)
        else:
            self._rules.apply(self.states, self._rules.moves[action], None)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._rules.colours(action).letter)
        return str(self._rules.moves[action])

    def returns(self) -> list[float]:
        """The utilities; all 0 before the end."""
        out = np.zeros(int(self.states["players"][0]))
        write_potentials(self.states, WIN, out)
        return [float(value) for value in out]

    def __str__(self) -> str:
        return str(self._rules.position(self.states))


class SpielObserver:
    """Normalised observations as one tensor, and by field name."""

    def __init__(self, game: SpielGame, params: Any) -> None:
        if params:
            names = ", ".join(params)
            expected = Expected("nothing")
            raise BadOption("unknown-value", option="params", expected=expected, got=names)
        self._observer = Observer(game.name, game.players, normalised=True)
        self.tensor = self._observer.buffer()
        self.dict = self._observer.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a player's observation into the tensor."""
        self._observer.observe(state.states, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """A player's observation as text."""
        return f"player {player + 1}: {state}"


def _register(name: str) -> None:
    """Register a game with OpenSpiel."""
    kind = _game_type(name)
    if kind.short_name not in pyspiel.registered_names():
        attributes = {"__doc__": f"{name} for OpenSpiel.", "name": name, "kind": kind}
        pyspiel.register_game(kind, type("SpielGame", (SpielGame,), attributes))


for _name in ENV_GAMES:
    _register(_name)
