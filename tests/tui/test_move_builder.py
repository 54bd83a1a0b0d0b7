"""Building moves: where the cursor begins, what is stated before a costly move, and hints."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from azulejos import Game
from azulejos.bots import bot
from azulejos.i18n import words_in
from azulejos.session.messages import AnyOption, Update
from azulejos.session.messages.azul import AzulDraft
from azulejos.session.messages.common import FloorWarning
from azulejos.session.messages.pavilion import (
    PavilionBonus,
    PavilionDraft,
    PavilionPass,
    PavilionPlace,
)
from azulejos.tui.keys import BACK, CONFIRM, PASS, CountKey, Key, LineKey, TakeKey
from azulejos.tui.local import table_of
from azulejos.tui.move_builder import MoveBuilder, total_points
from azulejos.tui.prompt import draw_prompt
from azulejos.tui.sentences import option_text
from azulejos.tui.tiles import Look
from tests.tui.person import a_game

PEOPLE = ("me", "here", "here")
MAX_PICKS = 12
GAMES = [("azul", "coloured"), ("azul", "grey"), ("summer-pavilion", "coloured")]


def update_of(game: Game) -> Update:
    """What the player to move is shown."""
    everyone = frozenset(range(game.players))
    return table_of(game).update(everyone, everyone, after=0)


def updates(name: str, board: str = "coloured", every: int = 4) -> Iterator[Update]:
    """Some moments of a game."""
    game, player = a_game(name, board, PEOPLE), bot("greedy", 1)
    while not game.is_over:
        if game.ply % every == 0:
            yield update_of(game)
        game.play(str(player.choose(game.position).move))


def builder_of(update: Update) -> MoveBuilder:
    return MoveBuilder(update.state, update.options)


def enter(builder: MoveBuilder, at: Key | None = None) -> tuple[AnyOption | None, int]:
    """Press Enter until a move is played; the move and how often that was."""
    cursor = at or builder.first_spot()
    for count in range(1, MAX_PICKS):
        assert cursor is not None
        option = builder.pick(cursor)
        if option is not None:
            return option, count
        more = isinstance(cursor, CountKey)
        cursor = builder.next_count(cursor.colour) if more else builder.first_spot()  # type: ignore[union-attr]
    return None, MAX_PICKS


@pytest.mark.parametrize(("name", "board"), GAMES)
def test_enter_always_leads_to_a_move(name: str, board: str) -> None:
    for update in updates(name, board):
        for key in builder_of(update).spots():
            builder = builder_of(update)
            option, count = enter(builder, key)
            assert option is not None, key
            if isinstance(key, TakeKey):
                assert count == 2
            if isinstance(option, PavilionPass):
                assert count == 2 or not option.warnings


def test_tiles_that_bring_the_marker_are_taken_with_the_second_enter() -> None:
    update = next(
        update
        for update in updates("summer-pavilion", every=1)
        if any(isinstance(o, PavilionDraft) and o.marker for o in update.options or [])
    )
    builder = builder_of(update)
    draft = next(o for o in builder.drafts if o.marker)
    builder.pick(TakeKey(draft.source, draft.colour))
    assert builder.first_spot() == CONFIRM
    shown = prompt(update, builder)
    assert "You also take the starting player marker." in shown
    assert "[Take \N{MINUS SIGN}" in shown
    assert builder.pick(CONFIRM) == draft


def prompt(update: Update, builder: MoveBuilder) -> str:
    """The prompt, with the cursor where a step begins."""
    look = Look(words_in("en"), spots=builder.spots(), cursor=builder.first_spot())
    return str(draw_prompt(update, ["A", "B", "C"], builder, look, 79))


def all_lines_cost(update: Update) -> MoveBuilder | None:
    """The moment after tiles are picked of which every line costs points."""
    for draft in builder_of(update).drafts:
        builder = builder_of(update)
        builder.pick(TakeKey(draft.source, draft.colour))
        if all(total_points(o) < 0 and o.warnings for o in builder._drafts_of_source()):
            return builder
    return None


def test_where_every_line_costs_points_the_cost_is_said_and_enter_plays_the_cheapest() -> None:
    found = ((update, all_lines_cost(update)) for update in updates("azul", every=1))
    update, builder = next((update, builder) for update, builder in found if builder)
    cursor = builder.first_spot()
    assert isinstance(cursor, LineKey)
    (warning,) = builder.costs(cursor)
    assert isinstance(warning, FloorWarning)
    assert f"to the floor line (\N{MINUS SIGN}{-warning.points})" in prompt(update, builder)
    played = builder.pick(cursor)
    assert isinstance(played, AzulDraft)
    assert total_points(played) == max(map(total_points, builder._drafts_of_source()))


def test_a_line_that_costs_more_than_another_is_asked_about() -> None:
    for update in updates("azul", every=1):
        builder = builder_of(update)
        for draft in builder.drafts:
            builder.clear()
            builder.pick(TakeKey(draft.source, draft.colour))
            best = max(map(total_points, builder._drafts_of_source()))
            if isinstance(draft, AzulDraft) and draft.warnings and total_points(draft) < best:
                assert builder.pick(LineKey(draft.destination)) is None
                assert builder.step == "confirm"
                assert builder.pick(CONFIRM) == draft
                return
    raise AssertionError("there was no such line")


def test_passing_keeps_as_many_tiles_as_it_can() -> None:
    seen = set()
    for update in updates("summer-pavilion", every=1):
        builder = builder_of(update)
        if len(builder.passes) > 1:
            builder.pick(PASS)
            assert builder.first_spot() == CONFIRM
            assert builder.keeping is not None
            most = max(sum(option.kept.values()) for option in builder.passes)
            assert sum(builder.keeping.kept.values()) == most
            assert "You can still place a tile." in prompt(update, builder) or not builder.places
            seen.add(len({option.points for option in builder.passes}))
    # A score that cannot drop any further makes all ways to pass equal.
    assert 1 in seen
    assert len(seen) > 1


@pytest.mark.parametrize(("name", "board"), GAMES)
def test_a_hint_leads_enter_to_the_suggested_move(name: str, board: str) -> None:
    for update in updates(name, board):
        options = update.options or []
        for hinted in options[:: max(1, len(options) // 5)]:
            builder = builder_of(update)
            builder.pick(next(iter(builder.spots())))  # something else was begun
            builder.follow(hinted)
            played, _ = enter(builder)
            assert played == hinted


def test_a_placement_says_where_and_counts_the_other_tiles_as_its_cost() -> None:
    words, seen = words_in("en"), 0
    for update in updates("summer-pavilion"):
        for option in update.options or []:
            if isinstance(option, PavilionPlace):
                text = option_text(words, option, "coloured").plain
                paid = sum(option.pays.values()) - 1
                assert " star, space " in text
                assert f"space {paid + 1}" in text
                assert ("Pay" in text) == (paid > 0)
                seen += 1
    assert seen


@pytest.mark.parametrize("language", ["en", "fi", "pt_BR", "de", "is", "nb"])
def test_every_star_has_a_sentence_of_its_own(language: str) -> None:
    words = words_in(language)
    for board in ("coloured", "grey"):
        texts = set()
        for star in range(7):
            option = PavilionPlace(
                move="",
                warnings=[],
                space=star * 6,
                star=star,
                slot=0,
                colour="o",
                pays={"o": 1},
                points=1,
                bonus=0,
            )
            texts.add(option_text(words, option, board).plain)
        assert len(texts) == 7


def test_bonus_tiles_are_picked_one_after_another_with_enter() -> None:
    for update in updates("summer-pavilion", every=1):
        builder = builder_of(update)
        if builder.bonuses:
            option, count = enter(builder)
            assert isinstance(option, PavilionBonus)
            assert count == update.state.bonus_due + 1
            assert BACK not in builder_of(update).spots()
            return
    raise AssertionError("nobody got bonus tiles")
