"""What the network makes of single boards, remembered: in a search few of them ever change.

The first layer of the network only adds up weights, so that the sum over the facts of one board can
be kept and used again wherever that board turns up. So can the sum of the table between the boards.
A sum is found by the key of its board; the newest of those that share a place stays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_apart
from azulejos.engine.rng import bits_at
from azulejos.engine.state import MAX_PLAYERS, State
from azulejos.search.nnue.features import (
    board_key,
    standing,
    table_key,
    table_standing,
    write_board,
    write_table,
)
from azulejos.search.nnue.features.common import KEYS, Facts
from azulejos.search.nnue.network import HIDDEN, Network, add_facts

PLACES = 1 << 12
#: So many weights of a network are looked at to recognise it.
SAMPLES = 512


class Boards(NamedTuple):
    """Boards, each as the player at some distance sees it, and tables between them."""

    keys: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int16]  # place, hidden unit
    standings: npt.NDArray[np.int64]
    network: npt.NDArray[np.int64]  # the fingerprint of the network whose weights were added


def new_boards() -> Boards:
    """No boards yet."""
    return Boards(
        np.zeros(PLACES, np.int64),
        np.zeros((PLACES, HIDDEN), np.int16),
        np.zeros(PLACES, np.int64),
        np.zeros(1, np.int64),
    )


@compiled_apart
def use_network(boards: Boards, network: Network) -> None:
    """Forget everything if it was another network's."""
    own = fingerprint(network)
    if boards.network[0] != own:
        boards.network[0] = own
        boards.keys[:] = 0


@compiled_apart
def fingerprint(network: Network) -> int:
    """A number that tells networks apart by some of their weights: learning changes them all."""
    facts = len(network.facts)
    word = bits_at(facts, 0)
    for number in range(SAMPLES):
        unit = number % HIDDEN
        weight = int(network.facts[number * facts // SAMPLES, unit])
        word = bits_at(word + weight, int(network.bias[unit]) & 0xFFFF)
    return word


@compiled
def place_of_board(
    boards: Boards, state: State, player: int, distance: int, network: Network, facts: Facts
) -> int:
    """Where the sum of a board, seen from some distance, stands: from now on, if not before."""
    key = bits_at(board_key(state, player) + distance * int(KEYS[-1]), 0) | 1
    place = key >> 1 & (PLACES - 1)
    if boards.keys[place] != key:
        boards.keys[place] = key
        boards.standings[place] = standing(state, player)
        boards.sums[place] = 0
        count = write_board(state, player, distance, facts, 0)
        add_facts(network, facts, count, boards.sums[place])
    return place


@compiled
def place_of_table(boards: Boards, state: State, network: Network, facts: Facts) -> int:
    """Where the sum of the table between the boards stands. What always counts is in it too."""
    key = bits_at(table_key(state) + MAX_PLAYERS * int(KEYS[-1]), 0) | 1
    place = key >> 1 & (PLACES - 1)
    if boards.keys[place] != key:
        boards.keys[place] = key
        boards.standings[place] = table_standing(state)
        for unit in range(HIDDEN):
            boards.sums[place, unit] = network.bias[unit]
        add_facts(network, facts, write_table(state, facts, 0), boards.sums[place])
    return place
