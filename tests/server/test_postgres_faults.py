"""PostgreSQL goes away during play and comes back."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import DBAPIError
from websockets.exceptions import ConnectionClosed

from azulejos.server import bot_turns, health
from azulejos.server.settings import Settings
from azulejos.server.storage_errors import is_lost
from azulejos.server.store import Batch, Store
from tests.server import databases
from tests.server.batches import new, row
from tests.server.service import GENEROUS, PATIENCE, ThreadService

pytestmark = databases.one_worker


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[str]:
    """A cluster that other tests do not use."""
    reason = databases.why_not()
    if reason:
        pytest.skip(reason)
    with databases.cluster() as address:
        yield address


@pytest.fixture(scope="module")
def service(own_cluster: str) -> Iterator[ThreadService]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_turns, "BOT_RETRY", 0.05)
        patch.setattr(health, "REUSED_SECONDS", -1.0)
        settings = Settings(own_cluster, bot_pace=0, grace_period=0, limits=GENEROUS)
        with ThreadService(settings) as running:
            yield running


def test_after_a_restart_the_second_attempt_of_a_commit_gets_a_new_connection(
    own_cluster: str,
) -> None:
    store = Store(databases.new_database(own_cluster, "commits"))
    try:
        store.migrate()
        assert store.write([new("a")]) == [True]
        assert store.write([Batch("a", [row(10)])]) == [True]  # over the connection that is kept
        store.after("a", 0)  # leaves an idle one in the pool
        databases.stop(own_cluster)
        databases.start(own_cluster)
        with pytest.raises(DBAPIError) as lost:
            store.write([Batch("a", [row(11)])])
        assert is_lost(lost.value)
        assert store.write([Batch("a", [row(11)])]) == [True]
    finally:
        store.close()


def test_a_restart_between_two_moves_goes_unnoticed(
    service: ThreadService, own_cluster: str
) -> None:
    table = service.new_table("me", "random")
    with service.sit(table, 0) as ana:
        for _ in range(2):
            ana.play()
            ana.wait_for_turn()
        databases.stop(own_cluster)
        databases.start(own_cluster)
        ana.play()
        ana.wait_for_turn()
        stored = service.app.state.hub.store.after(table.id, 0)
        assert [row.number for row in stored] == list(range(1, ana.version + 1))


def test_while_it_is_away_moves_are_refused_and_afterwards_played(
    service: ThreadService, own_cluster: str
) -> None:
    table, other = service.new_table("me", "random"), service.new_table("me", "friend")
    with service.sit(table, 0) as ana:
        ana.play()
        ana.wait_for_turn()
        before, move = ana.version, ana.options[0]["move"]
        databases.stop(own_cluster)
        try:
            answer = ana.ask("play", move=move, id="again")
            assert (answer["type"], answer["code"]) == ("error", "storage-unavailable")
            health_now = service.http.get("/api/health")
            assert (health_now.status_code, health_now.json()["code"]) == (
                503,
                "storage-unavailable",
            )
            with service.connect(other.id) as late:
                assert json.loads(late.recv(PATIENCE))["code"] == "storage-unavailable"
                with pytest.raises(ConnectionClosed) as closed:
                    late.recv(PATIENCE)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1013
            made = service.http.post("/api/games", json={"seats": [{"kind": "me"}] * 2})
            assert (made.status_code, made.json()["code"]) == (503, "storage-unavailable")
        finally:
            databases.start(own_cluster)
        assert ana.version == before
        assert service.get("/api/health") == {"status": "ok"}
        assert ana.ask("play", move=move, id="again")["type"] == "done"
        ana.wait_for_turn()
