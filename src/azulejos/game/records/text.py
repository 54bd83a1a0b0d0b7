"""Records as text that people can read and write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Expected, Header, Range, TextPlace
from azulejos.game.records import (
    HEADER_NAME,
    MAX_NESTING,
    START,
    UNFINISHED,
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

MOVES_A_LINE = 10
TILES_A_GROUP = 4


def write(record: Record) -> str:
    """A record as text that people can read."""
    lines = [
        f"azulejos {record.version}",
        f"game: {record.game}",
        f"board: {record.board}",
        f"players: {record.players}",
        f"first: {record.first_player + 1}",
        *(f"{name}: {_option_text(value)}" for name, value in record.options.items()),
    ]
    if record.position is not None:
        lines.append(f"position: {record.position}")
    lines += [f"{name}: {value}" for name, value in record.headers.items()]
    lines += ["", *_body_lines(record, 0), ""]
    if record.scores is None:
        lines.append(UNFINISHED)
    else:
        lines.append(f"scores {' '.join(map(str, record.scores))}")
        lines.append(f"winners {' '.join(str(seat + 1) for seat in record.winners)}")
    return "\n".join(lines) + "\n"


def _option_text(value: OptionValue) -> str:
    """A number, or several joined by dashes."""
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _body_lines(moves: Record | Variation, ply: int) -> Iterator[str]:
    """Deals on lines of their own, moves in numbered lines, comments behind their moves.

    A variation follows the entry that it replaces. `ply` moves come before these.
    """
    line: list[str] = []
    pending = [*_comment(moves, ply)]
    for index, entry in enumerate(moves.entries):
        before = ply
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
            comment = [*_comment(moves, ply)]
            if comment:
                yield from _joined([*line, *comment])
                line = []
        if variations := [*_variation_lines(moves, index, before)]:
            yield from _joined(line)
            line = []
            yield from variations
    yield from _joined(line)
    yield from pending
    yield from _variation_lines(moves, len(moves.entries), ply)


def _variation_lines(moves: Record | Variation, index: int, ply: int) -> Iterator[str]:
    """The variations from an entry on, in parentheses."""
    for variation in moves.variations:
        if variation.at == index:
            first, *others = _body_lines(variation, ply)
            *lines, last = "(" + first, *others
            yield from lines
            yield last + ")"


def _joined(words: list[str]) -> Iterator[str]:
    if words:
        yield " ".join(words)


def _comment(moves: Record | Variation, ply: int) -> Iterator[str]:
    if ply in moves.comments:
        yield "{" + re.sub(r"([\\{}])", r"\\\1", moves.comments[ply]) + "}"


def grouped(tiles: str) -> str:
    """The tiles of a deal, four to a group."""
    groups = range(0, len(tiles), TILES_A_GROUP)
    return " ".join(tiles[start : start + TILES_A_GROUP] for start in groups)


@dataclass(frozen=True)
class _Token:
    """A word, a comment, a parenthesis or a line break of a record's text, with its place."""

    kind: str  # "word", "comment", "open", "close", "break"
    text: str
    place: TextPlace


def _tokens(text: str) -> Iterator[_Token]:
    pattern = re.compile(r"\{((?:[^{}\\]|\\.)*)\}|(\n)|([()]|[^\s{}()]+)|(\S)", re.DOTALL)
    line, line_start = 1, 0
    for match in pattern.finditer(text):
        place = TextPlace(line, match.start() - line_start + 1)
        comment, line_break, word, stray = match.groups()
        if comment is not None:
            yield _Token("comment", re.sub(r"\\(.)", r"\1", comment, flags=re.DOTALL), place)
        elif line_break:
            yield _Token("break", line_break, place)
        elif word:
            yield _Token({"(": "open", ")": "close"}.get(word, "word"), word, place)
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
    version, headers = _read_headers(text[:head_length])
    record = _record_of_headers(headers)
    # The head blanked out, so that places are those of the whole text.
    blank = re.sub(r"[^\n]", " ", text[:head_length])
    _Body(record, version).read(blank + text[head_length:])
    return record


def _read_headers(head: str) -> tuple[int, dict[str, tuple[str, TextPlace]]]:
    """The version of the format; values and places by name."""
    first, *lines = head.split("\n")
    versions = {f"azulejos {version}": version for version in (VERSION, VARIATIONS_VERSION)}
    if first.strip() not in versions:
        title = f"azulejos {VERSION}"
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
    return versions[first.strip()], headers


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
    free = {name: value for name, (value, _) in headers.items() if HEADER_NAME.fullmatch(name)}
    check_options(game, {name: place for name, (_, place) in headers.items() if name not in free})
    return Record(
        game=game,
        board=board,
        players=players,
        first_player=first_player,
        headers=free,
        options={name: take_option(name) for name in list(headers) if name not in free},
        position=position,
        entries=[],
        comments={},
        scores=None,
        places=places,
    )


@dataclass
class _Moves:
    """A line of moves while it is read: the game's own, or a variation."""

    entries: list[Entry]
    comments: dict[int, str]
    place: TextPlace
    ply: int = 0
    #: The entry of the parent that a variation replaces; None until its first word is read.
    at: int | None = None
    variations: list[Variation] = field(default_factory=list)
    #: The parts of the comment on the present ply, and those before the first word.
    parts: list[str] = field(default_factory=list)

    def add_comment(self, text: str) -> None:
        self.parts.append(text)

    def end_comment(self) -> None:
        """Keep the comment on the present ply: nothing more can be added to it."""
        if self.parts:
            self.comments[self.ply] = "".join(self.parts)
            self.parts = []

    def add(self, entry: Entry) -> None:
        if entry.kind == "move":
            self.end_comment()
            self.ply += 1
        self.entries.append(entry)

    def begin(self, at: int, ply: int) -> None:
        """Start a variation at an entry of its parent, after `ply` moves."""
        self.at, self.ply = at, ply

    @property
    def last_move(self) -> int:
        """The index of the newest move; -1 if there is none."""
        indices = range(len(self.entries) - 1, -1, -1)
        return next((index for index in indices if self.entries[index].kind == "move"), -1)


