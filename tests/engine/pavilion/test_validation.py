"""Positions of Summer Pavilion made by hand: everything that is wrong with them is found, and said.

The table of Azul stands in test_validation.py; together they cover every problem there is.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from string import Formatter
from typing import Any

import pytest

from azulejos import Game
from azulejos.engine.errors import InvalidPosition, Problem
from azulejos.engine.parameters import (
    ANY_PLAYER,
    NO_PLAYER,
    AtEnd,
    Expected,
    Field,
    Place,
    Player,
    Range,
)
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Seat, Setup
from azulejos.engine.pavilion.validation import problems
from tests.engine.azul.test_validation import WRONG as WRONG_IN_AZUL

EMPTY = "......"
SUPPLY = "ppggooyybb"
FACTORIES = ["ppgo", "yybb", "", "", ""]


def stars(**filled: str) -> list[str]:
    """Seven empty stars, some of them with tiles: `stars(s1="pp....")`."""
    return [filled.get(f"s{star}", EMPTY) for star in range(7)]


def drafting(**changes: Any) -> Setup:
    """Two players in the middle of drafting."""
    usual = {"seats": [Seat(), Seat()], "factories": list(FACTORIES), "supply": SUPPLY}
    return Setup(**{**usual, **changes})


def placing(*seats: Seat, **changes: Any) -> Setup:
    """Two players who place tiles; it is the first one's turn."""
    chosen = list(seats) or [Seat(tiles="pgg"), Seat(tiles="oo")]
    usual = {"phase": "place", "marker": 0, "supply": SUPPLY, "filling": "supply"}
    return Setup(**{"seats": chosen, **usual, **changes})


def choosing(**changes: Any) -> Setup:
    """The first of two players has surrounded something, and takes bonus tiles."""
    usual = {"phase": "bonus", "marker": 0, "bonus_due": 2, "supply": SUPPLY, "filling": "supply"}
    return Setup(**{"seats": [Seat(), Seat(tiles="oo")], **usual, **changes})


def dealing(**changes: Any) -> Setup:
    """Two players who wait for the rest of the factories' tiles."""
    waiting = {"phase": "deal", "to_play": None, "factories": ["ppgo", "y", "", "", ""]}
    return Setup(**{"seats": [Seat(), Seat()], "supply": SUPPLY, **waiting, **changes})


def laying_out(**changes: Any) -> Setup:
    """The first tiles of a game are dealt to the supply."""
    usual = {"phase": "deal", "to_play": None, "filling": "first-supply", "supply": "pgo"}
    return Setup(**{"seats": [Seat(), Seat()], **usual, **changes})


def refilling(**changes: Any) -> Setup:
    """The first player's turn has ended, and the supply is filled after it."""
    waiting = {"phase": "deal", "to_play": None, "filling": "supply", "mover": 0}
    seats = [Seat(tiles="pgg"), Seat(tiles="oo")]
    return Setup(**{"seats": seats, "marker": 0, "supply": SUPPLY[1:], **waiting, **changes})


def over(*seats: Seat, **changes: Any) -> Setup:
    """Two players after a game."""
    chosen = list(seats) or [Seat(score=40, passed=True), Seat(passed=True)]
    ended = {"phase": "over", "to_play": None, "round": 6, "filling": "supply"}
    return Setup(**{"seats": chosen, "supply": SUPPLY, **ended, **changes})


@pytest.mark.parametrize(
    "make", [drafting, placing, choosing, dealing, laying_out, refilling, over]
)
def test_the_positions_that_the_others_are_made_from_are_possible(
    make: Callable[[], Setup],
) -> None:
    assert problems(make()) == []
    position = PavilionPosition.from_setup(make())
    assert PavilionPosition.from_text(str(position)) == position
    game = Game(position=position, seed=0)
    while not game.is_over:
        game.play(list(game.legal_moves)[-1])


OFFER_LEFT = "tiles lie on the factories or in the centre, but drafting is over"
MOVER = "a turn ends exactly while the supply is filled after it, got mover {}"

