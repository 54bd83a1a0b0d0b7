"""The answer to `GET /api/preparation`: how far the games are compiled for this machine."""

from __future__ import annotations

import math

import msgspec

from azulejos.engine.names import GAME_NAMES
from azulejos.precompile import JOBS, Job, Precompiler, job_for

#: Numbers of players, in the order of `GamePreparation.bots`.
PLAYERS = (2, 3, 4)


class PartPreparation(msgspec.Struct, frozen=True):
    """Progress in percent, 100 is ready, and the seconds left, null while that cannot be told."""

    percent: int
    seconds_left: int | None


class GamePreparation(msgspec.Struct, frozen=True):
    """Progress for one game: rules, bots at tables of two, three and four, and analysis."""

    rules: PartPreparation
    bots: list[PartPreparation]
    analysis: PartPreparation


class Preparation(msgspec.Struct, frozen=True):
    """Progress of all games, by name; `ready`: nothing is left to do."""

    ready: bool
    games: dict[str, GamePreparation]


def preparation(precompiler: Precompiler) -> Preparation:
    """The current progress."""
    games = {name: _of_game(precompiler, name) for name in GAME_NAMES}
    return Preparation(precompiler.is_complete, games)


def _of_game(precompiler: Precompiler, game: str) -> GamePreparation:
    rules = job_for(game)
    bots = [_of_jobs(precompiler, rules, job_for(game, players)) for players in PLAYERS]
    analysis = [job for job in JOBS if job.game == game]
    return GamePreparation(_of_jobs(precompiler, rules), bots, _of_jobs(precompiler, *analysis))


def _of_jobs(precompiler: Precompiler, *jobs: Job) -> PartPreparation:
    progress = precompiler.progress(jobs)
    left = progress.seconds_left
    return PartPreparation(progress.percent, None if left is None else math.ceil(left))
