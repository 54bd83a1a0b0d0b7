"""Without the optional libraries, everything else works and errors name the missing one."""

from __future__ import annotations

import importlib
import sys

import pytest

from azulejos import envs
from azulejos.engine.errors import MissingExtra


@pytest.mark.parametrize(
    ("module", "package", "told", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo", "rl"),
        ("gymnasium", "gymnasium", "gymnasium", "rl"),
        ("openspiel", "pyspiel", "open_spiel", "openspiel"),
        ("stable_baselines", "stable_baselines3", "stable_baselines3", "sb3"),
    ],
)
def test_an_adapter_tells_what_to_install(
    module: str, package: str, told: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loaded in [name for name in sys.modules if name.startswith(f"{package}.")]:
        monkeypatch.setitem(sys.modules, loaded, None)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"azulejos.envs.{module}", raising=False)
    with pytest.raises(MissingExtra, match=rf"{told} is missing.*azulejos\[{extra}\]"):
        importlib.import_module(f"azulejos.envs.{module}")


def test_nothing_is_registered_with_libraries_that_are_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    envs.register()
