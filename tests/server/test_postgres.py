"""Two processes on one PostgreSQL database are one service."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from azulejos import Game
from tests.server import databases
from tests.server.service import Person, ProcessService

pytestmark = databases.one_worker


@pytest.fixture(scope="module")
def processes(postgres: str) -> Iterator[tuple[ProcessService, ProcessService]]:
    """Two processes, started at once on an empty database."""
    address = databases.new_database(postgres, "processes")
    started: list[ProcessService] = []
    threads = [
        threading.Thread(target=lambda: started.append(ProcessService(address))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one, two = started
    with one, two:
        yield one, two


def test_a_move_through_one_process_reaches_clients_of_the_other(
    processes: tuple[ProcessService, ProcessService],
) -> None:
    one, two = processes
    table = one.new_table("me", "friend")
    with one.sit(table, 0) as ana, two.sit(table, 1) as ben:
        for _ in range(3):
            ana.play()
            ben.hear_until(lambda person: person.version == ana.version)
            assert ben.state == ana.state
            ben.play()
            ana.hear_until(lambda person: person.version == ben.version)
            assert ben.entries == ana.entries
        ana.ask("say", seat=0, preset="hello")
        ben.hear_until(lambda person: person.version == ana.version)


def test_of_two_moves_at_once_one_wins(
    processes: tuple[ProcessService, ProcessService],
) -> None:
    one, two = processes
    table = one.new_table("me", "here")
    with one.sit(table, 0, 1) as left, two.sit(table, 0, 1) as right:
        answers: dict[str, Any] = {}

        def play(name: str, person: Person, number: int) -> None:
            move = person.options[-1 if name == "left" else 0]["move"]
            answers[name] = person.ask("play", move=move, id=f"{name} {number}")

        for turn in range(6):
            version = left.version
            threads = [
                threading.Thread(target=play, args=(name, person, turn))
                for name, person in (("left", left), ("right", right))
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            done = [answer for answer in answers.values() if answer["type"] == "done"]
            refused = [answer for answer in answers.values() if answer["type"] == "error"]
            assert {answer["code"] for answer in refused} <= {"stale-version"}
            assert len(done) == 1
            last = max(left.version, right.version, version + 1)
            for person in (left, right):
                person.hear_until(lambda one, to=last: one.version >= to)  # type: ignore[misc]
            assert left.state == right.state
        assert [entry["number"] for entry in left.entries] == list(range(1, left.version + 1))
        assert left.entries == right.entries


def test_a_message_sent_again_to_the_other_process_is_done_once(
    processes: tuple[ProcessService, ProcessService],
) -> None:
    one, two = processes
    table = one.new_table("me", "here")
    with one.sit(table, 0, 1) as ana:
        move, version = ana.options[0]["move"], ana.version
        done = ana.play(move, id="same")
    with two.sit(table, 0, 1) as again:
        assert again.ask("play", id="same", version=version, move=move) == done
        assert again.version == version + 1


def test_a_rematch_is_the_same_whoever_is_asked(
    processes: tuple[ProcessService, ProcessService],
) -> None:
    one, _ = processes
    table = one.new_table("me", "random")
    with one.sit(table, 0) as ana:
        ana.play_to_the_end(lambda options: options[-1])
        bearer = {"Authorization": f"Bearer {table.token(0)}"}
        names = {
            process.http.post(f"/api/games/{table.id}/rematch", headers=bearer).json()["id"]
            for process in processes
        }
        assert len(names) == 1


@pytest.mark.parametrize("name", ["%00", "a%00b"])
def test_a_name_that_no_database_can_hold_is_no_table(
    processes: tuple[ProcessService, ProcessService], name: str
) -> None:
    answer = processes[0].http.get(f"/api/games/{name}")
    assert answer.status_code in (404, 422)


def test_a_position_that_people_play_through_one_process_is_not_analysed_by_another(
    processes: tuple[ProcessService, ProcessService],
) -> None:
    one, two = processes
    table = one.new_table("me", "friend")
    with one.sit(table, 0) as ana, one.sit(table, 1):
        ana.play()
        record = two.http.get(f"/api/games/{table.id}/record").text
        position = str(Game.from_text(record).position)
        answer = two.http.post("/api/study/analyse", json={"position": position})
        assert (answer.status_code, answer.json()["code"]) == (403, "study/live-table")
