"""The loop: self-play, learning, a match, and again.

Every step looks first whether its work is done already: whoever starts a run again, however it
ended, goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from zipfile import BadZipFile

from azulejos.parallel import Executor, executor
from azulejos.search.nnue import network as networks
from azulejos.search.nnue.network import Network
from azulejos.simulation import check_numbers
from azulejos.training import gating, plot
from azulejos.training.config import Plan, first_network
from azulejos.training.dataset import gathered
from azulejos.training.errors import NetworkShape, TrainingError
from azulejos.training.extras import torch_package
from azulejos.training.gating import Verdict
from azulejos.training.run_folder import Folder, Generation, Learned
from azulejos.training.selfplay import LEARNING, play_shard, seed_sequence
from azulejos.training.shards import Notes


@dataclass(frozen=True)
class Pace:
    """How a network learns."""

    epochs: float  # so often each example is seen
    rate: float  # the size of a step


#: Of a network that knows nothing, and of one that goes on: large steps would forget too much.
FROM_NOTHING = Pace(3.0, 2e-3)
FURTHER = Pace(2.0, 5e-4)

#: The generation that is not learned.
FIRST = 0

# The steps of a generation
PLAY = "self-play"
LEARN = "learning"
MATCH = "match"


class Watcher:
    """Whoever wants to know how it goes; this one does not."""

    def begins(self, generation: int, step: str) -> None:
        """A step of a generation begins."""

    def did(self, done: int, total: int) -> None:
        """So much of the step is done."""

    def finished(self, generation: Generation) -> None:
        """A generation is finished."""


class TimeIsUp(Exception):
    """The hours are over; everything that was done is kept."""


def train(
    plan: Plan,
    path: Path,
    *,
    processes: int = 1,
    ray: str | None = None,
    hours: float | None = None,
    start: Path | None = None,
    watcher: Watcher | None = None,
) -> list[Generation]:
    """Learn a network, in a new folder or where the last run stopped. Returns the whole log."""
    plan.check()
    check_numbers(plan.games, processes)
    torch_package()  # before anything is played
    folder = Folder(path)
    folder.claim(plan.identity)
    if not folder.network_file(FIRST).exists():
        _begin(plan, folder, start)
    deadline = None if hours is None else time.monotonic() + 3600 * hours
    run = Run(plan, folder, executor(processes, ray), deadline, watcher or Watcher())
    with suppress(TimeIsUp):
        run.all_generations()
    return folder.log()


def _begin(plan: Plan, folder: Folder, start: Path | None) -> None:
    """Keep the network to begin with. Learning goes on from one that was given."""
    if start is None:
        folder.keep_network(FIRST, first_network(plan))
        return
    from azulejos.training.model import arrays_of

    network = _given(plan, start)
    folder.keep_weights(FIRST, arrays_of(plan, network))
    folder.keep_network(FIRST, network)


def _given(plan: Plan, path: Path) -> Network:
    """The network of a file, refused unless it fits the game."""
    expected = NetworkShape(plan.facts, plan.stages)
    try:
        network = networks.load(path)
    except (ValueError, KeyError, EOFError, BadZipFile) as error:
        raise TrainingError("not-a-network", option="start", expected=expected) from error
    got = NetworkShape(len(network.facts), len(network.narrow))
    if got != expected:
        raise TrainingError("other-network", option="start", expected=expected, got=got)
    return network


class Run:
    """One run of the loop in a folder."""

    def __init__(
        self,
        plan: Plan,
        folder: Folder,
        workers: Executor,
        deadline: float | None,
        watcher: Watcher,
    ) -> None:
        self.plan, self.folder, self.workers, self.watcher = plan, folder, workers, watcher
        self.deadline = deadline
        self.seconds: dict[str, float] = {}

    def all_generations(self) -> None:
        """Do what is left to do. Raises TimeIsUp when there is no time for it."""
        log = self.folder.log()
        self._publish(log)
        if len(log) < self.plan.generations:
            self._warm_up()
        while len(log) < self.plan.generations:
            self._look_at_the_clock()
            line = self._generation(len(log) + 1, *_standing(log))
            self.folder.add(line)
            log.append(line)
            self._publish(log)
            self.watcher.finished(line)

    def _publish(self, log: list[Generation]) -> None:
        """Bring the files for the eyes of others up to date."""
        self.folder.keep_best(_standing(log)[0])
        plot.draw(log, self.folder.picture)

    def _warm_up(self) -> None:
        """Play a game for nothing: here, so that only one process compiles."""
        play_shard(replace(self.plan, games=1, nodes=1), self.folder.network(FIRST), 0, 0)

    def _look_at_the_clock(self) -> None:
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise TimeIsUp

    def _generation(self, number: int, best: int, rating: float) -> Generation:
        """Play, learn and compare, as far as that is not done yet."""
        with self._step(number, PLAY):
            self._play(number, best)
        with self._step(number, LEARN):
            learned = self.folder.learned(number) or self._learn(number)
        with self._step(number, MATCH):
            verdict = self._match(number, best)
        return Generation(
            number=number,
            games=self.plan.games,
            examples=learned.examples,
            chance_loss=learned.chance_loss,
            lead_loss=learned.lead_loss,
            match_games=verdict.games,
            score=verdict.score,
            reach=verdict.reach,
            lead=verdict.lead,
            accepted=verdict.is_accepted,
            best=number if verdict.is_accepted else best,
            rating=rating + verdict.elo,
            best_rating=rating + verdict.elo if verdict.is_accepted else rating,
            play_seconds=self.seconds[PLAY],
            learn_seconds=self.seconds[LEARN],
            match_seconds=self.seconds[MATCH],
        )

    @contextmanager
    def _step(self, generation: int, step: str) -> Iterator[None]:
        """Tell that a step begins, and take its time."""
        self.watcher.begins(generation, step)
        start = time.monotonic()
        yield
        self.seconds[step] = time.monotonic() - start

    def _play(self, generation: int, best: int) -> None:
        """Play all shards of a generation that are missing."""
        shards = range(self.plan.shards)
        missing = [n for n in shards if not self.folder.shard(generation, n).exists()]
        work = partial(_numbered_shard, self.plan, self.folder.network(best), generation)
        done = len(shards) - len(missing)
        self.watcher.did(done, len(shards))
        for shard, notes in self.workers.run(work, missing):
            self.folder.keep_shard(generation, shard, notes)
            done += 1
            self.watcher.did(done, len(shards))
            self._look_at_the_clock()

    def _learn(self, generation: int) -> Learned:
        """Learn from the last generations, going on from the last weights if there are any."""
        from azulejos.training.model import Model
        from azulejos.training.trainer import learn

        first = max(1, generation - self.plan.window + 1)
        numbers = range(first, generation + 1)
        examples = gathered(self.plan, [path for n in numbers for path in self.folder.shards(n)])
        seeds = seed_sequence(self.plan, LEARNING, generation).generate_state(2)
        model = Model(self.plan, int(seeds[0]))
        goes_on = self.folder.has_weights(generation - 1)
        if goes_on:
            model.take(self.folder.weights(generation - 1))
        pace = FURTHER if goes_on else FROM_NOTHING
        learned = learn(
            model,
            examples,
            epochs=pace.epochs,
            rate=pace.rate,
            seed=int(seeds[1]),
            progress=self.watcher.did,
        )
        self.folder.keep_weights(generation, model.arrays())
        self.folder.keep_network(generation, model.network())
        self.folder.keep_learned(generation, learned)
        return learned

    def _match(self, generation: int, best: int) -> Verdict:
        """Let the new network play against the best so far."""
        deals = gating.deals(self.plan)
        pair = self.folder.network(generation), self.folder.network(best)
        work = partial(gating.play_round, self.plan, pair, generation)
        rounds = []
        for own in self.workers.run(work, deals):
            rounds.append(own)
            self.watcher.did(len(rounds), len(deals))
        return gating.verdict(self.plan, rounds)


def _numbered_shard(plan: Plan, network: Network, generation: int, shard: int) -> tuple[int, Notes]:
    """A shard with its number: they may come in any order."""
    return shard, play_shard(plan, network, generation, shard)


def _standing(log: list[Generation]) -> tuple[int, float]:
    """The best generation so far, and its rating."""
    return (log[-1].best, log[-1].best_rating) if log else (FIRST, 0.0)
