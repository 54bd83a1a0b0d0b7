"""The bot that calculates its round: what it counts, and that alpha-beta is only a shortcut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from azulejos import Game
from azulejos.bots import time_control
from azulejos.bots.base import Choice, Limits
from azulejos.bots.baselines.alphabeta import (
    IS_CUT,
    NO_ACTION,
    NODES,
    PLY,
    AlphaBetaBot,
    new_stack,
    probe,
    search,
    store,
)
from azulejos.bots.baselines.evaluation import POINT, lead
from azulejos.bots.baselines.evaluation.pavilion import HAND_TILE
from azulejos.bots.baselines.random import RandomBot
from azulejos.bots.time_control import TimeControl
from azulejos.engine import GAMES, AnyPosition, unchecked
from azulejos.engine.azul import setup as azul
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.pavilion import setup as pavilion
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.rng import new_stream
from azulejos.engine.state import (
    BOARDS,
    DEAL,
    OVER,
    States,
    copy_of,
    new_states,
)
from tests.bots.matches import (
    TINY_LIMITS,
    assert_line_can_be_played,
    every_configuration,
    in_plain_python,
    positions_alike_but_for_unseen_tiles,
    victories,
)
from tests.support import random_game

every_game = pytest.mark.parametrize("game", GAMES)


def choices(
    position: AnyPosition, nodes: int | None = 3000, seed: int = 7, **limits: Any
) -> Choice:
    """What a new bot says."""
    return AlphaBetaBot(seed).choose(position, nodes=nodes, **limits)


# Legal, whatever the limits


@every_configuration
def test_it_chooses_legal_moves_with_the_tiniest_limits(
    game: str, board: str, players: int
) -> None:
    bot, match = AlphaBetaBot(1), Game(game, board=board, players=players, seed=3)
    while match.to_play is not None:
        choice = bot.choose(match.position, **TINY_LIMITS[match.ply % len(TINY_LIMITS)])
        assert choice.move in match.legal_moves
        match.play(choice.move)


@every_configuration
def test_its_line_can_be_played(game: str, board: str, players: int) -> None:
    match = random_game(4, game=game, board=board, players=players)
    for ply in range(0, match.ply, 5):
        position = match.position_at(ply)
        choice = choices(position)
        assert choice.principal_variation[0] == choice.move
        assert_line_can_be_played(position, choice.principal_variation)


@every_game
def test_it_looks_at_no_more_positions_than_it_may(game: str) -> None:
    for nodes in (1, 50, 64, 65, 5000):
        assert choices(Game(game, seed=1).position, nodes=nodes).nodes == nodes


def test_a_limit_of_depth_ends_the_search_by_itself() -> None:
    position = Game(seed=1).position
    one = choices(position, nodes=None, depth=1)
    assert one.nodes == len(position.legal_moves)
    assert len(one.principal_variation) == 1
    assert one.nodes < choices(position, nodes=None, depth=2).nodes < 10_000


# The same for the same seed


@every_game
def test_one_seed_and_one_number_of_nodes_give_one_answer(game: str) -> None:
    position = random_game(2, game=game, moves=4).position
    assert choices(position) == choices(position)


@every_game
def test_seeds_decide_between_equals(game: str) -> None:
    position = Game(game, seed=1).position
    assert len({choices(position, nodes=100, seed=seed).move for seed in range(20)}) > 1


@every_game
def test_unseen_tiles_do_not_change_its_answer(game: str) -> None:
    first, second = positions_alike_but_for_unseen_tiles(game)
    assert choices(first) == choices(second)


@every_game
def test_plain_python_gives_the_same_answer(game: str) -> None:
    position = random_game(1, game=game, moves=3).position
    assert in_plain_python(AlphaBetaBot, position, nodes=700) == choices(position, nodes=700)


@every_game
def test_a_search_that_is_left_and_entered_again_finds_the_same(game: str) -> None:
    states = random_game(3, game=game, moves=3).position.states
    at_once, by_and_by = new_stack(states), new_stack(states)
    search(at_once, 3, NO_ACTION, new_stream(1), 1 << 30)
    stream, nodes = new_stream(1), 0
    while nodes == 0 or by_and_by.counters[PLY] >= 0:
        nodes += 1
        search(by_and_by, 3, NO_ACTION, stream, nodes)
    assert at_once.counters.tolist() == by_and_by.counters.tolist()
    assert at_once.frames[0].tobytes() == by_and_by.frames[0].tobytes()


# Alpha-beta is a shortcut through the whole tree


class TooLarge(Exception):
    """A tree is larger than a test has time for."""


def minimax(states: States, player: int, depth: int, budget: list[int]) -> int:
    """The value of a position, by looking at everything."""
    budget[0] -= 1
    if budget[0] < 0:
        raise TooLarge
    if depth == 0 or states["phase"][0] in (DEAL, OVER):
        return worth(states, player)
    values = [minimax(child, player, depth - 1, budget) for _, child in children(states)]
    return max(values) if states["to_play"][0] == player else min(values)


def children(states: States) -> Iterator[tuple[int, States]]:
    """All legal actions, and the positions they lead to."""
    actions = np.empty(MAX_LEGAL_ACTIONS, np.int16)
    for action in actions[: unchecked.legal_actions(states, actions)].tolist():
        child = copy_of(states)
        unchecked.apply(child, action, None)
        yield action, child


def worth(states: States, player: int) -> int:
    """What the bot thinks of a position, in hundredths of a point."""
    return lead(states[0], new_states(states.dtype, 1), player)


def assert_same_as_minimax(position: AnyPosition, depth: int, budget: int) -> None:
    """The bot's value is that of the whole tree, and its move one of the best."""
    states, left = position.states, [budget]
    player = position.to_play
    assert player is not None
    values = {action: minimax(child, player, depth - 1, left) for action, child in children(states)}
    choice = choices(position, nodes=None, depth=depth)
    assert choice.value == max(values.values()) / POINT
    assert values[choice.move.index] == max(values.values())


