"""Reviews of finished games: a queue in the database, worked on in the background.

One process of the engine for each of `review_workers`, at the lowest priority. The engine keeps
what it has found of each position, so that a review that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from typing import TYPE_CHECKING, Annotated, cast

import msgspec
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from azulejos.i18n import Words, negotiate, words_in
from azulejos.server.analysis_workers import Message, WorkerPool
from azulejos.server.errors import ServiceError
from azulejos.server.guards import check_record
from azulejos.server.http import LOAD_COST, REFUSALS, TableName, address_of, hub_of, json_answer
from azulejos.server.http_models import Strict
from azulejos.server.rate_limits import RateLimiter
from azulejos.server.review_store import DONE, QUEUED, RUNNING, ReviewRow, ReviewStore
from azulejos.server.storage_errors import STORAGE_FAILURES, reason_of
from azulejos.server.study_analysis import prepare_analysis
from azulejos.session.messages.analysis import EffortName, ReviewStatus, ReviewView
from azulejos.session.setup import seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azulejos.game import Game
    from azulejos.server.hub import Hub
    from azulejos.server.settings import Settings
    from azulejos.session import Table

logger = logging.getLogger("azulejos")
router = APIRouter(prefix="/api", responses=REFUSALS)

#: Seconds between looks for reviews that other processes were asked for, and between notes of the
#: progress in the database.
POLL_SECONDS, NOTE_SECONDS = 5.0, 5.0
#: The longest game that is reviewed, in moves.
MAX_MOVES = 1_000

#: The deepest first.
EFFORT_NAMES: tuple[EffortName, ...] = ("deep", "standard", "quick")


class NewReview(Strict):
    """Request for a review."""

    effort: EffortName = "quick"


class Reviews:
    """The reviews of one process: it takes requests, and works on the queue of all processes."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self._hub = hub
        self._settings = settings
        self.rate = RateLimiter(settings.limits.reviews)
        self.store = ReviewStore(hub.store, secrets.token_hex(16))
        workers = settings.review_workers
        nice = settings.review_nice
        self.pool = WorkerPool(workers, nice, most_waiting=workers, most_of_client=2 * workers)
        #: Steps that are done, and all, of the reviews that this process works on.
        self.progress: dict[tuple[str, str], tuple[int, int]] = {}
        self._news = asyncio.Event()

    @property
    def is_offered(self) -> bool:
        """Whether there are processes that review."""
        return self._settings.review_workers > 0

    async def request(self, game: str, effort: str) -> bool:
        """Queue a review; returns whether it is new."""
        most = self._settings.limits.reviews_waiting
        queued = await asyncio.to_thread(self.store.request, game, effort, most)
        self._news.set()
        return queued

    async def run(self) -> None:
        """Work on the queue for as long as the service runs."""
        workers = range(self._settings.review_workers)
        await asyncio.gather(*(self._work() for _ in workers))

    async def _work(self) -> None:
        while True:
            self._news.clear()
            try:
                claimed = await asyncio.to_thread(self.store.claim)
                if claimed:
                    await self._review(claimed)
                    continue
            except STORAGE_FAILURES as failure:
                logger.error("could not work on reviews: %s", reason_of(failure))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), POLL_SECONDS)

    async def _review(self, row: ReviewRow) -> None:
        """Review a game, and store the result."""
        key = row.game, row.effort
        self.progress[key] = (row.done, row.steps)
        noting = asyncio.create_task(self._note(row))
        try:
            result = await self._result(row)
            await asyncio.to_thread(self.store.finish, row, result)
        except ServiceError as error:
            logger.error("could not review a game: %s", error.code)
            await asyncio.to_thread(self.store.fail, row)
        except asyncio.CancelledError:
            with contextlib.suppress(*STORAGE_FAILURES):
                self.store.release(row)
            raise
        finally:
            noting.cancel()
            del self.progress[key]

    async def _result(self, row: ReviewRow) -> bytes:
        table = await self._hub.table(row.game)
        await prepare_analysis(self._hub, table.game.name, table.players)
        question: Message = {
            "action": "review",
            "record": await asyncio.to_thread(table.game.copy().to_text),
            "effort": msgspec.to_builtins(self._settings.efforts[row.effort]),
            "updates": True,
        }
        async with contextlib.aclosing(self.pool.answers("", question)) as answers:
            async for answer in answers:
                if answer["answer"] == "progress":
                    self.progress[row.game, row.effort] = answer["done"], answer["steps"]
                elif answer["answer"] == "review":
                    return msgspec.json.encode(answer["review"])
        raise ServiceError("study/failed")

    async def _note(self, row: ReviewRow) -> None:
        """Note the progress now and then: other processes tell it, and leave the review alone."""
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            with contextlib.suppress(*STORAGE_FAILURES):
                await asyncio.to_thread(self.store.note, row, *self.progress[row.game, row.effort])


