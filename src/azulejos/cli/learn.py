"""`azulejos learn`: the lessons in the terminal app."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from azulejos.cli.common import LanguageOption, NoInput, app, can_show_app, fail, open_app


@app.command()
def learn(
    lesson: Annotated[
        str, typer.Argument(help="A lesson, such as azul. Default: a list of all lessons.")
    ] = "",
    language: LanguageOption = None,
) -> None:
    """Learn a game in the terminal: short lessons on a real board."""
    from azulejos.lessons.lesson import find_lesson

    if sys.stdin is None:
        raise NoInput
    if lesson:
        find_lesson(lesson)
    if not can_show_app():
        fail(
            "`azulejos learn` needs a terminal: "
            "expected one as standard input and output, and TERM other than dumb"
        )
    open_app(language, lesson=lesson)
