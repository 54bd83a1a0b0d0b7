"""Datasets: what a row says is true, and interrupted work is continued with the same rows."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from azulejos.cli import dataset  # noqa: F401  (registers the command)
from azulejos.cli.common import app
from azulejos.datasets.config import DatasetConfig
from azulejos.datasets.make import make
from azulejos.datasets.rows import COLUMNS, Row, play_game
from azulejos.engine import AnyPosition, find_game
from azulejos.engine.errors import BadOption, MissingExtra

CONFIG = DatasetConfig(games=3, nodes=8, explore=0.3, games_in_file=2)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return [row for number in range(3) for row in play_game(CONFIG, number)]


def read(folder: Path) -> list[dict[str, object]]:
    files = sorted(folder.glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def as_data(rows: list[Row]) -> list[dict[str, object]]:
    data: list[dict[str, object]] = json.loads(json.dumps([row._asdict() for row in rows]))
    return data


def test_moves_are_legal_and_shares_and_points_are_those_of_the_end(rows: list[Row]) -> None:
    assert set(COLUMNS) == set(Row._fields)
    for number in range(3):
        own = [row for row in rows if row.game == number]
        assert [row.ply for row in own] == list(range(len(own)))
        assert sum({row.player: row.result for row in own}.values()) == 1
        best = max(own, key=lambda row: row.points)
        assert best.result > 0
    for row in rows:
        position: AnyPosition = find_game(CONFIG.game).read_position(row.position)
        assert position.to_play == row.player
        assert {row.move, row.best} <= {str(move) for move in position.legal_moves}
        assert 0 <= row.value <= 1


def test_the_first_seat_takes_turns_and_some_moves_are_random(rows: list[Row]) -> None:
    first = {row.game: row.player for row in reversed(rows)}
    assert first == {0: 0, 1: 1, 2: 0}
    explored = sum(row.move != row.best for row in rows) / len(rows)
    assert 0.1 < explored < 0.4
    assert all(row.move == row.best for row in play_game(replace(CONFIG, explore=0.0), 0))


def test_interrupted_work_is_continued_with_the_same_rows(rows: list[Row], tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int) -> None:
        if done == 2:
            raise Stopped

    with pytest.raises(Stopped):
        make(CONFIG, tmp_path, listener=stop)
    assert read(tmp_path) == as_data([row for row in rows if row.game < 2])
    assert "Unfinished: 2 games" in (tmp_path / "README.md").read_text()
    done: list[int] = []
    make(CONFIG, tmp_path, listener=done.append)
    assert done == [2, 3]
    assert read(tmp_path) == as_data(rows)
    card = (tmp_path / "README.md").read_text()
    assert f"3 games with {len(rows)} positions, in 2 files." in card
    assert CONFIG.command in card


def test_more_games_are_added_to_a_short_last_file(rows: list[Row], tmp_path: Path) -> None:
    make(replace(CONFIG, games=1), tmp_path)
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["00000-first-1.jsonl"]
    make(CONFIG, tmp_path)
    names = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert names == ["00000.jsonl", "00001-first-1.jsonl"]
    assert read(tmp_path) == as_data(rows)


def test_another_dataset_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    make(replace(CONFIG, games=1), tmp_path)
    with pytest.raises(BadOption, match="nodes to be 8"):
        make(replace(CONFIG, games=1, nodes=9), tmp_path)


def test_parquet_has_the_same_rows(rows: list[Row], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    make(replace(CONFIG, format="parquet"), tmp_path)
    tables = [parquet.read_table(path) for path in sorted(tmp_path.glob("*.parquet"))]
    assert [row for table in tables for row in table.to_pylist()] == as_data(rows)
    assert f"with {len(rows)} positions" in (tmp_path / "README.md").read_text()


def test_parquet_without_its_package_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"azulejos\[parquet\]"):
        make(replace(CONFIG, format="parquet"), tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"players": 5},
        {"nodes": 0},
        {"explore": 1.5},
        {"explore": float("nan")},
        {"format": "csv"},
        {"games": 0},
        {"seed": -1},
    ],
)
def test_impossible_datasets_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        DatasetConfig(**wrong)  # type: ignore[arg-type]


def test_the_command_writes_where_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    app(["dataset", "azul", "--games", "1", "--nodes", "4"], standalone_mode=False)
    assert "written to datasets/azul-coloured-2" in capsys.readouterr().out
    assert (tmp_path / "datasets" / "azul-coloured-2" / "00000-first-1.jsonl").exists()
