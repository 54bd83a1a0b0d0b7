"""SIGTERM during play: the service ends in order, and keeps what it has acknowledged."""

from __future__ import annotations

import contextlib
import signal
import threading
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.server.raw import PING, RawClient, frame
from tests.server.service import Made, Person, ProcessService

TABLES = 4
#: Acknowledged moves of each table before the signal.
MOVES = 5


class Player(threading.Thread):
    """Plays both seats of a table without a pause, until the connection is closed."""

    def __init__(self, service: ProcessService) -> None:
        super().__init__()
        self.table: Made = service.new_table("me", "here")
        self.person: Person = service.sit(self.table, 0, 1)
        self.last: dict[str, Any] = {}
        self.acknowledged = 0
        self.warm = threading.Event()
        self.code: int | None = None

    def run(self) -> None:
        """Play; the last message may have been carried out without an answer."""
        try:
            while not self.person.state["over"]:
                move = self.person.options[0]["move"]
                name = f"m{self.acknowledged}"
                self.last = {"id": name, "version": self.person.version, "move": move}
                self.person.play(**self.last)
                self.acknowledged = self.person.version
                if self.person.version > MOVES:
                    self.warm.set()
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else None


def test_what_was_acknowledged_survives_a_signal_during_play(tmp_path: Path) -> None:
    with ProcessService(tmp_path / "t.db") as service, contextlib.ExitStack() as clients:
        players = [Player(service) for _ in range(TABLES)]
        deaf = clients.enter_context(RawClient(service))  # it has few seconds for its first request
        deaf.upgrade(players[0].table.id).hello().send(frame(PING))  # and reads nothing
        for player in players:
            player.start()
        for player in players:
            assert player.warm.wait(60)
        assert service.end(signal.SIGTERM) == 0
        assert [line for line in service.output if "error" in line.lower()] == []
        for player in players:
            player.join()
            assert player.code == 1012 or player.person.state["over"]
    with ProcessService(tmp_path / "t.db") as service:
        for player in players:
            with service.sit(player.table, 0, 1) as again:
                assert again.version >= player.acknowledged
                answer = again.ask("play", **player.last)
                assert answer["type"] == "done"
                moves = [entry for entry in again.entries if entry["kind"] == "move"]
                assert len({entry["number"] for entry in moves}) == len(moves)
