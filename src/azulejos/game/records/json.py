"""Records as JSON, for programs."""

from __future__ import annotations

import json
from typing import TypeVar

from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Expected
from azulejos.game.records import (
    VERSION,
    Entry,
    Record,
    RecordPlace,
    UnreadableRecord,
    check_options,
    checked_text,
)

T = TypeVar("T")


def write(record: Record) -> str:
    """A record as JSON, for programs."""
    plies: list[dict[str, str]] = []
    ply = 0
    for entry in record.entries:
        plies.append({entry.kind: entry.text})
        if entry.kind == "move":
            ply += 1
            if ply in record.comments:
                plies[-1]["comment"] = record.comments[ply]
    data = {
        "azulejos": VERSION,
        "game": record.game,
        "board": record.board,
        "players": record.players,
        "first_player": record.first_player,
        "options": record.options,
        "headers": record.headers,
        "position": record.position,
        "comment": record.comments.get(0),
        "plies": plies,
        "scores": None if record.scores is None else list(record.scores),
        "winners": list(record.winners),
    }
    return json.dumps(data, ensure_ascii=False)


def read(text: str) -> Record:
    """The record that JSON holds. Whether its moves are legal is not looked at here."""
    top = _Json(_loaded(checked_text(text)), "$")
    if top.get("azulejos", int) != VERSION:
        got = top.get("azulejos", int)
        raise UnreadableRecord("record/expected", place="$.azulejos", expected=VERSION, got=got)
    scores = top.find("scores", list)
    record = Record(
        game=top.get("game", str),
        board=top.get("board", str),
        players=top.get("players", int),
        first_player=top.get("first_player", int),
        options=top.options("options"),
        headers=top.members("headers", str),
        position=top.find("position", str),
        entries=[],
        comments={},
        scores=None if scores is None else tuple(top.items("scores", int)),
        winners=tuple(top.items("winners", int)),
        end_place="$.scores",
        winners_place="$.winners",
        places=top.places(),
    )
    check_options(record.game, {name: f"$.options.{name}" for name in record.options})
    opening = top.find("comment", str)
    if opening is not None:
        record.comments[0] = opening
    _read_plies(record, top)
    return record


def _loaded(text: str) -> object:
    """The value of a JSON text; all of its strings can be written as UTF-8."""
    try:
        data: object = json.loads(text)
        if "\\u" in text:  # only an escape can be half of a surrogate pair
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise UnreadableRecord("record/json", **place, reason=error.msg) from None
    except RecursionError:
        reason = Expected("json-too-deep")
        raise UnreadableRecord("record/json", line=1, column=1, reason=reason) from None
    except UnicodeEncodeError:
        reason = Expected("json-surrogate")
        raise UnreadableRecord("record/json", line=1, column=1, reason=reason) from None
    except ValueError:  # Python reads no numbers of thousands of digits
        reason = Expected("json-huge-number")
        raise UnreadableRecord("record/json", line=1, column=1, reason=reason) from None
    return data


def _read_plies(record: Record, top: _Json) -> None:
    ply = 0
    for index, item in enumerate(top.items("plies", dict)):
        entry = _Json(item, f"$.plies[{index}]")
        kind = "move" if "move" in item else "deal"
        record.entries.append(Entry(kind, entry.get(kind, str), entry.place))
        ply += kind == "move"
        comment = entry.find("comment", str)
        if comment is not None:
            record.comments[ply] = comment


def _json_text(value: object) -> str:
    """A value as JSON, cut short."""
    try:
        return json.dumps(value)[:40]
    except (RecursionError, ValueError):
        return type(value).__name__


class _Json:
    """A JSON object whose members are taken by name and type."""

    def __init__(self, data: object, place: str) -> None:
        self.place = place
        self._data: dict[str, object] = self._checked(data, dict, place)

    @staticmethod
    def _checked(value: object, kind: type[T], place: str) -> T:
        if not isinstance(value, kind) or isinstance(value, bool):
            got = _json_text(value)
            raise UnreadableRecord("record/expected", place=place, expected=kind.__name__, got=got)
        return value

    def get(self, name: str, kind: type[T]) -> T:
        if name not in self._data:
            raise UnreadableRecord("record/missing", place=self.place, what=repr(name))
        return self._checked(self._data[name], kind, f"{self.place}.{name}")

    def find(self, name: str, kind: type[T]) -> T | None:
        """A member that may be missing or null."""
        return None if self._data.get(name) is None else self.get(name, kind)

    def items(self, name: str, kind: type[T]) -> list[T]:
        place = f"{self.place}.{name}"
        items = self.get(name, list)
        return [self._checked(item, kind, f"{place}[{n}]") for n, item in enumerate(items)]

    def members(self, name: str, kind: type[T]) -> dict[str, T]:
        place = f"{self.place}.{name}"
        members = self.get(name, dict)
        return {key: self._checked(value, kind, f"{place}.{key}") for key, value in members.items()}

    def places(self) -> dict[str, RecordPlace]:
        """Where the members of this object and of its options stand."""
        inner = {name: f"{self.place}.options.{name}" for name in self.get("options", dict)}
        outer = {name: f"{self.place}.{name}" for name in self._data}
        return {**inner, **outer}

    def options(self, name: str) -> dict[str, OptionValue]:
        place = f"{self.place}.{name}"
        members = _Json(self.get(name, dict), place)
        return {
            key: tuple(members.items(key, int))
            if isinstance(value, list)
            else members.get(key, int)
            for key, value in members._data.items()
        }
