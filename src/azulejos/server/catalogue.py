"""What a page needs to know before it can draw: games, boards, bots, languages."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from azulejos.bots import BOTS, USUAL
from azulejos.engine import GAMES
from azulejos.engine.azul.layout import FLOOR_PENALTY
from azulejos.engine.pavilion.layout import (
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    ROUNDS,
    STAR_POINTS,
    Colour,
)
from azulejos.engine.state import BOARDS
from azulejos.i18n import LANGUAGES
from azulejos.render import svg
from azulejos.server.messages import PRESETS
from azulejos.version import __version__


@cache
def describe() -> dict[str, Any]:
    """Everything that is the same for all tables."""
    facts = {"azul": _azul(), "summer-pavilion": _pavilion()}
    return {
        "version": __version__,
        "languages": [{"code": code, "name": name} for code, name in LANGUAGES.items()],
        "bots": list(BOTS),
        "usual_bot": USUAL,
        "presets": list(PRESETS),
        "games": {
            name: {
                "boards": list(BOARDS),
                "colours": rules.colours.letters(),
                "sources": list(rules.sources_of_points),
                **facts[name],
            }
            for name, rules in GAMES.items()
        },
    }


def _azul() -> dict[str, Any]:
    costs = [int(cost) for cost in FLOOR_PENALTY]
    floor = [before - after for before, after in pairwise(costs)]
    return {"wall": svg.azul_wall_pattern(), "floor": floor}


def _pavilion() -> dict[str, Any]:
    return {
        "geometry": {board: svg.pavilion_board(board) for board in BOARDS},
        "rounds": ROUNDS,
        "star_points": {colour.letter: int(STAR_POINTS[colour]) for colour in Colour},
        "many_colours_points": MANY_COLOURS_POINTS,
        "number_points": list(NUMBER_POINTS),
    }
