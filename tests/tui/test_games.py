"""Whole games at the app, by keys and by mouse, small and large; undo, hints, resuming."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import Select

from azulejos import Game
from azulejos.engine.names import GAME_NAMES
from azulejos.i18n import words_in
from azulejos.session.messages.azul import AzulDraft
from azulejos.tui import saved_games, storage
from azulejos.tui.app import AzulejosApp
from azulejos.tui.end import EndScreen
from azulejos.tui.help import HelpScreen, keys_of
from azulejos.tui.keys import TakeKey
from azulejos.tui.log import LogScreen
from azulejos.tui.saved_games import GameFile
from azulejos.tui.start import StartScreen
from azulejos.tui.table import TableScreen
from tests.tui.person import (
    LARGE,
    SMALL,
    AnyPilot,
    a_game,
    by_keys,
    by_mouse,
    in_a_loop,
    latest,
    may_act,
    play,
    play_rounds,
    sitting,
    table_of,
    the_saved_game,
    until,
)

BOTS = ("me", "bot greedy")
CROWD = ("me", "here", "bot random", "bot greedy")


#: Rounds that are played before a table is opened whose beginning others play.
PLAYED_BEFORE = {"azul": 3, "summer-pavilion": 4}
#: Every pair of game, hand and size; the other half of all combinations runs in `make soak`.
WHOLE_GAMES = [
    pytest.param("azul", by_keys, LARGE, id="azul-keys-160x50", marks=pytest.mark.soak),
    pytest.param("azul", by_mouse, SMALL, id="azul-mouse-80x24"),
    pytest.param("summer-pavilion", by_keys, SMALL, id="summer-pavilion-keys-80x24"),
    pytest.param(
        "summer-pavilion", by_mouse, LARGE, id="pavilion-mouse-160x50", marks=pytest.mark.soak
    ),
    pytest.param("azul", by_keys, SMALL, id="azul-keys-80x24", marks=pytest.mark.soak),
    pytest.param("azul", by_mouse, LARGE, id="azul-mouse-160x50", marks=pytest.mark.soak),
    pytest.param("summer-pavilion", by_keys, LARGE, id="pavilion-keys", marks=pytest.mark.soak),
    pytest.param("summer-pavilion", by_mouse, SMALL, id="pavilion-mouse", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("game", "pick", "size"), WHOLE_GAMES)
@in_a_loop
async def test_a_whole_game_can_be_played(game: str, pick, size: tuple[int, int]) -> None:  # type: ignore[no-untyped-def]
    board = "grey" if pick is by_mouse else "coloured"
    seats = CROWD if size == SMALL and pick is by_mouse and game == "azul" else BOTS
    match = a_game(game, board, seats)
    if size == LARGE or pick is by_mouse:  # what differs is the screen, not the beginning
        match = play_rounds(match, PLAYED_BEFORE[game])
    async with sitting(match, size) as pilot:
        await play(pilot, pick)
        assert isinstance(pilot.app.screen, EndScreen)
        result = latest(pilot).result
        assert result is not None
        assert result.scores == [board.score for board in latest(pilot).state.boards]
        await until(pilot, lambda: bool(pilot.app.screen.query("#chart")))
        shown = pilot.app.screen.query_one("#chart").canvas  # type: ignore[attr-defined]
        assert f"{len(result.rounds)}" in str(shown)
        await pilot.press("a")  # play again: a new table, the next seat starts
        await until(pilot, lambda: not latest(pilot).state.over)
        assert latest(pilot).state.round == 1


@in_a_loop
async def test_arrows_lead_from_spot_to_spot_and_numbers_choose() -> None:
    async with sitting(a_game()) as pilot:
        await until(pilot, lambda: may_act(pilot))
        table = table_of(pilot)
        seen = {table.cursor}
        for key in ("right", "down", "left", "up", "right", "right"):
            await pilot.press(key)
            await pilot.pause(0.05)
            seen.add(table.cursor)
        assert len(seen) >= 4
        await pilot.press("2")
        await until(pilot, lambda: isinstance(table.cursor, TakeKey) and table.cursor.source == 2)
        await pilot.press("enter")
        await until(pilot, lambda: table.builder.step == "line")
        await pilot.press("5")
        await until(pilot, lambda: latest(pilot).state.ply >= 1)
        mine = next(e for e in table.source.game.history if hasattr(e, "move"))  # type: ignore[attr-defined]
        assert str(mine.move).startswith("2") and str(mine.move).endswith("5")  # noqa: PT018


@in_a_loop
async def test_a_costly_move_is_asked_about_first() -> None:
    async with sitting(a_game()) as pilot:
        table = table_of(pilot)

        def warned() -> bool:
            return may_act(pilot) and any(o.warnings for o in table.builder.options)

        await play(pilot, done=warned)
        costly = next(o for o in table.builder.drafts if o.warnings)
        assert isinstance(costly, AzulDraft)
        ply = latest(pilot).state.ply
        table.builder.pick(TakeKey(costly.source, costly.colour))
        await pilot.press(str(costly.destination))
        await until(pilot, lambda: table.builder.step == "confirm")
        await pilot.press("escape")
        await until(pilot, lambda: table.builder.step == "line")
        await pilot.press(str(costly.destination))
        await until(pilot, lambda: table.builder.step == "confirm")
        await pilot.press("enter")
        await until(pilot, lambda: latest(pilot).state.ply > ply)


@in_a_loop
async def test_undo_goes_back_to_my_last_choice_together_with_the_bots_reply() -> None:
    async with sitting(a_game()) as pilot:
        await until(pilot, lambda: may_act(pilot))
        before = latest(pilot).state
        ply = before.ply
        await play(pilot, done=lambda: latest(pilot).state.ply >= ply + 2)
        await until(pilot, lambda: may_act(pilot))
        await pilot.press("u")
        await until(pilot, lambda: latest(pilot).state.ply == ply)
        assert latest(pilot).state == before
        assert "takes back a move" in table_of(pilot).log_lines[-1].plain


@in_a_loop
async def test_undo_does_not_take_back_what_bots_did_before_my_first_move() -> None:
    game = a_game(seats=("bot greedy", "me"))
    async with sitting(game) as pilot:
        await until(pilot, lambda: may_act(pilot))
        before = latest(pilot).state
        await pilot.press("u")
        await until(pilot, lambda: bool(pilot.app._notifications))
        notes = [str(note.message) for note in pilot.app._notifications]
        assert notes == ["You have no move to undo."]
        assert latest(pilot).state == before


async def by_enter(pilot: AnyPilot) -> None:
    """Pick whatever the cursor was led to."""
    await pilot.press("enter")


@in_a_loop
async def test_a_hint_shows_and_leads_to_what_the_best_bot_would_do() -> None:
    async with sitting(a_game()) as pilot:
        await until(pilot, lambda: may_act(pilot))
        table, ply = table_of(pilot), latest(pilot).state.ply
        await pilot.press("h")
        await until(pilot, lambda: table.hint is not None)
        assert table.hint is not None
        move = table.hint.option.move
        table.cursor = None
        table.draw()
        await pilot.press("enter")
        await play(pilot, by_enter, done=lambda: latest(pilot).state.ply > ply)
        assert str(table.source.game.moves[ply]) == move  # type: ignore[attr-defined]


@in_a_loop
async def test_help_and_log_open_and_close() -> None:
    async with sitting(a_game("summer-pavilion")) as pilot:
        for key, screen in (("question_mark", HelpScreen), ("l", LogScreen)):
            await pilot.press(key)
            await until(pilot, lambda screen=screen: isinstance(pilot.app.screen, screen))  # type: ignore[misc]
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("t")
        await until(pilot, lambda: pilot.app.theme == "plaster")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_help_lists_the_keys_of_the_game_and_names_each_once(game: str) -> None:
    keys = dict(keys_of(words_in("en"), game))
    assert ("P" in keys) == (game == "summer-pavilion")
    assert not any("(key" in effect for effect in keys.values())


# The first screen


@in_a_loop
async def test_the_first_screen_leads_to_a_game_and_remembers_its_choices() -> None:
    app = AzulejosApp(words_in("en"), pace=0, seed=3)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        screen = start_of(pilot)
        assert not screen.running
        screen.query_one("#seat-2", Select).value = "bot beginner"
        await pilot.click("#game")
        await pilot.press("down")
        await pilot.press("space")
        await until(pilot, lambda: screen.chosen().game == "summer-pavilion")
        await pilot.press("f5")
        await until(pilot, lambda: may_act(pilot))
        table = latest(pilot).table
        assert (table.game, table.players) == ("summer-pavilion", 3)
        assert [seat.bot for seat in table.seats] == [None, "casual", "beginner"]
        ply = latest(pilot).state.ply
        await pilot.press("enter", "enter")
        await until(pilot, lambda: latest(pilot).state.ply > ply)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        assert start_of(pilot).chosen() == storage.load_setup()
        (kept,) = saved_games.running_games()
        assert kept.record.game == "summer-pavilion"
        await pilot.press("enter")  # the list of games to continue has the focus
        await until(pilot, lambda: table_of(pilot).latest is not None)
        assert latest(pilot).state.ply >= kept.moves


def start_of(pilot: AnyPilot) -> StartScreen:
    """The start screen."""
    screen = pilot.app.screen
    assert isinstance(screen, StartScreen)
    return screen


# Nothing is lost


@pytest.mark.parametrize("key", ["ctrl+c", "q"])
@in_a_loop
async def test_leaving_keeps_the_game(key: str) -> None:
    async with sitting(a_game(seats=("me", "here"))) as pilot:
        await play(pilot, done=lambda: latest(pilot).state.ply >= 3)
        record = await table_of(pilot).source.record()
        await pilot.press(key)
        await until(pilot, lambda: not pilot.app.is_running)
    assert the_saved_game() == Game.from_text(record)


@in_a_loop
async def test_a_saved_game_goes_on_with_bots_that_are_not_offered_any_more() -> None:
    old = Game(players=3, seed=3)
    old.headers |= {"Player 1": "you", "Player 2": "greedy", "Player 3": "random"}
    GameFile.new().save(old)
    async with sitting(the_saved_game()) as pilot:
        await play(pilot, done=lambda: latest(pilot).state.ply >= 3)
        log = "\n".join(line.plain for line in table_of(pilot).log_lines)
        assert "Greedy takes" in log
        assert "Random takes" in log


KILLED = """
import asyncio, os, signal
from tests.tui.person import a_game, latest, play, sitting, table_of

async def main():
    async with sitting(a_game(seats=("me", "here"))) as pilot:
        await play(pilot, done=lambda: latest(pilot).state.ply >= 5)
        print(await table_of(pilot).source.record(), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@in_a_loop
async def test_a_killed_terminal_loses_nothing(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED],
        cwd=Path(__file__).resolve().parent.parent.parent,
        env={**os.environ},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    (path,) = (home / "games").iterdir()
    assert path.read_text(encoding="utf-8") == done.stdout.removesuffix("\n")
    kept = the_saved_game()
    async with sitting(kept) as pilot:
        assert latest(pilot).state.ply == 5
        await play(pilot, done=lambda: latest(pilot).state.ply >= 8)


@in_a_loop
async def test_a_game_that_cannot_be_kept_says_so_and_goes_on(home: Path) -> None:
    home.parent.mkdir(parents=True)
    home.write_text("in the way", encoding="utf-8")
    async with sitting(a_game(seats=("me", "here"))) as pilot:
        await play(pilot, done=lambda: latest(pilot).state.ply >= 1)
        assert any("can't be saved" in str(note.message) for note in pilot.app._notifications)
