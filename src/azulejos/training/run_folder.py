"""The folder of a run. What has been done follows from its files, and no file is ever half there.

`plan.json` says what is learned. `shards` holds the notes of self-play, `networks` the network of
each generation and how it learned, `weights` the same with fractions, to go on learning from.
`log.jsonl` has a line for each generation that is finished, `best.npz` is the best network so far,
and `progress.svg` shows how it went.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import BadOption
from azulejos.search.nnue import network as networks
from azulejos.search.nnue.network import Network
from azulejos.training.errors import RunFile
from azulejos.training.reading import expecting, read_object, record_of
from azulejos.training.shards import Notes


@dataclass(frozen=True)
class Learned:
    """What came of learning: from how many examples, and the losses on those held out."""

    examples: int
    chance_loss: float  # cross-entropy, in nats
    lead_loss: float  # mean square, in tens of points


@dataclass(frozen=True)
class Generation:
    """What came of one generation: a line of the log."""

    number: int
    games: int  # of self-play
    examples: int  # learned from
    chance_loss: float
    lead_loss: float
    match_games: int
    score: float  # against the best before it, one half being equal
    reach: float
    lead: float
    accepted: bool
    best: int  # the generation of the best network from now on
    rating: float  # in Elo; that of the first network is 0
    best_rating: float
    play_seconds: float  # since the last start of the command
    learn_seconds: float
    match_seconds: float

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.play_seconds + self.learn_seconds + self.match_seconds


class Folder:
    """The folder of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log_file = path / "log.jsonl"
        self.best_file = path / "best.npz"
        self.picture = path / "progress.svg"

    def claim(self, identity: Mapping[str, Any]) -> None:
        """Make a new folder ready for a run, or check that a folder is one of the same run."""
        file = self.path / "plan.json"
        for name in ("shards", "networks", "weights"):
            (self.path / name).mkdir(parents=True, exist_ok=True)
        if not file.exists():
            _write_text(file, json.dumps(dict(identity), indent=1) + "\n")
        with expecting(RunFile("config"), file):
            kept = read_object(file.read_text(encoding="utf-8"))
        for option, value in identity.items():
            if kept.get(option) != value:
                known, name = kept.get(option), str(file)
                raise BadOption(
                    "conflict-with-file", option=option, expected=known, file=name, got=value
                )

    # Notes

    def shard(self, generation: int, shard: int) -> Path:
        """Where a shard is kept."""
        return self.path / "shards" / f"{generation:03}-{shard:05}.npz"

    def shards(self, generation: int) -> list[Path]:
        """All shards of a generation."""
        return sorted((self.path / "shards").glob(f"{generation:03}-*.npz"))

    def keep_shard(self, generation: int, shard: int, notes: Notes) -> None:
        """Keep a shard."""
        with written_whole(self.shard(generation, shard)) as temporary:
            notes.save(temporary)

    # Networks

    def network_file(self, generation: int) -> Path:
        """Where the network of a generation is kept."""
        return self.path / "networks" / f"{generation:03}.npz"

    def network(self, generation: int) -> Network:
        """The network of a generation."""
        file = self.network_file(generation)
        with expecting(RunFile("network"), file):
            network = networks.load(file)
            whole = networks.new_network(len(network.facts), len(network.narrow))
            if [own.shape for own in network] != [own.shape for own in whole]:
                raise ValueError("the layers do not fit together")
        return network

    def keep_network(self, generation: int, network: Network) -> None:
        """Keep the network of a generation."""
        _save_network(self.network_file(generation), network)

    def has_weights(self, generation: int) -> bool:
        """Whether there are weights to go on learning from."""
        return self._weights_file(generation).exists()

    def weights(self, generation: int) -> dict[str, npt.NDArray[np.float32]]:
        """The weights of a generation, to go on learning from."""
        file = self._weights_file(generation)
        with (
            expecting(RunFile("weights"), file),
            np.load(file, allow_pickle=False) as stored,
        ):
            return {name: stored[name] for name in stored.files}

    def keep_weights(self, generation: int, arrays: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Keep the weights of a generation."""
        with written_whole(self._weights_file(generation)) as temporary:
            np.savez_compressed(temporary, allow_pickle=False, **arrays)

    def _weights_file(self, generation: int) -> Path:
        return self.path / "weights" / f"{generation:03}.npz"

    def learned(self, generation: int) -> Learned | None:
        """How a generation learned, if it did: its network and weights are there too."""
        file = self.network_file(generation).with_suffix(".json")
        if not file.exists():
            return None
        with expecting(RunFile("generation"), file):
            return record_of(Learned, read_object(file.read_text(encoding="utf-8")))

    def keep_learned(self, generation: int, learned: Learned) -> None:
        """Keep how a generation learned, after its network and weights."""
        file = self.network_file(generation).with_suffix(".json")
        _write_text(file, json.dumps(asdict(learned)) + "\n")

    def keep_best(self, generation: int) -> None:
        """Put the best network where it is easily found."""
        _save_network(self.best_file, self.network(generation))

    # The log

    def log(self) -> list[Generation]:
        """All generations that are finished."""
        if not self.log_file.exists():
            return []
        with expecting(RunFile("log"), self.log_file):
            lines = self.log_file.read_text(encoding="utf-8").splitlines()
            log = [record_of(Generation, read_object(line)) for line in lines]
            for number, line in enumerate(log, start=1):
                if line.number != number or not 0 <= line.best <= number:
                    raise ValueError(f"line {number} is another generation's")
        return log

    def add(self, generation: Generation) -> None:
        """A generation is finished."""
        lines = [json.dumps(asdict(own)) + "\n" for own in (*self.log(), generation)]
        _write_text(self.log_file, "".join(lines))


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A file to write that takes its place only when it is finished; its ending is the same."""
    temporary = path.with_name(f"~{path.name}")
    yield temporary
    os.replace(temporary, path)


def _write_text(path: Path, text: str) -> None:
    with written_whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _save_network(path: Path, network: Network) -> None:
    with written_whole(path) as temporary:
        networks.save(temporary, network)
