"""Cards of the networks: one for each, true of the files, and unknown things said to be unknown."""

from __future__ import annotations

import hashlib
import re

import pytest

from azulejos.search.nnue.registry import FOLDER
from tools import cards


def test_every_network_has_a_card_with_its_checksum() -> None:
    text = cards.DOCUMENT.read_text(encoding="utf-8")
    for file in sorted(FOLDER.glob("*.npz")):
        section = text.partition(f"## {file.stem}\n")[2].partition("\n## ")[0]
        checksum = hashlib.sha256(file.read_bytes()).hexdigest()
        assert checksum in section, f"{file.name} has changed: run python -m tools.cards"
        for heading in ("data", "recipe", "cost", "strength", "calibration", "licence"):
            assert re.search(rf"^\| {heading} \| \S", section, re.MULTILINE)


def test_what_is_known_of_a_network_is_in_its_card() -> None:
    started, generations, minutes = cards.recipe("azul-grey-2")
    assert started == "an earlier network"
    assert generations.startswith("1 of 16,000")
    assert minutes == "11"
    assert "against `greedy`" in cards.strength("azul", "coloured", 2)


def test_what_is_not_known_is_said_to_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cards.recipe("azul-coloured-5") == ("unknown",) * 3
    assert cards.calibrated("azul-coloured-5") == "unknown"
    monkeypatch.setattr(cards, "FOLDER", FOLDER / "nowhere")
    assert "There is no network" in cards.card("azul", "coloured", 2)
