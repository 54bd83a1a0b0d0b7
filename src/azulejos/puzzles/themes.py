"""Themes: what a puzzle is about, from comparing the line of its solution with the next best.

Every theme is a fact of the rules and of these two lines, followed to the next draw; none is an
opinion. docs/puzzles.md has the list.
"""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.analysis.candidates import MIN_NODES
from azulejos.analysis.evaluator import Evaluator
from azulejos.analysis.facts import LineFacts, line_facts
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.events import new_log
from azulejos.engine.state import States
from azulejos.puzzles.definition import Finding
from azulejos.puzzles.games import PUZZLE_GAMES
from azulejos.puzzles.model import THEMES

#: Points by which the others' gains or penalties differ between the lines.
POINTS_OF_OTHERS = 3
#: Own points that the solution brings, or own penalties that it saves.
OWN_POINTS = 3
#: Spaces that a column, colour, star or number lacks at most at the end of the line.
LACKING = 1


def themes_of(evaluator: Evaluator, position: AnyPosition, found: Finding) -> tuple[str, ...]:
    """The themes of a puzzle, in the order of `THEMES`."""

    def next_action(states: States) -> int:
        return evaluator.evaluate(states, MIN_NODES).ranked[0].action

    best = line_facts(position, found.line, next_action)
    second = line_facts(position, found.second_line, next_action)
    player = int(position.states["to_play"][0])
    themes = {
        *_move_themes(position, found),
        *_end_themes(best, second),
        *_others_themes(player, best, second),
        *_own_themes(player, best, second),
    }
    return tuple(theme for theme in THEMES if theme in themes)


def _move_themes(position: AnyPosition, found: Finding) -> Iterator[str]:
    """From the move itself, and from the reply to the next best one."""
    rules, game = position.rules, PUZZLE_GAMES[position.rules.name]
    move, log = rules.moves[found.action], new_log()
    unchecked.apply(position.states, found.action, log)
    yield from game.move_themes(position, move, rules.read_events(log))
    taken = game.taken(move)
    other = rules.moves[found.second_line[0]]
    if taken is not None and taken != game.taken(other) and _reply_takes(position, found, taken):
        yield "block"


def _reply_takes(position: AnyPosition, found: Finding, taken: tuple[int, int]) -> bool:
    """Whether the next player, after the next best move, takes what the solution takes."""
    if len(found.second_line) < 2:
        return False
    states = position.states
    unchecked.apply(states, found.second_line[0], None)
    if states["to_play"][0] == position.states["to_play"][0]:
        return False
    reply = position.rules.moves[found.second_line[1]]
    return PUZZLE_GAMES[position.rules.name].taken(reply) == taken


def _end_themes(best: LineFacts, second: LineFacts) -> Iterator[str]:
    """Whether the game ends: known only of lines that were followed to the end of the round."""
    if None in (best.ends, second.ends):
        return
    if best.ends and not second.ends:
        yield "end"
    if second.ends and not best.ends:
        yield "prevent-end"


def _others_themes(player: int, best: LineFacts, second: LineFacts) -> Iterator[str]:
    """What the others lose by the solution."""
    if not (best.is_whole and second.is_whole):
        return
    others = [seat for seat in range(len(best.points)) if seat != player]
    if any(best.penalties[s] >= second.penalties[s] + POINTS_OF_OTHERS for s in others):
        yield "poison"
    if any(best.points[s] <= second.points[s] - POINTS_OF_OTHERS for s in others):
        yield "starve"


def _own_themes(player: int, best: LineFacts, second: LineFacts) -> Iterator[str]:
    """What the player gains by the solution."""
    if not (best.is_whole and second.is_whole):
        return
    if best.penalties[player] <= second.penalties[player] - OWN_POINTS:
        yield "floor"
    if best.points[player] >= second.points[player] + OWN_POINTS:
        yield "points"
    for ours, theirs in zip(best.progress, second.progress, strict=True):
        if ours.filled > theirs.filled and ours.filled >= ours.size - LACKING:
            yield ours.kind
