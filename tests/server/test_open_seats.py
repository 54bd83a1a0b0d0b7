"""Open seats: listed on the start page, taken by one person each, in one process or several."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from azulejos.server import open_tables
from azulejos.server.settings import Limits, Rate, Settings
from azulejos.server.store import Store
from tests.server import databases
from tests.server.batches import new
from tests.server.service import GENEROUS, Made, Site, ThreadService, wait_until
from tests.session.tables import table_setup


def join(site: Site, table: str, **body: Any) -> Any:
    """The answer to a request for a seat, and its status."""
    answer = site.http.post(f"/api/games/{table}/join", json=body)
    return answer.status_code, answer.json()


def listing(site: Site, table: Made) -> dict[str, Any] | None:
    """What the list of open tables says about a table."""
    found = [one for one in site.get("/api/open-tables")["tables"] if one["id"] == table.id]
    return found[0] if found else None


def host_and(site: Site, *kinds: str, **choices: Any) -> Made:
    """A table of Ana, with other seats."""
    seats = [{"kind": "me", "name": "Ana"}, *({"kind": kind} for kind in kinds)]
    answer = site.http.post("/api/games", json={"seats": seats, "first": 0, **choices})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Made(made["id"], [seat["token"] for seat in made["seats"]])


def test_an_open_seat_is_listed_until_it_is_taken(service: ThreadService) -> None:
    table = host_and(service, "open", "friend", board="grey")
    assert table.tokens[1] is None
    found = listing(service, table)
    assert found is not None
    assert datetime.fromisoformat(found.pop("created_at")).tzinfo is not None
    options = {"hints": False, "undo": "free", "time": None, "spectators": True}
    assert found == {
        "id": table.id,
        "game": "azul",
        "board": "grey",
        "players": 3,
        "free": 1,
        "host": "Ana",
        "options": options,
    }
    with service.sit(table, 0) as ana:
        assert ana.update["table"]["seats"][1]["kind"] == "open"
        status, taken = join(service, table.id, name="Ben")
        assert (status, taken["id"], taken["seat"]) == (201, table.id, 1)
        ana.hear_until(lambda person: person.entries[-1]["kind"] == "join")
        seat = ana.update["table"]["seats"][1]
        assert (seat["kind"], seat["name"]) == ("person", "Ben")
        assert ana.entries[-1] == {**ana.entries[-1], "seat": 1, "name": "Ben"}
        assert "token" not in ana.entries[-1]
        assert listing(service, table) is None
        ana.play()
        with service.sit(Made(table.id, [None, taken["token"]]), 1) as ben:
            ben.play()
    assert "Player 2: Ben" in service.http.get(f"/api/games/{table.id}/record").text
    status, refused = join(service, table.id)
    assert (status, refused["code"]) == (409, "seat/not-open")


def test_a_client_with_a_token_of_its_own_gets_the_same_seat_again(service: ThreadService) -> None:
    table = service.new_table("me", "open", "open")
    token = secrets.token_urlsafe(32)
    first = join(service, table.id, name="Ben", token=token)
    assert join(service, table.id, name="Ben", token=token) == first
    found = listing(service, table)
    assert found is not None
    assert found["free"] == 1


def test_a_bot_closes_an_open_seat(service: ThreadService) -> None:
    table = service.new_table("me", "open")
    with service.sit(table, 0) as ana:
        assert ana.update["table"]["seats"][1]["replaceable"]
        assert ana.ask("stand-in", seat=1, bot="random")["type"] == "done"
    assert listing(service, table) is None
    assert join(service, table.id)[1]["code"] == "seat/not-open"


def test_bad_requests_for_a_seat_are_refused(service: ThreadService) -> None:
    table = service.new_table("me", "open")
    assert join(service, table.id, name="a\u202eb")[1]["code"] == "bad-name"
    assert join(service, table.id, token="short")[1]["code"] == "bad-request"
    assert join(service, "nowhere")[1]["code"] == "no-such-table"
    assert join(service, service.new_table("me", "friend").id)[1]["code"] == "seat/not-open"
    seats = [{"kind": "open"}, {"kind": "bot"}]
    answer = service.http.post("/api/games", json={"seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (422, "no-host")


def race(table: str, *sites: Site) -> list[Any]:
    """Eight clients ask for a seat at once."""
    with ThreadPoolExecutor(8) as clients:
        return list(clients.map(lambda number: join(sites[number % len(sites)], table), range(8)))


def check_race(answers: list[Any], seats: set[int]) -> None:
    """As many got a seat as there were, each another one."""
    taken = [answer["seat"] for status, answer in answers if status == 201]
    assert (len(taken), set(taken)) == (len(seats), seats)
    assert {answer["code"] for status, answer in answers if status != 201} == {"seat/not-open"}


def test_of_clients_who_race_for_seats_each_seat_has_one(service: ThreadService) -> None:
    table = service.new_table("me", "open", "open")
    check_race(race(table.id, service), {1, 2})


@databases.one_worker
def test_of_clients_of_two_processes_one_gets_the_seat(postgres: str) -> None:
    database = databases.new_database(postgres, "seats")
    settings = Settings(database, bot_pace=0, hand_over=False, limits=GENEROUS)
    with ThreadService(settings) as one, ThreadService(settings) as two:
        wait_until(lambda: bool(one.app.state.hub.cluster.members))
        table = one.new_table("me", "open")
        with one.sit(table, 0) as ana, two.sit(table):
            answers = race(table.id, one, two)
            check_race(answers, {1})
            token = next(answer["token"] for status, answer in answers if status == 201)
            ana.play()
            for site in (one, two):
                with site.sit(Made(table.id, [None, token]), 1) as ben:
                    assert ben.update["table"]["seats"][1]["yours"]
        assert listing(two, table) is None


def test_a_client_takes_few_seats_a_minute(tmp_path: Path) -> None:
    limits = Limits(joins=Rate(2, seconds=60))
    with ThreadService(Settings(str(tmp_path / "t.db"), limits=limits)) as service:
        table = service.new_table("me", "open", "open", "open")
        statuses = [join(service, table.id)[0] for _ in range(3)]
        assert statuses == [201, 201, 429]


# The list


def open_setup(store: Store, number: int, created: datetime) -> str:
    """Store a table with an open seat."""
    seats = table_setup("me", "open").seats
    batch = new(f"table{number}", seats=seats, created_at=created)
    store.write([batch])
    return batch.game


def ids(store: Store, now: datetime) -> list[str]:
    return [table.id for table in open_tables.listed(store, now).tables]


def test_a_table_is_listed_for_a_day_and_an_hour_after_its_host_has_left(store: Store) -> None:
    now = datetime.now(UTC)
    table = open_setup(store, 1, now)
    assert ids(store, now + timedelta(minutes=59)) == [table]
    assert ids(store, now + timedelta(minutes=61)) == []
    open_tables.attend(store, [table], now + timedelta(hours=23))
    assert ids(store, now + timedelta(hours=23, minutes=30)) == [table]
    open_tables.attend(store, [table], now + timedelta(hours=24))
    assert ids(store, now + timedelta(hours=24)) == []
    open_tables.attend(store, [], now + timedelta(hours=25))
    open_tables.attend(store, [table], now + timedelta(minutes=1))
    assert ids(store, now) == []


def test_the_list_is_bounded_and_begins_with_the_newest(store: Store) -> None:
    now = datetime.now(UTC)
    tables = [
        open_setup(store, number, now - timedelta(seconds=number))
        for number in range(open_tables.MOST + 5)
    ]
    assert ids(store, now) == tables[: open_tables.MOST]
