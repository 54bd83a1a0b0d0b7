"""HTTP endpoints of studies: positions off the table, played and edited without any state here.

As in `azulejos.server.http`, only functions that run in threads import the rules.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from azulejos.engine.names import check_game
from azulejos.i18n import negotiate, words_in
from azulejos.server.errors import ServiceError
from azulejos.server.http import (
    LOAD_COST,
    REFUSALS,
    REPLAY_COST,
    address_of,
    hub_of,
    json_answer,
)
from azulejos.server.rate_limits import log_cost
from azulejos.server.records import received_record
from azulejos.server.study_models import (
    EditStudy,
    NewGame,
    PlayStudy,
    RecordStudy,
    ShowStudy,
    Step,
    StudySteps,
)

if TYPE_CHECKING:
    from azulejos.game import Game
    from azulejos.server.hub import Hub
    from azulejos.session.messages.study import Edited, Study, StudyLine, StudyRecord

router = APIRouter(prefix="/api/study", responses=REFUSALS)


@router.post("", response_class=JSONResponse)
async def show(request: Request, wanted: ShowStudy) -> Response:
    """The study of a position, of a moment of a record or a finished game, or of a new game."""
    _check_one(position=wanted.position, record=wanted.record, game=wanted.game, start=wanted.start)
    if wanted.game is not None or wanted.record is not None:
        game = await _recorded(request, wanted.record, wanted.game)
        return json_answer(await asyncio.to_thread(_show_moment, game, wanted))
    await _prepare(hub_of(request), wanted.position, wanted.start)
    return json_answer(await asyncio.to_thread(_show, wanted))


@router.post("/play", response_class=JSONResponse)
async def play(request: Request, wanted: PlayStudy) -> Response:
    """The study after a move and a draw."""
    await prepare_position(hub_of(request), wanted.position)
    return json_answer(await asyncio.to_thread(_play, wanted))


@router.post("/line", response_class=JSONResponse)
async def line(request: Request, wanted: StudySteps) -> Response:
    """The positions after some moves and deals, and the study after the last."""
    await prepare_position(hub_of(request, LOAD_COST), wanted.position)
    return json_answer(await asyncio.to_thread(_line, wanted))


@router.post("/edit", response_class=JSONResponse)
async def edit(request: Request, wanted: EditStudy) -> Response:
    """A position as plain data, or all reasons why it is impossible."""
    _check_one(setup=wanted.setup, position=wanted.position, start=wanted.start)
    hub = hub_of(request)
    if wanted.setup is not None:
        await _prepare_game(hub, str(wanted.setup.get("game", "")))
    else:
        await _prepare(hub, wanted.position, wanted.start)
    language = negotiate(request.headers.get("accept-language"))
    return json_answer(await asyncio.to_thread(_edit, wanted, language))


@router.post("/record", response_class=JSONResponse)
async def record(request: Request, wanted: RecordStudy) -> Response:
    """A record with its variations in both forms, and its positions."""
    _check_one(record=wanted.record, game=wanted.game)
    game = await _recorded(request, wanted.record, wanted.game)
    return json_answer(await asyncio.to_thread(_record, game))


def _check_one(**sources: object) -> None:
    """Exactly one source must be given."""
    if sum(source is not None for source in sources.values()) != 1:
        reason = f"expected one of {', '.join(sources)}"
        raise ServiceError("bad-request", reason=reason)


async def _prepare(hub: Hub, position: str | None, start: NewGame | None) -> None:
    """Wait until the rules of a position or a new game are compiled."""
    if start:
        await _prepare_game(hub, start.game)
    else:
        await prepare_position(hub, position or "")


async def prepare_position(hub: Hub, text: str) -> None:
    """Wait until the rules of a position are compiled; its first word is the game."""
    words = text.split(maxsplit=1)
    await _prepare_game(hub, words[0] if words else "")


async def _prepare_game(hub: Hub, game: str) -> None:
    check_game(game)
    await hub.prepare(game)


async def _recorded(request: Request, text: str | None, name: str | None) -> Game:
    """The game of a record, or of a table whose game is over."""
    hub = hub_of(request, REPLAY_COST)
    if name is None:
        game = await received_record(hub, text or "")
        # The positions of a long record take longer than to read it.
        hub.request_rate.hit(address_of(request), LOAD_COST * log_cost(game.history_length))
        return game
    table = await hub.table(name)
    from azulejos.session import study  # the table has imported the rules

    return study.of_table(table)


# In threads


def _show_moment(game: Game, wanted: ShowStudy) -> Study:
    from azulejos.session import study

    return study.show(study.moment(game, wanted.ply, dealt=wanted.dealt))


def _show(wanted: ShowStudy) -> Study:
    from azulejos.session import study

    return study.show(_game(wanted.position, wanted.start), wanted.ply)


def _game(position: str | None, start: NewGame | None) -> Game:
    from azulejos.session import study

    if start:
        return study.of_start(start.game, start.board, start.players, start.first)
    return study.of_position(study.read_position(position or ""))


def _play(wanted: PlayStudy) -> Study:
    from azulejos.session import study

    position = study.read_position(wanted.position)
    return study.play(position, wanted.move, wanted.tiles, draw=wanted.draw, ply=wanted.ply)


def _line(wanted: StudySteps) -> StudyLine:
    from azulejos.session import study

    steps = [_step(step, index) for index, step in enumerate(wanted.steps)]
    return study.line(study.read_position(wanted.position), steps, wanted.ply)


def _step(step: Step, index: int) -> tuple[str, str]:
    """The kind and the text of a step."""
    from azulejos.game.records import UnreadableRecord

    if step.move is not None:
        return "move", step.move
    if step.deal is None:
        raise UnreadableRecord("record/missing", place=f"$.steps[{index}]", what="'move'")
    return "deal", step.deal


def _edit(wanted: EditStudy, language: str) -> Edited:
    from azulejos.session import study

    if wanted.setup is not None:
        return study.edit(wanted.setup, words_in(language).error)
    return study.edit_position(_game(wanted.position, wanted.start).position)


def _record(game: Game) -> StudyRecord:
    from azulejos.session import study

    return study.record(game)
