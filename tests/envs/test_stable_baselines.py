"""The batch as Stable-Baselines3 sees it: the same games, terminal observations, masks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="requirements-torch.txt is not installed")

from azulejos.engine.rng import new_stream
from azulejos.envs.stable_baselines import BotsVecEnv
from azulejos.envs.vector import BotsVectorEnv
from tests.envs.configurations import GAME_NAMES


@pytest.mark.parametrize("name", GAME_NAMES)
def test_it_plays_the_games_of_the_vector_environment(name: str) -> None:
    options: dict[str, Any] = {"players": 3, "opponents": "greedy", "reward": "points"}
    env = BotsVecEnv(name, 4, **options)
    vector = BotsVectorEnv(name, 4, autoreset_mode="SameStep", **options)
    env.seed(5)
    assert np.array_equal(env.reset(), vector.reset(seed=5)[0])
    stream, ended = new_stream(1), 0
    for _ in range(120):
        actions = vector.random_actions(stream)
        rows, rewards, over, infos = env.step(actions)
        expected, gained, terminated, _, info = vector.step(actions)
        assert np.array_equal(rows, expected)
        assert np.array_equal(rewards, gained.astype(np.float32))
        assert np.array_equal(over, terminated)
        for index, own in enumerate(infos):
            assert ("terminal_observation" in own) == over[index]
            if over[index]:
                ended += 1
                last = own["terminal_observation"]
                assert np.array_equal(last, info["final_obs"][index])
        assert np.array_equal(np.stack(env.env_method("action_masks")), vector.action_masks())
    assert ended > 3


def test_a_reset_without_a_seed_continues_with_other_games() -> None:
    env = BotsVecEnv("azul", 2)
    env.seed(1)
    first = env.reset()
    assert not np.array_equal(env.reset(), first)
    env.seed(1)
    assert np.array_equal(env.reset(), first)


def test_an_illegal_action_is_in_the_info_of_its_game() -> None:
    env = BotsVecEnv("azul", 2)
    env.reset()
    actions = env.vector.random_actions(new_stream(1))
    actions[1] = 0
    _, rewards, over, infos = env.step(actions)
    assert list(over) == [False, True]
    assert rewards[1] == -1
    assert infos[1]["illegal"]


def test_masks_of_some_games_only() -> None:
    env = BotsVecEnv("azul", 3)
    env.reset()
    masks = env.vector.action_masks()
    (mask,) = env.env_method("action_masks", indices=2)
    assert np.array_equal(mask, masks[2])
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert env.env_is_wrapped(object) == [False, False, False]


def test_what_a_batch_has_not_is_refused() -> None:
    env = BotsVecEnv("azul", 2)
    with pytest.raises(AttributeError):
        env.env_method("teleport")
    with pytest.raises(AttributeError):
        env.set_attr("reward", 1)
    env.close()


def test_pictures_of_all_games_are_one() -> None:
    env = BotsVecEnv("azul", 2, render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert picture is not None
    assert picture.ndim == 3