#: A setup for every way to be wrong, and what must be said about it; nothing else may be said.
WRONG: list[tuple[Setup, str, dict[str, Any], str]] = [
    # shape
    (
        drafting(seats=[Seat()], factories=None),
        "players",
        {"got": 1},
        "expected 2, 3 or 4 players, got 1",
    ),
    (
        drafting(board="purple"),
        "board",
        {"known": "coloured, grey", "got": "purple"},
        "expected one of the boards coloured, grey, got 'purple'",
    ),
    (
        drafting(phase="tile"),
        "phase",
        {"known": "deal, over, draft, place, bonus", "got": "tile"},
        "expected one of the phases deal, over, draft, place, bonus, got 'tile'",
    ),
    (
        drafting(filling="tower"),
        "filling",
        {"known": "first-supply, factories, supply", "got": "tower"},
        "expected one of first-supply, factories, supply to be filled, got 'tower'",
    ),
    (
        drafting(round=7),
        "number",
        {"field": "round", "expected": Range(1, 6), "got": 7},
        "expected round to be from 1 to 6, got 7",
    ),
    (
        drafting(seats=[Seat(), Seat(score=0)]),
        "number",
        {"field": Place("score", player=2), "expected": Range(1, 1000), "got": 0},
        "expected score of player 2 to be from 1 to 1000, got 0",
    ),
    (
        choosing(bonus_due=4),
        "number",
        {"field": "bonus_due", "expected": Range(0, 3), "got": 4},
        "expected bonus_due to be from 0 to 3, got 4",
    ),
    (
        refilling(mover=2),
        "number",
        {"field": "mover", "expected": Range(0, 1), "got": 2},
        "expected mover to be from 0 to 1, got 2",
    ),
    (
        drafting(supply=SUPPLY + "r"),
        "number",
        {"field": Place("tiles-in-supply"), "expected": Range(0, 10), "got": 11},
        "expected tiles in the supply to be from 0 to 10, got 11",
    ),
    (
        drafting(number_points=(4, 8, 101, 16)),
        "number",
        {"field": "number_points[2]", "expected": Range(0, 100), "got": 101},
        "expected number_points[2] to be from 0 to 100, got 101",
    ),
    (
        drafting(number_points=(4, 8, 12)),
        "number",
        {"field": Field("number_points", kind="length"), "expected": Range(4, 4), "got": 3},
        "expected count of number_points to be from 4 to 4, got 3",
    ),
    (
        drafting(factories=["ppgo"] * 7),
        "factories",
        {"expected": 5, "got": 7},
        "expected 5 factories for this number of players, got 7",
    ),
    (
        drafting(tower="pk"),
        "unreadable-tiles",
        {"place": Place("tower"), "letters": "pgoybr", "text": "pk"},
        "tower: expected tiles as letters of pgoybr, got 'pk'",
    ),
    (
        drafting(supply="p1"),
        "unreadable-tiles",
        {"place": Place("supply"), "letters": "pgoybr", "text": "p1"},
        "supply: expected tiles as letters of pgoybr, got 'p1'",
    ),
    (
        drafting(seats=[Seat(), Seat(tiles="w")]),
        "unreadable-tiles",
        {"place": Place("tiles", player=2), "letters": "pgoybr", "text": "w"},
        "tiles of player 2: expected tiles as letters of pgoybr, got 'w'",
    ),
    (
        drafting(seats=[Seat(stars=[EMPTY] * 6), Seat()]),
        "star-shape",
        {"player": 1, "got": " ".join([EMPTY] * 6)},
        f"player 1: expected seven stars of six slots, got '{' '.join([EMPTY] * 6)}'",
    ),
    (
        drafting(seats=[Seat(), Seat(stars=stars(s3="rr..."))]),
        "star-shape",
        {"player": 2, "got": " ".join(stars(s3="rr..."))},
        f"player 2: expected seven stars of six slots, got '{' '.join(stars(s3='rr...'))}'",
    ),
    (
        drafting(seats=[Seat(), Seat(stars=stars(s3="w....."))]),
        "star-shape",
        {"player": 2, "got": " ".join(stars(s3="w....."))},
        f"player 2: expected seven stars of six slots, got '{' '.join(stars(s3='w.....'))}'",
    ),
    # tiles
    (
        drafting(factories=["ppgoo", "", "", "", ""]),
        "factory-size",
        {"factory": 1, "got": 5, "most": 4},
        "factory 1 holds 5 tiles: at most 4 fit",
    ),
    (
        drafting(tower="r" * 23),
        "tile-count",
        {"expected": 22, "colour": Colour.RED, "got": 23},
        "expected 22 red tiles in all, got 23",
    ),
    (
        laying_out(bag="p" * 21 + "g" * 21 + "o" * 20 + "y" * 22 + "b" * 22 + "r" * 22),
        "tile-count",
        {"expected": 22, "colour": Colour.ORANGE, "got": 21},
        "expected 22 orange tiles in all, got 21",
    ),
    # stars
    (
        drafting(seats=[Seat(), Seat(stars=stars(s1="pp.g.."))]),
        "star-wrong-colour",
        {"player": 2, "star": 1, "expected": Colour.PURPLE, "colour": Colour.GREEN},
        "player 2: star 1 is for purple, got green",
    ),
    (
        drafting(seats=[Seat(stars=stars(s6="ooo...")), Seat()]),
        "star-wrong-colour",
        {"player": 1, "star": 6, "expected": Colour.GREEN, "colour": Colour.ORANGE},
        "player 1: star 6 is for green, got orange",
    ),
    (
        drafting(seats=[Seat(stars=stars(s0="pg.p..")), Seat()]),
        "star-mixed",
        {"player": 1, "star": 0, "allowed": Expected("six-colours")},
        "player 1: star 0 may hold six different colours",
    ),
    (
        drafting(seats=[Seat(stars=stars(s0="p..p..")), Seat()]),
        "star-mixed",
        {"player": 1, "star": 0, "allowed": Expected("six-colours")},
        "player 1: star 0 may hold six different colours",
    ),
    (
        drafting(board="grey", seats=[Seat(), Seat(stars=stars(s4="rrg..."))]),
        "star-mixed",
        {"player": 2, "star": 4, "allowed": Expected("one-or-six-colours")},
        "player 2: star 4 may hold one colour or six different colours",
    ),
    # whose turn
    (
        drafting(to_play=None),
        "to-play",
        {"expected": ANY_PLAYER, "got": NO_PLAYER},
        "expected a player to play in this phase, got nobody",
    ),
    (
        refilling(to_play=1),
        "to-play",
        {"expected": NO_PLAYER, "got": Player(2)},
        "expected nobody to play in this phase, got player 2",
    ),
    (drafting(mover=1), "mover", {"got": 2}, MOVER.format(2)),
    (placing(mover=0), "mover", {"got": 1}, MOVER.format(1)),
    (over(mover=0), "mover", {"got": 1}, MOVER.format(1)),
    (refilling(mover=None), "mover", {"got": NO_PLAYER}, MOVER.format("nobody")),
    (dealing(mover=1), "mover", {"got": 2}, MOVER.format(2)),
    (laying_out(mover=0), "mover", {"got": 1}, MOVER.format(1)),
    # drafting and dealing
    (
        drafting(factories=None),
        "nothing-to-draft",
        {},
        "no tiles are left to draft: the next phase would have begun",
    ),
    (
        drafting(centre="r" * 13),
        "offer-size",
        {"got": 21, "most": 20},
        "21 tiles are on offer: the factories held at most 20",
    ),
    (placing(centre="r"), "offer-left", {}, OFFER_LEFT),
    (choosing(factories=["r", "", "", "", ""]), "offer-left", {}, OFFER_LEFT),
    (refilling(centre="r"), "offer-left", {}, OFFER_LEFT),
    (laying_out(factories=["r", "", "", "", ""]), "offer-left", {}, OFFER_LEFT),
    (dealing(centre="r"), "offer-left", {}, OFFER_LEFT),
    (over(centre="r"), "offer-left", {}, OFFER_LEFT),
    (
        dealing(factories=["ppgo", "y", "b", "", ""]),
        "deal-order",
        {"factory": 2},
        "factories are filled in order: factory 2 is not full",
    ),
    (
        dealing(factories=["ppgo"] * 5),
        "deal-complete",
        {},
        "all factories are full: drafting would have begun",
    ),
    (
        dealing(
            bag="",
            supply="",
            factories=["", "", "", "", ""],
            tower="".join(colour.letter * 22 for colour in Colour),
        ),
        "bag-not-filled",
        {},
        "a tile is needed and the bag is empty: the discards would be in it",
    ),
    (
        refilling(supply=SUPPLY),
        "supply-full",
        {},
        "the supply is full: nothing is dealt to it",
    ),
    (
        laying_out(supply=SUPPLY),
        "supply-full",
        {},
        "the supply is full: nothing is dealt to it",
    ),
    # passing
    (
        drafting(seats=[Seat(), Seat(passed=True)]),
        "passed",
        {"player": 2},
        "player 2 cannot have passed in this phase",
    ),
    (
        dealing(seats=[Seat(passed=True), Seat()]),
        "passed",
        {"player": 1},
        "player 1 cannot have passed in this phase",
    ),
    (
        placing(Seat(tiles="pgg", passed=True), Seat(tiles="oo")),
        "passed",
        {"player": 1},
        "player 1 cannot have passed in this phase",
    ),
    (
        placing(Seat(tiles="pgg"), Seat(tiles="ooyyb", passed=True)),
        "kept",
        {"player": 2, "most": 4, "got": 5},
        "player 2 may have kept at most 4 tiles, got 5",
    ),
    (
        over(Seat(passed=True), Seat(tiles="p", passed=True)),
        "kept",
        {"player": 2, "most": 0, "got": 1},
        "player 2 may have kept at most 0 tiles, got 1",
    ),
    (
        over(Seat(passed=True), Seat()),
        "not-passed",
        {"player": 2},
        "player 2 has not passed: the game would go on",
    ),
    (
        over(round=5),
        "number",
        {"field": "round", "expected": AtEnd(6), "got": 5},
        "expected round to be 6 at the end, got 5",
    ),
    (
        placing(Seat(), Seat(tiles="oo")),
        "nothing-to-place",
        {"player": 1},
        "player 1 has no tiles to place and would pass",
    ),
    # bonus tiles
    (
        choosing(bonus_due=0),
        "number",
        {"field": "bonus_due", "expected": Range(1, 3, "phase"), "got": 0},
        "expected bonus_due to be from 1 to 3 in this phase, got 0",
    ),
    (
        choosing(supply="p"),
        "number",
        {"field": "bonus_due", "expected": Range(1, 1, "phase"), "got": 2},
        "expected bonus_due to be from 1 to 1 in this phase, got 2",
    ),
    (
        placing(bonus_due=1),
        "number",
        {"field": "bonus_due", "expected": Range(0, 0, "phase"), "got": 1},
        "expected bonus_due to be from 0 to 0 in this phase, got 1",
    ),
]


