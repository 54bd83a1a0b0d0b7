"""The analysis engine: answers by id, priorities, cancelling, and damaged requests."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from azulejos import Game
from azulejos.analysis import Analysis, engine
from azulejos.analysis.engine import (
    AnalysisAnswer,
    Answer,
    CancelledAnswer,
    Engine,
    ErrorAnswer,
    JudgementAnswer,
    ProgressAnswer,
    ReviewAnswer,
    VersionAnswer,
)
from tests.analysis.games import random_game

POSITION = str(Game("azul", seed=1).position)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews are kept in a folder of their own."""
    monkeypatch.setenv("AZULEJOS_CACHE", str(tmp_path))


class Client:
    """Sends requests, and keeps the answers."""

    def __init__(self, threads: int = 1) -> None:
        self.answers: list[Answer] = []
        self.first = threading.Event()
        self.engine = Engine(self._keep, threads)

    def _keep(self, answer: Answer) -> None:
        self.answers.append(answer)
        self.first.set()

    def ask(self, **request: Any) -> None:
        self.engine.receive(json.dumps(request))

    def finish(self) -> list[Answer]:
        self.engine.finish()
        return self.answers


def test_a_position_is_analysed() -> None:
    client = Client()
    client.ask(action="analyse", id="a", position=POSITION, nodes=1_000, lines=2)
    (answer,) = client.finish()
    assert isinstance(answer, AnalysisAnswer)
    assert answer.id == "a"
    assert answer.last
    assert len(answer.analysis.candidates) == 2


def test_updates_come_before_the_last_result() -> None:
    client = Client()
    client.ask(action="analyse", id="a", position=POSITION, nodes=20_000, updates=True)
    answers = client.finish()
    assert [answer.last for answer in answers if isinstance(answer, AnalysisAnswer)] == [
        *(False,) * (len(answers) - 1),
        True,
    ]
    assert len(answers) > 1


def test_the_last_result_explains_the_candidates_if_that_is_wanted() -> None:
    client = Client()
    request = {"action": "analyse", "position": POSITION, "nodes": 20_000, "updates": True}
    client.ask(id="a", lines=4, facts=True, **request)
    *earlier, last = [a for a in client.finish() if isinstance(a, AnalysisAnswer)]
    best, *others = last.analysis.candidates
    assert best.facts == ()
    assert any(candidate.facts for candidate in others)
    assert earlier
    assert not any(one.facts for answer in earlier for one in answer.analysis.candidates)


TINY = {"name": "tiny", "nodes": 2_000, "tree_nodes": 500, "samples": 2, "proof_nodes": 100}


@pytest.mark.usefixtures("own_cache")
def test_a_move_is_judged() -> None:
    client = Client()
    move = str(next(iter(Game("azul", seed=1).legal_moves)))  # to the floor
    client.ask(action="judge", id="a", position=POSITION, move=move, effort=TINY)
    client.ask(action="judge", id="b", position=POSITION, move="9b1", effort=TINY)
    client.ask(action="judge", id="c", position=POSITION, move=move, effort="none")
    client.ask(action="judge", id="d", position=POSITION, move=move, effort=TINY | {"samples": 0})
    judged, illegal, unknown, empty = client.finish()
    assert isinstance(judged, JudgementAnswer)
    assert (judged.judgement.move, judged.judgement.player) == (move, 0)
    assert judged.judgement.loss > 0
    assert judged.judgement.line[0] == judged.judgement.best != move
    assert isinstance(illegal, ErrorAnswer)
    assert illegal.code == "draft/no-such-factory"
    assert isinstance(unknown, ErrorAnswer)
    assert unknown.code == "unknown-effort"
    assert isinstance(empty, ErrorAnswer)
    assert empty.code == "out-of-range"


def test_all_requests_are_cancelled_at_once() -> None:
    client = Client()
    for name in "abc":
        client.ask(action="analyse", id=name, position=POSITION, nodes=100_000_000, updates=True)
    client.first.wait()
    client.engine.cancel_all()
    ended = [answer.id for answer in client.finish() if isinstance(answer, CancelledAnswer)]
    assert ended == ["a", "b", "c"]


@pytest.mark.usefixtures("own_cache")
def test_a_game_is_reviewed_with_its_progress() -> None:
    client = Client()
    record = random_game("azul", "coloured", 2, 1).at(2).to_json()
    client.ask(action="review", id="r", record="\ufeff" + record, updates=True)
    *progress, last = client.finish()
    assert isinstance(last, ReviewAnswer)
    assert len(last.review.decisions) == 2
    seen = [(one.done, one.steps) for one in progress if isinstance(one, ProgressAnswer)]
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_requests_of_higher_priority_are_first() -> None:
    client = Client()
    client.ask(action="analyse", id="long", position=POSITION, nodes=200_000)
    for name, priority in (("low", 0), ("high", 5), ("middle", 2)):
        client.ask(action="analyse", id=name, position=POSITION, nodes=500, priority=priority)
    order = [answer.id for answer in client.finish()]
    assert [name for name in order if name != "long"] == ["high", "middle", "low"]