def checked(match: Game, plies: Iterable[int], depth: int, budget: int) -> int:
    """Compare at some positions, as far as their trees are small enough. Returns how many."""
    count = 0
    for position in map(match.position_at, plies):
        if len(position.legal_moves) == 1:
            continue
        try:
            assert_same_as_minimax(position, depth, budget)
        except TooLarge:
            continue
        count += 1
    return count


def ends_of_rounds(match: Game, moves: int) -> list[int]:
    """Where only so many moves are left of a round."""
    rounds = [match.position_at(ply).round for ply in range(match.ply)]
    return [ply for ply in range(match.ply - moves) if rounds[ply] < rounds[ply + moves]]


@every_configuration
def test_near_the_end_of_a_round_it_finds_what_the_whole_tree_holds(
    game: str, board: str, players: int
) -> None:
    match = random_game(5, game=game, board=board, players=players, policy="tidy")
    assert checked(match, ends_of_rounds(match, 3), depth=30, budget=500) >= 4


@pytest.mark.parametrize(
    ("found", "window", "known"),
    [
        (50, (60, 70), True),  # exact: good for every window
        (120, (0, 110), True),  # at least 120
        (120, (0, 130), False),
        (-20, (-10, 50), True),  # at most -20
        (-20, (-30, 50), False),
    ],
)
def test_what_was_found_in_one_window_is_believed_where_it_holds(
    found: int, window: tuple[int, int], known: bool
) -> None:
    stack = new_stack(Game(seed=1).position.states)
    for name, value in (("first_alpha", 0), ("first_beta", 100), ("best", found), ("depth", 3)):
        stack.frames[name][0] = value
    store(stack.table, stack.frames[0])
    stack.frames["alpha"][0], stack.frames["beta"][0] = window
    assert probe(stack.table, stack.frames[0]) is known
    stack.frames["depth"][0] = 4
    assert not probe(stack.table, stack.frames[0])


@every_configuration
def test_to_a_depth_it_finds_what_the_tree_holds_to_there(
    game: str, board: str, players: int
) -> None:
    match = random_game(6, game=game, board=board, players=players, policy="tidy")
    assert checked(match, range(0, match.ply, 4), depth=2, budget=700) >= 4


@pytest.mark.parametrize("board", BOARDS)
@every_game
def test_when_the_round_is_searched_to_its_end_it_stops(game: str, board: str) -> None:
    """However many nodes it has left: deeper there is nothing."""
    match = random_game(5, game=game, board=board, policy="tidy")
    ends = [ply for ply in range(match.ply - 1) if match.position_at(ply).round == 1]
    choice = choices(match.position_at(ends[-1]), nodes=10_000_000)
    assert choice.nodes < 10_000


def test_an_only_move_needs_no_thought() -> None:
    seat = azul.Seat(lines=["b", "bb", "bb", "bb", "bb"])
    setup = azul.Setup([seat, azul.Seat()], marker=1, factories=["yyyy", "kkww", *[""] * 3])
    position = AzulPosition.from_setup(setup)
    only = AzulPosition.from_setup(azul.Setup([seat, azul.Seat()], marker=1, centre="y"))
    assert choices(only).nodes == 1
    assert choices(position).nodes > 1


