"""The books of a review: what each player's result is made of, and its turning points."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from azulejos.analysis.report import Chance, Decision, PlayerSummary, Step, TurningPoint

#: Turning points of a player at most, and the smallest swing that is one.
MAX_TURNING_POINTS, SMALLEST_SWING = 3, 0.03


def summary(player: int, steps: Sequence[Step], start: float, result: float) -> PlayerSummary:
    """The books of a player."""
    chances = [step for step in steps if isinstance(step, Chance)]
    decisions = [step for step in steps if isinstance(step, Decision)]
    own = [step for step in decisions if step.player == player]
    counted = [step for step in own if not step.trivial]
    luck = sum(step.luck[player] for step in chances)
    losses = sum(step.loss for step in own)
    others = sum(step.gains[player] for step in decisions if step.player != player)
    judgements = [step.judgement for step in counted]
    return PlayerSummary(
        player=player,
        result=result,
        start=start,
        luck=luck,
        luck_error=sqrt(sum(step.expected.errors[player] ** 2 for step in chances)),
        losses=losses,
        others=others,
        residual=result - start - luck + losses - others,
        luck_adjusted=result - luck,
        lead_losses=sum(step.lead_loss for step in own),
        decisions=len(counted),
        error_rate=_mean([step.loss for step in counted]),
        accuracy=_mean([step.accuracy for step in counted]),
        inaccuracies=judgements.count("inaccuracy"),
        mistakes=judgements.count("mistake"),
        blunders=judgements.count("blunder"),
    )


def _mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def turning_points(player: int, steps: Sequence[Step]) -> list[TurningPoint]:
    """The largest swings of a player by own losses and luck, in the order of the game."""
    swings = [TurningPoint(player, index, swing(step, player)) for index, step in enumerate(steps)]
    largest = sorted(swings, key=lambda point: -abs(point.swing))[:MAX_TURNING_POINTS]
    return sorted(
        (point for point in largest if abs(point.swing) >= SMALLEST_SWING),
        key=lambda point: point.step,
    )


def swing(step: Step, player: int) -> float:
    """What a step changed for a player, besides the moves of others."""
    if isinstance(step, Chance):
        return step.luck[player]
    return -step.loss if step.player == player else 0.0
