"""HTTP endpoints: new tables, spectating, records, replays, rematches.

The rules take long to import, so only functions that run in threads, or with a table at hand,
import them: the event loop never waits for that.
"""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from azulejos.bots.names import USUAL, check_bot
from azulejos.engine.errors import IllegalMove
from azulejos.engine.names import check_game
from azulejos.game.free_text import MAX_NAME, shortened
from azulejos.i18n import negotiate
from azulejos.server.auth import bearer_hashes, new_table_id, new_token
from azulejos.server.error_handlers import error_body
from azulejos.server.errors import ServiceError
from azulejos.server.http_models import (
    ErrorBody,
    Joining,
    NewRecord,
    NewSeat,
    NewTable,
    Reason,
    SeatTaken,
    SeatToken,
    TableId,
    TableMade,
)
from azulejos.server.hub import Hub
from azulejos.server.open_tables import listed
from azulejos.server.preparation import preparation as progress_of
from azulejos.server.rate_limits import client_key, log_cost
from azulejos.server.records import received_record
from azulejos.server.store import Batch
from azulejos.server.uploads import reserve, stored_bytes
from azulejos.session import GameSetup, SeatSetup, TableError, TableSetup, history_rows, setup_of
from azulejos.session.codec import encode
from azulejos.session.messages import Moment, Replay, TableOptions
from azulejos.session.messages.options import USUAL_OPTIONS
from azulejos.session.setup import header_name, player_header, seat_name, usual_hints
from azulejos.session.tokens import hash_of, seats_of

if TYPE_CHECKING:
    from azulejos.game import Game
    from azulejos.session import Table

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorBody, "description": "Refused: the code says why."},
    403: {"model": ErrorBody, "description": "Not allowed: a seat of others, or a foreign page."},
    409: {"model": ErrorBody, "description": "Not now: the code says why."},
    410: {"model": ErrorBody, "description": "The table is no longer kept."},
    404: {"model": ErrorBody, "description": "There is no such table."},
    413: {"model": ErrorBody, "description": "The request is too large."},
    422: {"model": ErrorBody, "description": "The request cannot be read."},
    429: {"model": ErrorBody, "description": "Too many requests."},
    503: {"model": ErrorBody, "description": "Not at the moment: the code says why."},
}
#: Requests that one counts as, by the processor time that it can take: to load a long game, and to
#: set up every position of it.
LOAD_COST, REPLAY_COST = 5, 20
router = APIRouter(prefix="/api", responses=REFUSALS)

#: The tokens of one to four seats, joined by dots.
Authorization = Annotated[str, Header(max_length=300)]
TableName = Annotated[str, Path(min_length=1, max_length=32, description="The name of a table.")]


def hub_of(request: Request, cost: int = 1) -> Hub:
    """The live tables; raises an error where the client exceeds the rate limit."""
    hub: Hub = request.app.state.hub
    hub.request_rate.check(address_of(request), cost)
    return hub


def address_of(request: Request) -> str:
    """The client's address, or its network."""
    return client_key(request.client.host if request.client else None)


def json_answer(body: msgspec.Struct, status: int = 200) -> Response:
    """An answer of the protocol."""
    return Response(encode(body), status, media_type="application/json")


@router.get("/config", response_class=JSONResponse)
def config() -> Response:
    """Games, boards, bots and languages, and what a page needs to draw them."""
    from azulejos.server.catalogue import describe

    return json_answer(describe())


@router.get("/preparation", response_class=JSONResponse)
async def preparation(request: Request) -> Response:
    """How far the games are compiled for this machine."""
    return json_answer(progress_of(hub_of(request).precompiler))


@router.get("/health")
async def health(request: Request) -> dict[str, str]:
    """Whether the service answers and its database takes a write."""
    hub: Hub = request.app.state.hub
    await hub.health.check()
    return {"status": "ok"}


# Tables


