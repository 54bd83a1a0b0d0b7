"""Summer Pavilion, written and read: the same comes back, and damage is refused with its place."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import AzulejosError, Game
from azulejos.engine import SUMMER_PAVILION
from azulejos.engine.errors import IllegalMove, InvalidPosition, UnreadableText
from azulejos.engine.pavilion.moves import MOVES, Move
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.text import read_setup
from azulejos.engine.pavilion.validation import problems
from azulejos.game.records import UnreadableRecord
from tests.engine.azul.test_text import header_names, header_values, remarks
from tests.game.test_damaged_input import attempt, damaged
from tests.support import (
    SOME,
    games,
    games_of_all_kinds,
    pavilion,
    positions,
    seeded_games,
    waiting_games,
)

NAME = "summer-pavilion"
LONG = 160


@st.composite
def annotated(draw: st.DrawFn) -> Game:
    """Games of all kinds, with arbitrary comments on arbitrary plies and arbitrary headers."""
    game = draw(games_of_all_kinds(NAME))
    for ply, text in draw(st.dictionaries(st.integers(0, game.ply), remarks)).items():
        game.comment(text, ply)
    game.headers.update(draw(st.dictionaries(header_names, header_values, max_size=3)))
    return game


# Round trips


@SOME
@given(annotated())
def test_a_record_gives_the_same_game_and_the_same_text(game: Game) -> None:
    text, data = game.to_text(), game.to_json()
    for again in (Game.from_text(text), Game.from_json(data)):
        assert again == game
        assert again.history == game.history
        assert again.comments == game.comments
        assert again.headers == game.headers
        assert again.position == game.position
        assert again.to_record().options == game.to_record().options
        assert again.to_text() == text
        assert again.to_json() == data


@SOME
@given(games(game=NAME))
def test_the_arrangement_of_moves_and_deals_in_lines_does_not_matter(game: Game) -> None:
    head, body = game.to_text().split("\n\n", 1)
    unnumbered = re.sub(r"^\d+\. ", "", body, flags=re.MULTILINE)
    for rearranged in (unnumbered, body.replace("\n", "\n\n"), body.rstrip()):
        assert Game.from_text(f"{head}\n\n{rearranged}") == game


@SOME
@given(seeded_games(LONG, NAME), st.data())
def test_a_loaded_record_that_is_given_the_seed_continues_as_the_game_did(
    seeded: tuple[int, Game], data: st.DataObject
) -> None:
    seed, game = seeded
    ply = data.draw(st.integers(0, game.ply))
    for again in (
        Game.from_text(game.at(ply).to_text(), seed=seed),
        Game.from_json(game.at(ply).to_json(), seed=seed),
    ):
        for move in game.moves[ply:]:
            again.play(move)
        assert again == game


@SOME
@given(waiting_games(NAME))
def test_a_record_that_waits_for_a_deal_waits_again(game: Game) -> None:
    assert game.to_play is None
    for again in (Game.from_text(game.to_text()), Game.from_json(game.to_json())):
        assert again.position.phase == "deal"
        assert again == game
        tiles = str(pavilion(game).bag)
        assert again.deal(tiles[0]) == game.copy().deal(tiles[0])


@SOME
@given(positions(LONG, NAME), st.sampled_from(["; ", "\n", ";\n", "\n\n  ", "\r\n", " ;; \n"]))
def test_the_text_of_a_position_gives_the_same_position_and_the_same_text(
    position: PavilionPosition, separator: str
) -> None:
    text = str(position)
    assert "\n" not in text
    again = PavilionPosition.from_text(text)
    assert again == position
    assert str(again) == text
    assert read_setup(text) == position.to_setup()
    assert SUMMER_PAVILION.read_position(text) == position
    assert eval(repr(position), {"PavilionPosition": PavilionPosition}) == position
    assert PavilionPosition.from_text(separator.join(text.split("; "))) == position


# Damage


def assert_is_sound(game: Game) -> None:
    """A game that was read from something damaged is as good as any other."""
    assert problems(pavilion(game).to_setup()) == []
    assert Game.from_text(game.to_text()) == game


def assert_unchanged(game: Game, before: Game) -> None:
    assert game == before
    assert game.position == before.position


@SOME
@given(games_of_all_kinds(NAME), st.data())
def test_any_text_given_to_play_is_played_or_refused_and_then_changes_nothing(
    game: Game, data: st.DataObject
) -> None:
    text = data.draw(st.one_of(st.text(), st.sampled_from(MOVES).map(str).flatmap(damaged)))
    before = game.copy()
    if isinstance(attempt(game.play, text), AzulejosError):
        assert_unchanged(game, before)
    else:
        assert game.moves[-1] in before.legal_moves
        assert_is_sound(game)


@SOME
@given(games_of_all_kinds(NAME), st.text("pgoybrPGR ") | st.text())
def test_any_text_given_to_deal_is_dealt_or_refused_and_then_changes_nothing(
    game: Game, text: str
) -> None:
    before = game.copy()
    if isinstance(attempt(game.deal, text), AzulejosError):
        assert_unchanged(game, before)
    else:
        assert before.position.phase == "deal"
        assert_is_sound(game)


@SOME
@given(games_of_all_kinds(NAME), st.lists(st.sampled_from(MOVES), max_size=40))
def test_a_move_that_is_not_listed_is_refused_with_a_reason_and_changes_nothing(
    game: Game, moves: list[Move]
) -> None:
    before = game.copy()
    legal = set(game.legal_moves)
    for move in moves:
        if move not in legal:
            assert isinstance(attempt(game.play, str(move)), IllegalMove)
    assert_unchanged(game, before)


@SOME
@given(annotated(), st.data())
def test_a_damaged_record_is_refused_or_gives_a_sound_game(game: Game, data: st.DataObject) -> None:
    for read, text in ((Game.from_text, game.to_text()), (Game.from_json, game.to_json())):
        result = attempt(read, data.draw(damaged(text)))
        if isinstance(result, Game) and result.name == NAME:
            assert_is_sound(result)
        else:
            assert isinstance(result, Game | UnreadableRecord)


@SOME
@given(positions(LONG, NAME), st.data())
def test_a_damaged_position_is_refused_or_gives_a_possible_position(
    position: PavilionPosition, data: st.DataObject
) -> None:
    text = data.draw(damaged(str(position)))
    result = attempt(PavilionPosition.from_text, text)
    if isinstance(result, PavilionPosition):
        assert PavilionPosition.from_text(str(result)) == result
        game = Game(position=result, seed=1)
        chance = data.draw(st.randoms(use_true_random=False))
        while not game.is_over and game.ply < 40:
            game.play(chance.choice(list(game.legal_moves)))
        assert problems(pavilion(game).to_setup()) == []
    else:
        assert isinstance(result, UnreadableText | InvalidPosition)


POSITION = """\
summer-pavilion coloured
phase place; round 2; to-play 1; start 1; marker 2
factories - - - - -; centre -
bag 17p17g20o20y20b17r
filling supply; mover -; tower 2p; supply 2p2g2o2y2b; bonus-due 0; number-points 4-8-12-16
player 12 | pggg | ...... ...... ...... r..... ...... ...... ...... | -
player 8 | rrrr | ...... ...... ...... ...... ...... ...... ...... | passed
"""

#: What is damaged, how, the code, line and column of the error, and words of the reason.
POSITION_DAMAGES = [
    ("summer-pavilion coloured", "azul coloured", "header", 1, 1, "'summer-pavilion coloured' or"),
    ("filling", "lid", "unknown-field", 5, 1, "expected one of phase, round,"),
    ("filling supply", "filling tower", "value", 5, 9, "one of first-supply, factories, supply"),
    ("mover -", "mover 3", "value", 5, 23, "a player from 1 to 2, or -, got '3'"),
    ("tower 2p", "tower 2k", "value", 5, 32, "tiles as letters of pgoybr, or -, got '2k'"),
    ("; tower 2p", "", "missing-field", 8, 1, "'tower' is missing"),
    ("mover -", "mover -; mover -", "repeated-field", 5, 26, "'mover' is given twice"),
    ("bonus-due 0", "bonus-due 4", "value", 5, 65, "a number from 0 to 3, got '4'"),
    ("4-8-12-16", "4-8-12", "value", 5, 82, "four numbers such as 4-8-12-16, got '4-8-12'"),
    ("4-8-12-16", "4-8-12-x", "value", 5, 89, "a number from 0 to 100, got 'x'"),
    ("4-8-12-16", "4-8--12", "value", 5, 86, "a number from 0 to 100"),
    ("phase place", "phase tile", "value", 2, 7, "one of deal, over, draft, place, bonus"),
    ("pggg", "pggw", "value", 6, 13, "tiles as letters of pgoybr, or -, got 'pggw'"),
    ("r..... ", "", "value", 6, 20, "expected seven stars"),
    ("r.....", "r......", "value", 6, 41, "6 of pgoybr or ., got 'r......'"),
    ("| passed", "| maybe", "value", 7, 70, "one of passed, -, got 'maybe'"),
    (" | passed", "", "value", 7, 8, "four parts: score | tiles | stars | passed or -"),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "column", "reason"), POSITION_DAMAGES)
def test_a_damage_in_a_position_is_named_with_its_place_and_reason(
    old: str, new: str, code: str, line: int, column: int, reason: str
) -> None:
    assert POSITION.count(old) == 1
    assert isinstance(PavilionPosition.from_text(POSITION), PavilionPosition)
    with pytest.raises(UnreadableText, match=re.escape(reason)) as caught:
        PavilionPosition.from_text(POSITION.replace(old, new))
    assert caught.value.code == f"position/{code}"
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


ONGOING = """\
azulejos 1
game: summer-pavilion
board: coloured
players: 2
first: 1
number_points: 4-4-4-4

