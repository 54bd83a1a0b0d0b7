"""The mean value before the first deal, which every game of a configuration has.

`first_deal.json` holds it for the twelve configurations with the usual rules, from 10,000 deals
each; `python -m tools.first_deal` makes that file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from azulejos.analysis.chance import Expectation
from azulejos.analysis.values import LUCK_NODES, Value
from azulejos.engine import AnyPosition

FILE = Path(__file__).with_name("first_deal.json")


class FirstDeal(msgspec.Struct, frozen=True):
    """The mean over first deals; players in the order of the first round."""

    shares: tuple[float, ...]
    leads: tuple[float, ...]
    errors: tuple[float, ...]
    samples: int
    nodes: int
    network: str  # digest of the weights


def configuration(position: AnyPosition) -> str:
    """The name of a configuration."""
    return f"{position.rules.name}-{position.board}-{len(position.scores)}"


@cache
def first_deals() -> dict[str, FirstDeal]:
    """The means of all configurations."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, FirstDeal])


def first_deal_mean(position: AnyPosition) -> Expectation | None:
    """The mean value of a new game, if it is known for its configuration and rules options."""
    rules, players = position.rules, len(position.scores)
    first = position.start_player
    new = rules.new(players, position.board, first)
    known = first_deals().get(configuration(position))
    if known is None or known.nodes != LUCK_NODES or new.tobytes() != position.states.tobytes():
        return None
    order = [(seat - first) % players for seat in range(players)]
    value = Value(
        shares=tuple(known.shares[place] for place in order),
        leads=tuple(known.leads[place] for place in order),
        errors=tuple(known.errors[place] for place in order),
    )
    return Expectation(value, known.samples, False)
