"""Matches on a Ray cluster: the same games as anywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from azulejos.arena import Match, read_result
from azulejos.engine.errors import BadOption

pytest.importorskip("ray", reason="Ray is not installed: pip install 'azulejos[ray]'")


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
    timeless = [[replace(game, paces=()) for game in r.games] for r in (result, expected)]
    assert timeless[0] == timeless[1]
    assert json.loads(file.read_text(encoding="utf-8"))["contestants"][0]["games"] == 8


def test_an_address_where_nobody_is_is_told() -> None:
    match = Match(contestants=("greedy", "random"), games=2)
    with pytest.raises(BadOption, match="ray to be local or the address of a Ray cluster, got"):
        match.play(ray="no such address")
