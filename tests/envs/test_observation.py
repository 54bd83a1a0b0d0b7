"""Observations agree with what the engine's own typed views say, number by number."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from azulejos.engine import AnyPosition, find_game
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.colours import Tiles
from azulejos.envs import Observer
from azulejos.envs.stepping import new_streams, sample_action, write_action_mask
from tests.envs.configurations import CONFIGURATIONS, positions

Numbers = npt.NDArray[Any]


def counts(pile: Tiles[Any], kinds: Any) -> list[int]:
    return [pile[colour] for colour in kinds]


def seat_flags(whose: int | None, seat: int, players: int) -> list[int]:
    return [
        int(whose is not None and (seat + place) % players == whose) for place in range(players)
    ]


def expected_table(position: AnyPosition, seat: int) -> dict[str, Any]:
    """What all games show of the table, from the typed view."""
    kinds, players = position.rules.colours, len(position.scores)
    names = {"azul": ("deal", "over", "draft", "tile")}.get(
        position.rules.name, ("deal", "over", "draft", "place", "bonus")
    )
    discards: Tiles[Any] = position.lid if isinstance(position, AzulPosition) else position.tower
    return {
        "phase": [int(position.phase == name) for name in names],
        "grey": [int(position.board == "grey")],
        "round": [position.round],
        "to_play": seat_flags(position.to_play, seat, players),
        "start_player": seat_flags(position.start_player, seat, players),
        "marker": seat_flags(position.marker, seat, players),
        "centre": counts(position.centre, kinds),
        "factories": [counts(factory, kinds) for factory in position.factories],
        "bag": counts(position.bag, kinds),
        "discards": counts(discards, kinds),
    }


def expected_azul(position: Any, seat: int) -> dict[str, Any]:
    fields = expected_table(position, seat)
    kinds, boards = position.colours, position.players
    for place in range(len(boards)):
        board = boards[(seat + place) % len(boards)]
        fields |= {
            f"player_{place}.score": [board.score],
            f"player_{place}.line_counts": [line.count for line in board.lines],
            f"player_{place}.line_colours": [
                [int(line.colour == colour) for colour in kinds] for line in board.lines
            ],
            f"player_{place}.wall": [
                [[int(space == colour) for space in row] for row in board.wall] for colour in kinds
            ],
            f"player_{place}.floor": counts(board.floor, kinds),
        }
    return fields


def expected_pavilion(position: Any, seat: int) -> dict[str, Any]:
    fields = expected_table(position, seat)
    kinds, boards = position.colours, position.players
    fields |= {
        "supply": counts(position.supply, kinds),
        "wild": [int(position.wild == colour) for colour in kinds],
        "bonus_due": [position.bonus_due],
    }
    for place in range(len(boards)):
        board = boards[(seat + place) % len(boards)]
        fields |= {
            f"player_{place}.score": [board.score],
            f"player_{place}.tiles": counts(board.tiles, kinds),
            f"player_{place}.passed": [int(board.passed)],
            f"player_{place}.spaces": [
                [[int(space == colour) for space in star] for star in board.stars]
                for colour in kinds
            ],
        }
    return fields


EXPECTED = {"azul": expected_azul, "summer-pavilion": expected_pavilion}


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_every_field_says_what_the_position_says_to_every_seat(
    name: str, board: str, players: int
) -> None:
    observer = Observer(name, players)
    for number, position in enumerate(positions(name, board, players)):
        seat = number % players
        seen = observer.named(observer.observe(position.states, seat))
        told = EXPECTED[name](position, seat)
        assert list(seen) == list(told)
        for field in told:
            assert np.array_equal(seen[field], told[field]), field


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_observations_stay_within_their_bounds_and_normalised_ones_are_parts_of_them(
    name: str, board: str, players: int
) -> None:
    plain, normalised = Observer(name, players), Observer(name, players, normalised=True)
    divisors = np.repeat(
        [field.divisor for field in plain.fields], [field.size for field in plain.fields]
    )
    for position in positions(name, board, players, seed=2):
        row, part = (observer.observe(position.states, 0) for observer in (plain, normalised))
        assert row.dtype == np.int16
        assert part.dtype == np.float32
        assert (row >= 0).all()
        assert (row <= plain.high).all()
        assert np.allclose(part, row / divisors)
        assert (part <= normalised.high).all()


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_masks_are_the_legal_moves(name: str, board: str, players: int) -> None:
    rules = find_game(name)
    mask = np.ones(rules.action_count, np.int8)
    room, stream = np.empty(rules.action_count, np.int16), new_streams(1, 1)
    for position in positions(name, board, players, seed=3):
        write_action_mask(position.states, mask, room)
        assert np.array_equal(mask.astype(bool), position.legal_mask())
        if mask.any():
            assert mask[sample_action(mask, stream)]


def test_a_buffer_of_the_caller_is_filled_and_nothing_is_left_of_what_was_in_it() -> None:
    observer = Observer("azul", 2)
    position = next(positions("azul", "coloured", 2))
    buffer = np.full((3, observer.size), 99, np.int16)
    row = observer.observe(position.states, 1, buffer[1])
    assert np.shares_memory(row, buffer)
    assert np.array_equal(buffer[1], observer.observe(position.states, 1))
    assert (buffer[[0, 2]] == 99).all()


def test_a_buffer_of_another_size_or_kind_is_refused() -> None:
    observer = Observer("azul", 2)
    states = next(positions("azul", "coloured", 2)).states
    with pytest.raises(ValueError, match="expected a buffer"):
        observer.observe(states, 0, np.zeros(3, np.int16))
    with pytest.raises(ValueError, match="expected a buffer"):
        observer.observe(states, 0, np.zeros(observer.size, np.float32))


def test_a_masked_choice_reaches_every_action_about_equally_often() -> None:
    mask = np.zeros(50, np.int8)
    mask[[3, 20, 49]] = 1
    stream = new_streams(5, 1)
    found = np.bincount([sample_action(mask, stream) for _ in range(3000)], minlength=50)
    assert set(np.flatnonzero(found)) == {3, 20, 49}
    assert found[[3, 20, 49]].min() > 900
