"""Variations: a tree of moves and deals beside those that were played, in both formats."""

from __future__ import annotations

import json
import random

import pytest

import azulejos
from azulejos import Game
from azulejos.engine.errors import HistoryError
from azulejos.game import Deal

CONFIGURATIONS = [("azul", "grey", 3), ("summer-pavilion", "coloured", 2)]


def play_on(game: Game, moves: int, rng: random.Random) -> Game:
    for _ in range(moves):
        if game.to_play is not None:
            game.play(rng.choice(list(game.legal_moves)))
    return game


def game_with_variations(name: str, board: str, players: int, seed: int) -> Game:
    """A game whose variations start at moves, at deals, at its end and in each other."""
    rng = random.Random(seed)
    game = play_on(Game(name, board=board, players=players, seed=seed), 40, rng)
    for _ in range(6):
        line = play_on(game.at(rng.randrange(game.ply + 1)), rng.randrange(1, 25), rng)
        line.comment(rng.choice(["good", "a {brace}", "a \\ and (parentheses)", "two\nlines"]))
        game.add_variation(line)
        game.add_variation(play_on(line.at(rng.randrange(line.ply + 1)), 3, rng))
    deals = [entry for entry in game.history if isinstance(entry, Deal)]
    line = game.at(0, dealt=False)
    line.deal(deals[0].tiles[::-1])
    game.add_variation(play_on(line, 2, rng))
    return game


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
@pytest.mark.parametrize("seed", range(4))
def test_variations_are_read_back_exactly(name: str, board: str, players: int, seed: int) -> None:
    game = game_with_variations(name, board, players, seed)
    assert len(game.variations) > 3
    assert Game.from_text(game.to_text()) == game
    assert Game.from_text(game.to_text()).to_text() == game.to_text()
    assert Game.from_json(game.to_json()) == game
    assert Game.from_json(game.to_json()).to_json() == game.to_json()


def test_empty_comments_of_variations_are_kept() -> None:
    game = game_with_variations("azul", "coloured", 2, 1)
    data = json.loads(game.to_json())
    data["comment"] = ""
    for ply in data["plies"]:
        for variation in ply.get("variations", []):
            variation["comment"] = variation["plies"][-1]["comment"] = ""
    text = Game.from_json(json.dumps(data)).to_text()
    assert text.count("{}") > 3
    assert Game.from_text(text).to_text() == text


@pytest.mark.parametrize("write", [Game.to_text, Game.to_json])
def test_the_version_rises_only_where_there_are_variations(write: object) -> None:
    assert callable(write)
    game = play_on(Game("azul", seed=1), 20, random.Random(1))
    game.comment("a comment")
    plain = write(game)
    game.add_variation(play_on(game.at(5), 3, random.Random(2)))
    assert "2" in write(game)[:15]
    assert "1" in plain[:15]
    # Taken away again, every byte is as before.
    bare = game.at(4)
    for turn in game.history[len(bare.history) :]:
        if not isinstance(turn, Deal):
            bare.play(turn.move)
    bare.comment("a comment")
    assert bare.variations == ()
    assert write(bare) == plain


def test_a_variation_can_be_played_on() -> None:
    game = Game("azul", seed=1)
    play_on(game, 12, random.Random(1))
    line = play_on(game.at(5), 4, random.Random(2))
    line.comment("better")
    game.add_variation(line)
    (variation,) = game.variations
    assert game.with_variation(variation) == line
    assert game.with_variation(variation).comments == {9: "better"}


def test_what_two_variations_share_is_kept_once() -> None:
    game = play_on(Game("azul", seed=3), 10, random.Random(3))
    line = game.at(2)
    first, *_ = [move for move in line.legal_moves if move != game.moves[2]]
    line.play(first)
    replies = list(line.legal_moves)
    for reply in replies[:3]:
        other = line.copy()
        other.play(reply)
        game.add_variation(other)
    (variation,) = game.variations
    assert [str(first), str(replies[0])] == [entry.text for entry in variation.entries]
    assert [inner.entries[0].text for inner in variation.variations] == [*map(str, replies[1:3])]
    # The same again, or a part of it, adds nothing.
    before = game.to_text()
    game.add_variation(line)
    assert game.to_text() == before
    # What is longer extends the variation.
    longer = line.copy()
    longer.play(replies[0])
    longer.play(next(iter(longer.legal_moves)))
    game.add_variation(longer)
    assert len(game.variations[0].entries) == 3


