"""The WebSocket: one client at one table."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from azulejos import views
from azulejos.engine.errors import AzulejosError
from azulejos.i18n import negotiate, words_in
from azulejos.server import messages
from azulejos.server.access import is_welcome
from azulejos.server.errors import ServiceError, Stale
from azulejos.server.hub import Connection, Hub, LiveTable

logger = logging.getLogger("azulejos")
router = APIRouter()

#: Codes with which connections are closed, besides those of the protocol itself.
POLICY, RESTART, SLOW, MISSING = 1008, 1012, 1013, 4404
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
        await Session(hub, socket, game[:32]).run()
    finally:
        hub.addresses[address] -= 1
        if not hub.addresses[address]:
            del hub.addresses[address]


class Session:
    """The conversation with one client, from its hello to its end."""

    def __init__(self, hub: Hub, socket: WebSocket, game: str) -> None:
        self.hub = hub
        self.socket = socket
        self.game = game
        self.number = str(next(_numbers))
        self.language = negotiate(socket.headers.get("accept-language"))
        self.complaints = 0

    async def run(self) -> None:
        """Greet, then answer until the client leaves."""
        try:
            live = await self.hub.live(self.game)
        except ServiceError as error:
            await self.socket.send_json(self._refusal(error))
            await self.socket.close(MISSING, error.code)
            return
        try:
            await self._converse(live)
        finally:
            self.hub.release(self.game)

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
            language=self.language,
        )
        sending = asyncio.create_task(self._send_all(connection))
        live.join(connection)
        logger.info("joined", extra={"table": self.game, "seats": sorted(connection.seats)})
        try:
            await self._answer_all(live, connection)
        except WebSocketDisconnect:
            pass
        finally:
            live.leave(connection)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending

    async def _hello(self) -> messages.Hello | None:
        """The client's first message; None if it is not a hello, or never comes."""
        try:
            message = messages.MESSAGE.validate_json(await self._receive())
        except WebSocketDisconnect:
            return None
        except ValidationError as error:
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
            while (text := await connection.outgoing.get()) is not None:
                await self.socket.send_text(text)
            await self.socket.close(SLOW)

    async def _answer_all(self, live: LiveTable, connection: Connection) -> None:
        while self.complaints < self.hub.settings.limits.complaints:
            text = await self._receive()
            message: Any = None
            try:
                self.hub.check_rate(self.hub.settings.limits.messages, "messages", self.number)
                message = messages.MESSAGE.validate_json(text)
                await self._answer(live, connection, message)
            except ValidationError as error:
                self._complain(connection, _unreadable(error))
            except AzulejosError as error:
                self._complain(connection, error, getattr(message, "id", None))
                if isinstance(error, Stale):
                    live.send_update(connection)
        await self.socket.close(POLICY, "too-many-complaints")

    def _complain(
        self, connection: Connection, error: AzulejosError, message: str | None = None
    ) -> None:
        self.complaints += 1
        connection.send(self._refusal(error, message))

    def _refusal(self, error: AzulejosError, message: str | None = None) -> dict[str, Any]:
        return {
            "type": "error",
            "id": message,
            "code": error.code,
            "text": words_in(self.language).error(error),
            "parameters": {name: str(value) for name, value in error.parameters.items()},
        }

    async def _answer(self, live: LiveTable, connection: Connection, message: Any) -> None:
        table = live.table
        if isinstance(message, messages.Hurry):
            if not connection.seats:
                raise ServiceError("not-your-seat")
            live.hurry()
            return
        if isinstance(message, messages.Hello):
            live.send_update(connection)
            return
        if message.id not in table.answered:
            answers: dict[type, Callable[..., Awaitable[None]]] = {
                messages.Play: _play,
                messages.Undo: _undo,
                messages.Say: _say,
                messages.StandIn: _stand_in,
                messages.Return: _return,
                messages.Hint: self._hint,
            }
            await answers[type(message)](live, connection, message)
        if not isinstance(message, messages.Hint):
            version = live.table.answered.get(message.id, live.table.version)
            connection.send({"type": "done", "id": message.id, "version": version})

    async def _hint(self, live: LiveTable, connection: Connection, message: messages.Hint) -> None:
        table = live.table
        if table.to_play is None or table.to_play not in connection.seats:
            raise ServiceError("not-your-turn")
        position = table.game.position
        choice = await self.hub.think(self.hub.adviser, position)
        option = views.option(position, choice.move)
        connection.send(
            {"type": "hint", "id": message.id, "bot": self.hub.adviser, "option": option}
        )


async def _play(live: LiveTable, connection: Connection, message: messages.Play) -> None:
    def wish(table: Any) -> Any:
        return table.play(_playing(table, connection), message.move, message.id)

    await live.perform(wish, message.version)


def _playing(table: Any, connection: Connection) -> frozenset[int]:
    """The seats of a connection that no bot plays for."""
    return frozenset(seat for seat in connection.seats if table.bot_of(seat) is None)


async def _undo(live: LiveTable, connection: Connection, message: messages.Undo) -> None:
    await live.perform(lambda table: table.undo(connection.seats, message.id), message.version)


async def _say(live: LiveTable, connection: Connection, message: messages.Say) -> None:
    await live.perform(
        lambda table: table.say(connection.seats, message.seat, message.preset, message.id)
    )


async def _stand_in(live: LiveTable, connection: Connection, message: messages.StandIn) -> None:
    await live.perform(
        lambda table: table.stand_in(
            connection.seats,
            message.seat,
            message.bot,
            away=live.is_away(message.seat),
            message=message.id,
        )
    )


async def _return(live: LiveTable, connection: Connection, message: messages.Return) -> None:
    await live.perform(lambda table: table.take_back(connection.seats, message.seat, message.id))


def _unreadable(error: ValidationError) -> ServiceError:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return ServiceError("bad-message", reason=f"{place}: {first['msg']}" if place else first["msg"])
