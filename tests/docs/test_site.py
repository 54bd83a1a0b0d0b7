"""The documentation site: complete, without broken links, and without requests to other hosts."""

from __future__ import annotations

import functools
import html
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser, Page, expect

import azulejos
import azulejos.analysis
import azulejos.azul
import azulejos.pavilion
from tests.docs import site as built
from tests.docs.site import CONFIGURATION, ROOT, build, read_pages

#: One worker builds the site, once.
pytestmark = pytest.mark.xdist_group("site")

READERS = ("players", "hosts", "bot-authors", "researchers", "contributors")
#: The theme can load a polyfill and Mermaid, and ask a forge about the repository. The policy of
#: the pages forbids it.
HOSTS_OF_THE_THEME = {"unpkg.com", "api.github.com", "${e}"}
PHONE, WIDE = (390, 844), (1440, 900)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = build(CONFIGURATION, folder)
    assert done.returncode == 0, done.stderr
    return folder


# What is built


def test_every_reader_has_a_guide_that_the_start_page_leads_to(site: Path) -> None:
    assert {f"guides/{reader}.html" for reader in READERS} <= set(
        read_pages(site)["index.html"].links
    )


@pytest.mark.parametrize(
    ("module", "page"),
    [
        (azulejos, "azulejos"),
        (azulejos.analysis, "analysis"),
        (azulejos.azul, "azul"),
        (azulejos.pavilion, "pavilion"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_public_name_is_in_the_reference(site: Path, module: ModuleType, page: str) -> None:
    listed = read_pages(site)[f"reference/{page}.html"].ids
    public = {f"{module.__name__}.{name}" for name in module.__all__ if name != "__version__"}
    assert public <= listed


def test_the_reference_has_the_docstrings(site: Path) -> None:
    text = (site / "reference" / "azulejos.html").read_text("utf-8")
    for documented in (azulejos.Game.undo, azulejos.Bot, azulejos.bot, azulejos.IllegalMove):
        assert documented.__doc__
        assert html.escape(documented.__doc__.split("\n")[0].split("`")[0]) in text


def test_every_link_leads_to_a_page_a_file_or_an_anchor(site: Path) -> None:
    assert list(built.broken_links(site)) == []


def test_files_outside_the_documents_are_published(site: Path) -> None:
    assert (site / "source" / "LICENSE.txt").read_text() == (ROOT / "LICENSE").read_text()
    contributing = read_pages(site)["contributing.html"]
    assert "glossary.html" in contributing.links
    assert "contributing.html#adding-a-bot" in {
        link.removeprefix("../") for link in read_pages(site)["guides/bot-authors.html"].links
    }


def test_nothing_is_loaded_from_other_hosts(site: Path) -> None:
    assert list(built.foreign_resources(site)) == []
    assert built.hosts_in_scripts(site) <= HOSTS_OF_THE_THEME


def test_every_page_forbids_to_load_anything_from_other_hosts(site: Path) -> None:
    pages = [page for name, page in read_pages(site).items() if name.endswith(".html")]
    policies = {page.policy for page in pages}
    assert policies == {"default-src 'self' file: data: 'unsafe-inline'"}


# What is refused


@pytest.fixture
def a_site(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a site of one file, to be scanned."""

    def a_site(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    return a_site


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", '<script src="https://example.org/a.js"></script>'),
        ("a.html", '<link rel="stylesheet" href="//example.org/a.css">'),
        ("a.html", '<link rel="preconnect" href="https://example.org">'),
        ("a.html", '<img alt="" srcset="a.png 1x, https://example.org/a.png 2x">'),
        ("a.html", "<style>@import 'https://example.org/a.css';</style>"),
        ("a.html", "<p style=\"background: url('https://example.org/a.png')\">"),
        ("a.svg", '<svg><image href="https://example.org/a.png"/></svg>'),
        ("a.css", "@font-face { src: url(https://example.org/a.woff2) }"),
        ("a.css", '@import "//example.org/a.css";'),
    ],
)
def test_a_resource_of_another_host_is_found(
    a_site: Callable[[str, str], Path], name: str, text: str
) -> None:
    assert "example.org" in "".join(built.foreign_resources(a_site(name, text)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.js", 'fetch("https://example.org/a")'),
        ("a.js", "import('//example.org/a.js')"),
        ("a.html", "<script>new WebSocket(`wss://example.org/a`)</script>"),
    ],
)
def test_a_host_in_a_script_is_found(
    a_site: Callable[[str, str], Path], name: str, text: str
) -> None:
    assert built.hosts_in_scripts(a_site(name, text)) == {"example.org"}


def test_links_to_other_hosts_and_our_own_resources_are_allowed(
    a_site: Callable[[str, str], Path],
) -> None:
    text = '<a href="https://example.org">x</a><img alt="" src="a.png"><img src="data:image/png,">'
    assert list(built.foreign_resources(a_site("a.html", text))) == []


def test_broken_links_and_anchors_and_pages_outside_the_menu_fail_the_build(
    tmp_path: Path,
) -> None:
    documents = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", documents)
    links = "[a](nowhere.md) [b](glossary.md#nowhere) [c](../nowhere.txt) [d](../README.md)"
    start = documents / "index.md"
    start.write_text(f"{start.read_text('utf-8')}\n{links}\n", encoding="utf-8")
    (documents / "orphan.md").write_text("# No entry in the menu\n", encoding="utf-8")
    configuration = tmp_path / "mkdocs.yml"
    configuration.write_text(
        f"INHERIT: {CONFIGURATION}\n"
        f"docs_dir: {documents}\n"
        f"hooks: [{ROOT / 'tools' / 'docs' / 'hooks.py'}]\n"
        f"theme: {{ custom_dir: {ROOT / 'tools' / 'docs' / 'theme'} }}\n"
        "plugins: []\n",  # the reference takes most of the time
        encoding="utf-8",
    )
    done = build(configuration, tmp_path / "site")
    assert done.returncode != 0
    messages = re.split(r"^(?=[A-Z]+ +-  )", done.stderr, flags=re.MULTILINE)
    warnings = [message for message in messages if message.startswith("WARNING")]
    faults = {"nowhere.md", "glossary.md#nowhere", "nowhere.txt", "README.md", "orphan.md"}
    named = {fault for fault in faults if any(fault in warning for warning in warnings)}
    innocent = [warning for warning in warnings if not any(fault in warning for fault in faults)]
    assert (named, innocent) == (faults, [])


def test_the_makefile_builds_strictly_and_audibly() -> None:
    """With `--quiet` MkDocs drops warnings before it counts them, and no build fails."""
    command = re.findall(r"^\t.*mkdocs (build.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert command == ["build --strict"]


# In a browser


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address of the served site."""
    handler = functools.partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


#: Opens a page of the site: its name, the size of the window, the colour scheme.
OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    """Opens pages; none may complain, miss a file or ask another host for anything."""
    complaints: list[str] = []
    contexts = []

    def watch(page: Page) -> None:
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: check_origin(request.url))
        page.on("response", lambda answer: check_status(answer.status, answer.url))

    def check_origin(url: str) -> None:
        if not url.startswith((address, "data:")):
            complaints.append(f"asked another host: {url}")

    def check_status(status: int, url: str) -> None:
        if status >= 400:
            complaints.append(f"{status}: {url}")

    def open_one(name: str, size: tuple[int, int] = WIDE, scheme: str = "light") -> Page:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
        )
        contexts.append(context)
        page = context.new_page()
        watch(page)
        page.goto(address + name, wait_until="networkidle")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("name", ["index.html", "guides/players.html", "reference/azulejos.html"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_page_loads_without_complaint_and_fits_the_window(
    open_page: OpenPage, name: str, size: tuple[int, int]
) -> None:
    page = open_page(name, size)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    pictures = "[...document.images].filter(i => !i.naturalWidth).map(i => i.src)"
    assert page.evaluate(pictures) == []


def test_the_search_finds_a_word(open_page: OpenPage) -> None:
    page = open_page("index.html")
    page.get_by_placeholder("Search").press_sequentially("quantised")
    found = page.locator(".md-search-result__link", has_text="Search and bots")
    found.first.click()
    expect(page).to_have_url(re.compile(r"/glossary\.html\?h=quantised#search-and-bots"))


@pytest.mark.parametrize(
    ("scheme", "ground"), [("light", "rgb(246, 241, 231)"), ("dark", "rgb(16, 26, 36)")]
)
def test_the_colours_follow_the_system(open_page: OpenPage, scheme: str, ground: str) -> None:
    page = open_page("index.html", scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground


def test_a_script_cannot_reach_another_host(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    blocked = page.evaluate(
        """() => new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", (it) => resolve(it.blockedURI));
          fetch("http://localhost:9/").finally(() => setTimeout(resolve, 1000)).catch(() => {});
        })"""
    )
    page.close()
    assert blocked == "http://localhost:9/"
