"""Requests made up from the description of the API: none of them breaks the service."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

REQUESTS = Path(__file__).with_name("openapi_requests.py")


def test_no_request_breaks_the_service() -> None:
    """In a process of its own: Schemathesis takes seconds to import and to collect its tests."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, REQUESTS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"\d+ passed", done.stdout)
