"""Tests with other versions: every supported Python, and the lowest allowed dependencies.

`python -m tools.compat` runs a representative part of the tests in environments of their own under
build/compat: one per version of Python found on this machine with the locked dependencies, and one
with the lowest versions that `pyproject.toml` allows. PyTorch and Ray are left out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "compat"
UV = Path(sys.executable).with_name("uv")

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LOWEST = "lowest"
EXTRAS = ("arena", "openspiel", "png", "postgres", "rl")
#: What the tests need beside the package; not held to its lowest versions.
TEST_TOOLS = (
    "babel",
    "flit_core",
    "httpx",
    "hypothesis",
    "playwright",
    "pytest",
    "pytest-xdist",
    "tree-sitter",
    "tree-sitter-javascript",
)
#: Old versions are deprecated by newer ones, and word the complaints of the command line otherwise.
LOWEST_OPTIONS = (
    "-W",
    "ignore::DeprecationWarning",
    "-k",
    "not (a_mistake and (Input or Missing or option))",
)
#: At least one test for each dependency and for each of its uses.
TESTS = (
    "tests/arena/test_ratings.py",
    "tests/cli/test_cli.py",
    "tests/cli/test_version.py",
    "tests/envs/test_gymnasium.py",
    "tests/envs/test_openspiel.py",
    "tests/envs/test_pettingzoo.py",
    "tests/game",
    "tests/i18n",
    "tests/render",
    "tests/server/test_hostile_clients.py",
    "tests/server/test_people.py",
    "tests/server/test_store.py",
    "tests/tui/test_games.py",
    "tests/tui/test_start_up.py",
)


class NotInstallable(Exception):
    """An environment cannot be made: packages are missing for a version of Python, or offline."""


def find_python(version: str) -> str | None:
    """The path of an installed Python: by uv, or among those of pyenv."""
    options = ["--no-project", "--no-python-downloads", version]
    found = subprocess.run([UV, "python", "find", *options], capture_output=True, text=True)
    if found.returncode == 0:
        return found.stdout.strip()
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    return next(map(str, pyenv.glob(f"versions/{version}.*/bin/python")), None)


def prepare(name: str, python: str) -> Path:
    """The Python of a new environment with the dependencies, and the package as a link."""
    environment = FOLDER / name
    program = environment / "bin" / "python"
    _run(UV, "venv", "--quiet", "--clear", "--python", python, environment)
    install: list[Path | str] = [UV, "pip", "install", "--quiet", "--python", program]
    if name == LOWEST:
        _run(*install, *_lowest(program), *TEST_TOOLS)
    else:
        _run(*install, "-r", ROOT / "requirements-dev.txt")
    _run(*install, "--no-deps", "--no-build-isolation", "-e", ROOT)
    return program


def _lowest(program: Path) -> list[str]:
    """The lowest allowed versions of all dependencies and extras."""
    extras = [f"--extra={extra}" for extra in EXTRAS]
    options = ["--quiet", "--resolution=lowest-direct", "--no-header", "--no-annotate", *extras]
    text = _run(UV, "pip", "compile", *options, "--python", program, ROOT / "pyproject.toml")
    print(text, flush=True)
    return re.findall(r"^[\w.-]+==\S+", text, re.MULTILINE)


def test(name: str, program: Path, arguments: list[str]) -> bool:
    """Compile, then run the tests; whether they passed."""
    options = LOWEST_OPTIONS if name == LOWEST else ()
    command = [str(program), "-m", "pytest", "-p", "no:cacheprovider", "-n", "auto", *options]
    environment = {**os.environ, "AZULEJOS_CACHE": str(FOLDER / f"cache-{name}")}
    subprocess.run([program, "-m", "azulejos.precompile"], cwd=ROOT, env=environment, check=True)
    done = subprocess.run([*command, *(arguments or TESTS)], cwd=ROOT, env=environment)
    return done.returncode == 0


def _run(*command: Path | str) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    if done.returncode:
        raise NotInstallable(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def main(arguments: list[str]) -> int:
    """Run all, or the environments named in `arguments`; other arguments replace the tests."""
    chosen = [name for name in arguments if name in (*PYTHONS, LOWEST)] or [*PYTHONS, LOWEST]
    tests = [argument for argument in arguments if argument not in chosen]
    results = {}
    for name in chosen:
        python = find_python(PYTHONS[0] if name == LOWEST else name)
        if python is None:
            results[name] = "not found on this machine"
            continue
        print(f"== {name}: {python}", flush=True)
        try:
            program = prepare(name, python)
        except NotInstallable as error:
            print(error, flush=True)
            results[name] = "cannot be installed on this machine"
            continue
        results[name] = "passed" if test(name, program, tests) else "FAILED"
    for name, result in results.items():
        print(f"{name:8} {result}")
    return 1 if "FAILED" in results.values() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
