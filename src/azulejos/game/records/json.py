"""Records as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeVar

from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Expected
from azulejos.game.records import (
    MAX_NESTING,
    VARIATIONS_VERSION,
    VERSION,
    Entry,
    Record,
    RecordPlace,
    UnreadableRecord,
    Variation,
    check_options,
    checked_text,
)

T = TypeVar("T")


def write(record: Record) -> str:
    """A record as JSON, for programs."""
    data = {
        "azulejos": record.version,
        "game": record.game,
        "board": record.board,
        "players": record.players,
        "first_player": record.first_player,
        "options": record.options,
        "headers": record.headers,
        "position": record.position,
        "comment": record.comments.get(0),
        "plies": _plies(record, 0),
        "scores": None if record.scores is None else list(record.scores),
        "winners": list(record.winners),
        **_variations(record, len(record.entries), _moves(record)),
    }
    return json.dumps(data, ensure_ascii=False)


def _plies(moves: Record | Variation, ply: int) -> list[dict[str, object]]:
    """The entries of a line that starts after `ply` moves, with comments and variations."""
    plies: list[dict[str, object]] = []
    for index, entry in enumerate(moves.entries):
        written: dict[str, object] = {entry.kind: entry.text}
        before, ply = ply, ply + _is_move(entry)
        if ply > before and ply in moves.comments:
            written["comment"] = moves.comments[ply]
        plies.append(written | _variations(moves, index, before))
    return plies


def _variations(moves: Record | Variation, index: int, ply: int) -> dict[str, object]:
    """The variations from an entry on; without any, nothing is written."""
    found = [
        {
            "comment": variation.comments.get(ply),
            "plies": _plies(variation, ply),
            **_variations(variation, len(variation.entries), ply + _moves(variation)),
        }
        for variation in moves.variations
        if variation.at == index
    ]
    return {"variations": found} if found else {}


def write_variations(record: Record) -> str:
    """The variations of a record alone, as JSON; "" without any."""
    if not record.variations:
        return ""
    bare = {"plies": _plies(record, 0)}
    return json.dumps(bare | _variations(record, len(record.entries), _moves(record)))


def read_variations(text: str) -> tuple[Variation, ...]:
    """What `write_variations` wrote."""
    top = _Json(json.loads(text), "$")
    return _read_line(top, 0, VARIATIONS_VERSION, nesting=0)[2]


def _moves(moves: Record | Variation) -> int:
    return sum(_is_move(entry) for entry in moves.entries)


def _is_move(entry: Entry) -> bool:
    return entry.kind == "move"


def read(text: str) -> Record:
    """The record that JSON holds. Whether its moves are legal is not looked at here."""
    top = _Json(_loaded(checked_text(text)), "$")
    version = top.get("azulejos", int)
    if version not in (VERSION, VARIATIONS_VERSION):
        got = version
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
    entries, record.comments, record.variations = _read_line(top, 0, version, nesting=0)
    record.entries = list(entries)
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


def _read_line(
    line: _Json, ply: int, version: int, nesting: int
) -> tuple[tuple[Entry, ...], dict[int, str], tuple[Variation, ...]]:
    """Entries, comments and variations of a line that starts after `ply` moves."""
    entries: list[Entry] = []
    variations: list[Variation] = []
    opening = line.find("comment", str)
    comments = {} if opening is None else {ply: opening}
    for index, item in enumerate(line.items("plies", dict)):
        ply_object = _Json(item, f"{line.place}.plies[{index}]")
        kind = "move" if "move" in item else "deal"
        variations += _read_variations(ply_object, len(entries), ply, version, nesting)
        entry = Entry(kind, ply_object.get(kind, str), ply_object.place)
        if kind == "deal" and entries and entries[-1].kind == "deal":
            entry = entries.pop().and_tiles(entry.text)
        entries.append(entry)
        ply += kind == "move"
        comment = ply_object.find("comment", str)
        if comment is not None:
            comments[ply] = comment
    variations += _read_variations(line, len(entries), ply, version, nesting)
    return tuple(entries), comments, tuple(variations)


def _read_variations(
    holder: _Json, at: int, ply: int, version: int, nesting: int
) -> Iterator[Variation]:
    """The variations that stand at an entry, or at the end of a line."""
    if holder.find("variations", list) is None:
        return
    place = f"{holder.place}.variations"
    if version < VARIATIONS_VERSION:
        needed = VARIATIONS_VERSION
        raise UnreadableRecord("record/expected", place="$.azulejos", expected=needed, got=version)
    if nesting >= MAX_NESTING:
        expected = Expected("less-nesting")
        raise UnreadableRecord("record/expected", place=place, expected=expected, got="[")
    for number, item in enumerate(holder.items("variations", dict)):
        line = _Json(item, f"{place}[{number}]")
        entries, comments, variations = _read_line(line, ply, version, nesting + 1)
        if not entries:
            expected = Expected("move")
            raise UnreadableRecord("record/expected", place=line.place, expected=expected, got="[]")
        yield Variation(at, entries, comments, variations)


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
