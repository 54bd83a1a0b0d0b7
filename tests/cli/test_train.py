"""`azulejos train`, and training in processes and on a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from azulejos.cli.train import train
from azulejos.engine.errors import BadOption
from azulejos.training.config import first_network
from azulejos.training.run_folder import RunFolder
from azulejos.training.selfplay import play_shard
from tests.training.configs import AZUL, needs_torch

pytestmark = needs_torch

SMALL = ["--games", "4", "--nodes", "1", "--generations", "1", "--match-games", "2"]

app = typer.Typer()
app.command()(train)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_command_trains_and_says_what_came_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    told = run("azul", "--folder", str(folder), *SMALL, "--processes", "1")
    assert "generation 1: " in told
    assert "the best network, " in told
    assert RunFolder(folder).log()
    assert "generation 1: " not in run("azul", "--folder", str(folder), *SMALL)


def test_a_command_without_time_says_that_it_can_go_on(tmp_path: Path) -> None:
    told = run("azul", "--folder", str(tmp_path), *SMALL, "--hours", "0")
    assert "time is up after 0 of 1 generations: the same command resumes" in told


def test_a_folder_is_named_after_what_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("azul", "--board", "grey", *SMALL, "--hours", "0")
    assert (tmp_path / "runs" / "azul-grey-2" / "best.npz").exists()


def test_impossible_wishes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="processes to be from 1 to"):
        run("azul", "--folder", str(tmp_path), *SMALL, "--processes", "100000")


SCRIPT = """
import sys
from pathlib import Path
from azulejos.training.loop import train
from tests.training.configs import AZUL, StopsBeforeTraining
if __name__ == "__main__":
    ray = "local" if sys.argv[2] == "ray" else None
    train(AZUL, Path(sys.argv[1]), processes=2, ray=ray, listener=StopsBeforeTraining())
"""


@pytest.mark.parametrize(
    "where",
    # `tests/arena/test_ray.py` plays on a cluster in every run of the tests.
    ["processes", pytest.param("ray", marks=[pytest.mark.soak, pytest.mark.xdist_group("ray")])],
)
def test_two_workers_play_the_same_games_as_one(where: str, tmp_path: Path) -> None:
    """In a process of its own: Ray leaves threads behind, and files open."""
    if where == "ray":
        pytest.importorskip("ray", reason="Ray is not installed: pip install 'azulejos[ray]'")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    project = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, script, tmp_path / "run", where],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(project), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert "KeyboardInterrupt: training begins" in done.stderr, done.stderr
    folder, expected = RunFolder(tmp_path / "run"), tmp_path / "expected.npz"
    for shard in range(AZUL.shards):
        play_shard(AZUL, first_network(AZUL), 1, shard).save(expected)
        assert folder.shard(1, shard).read_bytes() == expected.read_bytes()
