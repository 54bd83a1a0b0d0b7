"""ASGI middleware: security headers, allowed origins, and limits of body sizes."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from azulejos.server.auth import is_allowed_origin
from azulejos.server.error_handlers import refuse
from azulejos.server.errors import ServiceError
from azulejos.server.settings import MESSAGE_BYTES, RECORD_BYTES

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


class SecurityHeaders:
    """Adds security headers to every answer."""

    def __init__(self, app: ASGIApp, policy: str) -> None:
        self.app = app
        self.headers = {
            "Content-Security-Policy": policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers[name] = value
            await send(message)

        await self.app(scope, receive, send_safely if scope["type"] == "http" else send)


class RequestLimits:
    """Refuses pages of other origins and large bodies, before anything reads them."""

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or refuse a request."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not is_allowed_origin(headers.get("origin"), headers.get("host"), self.origins):
            await refuse(Request(scope), ServiceError("wrong-origin"))(scope, receive, send)
            return
        most = RECORD_BYTES if scope["path"] == "/api/records" else MESSAGE_BYTES
        body = await _read(receive, most)
        if body is None:
            await refuse(Request(scope), ServiceError("too-large", most=most))(scope, receive, send)
            return
        whole: Message = {"type": "http.request", "body": body, "more_body": False}
        parts = [whole]

        async def read_again() -> Message:
            return parts.pop() if parts else await receive()

        await self.app(scope, read_again, send)


async def _read(receive: Receive, most: int) -> bytes | None:
    """The whole body; None if it is too large."""
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            return None
    return body
