"""Compilation beside what waits for it: in jobs, once, taken up again, and then complete."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from azulejos import precompile
from azulejos.engine import GAMES
from azulejos.engine.cache import CACHE
from azulejos.precompile import DONE, JOBS, MAX_ATTEMPTS, Job, Precompiler, Progress, job_for
from azulejos.search.games import SEARCH_GAMES
from tests.processes import children_of, is_running, kill, wait_until

RULES = job_for("azul")
SEARCH = job_for("azul", 2)
#: A job's process in these tests; `{behaviour}` is what it does with its folder and name.
FAKE = """
import os, pathlib, sys, time
folder, name = pathlib.Path({folder!r}), sys.argv[-1]
with open(folder / "started", "a") as file:
    file.write(name + " " + str(os.getpid()) + "\\n")
{behaviour}
"""
SUCCEED = '(folder / (name + ".done")).write_text("{}")'
FAIL = "sys.exit(1)"
FAIL_ONCE = 'first = not (folder / "failed").exists(); (folder / "failed").touch(); sys.exit(first)'
LAST = "while True: time.sleep(0.05)"


# The list of jobs


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_jobs_for_its_rules_and_its_searches(game: str) -> None:
    assert job_for(game).players == ()
    alphabeta = SEARCH_GAMES[GAMES[game].layout].alphabeta_players
    for players in (2, 3, 4):
        together = set(job_for(game, players).players)
        assert together & alphabeta in (set(), together)  # one search each
        assert job_for(game, together.pop()) == job_for(game, players)


def test_jobs_have_names_of_their_own() -> None:
    assert len({job.name for job in JOBS}) == len(JOBS)
    assert job_for("azul").name == "azul-rules"
    assert job_for("azul", 4).name == "azul-3-4"


def test_unknown_jobs_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a game and a number of players, got chess"):
        job_for("chess")


# Processes


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeJobs:
    return FakeJobs(tmp_path, monkeypatch)


class FakeJobs:
    """Processes that stand in for real jobs, with a cache folder of their own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.start_process = subprocess.Popen
        self.behaviour = SUCCEED
        monkeypatch.setattr("azulejos.precompile.subprocess.Popen", self.popen)

    def popen(self, command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        code = FAKE.format(folder=str(self.folder), behaviour=self.behaviour)
        return self.start_process([sys.executable, "-c", code, command[-1]], **options)

    @property
    def started(self) -> list[tuple[str, int]]:
        """The jobs that were started, with the numbers of their processes."""
        path = self.folder / "started"
        lines = path.read_text().splitlines() if path.exists() else []
        return [(line.split()[0], int(line.split()[1])) for line in lines]


def test_all_jobs_are_run_in_the_order_in_which_they_are_needed(fake: FakeJobs) -> None:
    precompiler = Precompiler(fake.folder, processes=1)
    assert not precompiler.is_complete
    precompiler.start()
    precompiler.wait()
    assert [name for name, _ in fake.started] == [job.name for job in JOBS]
    assert precompiler.is_complete
    assert precompiler.progress() == DONE


def test_what_is_compiled_is_not_compiled_once_more(fake: FakeJobs) -> None:
    for job in JOBS:
        (fake.folder / f"{job.name}.done").touch()
    precompiler = Precompiler(fake.folder)
    assert precompiler.is_complete
    precompiler.start()
    precompiler.wait()
    assert not fake.started


def test_a_wanted_job_does_not_wait_for_a_free_core(fake: FakeJobs) -> None:
    fake.behaviour = LAST
    precompiler = Precompiler(fake.folder, processes=1)
    precompiler.start()
    wait_until(lambda: len(fake.started) == 1)
    wanted = job_for("summer-pavilion", 3)
    precompiler.want(wanted.game, 3)
    wait_until(lambda: len(fake.started) == 2)
    precompiler.want(wanted.game, 3)  # once is enough
    assert [name for name, _ in fake.started] == [JOBS[0].name, wanted.name]
    precompiler.close()


def test_a_job_that_fails_is_run_again(fake: FakeJobs) -> None:
    fake.behaviour = FAIL_ONCE
    precompiler = Precompiler(fake.folder, processes=1)
    precompiler.want("azul")  # nothing was started yet
    precompiler.start()
    precompiler.wait([RULES])
    assert [name for name, _ in fake.started][:2] == [RULES.name] * 2
    precompiler.close()


def test_a_killed_job_is_run_again(fake: FakeJobs) -> None:
    fake.behaviour = LAST
    precompiler = Precompiler(fake.folder, processes=1)
    precompiler.start()
    wait_until(lambda: len(fake.started) == 1)
    fake.behaviour = SUCCEED
    kill(fake.started[0][1])
    precompiler.wait()
    assert [name for name, _ in fake.started][:2] == [RULES.name] * 2
    assert precompiler.is_complete


def test_a_job_that_always_fails_is_given_up_and_is_not_waited_for(fake: FakeJobs) -> None:
    fake.behaviour = FAIL
    precompiler = Precompiler(fake.folder, processes=1)
    precompiler.start()
    precompiler.wait()
    assert len(fake.started) == MAX_ATTEMPTS * len(JOBS)
    assert precompiler.is_ready("azul")


def test_closing_ends_all_jobs(fake: FakeJobs) -> None:
    fake.behaviour = LAST
    precompiler = Precompiler(fake.folder, processes=2)
    precompiler.start()
    wait_until(lambda: len(fake.started) == 2)
    precompiler.close()
    wait_until(lambda: not any(is_running(number) for _, number in fake.started))
    assert len(fake.started) == 2
    assert not precompiler.is_ready("azul")


PARENT = """
import sys
from pathlib import Path
from typing import Any
from azulejos.precompile import Precompiler
precompiler = Precompiler(Path(sys.argv[1]), processes=1)
precompiler.start()
precompiler.wait()
"""


def test_jobs_end_with_their_parent_even_if_it_is_killed(tmp_path: Path) -> None:
    """A real job that waits for a lock: `kill -9` gives its parent no time to end it."""
    lock = FileLock(tmp_path / f"{RULES.name}.lock")
    with lock:
        environment = {**os.environ, "AZULEJOS_CACHE": str(tmp_path)}
        command = [sys.executable, "-c", PARENT, str(tmp_path)]
        parent = subprocess.Popen(command, env=environment)
        wait_until(lambda: children_of(parent.pid))
        (child,) = children_of(parent.pid)
        parent.kill()
        parent.wait()
        wait_until(lambda: not is_running(child))


# Jobs


def test_two_starts_at_once_compile_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Job] = []
    inside, leave = threading.Event(), threading.Event()

    def compile_slowly(job: Job) -> None:
        compiled.append(job)
        inside.set()
        leave.wait()

    monkeypatch.setattr(precompile, "_compile", compile_slowly)
    starts = [threading.Thread(target=precompile.run_job, args=(RULES, tmp_path)) for _ in range(2)]
    for start in starts:
        start.start()
    inside.wait()
    leave.set()
    for start in starts:
        start.join()
    assert compiled == [RULES]
    assert (tmp_path / f"{RULES.name}.done").exists()


