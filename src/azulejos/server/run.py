"""Start-up of the service: database, port, web server."""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable

import uvicorn
from sqlalchemy.exc import OperationalError

from azulejos.precompile import precompile
from azulejos.server import logs
from azulejos.server.app import create_app
from azulejos.server.errors import ServiceError, StartError
from azulejos.server.settings import MESSAGE_BYTES, Settings
from azulejos.server.store import Store

#: Seconds for open requests at shutdown.
SHUTDOWN_GRACE = 5


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
    _check_database(settings.database)
    listener = _listen(host, port)
    precompile()
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::") else host
    shown = f"[{shown}]" if ":" in shown else shown
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    waiting = threading.Thread(target=_announce, args=(address, announce, browser), daemon=True)
    waiting.start()
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=True,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_GRACE,
    )
    # Uvicorn raises the signal again after its shutdown; the process should exit with 0.
    signal.signal(signal.SIGTERM, lambda *_: None)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _check_database(database: str) -> None:
    """Connect and migrate, so that a wrong database is reported in one sentence."""
    try:
        store = Store(database)
        store.migrate()
        store.close()
    except ModuleNotFoundError as error:
        raise ServiceError("database/no-driver") from error
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise ServiceError("database/silent", reason=reason) from error


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
