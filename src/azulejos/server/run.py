"""Start-up of the service: database, port, web server."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from azulejos.server import logs
from azulejos.server.app import create_app
from azulejos.server.errors import StartError
from azulejos.server.gate import Gate, GatedConfig
from azulejos.server.handover import Handover, is_possible
from azulejos.server.http_protocol import HEAD_BYTES, LimitedHttp
from azulejos.server.hub import Hub
from azulejos.server.open_store import open_store
from azulejos.server.settings import MESSAGE_BYTES, Settings
from azulejos.server.ws_protocol import LimitedWebSocket

logger = logging.getLogger("azulejos")

#: Seconds for open requests at shutdown.
SHUTDOWN_GRACE = 5
#: Connections that the system keeps until they are accepted, and how many are accepted at once,
#: before other connections have their turn.
BACKLOG = 1024
ACCEPTED_AT_ONCE = 4
#: Thresholds of Python's garbage collector. Tables hold many objects and no cycles: with the usual
#: ones, a sixth of the time of a busy service went into looking at them. The first two bound the
#: pauses of young collections (20 ms), the last one makes full ones rare (seconds, if many play).
COLLECTED_AFTER = (5_000, 3, 2_000)
#: File descriptors for everything but connections: database, files of the page, compilers.
OTHER_FILES = 128
#: Seconds between messages that there are none left.
FILES_MESSAGE_SECONDS = 10.0


class WebServer(uvicorn.Server):
    """Uvicorn with the limits of the settings."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        limits = settings.limits
        config = GatedConfig(
            app,
            log_config=None,
            access_log=False,
            http=LimitedHttp,
            ws=LimitedWebSocket,
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=True,
            ws_ping_interval=limits.ping_seconds,
            ws_ping_timeout=limits.ping_seconds,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            h11_max_incomplete_event_size=HEAD_BYTES,
            timeout_keep_alive=limits.idle_seconds,
            backlog=ACCEPTED_AT_ONCE,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_GRACE,
        )
        self.gate = Gate(limits, settings.proxies, _available_files(limits.sockets))
        config.gate = self.gate
        self._no_files_said = float("-inf")
        self._app = app
        self._config = config
        self._settings = settings
        self._handover: Handover | None = None
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections."""
        gc.set_threshold(*COLLECTED_AFTER)
        asyncio.get_running_loop().set_exception_handler(self._handle_exception)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # asyncio uses one number for both
        hub: Hub = self._app.state.hub
        if hub.cluster and self._settings.hand_over and is_possible():
            self._handover = Handover(hub, hub.cluster, self._adopt, self._has_room)
            self._config.handover = self._handover

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, not from other processes either, and close all."""
        if self._handover:
            self._handover.close()
        await super().shutdown(sockets)

    async def _adopt(self, connection: socket.socket, read: bytes) -> None:
        """Go on with a connection that another process has accepted and read from."""

        def protocol() -> LimitedHttp:
            state = self.server_state, self.lifespan.state
            return LimitedHttp(self._config, *state, handed_over=read)

        await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)

    def _has_room(self) -> bool:
        hub: Hub = self._app.state.hub
        return self.gate.has_room and not hub.workload.is_late

    def _handle_exception(
        self, loop: asyncio.AbstractEventLoop, context: dict[str, object]
    ) -> None:
        """Log an error of the event loop; where file descriptors are missing, free some."""
        error = context.get("exception")
        number = error.errno if isinstance(error, OSError) else None
        if number == errno.ENOTCONN:
            return  # a client was gone before its last answer
        if number not in (errno.EMFILE, errno.ENFILE):
            loop.default_exception_handler(context)
        elif loop.time() - self._no_files_said >= FILES_MESSAGE_SECONDS:
            self._no_files_said = loop.time()
            logger.error("no file descriptors left: new connections wait until others end")
            self.gate.limit_files(_available_files(self.gate.limits.sockets))
            self.gate.make_room()


def _available_files(sockets: int) -> int:
    """The number of file descriptors for connections, after raising the limit if that is allowed.

    0 if it is not limited.
    """
    try:
        import resource  # of Unix only
    except ImportError:
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = sockets + OTHER_FILES
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited:
        return 0
    if soft < wanted:
        more = wanted if hard == unlimited else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return max(soft - OTHER_FILES, soft // 4)


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    log_level: str = "warning",
    announce: Callable[[str], None] = print,
    browser: bool = False,
) -> None:
    """Run the service until SIGINT or SIGTERM."""
    logs.set_up(log_level)
    store = open_store(settings.database)
    listener = _listen(host, port)
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    shown = f"[{shown}]" if ":" in shown else shown
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    waiting = threading.Thread(target=_announce, args=(address, announce, browser), daemon=True)
    waiting.start()
    server = WebServer(create_app(settings, store), settings)
    # Uvicorn raises the signal again after its shutdown; the process should exit with 0.
    signal.signal(signal.SIGTERM, lambda *_: None)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port before anything else starts, so that a busy one is reported at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, asyncio sends small messages at once instead of waiting to fill a packet.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise StartError("unavailable-port", reason=error.strerror, got=port) from error
    return listener


def _announce(address: str, announce: Callable[[str], None], browser: bool) -> None:
    """Announce the address as soon as it answers, and open it in a browser."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(600):
        try:
            with direct.open(f"{address}api/health", timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    else:
        return
    announce(address)
    if browser:
        webbrowser.open(address)
