"""OpenSpiel's own tests: random simulations, playthroughs, and its search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.engine import find_game
from tests.envs.configurations import CONFIGURATIONS, GAME_NAMES

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, mcts  # noqa: E402

from azulejos.envs import Observer, openspiel  # noqa: E402


def described(name: str, board: str, players: int) -> str:
    return f"{openspiel.short_name(name)}(board={board},players={players})"


def drawn(state: Any, generator: np.random.RandomState) -> int:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    return int(generator.choice(outcomes, p=chances))


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_a_random_simulation_finds_nothing_wrong(name: str, board: str, players: int) -> None:
    game = pyspiel.load_game(described(name, board, players))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# OpenSpiel itself uses a class that NumPy 2.5 deprecates.
@pytest.mark.filterwarnings("ignore:The chararray class is deprecated")
@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_playthrough_can_be_replayed(name: str, tmp_path: Path) -> None:
    text = generate_playthrough.playthrough(described(name, "grey", 2), None, seed=1)
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])  # its settings, which its program would have read
    file = tmp_path / "playthrough.txt"
    file.write_text(text, encoding="utf-8")
    original, replayed = generate_playthrough.replay(str(file))
    assert original == replayed


def test_open_spiels_search_plays_a_game_of_azul_and_beats_chance() -> None:
    game = pyspiel.load_game(described("azul", "coloured", 2))
    generator = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, generator)
    bot = mcts.MCTSBot(game, 2, 3, evaluator, random_state=generator)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state, generator))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(int(generator.choice(state.legal_actions())))
    assert sorted(state.returns()) in ([-1, 1], [0, 0])


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_games_keep_within_the_bounds_they_declare(name: str, board: str, players: int) -> None:
    game = pyspiel.load_game(described(name, board, players))
    generator, state = np.random.RandomState(2), game.new_initial_state()
    draws = moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert {outcome for outcome, _ in outcomes} <= set(range(game.max_chance_outcomes()))
            draws += 1
            state.apply_action(drawn(state, generator))
        else:
            legal = state.legal_actions()
            assert len(legal) == len(find_game(name).position(state.states).legal_moves)
            moves += 1
            state.apply_action(int(generator.choice(legal)))
    assert draws <= game.max_chance_nodes_in_history()
    assert moves <= game.max_game_length()
    assert sum(state.returns()) == pytest.approx(game.utility_sum())
    assert game.min_utility() <= min(state.returns()) <= max(state.returns()) <= game.max_utility()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_observer_sees_what_our_environments_see(name: str) -> None:
    game = pyspiel.load_game(described(name, "coloured", 3))
    state, generator = game.new_initial_state(), np.random.RandomState(3)
    while state.is_chance_node():
        state.apply_action(drawn(state, generator))
    observer = game.make_py_observer()
    for player in range(3):
        observer.set_from(state, player)
        ours = Observer(name, 3, normalised=True).observe(state.states, player)
        assert np.array_equal(observer.tensor, ours)
        assert observer.dict["to_play"].argmax() == -player % 3
    assert str(state) in observer.string_from(state, 0)
