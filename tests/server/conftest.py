"""Services that tests of one worker share, each with a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from azulejos.server.schema import metadata
from azulejos.server.settings import Limits, Rate, Settings
from azulejos.server.store import Store
from tests.server import databases
from tests.server.service import GENEROUS, ThreadService


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service whose bots answer at once, and that lets everybody ask as much as they like."""
    database = str(tmp_path_factory.mktemp("service") / "tables.db")
    settings = Settings(database, bot_pace=0, grace_period=0, limits=GENEROUS)
    with ThreadService(settings) as running:
        yield running


@pytest.fixture(scope="module")
def strict_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service with the limits that everybody gets, but for the number of new tables."""
    database = str(tmp_path_factory.mktemp("strict") / "tables.db")
    limits = Limits(tables=Rate(9999, seconds=60))
    with ThreadService(Settings(database, bot_pace=0, limits=limits)) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL database, in a cluster that is started once."""
    reason = databases.why_not()
    if reason:
        pytest.skip(reason)
    with databases.cluster() as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=databases.one_worker)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "a folder" / "t.db")
    database: str = request.getfixturevalue("postgres")
    return database


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """An empty store."""
    opened = Store(address)
    metadata.drop_all(opened.engine)
    with opened.engine.begin() as connection:
        connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
    opened.migrate()
    yield opened
    opened.close()
