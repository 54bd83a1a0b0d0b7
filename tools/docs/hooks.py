"""MkDocs hooks: documents outside docs/ become pages, and links to them work on a forge and here.

On a forge, links are paths in the repository. Of those that lead out of docs/, the ones to `PAGES`
become links between pages, and any other file is published as text below `SOURCE`.
"""

from __future__ import annotations

import logging
import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = "docs/"
#: Documents of the repository that are pages of the site.
PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
ORIGINS = {page: path for path, page in PAGES.items()}
SOURCE = "source/"
#: Code comes first, so that what looks like a link in it is left alone.
LINK = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,}).*?^(?P=indent)(?P=fence) *$"
    r"|`[^`\n]*`"
    r"|\]\((?P<target>[^()\s#:]+)(?P<anchor>#[^()\s]*)?\)",
    re.MULTILINE | re.DOTALL,
)
#: Warnings of this logger fail a strict build.
log = logging.getLogger("mkdocs.hooks.azulejos")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages whose documents are outside docs/."""
    for path, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace links to paths of the repository by links to pages and files of the site."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]  # front matter would be visible on a forge
    here = page.file.src_uri
    folder = posixpath.dirname(ORIGINS.get(here, DOCS + here))

    def replaced(found: re.Match[str]) -> str:
        if found["target"] is None:
            return found.group()
        path = posixpath.normpath(posixpath.join(folder, found["target"]))
        target = _published(path, config, files)
        if target is None:
            log.warning("%s links to %s, which is neither a page nor a file", here, path)
            return found.group()
        link = posixpath.relpath(target, posixpath.dirname(here) or ".")
        return f"]({link}{found['anchor'] or ''})"

    return LINK.sub(replaced, markdown)


def _published(path: str, config: MkDocsConfig, files: Files) -> str | None:
    """Where the site has a file of the repository; None if it cannot have it."""
    if path.startswith(DOCS):
        return path.removeprefix(DOCS)
    if path in PAGES:
        return PAGES[path]
    source = ROOT / path
    if source.suffix == ".md" or not source.is_relative_to(ROOT) or not source.is_file():
        return None
    copy = f"{SOURCE}{path}.txt"  # browsers show text, and download most other files
    if files.get_file_from_path(copy) is None:
        files.append(File.generated(config, copy, abs_src_path=str(source)))
    return copy
