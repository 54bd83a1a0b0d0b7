"""The wheel, built and installed without the checkout: what it holds, and that it works.

Neither site-packages nor the home folder can be written in any of these tests.
"""

from __future__ import annotations

import email
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import tarfile
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

from azulejos import Game, __version__
from tests.packaging.installed import PATIENCE, ROOT, Installed, build, install

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]

LICENSES = {
    "LICENSE",
    "src/azulejos/web/vendor/htm.LICENSE",
    "src/azulejos/web/vendor/uqr.LICENSE",
    "src/azulejos/web/vendor/preact.LICENSE",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(built[0], tmp_path_factory.mktemp("installed"))


# What is in it


def test_the_metadata_name_the_licences_of_vendored_code_too(built: tuple[Path, Path]) -> None:
    prefix = f"azulejos-{__version__}.dist-info"
    with zipfile.ZipFile(built[0]) as wheel:
        headers = email.message_from_bytes(wheel.read(f"{prefix}/METADATA"))
        texts = {name: wheel.read(f"{prefix}/licenses/{name}").decode() for name in LICENSES}
    assert headers["License-Expression"] == "MIT AND Apache-2.0"
    assert set(headers.get_all("License-File", [])) == LICENSES
    assert headers["Version"] == __version__
    assert "Apache License" in texts["src/azulejos/web/vendor/htm.LICENSE"]
    assert "MIT License" in texts["src/azulejos/web/vendor/preact.LICENSE"]
    assert not any(line.startswith("License ::") for line in headers.get_all("Classifier", []))


def test_every_vendored_module_has_its_licence_and_no_other_is_vendored() -> None:
    vendor = ROOT / "src/azulejos/web/vendor"
    modules = {"preact.js", "hooks.js", "htm.js", "uqr.js"}
    licences = {"preact.LICENSE", "htm.LICENSE", "uqr.LICENSE"}
    assert {path.name for path in vendor.glob("*.js")} == modules
    assert {path.name for path in vendor.glob("*.LICENSE")} == licences


def test_the_source_distribution_holds_its_licences(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert LICENSES | {"pyproject.toml", "README.md", "src/azulejos/py.typed"} <= names
    assert not any("__pycache__" in name for name in names)


def test_the_wheel_holds_every_file_of_the_package(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[0]) as wheel:
        names = {name for name in wheel.namelist() if name.startswith("azulejos/")}
    files = [path for path in (ROOT / "src/azulejos").rglob("*") if path.is_file()]
    sources = {path.relative_to(ROOT / "src").as_posix() for path in files}
    assert names == {name for name in sources if "__pycache__" not in name}


# Its use


def test_the_checkout_is_not_in_reach(installed: Installed) -> None:
    code = "import azulejos, sys; print(azulejos.__file__, *sys.path, sep='\\n')"
    done = installed.run("python", "-c", code)
    assert done.stdout.startswith(str(installed.environment))
    assert str(ROOT / "src") not in done.stdout.splitlines()
    assert installed.run("python", "-c", "import babel").returncode == 1  # for development only


def test_it_prints_its_version(installed: Installed) -> None:
    assert installed.run("azulejos", "--version").stdout == f"azulejos {__version__}\n"


def test_it_simulates_games(installed: Installed) -> None:
    done = installed.run("azulejos", "simulate", "--games", "2", "--bots", "greedy,random")
    assert done.returncode == 0, done.stderr
    assert "moves a game" in done.stdout


def test_it_shows_a_position(installed: Installed) -> None:
    done = installed.run("azulejos", "show", str(Game(seed=1).position))
    assert done.returncode == 0, done.stderr
    assert "round 1" in done.stdout


def test_it_plays_a_match(installed: Installed) -> None:
    done = installed.run("azulejos", "arena", "greedy", "random", "--games", "2", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "greedy" in done.stdout


def test_it_passes_the_doctest_of_the_readme(installed: Installed) -> None:
    shutil.copy(ROOT / "README.md", installed.folder)
    done = installed.run("python", "-m", "doctest", "README.md")
    assert done.returncode == 0, done.stdout


def test_its_service_serves_the_page_and_stops(installed: Installed) -> None:
    database = str(installed.folder / "tables.db")
    command = [installed.program("azulejos"), "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        [*command, "--database", database],
        cwd=installed.folder,
        env=installed.variables,
        stdout=subprocess.PIPE,
        text=True,
    ) as service:
        try:
            assert service.stdout is not None
            found = re.search(r"http://\S+/", service.stdout.readline())
            assert found, "expected the address of the service"
            pages = {path: fetched(found[0] + path) for path in PAGE_FILES}
        finally:
            service.send_signal(signal.SIGTERM)
            assert service.wait(PATIENCE) == 0
    assert all(text in pages[path] for path, text in PAGE_FILES.items())


#: Files of the page, and a part of each.
PAGE_FILES = {
    "": b"<!doctype html>",
    "api/health": b"ok",
    "artwork/tiles.svg": b"<svg",
    "web/app.js": b"import",
    "web/icons/icon-192.png": b"PNG",
    "web/styles/base.css": b"{",
    "web/vendor/htm.js": b"export",
    "words/fi.json": b"Sinun vuorosi",
}


def fetched(address: str) -> bytes:
    """The body of an answer."""
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        body: bytes = answer.read()
    return body


def test_its_app_starts_in_a_terminal_and_quits(installed: Installed) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [installed.program("azulejos"), "play"],
        cwd=installed.folder,
        env={**installed.variables, "LINES": "24"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as app:
        os.close(theirs)
        try:
            assert b"Start a new game" in read_until(ours, b"Start a new game")
            os.write(ours, b"q")
            read_until(ours, None)
            assert app.wait(PATIENCE) == 0
        finally:
            app.kill()
            os.close(ours)


def read_until(terminal: int, text: bytes | None) -> bytes:
    """What a program writes to a terminal until some text, or until it ends."""
    shown, deadline = b"", time.monotonic() + PATIENCE
    while (text is None or text not in shown) and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1.0)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:  # the other end is closed
                break
    return shown


# Where nothing can be written


def test_a_cache_that_cannot_be_written_is_named_with_a_remedy(installed: Installed) -> None:
    variables = installed.variables
    del variables["AZULEJOS_CACHE"]
    position = str(Game(seed=1).position)
    done = installed.run("azulejos", "show", position, variables=variables)
    assert done.returncode == 0, done.stderr
    line = done.stderr.splitlines()[0]
    assert f"cannot be kept ({variables['HOME']}/.cache/azulejos: " in line
    assert "set AZULEJOS_CACHE" in line


def test_a_database_that_cannot_be_made_is_named_with_a_remedy(installed: Installed) -> None:
    done = installed.run("azulejos", "serve", "--no-browser", "--port", "0")
    assert done.returncode == 2
    message = " ".join(done.stderr.split())
    assert "not-a-folder/.local/share/azulejos/tables.db" in message.replace(" ", "")
    assert "--database" in message
    assert "Traceback" not in message
