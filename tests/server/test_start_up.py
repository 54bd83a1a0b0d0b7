"""The start of the service: the page is there before the rules are imported."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from azulejos.server import store as stores
from azulejos.server.store import Store
from azulejos.session import GameSetup, SeatSetup, TableSetup, history_rows

#: A service in a process of its own. It notes which thread imports Numba, the loop's or another.
SERVICE = """
import sys
import threading

importers = []


def note(event, arguments):
    if event == "import" and arguments[0] == "numba":
        importers.append(threading.get_ident())


sys.addaudithook(note)

import asyncio

from azulejos.server import app as service
from azulejos.server.settings import Settings
from azulejos.server.store import Store
from starlette.testclient import TestClient

SLOW = {"alembic", "babel", "llvmlite", "numba", "numpy", "prometheus_client", "textual"}


def loaded():
    return sorted(SLOW & {name.partition(".")[0] for name in sys.modules})


async def nothing():
    pass


async def loop_thread():
    return threading.get_ident()


IMPORT_RULES = service._import_rules
service._import_rules = nothing
app = service.create_app(Settings(sys.argv[1]))
client = TestClient(app, base_url="http://localhost")
"""

PAGE = """
with client:
    for path in ("/", "/api/health", "/web/app.js", "/web/index.html", "/artwork/icon.svg"):
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text)
    assert loaded() == [], loaded()
"""

#: The first request that needs the rules, by kind.
FIRST_REQUESTS = {
    "a new table": """
    answer = client.post(
        "/api/games", json={"seats": [{"kind": "me"}, {"kind": "bot"}], "first": 0}
    )
    assert answer.status_code == 201, answer.text
""",
    "a new table with an unknown bot": """
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "nonsense"}]
    answer = client.post("/api/games", json={"seats": seats})
    assert answer.json()["code"] == "unknown-bot", answer.text
""",
    "a stored table": """
    answer = client.get("/api/games/stored")
    assert answer.status_code == 200, answer.text
""",
    "a connection to a stored table": """
    with client.websocket_connect("ws://localhost/api/games/stored/live") as socket:
        socket.send_json({"type": "hello", "tokens": []})
        assert socket.receive_json()["type"] == "update"
""",
    "a record": """
    answer = client.post("/api/records", json={"record": "azulejos 1"})
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"].startswith("record/"), answer.text
""",
    "facts about the games": """
    answer = client.get("/api/config")
    assert set(answer.json()["games"]) == {"azul", "summer-pavilion"}
""",
    "pictures of tiles": """
    assert "<symbol" in client.get("/artwork/tiles.svg").text
""",
}
#: Each first request needs a service that has imported nothing yet: a copy of this process.
IN_PROCESSES_OF_THEIR_OWN = """
import os

failed = []
for kind, code in {codes!r}.items():
    if not (child := os.fork()):
        try:
            exec(code)
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        failed.append(kind)
sys.exit(f"failed: {{failed}}" if failed else 0)
"""
OFF_THE_LOOP = """
    assert importers
    assert client.portal.call(loop_thread) not in importers
"""


def run_service(code: str, database: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SERVICE + code, str(database)],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database at the newest revision, with one table."""
    path = tmp_path / "tables.db"
    store = Store(str(path))
    store.migrate()
    store.write([new_batch("stored")])
    store.close()
    return path


def new_batch(name: str) -> stores.Batch:
    """A table for two people, with its first deal."""
    setup = TableSetup(
        id=name,
        game=GameSetup("azul", "coloured", 2, 0, {}, {}, None),
        seats=[SeatSetup("person"), SeatSetup("person")],
        seed="00" * 32,
        nonce="11" * 32,
        uploaded=False,
        created_at=datetime.now(UTC),
    )
    return stores.Batch(name, history_rows(setup.start().history), created=setup)


def test_the_page_needs_no_rules_and_the_event_loop_imports_none(database: Path) -> None:
    requests = {kind: PAGE + code + OFF_THE_LOOP for kind, code in FIRST_REQUESTS.items()}
    run_service(IN_PROCESSES_OF_THEIR_OWN.format(codes=requests), database)


def test_the_rules_and_bots_are_imported_in_a_thread_before_a_table_needs_them(
    database: Path,
) -> None:
    imported = """
with client:
    client.portal.call(IMPORT_RULES)
    assert "azulejos.bots.registry" in sys.modules
    assert "azulejos.session.table" in sys.modules
"""
    run_service(imported + OFF_THE_LOOP, database)


# Migrations


def test_the_newest_revision_is_the_one_of_the_migrations() -> None:
    assert scripts().get_current_head() == stores.NEWEST_REVISION


def configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(stores.MIGRATIONS))
    return config


def scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(configuration())


def test_a_database_of_the_newest_revision_is_not_migrated(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "alembic", None)  # an import of it fails
    store = Store(str(database))
    store.migrate()
    assert store.load("stored") is not None
    store.close()


def test_a_database_of_an_older_revision_is_migrated(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(str(database))
    config = configuration()
    with store.writing.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "alembic", None)
        with pytest.raises(ImportError):
            store.migrate()
    store.migrate()
    assert store.write([new_batch("again")]) == [True]
    store.close()
