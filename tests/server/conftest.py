"""Services that tests of one worker share, each with a database of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from azulejos.server.settings import Limits, Settings
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
    limits = Limits(tables="9999 per minute")
    with ThreadService(Settings(database, bot_pace=0, limits=limits)) as running:
        yield running
