"""Run folders of an earlier version: networks, weights and shards are read, and runs continue."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from azulejos.engine import find_game
from azulejos.training import shards
from azulejos.training.config import TrainingConfig
from azulejos.training.loop import train
from azulejos.training.run_folder import RunFolder, read_network
from tests.stored import STORED, known, plain
from tests.training.configs import needs_torch

EXPECTED: dict[str, Any] = known("training/golden.json")
every_run = pytest.mark.parametrize("name", EXPECTED)


@pytest.fixture
def folder(name: str, tmp_path: Path) -> RunFolder:
    """A copy of a stored run folder."""
    return RunFolder(Path(shutil.copytree(STORED / "training" / name, tmp_path / "run")))


def plan_of(name: str) -> TrainingConfig:
    return TrainingConfig(**EXPECTED[name]["arguments"])


def described(arrays: Iterable[npt.NDArray[Any]]) -> list[tuple[str, list[int], str]]:
    """Types, shapes and contents of arrays, whatever they are called."""
    return sorted(
        (
            str(array.dtype),
            list(array.shape),
            hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest(),
        )
        for array in arrays
    )


def expected_arrays(named: dict[str, Any]) -> list[tuple[str, list[int], str]]:
    return sorted((one["dtype"], one["shape"], one["sha256"]) for one in named.values())


@every_run
def test_the_networks_of_a_stored_run_have_the_same_weights(name: str, folder: RunFolder) -> None:
    stored = EXPECTED[name]["stored"]
    assert described(read_network(folder.best_file)) == expected_arrays(stored["best"])
    for number, expected in stored["networks"].items():
        assert described(folder.network(int(number))) == expected_arrays(expected)
    for number, expected in stored["weights"].items():
        assert described(folder.weights(int(number)).values()) == expected_arrays(expected)


@every_run
def test_the_log_of_a_stored_run_is_read(name: str, folder: RunFolder) -> None:
    stored = EXPECTED[name]["stored"]
    folder.open(plan_of(name).identity)
    log = [list(asdict(line).values()) for line in folder.log()]
    assert plain(log) == [list(line.values()) for line in stored["log"]]
    for number, expected in stored["learned"].items():
        result = folder.training_result(int(number))
        assert result is not None
        assert list(asdict(result).values()) == list(expected.values())


@every_run
def test_the_shards_of_a_stored_run_are_read(name: str, folder: RunFolder) -> None:
    config = plan_of(name)
    expected = EXPECTED[name]["stored"]["shards"]
    files = [file for generation in (1, 2) for file in folder.shards(generation)]
    assert [file.name for file in files] == list(expected)
    for file in files:
        found, wanted = shards.load(file, config.layout), expected[file.name]
        assert len(found.states) == wanted["states"]["count"]
        digest = hashlib.sha256(np.ascontiguousarray(found.states).tobytes()).hexdigest()
        assert digest == wanted["states"]["sha256"]
        last = str(find_game(config.game).position(found.states[-1:]))
        assert last == wanted["states"]["last_position"]
        assert found.lengths.tolist() == wanted["lengths"]
        assert found.victory_shares.tolist() == wanted["shares"]
        assert found.leads.tolist() == wanted["leads"]
        assert described([found.values]) == expected_arrays({"values": wanted["values"]})
        assert described([found.explored]) == expected_arrays({"explored": wanted["strays"]})


@needs_torch
@every_run
def test_a_stored_run_continues_to_the_same_results(name: str, folder: RunFolder) -> None:
    finished = (folder.path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    train(plan_of(name), folder.path)
    written = (folder.path / "log.jsonl").read_text(encoding="utf-8").splitlines()
    expected = EXPECTED[name]["resumed"]["log"]
    assert json.loads(written[0]).values() != json.loads(written[1]).values()
    assert list(map(json.loads, written))[: len(finished)] == list(map(json.loads, finished))
    found = [asdict(line) for line in folder.log()]
    assert [without_times(line) for line in found] == [without_times(line) for line in expected]


def without_times(line: dict[str, Any]) -> list[Any]:
    """The values of a log line; losses to the digits that are equal on all machines."""
    return [
        round(value, 4) if isinstance(value, float) else value
        for name, value in line.items()
        if not name.endswith("_seconds")
    ]
