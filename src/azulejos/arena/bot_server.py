"""Our bots for other people's programs: the other side of `protocol`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait

from azulejos.arena.bot_process import GREETING, READY
from azulejos.arena.contestants import checked_limits, read_number
from azulejos.arena.errors import CommandError
from azulejos.bots import Choice, bot
from azulejos.engine import find_game
from azulejos.engine.errors import AzulejosError
from azulejos.engine.position import AnyPosition
from azulejos.game import Game
from azulejos.precompile import warm_up_once

COMMANDS = (GREETING, "newgame", "position", "go", "quit")
#: Seconds from one sign of life to the next while something is compiled.
SIGNS_EVERY = 5.0


class Speaker:
    """A bot that is spoken with in lines."""

    def __init__(self, name: str, seed: int | None = None, threads: int = 1) -> None:
        self._name, self._seed, self._threads = name, seed, threads
        self._bot = bot(name, seed, threads)
        self._position: AnyPosition | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        """What it says to lines, up to the one that ends it."""
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
                yield from signs_while_compiling()
                yield READY
            case "newgame":
                self._new_game(rest.split())
            case "position":
                self._position = find_game(rest.split(" ")[0]).read_position(rest)
            case "go":
                choice = self._choose(rest.split())
                yield from (f"info {told(choice)}", f"bestmove {choice.move}")
            case _:
                raise CommandError("unknown-command", known=", ".join(COMMANDS), got=word)

    def _new_game(self, words: list[str]) -> None:
        if len(words) != 3 or not words[2].isdecimal():
            raise CommandError("malformed-newgame", got=" ".join(words))
        game = Game(words[0], board=words[1], players=int(words[2]), seed=0)
        # Somebody else thinks once, so that all is loaded before anybody's time runs.
        bot(self._name, seed=0).choose(game.position, nodes=1, depth=1)
        self._bot = bot(self._name, self._seed, self._threads)

    def _choose(self, words: list[str]) -> Choice:
        if self._position is None:
            raise CommandError("position-first", got=" ".join(words))
        if len(words) % 2:
            raise CommandError("malformed-go", got=" ".join(words))
        given = zip(words[::2], words[1::2], strict=True)
        limits = checked_limits(**{name: read_number(name, value) for name, value in given})
        return self._bot.choose(
            self._position, seconds=limits.seconds, nodes=limits.nodes, depth=limits.depth
        )


def signs_while_compiling() -> Iterator[str]:
    """Have everything compiled before it is waited for; lines that ask for patience meanwhile."""
    with ThreadPoolExecutor(1) as aside:
        compiling = aside.submit(warm_up_once)
        while wait([compiling], SIGNS_EVERY).not_done:
            yield "info compiling for this machine, once"
        compiling.result()


def told(choice: Choice) -> str:
    """What a bot thinks of its move, as words."""
    known = {"value": choice.value, "winning": choice.winning}
    numbers = [f"{name} {value:.3f}" for name, value in known.items() if value is not None]
    line = " ".join(map(str, choice.line or (choice.move,)))
    return " ".join([*numbers, f"nodes {choice.nodes}", f"line {line}"])