def _reviews(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


@router.post("/games/{game}/review", status_code=202, response_class=JSONResponse)
async def request_review(request: Request, game: TableName, wanted: NewReview) -> Response:
    """Ask for the review of a finished game; it is made in the background."""
    hub, reviews = hub_of(request, LOAD_COST), _reviews(request)
    if not reviews.is_offered:
        raise ServiceError("study/off")
    status = await _status(request, game, wanted.effort)
    if status.state in ("none", "failed"):
        reviews.rate.check(address_of(request))
        table = await hub.table(game)
        await _check_table(hub, table)
        await reviews.request(game, wanted.effort)
        status = await _status(request, game, wanted.effort)
    return json_answer(status, 200 if status.state == DONE else 202)


@router.get("/games/{game}/review", response_class=JSONResponse)
async def review(
    request: Request, game: TableName, effort: Annotated[EffortName | None, Query()] = None
) -> Response:
    """The review of a game, or how far it is."""
    hub_of(request)
    return json_answer(await _status(request, game, effort))


async def _status(request: Request, game: str, effort: EffortName | None) -> ReviewStatus:
    reviews = _reviews(request)
    found = {row.effort: row for row in await asyncio.to_thread(reviews.store.find, game)}
    row = _chosen(found, effort)
    if row is None:
        hub = hub_of(request, LOAD_COST)
        await _check_table(hub, await hub.table(game))
        return ReviewStatus(state="none", effort=effort or "quick")
    if row.state == DONE:
        return await _done(request, row)
    done, steps = reviews.progress.get((game, row.effort), (row.done, row.steps))
    place = None
    if row.state == QUEUED:
        place = await asyncio.to_thread(reviews.store.place, game, row.effort)
    return msgspec.convert(
        {"state": row.state, "effort": row.effort, "place": place, "done": done, "steps": steps},
        ReviewStatus,
    )


def _chosen(found: dict[str, ReviewRow], effort: EffortName | None) -> ReviewRow | None:
    """The review of an effort; without one, the deepest that is done, else one in progress."""
    if effort is not None:
        return found.get(effort)
    rows = [found[name] for name in EFFORT_NAMES if name in found]
    for states in ((DONE,), (RUNNING, QUEUED)):
        for row in rows:
            if row.state in states:
                return row
    return rows[0] if rows else None


async def _done(request: Request, row: ReviewRow) -> ReviewStatus:
    hub, reviews = hub_of(request, LOAD_COST), _reviews(request)
    table = await hub.table(row.game)
    result = await asyncio.to_thread(reviews.store.result, row.game, row.effort)
    if result is None:
        raise ServiceError("no-such-table")
    words = words_in(negotiate(request.headers.get("accept-language")))
    names = seat_names(table.seats)
    view = await asyncio.to_thread(_view, result, words, names)
    steps = len(view.steps)
    effort = cast("EffortName", row.effort)
    return ReviewStatus(state="done", effort=effort, done=steps, steps=steps, review=view)


def _view(result: bytes, words: Words, names: Sequence[str | None]) -> ReviewView:
    from azulejos.server.review_views import review_view

    return review_view(result, words, names)


async def _check_table(hub: Hub, table: Table) -> None:
    """Refuse games that are not over or too long, and records of what people still play."""
    from azulejos.session import study  # the table has imported the rules

    game: Game = study.of_table(table)
    if game.ply > MAX_MOVES:
        raise ServiceError("study/too-long", most=MAX_MOVES)
    if table.setup.uploaded:
        await check_record(hub, game)
