"""Chance events: the outcomes of a draw, enumerated where they are few, else sampled.

Samples depend on the record up to the draw, never on what was drawn or on the game's seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import msgspec

from azulejos.analysis.evaluator import Evaluator
from azulejos.analysis.values import Value
from azulejos.engine import unchecked
from azulejos.engine.rng import bits_at
from azulejos.engine.state import DEAL, States, copy_of
from azulejos.engine.tiles import LANES, count_of, total


@dataclass(frozen=True, slots=True)
class Expectation:
    """The value before a draw: the mean over its outcomes."""

    value: Value  # with standard errors, 0 where all outcomes were evaluated
    count: int  # of outcomes or samples
    is_enumerated: bool


def expectation(
    evaluator: Evaluator, states: States, samples: int, nodes: int, seed: bytes
) -> Expectation:
    """The mean value after a draw, each outcome searched with `nodes`."""
    outcomes = enumerated(states, samples)
    if outcomes is not None:
        values = [evaluator.evaluate(outcome, nodes).value for _, outcome in outcomes]
        mean = Value.mean(values, [probability for probability, _ in outcomes])
        return Expectation(with_errors(mean, [0.0] * len(mean.shares)), len(values), True)
    values = [
        evaluator.evaluate(outcome, nodes).value for outcome in sampled(states, samples, seed)
    ]
    return Expectation(sample_mean(values), len(values), False)


def sample_mean(values: list[Value]) -> Value:
    """The mean of sampled values, with standard errors."""
    count = len(values)
    mean = Value.mean(values, [1 / count] * count)
    errors = []
    for player, share in enumerate(mean.shares):
        squares = sum((value.shares[player] - share) ** 2 for value in values)
        errors.append(sqrt(squares / max(1, count - 1) / count))
    return with_errors(mean, errors)


def with_errors(value: Value, errors: list[float]) -> Value:
    """A value with the standard errors of its shares."""
    return msgspec.structs.replace(value, errors=tuple(errors))


def enumerated(states: States, most: int) -> list[tuple[float, States]] | None:
    """All outcomes of a draw with their probabilities; None if there are more than `most`."""
    done: dict[bytes, tuple[float, States]] = {}
    waiting = {states.tobytes(): (1.0, states)}
    while waiting:
        drawn: dict[bytes, tuple[float, States]] = {}
        for probability, before in waiting.values():
            for chance, after in _draws(before):
                target = drawn if after["phase"][0] == DEAL else done
                key = after.tobytes()
                known = target[key][0] if key in target else 0.0
                target[key] = (known + probability * chance, after)
        if len(drawn) + len(done) > most:
            return None
        waiting = drawn
    return list(done.values())


def _draws(states: States) -> Iterator[tuple[float, States]]:
    """The tiles that can be drawn next, with their probabilities."""
    bag = int(states["bag"][0])
    for colour in range(LANES):
        count = int(count_of(bag, colour))
        if count:
            after = copy_of(states)
            unchecked.deal_tile(after, colour, None)
            yield count / int(total(bag)), after


def sampled(states: States, count: int, seed: bytes) -> Iterator[States]:
    """Random outcomes of a draw."""
    for number in range(count):
        digest = hashlib.blake2b(number.to_bytes(8), key=seed[:64], digest_size=8).digest()
        start, drawn, after = int.from_bytes(digest), 0, copy_of(states)
        while after["phase"][0] == DEAL:
            colour = unchecked.draw(after, bits_at(start, drawn))
            unchecked.deal_tile(after, colour, None)
            drawn += 1
        yield after
