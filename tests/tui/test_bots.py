"""Bots at tables on this machine: levels, old acquaintances, and minds that think one at a time."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from azulejos.bots import ALL_BOTS, BOTS, Bot, Choice
from azulejos.game import Game
from azulejos.i18n import LANGUAGES, words_in
from azulejos.session import SeatSetup
from azulejos.session.messages import HintAnswer
from azulejos.tui import storage
from azulejos.tui.local import LocalTable
from azulejos.tui.names import bot_choice, bot_name, level_name
from azulejos.tui.seats import BOT, HERE, ME, read_seats, write_seats
from azulejos.tui.source import SourceMessage
from tests.tui.person import a_game, in_a_loop, latest, play, sitting

PATIENCE = 60.0


def test_every_bot_has_a_name_in_every_language() -> None:
    for language in LANGUAGES:
        words = words_in(language)
        names = [bot_name(words, name) for name in (*BOTS, "random", "greedy")]
        assert names[:5] == ["Bia", "Tito", "Nuno", "Rita", "Zeca"]
        assert len(set(names)) == 7
        levels = [level_name(words, name) for name in BOTS]
        assert len(set(levels)) == 5
        assert bot_choice(words, "strong") == f"Nuno · {levels[2]}"
        if language not in ("en", "pt_BR"):
            assert "Casual" not in levels


def test_records_name_bots_and_remember_their_levels() -> None:
    seats = [SeatSetup(ME), SeatSetup(BOT, bot="strong"), SeatSetup(BOT, bot="greedy")]
    game = write_seats(Game(players=3, seed=1), seats)
    assert game.headers["Player 2"] == "Nuno"
    assert read_seats(Game.from_text(game.to_text())) == seats


@pytest.mark.parametrize("kind", [{}, {"Seat 2": "bot"}])
def test_bots_of_games_saved_by_earlier_versions_are_known(kind: dict[str, str]) -> None:
    game = Game(players=2, seed=1)
    game.headers |= {"Player 1": "you", "Player 2": "strong", **kind}
    assert read_seats(game) == [SeatSetup(ME), SeatSetup(BOT, bot="strong")]


def test_a_person_may_be_called_like_a_bot() -> None:
    seats = [SeatSetup(ME), SeatSetup(HERE, name="Nuno")]
    game = write_seats(Game(players=2, seed=1), seats)
    assert read_seats(game) == seats


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@in_a_loop
async def test_levels_play_at_tables(game: str) -> None:
    seats = ("me", "bot beginner", "bot casual", "bot strong")
    async with sitting(a_game(game, seats=seats)) as pilot:
        ply = latest(pilot).state.ply
        await play(pilot, done=lambda: latest(pilot).state.ply >= ply + 8)
        assert [seat.bot for seat in latest(pilot).table.seats] == [
            None,
            "beginner",
            "casual",
            "strong",
        ]


def test_choices_of_bots_that_are_not_offered_any_more_become_the_usual_ones(home: Path) -> None:
    home.mkdir(parents=True)
    seats = ["me", "bot greedy", "here", "bot master"]
    chosen = {"game": "azul", "board": "grey", "players": 4, "seats": seats}
    (home / "new-game.json").write_text(json.dumps(chosen), encoding="utf-8")
    assert storage.load_setup().seats == ["me", "bot casual", "here", "bot master"]
    chosen["seats"] = ["me", "dragon", 7, "bot random"]
    (home / "new-game.json").write_text(json.dumps(chosen), encoding="utf-8")
    assert storage.load_setup().seats == ["me", "me", "me", "bot casual"]


# Impatient people


class Slow(Bot):
    """Thinks until it may go on. Like every mind, it has room for one position only."""

    name = "slow"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self.thoughts: list[Any] = []
        self.busy = self.most_busy = 0
        self.go_on = threading.Event()

    def _choose(self, position: Any, limits: Any) -> Choice:  # noqa: ARG002
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        assert self.go_on.wait(PATIENCE)
        move = list(position.legal_moves)[len(self.thoughts)]
        self.thoughts.append((position, move))
        self.busy -= 1
        return Choice(move)


async def until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline, "waited too long"
        await asyncio.sleep(0.005)


async def a_table(told: list[SourceMessage], *seats: str) -> LocalTable:
    """A table where it is a person's turn."""
    match = a_game(seats=seats)
    if match.to_play != 0:
        match.play(str(next(iter(match.legal_moves))))
    table = LocalTable(match, words_in("en"), pace=0)
    await table.open(told.append)
    return table


@in_a_loop
async def test_who_asks_twice_for_a_hint_gets_one() -> None:
    told: list[SourceMessage] = []
    table = await a_table(told, "me", "bot greedy")
    table._adviser = adviser = Slow()
    table.hint()
    await until(lambda: adviser.busy == 1)
    table.hint()
    adviser.go_on.set()
    await until(lambda: any(isinstance(message, HintAnswer) for message in told))
    await until(lambda: not table._tasks)
    assert len(adviser.thoughts) == adviser.most_busy == 1
    table.hint()
    await until(lambda: len(adviser.thoughts) == 2)
    await table.close()


@in_a_loop
async def test_a_hint_about_a_position_that_has_gone_is_kept_quiet() -> None:
    told: list[SourceMessage] = []
    table = await a_table(told, "me", "here")
    table._adviser = adviser = Slow()
    first, *_, last = map(str, table.game.legal_moves)
    table.play(first, table.version)
    table.hint()
    await until(lambda: adviser.busy == 1)
    table.undo(table.version)
    table.play(last, table.version)  # as many moves as before, but another position
    adviser.go_on.set()
    await until(lambda: not table._tasks)
    assert len(adviser.thoughts) == 1
    assert not any(isinstance(message, HintAnswer) for message in told)
    await table.close()


@in_a_loop
async def test_a_bot_answers_the_move_that_stands_when_another_was_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ALL_BOTS, "slow", Slow)
    table = await a_table([], "me", "bot slow")
    slow = next(iter(table._bots.values()))
    assert isinstance(slow, Slow)
    first, *_, last = map(str, table.game.legal_moves)
    ply = table.game.ply
    table.play(first, table.version)
    await until(lambda: slow.busy == 1)
    table.undo(table.version)
    table.play(last, table.version)
    await asyncio.sleep(0.05)
    slow.go_on.set()
    await until(lambda: table.game.ply == ply + 2)
    await until(lambda: not table._tasks)
    assert slow.most_busy == 1
    assert str(table.game.moves[ply]) == last
    assert slow.thoughts[-1] == (table.game.position_at(ply + 1), table.game.moves[ply + 1])
    assert table.game.ply == ply + 2
    await table.close()
