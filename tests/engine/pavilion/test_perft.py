"""Perft of Summer Pavilion: how many leaves the tree of decisions has, for positions that stay.

The numbers are a signature of the rules: engine and model must both arrive at them. Dealing is no
decision and costs no depth; tiles are drawn by `DRAWS`, and the end of a game is one leaf.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from azulejos import Game
from azulejos.engine import playout
from azulejos.engine.pavilion.layout import STATE
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Seat, Setup
from azulejos.engine.rng import bits_at, draw_from
from azulejos.engine.state import new_states
from azulejos.engine.tiles import pile_of
from tests.engine.pavilion.lockstep import PavilionWalk
from tests.oracles.pavilion import COLOURS, Model

#: The seed of all draws after the first deal.
DRAWS = 7

FIRST_SUPPLY = "pgoybrpgoy"
FIRST_FACTORIES = {
    2: "ppgo yybr ggrb oopp bbyr",
    3: "ppgo yybr ggrb oopp bbyr pgyb rrrr",
    4: "ppgo yybr ggrb oopp bbyr pgyb rrrr pppp oyyg",
}

EMPTY = "......"


@dataclass(frozen=True)
class Late:
    """A position in the middle of things, what its tree must hold, and its leaves by depth."""

    name: str
    setup: Setup
    leaves: list[int]
    holds: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return self.name


LATE = [
    Late(
        "the end of drafting, then phase 2",
        Setup(
            [Seat(5, "go"), Seat(7, "b")],
            round=2,
            to_play=1,
            start_player=1,
            factories=["ggbr", "", "", "", ""],
            centre="g",
            supply="pgoybrpgoy",
        ),
        [3, 4, 4, 109, 2_968],
        {"draft", "place"},
    ),
    Late(
        "a bonus choice, a refill, and the next round",
        Setup(
            [
                Seat(9, "oo", [EMPTY, EMPTY, ".o....", "..rr..", *[EMPTY] * 3]),
                Seat(6, "y", [EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, ".y....", "..gg.."]),
            ],
            phase="place",
            filling="supply",
            round=3,
            to_play=0,
            marker=1,
            supply="pppgggooyy",
        ),
        [6, 30, 243, 2_549, 23_822],
        {"place", "bonus", "refill", "next round"},
    ),
    Late(
        "four players, a short last round, the grey side",
        Setup(
            [
                Seat(20, "b", ["pppppp", "pppppp", "pppp..", "gggggg", "gggggg", "gggg..", EMPTY]),
                Seat(21, "", ["oooooo", "oooooo", "oooo..", "yyyyyy", "yyyyyy", "yyyy..", EMPTY]),
                Seat(22, "", ["bbbbbb", "bbbbbb", "bb....", "rrrrrr", "rrrrrr", "r.....", EMPTY]),
                Seat(23, "b", ["b....." for _ in range(3)] + [EMPTY] * 4, passed=True),
            ],
            board="grey",
            phase="place",
            filling="supply",
            round=5,
            to_play=0,
            start_player=3,
            marker=2,
            supply="ppggooyybr",
            bag="brr",
            tower="ppppggggooooyyyybrrrrrr",
        ),
        [3, 45, 633, 8_053],
        {"place", "next round", "draft"},
    ),
    Late(
        "three players, the end of the game",
        Setup(
            [
                Seat(30, "pb", [EMPTY, "ppppp.", EMPTY, EMPTY, "....b.", EMPTY, EMPTY]),
                Seat(31, "rr"),
                Seat(2, "g"),
            ],
            phase="place",
            filling="supply",
            round=6,
            to_play=0,
            marker=0,
            supply="ppggooyybr",
        ),
        [4, 20, 60, 96, 126],
        {"place", "over"},
    ),
    Late(
        "the grey side, a window and the end of the game",
        Setup(
            [
                Seat(30, "pppppr", [EMPTY, "pp..p.", *["pgoyb."] * 2, *[EMPTY] * 3]),
                Seat(31, "", passed=True),
            ],
            board="grey",
            phase="place",
            filling="supply",
            round=6,
            to_play=0,
            marker=0,
            supply="ppggg",
            bag="b",
            tower=10 * "p" + 17 * "g" + 20 * "o" + 20 * "y" + 19 * "b" + 21 * "r",
        ),
        [50, 848, 4_985, 12_241],
        {"place", "bonus", "refill", "over"},
    ),
]


def engine_leaves(position: PavilionPosition, depth: int, drawn: int) -> int:
    states = new_states(STATE, depth + 1)
    states[:1] = position.states
    return playout.perft(states, depth, DRAWS, drawn)


def draw(model: Model, drawn: int) -> str:
    """The tile that the engine's perft would draw."""
    bag = sum(pile_of(COLOURS.index(tile), 1) for tile in model.bag)
    return COLOURS[draw_from(bag, bits_at(DRAWS, drawn))]


def model_leaves(model: Model, depth: int) -> int:
    """As the model's own perft, but the last moves are only counted, which is much faster."""
    while model.phase == "deal":
        model.deal(draw(model, model.drawn))
    if model.phase == "over":
        return 1
    legal = model.legal_moves()
    if depth == 1:
        return len(legal)
    leaves = 0
    for move in legal:
        after = model.clone()
        after.play(move, legal)
        leaves += model_leaves(after, depth - 1)
    return leaves


@pytest.mark.parametrize("board", ["coloured", "grey"])
@pytest.mark.parametrize(
    ("players", "leaves"),
    [(2, [12, 133, 1_271, 10_246]), (3, [16, 241, 3_265, 38_992]), (4, [20, 382, 6_725, 107_601])],
)
def test_perft_of_the_first_drafts_is_as_ever(players: int, board: str, leaves: list[int]) -> None:
    deals = [FIRST_SUPPLY, FIRST_FACTORIES[players]]
    game = Game("summer-pavilion", players=players, board=board, deals=deals)
    position = game.position
    assert isinstance(position, PavilionPosition)
    model = PavilionWalk.model_of_setup(position.to_setup(), game.drawn)

    depths = range(1, 1 + len(leaves))
    assert [engine_leaves(position, depth, game.drawn) for depth in depths] == leaves
    assert [model_leaves(model.clone(), depth) for depth in (1, 2, 3)] == leaves[:3]


@pytest.mark.parametrize("late", LATE, ids=str)
def test_perft_across_bonuses_refills_and_ends_is_as_ever(late: Late) -> None:
    position = PavilionPosition.from_setup(late.setup)
    model = PavilionWalk.model_of_setup(late.setup)

    depths = range(1, 1 + len(late.leaves))
    assert [engine_leaves(position, depth, drawn=0) for depth in depths] == late.leaves
    assert [model_leaves(model.clone(), depth) for depth in depths[:-1]] == late.leaves[:-1]


@pytest.mark.parametrize("late", LATE, ids=str)
def test_the_trees_hold_what_they_are_for(late: Late) -> None:
    seen = set()

    def look(model: Model, depth: int) -> None:
        while model.phase == "deal":
            seen.add("next round" if model.round > late.setup.round else "refill")
            model.deal(draw(model, model.drawn))
        seen.add(model.phase)
        if depth:
            legal = model.legal_moves()
            for move in legal:
                after = model.clone()
                after.play(move, legal)
                look(after, depth - 1)

    look(PavilionWalk.model_of_setup(late.setup), depth=len(late.leaves) - 2)

    assert late.holds <= seen
