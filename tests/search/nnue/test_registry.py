"""The networks of the package."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from azulejos.search.nnue import registry
from azulejos.search.nnue.registry import FOLDER, network_for
from tests.search.positions import every_configuration

MAX_BYTES = 2_000_000


@every_configuration
def test_every_configuration_has_a_network_of_its_own(game: str, board: str, players: int) -> None:
    file = FOLDER / f"{game}-{board}-{players}.npz"
    assert file.stat().st_size <= MAX_BYTES
    assert network_for(game, board, players).feature_weights.any()


def test_a_network_that_does_not_fit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(FOLDER / "azul-coloured-3.npz", tmp_path / "azul-coloured-2.npz")
    monkeypatch.setattr(registry, "FOLDER", tmp_path)
    network_for.cache_clear()
    with pytest.raises(ValueError, match=r"azul-coloured-2\.npz was trained with other features"):
        network_for("azul", "coloured", 2)
    network_for.cache_clear()