deal ppgg ooyy bbpg oopp gygb bryy rroo br
1. 1o 2y 0g {the marker}

unfinished
"""

#: What is damaged, how, where the error must point, and words of the reason.
RECORD_DAMAGES = [
    ("2y", "2p", "line 9, column 7", "purple is wild: choose another colour that lies there"),
    ("2y", "2y0", "line 9, column 7", "expected a move such as 3p"),
    ("0g", "=", "line 9, column 10", "tiles are being drafted"),
    ("ppgg", "ppgk", "line 8, column 1", "expected tiles as letters of pgoybr"),
    (" br\n", " b\n", "line 9, column 4", "tiles must be dealt before anyone moves"),
    ("4-4-4-4", "4-4-x-4", "line 6, column 1", "numbers joined by dashes"),
]


@pytest.mark.parametrize(("old", "new", "place", "reason"), RECORD_DAMAGES)
def test_a_damage_in_a_record_is_named_with_its_place_and_reason(
    old: str, new: str, place: str, reason: str
) -> None:
    assert ONGOING.count(old) == 1
    game = Game.from_text(ONGOING)
    assert game.to_text() == ONGOING
    assert game.to_record().options == {"number_points": (4, 4, 4, 4)}
    with pytest.raises(UnreadableRecord, match=re.escape(reason)) as caught:
        Game.from_text(ONGOING.replace(old, new))
    assert str(caught.value).startswith(f"{place}: ")


@pytest.mark.parametrize("points", [[4, 4, 4], [4, 4, 4, 101], 4, [4, 4, 4, "4"], None, "4-4-4-4"])
def test_wrong_number_points_in_json_are_refused(points: Any) -> None:
    record = json.loads(Game.from_text(ONGOING).to_json())
    assert record["options"] == {"number_points": [4, 4, 4, 4]}
    record["options"]["number_points"] = points
    with pytest.raises(UnreadableRecord):
        Game.from_json(json.dumps(record))