def test_taking_back_a_move_removes_the_variations_after_it() -> None:
    game = play_on(Game("azul", seed=1), 10, random.Random(1))
    game.add_variation(play_on(game.at(4), 2, random.Random(4)))
    game.add_variation(play_on(game.copy(), 2, random.Random(4)))
    assert len(game.variations) == 2
    game.undo()
    assert len(game.variations) == 1
    assert game.at(3).variations == ()


def test_a_variation_of_another_start_is_refused() -> None:
    game = Game("azul", seed=1)
    with pytest.raises(HistoryError) as caught:
        game.add_variation(Game("azul", board="grey", seed=1))
    assert caught.value.code == "other-start"
    with pytest.raises(HistoryError):
        game.add_variation(Game("summer-pavilion", seed=1))


HEAD = "azulejos 2\ngame: azul\nboard: coloured\nplayers: 2\nfirst: 1\nstalemate_rounds: 5\n\n"
BODY = HEAD + "deal yrbw rwkk ybry wkyb bwry\n1. 2w1 5r1\n"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (BODY + "(2. 5y1\nunfinished\n", "line 10, column 1: ')' is missing"),
        (BODY + "(2. 5y1\n\n", "line 10, column 1"),
        (BODY + "()\nunfinished\n", "line 10, column 2"),
        (BODY + ")\nunfinished\n", "line 10, column 1"),
        (BODY + "(5y1)\nunfinished\n", "line 10, column 2"),
        (BODY + "(7. 5y1)\nunfinished\n", "line 10, column 2"),
        (BODY + "(2. 9y1)\nunfinished\n", "line 10, column 5"),
        (BODY + "(2. 5y1 (3. 9k1))\nunfinished\n", "line 10, column 13"),
        (BODY + "(" * 30 + "2. 5y1" + ")" * 30 + "\nunfinished\n", "line 10"),
        (BODY.replace("azulejos 2", "azulejos 1") + "(2. 5y1)\nunfinished\n", "line 10, column 1"),
        (BODY + "unfinished\n(2. 5y1)\n", "line 11, column 1"),
    ],
)
def test_a_damaged_variation_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(azulejos.UnreadableRecord) as caught:
        Game.from_text(text)
    assert place in str(caught.value)


def test_a_variation_may_stand_before_the_move_that_it_replaces() -> None:
    before = Game.from_text(BODY + "(2. (2. 5w2) 5y1)\nunfinished\n")
    after = Game.from_text(BODY + "(2. 5y1\n(2. 5w2))\nunfinished\n")
    assert before == after
    assert len(before.variations[0].variations) == 1


def test_json_with_variations_needs_their_version_and_bounds_their_nesting() -> None:
    game = play_on(Game("azul", seed=1), 6, random.Random(1))
    game.add_variation(play_on(game.at(2), 2, random.Random(4)))
    text = game.to_json()
    with pytest.raises(azulejos.UnreadableRecord, match=r"\$\.azulejos"):
        Game.from_json(text.replace('"azulejos": 2', '"azulejos": 1'))
    with pytest.raises(azulejos.UnreadableRecord, match=r"plies\[\d\]\.variations\[0\]"):
        Game.from_json(text.replace('"variations": [{', '"variations": [{"plies": []}, {'))
    inner: list[object] = []
    for _ in range(30):
        inner = [{"plies": [{"move": "2k1", "variations": inner}]}]
    deep = json.loads(text)
    deep["plies"][1]["variations"] = inner
    with pytest.raises(azulejos.UnreadableRecord, match="20 variations"):
        Game.from_json(json.dumps(deep))
