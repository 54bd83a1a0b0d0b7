"""Learning: weights are changed step by step, so that the network tells better what came of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from azulejos.training.dataset import Examples
from azulejos.training.model import Model, Tensor, torch
from azulejos.training.run_folder import Learned

#: So many examples make a step, or fewer if that would be too few steps.
BATCH = 4096
SMALL_BATCH = 256
FEWEST_STEPS = 1000
WARM_UP = 0.1  # of all steps
DECAY = 0.01  # of weights that nothing speaks for
#: What an error in the lead counts, beside one in the winning chances.
LEAD_WEIGHT = 0.02
MOST_LEAD = 60.0  # points; larger leads are all the same
#: The last examples are held out, to see what was learned: one of so many, but not too many.
HELD_OUT = 20
MOST_HELD_OUT = 40_000
#: Limits of the weights are looked after so often; it takes time.
LIMITS_EVERY = 20


@dataclass(frozen=True)
class Batch:
    """Examples as tensors."""

    facts: Tensor
    stages: Tensor
    shares: Tensor
    leads: Tensor  # tens of points

    @classmethod
    def of(cls, examples: Examples) -> Batch:
        """All of some examples."""
        return cls(
            torch.from_numpy(examples.facts),
            torch.from_numpy(examples.stages),
            torch.from_numpy(examples.shares),
            torch.from_numpy(np.clip(examples.leads, -MOST_LEAD, MOST_LEAD) / 10),
        )

    def rows(self, chosen: Tensor | slice) -> Batch:
        """Some of them, with facts as PyTorch wants them."""
        facts = self.facts[chosen].int()
        return Batch(facts, self.stages[chosen], self.shares[chosen], self.leads[chosen])


def learn(
    model: Model,
    examples: Examples,
    *,
    epochs: float,
    rate: float,
    seed: int,
    progress: Callable[[int, int], None] = lambda _done, _steps: None,
) -> Learned:
    """Let a model learn from examples, each seen so often, in steps of such a size at first.

    `progress` hears of the steps that are done, and of all.
    """
    torch.set_num_threads(1)  # steps are small: threads would mostly wait for each other
    held_out = min(MOST_HELD_OUT, max(1, len(examples) // HELD_OUT))
    known = max(1, len(examples) - held_out)
    everything = Batch.of(examples)
    size = batch_size(known, epochs)
    steps = max(1, round(epochs * known / size))
    chance = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.AdamW(list(model.weights.values()), weight_decay=DECAY)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * part_of_rate(step / steps)
        batch = everything.rows(torch.randint(known, (size,), generator=chance))
        chances, leads = _losses(model, batch)
        optimiser.zero_grad()
        (chances + LEAD_WEIGHT * leads).backward()
        optimiser.step()
        if step % LIMITS_EVERY == 0:
            model.keep_limits()
        progress(step + 1, steps)
    model.keep_limits()
    with torch.no_grad():
        chances, leads = _losses(model, everything.rows(slice(-held_out, None)))
    return Learned(len(examples), float(chances), float(leads))


def batch_size(examples: int, epochs: float) -> int:
    """How many examples make a step."""
    wanted = int(epochs * examples / FEWEST_STEPS)
    return min(examples, max(SMALL_BATCH, min(BATCH, wanted)))


def part_of_rate(progress: float) -> float:
    """How large steps are: growing at first, then ever smaller."""
    if progress < WARM_UP:
        return 0.1 + 0.9 * progress / WARM_UP
    return (1 + math.cos(math.pi * (progress - WARM_UP) / (1 - WARM_UP))) / 2


def _losses(model: Model, batch: Batch) -> tuple[Tensor, Tensor]:
    """The losses of winning chances and leads."""
    found = model.forward(batch.facts, batch.stages)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    return entropy(found[:, 0], batch.shares), ((found[:, 1] - batch.leads) ** 2).mean()
