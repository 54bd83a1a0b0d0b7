"""HTTP endpoints: new tables, spectating, records, replays, rematches."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from azulejos.bots import ALL_BOTS, USUAL
from azulejos.engine.errors import UnknownName
from azulejos.game import Game
from azulejos.game.draws import SEED_BITS
from azulejos.game.records import json
from azulejos.game.records import text as text_form
from azulejos.server.auth import hash_of, new_table_id, new_token, seats_of
from azulejos.server.catalogue import describe
from azulejos.server.errors import ServiceError
from azulejos.server.http_models import (
    ErrorBody,
    NewRecord,
    NewSeat,
    NewTable,
    SeatToken,
    TableId,
    TableMade,
)
from azulejos.server.hub import Hub
from azulejos.server.store import Batch
from azulejos.session import (
    GameSetup,
    SeatSetup,
    Table,
    TableError,
    TableSetup,
    history_rows,
    setup_of,
    views,
)
from azulejos.session.codec import encode
from azulejos.session.messages import Replay
from azulejos.session.table import MAX_ROWS

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorBody, "description": "Refused: the code says why."},
    403: {"model": ErrorBody, "description": "Not allowed: a seat of others, or a foreign page."},
    409: {"model": ErrorBody, "description": "Not now: the code says why."},
    404: {"model": ErrorBody, "description": "There is no such table."},
    413: {"model": ErrorBody, "description": "The request is too large."},
    422: {"model": ErrorBody, "description": "The request cannot be read."},
    429: {"model": ErrorBody, "description": "Too many requests."},
}
router = APIRouter(prefix="/api", responses=REFUSALS)

TableName = Annotated[str, Path(min_length=1, max_length=32, description="The name of a table.")]


def hub_of(request: Request) -> Hub:
    """The live tables; raises an error where the client exceeds the rate limit."""
    hub: Hub = request.app.state.hub
    hub.check_rate(hub.settings.limits.requests, "requests", address_of(request))
    return hub


def address_of(request: Request) -> str:
    """The client's address."""
    return request.client.host if request.client else "unknown"


def _json(body: msgspec.Struct) -> Response:
    return Response(encode(body), media_type="application/json")


@router.get("/config", response_class=JSONResponse)
def config() -> Response:
    """Games, boards, bots and languages, and what a page needs to draw them."""
    return _json(describe())


@router.get("/health")
async def health(request: Request) -> dict[str, str]:
    """Whether the service and its database answer."""
    hub: Hub = request.app.state.hub
    await asyncio.to_thread(hub.store.check)
    return {"status": "ok"}


# Tables


@router.post("/games", status_code=201)
async def new_table(request: Request, wanted: NewTable) -> TableMade:
    """Set up a table. The answer holds the token of every person's seat."""
    hub = hub_of(request)
    hub.check_rate(hub.settings.limits.tables, "tables", address_of(request))
    tokens = [None if seat.kind == "bot" else new_token() for seat in wanted.seats]
    seats = [_seat(seat, token) for seat, token in zip(wanted.seats, tokens, strict=True)]
    first = secrets.randbelow(len(seats)) if wanted.first == "random" else wanted.first
    game = GameSetup(wanted.game, wanted.board, len(seats), first, {}, _headers(seats), None)
    setup = _table_setup(game, seats)
    await _write_new(hub, setup, await asyncio.to_thread(setup.start))
    return TableMade(
        id=setup.id,
        seats=[
            SeatToken(seat=number, kind=seat.kind, token=token)
            for number, (seat, token) in enumerate(zip(wanted.seats, tokens, strict=True))
        ],
    )


def _seat(wanted: NewSeat, token: str | None) -> SeatSetup:
    name = (wanted.name or "").strip() or None
    if wanted.kind != "bot":
        return SeatSetup("person", name, None, hash_of(token or ""))
    level = wanted.bot or USUAL
    if level not in ALL_BOTS:
        raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=level)
    return SeatSetup("bot", name, level, None)


