"""An independent solver of small positions: every line, no pruning, no table, no estimates."""

from __future__ import annotations

from azulejos.engine import AnyPosition, unchecked

#: Lines whose result depends on a draw.
UNKNOWN = None
Result = tuple[tuple[float, ...], tuple[int, ...]]  # shares and leads, by player


class TooLarge(Exception):
    """There are more lines than can be looked at."""


class BruteForce:
    """Follows all lines of a position, through the public interface of positions only."""

    def __init__(self, most: int) -> None:
        self.left = most

    def results(self, position: AnyPosition) -> list[Result | None]:
        """The results of all lines."""
        end = self._end(position)
        if end:
            return end
        return [
            result
            for move in position.legal_moves
            for result in self.results(after(position, move))
        ]

    def exact(self, position: AnyPosition) -> Result | None:
        """The result of best play between two players; None if any line leads to a draw."""
        end = self._end(position)
        if end:
            return end[0]
        player = position.to_play
        assert player is not None
        values = [self.exact(after(position, move)) for move in position.legal_moves]
        if UNKNOWN in values:
            return UNKNOWN
        return max(
            (value for value in values if value is not None),
            key=lambda value: (value[0][player], value[1][player]),
        )

    def guaranteed(self, position: AnyPosition, player: int) -> float:
        """The share that a player can force against all others together; draws count as lost."""
        end = self._end(position)
        if end:
            return end[0][0][player] if end[0] is not None else 0.0
        values = [self.guaranteed(after(position, move), player) for move in position.legal_moves]
        return max(values) if position.to_play == player else min(values)

    def _end(self, position: AnyPosition) -> list[Result | None] | None:
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        if position.is_over:
            return [result(position)]
        return [UNKNOWN] if position.to_play is None else None


def after(position: AnyPosition, move: object) -> AnyPosition:
    """The position after a move."""
    states = position.states
    unchecked.apply(states, position.rules.as_move(move).index, None)
    return position.rules.position(states)


def result(position: AnyPosition) -> Result:
    """The result of a finished game."""
    winners, scores = position.winners, position.scores
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(scores)))
    leads = tuple(
        score - max(other for seat2, other in enumerate(scores) if seat2 != seat)
        for seat, score in enumerate(scores)
    )
    return shares, leads
