"""Analyses over HTTP: streams, judgements, the queue, limits, and no help against people."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from azulejos import Game
from azulejos.analysis.values import Effort
from azulejos.server.analysis_workers import WorkerPool
from azulejos.server.errors import ServiceError
from azulejos.server.settings import Settings
from tests.server.service import GENEROUS, STARTING, ThreadService, wait_until

TINY = Effort(name="quick", nodes=2_000, tree_nodes=500, samples=2, proof_nodes=100)
POSITION = str(Game("azul", seed=1).position)
OTHER = str(Game("azul", seed=2).position)
#: So much that it ends by being cancelled only.
ENDLESS = 4_000_000


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service with small efforts and room for one analysis that waits."""
    folder = tmp_path_factory.mktemp("analyst")
    limits = replace(GENEROUS, address_analyses=2, analyses_waiting=1)
    efforts = {"quick": TINY, "standard": TINY}
    database = str(folder / "tables.db")
    settings = Settings(database, bot_pace=0, limits=limits, efforts=efforts, analysis_nice=0)
    with ThreadService(settings) as running:
        running.http.timeout = STARTING  # processes of a low priority start slowly
        yield running


def analyse(service: ThreadService, position: str = POSITION, **body: Any) -> list[Any]:
    """All lines of an analysis."""
    body = {"position": position, "nodes": 6_000, "lines": 3, **body}
    answer = service.http.post("/api/study/analyse", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/jsonl"
    return [json.loads(line) for line in answer.text.splitlines()]


def refused(service: ThreadService, path: str, **body: Any) -> tuple[int, str]:
    answer = service.http.post(f"/api/study/{path}", json={"position": POSITION, **body})
    return answer.status_code, answer.json()["code"]


def pool(service: ThreadService) -> Any:
    return service.app.state.analyses.pool


def test_an_analysis_is_a_stream_of_results_of_growing_effort(analyst: ThreadService) -> None:
    lines = [line for line in analyse(analyst) if line["type"] != "waiting"]
    assert [line["type"] for line in lines] == ["analysis"] * len(lines)
    assert [line["last"] for line in lines] == [False] * (len(lines) - 1) + [True]
    assert len(lines) > 1
    assert lines[0]["nodes"] < lines[-1]["nodes"]
    last = lines[-1]
    assert (last["player"], len(last["candidates"])) == (0, 3)
    legal = {str(move) for move in Game("azul", seed=1).legal_moves}
    for candidate in last["candidates"]:
        assert candidate["move"] in legal
        assert candidate["line"][0] == candidate["move"]
        assert sum(candidate["value"]["shares"]) == pytest.approx(1)


def test_sentences_are_in_the_language_of_the_client_with_the_given_names(
    analyst: ThreadService,
) -> None:
    def sentences(language: str) -> str:
        body = {"position": POSITION, "nodes": 6_000, "lines": 8, "names": ["Ana", "Bea"]}
        answer = analyst.http.post(
            "/api/study/analyse", json=body, headers={"Accept-Language": language}
        )
        last = json.loads(answer.text.splitlines()[-1])
        return " ".join(fact for one in last["candidates"] for fact in one["facts"])

    assert "the best move" in sentences("en")
    assert "Bea" in sentences("en")
    assert "the best move" not in sentences("fi")


def test_a_move_is_judged(analyst: ThreadService) -> None:
    floor = str(next(iter(Game("azul", seed=1).legal_moves)))
    body = {"position": POSITION, "move": floor}
    answer = analyst.http.post("/api/study/judge", json=body)
    judged = answer.json()
    assert (judged["move"], judged["player"]) == (floor, 0)
    assert judged["loss"] > 0
    assert judged["line"][0] == judged["best"]
    assert judged["judgement"] in ("good", "inaccuracy", "mistake", "blunder")
    best = analyst.http.post("/api/study/judge", json={**body, "move": judged["best"]}).json()
    assert best["loss"] < judged["loss"]


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("analyse", {"position": "azul"}, (400, "position/header")),
        ("analyse", {"nodes": 10**9}, (422, "bad-request")),
        ("analyse", {"lines": 0}, (422, "bad-request")),
        ("analyse", {"names": ["a\n"]}, (422, "bad-request")),
        ("judge", {}, (422, "bad-request")),
        ("judge", {"move": "0b1"}, (400, "draft/centre-empty")),
        ("judge", {"move": "???"}, (400, "unreadable-move")),
        ("judge", {"move": "1b1", "effort": "deep"}, (422, "bad-request")),
    ],
)
def test_what_cannot_be_analysed_is_refused(
    analyst: ThreadService, path: str, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert refused(analyst, path, **body) == expected


def test_a_deal_and_a_finished_game_are_not_analysed(analyst: ThreadService) -> None:
    before = str(Game("azul", deals=()).position)
    assert refused(analyst, "analyse", position=before) == (400, "deal-first")
    game = Game("azul", seed=4)
    while not game.is_over:
        game.play(next(reversed(list(game.legal_moves))))
    assert refused(analyst, "analyse", position=str(game.position)) == (400, "game-over")


# The queue


class Endless:
    """A client that asks for an analysis without end, and leaves."""

    def __init__(self, service: ThreadService, position: str) -> None:
        body = {"position": position, "nodes": ENDLESS}
        self._client = httpx.Client(base_url=service.address, timeout=STARTING, trust_env=False)
        self._stream = self._client.stream("POST", "/api/study/analyse", json=body)
        self.lines = self._stream.__enter__().iter_lines()

    def next(self) -> Any:
        return json.loads(next(self.lines))

    def leave(self) -> None:
        self._stream.__exit__(None, None, None)
        self._client.close()


def test_a_client_that_leaves_cancels_its_analyses_and_others_are_refused_meanwhile(
    analyst: ThreadService,
) -> None:
    running = Endless(analyst, POSITION)
    assert running.next()["type"] in ("analysis", "waiting")
    wait_until(lambda: pool(analyst).running == 1)
    waiting = Endless(analyst, OTHER)
    assert waiting.next() == {"type": "waiting", "place": 1}
    assert refused(analyst, "analyse") == (429, "study/too-many")
    assert refused(analyst, "judge", move="1b1") == (429, "study/too-many")
    with pytest.raises(ServiceError) as full:
        pool(analyst).check("another client")
    assert full.value.code == "study/full"
    waiting.leave()
    wait_until(lambda: pool(analyst).waiting == 0)
    running.leave()
    wait_until(lambda: pool(analyst).running == 0)
    assert analyse(analyst)[-1]["last"]


def test_an_analysis_whose_process_dies_ends_with_an_error_and_the_next_one_works(
    analyst: ThreadService,
) -> None:
    running = Endless(analyst, POSITION)
    while running.next()["type"] == "waiting":
        pass
    worker = pool(analyst)._all[0]
    worker._process.kill()
    last = [json.loads(line) for line in running.lines][-1]
    assert (last["type"], last["code"]) == ("error", "study/failed")
    assert last["text"]
    running.leave()
    wait_until(lambda: pool(analyst).running == 0)
    assert analyse(analyst)[-1]["last"]


@pytest.mark.parametrize("nice", [7, 19])
def test_a_process_that_analyses_has_a_low_priority(nice: int) -> None:
    async def measured() -> tuple[int, int]:
        workers = WorkerPool(1, nice, most_waiting=0, most_of_client=1)
        answers = [answer async for answer in workers.answers("", {"action": "version"})]
        assert [answer["answer"] for answer in answers] == ["version"]
        process = workers._all[0]._process
        assert process
        priority = os.getpriority(os.PRIO_PROCESS, process.pid)
        policy = os.sched_getscheduler(process.pid)
        await workers.close()
        return priority, policy

    # In a thread of its own: in this one, another test's loop may be running.
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(lambda: asyncio.run(measured())).result()
    assert found == (
        min(19, os.getpriority(os.PRIO_PROCESS, 0) + nice),
        os.SCHED_IDLE if nice == 19 else os.SCHED_OTHER,
    )


def test_a_pool_without_workers_says_so() -> None:
    with pytest.raises(ServiceError) as off:
        WorkerPool(0, 0, 9, 9).check("")
    assert off.value.code == "study/off"


# No help against people


def test_a_position_of_people_who_play_without_hints_is_not_analysed(
    analyst: ThreadService,
) -> None:
    table = analyst.new_table("me", "friend")
    position = analyst.run(_position(analyst, table.id))
    live = (403, "study/live-table")
    assert refused(analyst, "analyse", position=str(position)) == live  # before anyone connects
    with analyst.sit(table, 0) as person:
        move = person.options[0]["move"]
        assert refused(analyst, "judge", position=str(position), move=move) == live
        after = Game(position=position, deals=())
        after.play(move)
        assert refused(analyst, "analyse", position=str(after.position)) == live
        setup = position.to_setup()
        setup.factories.reverse()
        setup.lid, setup.bag = "by", None
        altered = str(type(position).from_setup(setup))
        assert refused(analyst, "analyse", position=altered) == live
        person.play(move)
    assert refused(analyst, "analyse", position=str(position)) == live  # after all have left
    assert analyse(analyst)[-1]["last"]


def test_a_position_of_a_table_with_hints_is_analysed(analyst: ThreadService) -> None:
    for kinds, options in (
        (("me", "friend"), {"hints": True}),
        (("me", "greedy"), {"hints": False}),
    ):
        table = analyst.new_table(*kinds, options=options)
        with analyst.sit(table, 0):
            position = str(analyst.run(_position(analyst, table.id)))
            assert analyse(analyst, position)[-1]["last"]


async def _position(service: ThreadService, table: str) -> Any:
    return (await service.app.state.hub.table(table)).game.position
