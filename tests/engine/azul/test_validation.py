"""Positions made by hand: everything that is wrong with them is found, and said."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from string import Formatter
from typing import Any

import pytest

from azulejos import Game
from azulejos.engine.azul.layout import TILES_PER_COLOUR, Colour
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.azul.validation import problems
from azulejos.engine.errors import InvalidPosition, Problem
from azulejos.engine.parameters import (
    ANY_PLAYER,
    NO_PLAYER,
    Alternatives,
    Expected,
    Field,
    Place,
    Player,
    Range,
)

EMPTY_WALL = ["....."] * 5
FULL_ROW = ["byrkw", ".....", ".....", ".....", "....."]
FACTORIES = ["bbyr", "kkww", "", "", ""]


def drafting(**changes: Any) -> Setup:
    """Two players in the middle of a round, with some things changed."""
    return Setup(**{"seats": [Seat(), Seat()], "factories": list(FACTORIES), **changes})


def tiling(*seats: Seat, **changes: Any) -> Setup:
    """Two players on the grey board; the first one has a column to choose."""
    chosen = list(seats) or [Seat(lines=["b", "", "", "", ""]), Seat()]
    return Setup(**{"seats": chosen, "board": "grey", "phase": "tile", **changes})


def dealing(**changes: Any) -> Setup:
    """Two players who wait for the rest of a deal."""
    waiting = {"phase": "deal", "to_play": None, "factories": ["bbyr", "k", "", "", ""]}
    return Setup(**{"seats": [Seat(), Seat()], **waiting, **changes})


def over(*seats: Seat, **changes: Any) -> Setup:
    """Two players after a game."""
    chosen = list(seats) or [Seat(score=20, wall=list(FULL_ROW)), Seat()]
    ended = {"phase": "over", "to_play": None, "end_reason": "row"}
    return Setup(**{"seats": chosen, **ended, **changes})


#: Codes that concern the other game only; test_pavilion_validation.py has them.
OF_SUMMER_PAVILION = {
    "filling",
    "star-shape",
    "star-wrong-colour",
    "star-mixed",
    "mover",
    "supply-full",
    "passed",
    "not-passed",
    "kept",
    "nothing-to-place",
}


@pytest.mark.parametrize("make", [drafting, tiling, dealing, over])
def test_the_positions_that_the_others_are_made_from_are_possible(
    make: Callable[[], Setup],
) -> None:
    assert problems(make()) == []


#: A setup for every way to be wrong, and what must be said about it; nothing else may be said.
WRONG: list[tuple[Setup, str, dict[str, Any], str]] = [
    (
        drafting(seats=[Seat()], factories=None),
        "players",
        {"got": 1},
        "expected 2, 3 or 4 players, got 1",
    ),
    (drafting(seats=[]), "players", {"got": 0}, "expected 2, 3 or 4 players, got 0"),
    (
        drafting(seats=[Seat() for _ in range(5)]),
        "players",
        {"got": 5},
        "expected 2, 3 or 4 players, got 5",
    ),
    (
        drafting(board="purple"),
        "board",
        {"known": "coloured, grey", "got": "purple"},
        "expected one of the boards coloured, grey, got 'purple'",
    ),
    (
        drafting(phase="lunch"),
        "phase",
        {"known": "deal, over, draft, tile", "got": "lunch"},
        "expected one of the phases deal, over, draft, tile, got 'lunch'",
    ),
    (
        drafting(round="1"),
        "wrong-type",
        {"field": "round", "expected": Alternatives(("int",)), "got": "1"},
        "expected round to be int, got '1'",
    ),
    (
        drafting(seats=[Seat(), Seat(score=None)]),  # type: ignore[arg-type]
        "wrong-type",
        {"field": Field("score", 2), "expected": Alternatives(("int",)), "got": None},
        "expected score of player 2 to be int, got None",
    ),
    (
        drafting(marker=1.5),
        "wrong-type",
        {"field": "marker", "expected": Alternatives(("int", "None")), "got": 1.5},
        "expected marker to be int or None, got 1.5",
    ),
    (
        drafting(round=0),
        "number",
        {"field": "round", "expected": Range(1, 30000), "got": 0},
        "expected round to be from 1 to 30000, got 0",
    ),
    (
        drafting(start_player=2),
        "number",
        {"field": "start_player", "expected": Range(0, 1), "got": 2},
        "expected start_player to be from 0 to 1, got 2",
    ),
    (
        drafting(to_play=-1),
        "number",
        {"field": "to_play", "expected": Range(0, 1), "got": -1},
        "expected to_play to be from 0 to 1, got -1",
    ),
    (
        drafting(marker=7),
        "number",
        {"field": "marker", "expected": Range(0, 1), "got": 7},
        "expected marker to be from 0 to 1, got 7",
    ),
    (
        drafting(seats=[Seat(), Seat(score=-1)]),
        "number",
        {"field": Place("score", player=2), "expected": Range(0, 1000), "got": -1},
        "expected score of player 2 to be from 0 to 1000, got -1",
    ),
    (
        drafting(stalemate_rounds=101),
        "number",
        {"field": "stalemate_rounds", "expected": Range(0, 100), "got": 101},
        "expected stalemate_rounds to be from 0 to 100, got 101",
    ),
    (
        drafting(idle_rounds=-1),
        "number",
        {"field": "idle_rounds", "expected": Range(0, 30000), "got": -1},
        "expected idle_rounds to be from 0 to 30000, got -1",
    ),
    (
        tiling(tiles_placed=11),
        "number",
        {"field": "tiles_placed", "expected": Range(0, 10), "got": 11},
        "expected tiles_placed to be from 0 to 10, got 11",
    ),
    (
        drafting(tiles_placed=1),
        "number",
        {"field": "tiles_placed", "expected": Expected("zero-in-phase"), "got": 1},
        "expected tiles_placed to be 0 in this phase, got 1",
    ),
    (
        drafting(centre="bx"),
        "unreadable-tiles",
        {"place": Place("centre"), "letters": "byrkw", "text": "bx"},
        "centre: expected tiles as letters of byrkw, got 'bx'",
    ),
    (
        drafting(factories=["bbyr", "kkwp", "", "", ""]),
        "unreadable-tiles",
        {"place": Place("factory", 2), "letters": "byrkw", "text": "kkwp"},
        "factory 2: expected tiles as letters of byrkw, got 'kkwp'",
    ),
    (
        drafting(seats=[Seat(lines=["", "B", "", "", ""]), Seat()]),
        "unreadable-tiles",
        {"place": Place("line", 2, 1), "letters": "byrkw", "text": "B"},
        "line 2 of player 1: expected tiles as letters of byrkw, got 'B'",
    ),
    (
        drafting(seats=[Seat(), Seat(floor="1")]),
        "unreadable-tiles",
        {"place": Place("floor", player=2), "letters": "byrkw", "text": "1"},
        "floor of player 2: expected tiles as letters of byrkw, got '1'",
    ),
    (
        drafting(factories=["bbyr"] * 7),
        "factories",
        {"expected": 5, "got": 7},
        "expected 5 factories for this number of players, got 7",
    ),
    (
        drafting(factories=["bbyrk", "", "", "", ""]),
        "factory-size",
        {"factory": 1, "got": 5, "most": 4},
        "factory 1 holds 5 tiles: at most 4 fit",
    ),
    (
        drafting(centre="byrkw" * 4 + "b", factories=None),
        "offer-size",
        {"got": 21, "most": 20},
        "21 tiles are on offer: the factories held at most 20",
    ),
    (
        drafting(lid="b" * 19),
        "tile-count",
        {"expected": 20, "colour": Colour.BLUE, "got": 21},
        "expected 20 blue tiles in all, got 21",
    ),
    (
        drafting(bag="b" * 18 + "y" * 19 + "r" * 19 + "k" * 17 + "w" * 18),
        "tile-count",
        {"expected": 20, "colour": Colour.BLACK, "got": 19},
        "expected 20 black tiles in all, got 19",
    ),
    (
        drafting(seats=[Seat(lines=["", ""]), Seat()]),
        "line-shape",
        {"player": 1, "got": 2},
        "player 1: expected five pattern lines, got 2",
    ),
    (
        drafting(seats=[Seat(), Seat(lines=["", "yyy", "", "", ""])]),
        "line-size",
        {"player": 2, "line": 2, "got": 3},
        "player 2, line 2: 3 tiles do not fit",
    ),
    (
        drafting(seats=[Seat(lines=["", "", "yyr", "", ""]), Seat()]),
        "line-mixed",
        {"player": 1, "line": 3},
        "player 1, line 3 holds more than one colour",
    ),
    (
        drafting(
            seats=[
                Seat(lines=["", "y", "", "", ""], wall=[".....", "..y..", *EMPTY_WALL[2:]]),
                Seat(),
            ]
        ),
        "line-on-wall",
        {"player": 1, "line": 2, "colour": Colour.YELLOW},
        "player 1, line 2: the wall row already holds yellow",
    ),
    (
        drafting(seats=[Seat(), Seat(wall=["....."] * 4)]),
        "wall-shape",
        {"player": 2, "got": "..... ..... ..... ....."},
        "player 2: expected a wall of five rows of five, got '..... ..... ..... .....'",
    ),
    (
        drafting(seats=[Seat(wall=["....", *EMPTY_WALL[1:]]), Seat()]),
        "wall-shape",
        {"player": 1, "got": ".... ..... ..... ..... ....."},
        "player 1: expected a wall of five rows of five, got '.... ..... ..... ..... .....'",
    ),
    (
        drafting(seats=[Seat(wall=["q....", *EMPTY_WALL[1:]]), Seat()]),
        "wall-shape",
        {"player": 1, "got": "q.... ..... ..... ..... ....."},
        "player 1: expected a wall of five rows of five, got 'q.... ..... ..... ..... .....'",
    ),
    (
        tiling(Seat(lines=["b", "", "", "", ""], wall=[".....", "rr...", *EMPTY_WALL[2:]]), Seat()),
        "wall-row-twice",
        {"player": 1, "row": 2, "colour": Colour.RED},
        "player 1: row 2 of the wall holds red twice",
    ),
    (
        tiling(Seat(lines=["b", "", "", "", ""]), Seat(wall=["..w..", "..w..", *EMPTY_WALL[2:]])),
        "wall-column-twice",
        {"player": 2, "column": 3, "colour": Colour.WHITE},
        "player 2: column 3 of the wall holds white twice",
    ),
    (
        drafting(seats=[Seat(), Seat(wall=[".....", "b....", *EMPTY_WALL[2:]])]),
        "wall-wrong-space",
        {"player": 2, "row": 2, "column": 1, "expected": Colour.WHITE, "colour": Colour.BLUE},
        "player 2: row 2, column 1 of the wall is for white, got blue",
    ),
    (
        drafting(seats=[Seat(floor="b" * 8), Seat()]),
        "floor-size",
        {"player": 1, "got": 8},
        "player 1: 8 tiles do not fit on the floor line",
    ),
    (
        drafting(to_play=None),
        "to-play",
        {"expected": ANY_PLAYER, "got": NO_PLAYER},
        "expected a player to play in this phase, got nobody",
    ),
    (
        dealing(to_play=1),
        "to-play",
        {"expected": NO_PLAYER, "got": Player(2)},
        "expected nobody to play in this phase, got player 2",
    ),
    (
        drafting(seats=[Seat(), Seat(wall=list(FULL_ROW))]),
        "row-complete",
        {"player": 2},
        "player 2 has a complete row: the game would be over",
    ),
    (
        dealing(seats=[Seat(wall=list(FULL_ROW)), Seat()]),
        "row-complete",
        {"player": 1},
        "player 1 has a complete row: the game would be over",
    ),
    (
        drafting(factories=None),
        "nothing-to-draft",
        {},
        "no tiles are left to draft: the next phase would have begun",
    ),
    (
        tiling(centre="b"),
        "offer-left",
        {},
        "tiles lie on the factories or in the centre, but drafting is over",
    ),
    (
        dealing(centre="b"),
        "offer-left",
        {},
        "tiles lie on the factories or in the centre, but drafting is over",
    ),
    (
        over(factories=["", "b", "", "", ""]),
        "offer-left",
        {},
        "tiles lie on the factories or in the centre, but drafting is over",
    ),
    (
        dealing(seats=[Seat(), Seat(lines=["", "yy", "", "", ""])]),
        "lines-untiled",
        {"player": 2},
        "player 2 has full lines that would have been tiled",
    ),
    (
        tiling(
            Seat(lines=["b", "", "", "", ""]),
            Seat(lines=["y", "", "", "", ""]),
            start_player=1,
        ),
        "lines-untiled",
        {"player": 2},
        "player 2 has full lines that would have been tiled",
    ),
    (
        dealing(seats=[Seat(floor="b"), Seat()]),
        "floor-uncharged",
        {"player": 1},
        "player 1 has tiles on the floor line that would be in the lid",
    ),
    (
        dealing(factories=["bbyr", "k", "b", "", ""]),
        "deal-order",
        {"factory": 2},
        "factories are filled in order: factory 2 is not full",
    ),
    (
        dealing(factories=["bbyr"] * 5),
        "deal-complete",
        {},
        "all factories are full: drafting would have begun",
    ),
    (
        dealing(bag="", lid="b" * 18 + "y" * 19 + "r" * 19 + "k" * 19 + "w" * 20),
        "bag-not-filled",
        {},
        "a tile is needed and the bag is empty: the discards would be in it",
    ),
    (
        tiling(Seat(), Seat()),
        "no-decision",
        {"player": 1},
        "player 1 has no column to choose: phase 'tile' waits for a choice",
    ),
    (
        tiling(
            Seat(
                lines=["b", "", "", "", ""],
                wall=["yrkw.", "....b", *EMPTY_WALL[2:]],
            ),
            Seat(),
        ),
        "no-decision",
        {"player": 1},
        "player 1 has no column to choose: phase 'tile' waits for a choice",
    ),
    (
        tiling(board="coloured"),
        "coloured-tiling",
        {},
        "the coloured wall is tiled by itself: phase 'tile' does not exist",
    ),
    (
        drafting(end_reason="boredom"),
        "end-reason",
        {"known": "none, row, empty, stalemate", "got": "boredom"},
        "expected one of the end reasons none, row, empty, stalemate, got 'boredom'",
    ),
    (
        over(end_reason="none"),
        "end-reason",
        {"known": "row, empty, stalemate", "got": "none"},
        "expected one of the end reasons row, empty, stalemate, got 'none'",
    ),
    (
        drafting(end_reason="row"),
        "end-reason",
        {"known": "none", "got": "row"},
        "expected one of the end reasons none, got 'row'",
    ),
    (
        drafting(idle_rounds=5),
        "idle-rounds",
        {"got": 5},
        "5 idle rounds would have ended the game",
    ),
]


@pytest.mark.parametrize(
    ("setup", "code", "parameters", "sentence"), WRONG, ids=[sentence for *_, sentence in WRONG]
)
def test_a_wrong_setup_is_refused_for_exactly_this_reason(
    setup: Setup, code: str, parameters: dict[str, Any], sentence: str
) -> None:
    (found,) = problems(setup)
    assert found.code == code
    assert found.parameters == parameters
    assert str(found) == sentence
    with pytest.raises(InvalidPosition) as caught:
        AzulPosition.from_setup(setup)
    assert [str(reason) for reason in caught.value.reasons] == [sentence]
    assert str(caught.value) == f"not a possible position: {sentence}"


def test_the_table_has_a_setup_for_every_problem() -> None:
    assert {code for _, code, _, _ in WRONG} == set(Problem.messages) - OF_SUMMER_PAVILION


@pytest.mark.parametrize("code", Problem.messages)
def test_the_parameters_are_those_of_the_sentence(code: str) -> None:
    named = {name for _, name, _, _ in Formatter().parse(Problem.messages[code]) if name}
    for _, of_code, parameters, _ in WRONG:
        assert of_code != code or set(parameters) == named


def test_everything_that_is_wrong_is_reported_at_once() -> None:
    setup = drafting(
        seats=[
            Seat(lines=["", "yr", "", "", ""], floor="k" * 9),
            Seat(wall=["y....", *EMPTY_WALL[1:]]),
        ],
        factories=["bbbbb", "", "", "", ""],
        to_play=None,
        idle_rounds=7,
        lid="w" * 22,
    )
    assert [problem.code for problem in problems(setup)] == [
        "tile-count",
        "factory-size",
        "line-mixed",
        "floor-size",
        "wall-wrong-space",
        "to-play",
        "idle-rounds",
    ]


def test_a_wrong_shape_is_reported_whole_and_alone() -> None:
    """Questions about tiles make no sense before the board has its shape."""
    setup = drafting(
        board="purple",
        phase="lunch",
        round=50_000,
        to_play=4,
        factories=["bbbbbbb"],
        centre="x",
        seats=[Seat(score=-3, lines=[]), Seat(wall=[])],
    )
    assert [problem.code for problem in problems(setup)] == [
        "board",
        "phase",
        "number",
        "number",
        "number",
        "factories",
        "unreadable-tiles",
        "line-shape",
        "wall-shape",
    ]


def test_the_error_carries_all_reasons_and_says_them_all() -> None:
    setup = drafting(to_play=None, idle_rounds=9, stalemate_rounds=3)
    with pytest.raises(InvalidPosition) as caught:
        AzulPosition.from_setup(setup)
    assert [reason.code for reason in caught.value.reasons] == ["to-play", "idle-rounds"]
    assert str(caught.value) == (
        "not a possible position: expected a player to play in this phase, got nobody; "
        "9 idle rounds would have ended the game"
    )
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert [reason.parameters for reason in again.reasons] == [
        reason.parameters for reason in caught.value.reasons
    ]


def test_a_missing_bag_holds_the_tiles_that_lie_nowhere_else() -> None:
    setup = drafting(
        seats=[
            Seat(lines=["", "yy", "", "", ""], wall=["b....", *EMPTY_WALL[1:]], floor="w"),
            Seat(),
        ],
        centre="rr",
        lid="kkk",
    )
    position = AzulPosition.from_setup(setup)
    assert dict(position.bag) == {
        Colour.BLUE: TILES_PER_COLOUR - 3,
        Colour.YELLOW: TILES_PER_COLOUR - 3,
        Colour.RED: TILES_PER_COLOUR - 3,
        Colour.BLACK: TILES_PER_COLOUR - 5,
        Colour.WHITE: TILES_PER_COLOUR - 3,
    }
    written = position.to_setup()
    assert written.bag == "b" * 17 + "y" * 17 + "r" * 17 + "k" * 15 + "w" * 17
    assert AzulPosition.from_setup(written) == position


def test_missing_factories_are_empty_ones() -> None:
    for players, factories in ((2, 5), (3, 7), (4, 9)):
        setup = Setup(seats=[Seat() for _ in range(players)], centre="byrkw")
        assert len(AzulPosition.from_setup(setup).factories) == factories


def test_a_setup_is_not_changed_by_being_checked() -> None:
    setup = drafting(centre="rr")
    again = drafting(centre="rr")
    AzulPosition.from_setup(setup)
    assert setup == again
    assert setup.bag is None


def test_zero_stalemate_rounds_never_end_a_game() -> None:
    assert problems(drafting(idle_rounds=100, stalemate_rounds=0)) == []


def test_a_full_floor_line_leaves_room_for_the_marker() -> None:
    """The marker may have been taken when all spaces were filled already."""
    assert problems(drafting(seats=[Seat(floor="b" * 7), Seat()], marker=0)) == []


def test_a_full_line_waits_for_the_end_of_the_round() -> None:
    assert problems(drafting(seats=[Seat(lines=["b", "yy", "", "", ""]), Seat()])) == []


def test_players_who_have_yet_to_tile_keep_their_lines_and_floors() -> None:
    setup = tiling(
        Seat(lines=["b", "", "", "", ""]),
        Seat(lines=["y", "", "", "", ""], floor="kk"),
    )
    assert problems(setup) == []
    game = Game(position=AzulPosition.from_setup(setup), seed=1)
    game.play("1>3")
    assert game.to_play == 1
    assert game.scores == (1, 0)


# What is not noticed yet


@pytest.mark.parametrize(
    "setup",
    [
        over(Seat(), Seat(), end_reason="row"),
        over(Seat(), Seat(), end_reason="empty"),
        over(Seat(), Seat(), end_reason="stalemate"),
        over(end_reason="stalemate"),
    ],
)
def test_a_game_that_cannot_have_ended_so_is_refused(setup: Setup) -> None:
    assert problems(setup)


def test_more_tiles_on_offer_than_the_factories_ever_held_are_refused() -> None:
    assert problems(drafting(centre="byrkw" * 16, factories=None))


@pytest.mark.parametrize(
    "setup",
    [
        drafting(seats=[Seat(score=3.5), Seat()]),  # type: ignore[arg-type]
        drafting(seats=[Seat(score="3"), Seat()]),  # type: ignore[arg-type]
        drafting(round=1.5),
        drafting(to_play="0"),
        drafting(start_player=None),
        drafting(seats=[Seat(lines=None), Seat()]),  # type: ignore[arg-type]
        drafting(seats=[Seat(floor=None), Seat()]),  # type: ignore[arg-type]
        drafting(bag=5),
    ],
)
def test_values_of_another_type_are_refused(setup: Setup) -> None:
    with pytest.raises(InvalidPosition):
        AzulPosition.from_setup(setup)
