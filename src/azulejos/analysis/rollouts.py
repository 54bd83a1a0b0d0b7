"""Rollouts: candidate moves played to the end by a fixed level, with common deals.

Game number n of every candidate draws its tiles by the same numbers. The luck of its draws, by the
network's estimate against other draws, is subtracted: its mean is 0, so that the result stays
unbiased with a smaller variance (control variate). Rollouts end when the interval of the difference
between the best two excludes 0. The interval is a confidence sequence: it may be looked at after
every game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import log, sqrt

import msgspec

from azulejos.analysis.candidates import FIRST_NODES, analyse
from azulejos.analysis.chance import sampled
from azulejos.analysis.evaluator import Evaluator
from azulejos.bots import bot
from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine import AnyMove, AnyPosition, find_game, unchecked
from azulejos.engine.errors import BadOption, GameOver, IllegalMove, UnknownName
from azulejos.engine.parameters import Range
from azulejos.engine.rng import bits_at
from azulejos.engine.state import DEAL, OVER, States, copy_of
from azulejos.parallel import executor
from azulejos.search.limits import Limits

#: Candidates if no moves are given.
CANDIDATES = 3
#: Draws that the luck of a draw is compared with.
LUCK_SAMPLES = 24
#: Games of every move before the first look, and at most by default; each look has half as many
#: games again as the one before.
FIRST_LOOK, GAMES = 20, 400
MAX_GAMES = 100_000
#: Error probability of the interval, and the number of games for which it is narrowest.
ALPHA, NARROWEST = 0.05, 200
#: Nodes of a level without a limit of its own.
LEVEL_NODES = 2_000


class RolledMove(msgspec.Struct, frozen=True):
    """A move, and the mover's mean share of victory in its games."""

    move: str
    share: float  # luck-corrected
    error: float  # standard error
    raw_share: float  # without the correction


class Rollout(msgspec.Struct, frozen=True):
    """The result of a rollout, best move first."""

    player: int
    level: str
    games: int  # of each move
    moves: tuple[RolledMove, ...]
    difference: float  # of victory share between the best two
    interval: float  # half of the width of its interval
    decided: bool  # whether the interval excludes 0


@dataclass(frozen=True, slots=True)
class _Task:
    """One game of one candidate."""

    position: str
    action: int
    level: str
    number: int
    seed: int


