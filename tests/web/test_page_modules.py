"""The page's pure modules, tested by Node's own test runner."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NODE = shutil.which("node")
TESTS = sorted(path.name for path in HERE.glob("*.test.js"))


@pytest.mark.skipif(NODE is None, reason="no Node.js found: the tests of the page need it")
@pytest.mark.parametrize("name", TESTS)
def test_page_module(name: str) -> None:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "--test", name], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
