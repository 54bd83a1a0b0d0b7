"""A table that is removed while it is in use: a clear answer instead of an endless attempt."""

from __future__ import annotations

from typing import Any

import pytest

from azulejos.server.schema import games
from tests.server.service import Made, ThreadService

COMMANDS: dict[str, dict[str, Any]] = {
    "say": {"seat": 0, "preset": "hello"},
    "stand-in": {"seat": 0, "bot": "random"},
    "play": {"move": None},
}


def remove(service: ThreadService, table: Made) -> None:
    """Remove a table from the database, as purging does."""
    store = service.app.state.hub.store
    with store.writing.begin() as connection:
        connection.execute(games.delete().where(games.c.id == table.id))


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_command_at_a_removed_table_ends_all_its_connections(
    service: ThreadService, kind: str
) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        remove(service, table)
        message: dict[str, Any] = {**COMMANDS[kind], "id": "x"}
        if kind == "play":
            message |= {"version": ana.version, "move": ana.options[0]["move"]}
        ana.send(type=kind, **message)
        assert ana.closed() == (4404, "table-removed")
        assert ben.closed() == (4404, "table-removed")
    assert service.http.get(f"/api/games/{table.id}").status_code == 404


def test_a_rematch_of_a_removed_game_is_refused(service: ThreadService) -> None:
    table = service.new_table("me", "random")
    with service.sit(table, 0) as ana:
        ana.play_to_the_end(lambda options: options[-1])
        remove(service, table)
        bearer = {"Authorization": f"Bearer {table.token(0)}", "Accept-Language": "fi"}
        answer = service.http.post(f"/api/games/{table.id}/rematch", headers=bearer)
        assert (answer.status_code, answer.json()["code"]) == (410, "table-removed")
        assert "pöytä" in answer.json()["text"]
        assert ana.closed() == (4404, "table-removed")
    answer = service.http.post(f"/api/games/{table.id}/rematch", headers=bearer)
    assert answer.status_code == 404
