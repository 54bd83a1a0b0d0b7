"""Whoever sits at a table: a bot of ours, or somebody's program."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from azulejos.arena.bot_process import Misbehaved, Program
from azulejos.arena.contestants import Contestant
from azulejos.arena.errors import ArenaError
from azulejos.bots import Bot, Limits
from azulejos.engine.errors import AzulejosError
from azulejos.engine.position import AnyPosition


class Player(Protocol):
    """Whoever sits at a table."""

    def sit_down(self, position: AnyPosition) -> None:
        """A game begins; raises Misbehaved if it cannot."""

    def choose(self, position: AnyPosition) -> Any:
        """A move, as an object or as text; raises Misbehaved for what is none."""

    def leave(self) -> None:
        """The game is over."""


@dataclass(frozen=True)
class BotPlayer:
    """A bot of ours within its limits."""

    bot: Bot
    limits: Limits

    def sit_down(self, position: AnyPosition) -> None:
        """Nothing is to be done."""

    def choose(self, position: AnyPosition) -> Any:
        """The bot's move."""
        limits = self.limits
        choice = self.bot.choose(
            position, seconds=limits.seconds, nodes=limits.nodes, depth=limits.depth
        )
        return choice.move

    def leave(self) -> None:
        """Nothing is left of it."""


#: Programs that wait for their next game in this process, by command: starting may take long.
_waiting: dict[tuple[str, ...], list[Program]] = {}


class ProgramPlayer:
    """Somebody's program: one that is waiting, or else started. Who misbehaves is sent away."""

    def __init__(self, contestant: Contestant, patience: float) -> None:
        self._contestant, self._patience = contestant, patience
        self._program: Program | None = None

    def sit_down(self, position: AnyPosition) -> None:
        """Tell the program that a game begins."""
        waiting = _waiting.get(self._contestant.command)
        program = waiting.pop() if waiting else Program(self._contestant.command, self._patience)
        self._program = program
        with self._no_mercy():
            program.new_game(position)

    def choose(self, position: AnyPosition) -> Any:
        """The program's move, if it is one."""
        assert self._program
        with self._no_mercy():
            move = self._program.choose(position, self._contestant.limits)
            _check(position, move)
        return move

    @contextmanager
    def _no_mercy(self) -> Iterator[None]:
        try:
            yield
        except Misbehaved:
            assert self._program
            self._program.close()
            self._program = None
            raise

    def leave(self) -> None:
        """Let the program wait for its next game."""
        if self._program is not None:
            _waiting.setdefault(self._contestant.command, []).append(self._program)


def _check(position: AnyPosition, move: str) -> None:
    try:
        legal = position.rules.as_move(move) in position.legal_moves
    except AzulejosError as error:
        raise Misbehaved("nonsense", str(error)) from error
    if not legal:
        raise Misbehaved("illegal", f"{move} is not legal now")


def greet(contestant: Contestant, patience: float) -> None:
    """Start a program, which then waits for its first game; refuse one that does not answer."""
    try:
        program = Program(contestant.command, patience)
    except Misbehaved as error:
        name, reason = contestant.name, str(error)
        raise ArenaError("unresponsive-program", option=name, got=reason) from error
    _waiting.setdefault(contestant.command, []).append(program)


@atexit.register  # for processes that were started to play
def dismiss_programs() -> None:
    """End all programs that this process keeps waiting."""
    while _waiting:
        for program in _waiting.popitem()[1]:
            program.close()
