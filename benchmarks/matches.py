"""Matches with compact logs: a few numbers a game, so that logs can stay in the repository.

A log has matches of one configuration. A line with contestants, seed and version begins (or
continues) a match, the lines below it are its games: number, points by seat, seats that won, and
the luck by seat where it was measured. Games are only ever appended; an incomplete last line is
dropped. Seats and tiles follow from the number and the seed, so any game can be played again.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

from azulejos.arena import Match, Result
from azulejos.arena.runner import GameResult, MoveTimes, play_game
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.parallel import executor
from azulejos.search.nnue.registry import FOLDER as NETWORKS
from azulejos.version import __version__

RESULTS = Path(__file__).parent / "results"
SOURCES = Path(__file__).parents[1] / "src" / "azulejos"
#: What decides how a bot plays, apart from its network.
PLAYING = ("bots", "engine", "search")
CONFIGURATIONS = [
    (game, board, players) for game in GAME_NAMES for board in BOARDS for players in (2, 3, 4)
]

Key: TypeAlias = tuple[tuple[str, ...], int, str]  # contestants, seed, version
Line: TypeAlias = list[object]


def name_of(game: str, board: str, players: int) -> str:
    """The name of a configuration."""
    return f"{game}-{board}-{players}"


@cache
def version_of(configuration: str, folders: tuple[str, ...] = PLAYING) -> str:
    """The version of the package, and a hash of the bots' sources and of the network they use."""
    digest = hashlib.sha256()
    for folder in folders:
        for source in sorted((SOURCES / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    network = NETWORKS / f"{configuration}.npz"
    digest.update(network.read_bytes() if network.exists() else b"")
    return f"{__version__} {digest.hexdigest()[:8]}"


def line_of(game: GameResult) -> Line:
    """A game as a line of the log."""
    if game.forfeit is not None:
        raise ValueError(f"expected no forfeit, got {game.forfeit.reason}")
    line: Line = [game.number, list(game.scores), list(game.winners)]
    return line if game.luck is None else [*line, list(game.luck)]


def game_of(line: Line, match: Match) -> GameResult:
    """The game of a line, without its record and times."""
    number, scores, winners, *luck = json.loads(json.dumps(line))
    scheduled = match.schedule.game(number)
    return GameResult(
        number=number,
        deal=scheduled.deal,
        seats=scheduled.seats,
        scores=tuple(scores),
        winners=tuple(winners),
        end_reason="",
        move_times=(MoveTimes(),) * match.players,
        forfeit=None,
        record="",
        luck=tuple(luck[0]) if luck else None,
    )


class CompactLog:
    """The log of the matches of one configuration."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: dict[Key, dict[int, Line]] = defaultdict(dict)
        self._last: Key | None = None
        self._is_whole = False  # whether an incomplete last line was removed
        if path.exists():
            self._read(path.read_text(encoding="utf-8"))

    def _read(self, text: str) -> None:
        for line in text[: text.rfind("\n") + 1].splitlines():
            data = json.loads(line)
            if isinstance(data, dict):
                self._last = tuple(data["match"]), data["seed"], data["version"]
            elif self._last is not None:
                self._lines[self._last][data[0]] = data

    def versions(self, match: Match) -> dict[str, int]:
        """The versions of which there are games of a match, and how many; the latest last."""
        return {
            version: len(lines)
            for (contestants, seed, version), lines in self._lines.items()
            if (contestants, seed) == (match.contestants, match.seed)
        }

    def games(self, match: Match, version: str) -> list[GameResult]:
        """The games of a match that one version of the bots has played."""
        lines = self._lines.get((match.contestants, match.seed, version), {})
        return [game_of(lines[number], match) for number in sorted(lines)]

    def add(self, match: Match, version: str, game: GameResult) -> None:
        """Append a game."""
        key, line = (match.contestants, match.seed, version), line_of(game)
        text = json.dumps(line, separators=(",", ":")) + "\n"
        if key != self._last:
            header = {"match": match.contestants, "seed": match.seed, "version": version}
            text = json.dumps(header) + "\n" + text
        self._append(text)
        self._last = key
        self._lines[key][game.number] = line

    def _append(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            if not self._is_whole:
                file.truncate(self.path.read_bytes().rfind(b"\n") + 1)
                self._is_whole = True
            file.write(text.encode())


def play(
    match: Match,
    log: CompactLog,
    version: str,
    processes: int = 1,
    listener: Callable[[Match, int], bool] = lambda _match, _games: True,
) -> None:
    """Play the games of a match that the log has not.

    The listener hears the number of games after each; it returns whether to go on.
    """
    done = {game.number for game in log.games(match, version)}
    missing = (match.schedule.game(n) for n in range(match.planned) if n not in done)
    with closing(executor(processes).run(partial(play_game, match.spec), missing)) as games:
        if not listener(match, len(done)):
            return
        for game in games:
            log.add(match, version, game)
            done.add(game.number)
            if not listener(match, len(done)):
                return


def result_of(match: Match, games: Iterable[GameResult]) -> Result:
    """The result of the whole rounds among some games: every deal from all seats, or not at all."""
    by_deal: dict[tuple[int, tuple[int, ...]], list[GameResult]] = defaultdict(list)
    for game in games:
        by_deal[game.deal, tuple(sorted(game.seats))].append(game)
    return match.result(
        game for own in by_deal.values() if len(own) == match.players for game in own
    )