def rollout(
    position: AnyPosition,
    moves: Iterable[AnyMove | str] | None = None,
    *,
    level: str = "strong",
    games: int = GAMES,
    seed: int = 0,
    processes: int = 1,
    ray: str | None = None,
) -> Rollout:
    """Play some moves to the end until the best is decided, `games` times each at most.

    Without `moves`, the best three by search. `processes` or the address of a Ray cluster share
    the work.
    """
    actions = _actions(position, moves)
    _check(level, games)
    player = position.to_play
    assert player is not None
    work = partial(_play, player=player)
    shares: dict[int, list[float]] = {action: [] for action in actions}
    raw: dict[int, list[float]] = {action: [] for action in actions}
    pool, done = executor(processes, ray), 0
    while True:
        until = min(games, max(FIRST_LOOK, done * 3 // 2))
        numbers = range(done, until)
        tasks = [_Task(str(position), a, level, n, seed) for n in numbers for a in actions]
        results = {(a, n): pair for a, n, *pair in pool.run(work, tasks)}
        for number in numbers:
            for action in actions:
                corrected, plain = results[action, number]
                shares[action].append(corrected)
                raw[action].append(plain)
        done = until
        result = _result(position, player, level, shares, raw)
        if result.decided or done >= games or len(actions) == 1:
            return result


def _actions(position: AnyPosition, moves: Iterable[AnyMove | str] | None) -> list[int]:
    """The candidates, each once."""
    if position.is_over:
        raise GameOver("game-over")
    if position.to_play is None:
        raise IllegalMove("deal-first")
    if moves is None:
        found = analyse(position, Limits(nodes=FIRST_NODES), CANDIDATES).candidates
        moves = [candidate.move for candidate in found]
    actions = [position.rules.as_move(move).index for move in moves]
    for action in actions:
        if not unchecked.is_legal(position.states, action):
            raise position.rules.why_illegal(position.states, position.rules.moves[action])
    if not actions:
        expected = Range(1, len(position.legal_moves))
        raise BadOption("out-of-range", option="moves", expected=expected, got=0)
    return list(dict.fromkeys(actions))


def _check(level: str, games: int) -> None:
    if level not in LEVEL_NAMES:
        raise UnknownName("unknown-bot", known=", ".join(LEVEL_NAMES), name=level)
    if not 1 <= games <= MAX_GAMES:
        expected = Range(1, MAX_GAMES)
        raise BadOption("out-of-range", option="games", expected=expected, got=games)


# One game


def _play(task: _Task, player: int) -> tuple[int, int, float, float]:
    """Play one game; the action, the number, and the luck-corrected and plain share."""
    rules = find_game(task.position.split()[0])
    position = rules.read_position(task.position)
    evaluator = Evaluator(position, 1)
    bots = [
        bot(task.level, seed=_number(task, f"bot {seat}")) for seat in range(len(position.scores))
    ]
    states, drawn, luck = position.states, 0, 0.0
    unchecked.apply(states, task.action, None)
    while states["phase"][0] != OVER:
        if states["phase"][0] == DEAL:
            before = copy_of(states)
            drawn = _deal(states, _number(task, "deals"), drawn)
            luck += _luck(evaluator, before, states, player, _number(task, f"luck {drawn}"))
        else:
            now = rules.position(states)
            chooser = bots[int(states["to_play"][0])]
            move = chooser.choose(now, nodes=LEVEL_NODES).move
            unchecked.apply(states, move.index, None)
    share = evaluator.static_value(states).shares[player]
    return task.action, task.number, share - luck, share


def _number(task: _Task, purpose: str) -> int:
    """A random number of a game; the same for all candidates."""
    text = f"{task.seed} {task.number} {purpose}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest())


def _deal(states: States, seed: int, drawn: int) -> int:
    """Draw what is due; draw number n depends on the seed and n. Returns the draws so far."""
    while states["phase"][0] == DEAL:
        unchecked.deal_tile(states, unchecked.draw(states, bits_at(seed, drawn)), None)
        drawn += 1
    return drawn


def _luck(evaluator: Evaluator, before: States, after: States, player: int, seed: int) -> float:
    """The luck of a draw by the network's estimates."""
    others = [
        evaluator.static_value(other).shares[player]
        for other in sampled(before, LUCK_SAMPLES, str(seed).encode())
    ]
    return evaluator.static_value(after).shares[player] - sum(others) / len(others)


# Statistics


def _result(
    position: AnyPosition,
    player: int,
    level: str,
    shares: dict[int, list[float]],
    raw: dict[int, list[float]],
) -> Rollout:
    order = sorted(shares, key=lambda action: -mean(shares[action]))
    moves = [
        RolledMove(
            str(position.rules.moves[action]),
            mean(shares[action]),
            sqrt(variance(shares[action]) / len(shares[action])),
            mean(raw[action]),
        )
        for action in order
    ]
    difference = interval = 0.0
    if len(order) > 1:
        pairs = zip(shares[order[0]], shares[order[1]], strict=True)
        differences = [one - other for one, other in pairs]
        difference, interval = mean(differences), half_width(differences)
    games = len(shares[order[0]])
    decided = len(order) > 1 and difference > interval
    return Rollout(player, level, games, tuple(moves), difference, interval, decided)


def mean(numbers: Sequence[float]) -> float:
    """The mean."""
    return sum(numbers) / len(numbers)


def variance(numbers: Sequence[float]) -> float:
    """The sample variance; 0 of a single number."""
    centre = mean(numbers)
    return sum((number - centre) ** 2 for number in numbers) / max(1, len(numbers) - 1)


def half_width(numbers: Sequence[float], alpha: float = ALPHA) -> float:
    """Half of the width of a confidence sequence for the mean (normal mixture, asymptotic).

    It holds for all numbers of games at once, with probability 1 - alpha.
    """
    count = len(numbers)
    tuning = -2 * log(alpha) + log(-2 * log(alpha)) + 1
    rho2 = tuning / NARROWEST
    inside = 2 * (count * rho2 + 1) / (count**2 * rho2) * log(sqrt(count * rho2 + 1) / alpha)
    # A variance of 0 after few games does not prove that there is none.
    spread = max(variance(numbers), 1 / count**2)
    return sqrt(spread * inside)
