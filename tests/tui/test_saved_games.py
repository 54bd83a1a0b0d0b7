"""Several saved games on the start screen, the archive of finished ones, and their replays."""

from __future__ import annotations

import os
from pathlib import Path

from textual.widgets import Select
from textual.widgets._select import SelectOverlay

from azulejos import Game
from azulejos.i18n import words_in
from azulejos.tui import saved_games, storage
from azulejos.tui.app import AzulejosApp, words_for
from azulejos.tui.end import EndScreen
from azulejos.tui.game_list import FinishedGamesScreen, GameList
from azulejos.tui.help import HelpScreen
from azulejos.tui.replay import ReplayScreen
from azulejos.tui.saved_games import GameFile
from azulejos.tui.start import Radio, StartScreen
from tests.tui.person import (
    SMALL,
    AnyPilot,
    a_game,
    a_game_before_its_end,
    in_a_loop,
    latest,
    may_act,
    play,
    sitting,
    the_saved_game,
    until,
)

PEOPLE = ("me", "here")


def saved(game: Game, at: int, path: Path | None = None) -> GameFile:
    """A saved game, written at a time."""
    file = GameFile(path) if path else GameFile.new()
    file.save(game)
    os.utime(file.path, (at, at))
    return file


def begun(plies: int, name: str = "azul") -> Game:
    """A game of two people after some moves."""
    game = a_game(name, seats=PEOPLE)
    for _ in range(plies):
        game.play(next(iter(game.legal_moves)))
    return game


async def at_start(pilot: AnyPilot) -> StartScreen:
    """The start screen, as soon as it is shown."""
    await until(pilot, lambda: isinstance(pilot.app.screen, StartScreen))
    screen = pilot.app.screen
    assert isinstance(screen, StartScreen)
    return screen


