"""The environments' knowledge of each game: one record that a new game fills in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from azulejos.engine import AZUL, SUMMER_PAVILION
from azulejos.envs import azul, pavilion
from azulejos.envs.fields import Field


@dataclass(frozen=True)
class EnvGame:
    """Observation and bounds of one game; all functions take the number of players.

    `observer` is a module with the compiled function `observe`.
    """

    observer: ModuleType
    fields: Callable[[int], tuple[Field, ...]]
    #: Upper bounds of a game's decisions and of the tiles it draws.
    max_decisions: Callable[[int], int]
    max_draws: Callable[[int], int]


#: By the game's name.
ENV_GAMES: dict[str, EnvGame] = {
    AZUL.name: EnvGame(azul, azul.fields, azul.max_decisions, azul.max_draws),
    SUMMER_PAVILION.name: EnvGame(
        pavilion, pavilion.fields, pavilion.max_decisions, pavilion.max_draws
    ),
}
