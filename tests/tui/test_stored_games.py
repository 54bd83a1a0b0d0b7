"""Games and choices that an earlier version left on this machine: shown, and played on."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game
from azulejos.tui import storage
from azulejos.tui.seats import read_seats
from tests.stored import STORED, known, plain, summary
from tests.tui.person import in_a_loop, latest, may_act, play, sitting, until

EXPECTED: dict[str, Any] = known("terminal/golden.json")
every_folder = pytest.mark.parametrize("name", EXPECTED)


@pytest.fixture(autouse=True)
def state(name: str, home: Path) -> Path:
    """The state folder, as it was left."""
    shutil.copytree(STORED / "terminal" / name / "azulejos", home)
    return home


@every_folder
def test_a_stored_game_and_its_seats_are_read(name: str) -> None:
    game = storage.load_game()
    assert game is not None
    assert plain(summary(game)) == EXPECTED[name]["kept"]
    seats = [{"kind": seat.kind, "bot": seat.bot, "name": seat.name} for seat in read_seats(game)]
    assert seats == EXPECTED[name]["seats_in_app"]


@every_folder
def test_the_choices_of_the_last_game_are_read(name: str) -> None:
    assert asdict(storage.load_setup()) == EXPECTED[name]["last_setup"]


@every_folder
@in_a_loop
async def test_a_stored_game_is_played_on(name: str) -> None:  # noqa: ARG001
    kept = storage.load_game()
    assert kept is not None
    before, ply = kept.to_text(), kept.ply
    async with sitting(kept) as pilot:
        await until(pilot, lambda: may_act(pilot))
        await play(pilot, done=lambda: latest(pilot).state.ply > ply)
    again = storage.load_game()
    assert again is not None
    assert again.ply > ply
    while again.ply > ply:
        again.undo()
    assert again == Game.from_text(before)
