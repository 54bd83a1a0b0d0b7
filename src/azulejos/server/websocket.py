"""WebSocket endpoint: one client at one table, from `hello` to the close code."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from azulejos.bots.names import STRONGEST
from azulejos.engine.errors import AzulejosError
from azulejos.i18n import negotiate, words_in
from azulejos.server.auth import is_allowed_origin
from azulejos.server.connections import Connection
from azulejos.server.errors import ServiceError
from azulejos.server.frames import sender_of
from azulejos.server.hub import Hub, LiveTable
from azulejos.server.rate_limits import client_key, log_cost
from azulejos.server.storage_errors import STORAGE_FAILURES, report, storage_error
from azulejos.session import messages
from azulejos.session.codec import UnreadableMessage, encode, read_client_message
from azulejos.session.commands import change_for
from azulejos.session.errors import Stale, TableError
from azulejos.session.hints import check_hint, is_news, tell_hint
from azulejos.session.messages import ClientMessage, Done, ErrorMessage, HintAnswer
from azulejos.session.tokens import hash_of, seats_of

logger = logging.getLogger("azulejos")
router = APIRouter()

#: WebSocket close codes.
POLICY, TRY_LATER, FORBIDDEN, MISSING = 1008, 1013, 4403, 4404
#: Requests that a connection counts as: its table may have to be loaded.
JOIN_COST = 3
_numbers = itertools.count()


@router.websocket("/api/games/{game}/live")
async def live(socket: WebSocket, game: str) -> None:
    """Accept a client, within the limits of its origin and address."""
    hub: Hub = socket.app.state.hub
    address = client_key(socket.client.host if socket.client else None)
    origin, host = socket.headers.get("origin"), socket.headers.get("host")
    if not is_allowed_origin(origin, host, hub.settings.allowed_origins):
        await socket.close(POLICY, "wrong-origin")
        return
    await socket.accept()
    if hub.addresses[address] >= hub.settings.limits.address_connections:
        await socket.close(POLICY, "too-many")
        return
    if hub.workload.is_late:
        await socket.close(TRY_LATER, "overloaded")
        return
    hub.addresses[address] += 1
    try:
        await ClientConnection(hub, socket, address, game[:32]).run()
    finally:
        hub.addresses[address] -= 1
        if not hub.addresses[address]:
            del hub.addresses[address]


class ClientConnection:
    """One client's connection."""

    def __init__(self, hub: Hub, socket: WebSocket, address: str, game: str) -> None:
        self.hub = hub
        self.socket = socket
        self.address = address
        self.game = game
        self.number = str(next(_numbers))
        self.language = negotiate(socket.headers.get("accept-language"))
        self.errors = 0
        self._hint: asyncio.Task[None] | None = None
        self._hint_id = ""

    async def run(self) -> None:
        """Serve the client until it disconnects."""
        try:
            self.hub.request_rate.check(self.address, JOIN_COST)
            async with self.hub.workload.turn(f"joins {self.address}"):
                live = await self.hub.live(self.game)
                self.hub.request_rate.hit(self.address, log_cost(live.table.version))
        except ServiceError as error:
            missing = error.code == "no-such-table"
            await self._reject(error, MISSING if missing else POLICY)
            return
        except STORAGE_FAILURES as failure:
            report(failure)
            await self._reject(storage_error(failure), TRY_LATER)
            return
        try:
            await self._serve(live)
        finally:
            self.hub.release(live)

    async def _serve(self, live: LiveTable) -> None:
        hello = await self._hello()
        if hello is None:
            return
        if len(live.connections) >= self.hub.settings.limits.connections:
            await self._reject(ServiceError("too-many"))
            return
        hashes = frozenset(hash_of(token) for token in hello.tokens)
        seats = seats_of(hashes, live.table.seats)
        try:
            live.table.check_visible(seats)
        except TableError as error:
            await self._reject(error, FORBIDDEN)
            return
        connection = Connection(
            seats,
            hashes=hashes,
            version=hello.version,
            options=hello.options,
            deltas=hello.deltas,
            sender=sender_of(self.socket.scope),
            address=self.address,
        )
        sending = asyncio.create_task(self._send_all(connection))
        live.join(connection)
        logger.info("joined", extra={"table": self.game, "seats": sorted(connection.seats)})
        try:
            await self._receive_all(live, connection)
            await sending
        except WebSocketDisconnect:
            pass
        finally:
            live.leave(connection)
            if self._hint:
                self._hint.cancel()
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending

    async def _hello(self) -> messages.Hello | None:
        """The first message; None if it is no hello or does not arrive in time."""
        try:
            text = await asyncio.wait_for(self._receive(), self.hub.settings.limits.hello_seconds)
            message = read_client_message(text)
        except WebSocketDisconnect:
            return None
        except TimeoutError:
            await self._reject(ServiceError("hello-first"))
            return None
        except UnreadableMessage as error:
            await self._reject(ServiceError("bad-message", reason=str(error)))
            return None
        if not isinstance(message, messages.Hello):
            await self._reject(ServiceError("hello-first"))
            return None
        self.language = negotiate(message.language)
        return message

    async def _receive(self) -> str:
        """The next message as text; binary messages are decoded as UTF-8."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        text: str | None = event.get("text")
        return str(event["bytes"], "utf-8", "replace") if text is None else text

    async def _reject(self, error: AzulejosError, code: int = POLICY) -> None:
        """Send an error and close the connection."""
        self.hub.metrics.refusals[error.code] += 1
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_text(encode(self._error(error)).decode())
            await self.socket.close(code, error.code)

    async def _send_all(self, connection: Connection) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            while isinstance(message := await connection.outgoing.get(), bytes):
                await self.socket.send_text(message.decode())
                connection.waiting -= 1
            code, reason = message
            await self.socket.close(code, reason)

    async def _receive_all(self, live: LiveTable, connection: Connection) -> None:
        while self.errors < self.hub.settings.limits.max_errors:
            text = await self._receive()
            message: ClientMessage | None = None
            try:
                message = read_client_message(text)
                self._check_rates(message)
                await self._handle(live, connection, message)
            except UnreadableMessage as error:
                await self._refuse(connection, ServiceError("bad-message", reason=str(error)))
            except AzulejosError as error:
                await self._refuse(connection, error, message)
                if isinstance(error, Stale):
                    live.send_update(connection)
            except STORAGE_FAILURES as failure:
                report(failure)
                await self._refuse(connection, storage_error(failure), message)
            except Exception:  # such as files that cannot be opened
                logger.exception("could not carry out a message", extra={"table": self.game})
                await self._refuse(connection, ServiceError("failed"), message)
        connection.close(POLICY, "too-many-complaints")

    def _check_rates(self, message: ClientMessage) -> None:
        self.hub.message_rate.check(self.number)
        self.hub.address_rate.check(self.address)
        if isinstance(message, messages.Hello):
            self.hub.hello_rate.check(self.number)

    async def _refuse(
        self, connection: Connection, error: AzulejosError, message: ClientMessage | None = None
    ) -> None:
        self.errors += 1
        self.hub.metrics.refusals[error.code] += 1
        connection.send(self._error(error, getattr(message, "id", None)))
        await asyncio.sleep(0)  # let other tasks run, and send the answer before the next one

    def _error(self, error: AzulejosError, message: str | None = None) -> ErrorMessage:
        return ErrorMessage(
            id=message,
            code=error.code,
            text=words_in(self.language).error(error),
            parameters={name: str(value) for name, value in error.parameters.items()},
        )

    async def _handle(
        self, live: LiveTable, connection: Connection, message: ClientMessage
    ) -> None:
        if isinstance(message, messages.Hurry):
            if not connection.seats:
                raise TableError("not-your-seat")
            live.hurry()
        elif isinstance(message, messages.Hello):
            live.send_update(connection)
        elif isinstance(message, messages.Hint):
            await self._start_hint(live, connection, message)
        else:
            await self._perform(live, connection, message)

    async def _perform(
        self, live: LiveTable, connection: Connection, command: messages.Command
    ) -> None:
        """Carry out a command. Ids are the client's own, so the key includes its seat."""
        key = f"{min(connection.seats, default='-')}:{command.id}"
        if isinstance(command, messages.NewToken) and command.seat in connection.seats:
            connection.hashes |= {hash_of(command.token)}  # it keeps the seat
        version = getattr(command, "version", None)
        workload = self.hub.workload
        async with workload.turn(f"commands {self.address}"):
            with workload.work():
                await live.perform(
                    lambda table: change_for(table, command, connection.seats, live.away, key),
                    key,
                    version,
                    lambda done: connection.send(Done(command.id, done)),
                )

    async def _start_hint(
        self, live: LiveTable, connection: Connection, hint: messages.Hint
    ) -> None:
        """Ask the strongest bot in the background; one hint at a time. Other persons are told."""
        seats = connection.seats
        check_hint(live.table, seats)
        if self._hint and not self._hint.done():
            if hint.id == self._hint_id:
                return  # sent again: one answer is enough
            raise ServiceError("too-fast")
        if is_news(live.table, seats):
            key = f"hint:{live.table.to_play}:{live.table.game_version}"
            await live.perform(
                lambda table: tell_hint(table, seats, key), key, None, lambda _: None
            )
        self._hint_id = hint.id
        self._hint = asyncio.create_task(self._answer_hint(live, connection, hint))

    async def _answer_hint(
        self, live: LiveTable, connection: Connection, hint: messages.Hint
    ) -> None:
        from azulejos.session import views  # imported with the table already

        version, position = live.table.version, live.table.game.position
        try:
            await self.hub.prepare(live.table.game.name, live.table.players)
            choice = await self.hub.pool.advise(position, self.address)
        except Exception:
            logger.exception("no hint was found", extra={"table": self.game})
            connection.send(self._error(ServiceError("failed"), hint.id))
            return
        if not live.table.is_current(version):  # a hint for a position that has passed
            connection.send(Done(hint.id, live.table.version))
            return
        connection.send(HintAnswer(hint.id, STRONGEST, views.option(position, choice.move)))
