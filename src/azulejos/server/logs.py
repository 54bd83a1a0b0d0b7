"""Structured logs: one JSON object per line, without tokens and seeds."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from azulejos.server.rate_limits import RateLimiter
from azulejos.server.settings import Rate

#: How often the same warning is written.
REPEATS = Rate(20, seconds=60)
#: Extra fields of log records that are written.
FIELDS = ("table", "seats", "game", "players", "removed", "database", "member")


class JsonFormatter(logging.Formatter):
    """Formats a record as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        line.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


class RepeatFilter(logging.Filter):
    """Passes on a warning some times a minute: clients must not be able to fill the log."""

    def __init__(self) -> None:
        super().__init__()
        self._rate = RateLimiter(REPEATS)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; mere information always is."""
        return record.levelno < logging.WARNING or self._rate.hit(f"{record.name} {record.msg}")


def set_up(level: str) -> None:
    """Log to standard error, the web server's messages included."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RepeatFilter())
    logging.root.handlers = [handler]
    logging.root.setLevel(logging.WARNING)
    for name in ("azulejos", "uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(level.upper())