class _Body:
    """Reads deals, moves, comments, variations and the result into a record."""

    def __init__(self, record: Record, version: int) -> None:
        self.record, self.version = record, version
        main = _Moves(record.entries, record.comments, START, at=0)
        self.stack = [main]
        #: The words of the present line.
        self.line: list[_Token] = []

    def read(self, text: str) -> None:
        for token in _tokens(text):
            self.read_token(token)
        if len(self.stack) > 1:
            raise UnreadableRecord("record/missing", place=self.stack[-1].place, what="')'")
        self.stack[0].end_comment()
        record = self.record
        record.variations = tuple(self.stack[0].variations)
        if not record.end_place:
            what = Expected("record-end")
            raise UnreadableRecord("record/missing", place=token.place, what=what)
        if record.scores is not None and not record.winners:
            raise UnreadableRecord("record/missing", place=token.place, what="'winners ...'")

    def read_token(self, token: _Token) -> None:
        ended = self.record.end_place and token.kind != "break"
        if ended and not _continues_result(self.record, self.line, token):
            raise _unexpected(token, Expected("nothing"))
        if token.kind == "comment":
            self.stack[-1].add_comment(token.text)
        elif token.kind == "word":
            self.line.append(token)
            self.read_word()
        else:
            self.line = []
            if token.kind == "open":
                self.open_variation(token)
            elif token.kind == "close":
                self.close_variation(token)

    def open_variation(self, token: _Token) -> None:
        if self.version < VARIATIONS_VERSION:
            raise _unexpected(token, Expected("move"))
        if len(self.stack) > MAX_NESTING:
            raise _unexpected(token, Expected("less-nesting"))
        self.stack.append(_Moves([], {}, token.place))

    def close_variation(self, token: _Token) -> None:
        moves = self.stack[-1]
        if len(self.stack) == 1 or not moves.entries:
            raise _unexpected(token, Expected("move"))
        self.stack.pop()
        moves.end_comment()
        at, entries = moves.at or 0, tuple(moves.entries)
        variation = Variation(at, entries, moves.comments, tuple(moves.variations))
        self.stack[-1].variations.append(variation)

    def read_word(self) -> None:
        """The last word of the present line, given those before it."""
        word, first = self.line[-1], self.line[0]
        record, moves = self.record, self.stack[-1]
        if len(self.stack) > 1 and moves.at is None:
            self.begin_variation(word)
        if len(self.line) > 1 and first.text in ("scores", "winners"):
            _read_result(record, first.text, word)
        elif len(self.line) > 1 and first.text == "deal":
            moves.entries.append(moves.entries.pop().and_tiles(word.text))
        elif len(self.line) == 1 and word.text == "deal":
            if not moves.entries or moves.entries[-1].kind != "deal":  # deals in a row are one
                moves.add(Entry("deal", "", word.place))
        elif len(self.line) == 1 and len(self.stack) == 1 and _begins_result(record, word):
            pass
        elif re.fullmatch(r"[0-9]+\.", word.text):
            if word.text != f"{moves.ply + 1}.":
                raise _unexpected(word, f"{moves.ply + 1}.")
        else:
            moves.add(Entry("move", word.text, word.place))

    def begin_variation(self, word: _Token) -> None:
        """A variation begins with the number of the move that it replaces, or with a deal."""
        parent, moves = self.stack[-2], self.stack[-1]
        count = len(parent.entries)
        if word.text == "deal":
            replaces = count > 0 and parent.entries[-1].kind == "deal"
            moves.begin(count - int(replaces), parent.ply)
        elif word.text == f"{parent.ply}." and parent.last_move >= 0:
            moves.begin(parent.last_move, parent.ply - 1)
        elif word.text == f"{parent.ply + 1}.":
            moves.begin(count, parent.ply)
        else:
            raise _unexpected(word, f"{max(1, parent.ply)}.")


def _unexpected(token: _Token, expected: Expected | str) -> UnreadableRecord:
    got = token.text[:40]
    return UnreadableRecord("record/expected", place=token.place, expected=expected, got=got)


def _continues_result(record: Record, line: list[_Token], token: _Token) -> bool:
    """After the scores, more numbers and the winners may follow, and nothing else."""
    if record.scores is None or token.kind != "word":
        return False
    if not line:
        return token.text == "winners" and not record.winners
    return line[0].text in ("scores", "winners")


def _begins_result(record: Record, word: _Token) -> bool:
    """Whether a word begins the result, which is then noted."""
    if word.text == "scores":
        record.scores, record.end_place, record.winners_place = (), word.place, word.place
    elif word.text == UNFINISHED:
        record.end_place = record.winners_place = word.place
    else:
        return word.text == "winners" and bool(record.scores)
    return True


def _read_result(record: Record, name: str, word: _Token) -> None:
    if not re.fullmatch(r"[0-9]{1,4}", word.text):
        raise _unexpected(word, Expected("number"))
    numbers = record.scores or () if name == "scores" else record.winners
    if len(numbers) >= record.players:
        raise _unexpected(word, Expected("nothing"))
    if name == "scores":
        record.scores = (*(record.scores or ()), int(word.text))
    else:
        record.winners = (*record.winners, int(word.text) - 1)
