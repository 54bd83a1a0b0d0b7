"""Errors of training: games without a search, networks of another shape, files of other runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from azulejos.engine.errors import BadFile
from azulejos.engine.parameters import Parameter


class TrainingError(BadFile):
    """A run cannot be started or continued."""

    messages: ClassVar = {
        "game-without-search": "expected game to be a game that search knows, got {got!r}",
        "not-a-network": "expected {option} to be a network of {expected}, got something else",
        "other-network": "expected {option} to be a network of {expected}, got {got}",
        "other-game": "expected {file} to be positions of this game, "
        "got those of another game or version",
    }


@dataclass(frozen=True)
class NetworkShape(Parameter):
    """The size of a network's input and how many buckets its last layers have."""

    features: int
    buckets: int

    messages: ClassVar = {"": "{features} features and {buckets} buckets"}


@dataclass(frozen=True)
class RunFile(Parameter):
    """A file of a run, by what it holds."""

    kind: Literal["config", "network", "weights", "shard", "generation", "log"]

    messages: ClassVar = {
        "config": "the configuration of a run",
        "network": "a network",
        "weights": "weights to continue training from",
        "shard": "positions of games",
        "generation": "the statistics of a generation",
        "log": "the log of a run, a line for each generation",
    }
