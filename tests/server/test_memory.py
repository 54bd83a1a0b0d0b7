"""Memory of tables: what is left leaves it at once, without the garbage collector."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.service import ThreadService, wait_until


@pytest.fixture
def no_collector() -> Iterator[None]:
    """A full collection looks at all tables, and so may come late."""
    gc.disable()
    yield
    gc.enable()


async def live_table(service: ThreadService, name: str) -> weakref.ref[Any]:
    hub = service.app.state.hub
    live = await hub.live(name)
    hub.release(live)
    return weakref.ref(live.table)


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("opponent", ["friend", "random"])
def test_a_table_that_everyone_has_left_is_no_longer_in_memory(
    service: ThreadService, opponent: str
) -> None:
    table = service.new_table("me", opponent)
    with service.sit(table, 0) as ana:
        ana.play()
        found = service.run(live_table(service, table.id))
        assert found() is not None
    wait_until(lambda: found() is None)
