"""Move ordering of Summer Pavilion."""

from __future__ import annotations

from itertools import groupby

from azulejos.engine.pavilion.layout import (
    BONUS_SETS,
    COLOURS,
    FIRST_BONUS,
    FIRST_DRAFT,
    FIRST_PLACEMENT,
    KEPT_SETS,
    WILDS,
    Colour,
)
from azulejos.engine.state import COLOURED, copy_of
from azulejos.search.ordering import pavilion as ordering
from tests.search.walks import legal_actions, open_positions, score_of, walked


def test_paying_with_fewer_wild_tiles_looks_better() -> None:
    compared = 0
    for states in open_positions(2, COLOURED):
        placements = [a for a in legal_actions(states) if FIRST_PLACEMENT <= a < FIRST_DRAFT]
        for _, ways in groupby(placements, key=lambda a: (a - FIRST_PLACEMENT) // WILDS):
            found = [score_of(states, action) for action in ways]
            assert found == sorted(set(found), reverse=True)
            compared += len(found) - 1
    assert compared > 0


def test_larger_groups_and_bonus_tiles_look_better() -> None:
    states = copy_of(walked(2, COLOURED)[0])
    states["to_play"] = 0
    places = [FIRST_PLACEMENT + (6 + slot) * COLOURS * WILDS for slot in range(6)]
    empty = [score_of(states, place) for place in places]
    states["occupied"][0, 0] = 1 << 6 + 4  # the fifth space of the first outer star
    begun = [score_of(states, place) for place in places]

    assert [after - before for before, after in zip(empty[:4], begun[:4], strict=True)] == [
        0,
        0,
        0,
        ordering.POINT,
    ]
    assert begun[5] - empty[5] == ordering.POINT + 3 * ordering.BONUS_TILE  # the window


def test_passing_looks_better_the_more_is_kept_and_wild_bonus_tiles_look_best() -> None:
    states = copy_of(walked(2, COLOURED)[0])
    states["to_play"] = 0
    states["hands"][0, 0] = 3 << 10 * Colour.RED
    kept = [score_of(states, KEPT_SETS.index((Colour.RED,) * count)) for count in range(4)]
    wild, other = (
        score_of(states, FIRST_BONUS + BONUS_SETS.index((colour,)))
        for colour in (Colour.PURPLE, Colour.BLUE)
    )

    assert kept == sorted(set(kept))
    assert wild > other


def test_taking_the_marker_costs_its_points_and_more_tiles_look_better() -> None:
    states = copy_of(walked(2, COLOURED)[0])
    states["to_play"] = 0
    states["sources"][0, :3] = [2 << 10 * Colour.RED, 2 << 10 * Colour.RED, 3 << 10 * Colour.RED]
    centre, two, three = (
        score_of(states, FIRST_DRAFT + source * COLOURS + Colour.RED) for source in range(3)
    )

    assert three > two
    assert two - centre == 2 * ordering.POINT - ordering.GOING_FIRST
