"""Files of a dataset: rows as JSON lines or Parquet, each written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from azulejos.datasets.config import JSON_LINES, DatasetConfig
from azulejos.datasets.rows import Row
from azulejos.engine.errors import BadOption, MissingExtra
from azulejos.training.files import atomic_write, write_text

CONFIG, CARD = "dataset.json", "README.md"


def check_format(config: DatasetConfig) -> None:
    """Raise MissingExtra if the format needs a package that is not installed."""
    if config.format == JSON_LINES:
        return
    try:
        import pyarrow.parquet  # noqa: F401
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="pyarrow", extra="parquet") from error


def open_folder(folder: Path, config: DatasetConfig) -> None:
    """Create the folder of a dataset, or check that it has another part of the same one."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / CONFIG
    if not file.exists():
        write_text(file, json.dumps(config.identity, indent=1) + "\n")
        return
    stored = json.loads(file.read_text(encoding="utf-8"))
    for option, value in config.identity.items():
        if stored.get(option) != value:
            known, name = stored.get(option), str(file)
            raise BadOption(
                "conflict-with-file", option=option, expected=known, file=name, got=value
            )


def path_of(folder: Path, config: DatasetConfig, file: int) -> Path:
    """Where a file of the dataset is; a last file with fewer games has their number in its name."""
    games = len(config.games_of(file))
    part = "" if games == config.games_in_file else f"-first-{games}"
    return folder / f"{file:05}{part}.{config.format}"


def write_rows(path: Path, rows: Sequence[Row], config: DatasetConfig) -> None:
    """Write a file; it replaces parts of itself that were written before."""
    with atomic_write(path) as temporary:
        if config.format == JSON_LINES:
            lines = (json.dumps(row._asdict()) + "\n" for row in rows)
            temporary.write_text("".join(lines), encoding="utf-8")
        else:
            _write_parquet(temporary, rows)
    for part in path.parent.glob(f"{path.name[:5]}*.{config.format}"):
        if part != path:
            part.unlink()


def _write_parquet(path: Path, rows: Sequence[Row]) -> None:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.Table.from_pylist([row._asdict() for row in rows])
    pyarrow.parquet.write_table(table, path, compression="zstd")


def count_rows(path: Path) -> int:
    """The number of rows in a file."""
    if path.suffix == f".{JSON_LINES}":
        with path.open("rb") as file:
            return sum(1 for _ in file)
    import pyarrow.parquet

    return int(pyarrow.parquet.read_metadata(path).num_rows)
