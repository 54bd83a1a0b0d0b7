"""Records as text that people can read and write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Expected, Header, Range, TextPlace
from azulejos.game.records import (
    HEADER_NAME,
    START,
    UNFINISHED,
    VERSION,
    Entry,
    Record,
    RecordPlace,
    UnreadableRecord,
    check_options,
    checked_text,
)

MOVES_A_LINE = 10
TILES_A_GROUP = 4


def write(record: Record) -> str:
    """A record as text that people can read."""
    lines = [
        f"azulejos {VERSION}",
        f"game: {record.game}",
        f"board: {record.board}",
        f"players: {record.players}",
        f"first: {record.first_player + 1}",
        *(f"{name}: {_option_text(value)}" for name, value in record.options.items()),
    ]
    if record.position is not None:
        lines.append(f"position: {record.position}")
    lines += [f"{name}: {value}" for name, value in record.headers.items()]
    lines += ["", *_body_lines(record), ""]
    if record.scores is None:
        lines.append(UNFINISHED)
    else:
        lines.append(f"scores {' '.join(map(str, record.scores))}")
        lines.append(f"winners {' '.join(str(seat + 1) for seat in record.winners)}")
    return "\n".join(lines) + "\n"


def _option_text(value: OptionValue) -> str:
    """A number, or several joined by dashes."""
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _body_lines(record: Record) -> Iterator[str]:
    """Deals on lines of their own, moves in numbered lines, comments behind their moves."""
    line: list[str] = []
    ply = 0
    pending = [*_comment(record, 0)]
    for entry in record.entries:
        if entry.kind == "deal":
            yield from _joined(line)
            line = []
            yield f"deal {grouped(entry.text)}"
        else:
            yield from pending
            pending = []
            if len(line) > MOVES_A_LINE:
                yield from _joined(line)
                line = []
            ply += 1
            line = line or [f"{ply}."]
            line.append(entry.text)
            comment = [*_comment(record, ply)]
            if comment:
                yield from _joined([*line, *comment])
                line = []
    yield from _joined(line)
    yield from pending


def _joined(words: list[str]) -> Iterator[str]:
    if words:
        yield " ".join(words)


def _comment(record: Record, ply: int) -> Iterator[str]:
    if ply in record.comments:
        yield "{" + re.sub(r"([\\{}])", r"\\\1", record.comments[ply]) + "}"


def grouped(tiles: str) -> str:
    """The tiles of a deal, four to a group."""
    groups = range(0, len(tiles), TILES_A_GROUP)
    return " ".join(tiles[start : start + TILES_A_GROUP] for start in groups)


@dataclass(frozen=True)
class _Token:
    """A word, a comment or a line break of a record's text, with its place."""

    kind: str  # "word", "comment", "break"
    text: str
    place: TextPlace


def _tokens(text: str) -> Iterator[_Token]:
    pattern = re.compile(r"\{((?:[^{}\\]|\\.)*)\}|(\n)|([^\s{}]+)|(\S)", re.DOTALL)
    line, line_start = 1, 0
    for match in pattern.finditer(text):
        place = TextPlace(line, match.start() - line_start + 1)
        comment, line_break, word, stray = match.groups()
        if comment is not None:
            yield _Token("comment", re.sub(r"\\(.)", r"\1", comment, flags=re.DOTALL), place)
        elif line_break:
            yield _Token("break", line_break, place)
        elif word:
            yield _Token("word", word, place)
        else:
            expected = Expected("comment")
            raise UnreadableRecord("record/expected", place=place, expected=expected, got=stray)
        if "\n" in match.group():
            line += match.group().count("\n")
            line_start = match.start() + match.group().rindex("\n") + 1
    yield _Token("break", "\n", TextPlace(line, len(text) - line_start + 1))


def read(text: str) -> Record:
    """The record that a text holds. Whether its moves are legal is not looked at here."""
    text = checked_text(text)
    if text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")  # written on Windows
    end_of_head = re.search(r"\n[ \t]*(\n|$)", text)
    head_length = end_of_head.start() if end_of_head else len(text)
    record = _record_of_headers(_read_headers(text[:head_length]))
    # The head blanked out, so that places are those of the whole text.
    blank = re.sub(r"[^\n]", " ", text[:head_length])
    _read_body(record, blank + text[head_length:])
    return record


def _read_headers(head: str) -> dict[str, tuple[str, TextPlace]]:
    """Values and places by name."""
    first, *lines = head.split("\n")
    title = f"azulejos {VERSION}"
    if first.strip() != title:
        raise UnreadableRecord("record/expected", place=START, expected=title, got=first[:40])
    headers: dict[str, tuple[str, TextPlace]] = {}
    for number, line in enumerate(lines, start=2):
        name, colon, value = line.partition(":")
        place, got = TextPlace(number, 1), line[:40]
        if not colon or not value.strip():
            expected = Expected("record-header")
            raise UnreadableRecord("record/expected", place=place, expected=expected, got=got)
        if name in headers:
            once = Header(name, "once")
            raise UnreadableRecord("record/expected", place=place, expected=once, got=got)
        headers[name] = (value.strip(), place)
    return headers


