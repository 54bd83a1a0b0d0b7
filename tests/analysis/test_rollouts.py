"""Rollouts: common deals, luck as a control variate, and when they end."""

from __future__ import annotations

import pytest

import azulejos
from azulejos import Game
from azulejos.analysis import Rollout, rollout
from azulejos.analysis.rollouts import FIRST_LOOK, half_width, mean, variance
from azulejos.engine.rng import bits_at
from tests.analysis.games import random_game


def late_position(game: str = "azul", players: int = 2) -> azulejos.AnyPosition:
    """A position in the middle of a game, which is over soon."""
    played = random_game(game, "coloured", players, 3)
    return played.position_at(played.ply * 2 // 3)


@pytest.fixture(scope="module")
def rolled() -> Rollout:
    position = late_position()
    moves = [*map(str, position.legal_moves)][:2]
    return rollout(position, moves, level="casual", games=FIRST_LOOK, seed=1)


def test_the_moves_are_those_asked_for_best_first(rolled: Rollout) -> None:
    assert len(rolled.moves) == 2
    assert rolled.moves[0].share >= rolled.moves[1].share
    assert rolled.difference == pytest.approx(rolled.moves[0].share - rolled.moves[1].share)
    assert rolled.decided == (rolled.difference > rolled.interval)


def test_the_same_seed_gives_the_same_result(rolled: Rollout) -> None:
    position = late_position()
    moves = [*map(str, position.legal_moves)][:2]
    assert rollout(position, moves, level="casual", games=FIRST_LOOK, seed=1) == rolled


def test_processes_share_the_work_with_the_same_result(rolled: Rollout) -> None:
    position = late_position()
    moves = [*map(str, position.legal_moves)][:2]
    assert rollout(position, moves, level="casual", games=FIRST_LOOK, seed=1, processes=2) == rolled


def test_two_names_of_one_move_are_one_candidate() -> None:
    position = late_position()
    move = next(iter(position.legal_moves))
    result = rollout(position, [move, str(move)], level="casual", games=FIRST_LOOK)
    assert len(result.moves) == 1
    assert not result.decided


@pytest.mark.parametrize(("game", "players"), [("azul", 3), ("summer-pavilion", 2)])
def test_every_game_is_rolled_out(game: str, players: int) -> None:
    played = random_game(game, "coloured", players, 3)
    result = rollout(played.position_at(played.ply - 3), level="casual", games=4)
    assert result.games == 4
    assert all(0 <= move.raw_share <= 1 for move in result.moves)


def test_a_certain_difference_is_decided_at_the_first_look() -> None:
    """The last move of a game: one move wins and another loses, in every game."""
    for seed in range(60):
        game = random_game("azul", "coloured", 2, seed)
        position = game.position_at(game.ply - 1)
        results = {}
        for move in position.legal_moves:
            end = Game(position=position, deals=[])
            end.play(move)
            results[str(move)] = end.winners
        player = position.to_play
        winning = [move for move, winners in results.items() if winners == (player,)]
        losing = [move for move, winners in results.items() if winners and player not in winners]
        if winning and losing:
            break
    result = rollout(position, [losing[0], winning[0]], level="casual", games=100)
    assert result.decided
    assert result.games == FIRST_LOOK
    assert [move.move for move in result.moves] == [winning[0], losing[0]]
    assert result.difference == 1


def test_the_interval_covers_the_mean_at_every_look() -> None:
    """A confidence sequence: at most 5 % of sequences ever leave it, over 300 looks."""
    wrong = 0
    for sequence in range(200):
        numbers = [2.0 * (bits_at(sequence, n) & 1) - 1 for n in range(300)]
        looks = range(FIRST_LOOK, 300, 10)
        wrong += any(abs(mean(numbers[:n])) > half_width(numbers[:n]) for n in looks)
    assert wrong <= 20


def test_the_interval_narrows_with_games() -> None:
    numbers = [float(bits_at(1, n) & 1) for n in range(1_000)]
    assert half_width(numbers) < half_width(numbers[:100]) < half_width(numbers[:20])
    assert variance([1.0]) == 0


@pytest.mark.parametrize("games", [0, -1, 10**9])
def test_the_number_of_games_is_checked(games: int) -> None:
    with pytest.raises(azulejos.BadOption):
        rollout(late_position(), games=games)


def test_wrong_moves_levels_and_positions_are_refused() -> None:
    with pytest.raises(azulejos.UnknownName):
        rollout(late_position(), level="genius")
    with pytest.raises(azulejos.BadOption):
        rollout(late_position(), [])
    with pytest.raises(azulejos.IllegalMove):
        rollout(Game("azul", seed=1).position, ["0b1"])
    with pytest.raises(azulejos.GameOver):
        rollout(random_game("azul", "coloured", 2, 1).position)
