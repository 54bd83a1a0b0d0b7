"""NNUE features and hashes of Summer Pavilion, in random games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from azulejos.engine import AZUL
from azulejos.engine.pavilion.board import FEATURES
from azulejos.engine.pavilion.layout import (
    STAR_POINTS,
    SUPPLY,
    Colour,
)
from azulejos.engine.state import (
    COLOURED,
    DEAL,
    GREY,
    NOBODY,
    OVER,
    States,
    copy_of,
    new_states,
)
from azulejos.search.dispatch import (
    bucket,
    is_small_deal,
    point_of_view,
    position_hash,
)
from azulejos.search.nnue.features.common import MAX_ACTIVE
from azulejos.search.nnue.features.extract import write_features
from azulejos.search.nnue.features.pavilion_schema import (
    BEFORE_DEAL,
    BUCKETS,
    BUCKETS_PER_ROUND,
    PLACING,
    SCHEMA,
    Board,
    Table,
)
from tests.search.positions import SEATS, seats_turned
from tests.search.walks import open_positions, walk, walked

ROOT = Path(__file__).resolve().parents[3]
UNTOUCHED = -7

every_configuration = pytest.mark.parametrize(
    ("players", "board"), [(players, board) for players in (2, 3, 4) for board in (COLOURED, GREY)]
)


def features_of(states: States, me: int) -> list[int]:
    """The features of a position, from a player's point of view."""
    features: npt.NDArray[np.int16] = np.full(MAX_ACTIVE, UNTOUCHED, np.int16)
    count = write_features(states[0], me, features)
    assert (features[count:] == UNTOUCHED).all()
    return [int(feature) for feature in features[:count]]


# Features


def may_be_active_twice(feature: int, players: int) -> bool:
    """Whether a feature is about any star, or any factory."""
    place = feature - SCHEMA.table_base(players)
    if place >= 0:
        return place in Table.factory
    own = feature % Board.size
    return Board.purse.offset <= own < Board.pillar.offset


@every_configuration
def test_features_are_in_range_and_single_ones_are_active_once(players: int, board: int) -> None:
    assert SCHEMA.count(players) < 15_000
    for states in open_positions(players, board):
        features = features_of(states, int(point_of_view(states[0])))
        single = [feature for feature in features if not may_be_active_twice(feature, players)]

        assert len(features) < MAX_ACTIVE
        assert 0 <= min(features) <= max(features) < SCHEMA.count(players)
        assert len(single) == len(set(single))


@every_configuration
def test_features_do_not_depend_on_seats(players: int, board: int) -> None:
    for number, states in enumerate(open_positions(players, board)[::3]):
        me, by = number % players, 1 + number % (players - 1)
        turned = seats_turned(states, by)

        assert features_of(turned, (me + by) % players) == features_of(states, me)
        assert bucket(turned[0]) == bucket(states[0])


def test_seats_differ_in_what_they_see() -> None:
    states = open_positions(3, COLOURED)[-1]

    assert len({tuple(features_of(states, me)) for me in range(3)}) == 3


