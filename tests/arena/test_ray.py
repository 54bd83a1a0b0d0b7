"""Matches on a Ray cluster: the same games as anywhere."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from azulejos import parallel
from azulejos.arena import Match, read_result
from azulejos.engine.errors import AzulejosError, BadOption, UnknownName
from tests.arena.games import without_times

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'azulejos[ray]'")
#: One worker starts all local clusters, one after the other: two at once can block each other.
pytestmark = pytest.mark.xdist_group("ray")


def test_a_local_cluster_of_two_workers_plays_the_same_games(tmp_path: Path) -> None:
    """In a process of its own: Ray leaves threads behind, and files open."""
    file = tmp_path / "result.json"
    arguments = ["greedy", "random", "--games", "8", "--seed", "7", "--json", str(file)]
    command = [sys.executable, "-m", "azulejos", "arena", *arguments]
    done = subprocess.run(
        [*command, "--ray", "local", "--processes", "2"],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result = read_result(file.read_text(encoding="utf-8"))
    expected = Match(contestants=("greedy", "random"), games=8, seed=7).play()
    timeless = [[without_times(game) for game in r.games] for r in (result, expected)]
    assert timeless[0] == timeless[1]
    assert json.loads(file.read_text(encoding="utf-8"))["contestants"][0]["games"] == 8


def test_an_unknown_address_is_refused() -> None:
    match = Match(contestants=("greedy", "random"), games=2)
    with pytest.raises(BadOption, match="ray to be local or the address of a Ray cluster, got"):
        match.play(ray="no such address")


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_port_without_a_listener_is_refused_at_once(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{listener.getsockname()[1]}"
    monkeypatch.delattr(ray, "init")  # which would ask for minutes
    with pytest.raises(BadOption, match=f"the address of a Ray cluster, got '{address}'"):
        Match(contestants=("greedy", "random"), games=2).play(ray=address)


def failing_cluster(error: Exception) -> Any:
    """A cluster on which every task ends with an error."""

    def get(_: object) -> None:
        raise error

    return SimpleNamespace(
        exceptions=ray.exceptions,
        init=lambda *_, **__: None,
        shutdown=lambda: None,
        put=lambda work: work,
        cluster_resources=dict,
        remote=lambda _: SimpleNamespace(remote=lambda *_: None),
        wait=lambda pending: (pending, []),
        get=get,
    )


@pytest.mark.parametrize(
    ("error", "kind", "told"),
    [
        (ray.exceptions.WorkerCrashedError(), BadOption, "machines can play, got 'The worker died"),
        (
            ray.exceptions.RaySystemError(ImportError(), "...\nModuleNotFoundError: no azulejos"),
            BadOption,
            "machines can play, got 'ModuleNotFoundError: no azulejos'",
        ),
        (
            ray.exceptions.RayTaskError(
                "play", "Traceback ...", UnknownName("unknown-bot", known="greedy", name="nobody")
            ).as_instanceof_cause(),
            UnknownName,
            "^expected one of the bots greedy, got 'nobody'$",
        ),
    ],
)
def test_errors_on_a_cluster_are_reported(
    error: Exception, kind: type[AzulejosError], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "_import_ray", lambda: failing_cluster(error))
    with pytest.raises(kind, match=told):
        list(parallel.Ray("local").run(len, ["task"]))
