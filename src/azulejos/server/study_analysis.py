"""HTTP endpoints of analyses: a stream of results for a position, and a judgement of a move."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TYPE_CHECKING

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from azulejos.i18n import Words, negotiate, words_in
from azulejos.server.analysis_views import Narrator, error_line
from azulejos.server.analysis_workers import Message, WorkerPool
from azulejos.server.errors import ServiceError
from azulejos.server.guards import check_position
from azulejos.server.http import REFUSALS, address_of, hub_of, json_answer
from azulejos.server.hub import PREPARATION_POLL
from azulejos.server.rate_limits import RateLimiter
from azulejos.server.study import prepare_position
from azulejos.server.study_models import AnalysePosition, JudgeMove
from azulejos.session.codec import encode
from azulejos.session.messages.analysis import StreamLine, WaitingLine

if TYPE_CHECKING:
    from azulejos.engine import AnyPosition
    from azulejos.server.hub import Hub
    from azulejos.server.settings import Settings

router = APIRouter(prefix="/api/study", responses=REFUSALS)
JSON_LINES = "application/jsonl"


class Analyses:
    """The processes that analyse positions, and how often each client may ask."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.efforts = settings.efforts
        self.rate = RateLimiter(limits.analyses)
        self.pool = WorkerPool(
            settings.analysis_workers,
            settings.analysis_nice,
            limits.analyses_waiting,
            limits.address_analyses,
        )


def _analyses(request: Request) -> Analyses:
    analyses: Analyses = request.app.state.analyses
    return analyses


@router.post("/analyse", response_class=StreamingResponse)
async def analyse(request: Request, wanted: AnalysePosition) -> Response:
    """Results of growing effort as JSON lines, until the last or until the client closes."""
    pool, client = _analyses(request).pool, address_of(request)
    position = await _allowed(request, wanted.position, None)
    words = words_in(negotiate(request.headers.get("accept-language")))
    narrator = await asyncio.to_thread(Narrator, words, wanted.names, len(position.scores))
    question: Message = {
        "action": "analyse",
        "position": wanted.position,
        "nodes": wanted.nodes,
        "lines": wanted.lines,
        "facts": wanted.facts,
        "updates": True,
    }
    lines = _lines(pool.answers(client, question), narrator)
    return StreamingResponse(lines, media_type=JSON_LINES)


async def _lines(answers: AsyncGenerator[Message], narrator: Narrator) -> AsyncIterator[bytes]:
    try:
        async with contextlib.aclosing(answers):
            async for answer in answers:
                yield encode(_line(answer, narrator)) + b"\n"
    except ServiceError as error:  # another request of the client came first
        yield encode(error_line(narrator.words, error)) + b"\n"


def _line(answer: Message, narrator: Narrator) -> StreamLine:
    if answer["answer"] == "waiting":
        return WaitingLine(answer["place"])
    if answer["answer"] == "analysis":
        return narrator.analysis(answer)
    return error_line(narrator.words, ServiceError("study/failed"))


@router.post("/judge", response_class=JSONResponse)
async def judge(request: Request, wanted: JudgeMove) -> Response:
    """A move, compared with the best one."""
    analyses = _analyses(request)
    position = await _allowed(request, wanted.position, wanted.move)
    question: Message = {
        "action": "judge",
        "position": wanted.position,
        "move": wanted.move,
        "effort": msgspec.to_builtins(analyses.efforts[wanted.effort]),
    }
    answer = await _last_answer(request, analyses.pool, question)
    if answer is None or answer["answer"] != "judgement":
        raise ServiceError("study/failed")
    words = words_in(negotiate(request.headers.get("accept-language")))
    players = len(position.scores)
    return json_answer(await asyncio.to_thread(_judged, words, wanted.names, players, answer))


def _judged(words: Words, names: list[str], players: int, answer: Message) -> msgspec.Struct:
    return Narrator(words, names, players).judgement(answer)


async def _last_answer(request: Request, pool: WorkerPool, question: Message) -> Message | None:
    """The last answer to a question; None if the client is gone, which cancels it."""
    asking = asyncio.create_task(_last(pool.answers(address_of(request), question)))
    leaving = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
        return asking.result() if asking.done() else None
    finally:
        for task in (asking, leaving):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ServiceError):
                await task


async def _last(answers: AsyncGenerator[Message]) -> Message | None:
    found = None
    async with contextlib.aclosing(answers):
        async for answer in answers:
            found = answer
    return found


async def _disconnected(request: Request) -> None:
    """Wait until the client closes its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _allowed(request: Request, text: str, move: str | None) -> AnyPosition:
    """The position to analyse, if the client may: a player is to move, and no people play it."""
    hub, analyses, client = hub_of(request), _analyses(request), address_of(request)
    analyses.rate.check(client)
    analyses.pool.check(client)
    await prepare_position(hub, text)
    position = await asyncio.to_thread(_checked, text, move)
    await check_position(hub, position)
    await prepare_analysis(hub, position.rules.name, len(position.scores))
    return position


async def prepare_analysis(hub: Hub, game: str, players: int) -> None:
    """Wait until the analysis of a game is compiled for a number of players."""
    await hub.prepare(game, players)
    hub.precompiler.want(game, players, analysis=True)
    while not hub.precompiler.is_ready(game, players, analysis=True):
        await asyncio.sleep(PREPARATION_POLL)


def _checked(text: str, move: str | None) -> AnyPosition:
    from azulejos.session import study

    return study.to_analyse(text, move)