@pytest.mark.parametrize(("setup", "code", "parameters", "sentence"), WRONG)
def test_a_wrong_setup_is_refused_for_exactly_this_reason(
    setup: Setup, code: str, parameters: dict[str, Any], sentence: str
) -> None:
    (found,) = problems(setup)
    assert found.code == code
    assert found.parameters == parameters
    assert str(found) == sentence
    with pytest.raises(InvalidPosition) as caught:
        PavilionPosition.from_setup(setup)
    assert [str(reason) for reason in caught.value.reasons] == [sentence]
    assert str(caught.value) == f"not a possible position: {sentence}"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_the_tables_of_both_games_have_a_setup_for_every_problem() -> None:
    codes = {wrong[1] for wrong in (*WRONG, *WRONG_IN_AZUL)}
    assert codes == set(Problem.messages)


def test_the_parameters_are_those_of_the_sentences() -> None:
    for _, code, parameters, _ in WRONG:
        named = {name for _, name, _, _ in Formatter().parse(Problem.messages[code]) if name}
        assert set(parameters) == named


def test_the_sentences_use_the_words_of_the_game() -> None:
    for _, _, _, sentence in WRONG:
        assert not {"lid", "wall", "walls", "row", "line"} & set(sentence.split())


def test_the_sentence_about_the_central_star_tells_its_own_rule() -> None:
    (found,) = problems(drafting(seats=[Seat(stars=stars(s0="p..p..")), Seat()]))
    assert "one colour" not in str(found)