def test_a_request_is_cancelled_while_it_waits_and_while_it_is_worked_on() -> None:
    client = Client()
    client.ask(action="analyse", id="now", position=POSITION, nodes=10**9, updates=True)
    client.ask(action="analyse", id="later", position=POSITION, nodes=10**9)
    assert client.first.wait(60)
    client.ask(action="cancel", id="later")
    client.ask(action="cancel", id="now")
    answers = client.finish()
    assert CancelledAnswer("now") in answers
    assert CancelledAnswer("later") in answers


def test_an_id_is_used_once_at_a_time() -> None:
    client = Client()
    client.ask(action="analyse", id="a", position=POSITION, nodes=100_000)
    client.ask(action="analyse", id="a", position=POSITION, nodes=500)
    codes = [answer.code for answer in client.finish() if isinstance(answer, ErrorAnswer)]
    assert codes == ["duplicate-id"]


def test_the_version_is_told() -> None:
    client = Client()
    client.ask(action="version", id="v")
    (answer,) = client.finish()
    assert isinstance(answer, VersionAnswer)
    assert answer.version


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"action": "analyse", "id": "a", "position": "chess"}, "unknown-game"),
        ({"action": "analyse", "id": "a", "position": ""}, "unknown-game"),
        ({"action": "analyse", "id": "a", "position": POSITION, "lines": 0}, "out-of-range"),
        ({"action": "review", "id": "a", "record": "nonsense"}, "record/expected"),
        ({"action": "review", "id": "a", "record": "{"}, "record/json"),
        ({"action": "cancel", "id": "a"}, "unknown-id"),
        ({"action": "dance", "id": "a"}, "malformed-request"),
        ({"id": "a"}, "malformed-request"),
        ({"action": "analyse", "id": "a", "position": 5}, "malformed-request"),
        ({"action": "analyse", "id": "a", "position": POSITION, "x": 1}, "malformed-request"),
    ],
)
def test_wrong_requests_are_answered_with_a_code(request_: dict[str, object], code: str) -> None:
    client = Client()
    client.ask(**request_)
    (answer,) = client.finish()
    assert isinstance(answer, ErrorAnswer)
    assert answer.code == code


DEEP = '{"action": "judge", "id": "a", "effort": ' + "[" * 100_000 + "]" * 100_000 + "}"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "nonsense",
        "[]",
        "{",
        '"a"',
        "x" * 3_000_000,
        DEEP,
        "\ud800",
        b"\xff",
        '{"id": "\\ud800"}',
    ],
)
def test_damaged_lines_are_answered_and_the_engine_goes_on(line: str | bytes) -> None:
    client = Client()
    client.engine.receive(line)
    client.ask(action="version", id="v")
    first, second = client.finish()
    assert isinstance(first, ErrorAnswer)
    assert first.code == "malformed-request"
    assert isinstance(second, VersionAnswer)


@pytest.mark.usefixtures("own_cache")
def test_an_error_of_our_own_ends_one_request_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("a tree of 9 TiB")

    monkeypatch.setattr(engine, "judge", fail)
    client = Client()
    client.ask(action="judge", id="a", position=POSITION, move="0b0")
    client.ask(action="analyse", id="b", position=POSITION, nodes=500)
    first, second = client.finish()
    assert isinstance(first, ErrorAnswer)
    assert (first.code, first.message) == ("internal-error", "MemoryError: a tree of 9 TiB")
    assert isinstance(second, AnalysisAnswer)


def test_the_command_reads_and_writes_lines() -> None:
    requests = [
        {"action": "analyse", "id": "a", "position": POSITION, "nodes": 1_000},
        {"action": "review", "id": "r", "record": "nonsense"},
        {"action": "version", "id": "v"},
    ]
    lines = [json.dumps(request).encode() for request in requests]
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "analysis-engine", "--threads", "2"],
        input=b"\n".join([lines[0], b"\xff\xfe", b"x" * 6_000_000, *lines[1:], b"", b""]),
        capture_output=True,
        check=True,
        timeout=300,
    )
    answers = {line["id"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert answers[""]["code"] == "malformed-request"
    assert done.stdout.count(b"malformed-request") == 2
    assert msgspec.convert(answers["a"]["analysis"], Analysis).candidates
    assert answers["r"]["answer"] == "error"
    assert answers["v"]["version"]
