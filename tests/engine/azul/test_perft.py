"""Perft: how many leaves the tree of decisions has, for positions and deals that never change.

The numbers are a signature of the rules: engine and model must both arrive at them. Dealing is no
decision and costs no depth; tiles are drawn by `DRAWS`, and the end of a game is one leaf.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from azulejos import Game
from azulejos.engine import playout
from azulejos.engine.azul.layout import STATE
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.rng import bits_at, draw_from
from azulejos.engine.state import new_states
from azulejos.engine.tiles import pile_of
from tests.engine.azul.lockstep import AzulWalk
from tests.oracles.azul import COLOURS, Model

#: The seed of all draws after the first deal.
DRAWS = 7

FIRST_DEALS = {
    2: "bbyr kkww rryy bbww kkyr",
    3: "bbyr kkww rryy bbww kkyr byrk wwww",
    4: "bbyr kkww rryy bbww kkyr byrk wwww yyyr kbbw",
}


@dataclass(frozen=True)
class Late:
    """A position in which a round is nearly over, and its leaves at depths 1 to 5."""

    name: str
    position: str
    leaves: list[int]

    def __str__(self) -> str:
        return self.name


#: Their trees cross the tiling of walls, the deal of the next round, and the end of the game.
LATE = [
    Late(
        "2 players, coloured",
        """
        azul coloured; phase draft; round 8; to-play 1; start 1; marker 1;
        factories bbww - - - -; centre rr; bag 2b3y6r3k1w; lid 9b7y5r5k7w;
        placed 0; idle 0; stalemate 5; end none;
        player 0 | - - bb kk kkkk  | byrk. wby.. k.... ..w.. ..... | yyykw;
        player 0 | - k rr rrr yyy  | .yrkw wb... .w.y. ...b. ....b | kwwww
        """,
        [6, 24, 48, 814, 22676],
    ),
    Late(
        "3 players, coloured, a short deal",
        """
        azul coloured; phase draft; round 7; to-play 1; start 2; marker 2;
        factories - - - - - - -; centre bbbbbbbbywww; bag 2b3y4k5w; lid -;
        placed 0; idle 0; stalemate 5; end none;
        player 30 | - k kk yy yy      | by.kw wbyr. .wbyr rkwb. ....b | -;
        player 16 | - r yyy rrrr -    | b.rkw wby.k kw..r .kw.y ..k.. | -;
        player 45 | - k - kkk rrrrr   | .yrkw wbyr. k.byr r.wb. y..w. | r
        """,
        [5, 22, 40, 898, 30608],
    ),
    Late(
        "4 players, coloured, an empty bag",
        """
        azul coloured; phase draft; round 7; to-play 3; start 1; marker 2;
        factories - - - - - - - - -; centre brrrkk; bag -; lid -;
        placed 0; idle 0; stalemate 5; end none;
        player 34 | - - kk rrrr -        | byrk. wby.k .wbyr .kw.y ....b | -;
        player 52 | - - yyy bbbb wwwww   | .yrkw wby.k .wb.r rkw.. yrk.. | -;
        player 31 | - - r yyyy bbb       | b.rkw wbyr. kwby. rk... ...w. | -;
        player 15 | - w b w kkk          | .yrkw .byrk kw.y. ....y .r..b | -
        """,
        [6, 24, 60, 741, 22432],
    ),
    Late(
        "2 players, grey",
        """
        azul grey; phase draft; round 9; to-play 2; start 1; marker 2;
        factories - - - - -; centre yyyy; bag 7b7y7r7k9w; lid -;
        placed 0; idle 0; stalemate 5; end none;
        player 4 | - r yy rr bbbb   | .bkry ykbw. kwrb. by.k. w.y.k | wwww;
        player 9 | - y - rrrr kkkkk | wr.kb bkw.r rw.bk .ybw. yb.r. | -
        """,
        [4, 4, 33, 783, 18449],
    ),
    Late(
        "3 players, grey, a short deal",
        """
        azul grey; phase draft; round 8; to-play 3; start 3; marker 2;
        factories - - - - - - -; centre bbbbbb; bag 1y1r2k3w; lid -;
        placed 0; idle 0; stalemate 5; end none;
        player 48 | - r kk yyy kk    | ryk.b kwb.y .rybw wb.rk b.wyr | rrw;
        player 14 | - w bb yy rrrrr  | kwr.y bkyr. wy.kr ...wb .b..k | wwww;
        player 51 | - r b yyy kkk    | wyk.b kwby. .krwy .rwbk ..y.r | -
        """,
        [2, 2, 38, 1195, 32321],
    ),
    Late(
        "4 players, grey, an empty bag",
        """
        azul grey; phase draft; round 8; to-play 4; start 1; marker 1;
        factories - - - - - - - - -; centre rrkkk; bag -; lid -;
        placed 0; idle 0; stalemate 5; end none;
        player 25 | - k - bb yy     | y.bwr b.ryw kbyr. .w... .r.kb | -;
        player 23 | - b - wwww yyy  | rk.by .rykw y.bwr kb.r. ..w.k | w;
        player 53 | - k - rrr -     | k.bry wy.br ywr.k bkwy. r..kw | -;
        player 36 | - y ww k bbbb   | wykb. r.bwk yk.rb ..ry. .wyk. | -
        """,
        [4, 8, 34, 375, 3351],
    ),
]


def engine_leaves(position: AzulPosition, depth: int, drawn: int) -> int:
    states = new_states(STATE, depth + 1)
    states[:1] = position.states
    return playout.perft(states, depth, DRAWS, drawn)


def draw(model: Model, drawn: int) -> str:
    """The tile that the engine's perft would draw."""
    bag = sum(pile_of(COLOURS.index(tile), 1) for tile in model.bag)
    return COLOURS[draw_from(bag, bits_at(DRAWS, drawn))]


