"""The measured play of our levels: a scale of error rates, and where their points come from.

`levels.json` holds the error rates that were measured in games of mixed levels, by configuration;
`python -m benchmarks.analysis report --scale` makes that file. Configurations with too few games
are not in it. `level_points.json` holds mean points by source in games between equals; `report
--points` makes it, of games that `python -m benchmarks.analysis points` plays.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("levels.json")
POINTS_FILE = Path(__file__).with_name("level_points.json")


class LevelRate(msgspec.Struct, frozen=True):
    """The error rate of a level, as a share of victory for each decision that counts."""

    error_rate: float
    error: float  # standard error
    games: int  # of one player each
    decisions: int


class LevelPoints(msgspec.Struct, frozen=True):
    """Mean points of a player of a level by source, as in `Game.breakdown`, among equals."""

    games: int
    score: float  # which the points add up to, but for rounding
    points: dict[str, float]


class MeasuredPoints(msgspec.Struct, frozen=True):
    """The points of all levels in one configuration, the weakest first."""

    version: str  # of the bots and the network that played
    levels: dict[str, LevelPoints]


class PointsFile(msgspec.Struct, frozen=True):
    """Points by configuration, and how they were made."""

    command: str
    first_seed: int
    master_nodes: int
    configurations: dict[str, MeasuredPoints]


class Place(msgspec.Struct, frozen=True):
    """A place on the scale: between two levels, or beyond its ends, where one of them is None."""

    weaker: str | None
    stronger: str | None


@cache
def level_rates() -> dict[str, dict[str, LevelRate]]:
    """Error rates by configuration (`azul-coloured-2`) and level, the weakest level first."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, LevelRate]])


@cache
def level_points() -> dict[str, MeasuredPoints]:
    """Where points come from, by configuration."""
    return msgspec.json.decode(POINTS_FILE.read_bytes(), type=PointsFile).configurations


def place_on_scale(configuration: str, error_rate: float) -> Place | None:
    """Between which levels an error rate lies; None where the levels have not been measured.

    An error rate as high as that of a level counts as just stronger than it.
    """
    rates = level_rates().get(configuration)
    if not rates:
        return None
    weaker = [level for level, rate in rates.items() if rate.error_rate >= error_rate]
    stronger = [level for level, rate in rates.items() if rate.error_rate < error_rate]
    return Place(weaker[-1] if weaker else None, stronger[0] if stronger else None)
