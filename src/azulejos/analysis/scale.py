"""The scale of error rates: those of our levels, on which players are placed.

`levels.json` holds the error rates that were measured in games of mixed levels, by configuration;
`python -m benchmarks.analysis report --scale` makes that file. Configurations with too few games
are not in it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("levels.json")


class LevelRate(msgspec.Struct, frozen=True):
    """The error rate of a level, as a share of victory for each decision that counts."""

    error_rate: float
    error: float  # standard error
    games: int  # of one player each
    decisions: int


class Place(msgspec.Struct, frozen=True):
    """A place on the scale: between two levels, or beyond its ends, where one of them is None."""

    weaker: str | None
    stronger: str | None


@cache
def level_rates() -> dict[str, dict[str, LevelRate]]:
    """Error rates by configuration (`azul-coloured-2`) and level, the weakest level first."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, LevelRate]])


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
