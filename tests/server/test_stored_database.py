"""The database of an earlier version: all tables are served as before, and can be played on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game, bot
from azulejos.server.review_store import ReviewStore
from azulejos.server.settings import Settings
from azulejos.server.store import Store
from tests.server.service import GENEROUS, Made, ThreadService
from tests.stored import known, plain, restore_database, summary

EXPECTED: dict[str, Any] = known("service.json")["tables"]
every_table = pytest.mark.parametrize(
    "table", EXPECTED, ids=[table["what"].replace(" ", "-") for table in EXPECTED.values()]
)
#: Where a seat with a token is to play.
TURN = "update of the seat to play"
#: Fields of events and of seats that the earlier version did not have.
NEWER, NEWER_OF_SEATS = "counted", "host"
#: Options of tables that had none.
TODAY = {"hints": True, "undo": "free", "time": None, "spectators": True}
RUNNING = [
    table
    for table, expected in EXPECTED.items()
    if expected["tokens"] and not expected["update"]["state"]["over"]
]


@pytest.fixture(scope="module")
def stored_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service over the stored database."""
    database = tmp_path_factory.mktemp("stored") / "tables.db"
    restore_database(database)
    settings = Settings(
        str(database), bot_pace=0, bot_seconds=0.05, grace_period=0, limits=GENEROUS
    )
    with ThreadService(settings) as running:
        yield running


def seated(table: str) -> Made:
    """A stored table with its tokens."""
    tokens = EXPECTED[table]["tokens"]
    players = EXPECTED[table]["update"]["table"]["players"]
    return Made(table, [tokens.get(str(seat)) for seat in range(players)])


@every_table
def test_a_stored_table_is_told_to_spectators_as_before(
    table: str, stored_service: ThreadService
) -> None:
    update = stored_service.get(f"/api/games/{table}")
    for entry in update["entries"]:
        for event in entry.get("events", []):
            event.pop(NEWER, None)
    assert update["table"].pop("options") == TODAY
    assert update.pop("undo_request") is None
    assert update.pop("clock") is None
    for seat in update["table"]["seats"]:
        assert not seat.pop("out_of_time")
        assert not seat.pop(NEWER_OF_SEATS)
    assert update == EXPECTED[table]["update"]


@every_table
def test_the_record_of_a_stored_table_is_the_same(
    table: str, stored_service: ThreadService
) -> None:
    expected = EXPECTED[table]
    address = f"/api/games/{table}/record"
    text = stored_service.http.get(address, params={"format": "text"}).text
    assert text == expected["record"]
    data = stored_service.http.get(address, params={"format": "json"}).text
    assert data == expected["record as JSON"]
    assert plain(summary(Game.from_text(text))) == expected["summary"]


@pytest.mark.parametrize("table", [table for table in EXPECTED if TURN in EXPECTED[table]])
def test_the_seat_to_play_has_the_same_options(table: str, stored_service: ThreadService) -> None:
    expected = EXPECTED[table][TURN]
    with stored_service.sit(seated(table), expected["seat"]) as person:
        assert person.update["can_undo"] == expected["can_undo"]
        assert person.update["options"] == expected["options"]


@pytest.fixture
def own_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service over a copy of the stored database, to be changed."""
    database = tmp_path_factory.mktemp("stored") / "tables.db"
    restore_database(database)
    settings = Settings(
        str(database), bot_pace=0, bot_seconds=0.05, grace_period=0, limits=GENEROUS
    )
    with ThreadService(settings) as running:
        yield running


def test_stored_tables_are_played_on_with_their_tokens(own_service: ThreadService) -> None:
    for table in RUNNING:
        people = list(map(int, EXPECTED[table]["tokens"]))
        ply = EXPECTED[table]["summary"]["ply"]
        with own_service.sit(seated(table), *people) as person:
            person.wait_for_turn()
            for _ in range(3):
                if person.state["over"]:
                    break
                person.play(_good_move(own_service, table))
                person.wait_for_turn()
            assert person.state["ply"] >= ply + 3


def _good_move(service: ThreadService, table: str) -> str:
    game = Game.from_text(service.http.get(f"/api/games/{table}/record").text)
    return str(bot("greedy", 1).choose(game.position).move)


def test_a_stored_rematch_is_still_linked(own_service: ThreadService) -> None:
    tables = {expected["what"]: table for table, expected in EXPECTED.items()}
    with own_service.sit(seated(tables["azul, coloured, finished"]), 0) as person:
        (entry,) = (entry for entry in person.entries if entry["kind"] == "rematch")
    assert tables["azul, coloured, rematch"] in entry.values()


def test_seats_of_stored_tables_get_names_and_new_tokens(own_service: ThreadService) -> None:
    table = RUNNING[0]
    seat = int(next(iter(EXPECTED[table]["tokens"])))
    token = "n" * 43
    with own_service.sit(seated(table), seat) as person:
        assert person.ask("name", seat=seat, name="Nuno")["type"] == "done"
        assert person.ask("new-token", seat=seat, token=token)["type"] == "done"
    headers = {"Authorization": f"Bearer {token}"}
    found = own_service.get(f"/api/games/{table}", headers=headers)["table"]["seats"][seat]
    assert (found["name"], found["yours"]) == ("Nuno", True)


def test_games_of_an_earlier_version_can_be_reviewed(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    restore_database(database)
    store = Store(str(database))
    store.migrate()
    finished = next(name for name, one in EXPECTED.items() if one["update"]["state"]["over"])
    queue = ReviewStore(store, "one")
    assert queue.find(finished) == []
    assert queue.request(finished, "quick", 1)
    row = queue.claim()
    assert row
    assert queue.finish(row, b"{}")
    assert queue.result(finished, "quick") == b"{}"
    store.close()
