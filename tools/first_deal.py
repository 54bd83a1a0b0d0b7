"""Make `analysis/first_deal.json`: the mean value before the first deal of every configuration.

    python -m tools.first_deal [--samples 10000] [CONFIGURATION ...]

Needed again when a network, the search or `LUCK_NODES` changes. Configurations that are not named
keep what the file says.
"""

from __future__ import annotations

import argparse
import hashlib

import msgspec

from azulejos.analysis.chance import sample_mean, sampled
from azulejos.analysis.evaluator import Evaluator
from azulejos.analysis.first_deal import FILE, FirstDeal, first_deals
from azulejos.analysis.values import LUCK_NODES
from azulejos.engine import find_game
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.search.nnue.registry import FOLDER

CONFIGURATIONS = [
    f"{game}-{board}-{n}" for game in GAME_NAMES for board in BOARDS for n in (2, 3, 4)
]


def network_digest(name: str) -> str:
    """A digest of the weights of a configuration."""
    path = FOLDER / f"{name}.npz"
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


def first_deal(name: str, samples: int) -> FirstDeal:
    """The mean of one configuration."""
    game, board, players = name.rsplit("-", 2)
    rules = find_game(game)
    states = rules.new(int(players), board, 0)
    evaluator = Evaluator(rules.position(states), LUCK_NODES)
    deals = sampled(states, samples, f"first deal {name}".encode())
    mean = sample_mean([evaluator.evaluate(deal, LUCK_NODES).value for deal in deals])
    rounded = ([round(number, 5) for number in row] for row in (mean.leads, mean.errors))
    leads, errors = map(tuple, rounded)
    return FirstDeal(mean.shares, leads, errors, samples, LUCK_NODES, network_digest(name))


def main() -> None:
    """Compute the means that are asked for, and write the file after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=10_000)
    parser.add_argument("configurations", nargs="*", default=CONFIGURATIONS)
    arguments = parser.parse_args()
    known = dict(first_deals())
    for name in arguments.configurations:
        known[name] = first_deal(name, arguments.samples)
        print(name, known[name])
        ordered = {name: known[name] for name in CONFIGURATIONS if name in known}
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")


if __name__ == "__main__":
    main()