@router.post("/games", status_code=201)
async def new_table(request: Request, wanted: NewTable) -> TableMade:
    """Set up a table. The answer holds the token of every person's seat."""
    hub = hub_of(request)
    hub.table_rate.check(address_of(request))
    owned = [seat.kind not in ("open", "bot") for seat in wanted.seats]
    tokens = [new_token() if own else None for own in owned]
    if any(seat.kind == "open" for seat in wanted.seats) and not any(owned):
        raise ServiceError("no-host")
    check_game(wanted.game)
    if any(seat.kind == "bot" for seat in wanted.seats):
        hub.precompiler.want(wanted.game, len(wanted.seats))
    await hub.prepare(wanted.game)
    setup, start = await asyncio.to_thread(_started, wanted, tokens)
    await _write_new(hub, setup, start)
    return TableMade(
        id=setup.id,
        seats=[
            SeatToken(seat=number, kind=seat.kind, token=token)
            for number, (seat, token) in enumerate(zip(wanted.seats, tokens, strict=True))
        ],
    )


def _seat(wanted: NewSeat, token: str | None) -> SeatSetup:
    name = seat_name(wanted.name)
    if wanted.kind == "open":
        return SeatSetup("open")
    if wanted.kind != "bot":
        return SeatSetup("person", name, None, hash_of(token or ""), host=wanted.kind == "me")
    level = wanted.bot or USUAL
    check_bot(level)
    return SeatSetup("bot", name, level, None)


def _started(wanted: NewTable, tokens: list[str | None]) -> tuple[TableSetup, Game]:
    """A new table and its game at the start."""
    seats = [_seat(seat, token) for seat, token in zip(wanted.seats, tokens, strict=True)]
    first = secrets.randbelow(len(seats)) if wanted.first == "random" else wanted.first
    headers: dict[str, str] = {}
    for number, seat in enumerate(seats):
        headers |= player_header(seat, number)
    game = GameSetup(wanted.game, wanted.board, len(seats), first, {}, headers, None)
    setup = _table_setup(game, seats, _options(wanted))
    return setup, setup.start()


def _options(wanted: NewTable) -> TableOptions:
    chosen = wanted.options.model_dump()
    if chosen["hints"] is None:
        chosen["hints"] = usual_hints([seat.kind for seat in wanted.seats])
    return msgspec.convert(chosen, TableOptions)


