"""Analysis of one position: its best moves, each searched on its own with equal effort.

A search of the position chooses the candidates. Then the position after each candidate is searched
with the same number of nodes and a cleared table, so that the values can be compared: those of a
single alpha-beta search could not, since it has bounds for all moves but the best.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Iterator
from math import sqrt
from time import monotonic

import msgspec

from azulejos.analysis.chance import sample_mean, sampled, with_errors
from azulejos.analysis.errors import Cancelled
from azulejos.analysis.evaluator import Evaluator, Found, Watch, equal_values, uses_alphabeta
from azulejos.analysis.facts import Fact, compare
from azulejos.analysis.values import Value
from azulejos.engine import AnyPosition
from azulejos.engine.errors import BadOption, GameOver, IllegalMove
from azulejos.engine.parameters import Range
from azulejos.engine.state import DEAL, States
from azulejos.search.limits import Limits
from azulejos.search.mcts import MAX_DRAWS

#: Candidates at most, and by default.
MAX_LINES, LINES = 100, 5
#: Nodes of the first result; each further one takes `GROWTH` times as many.
FIRST_NODES, GROWTH = 4_000, 4
#: The share of the nodes that chooses the candidates.
CHOICE = 0.4
#: Nodes that a single search takes at least: fewer do not complete the first depth.
MIN_NODES = 500
#: Nodes of each proof in a round that need not be the last, where it is unlikely.
UNLIKELY_PROOF_NODES = 300
#: Default limit.
DEFAULT = Limits(nodes=200_000)
#: Limit of nodes where only the time is limited, and of tree search in any case.
MOST_NODES = 20_000_000
MOST_ALPHABETA_NODES = 1_000_000_000_000
#: Draws that tell how much the value of a position before a refill differs by what is drawn.
REFILL_SAMPLES, REFILL_SEED = 12, b"refill"


class Candidate(msgspec.Struct, frozen=True):
    """A move, the value of the position after it, and the best line that begins with it."""

    move: str
    value: Value
    line: tuple[str, ...]
    facts: tuple[Fact, ...] = ()  # how its line differs from the best one; see `explain`


class Analysis(msgspec.Struct, frozen=True):
    """The best moves of a position, best first for the player to move."""

    position: str
    player: int  # to move
    candidates: tuple[Candidate, ...]
    legal_moves: int
    nodes: int  # of this result, all searches together

    @property
    def best(self) -> Candidate:
        """The best move."""
        return self.candidates[0]

    @property
    def value(self) -> Value:
        """The value of the position: that of its best move."""
        return self.best.value

    def to_json(self) -> str:
        """The analysis as JSON; `Analysis.from_json` reads it back."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Analysis:
        """The analysis that was written by `to_json`."""
        return msgspec.json.decode(text, type=cls)


def analyse(
    position: AnyPosition,
    limits: Limits = DEFAULT,
    lines: int = LINES,
    *,
    cancel: threading.Event | None = None,
) -> Analysis:
    """The candidate moves of a position with the values of all players.

    `limits.nodes` counts the nodes of all searches of the result. A time limit ends with the last
    result that was complete.
    """
    last = deque(stream(position, limits, lines, cancel=cancel), maxlen=1)
    if not last:
        raise Cancelled("analysis-cancelled")
    return last[0]


def stream(
    position: AnyPosition,
    limits: Limits = DEFAULT,
    lines: int = LINES,
    *,
    cancel: threading.Event | None = None,
) -> Iterator[Analysis]:
    """Results of growing effort, the last within the limits; `cancel` ends it at any time.

    The first is found whatever the time, and what was not finished is not reported: all candidates
    of a result have had the same effort.
    """
    _check(position, limits, lines)
    most = limits.nodes or (MOST_NODES if limits.seconds is not None else DEFAULT.nodes or 0)
    evaluator = Evaluator(position, max(most, MIN_NODES))
    deadline = None if limits.seconds is None else monotonic() + limits.seconds
    nodes = min(FIRST_NODES, most)
    with Watch(evaluator, cancel) as watch, contextlib.suppress(Cancelled):
        while True:
            yield _analysis(evaluator, position, nodes, lines)
            watch.set_deadline(deadline)
            if nodes >= most or (deadline is not None and monotonic() >= deadline):
                return
            nodes = min(most, nodes * GROWTH)


