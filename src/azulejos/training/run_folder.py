"""Run folder: the files of a training run, from which it resumes after any interruption.

`config.json`: what is trained. `shards/`: games of self-play. `networks/`: the network of each
generation, and the result of its training. `weights/`: the same in floating point, to continue
training. `log.jsonl`: a line for each finished generation. `best.npz`: the champion.
`progress.svg`: a plot. All files are written atomically.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import BadOption
from azulejos.search.nnue import network as networks
from azulejos.search.nnue.network import Network
from azulejos.training.errors import RunFile
from azulejos.training.files import (
    atomic_write,
    expecting,
    read_arrays,
    read_object,
    record_of,
    write_text,
)
from azulejos.training.shards import Shard


@dataclass(frozen=True)
class TrainingResult:
    """Result of training a network: the number of examples, and the validation losses."""

    examples: int
    victory_loss: float  # cross-entropy of the share of victory, in nats
    lead_loss: float  # mean squared error, in tens of points


@dataclass(frozen=True)
class Generation:
    """One generation: a line of the log."""

    number: int
    games: int  # of self-play
    examples: int
    victory_loss: float
    lead_loss: float
    match_games: int
    score: float  # against the champion; one half is equal
    margin: float  # 95% confidence interval of the score: ± this
    lead: float
    accepted: bool
    best: int  # the champion's generation from now on
    rating: float  # in Elo; that of the first network is 0
    best_rating: float
    play_seconds: float  # since the last start of the command
    learn_seconds: float
    match_seconds: float

    @property
    def seconds(self) -> float:
        """The time that the generation took."""
        return self.play_seconds + self.learn_seconds + self.match_seconds


def read_network(path: Path) -> Network:
    """Read a network file of this version or of 0.1; errors are those of `expecting`."""
    with expecting(RunFile("network"), path):
        arrays = read_arrays(path)
        network = Network._make(arrays[name] for name in Network._fields)
        fitting = networks.new_network(network.features, network.buckets)
        if [own.shape for own in network] != [own.shape for own in fitting]:
            raise ValueError("the layers do not fit together")
    return network


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log_file = path / "log.jsonl"
        self.best_file = path / "best.npz"
        self.plot_file = path / "progress.svg"

    def open(self, identity: Mapping[str, object]) -> None:
        """Create the folder, or check that it belongs to a run of the same identity."""
        for name in ("shards", "networks", "weights"):
            (self.path / name).mkdir(parents=True, exist_ok=True)
        file = self.path / "config.json"
        if not file.exists() and (self.path / "plan.json").exists():
            file = self.path / "plan.json"  # the name in version 0.1
        if not file.exists():
            write_text(file, json.dumps(dict(identity), indent=1) + "\n")
        with expecting(RunFile("config"), file):
            stored = read_object(file.read_text(encoding="utf-8"))
        for option, value in identity.items():
            if stored.get(option) != value:
                known, name = stored.get(option), str(file)
                raise BadOption(
                    "conflict-with-file", option=option, expected=known, file=name, got=value
                )

    # Shards

    def shard(self, generation: int, number: int) -> Path:
        """The file of a shard."""
        return self.path / "shards" / f"{generation:03}-{number:05}.npz"

    def shards(self, generation: int) -> list[Path]:
        """The files of all finished shards of a generation."""
        return sorted((self.path / "shards").glob(f"{generation:03}-*.npz"))

    def save_shard(self, generation: int, number: int, shard: Shard) -> None:
        """Write a shard."""
        with atomic_write(self.shard(generation, number)) as temporary:
            shard.save(temporary)

    # Networks

    def network_file(self, generation: int) -> Path:
        """The file of a generation's network."""
        return self.path / "networks" / f"{generation:03}.npz"

    def network(self, generation: int) -> Network:
        """Read the network of a generation."""
        return read_network(self.network_file(generation))

    def save_network(self, generation: int, network: Network) -> None:
        """Write the network of a generation."""
        _save_network(self.network_file(generation), network)

    def has_weights(self, generation: int) -> bool:
        """Whether a generation has weights to continue training from."""
        return self._weights_file(generation).exists()

    def weights(self, generation: int) -> dict[str, npt.NDArray[np.float32]]:
        """Read the floating-point weights of a generation."""
        file = self._weights_file(generation)
        with expecting(RunFile("weights"), file):
            return read_arrays(file)

    def save_weights(self, generation: int, arrays: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Write the floating-point weights of a generation."""
        with atomic_write(self._weights_file(generation)) as temporary:
            np.savez_compressed(temporary, allow_pickle=False, **arrays)

    def _weights_file(self, generation: int) -> Path:
        return self.path / "weights" / f"{generation:03}.npz"

    def training_result(self, generation: int) -> TrainingResult | None:
        """Read a generation's training result; it is there once its network and weights are."""
        file = self.network_file(generation).with_suffix(".json")
        if not file.exists():
            return None
        with expecting(RunFile("generation"), file):
            return record_of(TrainingResult, read_object(file.read_text(encoding="utf-8")))

    def save_training_result(self, generation: int, result: TrainingResult) -> None:
        """Write a generation's training result, after its network and weights."""
        file = self.network_file(generation).with_suffix(".json")
        write_text(file, json.dumps(asdict(result)) + "\n")

    def save_best(self, generation: int) -> None:
        """Write the network of a generation to `best.npz`."""
        _save_network(self.best_file, self.network(generation))

    # Log

    def log(self) -> list[Generation]:
        """Read all finished generations."""
        if not self.log_file.exists():
            return []
        with expecting(RunFile("log"), self.log_file):
            lines = self.log_file.read_text(encoding="utf-8").splitlines()
            log = [record_of(Generation, read_object(line)) for line in lines]
            for number, line in enumerate(log, start=1):
                if line.number != number or not 0 <= line.best <= number:
                    raise ValueError(f"line {number} is another generation's")
        return log

    def append(self, generation: Generation) -> None:
        """Append a finished generation to the log."""
        finished = self.log_file.read_text(encoding="utf-8") if self.log_file.exists() else ""
        write_text(self.log_file, finished + json.dumps(asdict(generation)) + "\n")


def _save_network(path: Path, network: Network) -> None:
    with atomic_write(path) as temporary:
        networks.save(temporary, network)
