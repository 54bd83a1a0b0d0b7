"""The card of a dataset: what it contains, how it was made, how to make it again."""

from __future__ import annotations

from pathlib import Path

from azulejos.datasets.config import DatasetConfig
from azulejos.datasets.files import CARD, count_rows, path_of
from azulejos.datasets.rows import COLUMNS
from azulejos.training.files import write_text

TEXT = """\
---
license: mit
pretty_name: "Azulejos: {game}, {board} board, {players} players"
tags: [board-games, azul, self-play]
---

# {game}, {board} board, {players} players: games of self-play

{state}

Master of Azulejos {version} played against itself, with {nodes} nodes of search for each move and
one thread. A part of {explore:g} of the moves is random instead, uniformly among the legal ones, so
that positions after mistakes are in the set; `value` is always what search said before the move.
Every position in which a player had to decide is a row; draws of tiles are not. `value` is an
estimate, not the truth: the result of the game is in `result`.

| column | |
|---|---|
{columns}

Positions are read by `azulejos.azul.Position.from_text` and `azulejos.pavilion.Position.from_text`;
moves are the texts of their `legal_moves`. The sources and networks of the bots
have the fingerprint `{bots}`. The same command makes the same rows on any machine, with any number
of processes, and continues where it was interrupted:

```text
{command}
```

Licence: MIT, as the program's. The positions are from seeded shuffles; there are no people in the
data.
"""


def write_card(folder: Path, config: DatasetConfig) -> None:
    """Write the card of what is in the folder now."""
    paths = [(number, path_of(folder, config, number)) for number in range(config.files)]
    made = [(number, path) for number, path in paths if path.exists()]
    games = sum(len(config.games_of(number)) for number, _ in made)
    rows = sum(count_rows(path) for _, path in made)
    state = f"{games:,} games with {rows:,} positions, in {len(made)} files."
    if games < config.games:
        state = f"Unfinished: {state[:-1]}, of {config.games:,} games."
    text = TEXT.format(
        game=config.game,
        board=config.board,
        players=config.players,
        nodes=f"{config.nodes:,}",
        explore=config.explore,
        state=state,
        version=config.identity["version"],
        bots=config.identity["version of our bots"],
        columns="\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items()),
        command=config.command,
    )
    write_text(folder / CARD, text)