def _table_setup(
    game: GameSetup,
    seats: list[SeatSetup],
    options: TableOptions = USUAL_OPTIONS,
    *,
    uploaded: bool = False,
) -> TableSetup:
    from azulejos.game.draws import SEED_BITS

    return TableSetup(
        id=new_table_id(),
        game=game,
        seats=seats,
        seed=secrets.token_hex(SEED_BITS // 8),
        nonce=secrets.token_hex(SEED_BITS // 8),
        uploaded=uploaded,
        created_at=datetime.now(UTC),
        options=options,
    )


def _first_batch(setup: TableSetup, game: Game) -> Batch:
    from azulejos.session.guard import guard_at_start  # the game has imported the rules

    guard = guard_at_start(setup, game)
    return Batch(setup.id, history_rows(game.history), created=setup, guard=guard)


async def _write_new(hub: Hub, setup: TableSetup, game: Game) -> None:
    if not hub.store.has_room(hub.settings.limits.free_megabytes):
        raise ServiceError("storage-full")
    if not await hub.writer.write(_first_batch(setup, game)):
        raise ServiceError("failed")


async def _visible(request: Request, game: str, cost: int, authorization: str = "") -> Table:
    """A table to read, if the client may see it; a long log costs more."""
    hub = hub_of(request, cost)
    table = await hub.table(game)
    hub.request_rate.hit(address_of(request), log_cost(table.version))
    table.check_visible(_seats_of(authorization, table))
    return table


def _seats_of(authorization: str, table: Table) -> frozenset[int]:
    """The seats of the tokens in an `Authorization` header."""
    return seats_of(bearer_hashes(authorization), table.seats)


@router.get("/games/{game}", response_class=JSONResponse)
async def look(request: Request, game: TableName, authorization: Authorization = "") -> Response:
    """The table as a spectator or the owner of seats sees it: an update message.

    Unlike a WebSocket, this does not make a seat's owner present.
    """
    table = await _visible(request, game, LOAD_COST, authorization)
    hub: Hub = request.app.state.hub
    seats = _seats_of(authorization, table)
    text = table.encoded_update(seats, hub.presence.connected(game), options=False)
    return Response(text, media_type="application/json")


@router.get("/games/{game}/why")
async def why(
    request: Request,
    game: TableName,
    move: Annotated[str, Query(max_length=40)],
    authorization: Authorization = "",
) -> Reason:
    """The rule that forbids a move now; null if it is legal."""
    table = await _visible(request, game, 1, authorization)
    try:
        table.game.copy().play(move)
    except IllegalMove as error:
        return Reason.model_validate({"reason": error_body(request, error)})
    return Reason(reason=None)


@router.get("/games/{game}/replay", response_class=JSONResponse)
async def replay(request: Request, game: TableName, authorization: Authorization = "") -> Response:
    """A game move by move."""
    table = await _visible(request, game, REPLAY_COST, authorization)
    moments = await asyncio.to_thread(_moments, table.game.copy())
    return json_answer(Replay(table.view(), moments, table.result()))


def _moments(game: Game) -> list[Moment]:
    from azulejos.session import views

    return views.moments(game)


@router.get("/games/{game}/record", response_class=Response)
async def record(
    request: Request,
    game: TableName,
    form: Annotated[Literal["text", "json"], Query(alias="format")] = "text",
    authorization: Authorization = "",
) -> Response:
    """Download the record of a game."""
    table = await _visible(request, game, LOAD_COST, authorization)
    written = table.game.to_text() if form == "text" else table.game.to_json()
    ending, kind = ("txt", "text/plain") if form == "text" else ("json", "application/json")
    name = f"{table.game.name}-{game[:8]}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(written, media_type=f"{kind}; charset=utf-8", headers=headers)


@router.get("/games/{game}/picture", response_class=Response)
async def picture(
    request: Request, game: TableName, theme: Literal["light", "dark"] = "light"
) -> Response:
    """The final boards of a finished game, as SVG."""
    table = await hub_of(request, LOAD_COST).table(game)
    if not table.game.is_over:
        raise TableError("not-over")
    language = negotiate(request.headers.get("accept-language"))
    drawn = await asyncio.to_thread(_draw_result, table.game.copy(), theme, language)
    return Response(drawn, media_type="image/svg+xml")


def _draw_result(game: Game, theme: str, language: str) -> str:
    from azulejos.render.svg.position import result_svg

    return result_svg(game.position, theme=theme, language=language)


@router.post("/games/{game}/rematch", status_code=201)
async def rematch(request: Request, game: TableName, authorization: Authorization = "") -> TableId:
    """Set up a rematch: same seats and tokens, the next seat starts."""
    hub = hub_of(request)
    live = await hub.live(game)
    try:
        seats = _seats_of(authorization, live.table)
        if not seats:
            raise TableError("not-your-seat")
        if live.table.rematch is None:
            hub.table_rate.check(address_of(request))
            await live.rematch(min(seats), _rematch_of)
        assert live.table.rematch is not None
        return TableId(id=live.table.rematch)
    finally:
        hub.release(live)


def _rematch_of(table: Table) -> Batch:
    setup = _table_setup(table.rematch_setup(), table.seats, table.setup.options)
    return _first_batch(setup, setup.start())


# Open seats


@router.get("/open-tables", response_class=JSONResponse)
async def open_tables(request: Request) -> Response:
    """Tables with a seat that anyone can take, the newest first."""
    hub = hub_of(request)
    return json_answer(await asyncio.to_thread(listed, hub.store, datetime.now(UTC)))


@router.post("/games/{game}/join", status_code=201)
async def join(request: Request, game: TableName, wanted: Joining) -> SeatTaken:
    """Take an open seat. Of several clients one gets it."""
    hub = hub_of(request, LOAD_COST)
    hub.join_rate.check(address_of(request))
    token = wanted.token or new_token()
    live = await hub.live(game)
    try:
        seat = await live.take_seat(wanted.name, token)
    finally:
        hub.release(live)
    return SeatTaken(id=live.id, seat=seat, token=token)


@router.post("/records", status_code=201)
async def upload(request: Request, wanted: NewRecord) -> TableId:
    """Store a record for replay."""
    hub = hub_of(request)
    hub.table_rate.check(address_of(request))
    game = await received_record(hub, wanted.record)
    names = [header_name(game.headers, seat) for seat in range(game.players)]
    seats = [SeatSetup("person", shortened(name, MAX_NAME) if name else None) for name in names]
    setup = _table_setup(setup_of(game), seats, uploaded=True)
    size = stored_bytes(setup, history_rows(game.history))
    limits, client = hub.settings.limits, address_of(request)
    await asyncio.to_thread(reserve, hub.store, limits, client, setup.id, size)
    await _write_new(hub, setup, game)
    return TableId(id=setup.id)