def explain(
    position: AnyPosition, analysis: Analysis, *, cancel: threading.Event | None = None
) -> Analysis:
    """An analysis whose candidates say how their lines differ from the best one."""
    evaluator, rules = Evaluator(position, MIN_NODES), position.rules

    def next_action(states: States) -> int:
        return evaluator.evaluate(states, MIN_NODES).ranked[0].action

    def explained(candidate: Candidate) -> Candidate:
        lines = [[rules.as_move(move).index for move in one.line] for one in (candidate, best)]
        facts = compare(position, lines[0], lines[1], next_action)
        return msgspec.structs.replace(candidate, facts=facts)

    best, *others = analysis.candidates
    with Watch(evaluator, cancel):
        candidates = (best, *map(explained, others))
    return msgspec.structs.replace(analysis, candidates=candidates)


def _check(position: AnyPosition, limits: Limits, lines: int) -> None:
    if not 1 <= lines <= MAX_LINES:
        expected = Range(1, MAX_LINES)
        raise BadOption("out-of-range", option="lines", expected=expected, got=lines)
    # The memory of a tree grows with its nodes.
    most = MOST_ALPHABETA_NODES if uses_alphabeta(position) else MOST_NODES
    nodes = limits.nodes
    if nodes is not None and nodes > most:
        raise BadOption("out-of-range", option="nodes", expected=Range(1, most), got=nodes)
    if position.is_over:
        raise GameOver("game-over")
    if position.to_play is None:
        raise IllegalMove("deal-first")


def _analysis(evaluator: Evaluator, position: AnyPosition, nodes: int, lines: int) -> Analysis:
    """One result, with a share of the nodes for the choice and equal shares for the candidates."""
    states, moves = position.states, position.rules.moves
    player = int(states["to_play"][0])
    root = evaluator.evaluate(states, max(MIN_NODES, int(CHOICE * nodes)))
    actions = [ranked.action for ranked in root.ranked[:lines]]
    each = max(MIN_NODES, int((1 - CHOICE) * nodes) // len(actions))
    likely = position.is_last_round
    found = [
        search_move(evaluator, states, action, each, each if likely else UNLIKELY_PROOF_NODES)
        for action in actions
    ]
    values = [
        with_refill_errors(evaluator, evaluator.after(states, action), value)
        for action, value in zip(actions, equal_values(found), strict=True)
    ]
    candidates = [
        Candidate(str(moves[action]), value, tuple(str(moves[a]) for a in (action, *one.line)))
        for action, value, one in zip(actions, values, found, strict=True)
    ]
    candidates.sort(key=lambda one: preference(one.value, player), reverse=True)
    total = root.value.nodes + sum(one.value.nodes for one in found)
    return Analysis(str(position), player, tuple(candidates), len(position.legal_moves), total)


def with_refill_errors(evaluator: Evaluator, states: States, value: Value) -> Value:
    """A value with standard errors, if it is a mean over sampled refills of the supply."""
    if value.proven or states["phase"][0] != DEAL or not evaluator.is_refill(states):
        return value
    draws = sampled(states, REFILL_SAMPLES, REFILL_SEED)
    spread = sample_mean([evaluator.static_value(after) for after in draws])
    scale = sqrt(REFILL_SAMPLES / MAX_DRAWS)  # the search has seen fewer draws
    return with_errors(value, [scale * error for error in spread.errors])


def preference(value: Value, player: int) -> tuple[float, float]:
    """What a player prefers: a larger share of victory, then a larger lead."""
    return value.shares[player], value.leads[player]


def search_move(
    evaluator: Evaluator, states: States, action: int, nodes: int, proof_nodes: int
) -> Found:
    """Search the position after a move; a proof replaces the estimate."""
    child = evaluator.after(states, action)
    found = evaluator.evaluate(child, nodes)
    proven = evaluator.prover.prove(child, proof_nodes)
    evaluator.check()
    if proven is None:
        return found
    leads = proven.leads or found.value.leads
    value = msgspec.structs.replace(
        proven, leads=leads, nodes=proven.nodes + found.value.nodes, depth=found.value.depth
    )
    return Found(value, found.line, found.ranked, found.player)
