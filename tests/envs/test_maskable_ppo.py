"""Learning works: MaskablePPO, trained for a moment, beats the random bot."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib", reason="requirements-torch.txt is not installed")

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "maskable_ppo.py"


@pytest.mark.filterwarnings("ignore")  # those of PyTorch and TensorBoard are not ours
@pytest.mark.parametrize("steps", [16_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_a_short_training_is_enough_to_beat_the_random_bot(steps: int) -> None:
    example = runpy.run_path(str(EXAMPLE))
    model = example["train"](steps)
    assert example["victories"](model, 60) > 0.75
