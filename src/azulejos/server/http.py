"""The HTTP interface: setting up tables, looking at games, records and replays."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request, Response

from azulejos.bots import ALL_BOTS, USUAL
from azulejos.engine.errors import UnknownName
from azulejos.game import Game
from azulejos.game.draws import SEED_BITS
from azulejos.game.records import json
from azulejos.game.records import text as text_form
from azulejos.server.auth import hash_of, new_table_id, new_token
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
from azulejos.server.store import Batch, StoredGame
from azulejos.server.table import MOST_ROWS, NONE, Table, first_rows, moments_of, start_game
from azulejos.session import views

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
View = dict[str, Any]


def hub_of(request: Request) -> Hub:
    """The live tables, if whoever asks does not ask too often."""
    hub: Hub = request.app.state.hub
    hub.check_rate(hub.settings.limits.requests, "requests", address_of(request))
    return hub


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


@router.get("/config")
def config() -> View:
    """Games, boards, bots and languages, and what a page needs to draw them."""
    view: View = msgspec.to_builtins(describe())
    return view


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
    setup = {
        "game": wanted.game,
        "board": wanted.board,
        "players": len(seats),
        "first_player": first,
        "options": {},
        "headers": _headers(seats),
        "position": None,
    }
    stored = _new_game(setup, seats)
    await _write_new(hub, stored, await asyncio.to_thread(start_game, stored))
    return TableMade(
        id=stored.id,
        seats=[
            SeatToken(seat=number, kind=seat.kind, token=token)
            for number, (seat, token) in enumerate(zip(wanted.seats, tokens, strict=True))
        ],
    )


def _seat(wanted: NewSeat, token: str | None) -> View:
    name = (wanted.name or "").strip() or None
    if wanted.kind != "bot":
        return {"kind": "person", "name": name, "bot": None, "token": hash_of(token or "")}
    level = wanted.bot or USUAL
    if level not in ALL_BOTS:
        raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=level)
    return {"kind": "bot", "name": name, "bot": level, "token": None}


def _headers(seats: list[View]) -> dict[str, str]:
    """Who sits where, as a record says it."""
    return {
        f"Player {number}": str(seat["name"] or seat["bot"] or f"player {number}")
        for number, seat in enumerate(seats, start=1)
    }


def _new_game(setup: View, seats: list[View], *, uploaded: bool = False) -> StoredGame:
    return StoredGame(
        id=new_table_id(),
        setup=setup,
        seats=seats,
        seed=secrets.token_hex(SEED_BITS // 8),
        nonce=secrets.token_hex(SEED_BITS // 8),
        uploaded=uploaded,
        created_at=datetime.now(UTC),
    )


def _first_batch(stored: StoredGame, game: Game) -> Batch:
    return Batch(stored.id, first_rows(game), created=stored)


async def _write_new(hub: Hub, stored: StoredGame, game: Game) -> None:
    if not await hub.writer.write(_first_batch(stored, game)):
        raise ServiceError("failed")


@router.get("/games/{game}")
async def look(request: Request, game: TableName) -> View:
    """A table as a spectator sees it."""
    table = await hub_of(request).table(game)
    return table.update()


@router.get("/games/{game}/replay")
async def replay(request: Request, game: TableName) -> View:
    """A game move by move."""
    table = await hub_of(request).table(game)
    moments = await asyncio.to_thread(moments_of, table.game.copy())
    return {
        "table": table.summary(NONE, NONE, NONE),
        "moments": moments,
        "result": views.result(table.game),
    }


@router.get("/games/{game}/record", response_class=Response)
async def record(
    request: Request,
    game: TableName,
    form: Annotated[Literal["text", "json"], Query(alias="format")] = "text",
) -> Response:
    """The record of a game, to keep."""
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
    """The same people play again, and the next seat starts. Tokens stay the same."""
    hub = hub_of(request)
    live = await hub.live(game)
    try:
        token = authorization.removeprefix("Bearer ").strip()
        seats = live.table.seats_of([token])
        if not seats:
            raise ServiceError("not-your-seat")
        if live.table.rematch is None:
            hub.check_rate(hub.settings.limits.tables, "tables", address_of(request))
            await live.rematch(min(seats), lambda table: _rematch_of(table))
        assert live.table.rematch is not None
        return TableId(id=live.table.rematch)
    finally:
        hub.release(live)


def _rematch_of(table: Table) -> Batch:
    """The table of a rematch: the first seat moves on."""
    if table.stored.uploaded:
        raise ServiceError("record-only")
    if not table.game.is_over:
        raise ServiceError("not-over")
    setup = dict(table.stored.setup)
    setup["first_player"] = (setup["first_player"] + 1) % table.players
    stored = _new_game(setup, table.stored.seats)
    return _first_batch(stored, start_game(stored))


@router.post("/records", status_code=201)
async def upload(request: Request, wanted: NewRecord) -> TableId:
    """Keep a record, to replay it and to share it."""
    hub = hub_of(request)
    hub.check_rate(hub.settings.limits.tables, "tables", address_of(request))
    game = await asyncio.to_thread(_read_record, wanted.record)
    written = game.to_record()
    names = [game.headers.get(f"Player {n}") for n in range(1, game.players + 1)]
    seats = [{"kind": "person", "name": name, "bot": None, "token": None} for name in names]
    setup = {
        "game": written.game,
        "board": written.board,
        "players": written.players,
        "first_player": written.first_player,
        "options": written.options,
        "headers": written.headers,
        "position": written.position,
        "comments": written.comments,
    }
    stored = _new_game(setup, seats, uploaded=True)
    await _write_new(hub, stored, game)
    return TableId(id=stored.id)


def _read_record(text: str) -> Game:
    form = json if text.lstrip().startswith("{") else text_form
    record = form.read(text)
    if len(record.entries) > MOST_ROWS:
        raise ServiceError("too-long", most=MOST_ROWS)
    return Game.from_record(record)