@in_a_loop
async def test_any_of_several_saved_games_can_be_continued_and_none_is_overwritten() -> None:
    first, second = saved(begun(2), 100), saved(begun(3, "summer-pavilion"), 200)
    before = first.path.read_text(encoding="utf-8")
    app = AzulejosApp(words_in("en"), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_start(pilot)
        shown = screen.query_one(GameList)
        assert [game.file.path for game in shown.games] == [second.path, first.path]
        assert "Summer Pavilion  3 moves  You, Player 2" in str(shown.get_option_at_index(0).prompt)
        await pilot.press("enter")
        await until(pilot, lambda: may_act(pilot))
        assert latest(pilot).state.ply == 3
        await pilot.press("enter", "enter")
        await until(pilot, lambda: latest(pilot).state.ply == 4)
        await pilot.press("q")
        await at_start(pilot)
        assert second.load().ply == 4
        await pilot.press("down", "enter")
        await until(pilot, lambda: latest(pilot).state.ply == 2)
        await pilot.press("q")
        await at_start(pilot)
        await pilot.press("f5")
        await until(pilot, lambda: latest(pilot).state.ply == 0)
        assert len(saved_games.running_games()) == 3
    assert first.path.read_text(encoding="utf-8") == before


@in_a_loop
async def test_a_game_without_a_move_of_a_person_is_not_kept() -> None:
    async with sitting(a_game(seats=PEOPLE)) as pilot:
        await until(pilot, lambda: may_act(pilot))
        assert len(saved_games.running_games()) == 1  # a killed terminal loses nothing
        await pilot.press("q")
        await until(pilot, lambda: not pilot.app.is_running)
    assert saved_games.running_games() == []


@in_a_loop
async def test_a_saved_game_is_deleted_when_that_is_asked_for_twice() -> None:
    kept, doomed = saved(begun(1), 100), saved(begun(2), 200)
    app = AzulejosApp(words_in("en"), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_start(pilot)
        await pilot.press("d", "down", "d", "up")
        assert doomed.path.exists()
        await pilot.press("d", "d")
        await until(pilot, lambda: not doomed.path.exists())
        assert kept.path.exists()
        await pilot.press("d", "d")
        await until(pilot, lambda: not kept.path.exists())
        await until(pilot, lambda: not screen.query(GameList))


@in_a_loop
async def test_a_damaged_game_says_so_and_the_others_stay() -> None:
    file = saved(begun(2), 100)
    text = file.path.read_text(encoding="utf-8")
    moves = text[text.index("1. ") :]
    file.path.write_text(text.replace(moves, moves.replace("1. ", "1. 9b9 ")), encoding="utf-8")
    app = AzulejosApp(words_in("en"), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        await at_start(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: bool(app._notifications))
        await at_start(pilot)
    assert file.path.exists()


@in_a_loop
async def test_another_terminal_may_play_on_while_the_list_is_shown() -> None:
    game = begun(0)
    file = saved(game, 100)
    app = AzulejosApp(words_in("en"), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        await at_start(pilot)
        game.play(next(iter(game.legal_moves)))
        file.save(game)
        await pilot.press("enter")
        await until(pilot, lambda: latest(pilot).state.ply == 1)


# The archive


@in_a_loop
async def test_a_finished_game_is_archived_and_replayed_from_the_end_screen() -> None:
    async with sitting(a_game_before_its_end()) as pilot:
        await until(pilot, lambda: may_act(pilot))
        await play(pilot)
        assert saved_games.running_games() == []
        (finished,) = saved_games.finished_games()
        assert finished.file.path.parent == saved_games.archive_folder()
        result = latest(pilot).result
        assert result is not None
        assert finished.record.scores == tuple(result.scores)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        replayed = pilot.app.screen
        assert isinstance(replayed, ReplayScreen)
        assert replayed.game == finished.file.load()
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))


@in_a_loop
async def test_the_start_screen_leads_to_finished_games() -> None:
    game = a_game_before_its_end()
    game.play(next(iter(game.legal_moves)))
    GameFile.new().save(game)
    app = AzulejosApp(words_in("en"), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        await at_start(pilot)
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, FinishedGamesScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, FinishedGamesScreen))
        await pilot.press("escape")
        await at_start(pilot)


def test_the_game_of_an_earlier_version_is_archived_under_a_name_of_its_own() -> None:
    file = GameFile(saved_games.earlier_path())
    game = a_game_before_its_end()
    file.save(game)
    assert the_saved_game() == game
    game.play(next(iter(game.legal_moves)))
    file.save(game)
    assert not saved_games.earlier_path().exists()
    (finished,) = saved_games.finished_games()
    assert finished.file.path.name != saved_games.earlier_path().name


# Language, help and radio buttons


@in_a_loop
async def test_the_language_is_chosen_on_the_start_screen_and_remembered() -> None:
    app = AzulejosApp(words_in("en"), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_start(pilot)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.focused, SelectOverlay))
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.screen is not screen)
        screen = await at_start(pilot)
        assert screen.words.language == "fi"
        assert screen.query_one("#language", Select).value == "fi"
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
    assert storage.load_preferences().language == "fi"
    assert words_for(None).language == "fi"
    assert words_for("de").language == "de"


@in_a_loop
async def test_radio_buttons_differ_by_shape() -> None:
    app = AzulejosApp(words_in("en"))
    async with app.run_test(size=SMALL) as pilot:
        screen = await at_start(pilot)
        drawn = {str(button.render())[:2] for button in screen.query(Radio) if button.value}
        others = {str(button.render())[:2] for button in screen.query(Radio) if not button.value}
        assert not drawn & others


@in_a_loop
async def test_the_theme_is_remembered() -> None:
    app = AzulejosApp(words_in("en"))
    async with app.run_test(size=SMALL) as pilot:
        await at_start(pilot)
        await pilot.press("t")
        await until(pilot, lambda: app.theme == "plaster")
    assert AzulejosApp(words_in("en")).theme == "plaster"
