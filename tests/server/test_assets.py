"""Contents of the page in memory: compressed once, revalidated by tag."""

from __future__ import annotations

import gzip

import pytest

from azulejos.server import assets
from azulejos.server.settings import WEB
from tests.server.service import ThreadService

SCRIPT = "/web/app.js"


def test_a_client_that_accepts_gzip_gets_it(service: ThreadService) -> None:
    whole = service.http.get(SCRIPT, headers={"Accept-Encoding": "identity"})
    small = service.http.get(SCRIPT, headers={"Accept-Encoding": "gzip"})
    assert whole.content == small.content == (WEB / "app.js").read_bytes()
    assert "content-encoding" not in whole.headers
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < int(whole.headers["content-length"])
    assert small.headers["vary"] == "Accept-Encoding"


def test_icons_are_not_compressed_again(service: ThreadService) -> None:
    icon = service.http.get("/web/icons/icon-192.png", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in icon.headers
    assert icon.headers["content-type"] == "image/png"


@pytest.mark.parametrize(
    "path", ["/", SCRIPT, "/words/fi.json", "/artwork/tiles.svg", "/service-worker.js"]
)
def test_a_client_that_has_the_content_is_told_so(service: ThreadService, path: str) -> None:
    tag = service.http.get(path).headers["etag"]
    again = service.http.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    other = service.http.get(path, headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


def test_only_large_text_is_compressed() -> None:
    text = "x" * assets.GZIP_MINIMUM
    compressed = assets.asset(text, "text/css").compressed
    assert compressed is not None
    assert gzip.decompress(compressed).decode() == text
    assert assets.asset(text[1:], "text/css").compressed is None
    assert assets.asset(text, "image/png").compressed is None
