"""Cards of the networks: docs/networks.md, from the files, docs/training.md and measured results.

    python -m tools.cards           writes the document
    python -m tools.cards check     fails if it is not up to date

What is not known of a network is said to be unknown.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

from benchmarks.matches import CONFIGURATIONS, name_of, version_of

from azulejos.search.nnue.network import ACCUMULATOR_SIZE, HIDDEN_SIZE, load
from azulejos.search.nnue.registry import FOLDER
from benchmarks import calibration, ratings

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "networks.md"
TRAINING = ROOT / "docs" / "training.md"
STRENGTH = ROOT / "docs" / "strength.md"
UNKNOWN = "unknown"

HEAD = """\
# Networks

A card for each of the twelve networks in `src/azulejos/search/nnue/weights`: what it was trained on
and how, what it cost, how strong and how well calibrated it is. Written by `python -m tools.cards`
from the files, [Training](training.md) and the measured results; what is not known is said to be
unknown.

Each estimates, for one game, board and number of players, the share of victory and the final lead
of a player from a position. They are part of the bots Beginner to Master and of analysis; they are
not meant for other rules. All were trained by self-play on games of earlier networks, without games
of people, by the loop that [Training](training.md#method) describes, with seed 1. The games
themselves were not kept; `azulejos dataset` makes similar ones ([Datasets](datasets.md)). Licence:
MIT, as the program's.
"""


def document() -> str:
    """The text of the document."""
    return "\n".join([HEAD, *(card(*own) for own in CONFIGURATIONS)])


def card(game: str, board: str, players: int) -> str:
    """The card of one network."""
    name = name_of(game, board, players)
    path = FOLDER / f"{name}.npz"
    if not path.exists():
        return f"## {name}\n\nThere is no network: a baseline made by hand stands in for it.\n"
    network = load(path)
    weights = sum(array.size for array in network)
    started, generations, minutes = recipe(name)
    lines = {
        "file": f"`{path.name}`, {path.stat().st_size:,} bytes",
        "SHA-256": f"`{hashlib.sha256(path.read_bytes()).hexdigest()}`",
        "form": f"{network.features:,} features, layers of {ACCUMULATOR_SIZE} and {HIDDEN_SIZE} "
        f"units, {network.buckets} buckets; {weights:,} integer weights",
        "data": f"started from {started}",
        "recipe": f"generations of the last run: {generations}",
        "cost": f"{minutes} minutes of one core for the last run; earlier networks came before",
        "strength": strength(game, board, players),
        "calibration": calibrated(name),
        "licence": "MIT",
    }
    rows = "\n".join(f"| {what} | {value} |" for what, value in lines.items())
    return f"## {name}\n\n| | |\n|---|---|\n{rows}\n"


def recipe(name: str) -> tuple[str, str, str]:
    """What the network was started from, its last generations and their minutes."""
    text = TRAINING.read_text(encoding="utf-8")
    _, _, section = text.partition("## The networks of the package")
    found = re.search(rf"^\| `{name}` \| (.+) \| (.+) \| (.+) \|$", section, re.MULTILINE)
    return (found[1], found[2], found[3]) if found else (UNKNOWN, UNKNOWN, UNKNOWN)


def strength(game: str, board: str, players: int) -> str:
    """Victories of Master against the baselines, and ratings where matches are finished."""
    title = game.replace("-", " ").title()
    row = re.compile(
        rf"^\| {title} \| {board} \| {players} \| (.+) \| `(\w+)` \| (\d+) \| (.+) \|$"
    )
    lines = STRENGTH.read_text(encoding="utf-8").splitlines()
    found = [match for line in lines if (match := row.match(line))]
    parts = [f"{one[4]} of {one[3]} games against `{one[2]}` with {one[1]} a move" for one in found]
    scale = ratings.ratings(ratings.rows(game, board, players))
    parts += [
        f"`{name}` {rating.elo:.0f} ± {rating.margin:.0f} Elo above random play"
        for name, rating in scale.items()
        if name.startswith("master") and rating.is_finished
    ]
    words = "; ".join(parts) or UNKNOWN
    return (
        f"{words} ([Strength](strength.md) says of which version, [Ratings](ratings.md) the rest)"
    )


def calibrated(name: str) -> str:
    """The calibration as it was measured."""
    lines = calibration.lines_of(name, None)
    if not lines:
        return UNKNOWN
    one = calibration.calibration(list(map(calibration.Sums.from_json, lines)))
    version = "" if calibration.lines_of(name, version_of(name)) else ", of an earlier version"
    wanted = calibration.GAMES
    part = f"*unfinished, {one.games} of {wanted} games:* " if one.games < wanted else ""
    measures = f"error {100 * one.error:.1f}%, Brier score {one.brier:.3f}"
    sizes = f"{one.positions:,} estimates in {one.games} games{version}"
    return f"{part}{measures}, log loss {one.log_loss:.3f} over {sizes}"


def main() -> None:
    """Write the document, or check it."""
    if sys.argv[1:] != ["check"]:
        DOCUMENT.write_text(document(), encoding="utf-8")
    elif DOCUMENT.read_text(encoding="utf-8") != document():
        sys.exit("docs/networks.md is not up to date: run python -m tools.cards")


if __name__ == "__main__":
    main()
