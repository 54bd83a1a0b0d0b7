"""The documentation site, built and read."""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent.parent
CONFIGURATION = ROOT / "mkdocs.yml"
#: `url(...)` and `@import` of style sheets.
IN_STYLE = re.compile(r"url\(\s*[\"']?(?P<url>[^\"')]+)|@import\s+[\"'](?P<sheet>[^\"']+)")
#: A text in a script that begins like an address; hosts have a dot, a port or are templates.
IN_SCRIPT = re.compile(r"[\"'`](?:https?:|wss?:)?//(?P<host>[^/\"'`\s\\]*[.:$][^/\"'`\s\\]*)")
#: Attributes with addresses that a browser loads by itself. (Links are followed by people.)
LOADING = {"src", "srcset", "poster", "data", "xlink:href"}
#: Elements whose `href` is loaded.
LOADED_BY_HREF = {"image", "use", "feimage"}
#: Kinds of `link` that load nothing.
PLAIN_LINKS = {"canonical", "next", "prev"}


def build(configuration: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Build a site strictly, as `make docs` does."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    return subprocess.run(
        [*command, "--config-file", str(configuration), "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


class Page(HTMLParser):
    """A page or a picture: what it loads, where its links lead, its anchors."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__()
        self.name = name
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.policy: str | None = None
        self.scripts: list[str] = []
        self._inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the addresses of an element."""
        given = {name: value or "" for name, value in attrs}
        self._inside = tag
        if "id" in given:
            self.ids.add(given["id"])
        # A policy holds only for what comes after it.
        if given.get("http-equiv") == "Content-Security-Policy" and not self.loaded:
            self.policy = given["content"]
        for name in LOADING & given.keys():
            addresses = given[name].split(",") if name == "srcset" else [given[name]]
            self.loaded += [address.split()[0] for address in addresses]
        is_link = tag == "link" and not set(given["rel"].split()) <= PLAIN_LINKS
        if "href" in given and (is_link or tag in LOADED_BY_HREF):
            self.loaded.append(given["href"])
        elif "href" in given:
            self.links.append(given["href"])
        self.loaded += styled(given.get("style", ""))

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        """Leave a style sheet or script."""
        self._inside = ""

    def handle_data(self, data: str) -> None:
        """Note style sheets and scripts inside the page."""
        if self._inside == "style":
            self.loaded += styled(data)
        if self._inside == "script":
            self.scripts.append(data)

    def path_of(self, link: str) -> str:
        """The file of the site that a link leads to."""
        target = urlsplit(link).path
        if not target:
            return self.name
        folder = "" if target.startswith("/") else posixpath.dirname(self.name)
        return posixpath.normpath(posixpath.join(folder, target.lstrip("/") or "index.html"))


def read_pages(site: Path) -> dict[str, Page]:
    """All pages and SVG pictures of a site, by name."""
    paths = [*site.rglob("*.html"), *site.rglob("*.svg")]
    names = {path.relative_to(site).as_posix(): path for path in sorted(paths)}
    return {name: Page(name, path.read_text("utf-8")) for name, path in names.items()}


def styled(text: str) -> list[str]:
    """The addresses in a style sheet."""
    return [found["url"] or found["sheet"] for found in IN_STYLE.finditer(text)]


def is_foreign(address: str) -> bool:
    """Whether an address leads to another host."""
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in ("", "data")


def foreign_resources(site: Path) -> Iterator[str]:
    """What a site loads from other hosts, after the name of the file that loads it."""
    loaded = {name: page.loaded for name, page in read_pages(site).items()}
    for sheet in site.rglob("*.css"):
        loaded[sheet.relative_to(site).as_posix()] = styled(sheet.read_text("utf-8"))
    for name, addresses in loaded.items():
        yield from (f"{name}: {address}" for address in addresses if is_foreign(address))


def hosts_in_scripts(site: Path) -> set[str]:
    """The hosts that scripts name, in files and inside pages."""
    texts = [path.read_text("utf-8") for path in site.rglob("*.js")]
    texts += [script for page in read_pages(site).values() for script in page.scripts]
    return {found["host"] for text in texts for found in IN_SCRIPT.finditer(text)}


def broken_links(site: Path) -> Iterator[str]:
    """Links and resources that lead to no file, or to no anchor of a page."""
    pages = read_pages(site)
    for page in pages.values():
        for link in (*page.links, *page.loaded):
            if is_foreign(link) or link.startswith("data:"):
                continue
            path, anchor = page.path_of(link), urlsplit(link).fragment
            known = pages[path].ids if path in pages else {""}
            if not (site / path).is_file() or (anchor and anchor not in known):
                yield f"{page.name}: {link}"
