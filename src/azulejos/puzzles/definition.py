"""What a puzzle is: a position whose best move is unique, not obvious, and decides something.

All conditions are numbers in this module; docs/puzzles.md states them. Every examination depends on
the position and the nodes alone, so that a puzzle can be verified anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.analysis.candidates import UNLIKELY_PROOF_NODES, preference, search_move
from azulejos.analysis.evaluator import Evaluator, Found, Ranked, equal_values
from azulejos.bots.baselines.greedy import GreedyBot
from azulejos.engine import AnyPosition
from azulejos.engine.state import States

#: Nodes of every search at the two efforts: tenfold apart.
EFFORTS = (10_000, 100_000)
#: The best move is better than any other by this share of victory, at both efforts.
LEAST_GAP = 0.10
#: The share of victory after the best move, at both efforts: the game is not decided yet.
SHARES = (0.15, 0.97)
#: The greedy bot misses the move in more than this share of its tries.
LEAST_MISSES = 0.5
GREEDY_TRIES = 20
#: Moves of a ranking that are searched on their own and compared.
CANDIDATES = 5
#: A ranking may put a good move far behind: nodes of a glance at every move on its own, and the
#: distance to the best one within which it is compared, too.
GLANCE_NODES = 2_000
GLANCE_GAP = LEAST_GAP

#: Own moves of a solution at most.
MAX_OWN_MOVES = 4

#: Fast looks at a position before the efforts: nodes, and the least gap that is let through.
LOOKS = ((300, 0.025), (1_500, 0.04), (10_000, 0.055))
LOOK_SHARES = (0.10, 0.985)
LOOK_TRIES = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """The best move of a position at one effort, and the next best."""

    action: int
    share: float  # of victory after it, for the player to move
    gap: float  # to the next best
    line: tuple[int, ...]
    second_line: tuple[int, ...]

    @property
    def is_unique(self) -> bool:
        """Whether no other move comes near."""
        return self.gap >= LEAST_GAP

    @property
    def is_open(self) -> bool:
        """Whether the result is not decided yet."""
        return SHARES[0] <= self.share <= SHARES[1]


class Examiner:
    """Examines positions of one game, board and number of players."""

    def __init__(self, position: AnyPosition) -> None:
        self.evaluator = Evaluator(position, max(EFFORTS))

    def is_candidate(self, position: AnyPosition) -> bool:
        """Fast looks: whether a position may be worth the efforts."""
        if len(position.legal_moves) < 2:
            return False
        return all(self._look(position, nodes, least) for nodes, least in LOOKS)

    def _look(self, position: AnyPosition, nodes: int, least_gap: float) -> bool:
        ranked = self.evaluator.rank(position.states, nodes)
        best, low, high = ranked[0], *LOOK_SHARES
        gap = best.share - max(one.share for one in ranked[1:])
        if gap < least_gap or not low <= best.share <= high:
            return False
        return greedy_misses(position, best.action, LOOK_TRIES) > LEAST_MISSES

    def puzzle_move(self, position: AnyPosition) -> tuple[Finding, ...] | None:
        """What both efforts found, if the position is a puzzle."""
        found = self.unique_move(position, open_only=True)
        if found is None or greedy_misses(position, found[0].action) <= LEAST_MISSES:
            return None
        return found

    def unique_move(
        self, position: AnyPosition, *, open_only: bool = False
    ) -> tuple[Finding, ...] | None:
        """What both efforts found, if they agree that one move is better than all others.

        With `open_only`, None too if the result is decided.
        """
        findings: list[Finding] = []
        for nodes in EFFORTS:
            expected = findings[0].action if findings else None
            found = self.examine(position, nodes, expected)
            if found is None or not found.is_unique or (open_only and not found.is_open):
                return None
            findings.append(found)
        return tuple(findings)

    def examine(
        self, position: AnyPosition, nodes: int, expected: int | None = None
    ) -> Finding | None:
        """The best two moves at one effort.

        None if there are no two, if the search of the position itself and the comparison of the
        positions after the moves disagree on the best, or if it is not the expected one.
        """
        if len(position.legal_moves) < 2:
            return None
        states, player = position.states, int(position.states["to_play"][0])
        best = self.evaluator.evaluate(states, nodes).ranked[0].action
        if expected not in (None, best):
            return None
        actions = self.candidates(states, best, self.evaluator.rank(states, nodes))
        proof_nodes = nodes if position.is_last_round else UNLIKELY_PROOF_NODES
        found: list[Found] = []
        for action in actions:
            found.append(search_move(self.evaluator, states, action, nodes, proof_nodes))
            if self._is_hopeless(found, player):
                return None
        values = equal_values(found)
        first, second = sorted(
            range(len(actions)), key=lambda i: preference(values[i], player), reverse=True
        )[:2]
        if actions[first] != best:
            return None
        share = values[first].shares[player]
        return Finding(
            action=best,
            share=share,
            gap=share - values[second].shares[player],
            line=(best, *found[first].line),
            second_line=(actions[second], *found[second].line),
        )

    @staticmethod
    def _is_hopeless(found: list[Found], player: int) -> bool:
        """Whether a candidate comes too near the first one, whatever the others bring.

        Values by depth are not compared yet: they depend on the depths of all candidates.
        """
        best, other = found[0], found[-1]
        if len(found) == 1 or best.depth_shares or other.depth_shares:
            return False
        return best.value.shares[player] - other.value.shares[player] < LEAST_GAP

    def candidates(self, states: States, best: int, ranked: tuple[Ranked, ...]) -> list[int]:
        """The moves to compare: the best of a search and of the ranking, and those near it."""
        others = [one.action for one in ranked if one.action != best]
        first, rest = others[: CANDIDATES - 1], others[CANDIDATES - 1 :]
        least = self._glance(states, best) - GLANCE_GAP
        return [best, *first, *(action for action in rest if self._glance(states, action) >= least)]

    def _glance(self, states: States, action: int) -> float:
        """About the share of victory after a move."""
        player = int(states["to_play"][0])
        found = search_move(self.evaluator, states, action, GLANCE_NODES, GLANCE_NODES)
        return found.value.shares[player]


def greedy_misses(position: AnyPosition, action: int, tries: int = GREEDY_TRIES) -> float:
    """The share of tries in which the greedy bot plays another move."""
    missed = 0
    for seed in range(tries):
        missed += GreedyBot(seed).choose(position).move.index != action
    return missed / tries
