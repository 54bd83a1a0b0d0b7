"""Bodies of requests about studies, as pydantic models for FastAPI. Everything is bounded."""

from __future__ import annotations

import json
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from azulejos.server.http_models import Name, Seat, Strict
from azulejos.server.settings import RECORD_BYTES

#: The steps of a line, and the largest number of a move: those of the longest record.
MAX_STEPS, MAX_PLY = 400, 3000
#: Limits of one analysis.
MIN_NODES, MAX_NODES, MAX_LINES = 1_000, 4_000_000, 20

PositionText: TypeAlias = Annotated[str, Field(max_length=4000, pattern=r"^[^\x00]*$")]
RecordText: TypeAlias = Annotated[str, Field(max_length=RECORD_BYTES, pattern=r"^[^\x00]*$")]
MoveText: TypeAlias = Annotated[str, Field(max_length=16)]
TilesText: TypeAlias = Annotated[str, Field(max_length=200)]
Ply: TypeAlias = Annotated[int, Field(ge=0, le=MAX_PLY)]
TableName: TypeAlias = Annotated[str, Field(min_length=1, max_length=32)]


class NewGame(Strict):
    """A game before its first deal."""

    game: Annotated[str, Field(max_length=32)] = "azul"
    board: Annotated[str, Field(max_length=16)] = "coloured"
    players: Annotated[int, Field(ge=2, le=4)] = 2
    first: Seat = 0


class ShowStudy(Strict):
    """Request for a study: of a position, a record, a finished game of the service, or a new game.

    `dealt` is false for the position before the draw that followed the move.
    """

    position: PositionText | None = None
    record: RecordText | None = None
    game: TableName | None = None
    start: NewGame | None = None
    ply: Ply | None = None
    dealt: bool = True


class PlayStudy(Strict):
    """Request for the study after a move and a draw: of the given tiles, then of random ones."""

    position: PositionText
    move: MoveText | None = None
    tiles: TilesText | None = None
    draw: bool = False
    ply: Ply = 0


class Step(BaseModel):
    """A move or a deal, as in JSON records; what else stands there is ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)

    move: MoveText | None = None
    deal: TilesText | None = None


class StudySteps(Strict):
    """Request to play some moves and deals."""

    position: PositionText
    steps: Annotated[list[Step], Field(max_length=MAX_STEPS)]
    ply: Ply = 0


def _writable(setup: dict[str, object]) -> dict[str, object]:
    """A setup whose texts can be repeated in an answer."""
    try:
        json.dumps(setup, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        raise ValueError("expected Unicode text at little depth") from None
    return setup


class EditStudy(Strict):
    """Request to edit a position: as plain data, as text, or a new game."""

    setup: Annotated[dict[str, object], AfterValidator(_writable)] | None = None
    position: PositionText | None = None
    start: NewGame | None = None


class RecordStudy(Strict):
    """Request for a record in both forms: of a text, or of a finished game of the service."""

    record: RecordText | None = None
    game: TableName | None = None


Names: TypeAlias = Annotated[list[Name], Field(max_length=4)]


class AnalysePosition(Strict):
    """Request for an analysis; `names` are those of the players in its sentences."""

    position: PositionText
    nodes: Annotated[int, Field(ge=MIN_NODES, le=MAX_NODES)] = 400_000
    lines: Annotated[int, Field(ge=1, le=MAX_LINES)] = 5
    facts: bool = True
    names: Names = Field(default_factory=list)


class JudgeMove(Strict):
    """Request to compare a move with the best."""

    position: PositionText
    move: MoveText
    effort: Literal["quick", "standard"] = "quick"
    names: Names = Field(default_factory=list)
