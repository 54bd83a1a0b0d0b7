"""Puzzles of one game between bots: the unit of work of `azulejos puzzles make`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from time import process_time

import msgspec
import numpy as np

from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.games import find_game
from azulejos.engine.state import DEAL, OVER
from azulejos.game import Game
from azulejos.puzzles.definition import (
    EFFORTS,
    MAX_OWN_MOVES,
    Examiner,
    Finding,
    greedy_misses,
)
from azulejos.puzzles.levels import level_solves, seeded_bot
from azulejos.puzzles.model import Puzzle, canonical, name_of
from azulejos.puzzles.themes import themes_of

#: The levels of the players, weighted: a game of unequal players is decided too early.
PLAYERS = ("beginner", "casual", "casual", "strong", "strong", "expert")
assert set(PLAYERS) < set(LEVEL_NAMES)
#: Nodes of a move in the games, where a level has no smaller limit of its own.
GAME_NODES = 2_000


class Task(msgspec.Struct, frozen=True):
    """One game to look for puzzles in."""

    game: str
    board: str
    players: int
    seed: int
    number: int


class Yield(msgspec.Struct, frozen=True):
    """What one game brought: puzzles without ratings, and the CPU seconds that it took."""

    task: Task
    puzzles: tuple[Puzzle, ...]
    seconds: float


@cache
def examiner_of(game: str, board: str, players: int) -> Examiner:
    """The examiner of this process for a configuration."""
    return Examiner(Game(game, board=board, players=players, seed=0).position)


def search_game(task: Task) -> Yield:
    """Play a game and return its puzzles: the same wherever and whenever it is played."""
    start = process_time()
    examiner = examiner_of(task.game, task.board, task.players)
    key = [task.seed, *task.game.encode(), *task.board.encode(), task.players, task.number]
    words = np.random.SeedSequence(key).generate_state(2 + task.players, np.uint64)
    seed, choice, *bot_seeds = map(int, words)
    levels = [PLAYERS[choice // 8**seat % 8 % len(PLAYERS)] for seat in range(task.players)]
    game = Game(task.game, board=task.board, players=task.players, seed=seed)
    puzzles: list[Puzzle] = []
    known = set[tuple[int, int, str]]()
    inside = set[str]()  # later positions of these puzzles
    while not game.is_over:
        position, seat = game.position, game.to_play
        assert seat is not None
        is_inside = canonical(one_line(position)) in inside
        puzzle = None if is_inside else puzzle_at(examiner, position)
        if puzzle is not None:
            similar = (position.round, seat, puzzle.solution[0])
            if similar not in known:
                puzzles.append(puzzle)
                inside.update(later_positions(puzzle))
            known.add(similar)
        player = seeded_bot(levels[seat], bot_seeds[seat] + game.ply)
        game.play(player.choose(position, nodes=GAME_NODES).move)
    return Yield(task, tuple(puzzles), round(process_time() - start, 3))


def puzzle_at(examiner: Examiner, position: AnyPosition) -> Puzzle | None:
    """The puzzle at a position, without a rating, if it is one."""
    if not examiner.is_candidate(position):
        return None
    found = examiner.puzzle_move(position)
    return None if found is None else make_puzzle(examiner, position, found)


def make_puzzle(examiner: Examiner, position: AnyPosition, found: tuple[Finding, ...]) -> Puzzle:
    """The puzzle of a position whose unique move was found at both efforts."""
    actions = solution_of(examiner, position, found[-1])
    text = one_line(position)
    first, last = found
    name, decisions = name_of(text), own_decisions(position, actions)
    return Puzzle(
        id=name,
        game=position.rules.name,
        board=position.board,
        players=len(position.scores),
        position=text,
        solution=tuple(str(position.rules.moves[action]) for action in actions),
        themes=themes_of(examiner.evaluator, position, last),
        shares=(round(first.share, 3), round(last.share, 3)),
        gaps=(round(first.gap, 3), round(last.gap, 3)),
        own_moves=len(decisions),
        misses=greedy_misses(position, last.action),
        solves=level_solves(decisions, seed=int.from_bytes(name.encode())),
    )


def solution_of(examiner: Examiner, position: AnyPosition, found: Finding) -> list[int]:
    """The moves of a solution: own moves while they are unique, and the best replies."""
    player = int(position.states["to_play"][0])
    actions, own = [found.action], 1
    states = examiner.evaluator.after(position.states, found.action)
    replies: list[int] = []
    while states["phase"][0] not in (DEAL, OVER) and own < MAX_OWN_MOVES:
        if states["to_play"][0] == player:
            unique = examiner.unique_move(position.rules.position(states))
            if unique is None:
                break
            actions += [*replies, unique[-1].action]
            replies, own, action = [], own + 1, unique[-1].action
        else:
            action = examiner.evaluator.evaluate(states, EFFORTS[-1]).ranked[0].action
            replies.append(action)
        states = examiner.evaluator.after(states, action)
    return actions


def own_decisions(position: AnyPosition, actions: list[int]) -> list[tuple[AnyPosition, int]]:
    """The positions of a solution in which the player who solves it moves, and the moves."""
    states, player = position.states, int(position.states["to_play"][0])
    decisions = []
    for action in actions:
        if states["to_play"][0] == player:
            decisions.append((position.rules.position(states), action))
        unchecked.apply(states, action, None)
    return decisions


def later_positions(puzzle: Puzzle) -> Iterator[str]:
    """The positions of a puzzle in which a further move is to be found: no puzzles of their own."""
    if puzzle.own_moves == 1:
        return
    position = find_game(puzzle.game).read_position(puzzle.position)
    for later, _ in own_decisions(position, legal_actions(position, puzzle.solution))[1:]:
        yield canonical(one_line(later))


def legal_actions(position: AnyPosition, moves: Iterable[str]) -> list[int]:
    """The actions of moves; raises IllegalMove if they cannot be played."""
    states, rules, actions = position.states, position.rules, []
    for text in moves:
        move = rules.as_move(text)
        rules.apply(states, move, None)
        actions.append(move.index)
    return actions


def one_line(position: AnyPosition) -> str:
    """The text of a position, on one line."""
    return "; ".join(str(position).splitlines())
