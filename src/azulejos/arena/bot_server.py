"""Bot server: answers the arena's line protocol with one of our bots, for external programs.

`bot_process` is the other side of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait

from azulejos.arena.bot_process import GREETING, READY
from azulejos.arena.contestants import parse_limits
from azulejos.arena.errors import CommandError
from azulejos.bots import Choice, bot
from azulejos.engine import AnyPosition, find_game
from azulejos.engine.errors import AzulejosError
from azulejos.game import Game
from azulejos.precompile import precompile

COMMANDS = (GREETING, "newgame", "position", "go", "quit")
#: Seconds between `info` lines during compilation.
KEEPALIVE_SECONDS = 5.0


class BotServer:
    """Answers the lines of one client."""

    def __init__(self, name: str, seed: int | None = None, threads: int = 1) -> None:
        self._name, self._seed, self._threads = name, seed, threads
        self._bot = bot(name, seed, threads)
        self._position: AnyPosition | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """The answers to some lines, up to `quit`."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            try:
                yield from self._answer(word, rest.strip())
            except AzulejosError as error:
                yield f"error {error}"

    def _answer(self, word: str, rest: str) -> Iterator[str]:
        match word:
            case "":
                return
            case "azulejos":
                yield f"name {self._name}"
                yield from precompile_with_keepalive()
                yield READY
            case "newgame":
                self._new_game(rest.split())
            case "position":
                self._position = find_game(rest.split(" ")[0]).read_position(rest)
            case "go":
                choice = self._choose(rest.split())
                yield from (f"info {info_words(choice)}", f"bestmove {choice.move}")
            case _:
                raise CommandError("unknown-command", known=", ".join(COMMANDS), got=word)

    def _new_game(self, words: list[str]) -> None:
        if len(words) != 3 or not words[2].isdecimal():
            raise CommandError("malformed-newgame", got=" ".join(words))
        game = Game(words[0], board=words[1], players=int(words[2]), seed=0)
        # Another instance searches once, so that everything is loaded before the clock runs.
        bot(self._name, seed=0).choose(game.position, nodes=1, depth=1)
        self._bot = bot(self._name, self._seed, self._threads)

    def _choose(self, words: list[str]) -> Choice:
        if self._position is None:
            raise CommandError("position-first", got=" ".join(words))
        if len(words) % 2:
            raise CommandError("malformed-go", got=" ".join(words))
        limits = parse_limits(zip(words[::2], words[1::2], strict=True))
        return self._bot.choose(
            self._position, seconds=limits.seconds, nodes=limits.nodes, depth=limits.depth
        )


def precompile_with_keepalive() -> Iterator[str]:
    """Compile everything before it is timed; yields `info` lines that extend the deadline."""
    with ThreadPoolExecutor(1) as pool:
        compiling = pool.submit(precompile)
        while wait([compiling], KEEPALIVE_SECONDS).not_done:
            yield "info compiling for this machine, once"
        compiling.result()


def info_words(choice: Choice) -> str:
    """Evaluation, nodes and principal variation of a choice, as words of an `info` line."""
    known = {"value": choice.value, "winning": choice.victory_share}
    numbers = [f"{name} {value:.3f}" for name, value in known.items() if value is not None]
    line = " ".join(map(str, choice.principal_variation or (choice.move,)))
    return " ".join([*numbers, f"nodes {choice.nodes}", f"line {line}"])
