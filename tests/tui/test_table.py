"""The table screen: footer, hints, marks of recent moves, notices, and drawing without colours."""

from __future__ import annotations

from collections import Counter

import pytest
from textual.geometry import Region
from textual.widgets import Footer
from textual.widgets._footer import FooterKey
from textual.widgets._toast import Toast

from azulejos import Game
from azulejos.bots import bot
from azulejos.i18n import LANGUAGES, words_in
from azulejos.tui.app import AzulejosApp
from azulejos.tui.canvas import Picture
from azulejos.tui.keys import SpaceKey
from azulejos.tui.local import LocalTable
from azulejos.tui.pavilion_board import cost_of
from azulejos.tui.replay import ReplayScreen
from azulejos.tui.size import SizeNotice
from azulejos.tui.start import StartScreen
from azulejos.tui.tiles import RECENT
from tests.tui.person import (
    LARGE,
    SMALL,
    AnyPilot,
    a_game,
    a_game_before_its_end,
    in_a_loop,
    is_at_table,
    latest,
    may_act,
    play,
    sitting,
    table_of,
    until,
)

PEOPLE = ("me", "here")
THREE = ("me", "bot greedy", "bot random")


def advanced(
    name: str, phase: str, board: str = "coloured", seats: tuple[str, ...] = THREE
) -> Game:
    """A game in a phase of its second round, with the first seat to move."""
    game, player = a_game(name, board, seats), bot("greedy", 1)
    while game.round < 2 or game.position.phase != phase or game.to_play != 0:
        game.play(str(player.choose(game.position).move))
    return game


def shown(pilot: AnyPilot, name: str) -> str:
    """The text of one of the table's pictures."""
    return str(table_of(pilot).query_one(name, Picture).canvas)


def footer(pilot: AnyPilot) -> set[str]:
    """The actions that the footer of the top screen offers."""
    bindings = pilot.app.screen.active_bindings.values()
    return {active.binding.action.partition("(")[0] for active in bindings if active.binding.show}


# The footer


@in_a_loop
async def test_the_footer_shows_what_can_be_done_now() -> None:
    always = {"log", "help", "leave"}
    async with sitting(a_game_before_its_end()) as pilot:
        await until(pilot, lambda: may_act(pilot))
        assert footer(pilot) == always | {"pick", "hint", "undo"}
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot).builder.is_begun)
        assert footer(pilot) == always | {"pick", "hint", "undo", "back"}
        await play(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: is_at_table(pilot))
        assert footer(pilot) == always | {"result"}


@in_a_loop
async def test_passing_is_offered_while_tiles_are_placed() -> None:
    async with sitting(advanced("summer-pavilion", "place")) as pilot:
        await until(pilot, lambda: may_act(pilot))
        assert "pass" in footer(pilot)
    async with sitting(advanced("summer-pavilion", "draft")) as pilot:
        await until(pilot, lambda: may_act(pilot))
        assert "pass" not in footer(pilot)


@in_a_loop
async def test_pauses_of_bots_can_be_skipped_while_a_bot_is_to_move() -> None:
    game = a_game(seats=("bot greedy", "me"))
    table = LocalTable(game, words_in("en"), pace=3600, seed=1)
    async with sitting(table) as pilot:
        assert latest(pilot).state.to_play == 0
        assert {"hurry"} <= footer(pilot)
        assert not {"pick", "hint"} & footer(pilot)
        await pilot.press("s")
        await until(pilot, lambda: may_act(pilot))
        assert "hurry" not in footer(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
@in_a_loop
async def test_the_footer_fits_into_eighty_columns(language: str) -> None:
    game = advanced("summer-pavilion", "place", seats=PEOPLE)
    async with sitting(game, SMALL, language) as pilot:
        await until(pilot, lambda: may_act(pilot))
        assert await width_of_footer(pilot) <= SMALL[0]
        await pilot.press("p")
        await until(pilot, lambda: table_of(pilot).builder.is_begun)
        assert {"back", "undo", "hint"} <= footer(pilot)
        assert await width_of_footer(pilot) <= SMALL[0]
    app = AzulejosApp(words_in(language), record=game)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert await width_of_footer(pilot) <= SMALL[0]


async def width_of_footer(pilot: AnyPilot) -> int:
    """The columns of the whole footer, as soon as it shows what can be done now."""
    screen = pilot.app.screen

    def is_drawn() -> bool:
        keys = screen.query_one(Footer).query(FooterKey)
        shown = [one.binding for one in screen.active_bindings.values() if one.binding.show]
        wanted = list(dict.fromkeys(binding.action for binding in shown))  # some have two keys
        return [key.action for key in keys] == wanted and all(key.region.width for key in keys)

    await until(pilot, is_drawn)
    return max(key.region.right for key in screen.query_one(Footer).query(FooterKey))


# Hints


@in_a_loop
async def test_a_hint_moves_the_cursor_and_says_where() -> None:
    async with sitting(advanced("summer-pavilion", "place")) as pilot:
        await until(pilot, lambda: may_act(pilot))
        table = table_of(pilot)
        await pilot.press("tab", "h")
        await until(pilot, lambda: table.hint is not None)
        assert table.hint is not None
        hinted = table.hint.option
        await until(pilot, lambda: "Zeca suggests: " in shown(pilot, "#prompt"))
        spot = table.builder.spots()[table.cursor]  # type: ignore[index]
        assert spot.hinted
        if isinstance(table.cursor, SpaceKey):
            assert " star, space " in shown(pilot, "#prompt")
        else:
            assert hinted.move.startswith("pass")


@in_a_loop
async def test_a_hint_that_is_being_found_is_announced() -> None:
    async with sitting(a_game(seats=PEOPLE)) as pilot:
        await until(pilot, lambda: may_act(pilot))
        table = table_of(pilot)
        table.source.hint = lambda: None  # type: ignore[method-assign]
        await pilot.press("h")
        await until(pilot, lambda: "Finding a hint …" in shown(pilot, "#prompt"))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: latest(pilot).state.ply == 1)
        assert "Looking" not in shown(pilot, "#prompt")


