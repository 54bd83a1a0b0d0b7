"""Installs a list of pinned packages with pip, one line of progress for each: `install.py LIST`.

Runs in the virtual environment that is installed into, before anything else is there. Nothing is
byte-compiled: Python does that on the first import, for a fourth of the modules.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

PIP = [sys.executable, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
OPTIONS = ["--no-compile", "--progress-bar", "off"]

#: The first line of pip about a package, from an index or from a folder of wheels.
PACKAGE = re.compile(
    r"(?:Collecting (?=\S+==)|Processing .*/)(?P<name>[\w.]+(?:-[A-Za-z]\w*)*)(?:\[\w+\])?(?:==|-)"
    r"(?P<version>\d[\w.+!]*)"
)
LARGE_DOWNLOAD = re.compile(r"\s+Downloading .*\((?P<size>\d\S* [MG]B)\)")


def install(requirements: Path) -> int:
    """Install a list; the exit code of pip."""
    text = requirements.read_text(encoding="utf-8")
    hashes = ["--no-deps", "--require-hashes"] if "--hash=" in text else []
    # A list without hashes leaves the dependencies of its packages to pip.
    total = len(re.findall(r"^[\w.-]+(?:\[\w+\])?[ =]", text, re.MULTILINE)) if hashes else None
    arguments = [*PIP, *OPTIONS, *hashes, "-r", str(requirements)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as pip:
        assert pip.stdout is not None
        for line in progress(pip.stdout, total):
            print(line, flush=True)
    return pip.returncode


def progress(lines: Iterable[str], total: int | None) -> Iterator[str]:
    """What pip prints, in short: a line for each package, and one for unpacking.

    `total` is the number of packages, if it is known.
    """
    done, of_all = 0, f"/{total}" if total else ""
    for line in lines:
        if line.startswith(("Ignoring ", "Requirement already satisfied")):
            done += 1
        elif found := PACKAGE.match(line):
            done += 1
            yield f"  {done:3}{of_all}  {found['name']} {found['version']}"
        elif found := LARGE_DOWNLOAD.match(line):
            yield f"           downloading {found['size']}"
        elif line.startswith("Installing collected packages"):
            yield f"  unpacking {line.count(',') + 1} packages"


if __name__ == "__main__":
    sys.exit(install(Path(sys.argv[1])))
