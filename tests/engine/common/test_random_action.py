"""Random moves are uniform over the legal ones, and random draws are proportional to the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest

from azulejos import Game
from azulejos.engine import unchecked
from azulejos.engine.azul.layout import ACTIONS
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.rng import draw_from, new_stream, next_bits
from azulejos.engine.tiles import pile_of

SAMPLES = 40_000


def chi_square(counts: Mapping[int, int], shares: Mapping[int, float]) -> float:
    """How far counts are from what shares of all samples make one expect."""
    samples = sum(counts.values())
    return sum(
        (counts.get(key, 0) - samples * share) ** 2 / (samples * share)
        for key, share in shares.items()
    )


def generous(kinds: int) -> float:
    """Chance alone exceeds this less than once in a million times: mean and deviation are known."""
    freedom = kinds - 1
    return float(freedom + 6 * np.sqrt(2 * freedom) + 12)


FIRST_DEAL = "bbyr kkww rryy bbww kkyr byrk wwww yyyr kbbw"
FIRST_MOVE = AzulPosition(Game(players=4, deals=[FIRST_DEAL]).position.states)
FEW_LINES_OPEN = AzulPosition.from_setup(
    Setup(
        [
            Seat(
                lines=["b", "bb", "", "kkk", "w"],
                wall=["wy...", "y....", "bkwy.", ".....", "....."],
            ),
            Seat(),
        ],
        board="grey",
        factories=["bkyr", "", "rrrr", "", "wwwb"],
        centre="kkkw",
    )
)
ONE_DRAFT = AzulPosition.from_setup(
    Setup([Seat(lines=["b", "bb", "bbb", "k", "w"]), Seat()], centre="rr")
)
TILING = AzulPosition.from_setup(
    Setup([Seat(lines=["", "bb", "", "rrrr", ""]), Seat()], board="grey", phase="tile", marker=1)
)
CRAMPED_TILING = AzulPosition.from_setup(
    Setup(
        [
            Seat(
                lines=["", "", "bbb", "", ""],
                wall=["b....", ".....", ".y...", "...b.", "....."],
            ),
            Seat(),
        ],
        board="grey",
        phase="tile",
        marker=1,
    )
)


@pytest.mark.parametrize(
    ("position", "legal"),
    [
        (FIRST_MOVE, 132),
        (FEW_LINES_OPEN, 15),
        (ONE_DRAFT, 1),
        (TILING, 5),
        (CRAMPED_TILING, 2),
    ],
    ids=["first move", "few lines open", "one draft", "tiling", "cramped tiling"],
)
def test_random_actions_are_uniform_over_the_legal_ones(position: AzulPosition, legal: int) -> None:
    states, stream = position.states, new_stream(2024)
    room = np.empty(ACTIONS, np.int16)
    actions = room[: unchecked.legal_actions(states, room)].tolist()
    assert len(actions) == legal

    counts = Counter(unchecked.random_action(states, stream) for _ in range(SAMPLES))

    assert set(counts) == set(actions)
    assert chi_square(counts, dict.fromkeys(actions, 1 / legal)) < generous(legal)
    assert states.tobytes() == position.states.tobytes()


@pytest.mark.parametrize(
    "bag",
    [
        [20, 20, 20, 20, 20],
        [1, 2, 3, 4, 5],
        [0, 1, 0, 19, 0],
        [0, 0, 0, 0, 3],
        [7, 0, 0, 0, 1],
        [0, 0, 20, 0, 0],
        [22, 22, 22, 22, 22, 22],
    ],
    ids=str,
)
def test_draws_are_proportional_to_the_bag(bag: list[int]) -> None:
    pile = sum(pile_of(colour, count) for colour, count in enumerate(bag))
    stream = new_stream(7)
    shares = {colour: count / sum(bag) for colour, count in enumerate(bag) if count}

    counts = Counter(draw_from(pile, next_bits(stream)) for _ in range(SAMPLES))

    assert set(counts) == set(shares)
    assert chi_square(counts, shares) < generous(len(shares))


@pytest.mark.parametrize(
    ("bits", "colour"),
    [(0, 1), (2**63 - 1, 4)],
)
def test_the_extremes_of_chance_draw_the_first_and_the_last_tile(bits: int, colour: int) -> None:
    pile = pile_of(1, 3) + pile_of(4, 1)

    assert draw_from(pile, bits) == colour