def model_leaves(model: Model, depth: int) -> int:
    """As the model's own perft, but the last moves are only counted, which is much faster."""
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
    [
        (2, [72, 4_752, 241_428]),
        (3, [102, 9_792, 851_472]),
        (4, [132, 16_632, 1_947_024]),
    ],
)
def test_perft_of_the_first_moves_is_as_ever(players: int, board: str, leaves: list[int]) -> None:
    game = Game(players=players, board=board, deals=[FIRST_DEALS[players]])
    position = game.position
    assert isinstance(position, AzulPosition)
    model = AzulWalk.model_of_setup(position.to_setup(), game.drawn)

    assert [engine_leaves(position, depth, game.drawn) for depth in (1, 2, 3)] == leaves
    assert [model_leaves(model, depth) for depth in (1, 2)] == leaves[:2]


@pytest.mark.parametrize("late", LATE, ids=str)
def test_perft_across_the_end_of_a_round_is_as_ever(late: Late) -> None:
    position = AzulPosition.from_text(late.position)
    model = AzulWalk.model_of_setup(position.to_setup())

    assert [engine_leaves(position, depth, drawn=0) for depth in range(1, 6)] == late.leaves
    assert [model.perft(depth, draw) for depth in range(1, 5)] == late.leaves[:4]


@pytest.mark.parametrize("late", LATE, ids=str)
def test_the_trees_of_late_positions_hold_the_next_round_and_the_end(late: Late) -> None:
    position = AzulPosition.from_text(late.position)
    seen = set()

    def look(model: Model, depth: int) -> None:
        while model.phase == "deal":
            model.deal(draw(model, model.drawn))
        seen.add("next round" if model.round > position.round else model.phase)
        if depth:
            legal = model.legal_moves()
            for move in legal:
                after = model.clone()
                after.play(move, legal)
                look(after, depth - 1)

    look(AzulWalk.model_of_setup(position.to_setup()), depth=3)

    tiling = {"tile"} if position.board == "grey" else set()
    assert seen == {"draft", "next round", "over"} | tiling