def test_everything_that_is_wrong_is_reported_at_once() -> None:
    setup = placing(
        Seat(passed=True, stars=stars(s0="pp....", s1="r.....")),
        Seat(tiles="yyyyy", passed=True),
        centre="b",
        mover=1,
        bonus_due=1,
        tower="p" * 22,
    )
    assert [problem.code for problem in problems(setup)] == [
        "tile-count",
        "star-mixed",
        "star-wrong-colour",
        "offer-left",
        "mover",
        "passed",
        "kept",
        "nothing-to-place",
        "number",
    ]


def test_a_wrong_shape_is_reported_whole_and_alone() -> None:
    """Questions about tiles make no sense before the board has its shape."""
    setup = drafting(
        board="purple",
        phase="lunch",
        filling="nothing",
        round=7,
        factories=["pppppp"],
        centre="x",
        seats=[Seat(score=0, stars=[]), Seat()],
    )
    assert [problem.code for problem in problems(setup)] == [
        "board",
        "phase",
        "number",
        "number",
        "factories",
        "unreadable-tiles",
        "filling",
        "star-shape",
    ]


def test_a_round_before_the_first_is_reported_once() -> None:
    assert len(problems(drafting(round=0))) == 1


def test_on_the_grey_side_any_star_may_have_any_one_colour_or_all_different_ones() -> None:
    seat = Seat(stars=["gg....", "rr....", "rgb...", "p.....", "pgoybr", "rrrrrr", EMPTY])
    assert problems(drafting(board="grey", seats=[seat, Seat()])) == []


def test_on_the_coloured_side_the_central_star_takes_all_different_colours() -> None:
    assert problems(drafting(seats=[Seat(stars=stars(s0="rbyogp")), Seat()])) == []


def test_a_missing_bag_holds_the_tiles_that_lie_nowhere_else() -> None:
    seat = Seat(tiles="pr", stars=stars(s0="r....."))
    position = PavilionPosition.from_setup(drafting(seats=[seat, Seat()], tower="rr", centre="g"))
    assert dict(position.bag) == {
        Colour.PURPLE: 22 - 2 - 2 - 1,
        Colour.GREEN: 22 - 1 - 2 - 1,
        Colour.ORANGE: 22 - 1 - 2,
        Colour.YELLOW: 22 - 2 - 2,
        Colour.BLUE: 22 - 2 - 2,
        Colour.RED: 22 - 1 - 1 - 2,
    }
