"""Assets: contents of the page in memory, each with its compressed form and entity tag.

A request costs a look at the file's time instead of reading and compressing it again.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from azulejos.server.errors import ServiceError
from azulejos.server.settings import WEB

#: Bytes from which contents are compressed.
GZIP_MINIMUM = 600
#: Files that are kept: more than the page has.
MAX_FILES = 512
#: Media types that compress well; Python 3.11 has another one for scripts than later versions.
TEXT = (
    "text/",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg",
)


@dataclass(frozen=True, slots=True)
class Asset:
    """A content that is the same for all clients."""

    content: bytes
    compressed: bytes | None
    media_type: str
    tag: str

    def answer(self, request: Request) -> Response:
        """The response to a request: compressed, whole, or 304 where the client has it."""
        # Browsers keep files, and ask for changes on each use.
        headers = {"Cache-Control": "no-cache", "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            content = self.compressed
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type=self.media_type, headers=headers)


def asset(content: str | bytes, media_type: str) -> Asset:
    """An asset, compressed where that pays."""
    data = content.encode() if isinstance(content, str) else content
    pays = len(data) >= GZIP_MINIMUM and media_type.startswith(TEXT)
    tag = hashlib.sha256(data).hexdigest()[:32]
    return Asset(data, gzip.compress(data, mtime=0) if pays else None, media_type, f'"{tag}"')


def file_asset(name: str, media_type: str | None = None) -> Asset:
    """A file of the page; one that has changed is read again."""
    path = _files().get(name)
    if path is None:
        raise ServiceError("no-such-page")
    try:
        status = path.stat()
        return _read(path, media_type, status.st_mtime_ns, status.st_size)
    except FileNotFoundError as error:
        raise ServiceError("no-such-page") from error


@cache
def _files() -> dict[str, Path]:
    """The files by name: no other path is ever opened."""
    return {path.relative_to(WEB).as_posix(): path for path in WEB.rglob("*") if path.is_file()}


@lru_cache(maxsize=MAX_FILES)
def _read(path: Path, media_type: str | None, _time: int, _size: int) -> Asset:
    guessed = media_type or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return asset(path.read_bytes(), guessed)
