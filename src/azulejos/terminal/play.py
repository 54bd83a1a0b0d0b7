"""A game typed in a terminal: one person against bots.

Nothing is lost: a game that is left is kept, and `azulejos play --resume` goes on with it.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from azulejos.bots import ALL_BOTS, STRONGEST, Bot, Choice, bot
from azulejos.engine.errors import AzulejosError, HistoryError
from azulejos.engine.position import AnyPosition
from azulejos.game import Game
from azulejos.render.text import screen

#: How the person at the keyboard is called in the record.
PERSON = "you"
#: Seconds that a bot may think, and that a hint may take.
THINKING, ADVICE = 1.0, 0.5
#: What is searched instead of a second, where everything has to be repeatable.
NODES_A_SECOND = 100_000

COMMANDS = """\
[bold]?[/] this help · [bold]moves[/] all legal moves · [bold]hint[/] what the best bot would do
[bold]undo[/] take your last move back · [bold]board[/] draw the table again
[bold]save FILE[/] write the record · [bold]quit[/] leave; `azulejos play --resume` goes on later"""


def kept_game() -> Path:
    """Where a game that was left is kept."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "azulejos" / "last-game.txt"


def new_game(game: Game, bots: list[str]) -> Game:
    """Write who sits where into the headers: the person first, then the bots."""
    for seat, name in enumerate([PERSON, *bots], start=1):
        game.headers[f"Player {seat}"] = name
    return game


def choice_of(player: Bot, position: AnyPosition, seconds: float, seed: int | None) -> Choice:
    """What a bot plays, in about so many seconds; with a seed it is the same every time."""
    if seed is None:
        return player.choose(position, seconds=seconds)
    return player.choose(position, nodes=int(seconds * NODES_A_SECOND))


class Leave(Exception):
    """The person wants to leave."""


class Table:
    """A game, the bots at it, and the terminal it is played in."""

    def __init__(
        self, game: Game, console: Console, seed: int | None = None, *, resumed: bool = False
    ) -> None:
        self.game = game
        self.console = console
        self.resumed = resumed
        self.seed = seed
        self.adviser = bot(STRONGEST, seed)
        self.names = screen.seat_names(game)
        self.bots: dict[int, Bot] = {
            seat: bot(name, None if seed is None else seed + seat)
            for seat, name in enumerate(screen.header_names(game))
            if name in ALL_BOTS
        }

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, _leave_at_signal)
        try:
            self._show()
            while not self.game.is_over:
                if self.game.to_play in self.bots:
                    self._bot_moves(self.bots[self.game.to_play])
                else:
                    self._ask()
            self.console.print(screen.result(self.game, self.names))
            if self.resumed:
                kept_game().unlink(missing_ok=True)
        except (Leave, EOFError, KeyboardInterrupt):
            self._keep()

    def _show(self) -> None:
        self.console.print()
        self.console.print(screen.draw(self.game.position, self.names))

    def _bot_moves(self, player: Bot) -> None:
        choice = choice_of(player, self.game.position, THINKING, self.seed)
        self._play(str(choice.move))

    def _play(self, text: str) -> None:
        before = self.game.round
        events = self.game.play(text)
        for sentence in screen.tell(self.game.name, events, self.names):
            self.console.print(f"  {sentence}", style="dim", highlight=False, markup=False)
        if self.game.to_play not in self.bots or self.game.round != before:
            self._show()

    def _ask(self) -> None:
        answer = self.console.input("your move ([bold]?[/] for help): ").strip()
        word, _, argument = answer.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help,
            "moves": self._list_moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": self._show,
            "save": lambda: self._save(argument.strip()),
            "quit": self._leave,
            "exit": self._leave,
            "": self._help,
        }
        try:
            commands.get(word.lower(), lambda: self._play(answer))()
        except AzulejosError as error:
            self.console.print(f"  {error}", style="red", markup=False, highlight=False)

    def _help(self) -> None:
        self.console.print(screen.help_for(self.game.name), highlight=False)
        self.console.print(COMMANDS, highlight=False)

    def _list_moves(self) -> None:
        moves = screen.moves_with_previews(self.game.position)
        self.console.print("  ".join(moves), highlight=False)

    def _hint(self) -> None:
        choice = choice_of(self.adviser, self.game.position, ADVICE, self.seed)
        outlook = "" if choice.value is None else f" (expected lead: {choice.value:+.1f} points)"
        advice = f"  {self.adviser.name} would play [bold]{choice.move}[/]{outlook}"
        self.console.print(advice, highlight=False)

    def _undo(self) -> None:
        """Take back the person's last move and everything the bots did after it."""
        mine = [ply for ply, seat in enumerate(self._movers(), start=1) if seat not in self.bots]
        if not mine:
            raise HistoryError("nothing-to-undo")
        while self.game.ply >= mine[-1]:
            self.game.undo()
        self._show()

    def _movers(self) -> list[int | None]:
        """Who played each move."""
        return [self.game.position_at(ply).to_play for ply in range(self.game.ply)]

    def _save(self, name: str) -> None:
        path = Path(name or f"{self.game.name}.txt")
        try:
            path = path.expanduser()
            path.write_text(self.game.to_text(), encoding="utf-8")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.console.print(f"  cannot write {path}: {reason}", style="red", markup=False)
        else:
            self.console.print(f"  saved to {path}", highlight=False, markup=False)

    def _leave(self) -> None:
        raise Leave

    def _keep(self) -> None:
        path = kept_game()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.game.to_text(), encoding="utf-8")
        except OSError as error:
            self.console.print(f"\ncannot keep your game in {path}: {error.strerror}", markup=False)
            self.console.print(self.game.to_text(), markup=False, highlight=False)
            return
        with contextlib.suppress(OSError):  # the terminal may be gone
            self.console.print("\nYour game is kept: `azulejos play --resume` goes on with it.")


def _leave_at_signal(*_: object) -> None:
    """The terminal was closed."""
    raise Leave
