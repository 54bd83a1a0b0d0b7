"""Match logs: finished games are neither lost nor repeated, however a match was stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from azulejos.arena import Match
from azulejos.arena import match as match_module
from azulejos.arena.log import read_seed
from azulejos.arena.match import bots_version
from azulejos.arena.progress import Progress
from azulejos.engine.errors import BadOption
from tests.arena.games import without_times

MATCH = Match(contestants=("greedy", "random"), games=6, seed=3)
TIMEOUT = 120.0  # seconds


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def numbers_in(log: Path) -> list[int]:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return [line["played"]["number"] for line in lines[1:]]


def play_until(games: int, log: Path, match: Match = MATCH) -> None:
    """Play a match that is interrupted after `games` games."""

    def stop(progress: Progress) -> None:
        if progress.tally.games == games:
            raise KeyboardInterrupt

    match.play(log=log, progress=stop)


def test_a_match_goes_on_where_it_was_stopped(log: Path) -> None:
    play_until(3, log)
    assert numbers_in(log) == [0, 1, 2]
    told: list[int] = []
    result = MATCH.play(log=log, progress=lambda state: told.append(state.tally.games))
    assert told == [3, 4, 5, 6]
    assert numbers_in(log) == list(range(6))
    assert list(map(without_times, result.games)) == list(map(without_times, MATCH.play().games))


def test_a_game_is_in_the_log_as_soon_as_it_is_finished(log: Path) -> None:
    def look(progress: Progress) -> None:
        assert len(numbers_in(log)) == progress.tally.games

    MATCH.play(log=log, progress=look)


def test_a_finished_match_is_only_read(log: Path) -> None:
    finished = MATCH.play(log=log)
    before = log.read_bytes()
    assert MATCH.play(log=log) == finished
    assert log.read_bytes() == before


def test_more_games_and_other_tests_go_on_with_the_same_log(log: Path) -> None:
    MATCH.play(log=log)
    longer = replace(MATCH, games=8, sprt=(-10, 10))
    assert len(longer.play(log=log).games) == 8
    assert numbers_in(log) == list(range(8))
    assert len(MATCH.play(log=log).games) == 6


@pytest.mark.parametrize("rest", [b'{"plan": "', b"\xff\xfe", b"{"])
def test_half_a_line_is_thrown_away(log: Path, rest: bytes) -> None:
    play_until(2, log)
    log.write_bytes(log.read_bytes() + rest)
    assert len(MATCH.play(log=log).games) == 6
    assert numbers_in(log) == list(range(6))


def test_half_a_first_line_is_thrown_away(log: Path) -> None:
    log.write_bytes(b'{"plan": "12')
    assert len(MATCH.play(log=log).games) == 6
    assert numbers_in(log) == list(range(6))


def test_a_game_that_is_there_twice_counts_once(log: Path) -> None:
    play_until(2, log)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines, lines[-1]]))
    told: list[int] = []
    result = MATCH.play(log=log, progress=lambda state: told.append(state.tally.games))
    assert [game.number for game in result.games] == list(range(6))
    assert told == [2, 3, 4, 5, 6]


def test_two_arenas_cannot_write_one_log(log: Path) -> None:
    refused = 0

    def play_too(_: Progress) -> None:
        nonlocal refused
        before = log.read_bytes()
        with pytest.raises(BadOption, match="log to be a file that no other arena is writing"):
            MATCH.play(log=log)
        assert log.read_bytes() == before
        refused += 1

    MATCH.play(log=log, progress=play_too)
    assert refused == 7
    assert len(MATCH.play(log=log).games) == 6
    assert [file.name for file in log.parent.iterdir()] == [log.name]


def test_a_log_is_free_again_after_an_error(log: Path) -> None:
    def fail(_: Progress) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        MATCH.play(log=log, progress=fail)
    assert len(MATCH.play(log=log).games) == 6


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("seed", 4, "expected seed to be 3, as in .*match.jsonl, got 4"),
        ("contestants", ("random", "greedy"), "expected contestants to be .*greedy.*random"),
        ("board", "grey", "expected board to be coloured, as in .*, got 'grey'"),
        ("nodes", 7, "expected nodes to be None, as in"),
    ],
)
def test_the_log_of_another_match_is_refused(
    log: Path, name: str, value: object, complaint: str
) -> None:
    play_until(2, log)
    before = log.read_bytes()
    other = Match.from_data({**MATCH.to_data(), name: value})
    with pytest.raises(BadOption, match=complaint):
        other.play(log=log)
    assert log.read_bytes() == before


def test_a_log_of_other_versions_of_our_bots_is_refused(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_until(2, log)
    known = bots_version()
    monkeypatch.setattr(match_module, "bots_version", lambda: "a new network")
    complaint = f"version of our bots to be {known}, as in .*, got 'a new network'"
    with pytest.raises(BadOption, match=complaint):
        MATCH.play(log=log)
    programs = replace(MATCH, contestants=("cmd:one", "cmd:other"))
    mixed = replace(MATCH, contestants=("cmd:one", "greedy"))
    assert "version of our bots" not in programs.plan
    assert mixed.plan["version of our bots"] == "a new network"


def test_code_and_networks_make_a_version_of_our_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version() -> str:
        bots_version.cache_clear()
        return bots_version(tmp_path)

    seen = {version()}
    network = tmp_path / "azul-grey-2.npz"
    for content in (b"one", b"another"):
        network.write_bytes(content)
        seen.add(version())
    network.rename(tmp_path / "azul-grey-3.npz")
    seen.add(version())
    assert version() in seen
    monkeypatch.setattr(match_module, "fingerprint", lambda: "other code")
    seen.add(version())
    assert len(seen) == 5
    bots_version.cache_clear()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"hello\n", "match.jsonl to be the log of a match, got something else in line 4"),
        (b"[]\n", "line 4"),
        (b'{"plan": "other"}\n', "line 4"),
        (b'{"plan": "%s"}\n', "line 4"),
        (b'{"plan": "%s", "played": {"number": 3}}\n', "line 4"),
    ],
)
def test_a_damaged_log_is_refused(log: Path, line: bytes, complaint: str) -> None:
    play_until(2, log)
    damaged = line.replace(b"%s", MATCH.fingerprint.encode())
    log.write_bytes(log.read_bytes() + damaged)
    with pytest.raises(BadOption, match=complaint):
        MATCH.play(log=log)


WRONG = {
    "a number that is none": {"number": "x"},
    "a number that is true": {"number": True},
    "a negative number": {"number": -1},
    "an unknown contestant": {"seats": [5, 6]},
    "the other seats": {"seats": [1, 0]},
    "no seats": {"seats": [], "scores": [], "move_times": [], "winners": []},
    "another deal": {"deal": 7},
    "no winner": {"winners": []},
    "a winner twice": {"winners": [0, 0]},
    "a winner without a seat": {"winners": [2]},
    "a score too few": {"scores": [3]},
    "scores in words": {"scores": ["3", "4"]},
    "no move_times": {"move_times": None},
    "move_times in words": {"move_times": [{"moves": 1, "seconds": "x", "longest": 1}] * 2},
    "a record of numbers": {"record": 7},
    "a forfeit without a seat": {"forfeit": {"seat": 2, "kind": "crash", "reason": "x"}},
    "a forfeit of no kind": {"forfeit": {"seat": 1, "kind": [], "reason": "x"}},
    "something more": {"weather": "fine"},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_log_with_an_impossible_game_is_refused(log: Path, wrong: dict[str, object]) -> None:
    play_until(1, log)
    line = json.loads(log.read_text(encoding="utf-8").splitlines()[1])
    line["played"] |= {"number": 0, **wrong}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    with pytest.raises(BadOption, match="something else in line 3"):
        MATCH.play(log=log)


@pytest.mark.parametrize(("old", "new"), [("silence", "timeout"), ("nonsense", "malformed")])
def test_forfeits_of_older_logs_have_their_current_names(log: Path, old: str, new: str) -> None:
    play_until(1, log)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    game = lines[1]["played"]
    game |= {"winners": [1], "forfeit": {"seat": 0, "kind": old, "reason": "x"}}
    game["paces"] = game.pop("move_times")
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    result = MATCH.play(log=log)
    assert result.forfeits[0] == {new: 1}


def test_a_file_of_something_else_is_refused_and_stays_as_it_is(log: Path) -> None:
    log.write_text('{"name": "settings"}\n', encoding="utf-8")
    with pytest.raises(BadOption, match="something else in line 1"):
        MATCH.play(log=log)
    assert log.read_text(encoding="utf-8") == '{"name": "settings"}\n'


def test_the_read_seed_a_match_is_found_in_its_log(log: Path) -> None:
    assert read_seed(log) is None
    play_until(1, log)
    assert read_seed(log) == 3


def test_after_kill_nothing_is_lost_and_nothing_repeated(log: Path) -> None:
    """A whole match in processes is killed in the middle, with all it started, and goes on."""
    arguments = ["--games", "1000000", "--seed", "3", "--processes", "2", "--log", str(log)]
    command = [sys.executable, "-m", "azulejos", "arena", "greedy", "random", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        wait_for_lines(20, log)
    finally:
        process.kill()  # this process only; its workers must notice
        process.wait()
    kept = log.read_bytes().rpartition(b"\n")[0].count(b"\n")
    assert kept >= 19
    log.write_bytes(log.read_bytes() + b'{"plan": "half a li')
    match = replace(MATCH, games=kept + 50)
    result = match.play(log=log)
    assert sorted(numbers_in(log)) == list(range(match.planned))
    assert list(map(without_times, result.games[:6])) == list(
        map(without_times, MATCH.play().games)
    )
    wait_for_the_end_of(process.pid)


def wait_for_lines(count: int, log: Path) -> None:
    """Wait until a log has `count` lines."""
    deadline = time.monotonic() + TIMEOUT
    while not log.exists() or log.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


def wait_for_the_end_of(group: int) -> None:
    """The processes of a killed match end by themselves."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    pytest.fail("processes were left behind")
