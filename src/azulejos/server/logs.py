"""Logs that programs can read: one JSON object a line. Tokens and seeds never appear in them."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

#: What may stand beside the words of a line.
FACTS = ("table", "seats", "game", "players", "removed", "database")


class Lines(logging.Formatter):
    """Turns what happened into a line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        line.update({name: getattr(record, name) for name in FACTS if hasattr(record, name)})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def set_up(level: str) -> None:
    """Write all logs to standard error, those of the web server too."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.root.handlers = [handler]
    logging.root.setLevel(logging.WARNING)
    for name in ("azulejos", "uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(level.upper())
