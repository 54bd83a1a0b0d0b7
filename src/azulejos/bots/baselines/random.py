"""Random bot: every legal move is equally likely."""

from __future__ import annotations

from azulejos.bots.base import Bot, Choice, Limits
from azulejos.engine import AnyPosition, unchecked


class RandomBot(Bot):
    """Plays legal moves uniformly at random."""

    name = "random"

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:  # noqa: ARG002
        action = unchecked.random_action(position.states, self.stream)
        return Choice(position.rules.moves[action])
