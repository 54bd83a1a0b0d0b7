"""Whatever is written down can be read again, and is then exactly the same."""

from __future__ import annotations

import json
import random
import re

from hypothesis import given
from hypothesis import strategies as st

from azulejos import Game
from azulejos.engine import AZUL
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.text import read_setup
from azulejos.game.records import HEADER_NAME
from tests.support import (
    FIRST_DEAL,
    SOME,
    azul,
    games,
    games_of_all_kinds,
    positions,
    random_game,
    seeded_games,
    seeds,
    waiting_games,
)

#: Any text, surrogates too, and above all what means something in a record.
awkward = st.text(st.one_of(st.sampled_from("{}\\\n\r\t :;.\0\u2028\x85"), st.characters()))
remarks = st.one_of(st.text(), awkward, st.sampled_from(["unfinished", "scores 1 2", "\n\n", "{"]))
header_names = st.from_regex(HEADER_NAME, fullmatch=True)
header_values = remarks.map(lambda text: text.replace("\n", " ").strip()).filter(bool)


@st.composite
def annotated(draw: st.DrawFn) -> Game:
    """Games of all kinds, with arbitrary comments on arbitrary plies and arbitrary headers."""
    game = draw(games_of_all_kinds())
    for ply, text in draw(st.dictionaries(st.integers(0, game.ply), remarks)).items():
        game.comment(text, ply)
    game.headers.update(draw(st.dictionaries(header_names, header_values, max_size=3)))
    return game


# Games


@SOME
@given(annotated())
def test_a_record_as_text_gives_the_same_game_and_the_same_text(game: Game) -> None:
    text = game.to_text()
    again = Game.from_text(text)
    assert again == game
    assert again.history == game.history
    assert again.comments == game.comments
    assert again.headers == game.headers
    assert again.position == game.position
    assert again.to_text() == text


@SOME
@given(annotated())
def test_a_record_as_json_gives_the_same_game_and_the_same_json(game: Game) -> None:
    text = game.to_json()
    again = Game.from_json(text)
    assert again == game
    assert again.history == game.history
    assert again.comments == game.comments
    assert again.headers == game.headers
    assert again.to_json() == text
    assert again.to_text() == game.to_text()


@SOME
@given(annotated())
def test_the_form_of_the_json_does_not_matter(game: Game) -> None:
    data = json.loads(game.to_json())
    backwards = json.dumps(dict(reversed(data.items())), indent="\t")
    assert Game.from_json(backwards) == game


@SOME
@given(games())
def test_the_arrangement_of_moves_and_deals_in_lines_does_not_matter(game: Game) -> None:
    head, body = game.to_text().split("\n\n", 1)
    unnumbered = re.sub(r"^\d+\. ", "", body, flags=re.MULTILINE)
    one_by_one = re.sub(r"(?<=\d) (?=\d)", "\n  ", unnumbered)
    if game.is_over:  # the scores stay on their line
        one_by_one = one_by_one[: one_by_one.index("scores")] + body[body.index("scores") :]
    for rearranged in (unnumbered, one_by_one, body.replace("\n", "\n\n"), body.rstrip()):
        assert Game.from_text(f"{head}\n\n{rearranged}") == game


@SOME
@given(annotated())
def test_equal_games_have_equal_records_and_unequal_games_do_not(game: Game) -> None:
    assert game == game.copy()
    if game.ply:
        before = game.at(game.ply - 1)
        assert before != game
        assert before.to_text() != game.to_text()
    with_comment = game.copy()
    with_comment.comment(game.comments.get(0, "") + "!", 0)
    assert with_comment != game
    assert with_comment.to_text() != game.to_text()


# Seeds


@SOME
@given(seeded_games(), st.data())
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
@given(st.data())
def test_nothing_in_a_record_depends_on_the_seed_but_the_draws(data: st.DataObject) -> None:
    seed, other = data.draw(st.lists(seeds(), min_size=2, max_size=2, unique=True))
    one, two = Game(deals=[FIRST_DEAL], seed=seed), Game(deals=[FIRST_DEAL], seed=other)
    for choice in data.draw(st.lists(st.integers(0, 20), max_size=6)):
        if len(one.history) > 1 + one.ply:
            break  # the second deal is not handed in: it may differ
        moves = list(one.legal_moves)
        one.play(moves[choice % len(moves)])
        two.play(moves[choice % len(moves)])
    assert one.to_text() == two.to_text()
    assert one.to_json() == two.to_json()
    assert one == two


def test_a_record_never_contains_the_seed() -> None:
    seed = int.from_bytes(b"a very secret seed of 32 bytes!!")
    game = random_game(seed, players=4, policy="tidy")
    for record in (game.to_text(), game.to_json(), repr(game.to_record()), repr(game)):
        assert "seed" not in record
        for spelling in (str(seed), f"{seed:x}", "secret"):
            assert spelling not in record


@SOME
@given(waiting_games())
def test_a_record_that_waits_for_a_deal_waits_again(game: Game) -> None:
    assert game.to_play is None
    for again in (Game.from_text(game.to_text()), Game.from_json(game.to_json())):
        assert again.position.phase == "deal"
        assert again == game
        tiles = str(azul(game).bag)
        assert again.deal(tiles[0]) == game.copy().deal(tiles[0])


# Positions


@SOME
@given(positions())
def test_the_text_of_a_position_gives_the_same_position_and_the_same_text(
    position: AzulPosition,
) -> None:
    text = str(position)
    assert "\n" not in text
    again = AzulPosition.from_text(text)
    assert again == position
    assert str(again) == text
    assert read_setup(text) == position.to_setup()
    assert AZUL.read_position(text) == position
    assert eval(repr(position), {"AzulPosition": AzulPosition}) == position


@SOME
@given(positions(), st.sampled_from(["\n", ";\n", "\n\n  ", "\r\n", " ;; \n"]))
def test_the_text_of_a_position_may_be_spread_over_lines(
    position: AzulPosition, separator: str
) -> None:
    spread = separator.join(str(position).split("; "))
    assert AzulPosition.from_text(f"\n{spread}\n") == position


@SOME
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_the_fields_and_the_spelling_of_piles_do_not_matter(
    position: AzulPosition, chance: random.Random
) -> None:
    title, *fields = str(position).split("; ")
    seats = [field for field in fields if field.startswith("player ")]
    others = [field for field in fields if not field.startswith("player ")]
    chance.shuffle(others)
    spelled = [
        f"bag {str(position.bag) or '-'}" if field.startswith("bag") else field for field in others
    ]
    assert AzulPosition.from_text("; ".join([title, *seats, *spelled])) == position
