"""Solving a puzzle: moves are compared with the solution, replies are played by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from azulejos.analysis.candidates import MIN_NODES, UNLIKELY_PROOF_NODES, search_move
from azulejos.analysis.evaluator import Evaluator, equal_values
from azulejos.analysis.facts import Fact, compare
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.events import new_log
from azulejos.engine.games import find_game
from azulejos.engine.state import States
from azulejos.puzzles.definition import EFFORTS
from azulejos.puzzles.errors import PuzzleSolved
from azulejos.puzzles.model import Puzzle


@dataclass(frozen=True, slots=True)
class Answer:
    """What a move of an attempt led to."""

    correct: bool
    solved: bool
    replies: tuple[str, ...] = ()  # of the other players, up to the next own move


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move does not solve a puzzle: what it loses, and how its line differs."""

    loss: float  # share of victory
    best: str
    facts: tuple[Fact, ...]


class Attempt:
    """An attempt at a puzzle, from its position or after some moves of its solution."""

    def __init__(self, puzzle: Puzzle, played: Iterable[str] = ()) -> None:
        self.puzzle = puzzle
        self.rules = find_game(puzzle.game)
        start = self.rules.read_position(puzzle.position)
        self._states = start.states
        self.player = int(self._states["to_play"][0])
        self.done = 0  # moves of the solution that were played
        for move in played:
            self._step(move)

    @property
    def position(self) -> AnyPosition:
        """The position to move in."""
        return self.rules.position(self._states)

    @property
    def solved(self) -> bool:
        """Whether all moves were found."""
        return self.done == len(self.puzzle.solution)

    @property
    def expected(self) -> str:
        """The move of the solution."""
        if self.solved:
            raise PuzzleSolved("puzzle-solved")
        return self.puzzle.solution[self.done]

    def play(self, move: str) -> Answer:
        """Play a move; a wrong one changes nothing. Illegal moves raise IllegalMove."""
        expected = self.expected
        given = self.rules.as_move(move)
        self.rules.apply(self.position.states, given, new_log())
        if str(given) != expected:
            return Answer(correct=False, solved=False)
        self._step(expected)
        replies = []
        while not self.solved and self._states["to_play"][0] != self.player:
            replies.append(self.expected)
            self._step(self.expected)
        return Answer(correct=True, solved=self.solved, replies=tuple(replies))

    def _step(self, move: str) -> None:
        if str(self.rules.as_move(move)) != self.expected:
            raise ValueError("expected moves of the solution")
        unchecked.apply(self._states, self.rules.as_move(move).index, None)
        self.done += 1

    def explain(self, move: str) -> Explanation:
        """What a wrong move loses against the solution, both searched at the larger effort."""
        return explain(self.position, move, self.expected)


def explain(position: AnyPosition, move: str, best: str) -> Explanation:
    """What a move loses against the best one, and how their lines differ."""
    nodes, rules = EFFORTS[-1], position.rules
    evaluator = Evaluator(position, nodes)
    player = int(position.states["to_play"][0])
    actions = [rules.as_move(best).index, rules.as_move(move).index]
    proof_nodes = nodes if position.is_last_round else UNLIKELY_PROOF_NODES
    found = [
        search_move(evaluator, position.states, action, nodes, proof_nodes) for action in actions
    ]
    good, bad = (value.shares[player] for value in equal_values(found))

    def next_action(states: States) -> int:
        return evaluator.evaluate(states, MIN_NODES).ranked[0].action

    lines = [(action, *one.line) for action, one in zip(actions, found, strict=True)]
    facts = compare(position, lines[1], lines[0], next_action)
    return Explanation(max(0.0, good - bad), best, facts)
