"""Training loop: self-play, training, gating, generation after generation.

Every step first checks in the run folder what is done already, so an interrupted run resumes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from azulejos.engine.errors import BadFile
from azulejos.parallel import Executor, check_processes, executor
from azulejos.search.nnue.network import Network
from azulejos.training import gating, plot
from azulejos.training.config import TrainingConfig, first_network
from azulejos.training.dataset import load_dataset
from azulejos.training.errors import NetworkShape, TrainingError
from azulejos.training.gating import MatchResult
from azulejos.training.pytorch import import_torch
from azulejos.training.run_folder import Generation, RunFolder, TrainingResult, read_network
from azulejos.training.selfplay import TRAINING, play_shard, seed_sequence
from azulejos.training.shards import Shard


@dataclass(frozen=True)
class Schedule:
    """How long and how fast a network is trained."""

    epochs: float
    rate: float  # peak learning rate


#: From random weights, and from a trained network: large steps would forget too much.
FROM_SCRATCH = Schedule(3.0, 2e-3)
FINE_TUNING = Schedule(2.0, 5e-4)

#: The generation of the first network, which is not trained.
FIRST = 0

# The steps of a generation
PLAY = "self-play"
TRAIN = "training"
MATCH = "match"


class ProgressListener:
    """Callbacks on the progress of a run; these do nothing."""

    def on_step(self, generation: int, step: str) -> None:
        """A step of a generation begins."""

    def on_progress(self, done: int, total: int) -> None:
        """`done` of `total` parts of the step are done."""

    def on_generation(self, generation: Generation) -> None:
        """A generation is finished."""


class DeadlineReached(Exception):
    """The time limit is reached; everything that was done is stored."""


def train(
    config: TrainingConfig,
    path: Path,
    *,
    processes: int = 1,
    ray: str | None = None,
    hours: float | None = None,
    start: Path | None = None,
    listener: ProgressListener | None = None,
) -> list[Generation]:
    """Train a network in a new folder, or resume the run of a folder. Returns the whole log."""
    config.check()
    check_processes(processes)
    import_torch()  # fails before anything is played
    folder = RunFolder(path)
    folder.open(config.identity)
    if not folder.network_file(FIRST).exists():
        _save_first(config, folder, start)
    deadline = None if hours is None else time.monotonic() + 3600 * hours
    workers = executor(processes, ray)
    run = TrainingRun(config, folder, workers, deadline, listener or ProgressListener())
    with suppress(DeadlineReached):
        run.all_generations()
    return folder.log()


def _save_first(config: TrainingConfig, folder: RunFolder, start: Path | None) -> None:
    """Write the first network: the baseline, or a given one from which training continues."""
    if start is None:
        folder.save_network(FIRST, first_network(config))
        return
    from azulejos.training.model import arrays_of

    network = _start_network(config, start)
    folder.save_weights(FIRST, arrays_of(config, network))
    folder.save_network(FIRST, network)


def _start_network(config: TrainingConfig, path: Path) -> Network:
    """The network of a file, if it fits the game."""
    expected = NetworkShape(config.features, config.buckets)
    try:
        network = read_network(path)
    except BadFile as error:
        raise TrainingError("not-a-network", option="start", expected=expected) from error
    got = NetworkShape(network.features, network.buckets)
    if got != expected:
        raise TrainingError("other-network", option="start", expected=expected, got=got)
    return network


class TrainingRun:
    """One run of the loop in a folder."""

    def __init__(
        self,
        config: TrainingConfig,
        folder: RunFolder,
        workers: Executor,
        deadline: float | None,
        listener: ProgressListener,
    ) -> None:
        self.config, self.folder, self.workers, self.listener = config, folder, workers, listener
        self.deadline = deadline
        self.seconds: dict[str, float] = {}

    def all_generations(self) -> None:
        """Do all unfinished generations. Raises DeadlineReached when the time is up."""
        log = self.folder.log()
        self._publish(log)
        if len(log) < self.config.generations:
            self._warm_up()
        while len(log) < self.config.generations:
            self._check_deadline()
            line = self._generation(len(log) + 1, *_champion(log))
            self.folder.append(line)
            log.append(line)
            self._publish(log)
            self.listener.on_generation(line)

    def _publish(self, log: list[Generation]) -> None:
        """Update `best.npz` and the plot."""
        self.folder.save_best(_champion(log)[0])
        plot.draw(log, self.folder.plot_file)

    def _warm_up(self) -> None:
        """Play one game here, so that only this process compiles."""
        play_shard(replace(self.config, games=1, nodes=1), self.folder.network(FIRST), 0, 0)

    def _check_deadline(self) -> None:
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise DeadlineReached

    def _generation(self, number: int, best: int, rating: float) -> Generation:
        """Self-play, training and match, as far as they are not done yet."""
        with self._step(number, PLAY):
            self._play(number, best)
        with self._step(number, TRAIN):
            trained = self.folder.training_result(number) or self._train(number)
        with self._step(number, MATCH):
            result = self._match(number, best)
        return Generation(
            number=number,
            games=self.config.games,
            examples=trained.examples,
            victory_loss=trained.victory_loss,
            lead_loss=trained.lead_loss,
            match_games=result.games,
            score=result.score,
            margin=result.margin,
            lead=result.lead,
            accepted=result.is_accepted,
            best=number if result.is_accepted else best,
            rating=rating + result.elo,
            best_rating=rating + result.elo if result.is_accepted else rating,
            play_seconds=self.seconds[PLAY],
            learn_seconds=self.seconds[TRAIN],
            match_seconds=self.seconds[MATCH],
        )

    @contextmanager
    def _step(self, generation: int, step: str) -> Iterator[None]:
        """Announce a step, and measure its time."""
        self.listener.on_step(generation, step)
        start = time.monotonic()
        yield
        self.seconds[step] = time.monotonic() - start

    def _play(self, generation: int, best: int) -> None:
        """Play all shards of a generation that are missing."""
        shards = range(self.config.shards)
        missing = [n for n in shards if not self.folder.shard(generation, n).exists()]
        work = partial(_numbered_shard, self.config, self.folder.network(best), generation)
        done = len(shards) - len(missing)
        self.listener.on_progress(done, len(shards))
        for number, shard in self.workers.run(work, missing):
            self.folder.save_shard(generation, number, shard)
            done += 1
            self.listener.on_progress(done, len(shards))
            self._check_deadline()

    def _train(self, generation: int) -> TrainingResult:
        """Train on the last `window` generations, from the last weights if there are any."""
        from azulejos.training.model import Model
        from azulejos.training.trainer import fit

        first = max(1, generation - self.config.window + 1)
        numbers = range(first, generation + 1)
        shards = [path for n in numbers for path in self.folder.shards(n)]
        dataset = load_dataset(self.config, shards)
        seeds = seed_sequence(self.config, TRAINING, generation).generate_state(2)
        model = Model(self.config, int(seeds[0]))
        continues = self.folder.has_weights(generation - 1)
        if continues:
            model.load_arrays(self.folder.weights(generation - 1))
        schedule = FINE_TUNING if continues else FROM_SCRATCH
        trained = fit(
            model,
            dataset,
            epochs=schedule.epochs,
            rate=schedule.rate,
            seed=int(seeds[1]),
            progress=self.listener.on_progress,
        )
        self.folder.save_weights(generation, model.arrays())
        self.folder.save_network(generation, model.network())
        self.folder.save_training_result(generation, trained)
        return trained

    def _match(self, generation: int, best: int) -> MatchResult:
        """Play the match of the new network against the champion."""
        deals = gating.deals(self.config)
        pair = self.folder.network(generation), self.folder.network(best)
        work = partial(gating.play_deal, self.config, pair, generation)
        results = []
        for own in self.workers.run(work, deals):
            results.append(own)
            self.listener.on_progress(len(results), len(deals))
        return gating.match_result(self.config, results)


def _numbered_shard(
    config: TrainingConfig, network: Network, generation: int, number: int
) -> tuple[int, Shard]:
    """A shard with its number: workers finish in any order."""
    return number, play_shard(config, network, generation, number)


def _champion(log: list[Generation]) -> tuple[int, float]:
    """The champion's generation, and its rating."""
    return (log[-1].best, log[-1].best_rating) if log else (FIRST, 0.0)
