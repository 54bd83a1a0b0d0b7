"""Batches for tests of the database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from azulejos.server.store import Batch
from azulejos.session import Row, TableSetup
from azulejos.session.messages import SayEntry
from tests.session.tables import table_setup

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)


def game_named(name: str, **changes: Any) -> TableSetup:
    return replace(table_setup(), id=name, **changes)


def row(number: int, message: str | None = None, at: datetime = NOW) -> Row:
    entry = SayEntry(number=number, at=at.isoformat(), seat=0, preset="olá 🎲")
    return Row(entry, message)


def new(name: str, **changes: Any) -> Batch:
    return Batch(name, [row(1)], created=game_named(name, **changes))
