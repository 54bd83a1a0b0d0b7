"""Making a dataset: files that are missing are played, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from azulejos.datasets.card import write_card
from azulejos.datasets.config import DatasetConfig
from azulejos.datasets.files import check_format, open_folder, path_of, write_rows
from azulejos.datasets.rows import Row, play_game
from azulejos.parallel import check_processes, executor

#: Called with the number of games that are done.
Listener = Callable[[int], None]


def make(
    config: DatasetConfig,
    folder: Path,
    *,
    processes: int = 1,
    listener: Listener = lambda _: None,
) -> None:
    """Play the games that are missing in the folder; also called again after an interruption."""
    check_format(config)
    check_processes(processes)
    open_folder(folder, config)
    missing = [file for file in range(config.files) if not path_of(folder, config, file).exists()]
    done = config.games - sum(len(config.games_of(file)) for file in missing)
    listener(done)
    try:
        numbers = (number for file in missing for number in config.games_of(file))
        with closing(executor(processes).run(partial(play_game, config), numbers)) as games:
            waiting: dict[int, dict[int, list[Row]]] = {}
            for rows in games:
                number = rows[0].game
                file = number // config.games_in_file
                own = waiting.setdefault(file, {})
                own[number] = rows
                if len(own) == len(config.games_of(file)):
                    _write(waiting.pop(file), path_of(folder, config, file), config)
                done += 1
                listener(done)
    finally:
        write_card(folder, config)


def _write(games: dict[int, list[Row]], path: Path, config: DatasetConfig) -> None:
    """Write the games of a file in the order of their numbers."""
    rows = [row for number in sorted(games) for row in games[number]]
    write_rows(path, rows, config)