def _record_of_headers(headers: dict[str, tuple[str, TextPlace]]) -> Record:
    """A record without any moves yet."""

    def take(name: str) -> tuple[str, TextPlace]:
        if name not in headers:
            raise UnreadableRecord("record/missing", place=START, what=repr(name))
        return headers.pop(name)

    def take_number(name: str) -> int:
        value, place = take(name)
        if not re.fullmatch(r"[0-9]{1,3}", value):
            expected = Header(name, "number")
            raise UnreadableRecord(
                "record/expected", place=place, expected=expected, got=value[:40]
            )
        return int(value)

    def take_option(name: str) -> OptionValue:
        if "-" not in headers[name][0]:
            return take_number(name)
        value, place = take(name)
        if not re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3})*", value):
            expected = Header(name, "numbers")
            raise UnreadableRecord(
                "record/expected", place=place, expected=expected, got=value[:40]
            )
        return tuple(map(int, value.split("-")))

    places: dict[str, RecordPlace] = {name: place for name, (_, place) in headers.items()}
    places["first_player"] = places.get("first", "")
    game, board = take("game")[0], take("board")[0]
    players, first_player = take_number("players"), take_number("first") - 1
    if not 0 <= first_player < max(players, 2):
        expected, place = Range(1, players, "player"), places["first"]
        got = first_player + 1
        raise UnreadableRecord("record/expected", place=place, expected=expected, got=got)
    position = take("position")[0] if "position" in headers else None
    free = [name for name in headers if HEADER_NAME.fullmatch(name)]
    check_options(game, {name: place for name, (_, place) in headers.items() if name not in free})
    return Record(
        game=game,
        board=board,
        players=players,
        first_player=first_player,
        headers={name: headers.pop(name)[0] for name in free},
        options={name: take_option(name) for name in list(headers)},
        position=position,
        entries=[],
        comments={},
        scores=None,
        places=places,
    )


def _read_body(record: Record, text: str) -> None:
    """Deals, moves, comments and the result, into the record."""
    ply = 0
    line: list[_Token] = []
    for token in _tokens(text):
        if (
            record.end_place
            and token.kind != "break"
            and not _continues_result(record, line, token)
        ):
            place, expected = token.place, Expected("nothing")
            raise UnreadableRecord(
                "record/expected", place=place, expected=expected, got=token.text[:40]
            )
        if token.kind == "break":
            line = []
            continue
        if token.kind == "comment":
            record.comments[ply] = record.comments.get(ply, "") + token.text
            continue
        line.append(token)
        ply += _read_word(record, line, ply)
    if not record.end_place:
        what = Expected("record-end")
        raise UnreadableRecord("record/missing", place=token.place, what=what)
    if record.scores is not None and not record.winners:
        raise UnreadableRecord("record/missing", place=token.place, what="'winners ...'")


def _continues_result(record: Record, line: list[_Token], token: _Token) -> bool:
    """After the scores, more numbers and the winners may follow, and nothing else."""
    if record.scores is None or token.kind != "word":
        return False
    if not line:
        return token.text == "winners" and not record.winners
    return line[0].text in ("scores", "winners")


def _read_word(record: Record, line: list[_Token], ply: int) -> int:
    """One word, given the words before it on its line. Returns 1 for a move, else 0."""
    word, first = line[-1], line[0]
    if len(line) > 1 and first.text in ("scores", "winners"):
        _read_result(record, first.text, word)
    elif len(line) > 1 and first.text == "deal":
        last = record.entries.pop()
        record.entries.append(Entry("deal", last.text + word.text, last.place))
    elif len(line) == 1 and word.text == "deal":
        record.entries.append(Entry("deal", "", word.place))
    elif len(line) == 1 and word.text == "scores":
        record.scores, record.end_place, record.winners_place = (), word.place, word.place
    elif len(line) == 1 and word.text == "winners" and record.scores:
        pass
    elif len(line) == 1 and word.text == UNFINISHED:
        record.end_place = record.winners_place = word.place
    elif re.fullmatch(r"[0-9]+\.", word.text):
        if word.text != f"{ply + 1}.":
            raise UnreadableRecord(
                "record/expected", place=word.place, expected=f"{ply + 1}.", got=word.text[:40]
            )
    else:
        record.entries.append(Entry("move", word.text, word.place))
        return 1
    return 0


def _read_result(record: Record, name: str, word: _Token) -> None:
    if not re.fullmatch(r"[0-9]{1,4}", word.text):
        expected, got = Expected("number"), word.text[:40]
        raise UnreadableRecord("record/expected", place=word.place, expected=expected, got=got)
    if name == "scores":
        record.scores = (*(record.scores or ()), int(word.text))
    else:
        record.winners = (*record.winners, int(word.text) - 1)