def _headers(seats: list[SeatSetup]) -> dict[str, str]:
    """The players' headers of the record."""
    return {
        f"Player {number}": seat.name or seat.bot or f"player {number}"
        for number, seat in enumerate(seats, start=1)
    }


def _table_setup(game: GameSetup, seats: list[SeatSetup], *, uploaded: bool = False) -> TableSetup:
    return TableSetup(
        id=new_table_id(),
        game=game,
        seats=seats,
        seed=secrets.token_hex(SEED_BITS // 8),
        nonce=secrets.token_hex(SEED_BITS // 8),
        uploaded=uploaded,
        created_at=datetime.now(UTC),
    )


def _first_batch(setup: TableSetup, game: Game) -> Batch:
    return Batch(setup.id, history_rows(game.history), created=setup)


async def _write_new(hub: Hub, setup: TableSetup, game: Game) -> None:
    if not await hub.writer.write(_first_batch(setup, game)):
        raise ServiceError("failed")


@router.get("/games/{game}", response_class=JSONResponse)
async def look(request: Request, game: TableName) -> Response:
    """The table as a spectator sees it: an update message."""
    table = await hub_of(request).table(game)
    return _json(table.update())


@router.get("/games/{game}/replay", response_class=JSONResponse)
async def replay(request: Request, game: TableName) -> Response:
    """A game move by move."""
    table = await hub_of(request).table(game)
    moments = await asyncio.to_thread(views.moments, table.game.copy())
    return _json(Replay(table.view(), moments, table.result()))


@router.get("/games/{game}/record", response_class=Response)
async def record(
    request: Request,
    game: TableName,
    form: Annotated[Literal["text", "json"], Query(alias="format")] = "text",
) -> Response:
    """Download the record of a game."""
    table = await hub_of(request).table(game)
    written = table.game.to_text() if form == "text" else table.game.to_json()
    ending, kind = ("txt", "text/plain") if form == "text" else ("json", "application/json")
    name = f"{table.game.name}-{game[:8]}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(written, media_type=f"{kind}; charset=utf-8", headers=headers)


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(
    request: Request, game: TableName, authorization: Annotated[str, Header(max_length=128)] = ""
) -> TableId:
    """Set up a rematch: same seats and tokens, the next seat starts."""
    hub = hub_of(request)
    live = await hub.live(game)
    try:
        token = authorization.removeprefix("Bearer ").strip()
        seats = seats_of([token], live.table.setup.seats)
        if not seats:
            raise TableError("not-your-seat")
        if live.table.rematch is None:
            hub.check_rate(hub.settings.limits.tables, "tables", address_of(request))
            await live.rematch(min(seats), _rematch_of)
        assert live.table.rematch is not None
        return TableId(id=live.table.rematch)
    finally:
        hub.release(live)


def _rematch_of(table: Table) -> Batch:
    setup = _table_setup(table.rematch_setup(), table.setup.seats)
    return _first_batch(setup, setup.start())


@router.post("/records", status_code=201)
async def upload(request: Request, wanted: NewRecord) -> TableId:
    """Store a record for replay."""
    hub = hub_of(request)
    hub.check_rate(hub.settings.limits.tables, "tables", address_of(request))
    game = await asyncio.to_thread(_read_record, wanted.record)
    names = [game.headers.get(f"Player {n}") for n in range(1, game.players + 1)]
    seats = [SeatSetup("person", name) for name in names]
    setup = _table_setup(setup_of(game), seats, uploaded=True)
    await _write_new(hub, setup, game)
    return TableId(id=setup.id)


def _read_record(text: str) -> Game:
    form = json if text.lstrip().startswith("{") else text_form
    record = form.read(text)
    if len(record.entries) > MAX_ROWS:
        raise ServiceError("too-long", most=MAX_ROWS)
    return Game.from_record(record)
