"""ASGI middleware: security headers, allowed hosts and origins, limits of rates and sizes."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from azulejos.server.auth import is_allowed_host, is_allowed_origin
from azulejos.server.error_handlers import refuse
from azulejos.server.errors import ServiceError
from azulejos.server.gate import LINGER_BYTES
from azulejos.server.hub import Hub
from azulejos.server.rate_limits import client_key
from azulejos.server.settings import MESSAGE_BYTES, RECORD_BYTES

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
API = "/api/"
#: Requests whose body may hold a record.
WITH_RECORDS = {"/api/records", "/api/study", "/api/study/line", "/api/study/record"}
#: Answered under load too: they tell of it.
UNLIMITED = {"/api/health", "/api/preparation", "/metrics"}


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
                    headers.setdefault(name, value)  # a document has a policy of its own
                if scope["path"].startswith(API):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_safely if scope["type"] == "http" else send)


class AllowedHosts:
    """Refuses requests for other host names, which a page could have made up."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or refuse a request."""
        if scope["type"] == "lifespan" or is_allowed_host(
            Headers(scope=scope).get("host"), self.names
        ):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, "wrong-host")(scope, receive, send)
        else:
            await refuse(Request(scope), ServiceError("wrong-host"))(scope, receive, send)


class RequestLimits:
    """Refuses what exceeds the rate of an address, pages of other origins, and large bodies."""

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or refuse a request."""
        if scope["type"] == "http" and not _hub(scope).page_rate.hit(_address(scope)):
            await refuse(Request(scope), ServiceError("too-fast"))(scope, receive, send)
            return
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not is_allowed_origin(headers.get("origin"), headers.get("host"), self.origins):
            await refuse(Request(scope), ServiceError("wrong-origin"))(scope, receive, send)
            return
        most = RECORD_BYTES if scope["path"] in WITH_RECORDS else MESSAGE_BYTES
        try:
            body = await _read(receive, most, headers.get("content-length"))
        except ClientDisconnect:
            return
        if body is None:
            await refuse(Request(scope), ServiceError("too-large", most=most))(scope, receive, send)
            return
        whole: Message = {"type": "http.request", "body": body, "more_body": False}
        parts = [whole]

        async def read_again() -> Message:
            return parts.pop() if parts else await receive()

        await self.app(scope, read_again, send)


class FairTurns:
    """Lets few requests of an address be in progress, and no new work while there is too much."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle or refuse a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        workload = _hub(scope).workload
        if not scope["path"].startswith(API) or scope["path"] in UNLIMITED:
            async with workload.turn(f"page {_address(scope)}"):
                await self.app(scope, receive, send)
            return
        async with workload.turn(f"api {_address(scope)}"):
            try:
                workload.check()
            except ServiceError as error:
                await refuse(Request(scope), error)(scope, receive, send)
                return
            with workload.work():
                await self.app(scope, receive, send)


def _hub(scope: Scope) -> Hub:
    hub: Hub = scope["app"].state.hub
    return hub


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client_key(client[0] if client else None)


async def _read(receive: Receive, most: int, length: str | None) -> bytes | None:
    """The whole body; None if it is too large. Half of one is none: it might be valid.

    What is too large is read to its end if that is near: otherwise the connection has to be closed
    in the middle of a body, and a client may have sent its next request over it.
    """
    end_is_near = length is not None and length.isdecimal() and int(length) <= LINGER_BYTES
    body = b""
    too_large, more = False, True
    while more and (end_is_near or not too_large):
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            body, too_large = b"", True
    return None if too_large else body
