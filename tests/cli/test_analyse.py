"""`azulejos analyse`: tables, JSON and graphs of positions and records."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from azulejos import Game
from azulejos.analysis import Analysis, Review
from azulejos.cli import app
from tests.analysis.games import random_game

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The record of a short game; the cache is in a folder of its own."""
    monkeypatch.setenv("AZULEJOS_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "game.txt"
    game = random_game("azul", "coloured", 2, 3).at(6)
    game.headers["Player 1"] = "Ana"
    file.write_text(game.to_text(), encoding="utf-8")
    return file


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["analyse", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_position_is_analysed_as_a_table() -> None:
    shown = run(str(Game("azul", seed=1).position), "--nodes", "2000", "--lines", "2")
    assert "player 1 to move" in shown
    assert "%" in shown


def test_a_position_is_analysed_as_json() -> None:
    shown = run(str(Game("azul", seed=1).position), "--nodes", "2000", "--json")
    assert len(Analysis.from_json(shown).candidates) == 5


def test_a_record_is_reviewed_as_a_table(record: Path) -> None:
    shown = run(str(record), "--all", "--language", "de")
    assert "Ana" in shown
    assert "Spieler 2" in shown
    assert "residual" in shown
    assert "deal" in shown


def test_a_record_is_reviewed_as_json_and_as_a_graph(record: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph.svg"
    review = Review.from_json(run(str(record), "--json", "--svg", str(graph)))
    assert len(review.decisions) == 6
    drawn = ElementTree.parse(graph).getroot()
    assert len(drawn.findall(f"{SVG}polyline")) == 2
    deals = [line for line in drawn.findall(f"{SVG}line") if line.get("class") == "deal"]
    assert len(deals) == 1
    assert "Ana" in graph.read_text(encoding="utf-8")


def test_json_records_are_read(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(Game.from_text(record.read_text(encoding="utf-8")).to_json(), encoding="utf-8")
    assert json.loads(run(str(file), "--json"))["game"] == "azul"


def test_names_are_shown_as_they_are(record: Path, tmp_path: Path) -> None:
    name, file = "[/red] [b]", tmp_path / "names.txt"
    text = record.read_text(encoding="utf-8").replace("Player 1: Ana", f"Player 1: {name}")
    file.write_text("\ufeff" + text.replace("\n", "\r\n"), encoding="utf-8")  # as on Windows
    assert name in run(str(file), "--all")


@pytest.mark.parametrize("content", ["", " \n", "# Notes", "go 19x19"])
def test_a_file_that_holds_nothing_to_analyse_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(content, encoding="utf-8")
    result = CliRunner().invoke(app, ["analyse", str(file)])
    assert result.exit_code == 2
    assert "expected a record" in result.output


def test_a_graph_without_a_folder_is_refused_before_the_review(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.analysis.review", None)  # nothing is reviewed
    result = CliRunner().invoke(app, ["analyse", str(record), "--svg", "/no/such/folder/x.svg"])
    assert result.exit_code == 2
    assert "existing folder" in result.output


@pytest.mark.parametrize(
    "arguments", [["", "x"], ["azul x", "--effort", "huge"], ["azul x", "--theme", "pink"]]
)
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, ["analyse", *arguments]).exit_code != 0
