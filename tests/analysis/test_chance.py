"""Outcomes of draws: probabilities, samples, and mean luck."""

from __future__ import annotations

from collections import Counter

import pytest

from azulejos import Deal, Game
from azulejos.analysis.chance import enumerated, expectation, sampled
from azulejos.analysis.evaluator import Evaluator
from azulejos.engine import unchecked
from azulejos.engine.state import DEAL, States
from azulejos.engine.tiles import count_of, total
from tests.analysis.games import random_game


def states_before_refill(tiles: int) -> States:
    """A position of Summer Pavilion that waits for some tiles of the supply."""
    for seed in range(50):
        game = random_game("summer-pavilion", "coloured", 2, seed)
        states = Game("summer-pavilion", deals=[]).position.states
        letters = game.rules.colours.letters()
        for entry in game.history:
            if isinstance(entry, Deal) and len(entry.tiles) == tiles:
                return states
            if isinstance(entry, Deal):
                for letter in entry.tiles:
                    unchecked.deal_tile(states, letters.index(letter), None)
            else:
                unchecked.apply(states, entry.move.index, None)
    raise AssertionError("no such refill")


def test_enumerated_outcomes_have_the_probabilities_of_drawing_without_replacement() -> None:
    states = states_before_refill(1)
    bag = int(states["bag"][0])
    outcomes = enumerated(states, 32)
    assert outcomes is not None
    assert sum(chance for chance, _ in outcomes) == pytest.approx(1)
    for chance, after in outcomes:
        drawn = int(after["supply"][0]) - int(states["supply"][0])
        (colour,) = (colour for colour in range(6) if count_of(drawn, colour))
        assert chance == pytest.approx(count_of(bag, colour) / total(bag))


def test_two_tiles_have_21_outcomes_at_most_and_their_order_does_not_count() -> None:
    outcomes = enumerated(states_before_refill(2), 32)
    assert outcomes is not None
    assert len(outcomes) <= 21
    assert sum(chance for chance, _ in outcomes) == pytest.approx(1)


def test_a_whole_deal_is_not_enumerated() -> None:
    assert enumerated(Game("azul", deals=[]).position.states, 400) is None


def test_samples_are_complete_deals_that_depend_on_the_seed_alone() -> None:
    states = Game("azul", deals=[]).position.states
    one = [after.tobytes() for after in sampled(states, 5, b"a")]
    assert one == [after.tobytes() for after in sampled(states, 5, b"a")]
    assert not set(one) & {after.tobytes() for after in sampled(states, 5, b"b")}
    assert len(set(one)) == 5
    for after in sampled(states, 5, b"a"):
        assert after["tiles_left"][0] == 20
        assert after["phase"][0] != DEAL


def test_all_tiles_are_equally_likely_to_be_sampled() -> None:
    states = Game("azul", deals=[]).position.states
    counts: Counter[int] = Counter()
    for after in sampled(states, 2_000, b"fair"):
        for colour in range(5):
            counts[colour] += 20 - int(count_of(int(after["bag"][0]), colour))
    for colour in range(5):
        assert counts[colour] == pytest.approx(8_000, abs=300)  # four standard deviations


@pytest.mark.parametrize(("game", "players"), [("azul", 2), ("azul", 3), ("summer-pavilion", 2)])
def test_mean_luck_is_nothing(game: str, players: int) -> None:
    """Over many draws of one position, luck against an independent mean averages out."""
    position = Game(game, players=players, deals=[]).position
    evaluator, nodes = Evaluator(position, 600), 600
    mean = expectation(evaluator, position.states, 150, nodes, b"mean").value
    draws = [
        evaluator.evaluate(after, nodes).value for after in sampled(position.states, 150, b"draws")
    ]
    for player in range(players):
        luck = sum(value.shares[player] - mean.shares[player] for value in draws) / len(draws)
        error = mean.errors[player] * 2**0.5
        assert abs(luck) < 3.5 * error
        assert error < 0.02


def test_every_player_sees_the_same_draw_from_their_own_side() -> None:
    position = Game("azul", deals=[]).position
    evaluator = Evaluator(position, 600)
    mean = expectation(evaluator, position.states, 10, 600, b"x").value
    assert sum(mean.shares) == pytest.approx(1)
    assert mean.errors[0] == pytest.approx(mean.errors[1])