def test_a_cut_line_is_noticed() -> None:
    states = Game(seed=1).position.states
    stack = new_stack(states)
    search(stack, 1, NO_ACTION, new_stream(1), 1 << 30)
    assert stack.counters[IS_CUT]
    assert stack.counters[NODES] == stack.frames["count"][0]


# What it counts in Azul


def azul_lead(one: azul.Seat, other: azul.Seat, **options: Any) -> float:
    """The first player's lead as the bot sees it, in points."""
    position = AzulPosition.from_setup(azul.Setup([one, other], **options))
    return worth(position.states, 0) / POINT


def test_full_lines_count_as_tiled_and_floors_as_paid() -> None:
    one = azul.Seat(score=10, lines=["b", "", "", "", "yyyy"], floor="kk")
    assert azul_lead(one, azul.Seat(score=4), centre="w") == 10 + 1 - 2 - 4


def test_a_floor_takes_no_more_than_there_is() -> None:
    assert azul_lead(azul.Seat(score=1, floor="kkkk"), azul.Seat(score=3), centre="w") == -3


def test_the_marker_costs_its_place_on_the_floor() -> None:
    assert azul_lead(azul.Seat(score=5), azul.Seat(score=5), marker=0, centre="w") == -1


def test_a_complete_column_counts_at_once() -> None:
    wall = ["b....", "w....", "k....", "r....", "....."]
    one = azul.Seat(wall=wall, lines=["", "", "", "", "yyyyy"])
    assert azul_lead(one, azul.Seat(), centre="w") == 5 + 7


def test_who_has_paid_for_the_marker_does_not_pay_twice() -> None:
    """While the second player tiles a grey wall, the first has already paid."""
    seats = [azul.Seat(score=5), azul.Seat(score=5, lines=["b", "", "", "", ""])]
    setup = azul.Setup(seats, board="grey", phase="tile", to_play=1, start_player=0, marker=0)
    assert worth(AzulPosition.from_setup(setup).states, 0) / POINT == -1


def test_the_best_opponent_counts() -> None:
    seats = [azul.Seat(score=9), azul.Seat(score=3), azul.Seat(score=7)]
    position = AzulPosition.from_setup(azul.Setup(seats, centre="w"))
    assert [worth(position.states, seat) / POINT for seat in range(3)] == [2, -6, -2]


@every_configuration
def test_after_the_game_only_points_count(game: str, board: str, players: int) -> None:
    position = random_game(1, game=game, board=board, players=players).position
    lead = position.scores[0] - max(position.scores[1:])
    assert worth(position.states, 0) == lead * POINT


# What it counts in Summer Pavilion


def pavilion_lead(one: pavilion.Seat, other: pavilion.Seat) -> float:
    """The first player's lead as the bot sees it, in hundredths of a point."""
    setup = pavilion.Setup([one, other], factories=["pgoy", *[""] * 4], supply="pgoybrpgoy")
    return worth(PavilionPosition.from_setup(setup).states, 0)


def test_tiles_in_hand_count_a_little() -> None:
    assert pavilion_lead(pavilion.Seat(tiles="pgo"), pavilion.Seat(tiles="r")) == 2 * HAND_TILE


def test_a_complete_star_counts_at_once() -> None:
    stars = ["......", "pppppp", *["......"] * 5]
    assert pavilion_lead(pavilion.Seat(stars=stars), pavilion.Seat()) == 20 * POINT


# Within its time


def test_batches_follow_the_speed_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(time_control, "monotonic", lambda: clock[0])
    control = TimeControl(Limits(seconds=1.0), default_nodes=5)
    assert control.next_batch(0) == time_control.FIRST_BATCH
    clock[0] += 0.5
    assert control.next_batch(50_000) == 1 + int(100_000 * time_control.BATCH_SECONDS)
    clock[0] += 0.499
    assert control.next_batch(99_900) <= 101
    clock[0] += 0.001
    assert control.next_batch(100_000) == 0


def test_the_first_batch_is_granted_even_without_time() -> None:
    assert TimeControl(Limits(seconds=0.0), default_nodes=5).next_batch(0) > 0
    assert TimeControl(Limits(nodes=0), default_nodes=5).next_batch(0) == 1


def test_without_limits_there_are_so_many_nodes_by_default() -> None:
    control = TimeControl(Limits(), default_nodes=100)
    assert control.next_batch(90) == 10
    assert control.next_batch(100) == 0


# How well it plays


@every_game
def test_it_beats_random_clearly(game: str) -> None:
    one = AlphaBetaBot(1)
    assert victories(game, (one, {"nodes": 2000}), (RandomBot(2), {}), games=20) >= 18
