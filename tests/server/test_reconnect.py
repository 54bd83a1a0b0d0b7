"""Refresh, second tab, another device, a restart: the seat and every move are still there."""

from __future__ import annotations

import contextlib
import json
import random
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from azulejos import Game
from azulejos.server.settings import Settings
from azulejos.server.store import Batch
from tests.server.service import (
    GENEROUS,
    PATIENCE,
    Made,
    Person,
    ProcessService,
    Site,
    ThreadService,
    wait_until,
)


def numbers(entries: Sequence[dict[str, Any]]) -> list[int]:
    return [entry["number"] for entry in entries]


# Versions


def test_who_comes_back_gets_what_they_missed_exactly_once(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0, 1) as stays:
        with service.sit(table, 1) as ben:
            stays.play()
            ben.hear_until(lambda person: person.version == stays.version)
        for _ in range(3):
            stays.play()
        with service.rejoin(ben, table) as again:
            assert numbers(again.entries) == list(range(ben.version + 1, stays.version + 1))
            assert ben.entries + again.entries == stays.entries
            assert again.state == stays.state
            stays.play()
            again.hear_until(lambda person: person.version == stays.version)
            assert ben.entries + again.entries == stays.entries


@pytest.mark.parametrize("version", [0, 10**6])
def test_who_knows_nothing_or_nonsense_gets_everything(
    service: ThreadService, version: int
) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as ana:
        ana.play()
        with service.sit(table, 0, 1, version=version) as again:
            assert again.entries == ana.entries


