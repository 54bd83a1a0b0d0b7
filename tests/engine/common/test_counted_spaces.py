"""The spaces that events name as counted are those whose tiles brought the points."""

from __future__ import annotations

import random

import pytest

from azulejos import Game, azul, pavilion

COLUMNS = 5
SLOTS = 6


def events_of_a_game(name: str, board: str, seed: int) -> list[object]:
    """All events of a game of random moves."""
    rng = random.Random(seed)
    game = Game(name, players=3, board=board, seed=seed)
    while not game.is_over:
        game.play(rng.choice(list(game.legal_moves)))
    return [event for turn in game.history for event in turn.events]


def together(filled: set[int], start: int, step: int, line: range) -> set[int]:
    """The filled spaces of a line that stand together around one of them."""
    found = {start}
    for direction in (step, -step):
        space = start + direction
        while space in line and space in filled:
            found.add(space)
            space += direction
    return found


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_a_tile_on_the_wall_counts_the_runs_through_it(board: str) -> None:
    walls: dict[int, set[int]] = {seat: set() for seat in range(3)}
    crossings = 0
    for event in events_of_a_game("azul", board, seed=4):
        if not isinstance(event, azul.Tiled):
            continue
        space = event.row * COLUMNS + event.column
        wall = walls[event.player]
        wall.add(space)
        across = together(wall, space, 1, range(event.row * COLUMNS, (event.row + 1) * COLUMNS))
        down = together(wall, space, COLUMNS, range(event.column, 25, COLUMNS))
        assert set(event.counted) == across | down
        runs = [run for run in (across, down) if len(run) > 1]
        assert event.points == (sum(map(len, runs)) or 1)
        crossings += len(runs) == 2
    assert crossings


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_a_tile_on_a_star_counts_the_group_around_it(board: str) -> None:
    filled: dict[int, set[int]] = {seat: set() for seat in range(3)}
    groups = 0
    for event in events_of_a_game("summer-pavilion", board, seed=4):
        if not isinstance(event, pavilion.Placed):
            continue
        filled[event.player].add(event.space)
        star = event.space // SLOTS
        assert event.space in event.counted
        assert set(event.counted) <= filled[event.player]
        assert {space // SLOTS for space in event.counted} == {star}
        assert len(event.counted) == event.points
        # Slots are a ring: each counted one is beside another.
        slots = {space % SLOTS for space in event.counted}
        assert len(slots) == 1 or all({(s + 1) % 6, (s - 1) % 6} & slots for s in slots)
        groups += len(slots) > 2
    assert groups
