"""The WebSocket: one client at one table."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError

from azulejos.bots import STRONGEST
from azulejos.engine.errors import AzulejosError
from azulejos.i18n import negotiate, words_in
from azulejos.server.auth import is_welcome
from azulejos.server.errors import ServiceError, Stale
from azulejos.server.hub import Connection, Hub, LiveTable
from azulejos.server.store import Row
from azulejos.server.table import Table
from azulejos.session import messages, views
from azulejos.session.codec import UnreadableMessage, read_client_message

logger = logging.getLogger("azulejos")
router = APIRouter()

#: Codes with which connections are closed at once.
POLICY, MISSING = 1008, 4404
#: Seconds that a client gets for its first message.
HELLO_WITHIN = 10.0
_numbers = itertools.count()


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """Sit down at a table, or watch it."""
    hub: Hub = socket.app.state.hub
    address = socket.client.host if socket.client else "unknown"
    if not is_welcome(
        socket.headers.get("origin"), socket.headers.get("host"), hub.settings.origins
    ):
        await socket.close(POLICY, "wrong-origin")
        return
    await socket.accept()
    if hub.addresses[address] >= hub.settings.limits.address_connections:
        await socket.close(POLICY, "too-many")
        return
    hub.addresses[address] += 1
    try:
        await Session(hub, socket, address, game[:32]).run()
    finally:
        hub.addresses[address] -= 1
        if not hub.addresses[address]:
            del hub.addresses[address]


class Session:
    """The conversation with one client, from its hello to its end."""

    def __init__(self, hub: Hub, socket: WebSocket, address: str, game: str) -> None:
        self.hub = hub
        self.socket = socket
        self.address = address
        self.game = game
        self.number = str(next(_numbers))
        self.language = negotiate(socket.headers.get("accept-language"))
        self.complaints = 0
        self._advice: asyncio.Task[None] | None = None
        self._advised = ""

    async def run(self) -> None:
        """Greet, then answer until the client leaves."""
        try:
            self.hub.check_rate(self.hub.settings.limits.requests, "requests", self.address)
            live = await self.hub.live(self.game)
        except ServiceError as error:
            await self.socket.send_json(self._refusal(error))
            missing = error.code == "no-such-table"
            await self.socket.close(MISSING if missing else POLICY, error.code)
            return
        try:
            await self._converse(live)
        finally:
            self.hub.release(live)

    async def _converse(self, live: LiveTable) -> None:
        hello = await self._hello()
        if hello is None:
            return
        if len(live.connections) >= self.hub.settings.limits.connections:
            await self._turn_away(ServiceError("too-many"))
            return
        connection = Connection(
            live.table.seats_of(hello.tokens),
            version=hello.version,
            options=hello.options,
        )
        sending = asyncio.create_task(self._send_all(connection))
        live.join(connection)
        logger.info("joined", extra={"table": self.game, "seats": sorted(connection.seats)})
        try:
            await self._answer_all(live, connection)
            await sending
        except WebSocketDisconnect:
            pass
        finally:
            live.leave(connection)
            if self._advice:
                self._advice.cancel()
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending

    async def _hello(self) -> messages.Hello | None:
        """The client's first message; None if it is not a hello, or never comes."""
        try:
            text = await asyncio.wait_for(self._receive(), HELLO_WITHIN)
            message = read_client_message(text)
        except WebSocketDisconnect:
            return None
        except TimeoutError:
            await self._turn_away(ServiceError("hello-first"))
            return None
        except UnreadableMessage as error:
            await self._turn_away(_unreadable(error))
            return None
        if not isinstance(message, messages.Hello):
            await self._turn_away(ServiceError("hello-first"))
            return None
        self.language = negotiate(message.language)
        return message

    async def _receive(self) -> str:
        """The next message as text; bytes are read as text too."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        text: str | None = event.get("text")
        return str(event["bytes"], "utf-8", "replace") if text is None else text

    async def _turn_away(self, error: ServiceError) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_json(self._refusal(error))
            await self.socket.close(POLICY, error.code)

    async def _send_all(self, connection: Connection) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            while isinstance(message := await connection.outgoing.get(), str):
                await self.socket.send_text(message)
            code, reason = message
            await self.socket.close(code, reason)

    async def _answer_all(self, live: LiveTable, connection: Connection) -> None:
        while self.complaints < self.hub.settings.limits.complaints:
            text = await self._receive()
            message: Any = None
            try:
                message = read_client_message(text)
                self.hub.check_rate(self.hub.settings.limits.messages, "messages", self.number)
                await self._answer(live, connection, message)
            except UnreadableMessage as error:
                await self._complain(connection, _unreadable(error))
            except AzulejosError as error:
                await self._complain(connection, error, getattr(message, "id", None))
                if isinstance(error, Stale):
                    live.send_update(connection)
            except SQLAlchemyError:
                logger.exception("could not write", extra={"table": self.game})
                failure = ServiceError("failed")
                await self._complain(connection, failure, getattr(message, "id", None))
        connection.close(POLICY, "too-many-complaints")

    async def _complain(
        self, connection: Connection, error: AzulejosError, message: str | None = None
    ) -> None:
        self.complaints += 1
        connection.send(self._refusal(error, message))
        await asyncio.sleep(0)  # others have their turn, and the answer is sent before the next

    def _refusal(self, error: AzulejosError, message: str | None = None) -> dict[str, Any]:
        return {
            "type": "error",
            "id": message,
            "code": error.code,
            "text": words_in(self.language).error(error),
            "parameters": {name: str(value) for name, value in error.parameters.items()},
        }

    async def _answer(self, live: LiveTable, connection: Connection, message: Any) -> None:
        if isinstance(message, messages.Hurry):
            if not connection.seats:
                raise ServiceError("not-your-seat")
            live.hurry()
            return
        if isinstance(message, messages.Hello):
            live.send_update(connection)
            return
        if isinstance(message, messages.Hint):
            self._start_hint(live, connection, message)
            return
        # Clients number their messages themselves, so a number means something only with a seat.
        key = f"{min(connection.seats, default='-')}:{message.id}"
        await live.perform(
            lambda table: WISHES[type(message)](live, table, connection, message, key),
            key,
            getattr(message, "version", None),
        )
        version = live.table.answered.get(key, live.table.version)
        connection.send({"type": "done", "id": message.id, "version": version})

    def _start_hint(self, live: LiveTable, connection: Connection, wish: messages.Hint) -> None:
        """Let the strongest bot think aside: meanwhile other messages are answered."""
        table = live.table
        if table.to_play is None or table.to_play not in connection.seats:
            raise ServiceError("not-your-turn")
        if self._advice and not self._advice.done():
            if wish.id == self._advised:
                return  # sent again: one answer is enough
            raise ServiceError("too-fast")
        self._advised = wish.id
        self._advice = asyncio.create_task(self._hint(live, connection, wish))

    async def _hint(self, live: LiveTable, connection: Connection, wish: messages.Hint) -> None:
        version, position = live.table.version, live.table.game.position
        try:
            choice = await self.hub.minds.advise(position)
        except Exception:
            logger.exception("no hint was found", extra={"table": self.game})
            connection.send(self._refusal(ServiceError("failed"), wish.id))
            return
        if not live.table.is_current(version):  # it would point at something that has gone
            connection.send({"type": "done", "id": wish.id, "version": live.table.version})
            return
        option = views.option(position, choice.move)
        connection.send({"type": "hint", "id": wish.id, "bot": STRONGEST, "option": option})


def _play(
    _live: LiveTable, table: Table, client: Connection, wish: messages.Play, key: str
) -> list[Row]:
    playing = frozenset(seat for seat in client.seats if table.bot_of(seat) is None)
    return table.play(playing, wish.move, key)


def _undo(
    _live: LiveTable, table: Table, client: Connection, _wish: messages.Undo, key: str
) -> list[Row]:
    return table.undo(client.seats, key)


def _say(
    _live: LiveTable, table: Table, client: Connection, wish: messages.Say, key: str
) -> list[Row]:
    return table.say(client.seats, wish.seat, wish.preset, key)


def _stand_in(
    live: LiveTable, table: Table, client: Connection, wish: messages.StandIn, key: str
) -> list[Row]:
    away = live.is_away(wish.seat)
    return table.stand_in(client.seats, wish.seat, wish.bot, away=away, message=key)


def _return(
    _live: LiveTable, table: Table, client: Connection, wish: messages.Return, key: str
) -> list[Row]:
    return table.take_back(client.seats, wish.seat, key)


#: What each message asks of a table, as rows to be written.
WISHES: dict[type, Callable[[LiveTable, Table, Connection, Any, str], list[Row]]] = {
    messages.Play: _play,
    messages.Undo: _undo,
    messages.Say: _say,
    messages.StandIn: _stand_in,
    messages.Return: _return,
}


def _unreadable(error: UnreadableMessage) -> ServiceError:
    return ServiceError("bad-message", reason=str(error))
