"""Run folder: files are written atomically, and damaged ones refused by their names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from azulejos.cli.training_progress import summary
from azulejos.engine.errors import AzulejosError, BadOption
from azulejos.training import plot, shards
from azulejos.training.config import TrainingConfig, first_network
from azulejos.training.files import atomic_write
from azulejos.training.run_folder import Generation, RunFolder, TrainingResult
from tests.training.configs import AZUL

LINE = Generation(
    number=1,
    games=10,
    examples=500,
    victory_loss=0.6,
    lead_loss=2.0,
    match_games=20,
    score=0.55,
    margin=0.1,
    lead=3.0,
    accepted=True,
    best=1,
    rating=35.0,
    best_rating=35.0,
    play_seconds=60.0,
    learn_seconds=30.0,
    match_seconds=30.0,
)


def test_what_fails_half_way_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("whole")

    def write_half() -> None:
        with atomic_write(file) as temporary:
            temporary.write_text("ha")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert file.read_text() == "whole"


def test_unfinished_shards_are_not_counted(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.open(AZUL.identity)
    finished = folder.shard(1, 0)
    finished.touch()
    finished.with_name(f"~{finished.name}").touch()
    folder.shard(2, 0).touch()
    assert folder.shards(1) == [finished]


def test_the_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    assert folder.log() == []
    second = replace(LINE, number=2, accepted=False)
    folder.append(LINE)
    folder.append(second)
    assert folder.log() == [LINE, second]


def test_the_result_of_training_is_stored(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.open(AZUL.identity)
    assert folder.training_result(1) is None
    folder.save_training_result(1, TrainingResult(100, 0.5, 1.5))
    assert folder.training_result(1) == TrainingResult(100, 0.5, 1.5)


def test_a_folder_belongs_to_one_run(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.open(AZUL.identity)
    folder.open(replace(AZUL, games=99, generations=50).identity)
    with pytest.raises(BadOption, match=r"players to be 2, as in .*config.json, got 3"):
        folder.open(replace(AZUL, players=3).identity)


# Damaged folders


@pytest.mark.parametrize("content", ["", "{", "[]", "7", "\xff"])
def test_a_damaged_configuration_is_refused_by_its_name(tmp_path: Path, content: str) -> None:
    (tmp_path / "config.json").write_text(content, encoding="latin-1")
    with pytest.raises(BadOption, match=r"config.json to be the configuration of a run, got"):
        RunFolder(tmp_path).open(AZUL.identity)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        json.dumps(asdict(LINE) | {"more": 1}),
        json.dumps(asdict(LINE) | {"best": "x"}),
        json.dumps(asdict(LINE) | {"games": True}),
        json.dumps(asdict(LINE) | {"accepted": 1}),
        json.dumps(asdict(LINE) | {"number": 2}),
        json.dumps(asdict(LINE) | {"best": 7}),
    ],
)
def test_a_damaged_log_is_refused_by_its_name(tmp_path: Path, line: str) -> None:
    (tmp_path / "log.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(BadOption, match=r"log.jsonl to be the log of a run, .* got"):
        RunFolder(tmp_path).log()


def test_a_damaged_training_result_is_refused_by_its_name(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.open(AZUL.identity)
    folder.network_file(1).with_suffix(".json").write_text('{"examples": 5}', encoding="utf-8")
    with pytest.raises(BadOption, match=r"001.json to be the statistics of a generation"):
        folder.training_result(1)


def damaged_files(path: Path) -> Iterator[Path]:
    """The file as it may become: empty, something else, cut, changed, or with other arrays."""
    whole = path.read_bytes()
    middle = len(whole) // 2
    changed = whole[:middle] + bytes(255 - byte for byte in whole[middle : middle + 200])
    for content in (b"", b"nonsense", whole[:middle], changed + whole[middle + 200 :]):
        path.write_bytes(content)
        yield path
    np.savez(path, other=np.zeros(3))
    yield path


#: NumPy leaves a file open that is half an archive.
LEFT_OPEN = "ignore:Exception ignored in:pytest.PytestUnraisableExceptionWarning"


@pytest.mark.filterwarnings(LEFT_OPEN)
def test_a_damaged_network_is_refused_by_its_name(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.open(AZUL.identity)
    network = first_network(AZUL)
    folder.save_network(1, network)
    for _ in damaged_files(folder.network_file(1)):
        with pytest.raises(BadOption, match=r"networks.001.npz to be a network, got"):
            folder.network(1)
    folder.save_network(1, network._replace(feature_bias=network.feature_bias[1:]))
    with pytest.raises(BadOption, match=r"networks.001.npz to be a network, got"):
        folder.network(1)


def test_damaged_weights_and_shards_are_refused_by_their_names(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    folder.open(AZUL.identity)
    (tmp_path / "weights" / "001.npz").write_bytes(b"nonsense")
    with pytest.raises(BadOption, match=r"weights.001.npz to be weights to continue training from"):
        folder.weights(1)
    folder.shard(1, 0).write_bytes(b"nonsense")
    for read in (shards.length_of, partial(shards.load, layout=AZUL.layout)):
        with pytest.raises(BadOption, match=r"shards.001-00000.npz to be positions of games"):
            read(folder.shard(1, 0))


# Configurations and plots


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        (TrainingConfig(game="chess"), "expected one of the games"),
        (TrainingConfig(board="blue"), "expected one of the boards"),
        (TrainingConfig(players=5), "expected players to be 2, 3 or 4, got 5"),
        (TrainingConfig(games=0), "expected games to be from 1 to"),
        (TrainingConfig(window=0), "expected window to be from 1 to"),
        (TrainingConfig(seed=-1), "expected seed to be from 0 to"),
    ],
)
def test_configurations_that_make_no_sense_are_refused(
    config: TrainingConfig, complaint: str
) -> None:
    with pytest.raises(AzulejosError, match=complaint):
        config.check()


def test_a_run_is_plotted(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    plot.draw([], tmp_path / "none.svg")
    plot.draw([LINE, replace(LINE, number=2)], tmp_path / "two.svg")
    assert [file.name for file in tmp_path.iterdir()] == ["two.svg"]
    assert "</svg>" in (tmp_path / "two.svg").read_text(encoding="utf-8")


def test_a_generation_is_summarised_in_one_line() -> None:
    assert summary(LINE) == (
        "generation 1: accepted; scored 55.0%±10.0% in 20 games, lead +3.0, rating +35; "
        "loss 0.6000 on 500 examples; 2.0 minutes"
    )
    assert "rejected, 1 remains champion" in summary(replace(LINE, number=2, accepted=False))
