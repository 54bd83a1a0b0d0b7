"""Reinforcement learning environments: both games for PettingZoo, Gymnasium and OpenSpiel.

The adapters contain no rules. Importing this package registers the environments with PettingZoo and
Gymnasium where they are installed; the modules `pettingzoo`, `gymnasium`, `vector` and `openspiel`
need their libraries.
"""

from importlib.util import find_spec

from azulejos.envs.games import ENV_GAMES
from azulejos.envs.observation import Observer

__all__ = ["ENV_GAMES", "Observer", "env_id", "register"]

VERSION = "v0"


def env_id(game: str) -> str:
    """The id of a game's environment in the registries."""
    return f"azulejos/{game}-{VERSION}"


def register() -> None:
    """Register all environments with PettingZoo and Gymnasium, if they are installed."""
    if find_spec("pettingzoo") is not None:
        _register_with_pettingzoo()
    if find_spec("gymnasium") is not None:
        _register_with_gymnasium()


def _register_with_pettingzoo() -> None:
    import pettingzoo

    for game in ENV_GAMES:
        if env_id(game) not in pettingzoo.aec_registry:
            entry_point = "azulejos.envs.pettingzoo:env"
            pettingzoo.register("aec", env_id(game), entry_point, kwargs={"game": game})


def _register_with_gymnasium() -> None:
    import gymnasium

    for game in ENV_GAMES:
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="azulejos.envs.gymnasium:BotsEnv",
                vector_entry_point="azulejos.envs.vector:BotsVectorEnv",
                kwargs={"game": game},
            )


register()