# Recent moves


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@in_a_loop
async def test_what_bots_did_is_marked_until_the_next_move(size: tuple[int, int]) -> None:
    async with sitting(a_game(seats=THREE), size) as pilot:
        await until(pilot, lambda: may_act(pilot))
        ply = latest(pilot).state.ply
        await pilot.press("enter", "enter")
        await until(pilot, lambda: latest(pilot).state.ply == ply + 3)
        await until(pilot, lambda: may_act(pilot))
        recent = table_of(pilot).recent.seen_from("azul", 0)
        assert len(recent.sources) in (1, 2)
        assert {seat for seat, _ in recent.places} == {1, 2}
        assert shown(pilot, "#others").count(RECENT) >= 2
        assert RECENT in shown(pilot, "#offer")
        assert RECENT not in shown(pilot, "#mine")


@in_a_loop
async def test_a_replay_marks_what_its_move_changed() -> None:
    app = AzulejosApp(words_in("en"), record=advanced("summer-pavilion", "place"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("right")
        offer = app.screen.query_one("#offer", Picture)
        await until(pilot, lambda: RECENT in str(offer.canvas))


# The board of Summer Pavilion


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
@in_a_loop
async def test_placeable_spaces_show_their_cost_beside_the_points(size: tuple[int, int]) -> None:
    async with sitting(advanced("summer-pavilion", "place"), size) as pilot:
        await until(pilot, lambda: may_act(pilot))
        table = table_of(pilot)
        areas = table.query_one("#mine", Picture).canvas.areas
        spaces = {key: region for key, region in areas if isinstance(key, SpaceKey)}
        rows = shown(pilot, "#mine").split("\n")
        for key, region in spaces.items():
            spot = table.builder.spots()[key]
            option = spot.option
            cost = sum(option.pays.values())  # type: ignore[union-attr]
            assert f"{cost}+{spot.points}" in cells(rows, region)
        assert isinstance(table.cursor, SpaceKey)
        assert f"▶{cells(rows, spaces[table.cursor]).strip('▶ ')}" in "".join(rows)


@in_a_loop
async def test_the_space_that_is_paid_for_stays_marked() -> None:
    async with sitting(advanced("summer-pavilion", "place", "grey")) as pilot:
        await until(pilot, lambda: may_act(pilot))
        table = table_of(pilot)
        ways = Counter(option.space for option in table.builder.places)
        space = max(ways, key=ways.__getitem__)
        mark = f"({cost_of('grey', space)})"
        assert mark not in shown(pilot, "#mine")
        table.pick(SpaceKey(space))
        await until(pilot, lambda: "How do you pay?" in shown(pilot, "#prompt"))
        assert shown(pilot, "#mine").count(mark) == 1


def cells(rows: list[str], region: Region) -> str:
    """The text of an area in its first row."""
    return rows[region.y][region.x : region.right]


@in_a_loop
async def test_stars_show_the_letters_of_their_colours() -> None:
    async with sitting(advanced("summer-pavilion", "draft")) as pilot:
        await until(pilot, lambda: may_act(pilot))
        mine, others = shown(pilot, "#mine"), shown(pilot, "#others")
        for star, letter in enumerate("PORBYG", start=1):
            assert f"★{star}" in mine
            assert f"○{letter}" in mine or f"◔{letter}" in mine or f"◑{letter}" in mine
            assert f"★{star}{letter}" in others
    async with sitting(advanced("summer-pavilion", "draft", "grey")) as pilot:
        await until(pilot, lambda: may_act(pilot))
        assert "★1 " in shown(pilot, "#others")


# Notices


@in_a_loop
async def test_a_toast_never_covers_the_prompt() -> None:
    game = a_game(seats=("bot greedy", "me"))
    app = AzulejosApp(words_in("de"), lambda words: LocalTable(game, words, pace=0, seed=1))
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until(pilot, lambda: may_act(pilot))
        for _ in range(3):
            await pilot.press("u")
        await until(pilot, lambda: bool(app.screen.query(Toast)))
        await until(pilot, lambda: all(toast.region.height for toast in app.screen.query(Toast)))
        prompt = app.screen.query_one("#prompt").region
        assert not [t for t in app.screen.query(Toast) if t.region.overlaps(prompt)]


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (40, 10)])
@in_a_loop
async def test_a_window_that_is_too_small_says_so(size: tuple[int, int]) -> None:
    async with sitting(a_game(seats=PEOPLE)) as pilot:
        await until(pilot, lambda: may_act(pilot))
        notice = table_of(pilot).query_one(SizeNotice)
        assert not notice.display
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: notice.display and notice.region.y == 0)
        width, height = size
        assert f"{width}\N{MULTIPLICATION SIGN}{height}" in str(notice.render())
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: not notice.display)


@in_a_loop
async def test_the_start_screen_says_so_too() -> None:
    app = AzulejosApp(words_in("en"))
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        assert app.screen.query_one(SizeNotice).display
