"""The built wheel, installed in an environment of its own without the checkout.

The locked dependencies are links to those of the running environment, and nothing else of it is
there: a package for development that the wheel needs is missing. Nothing can be written: not to
site-packages, where files stand in the place of folders for byte code, nor to a home folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from azulejos.engine.cache import cache_root

ROOT = Path(__file__).resolve().parent.parent.parent
UV = Path(sys.executable).with_name("uv")
PATIENCE = 300.0  # seconds


@dataclass(frozen=True)
class Installed:
    """A virtual environment with the wheel, and a working directory elsewhere."""

    environment: Path
    folder: Path

    @property
    def variables(self) -> dict[str, str]:
        """Environment variables of its programs: only the cache of compiled code is shared."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "not-a-folder"),
            "AZULEJOS_CACHE": str(cache_root()),
            "COLUMNS": "80",
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
        }

    def program(self, name: str) -> str:
        """The path of a program of the environment."""
        return str(self.environment / "bin" / name)

    def run(
        self, program: str, *arguments: str, variables: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment to its end."""
        return subprocess.run(
            [self.program(program), *arguments],
            cwd=self.folder,
            env=self.variables if variables is None else variables,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel and the source distribution of the checkout."""
    options = ["--quiet", "--no-build-isolation", "--offline", "--python", sys.executable]
    _run(UV, "build", *options, "--out-dir", folder, ROOT)
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, source


def install(wheel: Path, folder: Path) -> Installed:
    """Install a wheel and its locked dependencies."""
    installed = Installed(folder / "environment", folder / "elsewhere")
    installed.folder.mkdir()
    (installed.folder / "not-a-folder").touch()
    venv.create(installed.environment, symlinks=True)
    python = installed.program("python")
    (site_packages,) = installed.environment.glob("lib/python3.*/site-packages")
    _link_dependencies(site_packages)
    _run(UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, wheel)
    _run(UV, "pip", "check", "--quiet", "--python", python)
    for package in [site_packages / "azulejos", *(site_packages / "azulejos").rglob("*/")]:
        (package / "__pycache__").touch()
    return installed


def _link_dependencies(site_packages: Path) -> None:
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for name in set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)):
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # for other systems; `uv pip check` tells if it is needed here
        entries = {file.parts[0] for file in package.files or []} - {"..", "__pycache__"}
        for entry in entries:
            source = Path(str(package.locate_file(entry)))
            if entry.endswith(".dist-info"):  # uv follows no links to these
                shutil.copytree(source, site_packages / entry)
            else:
                (site_packages / entry).symlink_to(source)


def _run(*command: Path | str) -> None:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
