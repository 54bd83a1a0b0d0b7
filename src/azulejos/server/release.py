"""Releases of the page: all its files under one version, the hash of their contents.

A document names files of its own release only (`/assets/VERSION/NAME`), and these never change: a
browser keeps them for ever, and no page mixes modules of two releases. A few earlier releases stay
in memory, for pages that were open when the files changed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import mimetypes
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from posixpath import normpath

from azulejos.i18n import LANGUAGES
from azulejos.server.assets import Asset, asset
from azulejos.server.errors import ServiceError
from azulejos.server.preview import PICTURE, preview_tags
from azulejos.server.settings import WEB

DOCUMENT = "index.html"
STYLES = "styles.css"
WORKER = "service_worker.js"
#: The module that the document starts, and those that it imports for a route, by the first part of
#: the path.
APP = "app.js"
ENTRIES = {
    "": "pages/start.js",
    "table": "table/page.js",
    "replay": "pages/replay.js",
    "review": "review/page.js",
    "retry": "review/retry.js",
    "mistakes": "own/mistakes_page.js",
    "statistics": "own/statistics_page.js",
    "analysis": "study/page.js",
    "rules": "rules/page.js",
    "learn": "learn/page.js",
    "puzzles": "puzzles/page.js",
}
#: Suffixes of files that a page asks for.
SERVED = {".js", ".png"}
#: Hexadecimal digits of a version.
VERSION_DIGITS = 16
#: Releases in memory: the present one and those before.
MAX_RELEASES = 4

IMPORT_MAP = re.compile(r'(<script type="importmap">)(.*?)(</script>)', re.DOTALL)
STYLE_LINK = re.compile(r' *<link rel="stylesheet" href="/web/(.*?)" />\n')
#: What the page fetches as soon as it runs, in any language.
DATA = ("/api/config", "/artwork/tiles.svg")
STATIC_IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*\bfrom)?\s*"([^"]+)"', re.MULTILINE)


class Release:
    """The files of the page as they were at one time."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        """`contents` are all files by name."""
        self._contents = contents
        self._assets: dict[str, Asset] = {}
        self._documents: dict[tuple[str, str, str], Asset] = {}
        everything = hashlib.sha256()
        for name, content in sorted(contents.items()):
            everything.update(f"{name} {len(content)}\n".encode() + content)
        self.version = everything.hexdigest()[:VERSION_DIGITS]

    def asset(self, name: str) -> Asset:
        """A file, the joined style sheet or the document; an error where there is none."""
        if name == DOCUMENT:
            return self.document("")
        if name not in self._assets:
            self._assets[name] = asset(self._content(name), _media_type(name))
        return self._assets[name]

    def document(self, route: str, language: str = "en", public_url: str = "") -> Asset:
        """The document that asks at once for all modules of a route, a key of `ENTRIES`.

        Its link preview is in a language, with a picture where the public address is known.
        """
        key = route, language, public_url
        if key not in self._documents:
            preview = preview_tags(route, language, public_url)
            self._documents[key] = asset(self._compose(route, preview), "text/html")
        return self._documents[key]

    @cached_property
    def worker(self) -> Asset:
        """The service worker, which is told the files of its release."""
        names = sorted(name for name in self._contents if PurePosixPath(name).suffix in SERVED)
        unused = (WORKER, PICTURE.removeprefix("/web/"))
        files = [self.address(name) for name in (*names, STYLES, DOCUMENT) if name not in unused]
        facts = json.dumps({"version": self.version, "files": files})
        script = f"self.RELEASE = {facts};\n".encode() + self._contents[WORKER]
        return asset(script, "text/javascript")

    @cached_property
    def policy(self) -> str:
        """The Content-Security-Policy of the document: the import map is allowed by its hash."""
        digest = hashlib.sha256(json.dumps(self._import_map).encode()).digest()
        return content_security_policy(f"'sha256-{base64.b64encode(digest).decode()}'")

    def address(self, name: str) -> str:
        """The path of a file in this release."""
        return f"/assets/{self.version}/{name}"

    def modules(self, *roots: str) -> list[str]:
        """Modules that these import statically, themselves first, each once."""
        found: dict[str, None] = {}
        waiting = list(roots)
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = None
                waiting += self._imports_of(name)
        return list(found)

    def _content(self, name: str) -> bytes:
        if name == STYLES:  # one request instead of one for each style sheet
            return b"\n".join(self._contents[part] for part in STYLE_LINK.findall(self._template))
        try:
            return self._contents[name]
        except KeyError as error:
            raise ServiceError("no-such-page") from error

    @property
    def _template(self) -> str:
        return self._contents[DOCUMENT].decode()

    @cached_property
    def _import_map(self) -> dict[str, dict[str, str]]:
        found = IMPORT_MAP.search(self._template)
        names = json.loads(found[2])["imports"] if found else {}
        imports = {name: self.address(path.removeprefix("/web/")) for name, path in names.items()}
        # The stable name of a module leads to the one that the page has loaded.
        return {"imports": {**imports, "/web/": self.address("")}}

    def _imports_of(self, name: str) -> Iterator[str]:
        for wanted in STATIC_IMPORT.findall(self._contents[name].decode()):
            if wanted.startswith("."):
                yield normpath(PurePosixPath(name).parent / wanted)
            else:
                yield self._import_map["imports"][wanted].removeprefix(self.address(""))

    def _compose(self, route: str, preview: list[str]) -> str:
        """The document with addresses of this release."""
        text = STYLE_LINK.sub("", self._template)
        text = IMPORT_MAP.sub(rf"\g<1>{json.dumps(self._import_map)}\g<3>", text)
        text = text.replace(f"/web/{APP}", self.address(APP))
        tags = [*preview, f'<meta name="languages" content="{" ".join(LANGUAGES)}" />']
        tags += [f'<link rel="stylesheet" href="{self.address(STYLES)}" />']
        tags += [
            f'<link rel="modulepreload" href="{self.address(name)}" />'
            for name in self.modules(APP, ENTRIES[route])
        ]
        tags += [f'<link rel="preload" as="fetch" crossorigin href="{path}" />' for path in DATA]
        head = "".join(f"    {tag}\n" for tag in tags)
        return text.replace("  </head>", f"{head}  </head>")


class Releases:
    """The present release of a folder, and a few before it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, Release] = {}
        self._files: dict[str, Path] = {}
        self._seen: tuple[object, ...] = ()
        self._present: Release | None = None

    def present(self) -> Release:
        """The release of the files as they are now; what has not changed is not read again."""
        seen = self._look()
        if self._present is None or seen != self._seen:
            self._read()
        assert self._present
        return self._present

    def find(self, version: str) -> Release:
        """A release by its version; an error where it is not in memory."""
        known = self._known.get(version)
        if known is None and self.present().version == version:
            known = self.present()
        if known is None:
            raise ServiceError("no-such-page")
        return known

    def _look(self) -> tuple[object, ...]:
        """Times and sizes of all files; nothing where one is missing."""
        try:
            stats = [path.stat() for path in self._files.values()]
        except FileNotFoundError:
            return ()
        return tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)

    def _read(self) -> None:
        paths = (path for path in self._folder.rglob("*") if path.is_file())
        self._files = {path.relative_to(self._folder).as_posix(): path for path in paths}
        self._seen = self._look()
        release = Release({name: path.read_bytes() for name, path in self._files.items()})
        self._present = self._known.pop(release.version, release)
        self._known[release.version] = self._present
        while len(self._known) > MAX_RELEASES:
            del self._known[next(iter(self._known))]


#: The releases of the page of this package.
RELEASES = Releases(WEB)


def _media_type(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def content_security_policy(*scripts: str) -> str:
    """A policy that allows own files only, and these inline scripts by their hashes."""
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self'", *scripts)),
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
