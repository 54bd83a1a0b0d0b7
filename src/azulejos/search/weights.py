"""The networks that come with the package: one for each game, side and number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from azulejos.engine.position import AnyPosition
from azulejos.engine.table import BOARDS
from azulejos.search.network import Network, load

FOLDER = Path(__file__).parent / "networks"


def file_name(game: str, board: str, players: int) -> str:
    """The name of a network's file."""
    return f"{game}-{board}-{players}.npz"


@cache
def network_for(game: str, board: str, players: int) -> Network:
    """The network for a configuration."""
    return load(FOLDER / file_name(game, board, players))


def network_of(position: AnyPosition) -> Network:
    """The network that judges a position."""
    state = position.states[0]
    return network_for(position.rules.name, BOARDS[state["board"]], int(state["players"]))
