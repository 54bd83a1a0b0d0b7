"""Gymnasium's checker, the vector environment against single ones, and reproducibility."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from azulejos.engine.errors import BadOption, UnknownName
from azulejos.engine.rng import new_stream
from azulejos.envs.gymnasium import BotsEnv
from azulejos.envs.vector import BotsVectorEnv
from tests.envs.configurations import CONFIGURATIONS, GAME_NAMES, chosen

STEPS = 120

#: What a fixed vector sees over fixed steps. It changes only if the rules, the observations, the
#: bots or the streams do; then learnt agents do not fit any more, and the version has to rise.
DIGESTS = {
    "azul": "e011f6c292822923",
    "summer-pavilion": "5b7fb5ef84ebf7cd",
}


def digest(name: str, steps: int = 150) -> str:
    """A fingerprint of what some games look like over some steps."""
    env = BotsVectorEnv(
        name, 4, players=3, board="grey", opponents=("random", "greedy"), reward="points"
    )
    env.reset(seed=2026)
    stream, seen = new_stream(1), hashlib.sha256()
    for _ in range(steps):
        row, reward, over, _, info = env.step(env.random_actions(stream))
        for array in (row, reward, over, info["action_mask"]):
            seen.update(np.ascontiguousarray(array).astype("<f8").tobytes())
    return seen.hexdigest()[:16]


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
@pytest.mark.parametrize("normalised", [False, True])
def test_the_interface_is_as_gymnasium_wants_it(
    name: str, board: str, players: int, normalised: bool
) -> None:
    env = gymnasium.make(f"azulejos/{name}-v0", board=board, players=players, normalised=normalised)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("mode", ["human", "ansi", "rgb_array", "svg"])
def test_positions_are_shown_in_every_mode(
    name: str, mode: str, capsys: pytest.CaptureFixture[str]
) -> None:
    env = BotsEnv(name, render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    printed = capsys.readouterr().out
    assert bool(printed) == (mode == "human")
    if mode == "rgb_array":
        assert isinstance(shown, np.ndarray)
        assert shown.dtype == np.uint8
        assert shown.ndim == 3
    elif mode != "human":
        assert isinstance(shown, str)
        assert "\x1b" not in shown


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
@pytest.mark.parametrize("reward", ["win", "score-difference"])
def test_a_vector_plays_the_games_that_single_environments_play(
    name: str, board: str, players: int, reward: str
) -> None:
    options: dict[str, Any] = {
        "players": players,
        "board": board,
        "opponents": ("random", "greedy", "random")[: players - 1],
        "reward": reward,
    }
    count, generator = 3, np.random.default_rng(1)
    vector = BotsVectorEnv(name, count, **options)
    singles = [BotsEnv(name, **options) for _ in range(count)]
    rows, info = vector.reset(seed=7)
    for number, env in enumerate(singles):
        assert np.array_equal(env.reset(seed=7 + number)[0], rows[number])
    over, again = np.zeros(count, bool), 0
    for _ in range(STEPS):
        actions = np.array([chosen(mask, generator) for mask in info["action_mask"]])
        rows, rewards, ended, cut, info = vector.step(actions)
        assert not cut.any()
        for number, env in enumerate(singles):
            if over[number]:
                again += 1
                row, about = env.reset()
                alone = row, 0.0, False, False, about
            else:
                alone = env.step(actions[number])
            assert np.array_equal(alone[0], rows[number])
            assert (alone[1], alone[2]) == (rewards[number], ended[number])
            assert np.array_equal(alone[4]["action_mask"], info["action_mask"][number])
            assert np.array_equal(env.action_masks(), vector.action_masks()[number])
        over = ended
    assert again


@pytest.mark.parametrize("name", GAME_NAMES)
def test_both_autoreset_modes_play_the_same_games(name: str) -> None:
    later = BotsVectorEnv(name, 4)
    at_once = BotsVectorEnv(name, 4, autoreset_mode="SameStep")
    later.reset(seed=1)
    at_once.reset(seed=1)
    streams = [new_stream(number) for number in range(4)], [new_stream(n) for n in range(4)]

    def step(env: BotsVectorEnv, number: int) -> Any:
        actions = np.array(
            [
                chosen(mask, np.random.default_rng(int(stream[0]) + number))
                for mask, stream in zip(env.batch.masks, streams[0], strict=True)
            ]
        )
        return env.step(actions)

    ends: dict[str, list[list[Any]]] = {
        "later": [[] for _ in range(4)],
        "once": [[] for _ in range(4)],
    }
    for number in range(STEPS):
        rows, rewards, over, _, info = step(later, number)
        for index in np.flatnonzero(over):
            assert not info["action_mask"][index].any()
            ends["later"][index].append(rewards[index])
        rows, rewards, over, _, info = step(at_once, number)
        assert info["action_mask"].any(axis=1).all()
        for index in np.flatnonzero(over):
            assert info["_final_obs"][index]
            last = at_once.episode.observer.named(info["final_obs"][index])
            first = at_once.episode.observer.named(rows[index])
            assert last["phase"][1] == 1
            assert first["round"] * 10 == 1
            ends["once"][index].append(rewards[index])
    # The actions drift apart after the first end: until then the games are the same.
    assert [kept[0] for kept in ends["later"]] == [kept[0] for kept in ends["once"]]


def test_without_autoreset_terminated_games_wait_for_a_reset_of_their_own() -> None:
    by_hand = BotsVectorEnv("azul", 4, autoreset_mode="Disabled")
    at_once = BotsVectorEnv("azul", 4, autoreset_mode="SameStep")
    masks = by_hand.reset(seed=1)[1]["action_mask"]
    at_once.reset(seed=1)
    generator, resets = np.random.default_rng(1), 0
    for _ in range(STEPS):
        actions = np.array([chosen(mask, generator) for mask in masks])
        rows, rewards, over, _, info = by_hand.step(actions)
        expected, same_rewards, same_over, _, same_info = at_once.step(actions)
        assert np.array_equal(rewards, same_rewards)
        assert np.array_equal(over, same_over)
        masks = info["action_mask"]
        if over.any():
            resets += 1
            assert not masks[over].any()
            for index in np.flatnonzero(over):
                assert np.array_equal(rows[index], same_info["final_obs"][index])
            with pytest.raises(ResetNeeded, match=r"terminated games \["):
                by_hand.step(actions)
            rows, info = by_hand.reset(options={"reset_mask": over})
            masks = info["action_mask"]
        assert np.array_equal(rows, expected)
        assert np.array_equal(masks, same_info["action_mask"])
    assert resets > 4


def test_a_reset_of_some_games_leaves_the_others_alone() -> None:
    env = BotsVectorEnv("azul", 3, autoreset_mode="Disabled")
    first, _ = env.reset(seed=1)
    later = env.step(env.random_actions(new_stream(1)))[0]
    rows, _ = env.reset(seed=1, options={"reset_mask": np.array([False, True, False])})
    assert np.array_equal(rows[1], first[1])
    assert not np.array_equal(later[1], first[1])
    assert np.array_equal(rows[[0, 2]], later[[0, 2]])


@pytest.mark.parametrize("mask", [[True, False, True], np.ones(2, bool), np.ones(3, int)])
def test_a_reset_mask_is_a_boolean_for_each_game(mask: object) -> None:
    env = BotsVectorEnv("azul", 3, autoreset_mode="Disabled")
    env.reset(seed=1)
    with pytest.raises(BadOption, match="reset_mask"):
        env.reset(options={"reset_mask": mask})


def test_an_illegal_action_ends_its_own_game_only() -> None:
    env = BotsVectorEnv("azul", 3)
    env.reset(seed=1)
    actions = env.random_actions(new_stream(1))
    actions[1] = 0
    _, rewards, over, _, info = env.step(actions)
    assert list(over) == list(info["illegal"]) == [False, True, False]
    assert list(rewards) == [0, -1, 0]
    _, rewards, over, _, info = env.step(env.random_actions(new_stream(1)))
    assert not over.any()
    assert not rewards.any()


def test_arrays_are_used_again_only_if_that_is_asked_for() -> None:
    for copy in (True, False):
        env = BotsVectorEnv("azul", 2, copy=copy)
        first, _ = env.reset(seed=1)
        second = env.step(env.random_actions(new_stream(1)))[0]
        assert np.shares_memory(first, second) is not copy


def test_vectors_are_made_by_gymnasium() -> None:
    env: Any = gymnasium.make_vec(
        "azulejos/azul-v0", num_envs=5, vectorization_mode="vector_entry_point", opponents="greedy"
    )
    rows, _ = env.reset(seed=1)
    assert rows.shape == (5, env.single_observation_space.shape[0])
    assert env.observation_space.contains(rows)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_seed_gives_the_same_games_on_every_machine(name: str) -> None:
    assert digest(name) == DIGESTS[name]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_is_independent_of_the_rest_of_its_batch(name: str) -> None:
    many, one = BotsVectorEnv(name, 5), BotsVectorEnv(name, 1)
    many.reset(seed=10)
    one.reset(seed=13)
    for _ in range(60):
        actions = np.array([chosen(mask, np.random.default_rng(3)) for mask in many.batch.masks])
        rows = many.step(actions)[0]
        assert np.array_equal(one.step(actions[3:4])[0][0], rows[3])


def test_the_same_is_played_in_another_process_without_compilation() -> None:
    code = "from tests.envs.test_gymnasium import digest; print(digest('azul', 12))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == digest("azul", 12), done.stderr


def test_who_cannot_be_played_against_is_refused() -> None:
    with pytest.raises(UnknownName):
        BotsEnv("azul", opponents="grandmother")
    with pytest.raises(UnknownName):
        BotsVectorEnv("azul", opponents="grandmother")
    with pytest.raises(BadOption):
        BotsEnv("azul", players=4, opponents=("random",))
    with pytest.raises(BadOption):
        BotsVectorEnv("azul", 2, autoreset_mode="Sometimes")
    with pytest.raises(ResetNeeded):
        BotsVectorEnv("azul", 2).step(np.zeros(2, np.int64))
