"""Records of an earlier version: read to the same games, and written back byte for byte."""

from __future__ import annotations

from typing import Any

import pytest

from azulejos import Game
from azulejos.engine import find_game
from tests.stored import STORED, known, plain, summary

RECORDS = STORED / "records"
EXPECTED: dict[str, Any] = known("records/golden.json")


@pytest.mark.parametrize("name", EXPECTED)
def test_a_stored_record_is_the_same_game_as_text_and_as_json(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
    data = (RECORDS / f"{name}.json").read_text(encoding="utf-8")
    for game in (Game.from_text(text), Game.from_json(data)):
        assert plain(summary(game)) == EXPECTED[name]
        assert game.to_text() == text
        assert game.to_json() == data


@pytest.mark.parametrize("name", EXPECTED)
def test_a_stored_position_is_read_back(name: str) -> None:
    expected = EXPECTED[name]
    position = find_game(expected["game"]).read_position(expected["position"])
    assert str(position) == expected["position"]
    assert " ".join(map(str, position.legal_moves)) == expected["legal_moves"]


def test_every_stored_record_is_tested() -> None:
    assert {path.stem for path in RECORDS.glob("*.txt")} == set(EXPECTED)