def test_who_knows_everything_gets_no_entries(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as ana:
        ana.play()
        with service.rejoin(ana, table) as again:
            assert again.entries == []
            assert again.state == ana.state
            assert again.options == ana.options


def test_a_refresh_in_the_middle_keeps_the_seat(service: ThreadService) -> None:
    table = service.new_table("me", "greedy")
    with service.sit(table, 0) as ana:
        ana.play()
        ana.wait_for_turn()
        before = ana.state
    with service.sit(table, 0) as refreshed:
        refreshed.wait_for_turn()
        assert refreshed.state == before
        assert refreshed.update["table"]["seats"][0]["yours"]
        refreshed.play()


def test_two_tabs_of_one_seat_see_the_same(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as one, service.sit(table, 0, 1) as two:
        for mover, other in ((one, two), (two, one), (one, two)):
            mover.play()
            other.hear_until(lambda person, at=mover.version: person.version == at)  # type: ignore[misc]
            assert one.state == two.state
            assert one.options == two.options
        one.leave()
        two.play()
        assert two.update["table"]["seats"][0]["present"]


def test_presence_is_told(service: ThreadService) -> None:
    table = service.new_table("me", "friend", "random")

    def wait_for(person: Person, *present: bool) -> None:
        while person.hear("presence")["present"] != list(present):
            pass

    with service.sit(table, 0) as ana:
        wait_for(ana, True, False, True)
        with service.sit(table, 1) as ben:
            wait_for(ana, True, True, True)
            assert [seat["present"] for seat in ben.update["table"]["seats"]] == [True] * 3
        wait_for(ana, True, False, True)


# Messages that are sent again


def test_a_repeated_message_is_done_once(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as ana:
        move, version = ana.options[0]["move"], ana.version
        first = ana.play(move, id="again", version=version)
        for _ in range(3):
            answer = ana.ask("play", id="again", version=version, move=move)
            assert answer == first
        assert ana.version == version + 1
    with service.sit(table, 0, 1) as later:
        assert later.ask("play", id="again", version=version, move=move) == first
        for kind in ({"kind": "say", "seat": 0, "preset": "hello"}, {"kind": "undo"}):
            done = later.ask(id=f"twice {kind}", **kind)
            assert later.ask(id=f"twice {kind}", **kind) == done
        assert later.version == version + 3


def test_a_message_sent_again_while_it_is_being_written_is_done_once(tmp_path: Path) -> None:
    with _slow_service(tmp_path) as (service, gate):
        table = service.new_table("me", "here")
        with service.sit(table, 0, 1) as one, service.sit(table, 0, 1) as two:
            move, version = one.options[0]["move"], one.version
            with gate:
                for tab in (one, two):
                    tab.send(type="play", id="both", version=version, move=move)
                one.send(type="say", id="said", seat=0, preset="hello")
                two.send(type="say", id="said", seat=0, preset="hello")
            answers = [[tab.hear("done", "error"), tab.hear("done", "error")] for tab in (one, two)]
            assert [
                entry["kind"] for entry in service.get(f"/api/games/{table.id}")["entries"]
            ] == [
                "deal",
                "move",
                "say",
            ]
            assert answers[0] == answers[1]
            assert [answer["type"] for answer in answers[0]] == ["done", "done"]


@contextlib.contextmanager
def _slow_service(
    folder: Path,
) -> Iterator[tuple[ThreadService, contextlib.AbstractContextManager[object]]]:
    """A service whose writes wait while a gate is held."""
    settings = Settings(str(folder / "t.db"), bot_pace=0, grace_period=0, limits=GENEROUS)
    gate = threading.Lock()
    with ThreadService(settings) as service:
        store = service.app.state.hub.store
        write = store.write

        def slow_write(batches: Sequence[Batch]) -> list[bool]:
            with gate:
                answers: list[bool] = write(batches)
                return answers

        store.write = slow_write
        yield service, gate


def test_two_clients_with_the_same_number_do_not_silence_each_other(
    service: ThreadService,
) -> None:
    """Numbers are each client's own: friends' programs may both count from one."""
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        ana.play(id="m1")
        ben.hear_until(lambda person: person.version == ana.version)
        ben.play(id="m1")
        assert service.get(f"/api/games/{table.id}")["version"] == 3


def test_a_hint_is_answered_whatever_its_number(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as ana:
        ana.play(id="n")
        assert ana.ask("hint", id="n")["type"] == "hint"


# Everybody at a table is at the same table


def test_who_says_hello_late_still_hears_of_everything(service: ThreadService) -> None:
    """A page that reloads connects anew while its old connection closes."""
    table = service.new_table("me", "friend")
    tables = service.app.state.hub._tables
    with service.connect(table.id) as reloading:
        wait_until(lambda: table.id in tables)
        service.sit(table, 1).leave()
        wait_until(lambda: table.id not in tables or not tables[table.id].connections)
        with service.sit(table, 0) as ana:
            ben = Person(reloading, [table.token(1)])
            ana.play()
            ben.ask("hint")
            assert ben.version == ana.version
            assert ana.state["to_play"] == ben.state["to_play"] == 1


def test_who_comes_back_while_their_move_is_being_written_sees_it(tmp_path: Path) -> None:
    with _slow_service(tmp_path) as (service, gate):
        table = service.new_table("me", "friend")
        hub = service.app.state.hub
        with gate:
            ana = service.sit(table, 0)
            ana.send(type="play", id="p", version=1, move=ana.options[0]["move"])
            wait_until(lambda: bool(hub.writer._task))
            ana.leave()
            again = service.sit(table, 0)
        with again:
            again.ask("play", id="p", version=1, move=ana.options[0]["move"])
            again.hear_until(lambda person: person.version == 2)
            assert numbers(again.entries) == [1, 2]


# Restarts


def test_a_restart_keeps_seats_moves_and_numbers(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "t.db"), bot_pace=0, grace_period=0, limits=GENEROUS)
    with ThreadService(settings) as first:
        table = first.new_table("me", "friend", "greedy", game="summer-pavilion", board="grey")
        with first.sit(table, 0, 1) as before:
            move, version = before.options[0]["move"], before.version
            done = before.play(move, id="kept")
            before.play()
            before.wait_for_turn()
            before.ask("stand-in", seat=1, bot="random")
            before.hear_until(lambda person: person.state["to_play"] == 0)
    assert before.closed()[0] in (1000, 1012)
    with ThreadService(settings) as second:
        assert second.get(f"/api/games/{table.id}")["entries"][: len(before.entries)] == (
            before.entries
        )
        with second.rejoin(before, table) as after:
            assert after.ask("play", id="kept", version=version, move=move) == done
            assert [seat["yours"] for seat in after.update["table"]["seats"]] == [
                True,
                True,
                False,
            ]
            assert after.update["table"]["seats"][1]["stand_in"] == "random"
            assert after.update["table"]["commitment"] == before.update["table"]["commitment"]
            after.wait_for_turn()
            after.play()


def test_a_restart_closes_connections_with_its_own_code(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "t.db"), bot_pace=0, limits=GENEROUS)
    service = ThreadService(settings)
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table) as spectator:
        service.stop()
        assert ana.closed()[0] == 1012
        assert spectator.closed()[0] == 1012


# Crashes


class Crashing:
    """Plays on several tables at once while the service is killed again and again."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.tables: list[Made] = []
        #: What was acknowledged: by table, the number in the log and the move.
        self.done: list[dict[int, str]] = []
        #: What was sent and not answered.
        self.open: list[dict[str, Any] | None] = []

    def play(self, site: Site, service: ProcessService) -> None:
        people = [site.sit(table, 0, 1, 2) for table in self.tables]
        for number, person in enumerate(people):
            self.check(number, person)
            unanswered = self.open[number]
            if unanswered is not None:
                person.send(**unanswered)
                self.listen(number, person)
        for _ in range(self.chance.randrange(2, 8)):
            for number, person in enumerate(people):
                self.send(number, person)
            for number, person in enumerate(people):
                self.listen(number, person)
        # At last all move, and one has its answer at the moment of the crash.
        for number, person in enumerate(people):
            self.send(number, person)
        answered = self.chance.randrange(len(people))
        self.listen(answered, people[answered])
        service.kill()
        for person in people:
            with contextlib.suppress(ConnectionClosed):
                person.leave()

    def send(self, number: int, person: Person) -> None:
        if person.state["over"]:
            return
        message = {
            "type": "play",
            "id": f"{number} {self.chance.getrandbits(64)}",
            "version": person.version,
            "move": self.chance.choice(person.options)["move"],
        }
        self.open[number] = message
        person.send(**message)

    def listen(self, number: int, person: Person) -> None:
        wanted = self.open[number]
        if wanted is None:
            return
        answer = person.hear("done", "error")
        assert answer["type"] == "done", answer
        assert answer["id"] == wanted["id"]
        self.done[number][answer["version"]] = wanted["move"]
        self.open[number] = None

    def check(self, number: int, person: Person) -> None:
        """All that was acknowledged is in the log, and nothing is there twice."""
        log = {entry["number"]: entry for entry in person.entries}
        assert sorted(log) == list(range(1, person.version + 1))
        for at, move in self.done[number].items():
            assert (log[at]["kind"], log[at]["move"]) == ("move", move)
        moves = [
            entry["move"]
            for entry in person.entries
            if entry["kind"] == "move" and "bot" not in entry
        ]
        unanswered = len(moves) - len(self.done[number])
        assert unanswered in (0, 1)
        if unanswered:
            wanted = self.open[number]
            assert wanted is not None
            assert moves[-1] == wanted["move"]


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.soak)])
def test_no_acknowledged_move_is_lost_when_the_service_is_killed(
    tmp_path: Path, kills: int
) -> None:
    crashing = Crashing(seed=8)
    for kill in range(kills):
        with ProcessService(tmp_path / "t.db") as service:
            if kill == 0:
                for game in ("azul", "summer-pavilion", "azul"):
                    crashing.tables.append(service.new_table("me", "here", "here", game=game))
                    crashing.done.append({})
                    crashing.open.append(None)
            crashing.play(service, service)
    with ProcessService(tmp_path / "t.db") as service:
        for number, table in enumerate(crashing.tables):
            with service.sit(table, 0, 1, 2) as person:
                crashing.check(number, person)
            record = service.http.get(f"/api/games/{table.id}/record").text
            assert Game.from_text(record).ply == person.state["ply"]
    assert sum(map(len, crashing.done)) > 8 * kills


def test_json_is_all_that_is_needed(service: ThreadService) -> None:
    """The forty lines of docs/protocol.md rely on defaults: a hello needs no more than tokens."""
    table = service.new_table("me", "here")
    with service.connect(table.id) as client:
        client.send(json.dumps({"type": "hello", "tokens": [table.token(0)]}))
        update = json.loads(client.recv(PATIENCE))
        assert update["options"]
