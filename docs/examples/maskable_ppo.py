"""Train MaskablePPO of sb3-contrib against the random bot, then count victories.

Needs what requirements-torch.txt lists: `pip install -r requirements-torch.txt`.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO

import azulejos.envs  # noqa: F401  (registers the environments)
from azulejos.envs.stable_baselines import BotsVecEnv

ENVIRONMENT = "azulejos/azul-v0"


def train(steps: int) -> Any:
    """A model that has played so many steps; points in hand teach faster than victories."""
    env = BotsVecEnv("azul", 16, reward="score-difference")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=128, batch_size=256, gamma=1.0, gae_lambda=0.9, seed=1
    )
    return model.learn(steps)


def victories(model: Any, games: int) -> float:
    """The part of some games that the model wins; a shared victory counts half."""
    env: Any = gymnasium.make(ENVIRONMENT).unwrapped
    won = 0.0
    for number in range(games):
        row, info = env.reset(seed=1000 + number)
        over = False
        while not over:
            action, _ = model.predict(row, action_masks=info["action_mask"].astype(bool))
            row, reward, over, _, info = env.step(int(action))
        won += (1 + reward) / 2
    return won / games


if __name__ == "__main__":
    learnt = train(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    print(f"{victories(learnt, 100):.0%} of 100 games against random")
