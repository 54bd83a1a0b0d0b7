"""The free texts of a record, headers and comments, checked before a service keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from azulejos.engine.parameters import Parameter
from azulejos.game.free_text import MAX_COMMENT, MAX_HEADER, UnusableText, check_line, check_lines
from azulejos.game.records import Record, RecordPlace, UnreadableRecord, Variation


@dataclass(frozen=True)
class CommentPlace(Parameter):
    """The comment on a move; 0 is before the first one."""

    ply: int

    messages: ClassVar = {"": "comment on move {ply}"}


def check_texts(record: Record) -> None:
    """Refuse headers and comments that are too long, or hold characters that cannot be seen."""
    for name, value in record.headers.items():
        with _at(record.places.get(name, f"$.headers.{name}")):
            check_line(value, MAX_HEADER)
    _check_comments(record)


def _check_comments(moves: Record | Variation) -> None:
    for ply, comment in moves.comments.items():
        with _at(CommentPlace(ply)):
            check_lines(comment, MAX_COMMENT)
    for variation in moves.variations:
        _check_comments(variation)


@contextmanager
def _at(place: RecordPlace | CommentPlace) -> Iterator[None]:
    """Name the place of an error."""
    try:
        yield
    except UnusableText as error:
        raise UnreadableRecord("record/replay", place=place, reason=error) from error
