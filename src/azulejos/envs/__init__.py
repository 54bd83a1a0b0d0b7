"""Environments for learning: both games as PettingZoo, Gymnasium and OpenSpiel expect them.

The adapters hold no rules. Importing this package registers the environments with those libraries
that are installed; the modules `pettingzoo`, `gymnasium`, `vector` and `openspiel` need them.
"""

from importlib.util import find_spec

from azulejos.envs.observation import Observer

__all__ = ["Observer", "register"]

#: The environments by name, and the functions that make them.
MAKERS = {"azul": "azul", "summer-pavilion": "summer_pavilion"}
VERSION = "v0"


def register() -> None:
    """Make the environments known to PettingZoo and Gymnasium, if they are installed."""
    if find_spec("pettingzoo") is not None:
        _register_with_pettingzoo()
    if find_spec("gymnasium") is not None:
        _register_with_gymnasium()


def _register_with_pettingzoo() -> None:
    import pettingzoo

    for name, maker in MAKERS.items():
        if f"azulejos/{name}-{VERSION}" not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", f"azulejos/{name}-{VERSION}", f"azulejos.envs.pettingzoo:{maker}"
            )


def _register_with_gymnasium() -> None:
    import gymnasium

    for name, maker in MAKERS.items():
        if f"azulejos/{name}-{VERSION}" not in gymnasium.registry:
            gymnasium.register(
                f"azulejos/{name}-{VERSION}",
                entry_point=f"azulejos.envs.gymnasium:{maker}",
                vector_entry_point=f"azulejos.envs.vector:{maker}",
            )


register()
