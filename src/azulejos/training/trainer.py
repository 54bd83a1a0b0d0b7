"""Trainer: fits a model to a dataset with AdamW and a cosine learning rate."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from azulejos.training.dataset import Dataset
from azulejos.training.model import Model, torch
from azulejos.training.pytorch import Tensor
from azulejos.training.run_folder import TrainingResult

#: Batch size, or less where that would make fewer steps than MIN_STEPS.
BATCH = 4096
MIN_BATCH = 256
MIN_STEPS = 1000
WARM_UP = 0.1  # of all steps
WEIGHT_DECAY = 0.01
#: Weight of the lead's loss, beside that of the share of victory.
LEAD_WEIGHT = 0.02
MAX_LEAD = 60.0  # points; larger leads are clipped
#: The last examples are held out for validation: one in HELD_OUT, up to MAX_HELD_OUT.
HELD_OUT = 20
MAX_HELD_OUT = 40_000
#: Steps between clippings of the weights, which are slow.
CLIP_INTERVAL = 20


@dataclass(frozen=True)
class Batch:
    """Examples as tensors."""

    features: Tensor
    buckets: Tensor
    victory_shares: Tensor
    leads: Tensor  # tens of points

    @classmethod
    def of(cls, dataset: Dataset) -> Batch:
        """All examples of a dataset."""
        return cls(
            torch.from_numpy(dataset.features),
            torch.from_numpy(dataset.buckets),
            torch.from_numpy(dataset.victory_shares),
            torch.from_numpy(np.clip(dataset.leads, -MAX_LEAD, MAX_LEAD) / 10),
        )

    def rows(self, chosen: Tensor | slice) -> Batch:
        """Some of the examples, with features in the type that PyTorch needs."""
        return Batch(
            self.features[chosen].int(),
            self.buckets[chosen],
            self.victory_shares[chosen],
            self.leads[chosen],
        )


def fit(
    model: Model,
    dataset: Dataset,
    *,
    epochs: float,
    rate: float,
    seed: int,
    progress: Callable[[int, int], None] = lambda _done, _steps: None,
) -> TrainingResult:
    """Train for `epochs` with peak learning rate `rate`; `progress` gets (done, all) steps."""
    torch.set_num_threads(1)  # steps are too small for more
    held_out = min(MAX_HELD_OUT, max(1, len(dataset) // HELD_OUT))
    known = max(1, len(dataset) - held_out)
    everything = Batch.of(dataset)
    size = batch_size(known, epochs)
    steps = max(1, round(epochs * known / size))
    generator = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.AdamW(list(model.weights.values()), weight_decay=WEIGHT_DECAY)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * rate_factor(step / steps)
        batch = everything.rows(torch.randint(known, (size,), generator=generator))
        victory_loss, lead_loss = _losses(model, batch)
        optimiser.zero_grad()
        (victory_loss + LEAD_WEIGHT * lead_loss).backward()
        optimiser.step()
        if step % CLIP_INTERVAL == 0:
            model.clip_weights()
        progress(step + 1, steps)
    model.clip_weights()
    with torch.no_grad():
        victory_loss, lead_loss = _losses(model, everything.rows(slice(-held_out, None)))
    return TrainingResult(len(dataset), float(victory_loss), float(lead_loss))


def batch_size(examples: int, epochs: float) -> int:
    """The batch size for a number of examples."""
    wanted = int(epochs * examples / MIN_STEPS)
    return min(examples, max(MIN_BATCH, min(BATCH, wanted)))


def rate_factor(progress: float) -> float:
    """Learning rate schedule, as a factor: linear warm-up, then cosine decay."""
    if progress < WARM_UP:
        return 0.1 + 0.9 * progress / WARM_UP
    return (1 + math.cos(math.pi * (progress - WARM_UP) / (1 - WARM_UP))) / 2


def _losses(model: Model, batch: Batch) -> tuple[Tensor, Tensor]:
    """Cross-entropy of the share of victory, and mean squared error of the lead."""
    found = model.forward(batch.features, batch.buckets)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    return entropy(found[:, 0], batch.victory_shares), ((found[:, 1] - batch.leads) ** 2).mean()
