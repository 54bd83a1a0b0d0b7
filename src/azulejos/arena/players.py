"""Players of the arena: a bot in this process, or an external program."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from azulejos.arena.bot_process import BotProcess, ProtocolError
from azulejos.arena.contestants import NO_LIMITS, Contestant
from azulejos.arena.errors import ArenaError
from azulejos.bots import Bot, Limits
from azulejos.engine import AnyMove, AnyPosition
from azulejos.engine.errors import AzulejosError


class Player(Protocol):
    """Chooses the moves of one seat."""

    def start_game(self, position: AnyPosition) -> None:
        """Prepare for a new game; raises ProtocolError on failure."""

    def choose(self, position: AnyPosition) -> AnyMove | str:
        """The move to play; raises ProtocolError when there is no legal answer."""

    def end_game(self) -> None:
        """Release what the game needed."""


@dataclass(frozen=True)
class BotPlayer:
    """A bot of ours with search limits."""

    bot: Bot
    limits: Limits = NO_LIMITS

    def start_game(self, position: AnyPosition) -> None:
        """Nothing to prepare."""

    def choose(self, position: AnyPosition) -> AnyMove:
        """The bot's move."""
        limits = self.limits
        choice = self.bot.choose(
            position, seconds=limits.seconds, nodes=limits.nodes, depth=limits.depth
        )
        return choice.move

    def end_game(self) -> None:
        """Nothing to release."""


#: Idle programs of this process by command, kept for the next game: starting one may be slow.
_idle: dict[tuple[str, ...], list[BotProcess]] = {}


class ProcessPlayer:
    """An external program, reused from game to game; closed on a protocol error."""

    def __init__(self, contestant: Contestant, grace_period: float) -> None:
        self._contestant, self._grace_period = contestant, grace_period
        self._process: BotProcess | None = None

    def start_game(self, position: AnyPosition) -> None:
        """Announce a new game to an idle program, or start one."""
        command = self._contestant.command
        idle = _idle.get(command)
        process = idle.pop() if idle else BotProcess(command, self._grace_period)
        self._process = process
        with self._close_on_error():
            process.new_game(position)

    def choose(self, position: AnyPosition) -> str:
        """The program's move, checked to be legal."""
        assert self._process
        with self._close_on_error():
            move = self._process.choose(position, self._contestant.limits)
            _check_legal(position, move)
        return move

    @contextmanager
    def _close_on_error(self) -> Iterator[None]:
        try:
            yield
        except ProtocolError:
            assert self._process
            self._process.close()
            self._process = None
            raise

    def end_game(self) -> None:
        """Keep the program for its next game."""
        if self._process is not None:
            _idle.setdefault(self._contestant.command, []).append(self._process)


def _check_legal(position: AnyPosition, move: str) -> None:
    try:
        legal = position.rules.as_move(move) in position.legal_moves
    except AzulejosError as error:
        raise ProtocolError("malformed", str(error)) from error
    if not legal:
        raise ProtocolError("illegal", f"{move} is not legal now")


def start_program(contestant: Contestant, grace_period: float) -> None:
    """Start a program and keep it idle for its first game; ArenaError if it fails to."""
    try:
        process = BotProcess(contestant.command, grace_period)
    except ProtocolError as error:
        name, reason = contestant.name, str(error)
        raise ArenaError("unresponsive-program", option=name, got=reason) from error
    _idle.setdefault(contestant.command, []).append(process)


@atexit.register  # for worker processes
def close_idle_programs() -> None:
    """Close all idle programs of this process."""
    while _idle:
        for process in _idle.popitem()[1]:
            process.close()
