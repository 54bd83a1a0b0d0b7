"""Without PyTorch everything but training works, and an error says what to install."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from azulejos.engine.errors import MissingExtra
from azulejos.training.loop import train
from tests.training.configs import AZUL

TOLD = r"torch is missing: pip install 'azulejos\[train\]'"


@pytest.fixture(autouse=True)
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if PyTorch were not installed, and nothing that needs it were imported."""
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("model", "trainer"):
        monkeypatch.delitem(sys.modules, f"azulejos.training.{name}", raising=False)


def test_nothing_begins(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match=TOLD):
        train(AZUL, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("module", ["model", "trainer"])
def test_modules_that_learn_tell_what_to_install(module: str) -> None:
    with pytest.raises(MissingExtra, match=TOLD):
        importlib.import_module(f"azulejos.training.{module}")
