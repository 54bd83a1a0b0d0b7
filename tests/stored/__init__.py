"""Files that version 0.1.0 wrote before the redesign, and what that version read from them."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from azulejos import Game

STORED = Path(__file__).parent


def known(name: str) -> Any:
    """Expected data: a JSON file of this folder."""
    return json.loads((STORED / name).read_text(encoding="utf-8"))


def plain(data: Any) -> Any:
    """Data as JSON returns it: tuples become lists, keys strings."""
    return json.loads(json.dumps(data))


def restore_database(path: Path) -> None:
    """Write the stored service's database as a SQLite file."""
    connection = sqlite3.connect(path)
    try:
        connection.executescript((STORED / "service.sql").read_text(encoding="utf-8"))
    finally:
        connection.close()


def summary(game: Game) -> dict[str, Any]:
    """A game as plain data, in the form of the `golden.json` files."""
    return {
        "game": game.name,
        "board": game.board,
        "players": game.players,
        "ply": game.ply,
        "drawn": game.drawn,
        "to_play": game.to_play,
        "is_over": game.is_over,
        "scores": list(game.scores),
        "winners": list(game.winners),
        "breakdown": list(game.breakdown()),
        "headers": dict(game.headers),
        "comments": {str(ply): text for ply, text in sorted(game.comments.items())},
        "position": str(game.position),
        "legal_moves": "" if game.to_play is None else " ".join(map(str, game.legal_moves)),
    }
