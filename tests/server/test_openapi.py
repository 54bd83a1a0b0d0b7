"""Requests made up from the description of the API: none of them breaks the service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REQUESTS = Path(__file__).with_name("openapi_requests.py")


@pytest.mark.parametrize("examples", [4, pytest.param(40, marks=pytest.mark.soak)])
def test_no_request_breaks_the_service(examples: int) -> None:
    """In a process of its own: Schemathesis takes seconds to import and to collect its tests."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, REQUESTS],
        env={**os.environ, "AZULEJOS_OPENAPI_EXAMPLES": str(examples)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"\d+ passed", done.stdout)
