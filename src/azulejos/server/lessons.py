"""HTTP endpoints of lessons: their texts in the reader's language, and reactions to moves.

As in `azulejos.server.http`, only functions that run in threads import the rules.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from azulejos.i18n import Words, negotiate, words_in
from azulejos.server.http import REFUSALS, hub_of, json_answer
from azulejos.server.http_models import Strict

if TYPE_CHECKING:
    from azulejos.session.messages.lessons import Lesson, LessonAnswer, LessonList

router = APIRouter(prefix="/api/lessons", responses=REFUSALS)

Name = Annotated[str, Path(min_length=1, max_length=40)]


class LessonMove(Strict):
    """Request: the learner's move at a step, in notation."""

    move: Annotated[str, Field(max_length=40)]


@router.get("", response_class=JSONResponse)
async def all_lessons(request: Request) -> Response:
    """All lessons, in the order in which they are offered."""
    hub_of(request)
    return json_answer(await asyncio.to_thread(_all, _words(request)))


@router.get("/{lesson}", response_class=JSONResponse)
async def one_lesson(request: Request, lesson: Name) -> Response:
    """The steps of a lesson, with their positions, which the rules check."""
    await hub_of(request).prepare(await asyncio.to_thread(_game, lesson))
    return json_answer(await asyncio.to_thread(_one, lesson, _words(request)))


@router.post("/{lesson}/{step}", response_class=JSONResponse)
async def answer(request: Request, lesson: Name, step: Name, wanted: LessonMove) -> Response:
    """Play a move at a step: the lesson's reaction, and the study after it."""
    hub = hub_of(request)
    await hub.prepare(await asyncio.to_thread(_game, lesson))
    return json_answer(await asyncio.to_thread(_answer, lesson, step, wanted.move, _words(request)))


def _words(request: Request) -> Words:
    return words_in(negotiate(request.headers.get("accept-language")))


# In threads


def _game(name: str) -> str:
    from azulejos.lessons.lesson import find_lesson

    return find_lesson(name).game


def _all(words: Words) -> LessonList:
    from azulejos.lessons import views

    return views.all_lessons(words.of_data)


def _one(name: str, words: Words) -> Lesson:
    from azulejos.lessons import views
    from azulejos.lessons.lesson import find_lesson

    return views.one_lesson(find_lesson(name), words.of_data)


def _answer(name: str, step: str, move: str, words: Words) -> LessonAnswer:
    from azulejos.lessons import play, views
    from azulejos.lessons.lesson import find_lesson

    lesson = find_lesson(name)
    found = play.find_step(lesson, step)
    outcome = play.answer(lesson, found, move)
    return views.answer(lesson.position(found), outcome, words.of_data)
