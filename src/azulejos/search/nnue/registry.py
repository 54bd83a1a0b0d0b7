"""Registry of the packaged networks: one for each game, board and number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from azulejos.engine import AnyPosition, find_game
from azulejos.engine.state import BOARDS
from azulejos.search.games import SEARCH_GAMES
from azulejos.search.nnue.baseline import baseline_network
from azulejos.search.nnue.network import Network, load

FOLDER = Path(__file__).parent / "weights"


@cache
def network_for(game: str, board: str, players: int) -> Network:
    """The trained network of a configuration, or the baseline where there is none."""
    path = FOLDER / f"{game}-{board}-{players}.npz"
    baseline = baseline_network(SEARCH_GAMES[find_game(game).layout].schema, players)
    if not path.exists():
        return baseline
    trained = load(path)
    if [own.shape for own in trained] != [own.shape for own in baseline]:
        raise ValueError(f"{path} was trained with other features or buckets: train it again")
    return trained


def network_of(position: AnyPosition) -> Network:
    """The network for a position's configuration."""
    state = position.states[0]
    return network_for(position.rules.name, BOARDS[state["board"]], int(state["players"]))
