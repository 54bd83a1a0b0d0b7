"""HTTP endpoint of the levels' measured play, for comparisons with one's own."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from azulejos.server.http import REFUSALS, hub_of, json_answer

if TYPE_CHECKING:
    from azulejos.session.messages.analysis import MeasuredLevels

router = APIRouter(prefix="/api/levels", responses=REFUSALS)


@router.get("", response_class=JSONResponse)
async def levels(request: Request) -> Response:
    """The levels' error rates, and where their points come from, by configuration."""
    hub_of(request)
    return json_answer(await asyncio.to_thread(measured))


@cache
def measured() -> MeasuredLevels:
    """What the package knows about the levels."""
    from azulejos.analysis.scale import level_points, level_rates
    from azulejos.session.messages.analysis import MeasuredLevel, MeasuredLevels

    rates = level_rates()

    def row(configuration: str, level: str, games: int, points: dict[str, float]) -> MeasuredLevel:
        rate = rates.get(configuration, {}).get(level)
        return MeasuredLevel(level, rate.error_rate if rate else None, games, points)

    return MeasuredLevels(
        {
            configuration: [
                row(configuration, level, one.games, one.points)
                for level, one in known.levels.items()
            ]
            for configuration, known in level_points().items()
        }
    )
