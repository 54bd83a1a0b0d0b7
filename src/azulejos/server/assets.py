"""Assets: contents of the page in memory, each with its compressed form and entity tag."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

#: Bytes from which contents are compressed.
GZIP_MINIMUM = 600
#: Browsers keep a content, and ask for changes on each use.
REVALIDATED = "no-cache"
#: Browsers keep a content for a year without asking: its address changes with it.
IMMUTABLE = "public, max-age=31536000, immutable"
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

    def answer(self, request: Request, caching: str = REVALIDATED) -> Response:
        """The response to a request: compressed, whole, or 304 where the client has it."""
        headers = {"Cache-Control": caching, "ETag": self.tag, "Vary": "Accept-Encoding"}
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