def test_an_interrupted_job_is_not_taken_for_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: Job) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(precompile, "_compile", interrupt)
    with pytest.raises(KeyboardInterrupt):
        precompile.run_job(RULES, tmp_path)
    assert not Precompiler(tmp_path).is_ready("azul")


def test_without_a_cache_folder_nothing_is_waited_for() -> None:
    precompiler = Precompiler(None)
    assert precompiler.is_complete
    precompiler.start()
    precompiler.wait()


# Progress


def note(folder: Path, job: Job, fraction: float) -> None:
    (folder / f"{job.name}.progress").write_text(str(fraction))


def test_progress_weighs_jobs_by_their_time(tmp_path: Path) -> None:
    precompiler = Precompiler(tmp_path)
    assert precompiler.progress() == Progress(0.0, None)
    note(tmp_path, RULES, 0.5)
    note(tmp_path, SEARCH, 0.25)
    both = RULES.seconds + SEARCH.seconds
    expected = (0.5 * RULES.seconds + 0.25 * SEARCH.seconds) / both
    assert precompiler.progress([RULES, SEARCH]).fraction == pytest.approx(expected)
    assert precompiler.progress([RULES]).percent == 50


def test_progress_is_complete_only_when_all_is_done(tmp_path: Path) -> None:
    precompiler = Precompiler(tmp_path)
    note(tmp_path, RULES, 1.0)
    assert precompiler.progress([RULES]).percent == 99
    (tmp_path / f"{RULES.name}.done").touch()
    assert Precompiler(tmp_path).progress([RULES]) == DONE


def test_a_damaged_note_counts_as_nothing(tmp_path: Path) -> None:
    (tmp_path / f"{RULES.name}.progress").write_text("half")
    assert Precompiler(tmp_path).progress([RULES]).fraction == 0


def test_the_time_left_shrinks_as_jobs_advance(fake: FakeJobs) -> None:
    fake.behaviour = LAST
    precompiler = Precompiler(fake.folder, processes=1)
    precompiler.start()
    wait_until(lambda: len(fake.started) == 1)
    left = []
    for fraction in (0.2, 0.5, 0.9):
        note(fake.folder, RULES, fraction)
        seconds = precompiler.progress([RULES]).seconds_left
        assert seconds is not None
        left.append(seconds)
    assert all(later < earlier for earlier, later in itertools.pairwise(left))
    precompiler.close()


# The real thing: what the jobs have compiled is all that play needs


@pytest.fixture(scope="module")
def everything_is_compiled() -> Path:
    """`make test` has compiled it before."""
    assert CACHE is not None
    precompile.precompile()
    return CACHE


@pytest.mark.slow
@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_the_size_of_jobs_is_as_progress_expects_it(everything_is_compiled: Path, job: Job) -> None:
    note = json.loads((everything_is_compiled / f"{job.name}.done").read_text())
    assert note["functions"] <= 1.1 * job.functions
    # Another job may have compiled a small part of it before.
    if note["functions"] < 0.75 * job.functions:
        pytest.skip("something else had compiled much of it: empty the cache to measure the job")


WHOLE_GAMES = """
import sys
from azulejos.engine.compiled import count_compilations
compiled = []
count_compilations(lambda: compiled.append(1))
from azulejos import Game, bot
from azulejos.session import views
name, board, players = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = Game(name, board=board, players=players, seed=1)
bots = [bot(level, seed=1) for level in ("beginner", "master", "strong", "expert")]
while not game.is_over:
    views.state(game.position, game.ply)
    views.options(game.position)
    game.play(bots[game.to_play].choose(game.position, nodes=20).move)
views.result(game)
assert Game.from_text(game.to_text()) == game
print(len(compiled))
"""


@pytest.mark.slow
@pytest.mark.usefixtures("everything_is_compiled")
@pytest.mark.parametrize(
    ("game", "board", "players"),
    [("azul", "coloured", 2), ("azul", "grey", 4), ("summer-pavilion", "grey", 3)],
)
def test_after_the_jobs_whole_games_compile_nothing(game: str, board: str, players: int) -> None:
    command = [sys.executable, "-c", WHOLE_GAMES, game, board, str(players)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
