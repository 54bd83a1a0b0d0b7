"""Releases of the page: addresses with versions, documents that name one release only, updates."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from azulejos.i18n import LANGUAGES
from azulejos.server import release as releases
from azulejos.server.errors import ServiceError
from azulejos.server.release import ENTRIES, MAX_RELEASES, Releases
from azulejos.server.settings import WEB
from tests.server.service import ThreadService

PATHS = {
    "": "/",
    "table": "/table/abc",
    "replay": "/replay/abc",
    "analysis": "/analysis/abc",
    "rules": "/rules/azul",
}
ASSET = re.compile(r'"(/assets/(\w+)/[^"]*)"')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the page that a test may edit."""
    return Path(shutil.copytree(WEB, tmp_path / "web"))


def edit(path: Path, text: str) -> None:
    """Append to a file; its time differs even on a coarse clock."""
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))


def test_a_document_names_files_of_one_release_which_exist_and_never_change(
    service: ThreadService,
) -> None:
    for path in PATHS.values():
        document = service.http.get(path)
        assert document.headers["content-type"].startswith("text/html")
        assert document.headers["cache-control"] == "no-cache"
        assert "/web/app.js" not in document.text
        named = ASSET.findall(document.text)
        assert len({version for _, version in named}) == 1
        for address, _ in named:
            if not address.endswith("/"):
                answer = service.http.get(address)
                assert answer.status_code == 200, address
                assert "immutable" in answer.headers["cache-control"]


def test_the_policy_of_a_document_allows_its_import_map(service: ThreadService) -> None:
    for path in ("/", "/nowhere"):
        document = service.http.get(path, headers={"Accept": "text/html"})
        (script,) = re.findall(r'<script type="importmap">(.*?)</script>', document.text)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in document.headers["content-security-policy"]


def test_a_missing_page_is_the_document_with_its_status(service: ThreadService) -> None:
    headers = {"Accept": "text/html"}
    found = service.http.get("/nowhere", headers=headers)
    assert found.status_code == 404
    assert found.text == service.http.get("/").text
    tag = service.http.get("/").headers["etag"]
    again = service.http.get("/nowhere", headers={**headers, "If-None-Match": tag})
    assert (again.status_code, again.text) == (404, found.text)


def test_a_route_preloads_what_it_imports() -> None:
    script = (WEB / "app.js").read_text(encoding="utf-8")
    imported = re.findall(r'=>\s+import\("\./(.*?)"\)', script)
    assert sorted(imported) == sorted(ENTRIES.values())
    release = Releases(WEB).present()
    for route, entry in ENTRIES.items():
        modules = release.modules("app.js", entry)
        assert {"app.js", entry, "vendor/preact.js", "vendor/hooks.js"} <= set(modules)
        assert all((WEB / name).is_file() for name in modules)
        links = re.findall(r'modulepreload" href="/assets/\w+/(.*?)"', _text(release, route))
        assert links == modules


def _text(release: releases.Release, route: str) -> str:
    return release.document(route).content.decode()


def test_the_style_sheets_are_joined_in_their_order() -> None:
    release = Releases(WEB).present()
    names = re.findall(r'href="/web/(styles/.*?)"', (WEB / "index.html").read_text("utf-8"))
    together = b"\n".join((WEB / name).read_bytes() for name in names)
    assert len(names) > 3
    assert release.asset("styles.css").content == together


def test_the_document_names_all_languages() -> None:
    assert f'content="{" ".join(LANGUAGES)}"' in _text(Releases(WEB).present(), "")


def test_an_edited_file_makes_a_release_and_open_pages_keep_theirs(folder: Path) -> None:
    known = Releases(folder)
    first = known.present()
    assert known.present() is first
    before = first.asset("app.js").content
    edit(folder / "app.js", "// edited\n")
    second = known.present()
    assert second.version != first.version
    assert second.asset("app.js").content == before + b"// edited\n"
    assert known.find(first.version).asset("app.js").content == before
    (folder / "app.js").write_bytes(before)
    assert known.present() is first


def test_only_a_few_releases_are_kept(folder: Path) -> None:
    known = Releases(folder)
    versions = [known.present().version]
    for number in range(MAX_RELEASES):
        edit(folder / "html.js", f"// {number}\n")
        versions.append(known.present().version)
    for version in versions[1:]:
        assert known.find(version).version == version
    with pytest.raises(ServiceError):
        known.find(versions[0])


def test_a_new_file_is_found_and_a_lost_one_is_missing(folder: Path) -> None:
    known = Releases(folder)
    known.present()
    (folder / "new.js").write_text("export {};\n", encoding="utf-8")
    edit(folder / "html.js", "\n")
    assert known.present().asset("new.js").content == b"export {};\n"
    (folder / "new.js").unlink()
    with pytest.raises(ServiceError):
        known.present().asset("new.js")


def test_the_version_depends_on_contents_alone(folder: Path) -> None:
    os.utime(folder / "app.js", ns=(0, 0))
    assert Releases(folder).present().version == Releases(WEB).present().version


def test_the_worker_names_all_scripts_of_its_release_and_changes_with_it(folder: Path) -> None:
    known = Releases(folder)
    script = known.present().worker.content.decode()
    facts = json.loads(script.partition("self.RELEASE = ")[2].partition(";\n")[0])
    prefix = f"/assets/{facts['version']}/"
    names = {name.removeprefix(prefix) for name in facts["files"]}
    scripts = {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")}
    assert scripts - names == {"service_worker.js"}
    assert {"styles.css", "index.html"} <= names
    assert all(known.present().asset(name).content for name in names)
    edit(folder / "styles" / "base.css", "/* edited */\n")
    assert known.present().worker.content.decode() != script
