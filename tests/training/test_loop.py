"""The training loop: whole runs, interrupted and resumed runs, rejected networks."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from azulejos.engine.errors import BadOption
from azulejos.search.nnue import network as networks
from azulejos.training import loop
from azulejos.training.config import TrainingConfig, first_network
from azulejos.training.loop import MATCH, ProgressListener, train
from azulejos.training.run_folder import RunFolder, TrainingResult
from azulejos.training.selfplay import play_shard
from tests.training.configs import AZUL, are_equal, every_kind, needs_torch, upside_down

if TYPE_CHECKING:
    from azulejos.training import model, trainer

pytestmark = needs_torch


@pytest.fixture(scope="module", autouse=True)
def import_pytorch() -> None:
    """Import what needs PyTorch now: it takes seconds, and every worker collects all tests."""
    global model, trainer
    from azulejos.training import model, trainer


@every_kind
def test_a_run_writes_networks_shards_and_a_log(config: TrainingConfig, tmp_path: Path) -> None:
    log = train(config, tmp_path)
    assert [line.number for line in log] == [1, 2]
    folder = RunFolder(tmp_path)
    assert folder.log() == log
    assert len(folder.shards(1)) == len(folder.shards(2)) == config.shards
    assert are_equal(networks.load(folder.best_file), folder.network(log[-1].best))
    assert not are_equal(folder.network(1), folder.network(2))
    assert log[1].examples > log[0].examples > 0  # the window grows
    assert train(config, tmp_path) == log  # nothing is left to do
    assert not list(tmp_path.rglob("~*"))


def test_a_window_forgets_what_is_older(tmp_path: Path) -> None:
    log = train(replace(AZUL, window=1, nodes=1), tmp_path)
    per_generation = [line.examples for line in log]
    assert per_generation[1] < 1.5 * per_generation[0]


def test_fine_tuning_has_a_smaller_learning_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates: list[float] = []

    def watched(*arguments: Any, rate: float, **others: Any) -> TrainingResult:
        rates.append(rate)
        return fit(*arguments, rate=rate, **others)

    fit = trainer.fit
    monkeypatch.setattr(trainer, "fit", watched)
    train(replace(AZUL, nodes=1), tmp_path / "scratch")
    assert rates[1] < rates[0]
    train(replace(AZUL, nodes=1), tmp_path / "further", start=tmp_path / "scratch" / "best.npz")
    assert rates[2] == rates[3] == rates[1]


# Stopped runs

#: More than anybody plays before it is looked at.
MANY_SHARDS = replace(AZUL, games=100_000, generations=1, nodes=30)
PATIENCE = 120.0  # seconds


def test_a_killed_run_resumes_to_the_same_shards(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    script = (
        "from pathlib import Path; from azulejos.training.loop import train; "
        "from tests.training.test_loop import MANY_SHARDS; "
        f"train(MANY_SHARDS, Path({str(tmp_path)!r}))"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[2])
    deadline = time.monotonic() + PATIENCE
    try:
        while len(folder.shards(1)) < 3 and process.poll() is None:
            assert time.monotonic() < deadline, "waited too long"
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    before = {file: file.stat().st_mtime_ns for file in folder.shards(1)}
    assert len(before) >= 3
    config = replace(MANY_SHARDS, games=(len(before) + 20) * MANY_SHARDS.shard_games)
    train(config, tmp_path)
    assert len(folder.shards(1)) == config.shards
    assert all(file.stat().st_mtime_ns == then for file, then in before.items())
    network = first_network(config)
    for shard in (0, 1, len(before) - 1, len(before), config.shards - 1):
        undisturbed = tmp_path / "undisturbed.npz"
        play_shard(config, network, 1, shard).save(undisturbed)
        assert folder.shard(1, shard).read_bytes() == undisturbed.read_bytes()


class Impatient(ProgressListener):
    """Stops a run when a match begins."""

    def on_step(self, generation: int, step: str) -> None:  # noqa: ARG002
        if step == MATCH:
            raise KeyboardInterrupt


def test_a_trained_network_is_not_trained_again_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = replace(AZUL, generations=1)
    with pytest.raises(KeyboardInterrupt):
        train(config, tmp_path, listener=Impatient())
    assert RunFolder(tmp_path).log() == []
    monkeypatch.delattr(trainer, "fit")
    assert len(train(config, tmp_path)) == 1


def test_more_generations_continue_from_the_last(tmp_path: Path) -> None:
    config = replace(AZUL, nodes=1)
    first = train(replace(config, generations=1), tmp_path)
    assert train(config, tmp_path)[:1] == first


def test_without_time_only_the_first_network_is_made(tmp_path: Path) -> None:
    assert train(AZUL, tmp_path, hours=0) == []
    best = networks.load(RunFolder(tmp_path).best_file)
    assert are_equal(best, first_network(AZUL))


def test_self_play_stops_between_shards_when_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(range(1000))
    clock = SimpleNamespace(monotonic=lambda: float(next(times)))
    monkeypatch.setattr(loop, "time", clock)  # not everybody's: other threads live by it too
    assert train(replace(AZUL, nodes=1), tmp_path, hours=3 / 3600) == []
    assert len(RunFolder(tmp_path).shards(1)) == 1 < AZUL.shards


# Champions


def test_a_worse_network_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = upside_down(first_network(AZUL))
    monkeypatch.setattr(model.Model, "network", lambda _: bad)
    log = train(AZUL, tmp_path)
    assert [line.accepted for line in log] == [False, False]
    assert [line.best for line in log] == [0, 0]
    assert log[-1].best_rating == 0 > log[-1].rating
    assert are_equal(networks.load(RunFolder(tmp_path).best_file), first_network(AZUL))


def test_a_better_network_becomes_champion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = first_network(AZUL)
    start = tmp_path / "bad.npz"
    networks.save(start, upside_down(good))
    monkeypatch.setattr(model.Model, "network", lambda _: good)
    log = train(AZUL, tmp_path / "run", start=start)
    assert log[0].accepted
    assert log[0].best_rating == log[0].rating > 0
    assert log[1].score == 0.5  # against itself
    assert are_equal(networks.load(RunFolder(tmp_path / "run").best_file), good)


# What a run starts with


def test_training_continues_from_the_start_network(tmp_path: Path) -> None:
    first = train(replace(AZUL, generations=1), tmp_path / "first")
    given = RunFolder(tmp_path / "first").network_file(1)
    config = replace(AZUL, generations=1, seed=2)
    train(config, tmp_path / "second", start=given)
    second = RunFolder(tmp_path / "second")
    assert first
    assert are_equal(second.network(0), networks.load(given))
    moved = second.network(1).feature_weights.astype(int) - second.network(0).feature_weights
    assert 0 < np.abs(moved).mean() < np.abs(second.network(0).feature_weights).mean()


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_a_file_that_is_no_network_of_the_game_is_refused(
    content: bytes | None, tmp_path: Path
) -> None:
    file = tmp_path / "network.npz"
    if content is None:
        networks.save(file, first_network(replace(AZUL, players=4)))
    else:
        file.write_bytes(content)
    with pytest.raises(BadOption, match="start to be a network of"):
        train(AZUL, tmp_path / "run", start=file)