@every_configuration
def test_pillars_and_statues_have_features_until_they_are_surrounded(
    players: int, board: int
) -> None:
    kinds = {"pillar": Board.pillar, "statue": Board.statue}
    for states in open_positions(players, board)[::7]:
        features = features_of(states, 0)
        for number, (kind, _, spaces) in enumerate(FEATURES):
            if kind in kinds:
                first = kinds[kind].index(number // 3, 0)
                patterns = [
                    feature - first for feature in features if first <= feature < first + 16
                ]
                filled = sum(int(states["occupied"][0, 0]) >> space & 1 for space in spaces)
                assert [pattern.bit_count() for pattern in patterns] == [filled] * (0 < filled < 4)


def test_a_complete_star_counts_as_scored() -> None:
    states = copy_of(walked(2, COLOURED)[0])
    before = features_of(states, 0)
    states["occupied"][0, 1] = 0b111111 << 6
    states["star_colours"][0, 1, 1] = 1 << Colour.PURPLE
    after = features_of(states, 0)

    features, leads = SCHEMA.lead_features(1)
    level = int(features[leads == 0][0])
    assert level in before
    assert level - STAR_POINTS[Colour.PURPLE] in after


def test_offers_with_and_without_wild_tiles_have_different_features() -> None:
    states = copy_of(walked(2, COLOURED)[0])
    states["tiles_left"] = 4
    without = SCHEMA.table_base(2) + Table.factory.index(0, Colour.RED, 2)
    states["sources"][0, 3] = (2 << 10 * Colour.RED) + (2 << 10 * Colour.BLUE)
    assert without in features_of(states, 0)

    states["sources"][0, 3] = (2 << 10 * Colour.RED) + (2 << 10 * Colour.PURPLE)
    assert without not in features_of(states, 0)
    assert SCHEMA.table_base(2) + Table.factory.index(1, Colour.RED, 2) in features_of(states, 0)


def test_games_pass_through_all_buckets() -> None:
    buckets = [bucket(states[0]) for states in open_positions(2, COLOURED)]

    assert set(buckets) == set(range(BUCKETS))
    rounds = [bucket // BUCKETS_PER_ROUND for bucket in buckets]
    assert rounds == sorted(rounds)


# Deals


@every_configuration
def test_before_a_deal_the_point_of_view_is_that_of_who_plays_after_it(
    players: int, board: int
) -> None:
    waiting: list[int] = []
    for states in walked(players, board):
        if states["phase"][0] == DEAL:
            waiting.append(int(point_of_view(states[0])))
        elif states["phase"][0] != OVER:
            assert set(waiting) <= {int(states["to_play"][0])}
            assert point_of_view(states[0]) == states["to_play"][0]
            waiting = []


def waiting_for_the_supply() -> States:
    """The second of two players has placed a tile and taken a bonus tile, in the first round."""
    states = copy_of(walked(2, COLOURED)[0])
    states["filling"], states["mover"], states["marker"] = SUPPLY, 1, 0
    states["hands"][0, :2] = 1
    return states


def test_who_has_no_tiles_left_does_not_play_after_a_small_deal() -> None:
    states = waiting_for_the_supply()
    assert point_of_view(states[0]) == 0

    states["hands"][0, 0] = 0
    assert point_of_view(states[0]) == 1
    assert bucket(states[0]) == PLACING


def test_when_all_have_passed_the_next_round_is_ahead() -> None:
    states = waiting_for_the_supply()
    states["passed"], states["marker"] = 0b11, 1

    assert point_of_view(states[0]) == 1
    assert bucket(states[0]) == BUCKETS_PER_ROUND + BEFORE_DEAL


def test_only_deals_that_refill_the_supply_within_a_round_are_small() -> None:
    for states in open_positions(2, COLOURED):
        refills = states["phase"][0] == DEAL and states["mover"][0] != NOBODY
        assert is_small_deal(states[0]) == refills


def test_azul_has_no_small_deals() -> None:
    states = new_states(AZUL.layout)
    AZUL.set_up(states, 2, COLOURED, 0, AZUL.default_options)

    assert states["phase"][0] == DEAL
    assert not is_small_deal(states[0])


# Hashes


@every_configuration
def test_hashes_tell_positions_apart_by_what_matters(players: int, board: int) -> None:
    seen: dict[int, bytes] = {}
    for states in walked(players, board):
        key = int(position_hash(states[0]))
        what_matters = copy_of(states)
        what_matters["space_colours"] = 0
        assert 0 <= key < 2**63
        assert key == position_hash(what_matters[0])
        assert seen.setdefault(key, what_matters.tobytes()) == what_matters.tobytes()
    assert len(seen) == len(walked(players, board))


@pytest.mark.parametrize(
    "field",
    [
        *("bag", "discards", "supply", "sources", "hands", "occupied", "scores", "star_colours"),
        *("passed", "bonus_due", "phase", "filling", "round_number", *SEATS),
    ],
)
def test_every_field_that_moves_change_changes_the_hash(field: str) -> None:
    states = next(s for s in walked(4, GREY) if 0 < s["tiles_left"][0] < 20)
    changed = copy_of(states)
    before = {int(position_hash(states[0]))}
    for place in range(changed[field].size):
        changed[field].flat[place] ^= 1
        before.add(int(position_hash(changed[0])))

    assert len(before) == 1 + changed[field].size


# Without compilation


def digest(seed: int) -> int:
    """A hash of features, buckets and position hashes of a game."""
    word = 0
    for states in walk(2, GREY, seed):
        if states["phase"][0] != OVER:
            me = int(point_of_view(states[0]))
            seen = [
                *features_of(states, me),
                bucket(states[0]),
                position_hash(states[0]),
            ]
            for number in seen:
                word = (31 * word + int(number)) % (2**61 - 1)
    return word


def test_features_are_the_same_without_compilation() -> None:
    code = (
        "import numba\n"
        "from tests.search.nnue.test_pavilion_features import digest\n"
        "assert numba.config.DISABLE_JIT\n"
        "print(digest(5))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""
    assert int(done.stdout) == digest(5)
