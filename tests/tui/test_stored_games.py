"""Games and choices that an earlier version left on this machine: shown, and played on."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game
from azulejos.i18n import words_in
from azulejos.tui import saved_games, storage
from azulejos.tui.local import LocalTable
from azulejos.tui.seats import read_seats
from tests.stored import STORED, known, plain, summary
from tests.tui.person import in_a_loop, latest, may_act, play, sitting, the_saved_game, until

EXPECTED: dict[str, Any] = known("terminal/golden.json")
every_folder = pytest.mark.parametrize("name", EXPECTED)


@pytest.fixture(autouse=True)
def state(name: str, home: Path) -> Path:
    """The state folder, as it was left."""
    shutil.copytree(STORED / "terminal" / name / "azulejos", home)
    return home


@every_folder
def test_a_stored_game_and_its_seats_are_read(name: str) -> None:
    game = the_saved_game()
    assert plain(summary(game)) == EXPECTED[name]["kept"]
    seats = [{"kind": seat.kind, "bot": seat.bot, "name": seat.name} for seat in read_seats(game)]
    assert seats == EXPECTED[name]["seats_in_app"]


@every_folder
def test_the_choices_of_the_last_game_are_read(name: str) -> None:
    assert asdict(storage.load_setup()) == EXPECTED[name]["last_setup"]


@every_folder
@in_a_loop
async def test_a_stored_game_is_played_on(name: str) -> None:  # noqa: ARG001
    (stored,) = saved_games.running_games()
    kept = stored.file.load()
    before, ply = kept.to_text(), kept.ply
    table = LocalTable(kept, words_in("en"), pace=0, seed=1, file=stored.file)
    async with sitting(table) as pilot:
        await until(pilot, lambda: may_act(pilot))
        await play(pilot, done=lambda: latest(pilot).state.ply > ply)
    again = the_saved_game()
    assert again.ply > ply
    while again.ply > ply:
        again.undo()
    assert again == Game.from_text(before)
