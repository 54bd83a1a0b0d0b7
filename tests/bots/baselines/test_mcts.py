"""The Monte Carlo bot: legal at any limit, the same for the same seed, blind to unseen tiles."""

from __future__ import annotations

from typing import Any

import pytest

from azulejos import Game
from azulejos.bots.base import Bot, Choice
from azulejos.bots.baselines import mcts
from azulejos.bots.baselines.mcts import (
    NODE,
    ROOT,
    MctsBot,
    select_child,
)
from azulejos.bots.baselines.random import RandomBot
from azulejos.engine import GAMES, AnyPosition
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.pavilion.layout import FIRST_BONUS, FIRST_PLACEMENT
from azulejos.engine.state import new_states
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


def choices(position: AnyPosition, nodes: int = 300, seed: int = 7) -> Choice:
    """What a new bot says."""
    return MctsBot(seed).choose(position, nodes=nodes)


# Legal, whatever the limits


@every_configuration
def test_it_chooses_legal_moves_with_the_tiniest_limits(
    game: str, board: str, players: int
) -> None:
    bot, match = MctsBot(1), Game(game, board=board, players=players, seed=3)
    while match.to_play is not None:
        choice = bot.choose(match.position, **TINY_LIMITS[match.ply % len(TINY_LIMITS)])
        assert choice.move in match.legal_moves
        match.play(choice.move)


@every_configuration
def test_its_line_can_be_played(game: str, board: str, players: int) -> None:
    match = random_game(4, game=game, board=board, players=players)
    for ply in range(0, match.ply, 5):
        position = match.position_at(ply)
        choice = choices(position, nodes=200)
        assert choice.principal_variation[0] == choice.move
        assert_line_can_be_played(position, choice.principal_variation)


@every_game
def test_a_full_tree_does_not_grow_but_serves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "TREE_CAPACITY", 400)
    position = Game(game, seed=1).position
    choice = choices(position, nodes=2000)
    assert choice.move in position.legal_moves
    assert choice.nodes == 2000


# The same for the same seed


@every_game
def test_one_seed_and_one_number_of_nodes_give_one_answer(game: str) -> None:
    position = random_game(2, game=game, moves=4).position
    assert choices(position) == choices(position)


@every_game
def test_other_seeds_give_other_answers(game: str) -> None:
    position = Game(game, seed=1).position
    assert len({choices(position, seed=seed).move for seed in range(12)}) > 1


@every_game
def test_unseen_tiles_do_not_change_its_answer(game: str) -> None:
    first, second = positions_alike_but_for_unseen_tiles(game)
    assert choices(first) == choices(second)


@every_game
def test_plain_python_gives_the_same_answer(game: str) -> None:
    position = random_game(1, game=game, moves=3).position
    assert in_plain_python(MctsBot, position, nodes=4) == choices(position, nodes=4)


def test_a_limit_of_nodes_is_the_number_of_simulations() -> None:
    assert choices(Game(seed=1).position, nodes=123).nodes == 123


# What it says


@every_game
def test_it_judges_all_moves_it_has_tried_the_best_first(game: str) -> None:
    position = Game(game, seed=1).position
    choice = choices(position, nodes=1000)
    best = choice.scored_moves[0]
    assert (choice.move, choice.value, choice.victory_share) == (
        best.move,
        best.value,
        best.victory_share,
    )
    assert {scored.move for scored in choice.scored_moves} == set(position.legal_moves)
    assert all(0 <= scored.victory_share <= 1 for scored in choice.scored_moves)


def test_it_says_nothing_of_moves_it_has_not_tried() -> None:
    assert len(choices(Game(seed=1).position, nodes=3).scored_moves) == 3


def last_tile(score: int, other: int) -> AnyPosition:
    """A white tile completes a row and so ends the game, or falls to the floor."""
    wall = ["byrk.", *["....."] * 4]
    seat = Seat(score=score, wall=wall, lines=["", "bb", "ww", "ww", "yy"])
    setup = Setup([seat, Seat(score=other)], marker=0, centre="w")
    return AzulPosition.from_setup(setup)


def test_it_ends_the_game_when_it_wins_so_and_not_when_it_loses_so() -> None:
    ahead, behind = choices(last_tile(30, 0)), choices(last_tile(0, 60))
    assert str(ahead.move) == "0w1"
    assert ahead.victory_share == 1
    assert behind.victory_share is not None
    assert behind.victory_share < 0.5


@pytest.mark.parametrize("seed", range(4))
def test_every_player_is_expected_to_play_for_himself(seed: int) -> None:
    """White would complete a row for the opponent, who wins by it: so it is taken away."""
    opponent = Seat(score=22, wall=["byrk.", *["....."] * 4], lines=["", "rr", "", "", ""])
    setup = Setup([Seat(score=20), opponent], marker=0, to_play=0, centre="wk")
    choice = choices(AzulPosition.from_setup(setup), nodes=2000, seed=seed)
    assert str(choice.move).startswith("0w")
    assert all(
        each.victory_share < 0.2 for each in choice.scored_moves if str(each.move)[:2] == "0k"
    )


def test_behind_a_refill_only_bonus_tiles_that_are_there_are_taken() -> None:
    """A set of tiles that did well with another supply is passed over, and a new one is noticed."""
    position = bonus_position()
    legal = [move.index for move in position.legal_moves]
    gone = next(index for index in range(FIRST_BONUS, FIRST_PLACEMENT) if index not in legal)
    tree = new_states(NODE, 3)
    tree["visits"] = 2, 1, 1
    tree["wins"] = 0, 0, 1
    tree["action"] = 0, legal[0], gone
    tree["first_child"][ROOT], tree["next_sibling"][1] = 1, 2
    state = position.states[0]
    assert select_child(tree, ROOT, state, False, legal[0]) == 2
    assert select_child(tree, ROOT, state, True, legal[0]) == 1
    assert select_child(tree, ROOT, state, True, legal[1]) == 0


def bonus_position() -> AnyPosition:
    """Somebody has to take bonus tiles from the supply."""
    match = random_game(3, game="summer-pavilion", policy="tidy")
    positions = (match.position_at(ply) for ply in range(match.ply))
    return next(position for position in positions if position.phase == "bonus")


# How well it plays


def limited(nodes: int) -> dict[str, Any]:
    """A limit of nodes."""
    return {"nodes": nodes}


@every_game
def test_it_beats_random_clearly(game: str) -> None:
    few: Bot = MctsBot(1)
    assert victories(game, (few, limited(150)), (RandomBot(2), {}), games=6) >= 6


@every_game
def test_more_simulations_beat_fewer(game: str) -> None:
    many, few = MctsBot(1), MctsBot(2)
    assert victories(game, (many, limited(600)), (few, limited(30)), games=4) >= 3
