"""The networks that come with the package: one for each game, side and number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from azulejos.engine import find_game
from azulejos.engine.position import AnyPosition
from azulejos.engine.state import BOARDS
from azulejos.search.nnue.baseline import plain_network
from azulejos.search.nnue.features import KNOWLEDGE
from azulejos.search.nnue.network import Network, load

FOLDER = Path(__file__).parent / "weights"


@cache
def network_for(game: str, board: str, players: int) -> Network:
    """The network that was learned for a configuration; a plain one where there is none yet."""
    path = FOLDER / f"{game}-{board}-{players}.npz"
    plain = plain_network(KNOWLEDGE[find_game(game).layout], players)
    if not path.exists():
        return plain
    learned = load(path)
    if [own.shape for own in learned] != [own.shape for own in plain]:
        raise ValueError(f"{path} was learned with other facts or stages: it has to learn anew")
    return learned


def network_of(position: AnyPosition) -> Network:
    """The network that judges a position."""
    state = position.states[0]
    return network_for(position.rules.name, BOARDS[state["board"]], int(state["players"]))
