"""What is sent depends on nothing that is still hidden in the bag."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from azulejos import Game
from azulejos.session import Row, Table, TableSetup, history_rows, views
from tests.server.service import ProcessService, ThreadService
from tests.session.tables import everyone, table_setup


def sent(table: Table, seats: frozenset[int]) -> str:
    """All that somebody is told, but for the promise that depends on the seed."""
    update: dict[str, Any] = msgspec.to_builtins(table.update(seats, seats))
    seed, nonce = bytes.fromhex(table.setup.seed or ""), bytes.fromhex(table.setup.nonce or "")
    assert update["table"].pop("commitment") == hashlib.sha256(seed + nonce).hexdigest()
    moments = msgspec.to_builtins(views.moments(table.game))
    return json.dumps([update, moments, table.game.to_text(), table.game.to_json()])


def play_a_game(stored: TableSetup, chance: random.Random) -> list[list[Row]]:
    """The rows of a whole game, as they were written: together what belongs together."""
    written = [history_rows(stored.start().history)]
    table = Table.load(stored, written[0])
    while not table.game.is_over:
        if chance.random() < 0.1 and table.can_undo(everyone(table)):
            change = table.undo(everyone(table))
        else:
            seat = table.to_play
            assert seat is not None
            move = chance.choice(list(table.game.legal_moves))
            change = table.play(frozenset({seat}), str(move), "message", table.bot_of(seat))
        table.commit(change)
        written.append(change.rows)
    return written


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_nothing_that_is_sent_depends_on_tiles_still_to_be_drawn(game: str, board: str) -> None:
    """Two tables with the same past and different seeds look the same to everyone."""
    kinds = ("me", "friend", "random")
    stored = table_setup(*kinds, seed=1, game=game, board=board)
    other = table_setup(*kinds, seed=2**200 + 7, game=game, board=board)
    written = play_a_game(stored, random.Random(f"{game} {board}"))
    checked = sorted(random.Random(5).sample(range(1, len(written)), 5))
    for count in checked:
        rows = [row for batch in written[:count] for row in batch]
        one, two = Table.load(stored, rows), Table.load(other, rows)
        assert not one.game.is_over
        for seats in (frozenset({0}), everyone(one), frozenset[int]()):
            assert sent(one, seats) == sent(two, seats)
    futures = {
        Table.load(each, written[0]).game._draws._bits("draw", 99) for each in (stored, other)
    }
    assert len(futures) == 2


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_the_reveal_comes_at_the_end_and_keeps_the_promise(
    service: ThreadService, game: str
) -> None:
    table = service.new_table("me", "greedy", game=game, first=1)
    with service.sit(table, 0) as ana:
        ana.play_to_the_end(lambda options: options[0])
        updates = [heard for heard in ana.heard if heard["type"] == "update"]
    assert {update["table"]["commitment"] for update in updates} == {
        ana.update["table"]["commitment"]
    }
    for update in updates:
        assert (update["table"]["reveal"] is not None) == update["state"]["over"]
    reveal = ana.update["table"]["reveal"]
    seed, nonce = bytes.fromhex(reveal["seed"]), bytes.fromhex(reveal["nonce"])
    assert len(seed) == len(nonce) == 32
    assert hashlib.sha256(seed + nonce).hexdigest() == ana.update["table"]["commitment"]
    again = Game(game, players=2, first_player=1, seed=int.from_bytes(seed))
    for entry in ana.entries:
        if entry["kind"] == "move":
            again.play(entry["move"])
    record = service.http.get(f"/api/games/{table.id}/record").text
    again.headers.update(Game.from_text(record).headers)
    assert again.to_text() == record


def test_no_two_tables_have_the_same_promise(service: ThreadService) -> None:
    promises = set()
    for _ in range(5):
        table = service.new_table("me", "friend")
        promises.add(service.get(f"/api/games/{table.id}")["table"]["commitment"])
    assert len(promises) == 5


def test_secrets_are_in_no_answer_and_no_log_line(tmp_path: Path) -> None:
    """Seeds, nonces, tokens and their hashes; the logs are lines of JSON, and it ends well."""
    database = tmp_path / "t.db"
    texts: list[str] = []
    with ProcessService(database, "--log-level", "debug", "--bot-pace", "0") as service:
        table = service.new_table("me", "friend", "greedy")
        with service.sit(table, 0, 1) as ana, service.sit(table) as spectator:
            for _ in range(6):
                ana.play()
                ana.wait_for_turn()
            ana.ask("say", seat=0, preset="hello")
            ana.ask("hint")
            ana.ask("undo")
            ana.refused("play", move="nonsense")
            ana.send(type="hello", tokens=["wrong"])
            ana.wait_for_turn()
            ana.ask("play", move=ana.options[0]["move"])
            for path in ("", "/replay", "/record", "/record?format=json"):
                answer = service.http.get(f"/api/games/{table.id}{path}")
                texts += [answer.text, str(answer.headers)]
            bearer = {"Authorization": f"Bearer {table.token(0)}"}
            answer = service.http.post(f"/api/games/{table.id}/rematch", headers=bearer)
            texts += [answer.text, service.http.get("/api/config").text]
            texts += [service.http.get("/api/health").text]
            assert service.end(signal.SIGTERM) == 0
            assert ana.closed()[0] == 1012
            assert spectator.closed()[0] == 1012
            texts += ana.texts + spectator.texts
    with sqlite3.connect(database) as connection:
        ((seed, nonce, seats),) = connection.execute("SELECT seed, nonce, seats FROM games")
    connection.close()
    secrets = [seed, nonce, str(int(seed, 16))]
    secrets += [seat["token"] for seat in json.loads(seats) if seat["token"]]
    secrets += [token for token in table.tokens if token]
    assert len(secrets) == 7
    for text in texts + service.output:
        for secret in secrets:
            assert secret not in text
    assert len(texts) > 20
    assert service.output
    for line in service.output:
        entry = json.loads(line)
        assert {"at", "level", "what"} <= set(entry)
    assert any(json.loads(line)["what"] == "joined" for line in service.output)
