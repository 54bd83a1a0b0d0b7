"""Results that were kept as JSON."""

from __future__ import annotations

import json

from azulejos.arena.errors import ArenaError
from azulejos.arena.match import Match
from azulejos.arena.result import Result
from azulejos.arena.runner import Played


def read_result(text: str) -> Result:
    """The result that `Result.to_json` wrote; its numbers are worked out anew."""
    try:
        data = json.loads(text)
        match = Match(**data["match"])
        games = tuple(map(Played.from_data, data["games"]))
        if not all(game.is_of(match.schedule) for game in games):
            raise ValueError("games of another match")
        return match.result(games, interrupted=data["interrupted"])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ArenaError("damaged-result", got=text[:40]) from error
