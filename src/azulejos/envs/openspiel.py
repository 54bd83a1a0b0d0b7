"""Both games as OpenSpiel's Python games; importing this module registers them.

`pyspiel.load_game("azulejos_azul(players=3,board=grey)")`. Tiles are drawn one at a time by chance
nodes whose outcomes are colours. A victory is worth 1, shared victories share it, and what winners
gain the others lose in equal parts: the utilities add up to 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from azulejos.engine import GAMES, find_game, unchecked
from azulejos.engine.azul import layout as azul
from azulejos.engine.common import FACTORIES, TILES_PER_FACTORY
from azulejos.engine.errors import BadOption, MissingExtra
from azulejos.engine.parameters import Expected
from azulejos.engine.pavilion import layout as pavilion
from azulejos.engine.pavilion.board import FEATURES
from azulejos.engine.state import (
    DEAL,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OVER,
)
from azulejos.engine.tiles import LANE, LANE_MASK
from azulejos.envs.observation import Observer
from azulejos.envs.stepping import WIN, standings

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtra("missing-extra", package="open_spiel", extra="openspiel") from error

PARAMETERS = {"players": MIN_PLAYERS, "board": "coloured"}


def longest_game(game: str, players: int) -> int:
    """A number of decisions that no game can exceed."""
    taken = int(FACTORIES[players]) * TILES_PER_FACTORY  # every draft takes a tile at least
    if game == "azul":
        # Every fifth round places a tile, and a fifth tile in a row of a wall ends the game.
        placed = players * azul.ROWS * (azul.COLUMNS - 1) + 1
        return azul.STALEMATE_ROUNDS * placed * (taken + players * azul.ROWS)
    rounds = pavilion.ROUNDS * (taken + players)
    return rounds + players * (pavilion.SPACES + len(FEATURES))


def most_tiles_drawn(game: str, players: int) -> int:
    """A number of tiles that no game draws more of."""
    taken = int(FACTORIES[players]) * TILES_PER_FACTORY
    if game == "azul":
        placed = players * azul.ROWS * (azul.COLUMNS - 1) + 1
        return azul.STALEMATE_ROUNDS * placed * taken
    bonus = players * sum(reward for _, reward, _ in FEATURES)
    return pavilion.ROUNDS * taken + pavilion.SUPPLY_SPACES + bonus


def _type_of(name: str) -> Any:
    """What kind of game OpenSpiel is told this is."""
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
    """What a game is called in OpenSpiel."""
    return f"azulejos_{name.replace('-', '_')}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, with a number of players and a side of the boards."""

    kind: Any
    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
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
            max_game_length=longest_game(self.name, self.players),
        )
        super().__init__(self.kind, info, chosen)

    def max_chance_nodes_in_history(self) -> int:
        """A number of tiles that no game draws more of."""
        return most_tiles_drawn(self.name, self.players)

    def new_initial_state(self) -> SpielState:
        """The start of a match, before the first tile is drawn."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> SpielObserver | None:
        """Someone who sees positions as numbers; nobody remembers how they came about."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None
        return SpielObserver(self, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position in OpenSpiel's tree of moves and draws."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._name = game.name
        self.states = game.start.copy()

    @property
    def _rules(self) -> Any:
        return GAMES[self._name]

    def current_player(self) -> int:
        """The seat that decides, or chance, or nobody any more."""
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
        """The colours in the bag, and how likely each is drawn next."""
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
        """What the game has brought each player: nothing before its end."""
        out = np.zeros(int(self.states["players"][0]))
        standings(self.states, WIN, out)
        return [float(value) for value in out]

    def __str__(self) -> str:
        return str(self._rules.position(self.states))


class SpielObserver:
    """What a seat sees, as one tensor and by the names of its fields."""

    def __init__(self, game: SpielGame, params: Any) -> None:
        if params:
            names = ", ".join(params)
            expected = Expected("nothing")
            raise BadOption("unknown-value", option="params", expected=expected, got=names)
        self._observer = Observer(game.name, game.players, normalised=True)
        self.tensor = self._observer.buffer()
        self.dict = self._observer.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self._observer.observe(state.states, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text."""
        return f"player {player + 1}: {state}"


class AzulGame(SpielGame):
    """Azul."""

    name = "azul"
    kind = _type_of(name)


class SummerPavilionGame(SpielGame):
    """Summer Pavilion."""

    name = "summer-pavilion"
    kind = _type_of(name)


for _game in (AzulGame, SummerPavilionGame):
    if _game.kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_game.kind, _game)
