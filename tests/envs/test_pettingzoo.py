"""PettingZoo's own suites, and what its users rely on."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from azulejos import Game
from azulejos.engine.errors import BadOption, IllegalMove, UnknownName
from azulejos.envs.pettingzoo import RawEnv
from azulejos.envs.pettingzoo import env as new_env
from tests.envs.configurations import CONFIGURATIONS, GAME_NAMES, chosen

#: PettingZoo's own two about observations that are dictionaries; it knows masks only in those.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be:UserWarning"
    ),
]


def played(env: Any, seed: int = 1) -> dict[str, float]:
    """Play at random to the end; what every agent was rewarded with in all."""
    generator = np.random.default_rng(seed)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        totals[agent] += reward
        env.step(None if over or cut else chosen(seen["action_mask"], generator))
    return totals


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_the_interface_is_as_pettingzoo_wants_it(name: str, board: str, players: int) -> None:
    api_test(new_env(name, board=board, players=players), num_cycles=1000)


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_the_same_seed_gives_the_same_game(name: str, board: str, players: int) -> None:
    seed_test(partial(new_env, name, board=board, players=players))


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS[::5])
def test_positions_are_shown_in_every_mode(name: str, board: str, players: int) -> None:
    is_svg = lambda shown: shown.startswith("<svg ") and shown.endswith("</svg>")  # noqa: E731
    render_test(partial(new_env, name, board=board, players=players), custom_tests={"svg": is_svg})


@pytest.mark.parametrize("name", GAME_NAMES)
def test_environments_are_found_in_the_registry(name: str) -> None:
    env = pettingzoo.make("aec", f"azulejos/{name}-v0", players=3, board="grey")
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1", "player_2"]
    assert env.unwrapped.episode.position.board == "grey"


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_a_victory_is_worth_what_the_others_lose(name: str, board: str, players: int) -> None:
    env = new_env(name, board=board, players=players)
    totals = played(env)
    winners = env.unwrapped.episode.position.winners
    assert sum(totals.values()) == pytest.approx(0)
    for seat, total in enumerate(totals.values()):
        share = players / len(winners) if seat in winners else 0
        assert total == pytest.approx((share - 1) / (players - 1))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_points_and_differences_add_up_to_the_result(name: str) -> None:
    start = 0 if name == "azul" else 5
    for reward in ("points", "score-difference"):
        env = new_env(name, reward=reward, players=3)
        totals = played(env, seed=4)
        scores = env.unwrapped.episode.position.scores
        for seat, total in enumerate(totals.values()):
            best = max(score for other, score in enumerate(scores) if other != seat)
            won = scores[seat] - start if reward == "points" else scores[seat] - best
            assert total == won


def test_several_actions_in_one_turn_keep_the_agent() -> None:
    # On the grey wall whoever has full lines tiles all of them before the next player does.
    env, kept = RawEnv("azul", board="grey"), 0
    env.reset(seed=3)
    generator = np.random.default_rng(3)
    while not env.episode.is_over:
        agent, position = env.agent_selection, env.episode.position
        assert agent == f"player_{position.to_play}"
        env.step(chosen(env.observe(agent)["action_mask"], generator))
        kept += position.phase == "tile" and env.agent_selection == agent
    assert kept


@pytest.mark.filterwarnings("ignore:.*Illegal move.*")
def test_an_illegal_action_loses_the_game() -> None:
    env = new_env("azul")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.unwrapped.rewards == {"player_0": -1, "player_1": 0}


def test_without_wrappers_an_illegal_action_is_an_error_that_changes_nothing() -> None:
    env = RawEnv("azul")
    env.reset(seed=1)
    before = env.episode.position
    with pytest.raises(IllegalMove):
        env.step(0)
    assert env.episode.position == before


def test_a_game_can_start_with_anyone_and_from_any_position() -> None:
    env = new_env("azul", players=3)
    env.reset(seed=1, options={"first_player": 2})
    assert env.agent_selection == "player_2"
    position = Game("azul", players=3, seed=5).position
    env.reset(seed=1, options={"position": position})
    assert env.unwrapped.episode.position == position
    with pytest.raises(BadOption):
        env.reset(options={"position": Game("azul", seed=1).position})
    with pytest.raises(BadOption):
        env.reset(options={"first_player": 3})


def test_only_whose_turn_it_is_has_legal_actions() -> None:
    env = new_env("azul", first_player=1)
    env.reset(seed=1)
    assert env.observe("player_1")["action_mask"].any()
    assert not env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"reward": "fame"}, BadOption),
        ({"render_mode": "oil"}, BadOption),
        ({"players": 5}, BadOption),
        ({"board": "blue"}, UnknownName),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        RawEnv("azul", **wrong)
