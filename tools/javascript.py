"""What JavaScript says to people: the messages of a source file, and words it forgot to translate.

A lexer that is right about strings, comments, regular expressions and templates within templates;
it does not care for grammar. Where a slash could mean two things, it asks for plainer code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: How many ids each function takes before its values.
KEYWORDS = {"_": 1, "gettext": 1, "rich": 1, "ngettext": 2, "n_": 2, "richPlural": 2}

#: Words after which an expression begins, so that a slash begins a regular expression.
BEFORE_EXPRESSIONS = re.compile(
    "await|case|delete|do|else|extends|in|instanceof|new|of|return|throw|typeof|void|yield"
)
#: Words whose brackets hold a condition: after them a statement begins.
CONDITIONS = frozenset({"for", "if", "while", "with"})
CLOSES = {")": "(", "]": "[", "}": "{"}

PIECE = re.compile(
    r"""
    (?P<space> \s+ | //[^\n]* | /\*.*?\*/ )
  | (?P<name> [\#]?[^\W\d][\w$]* | \$[\w$]* )
  | (?P<number> \d[\w.]* )
  | (?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
  | (?P<sign> \+\+ | -- | [^\w\s"'] )
    """,
    re.VERBOSE | re.DOTALL,
)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
CHUNK = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}


class UnclearSource(ValueError):
    """The source cannot be read, or says something that translators could not be shown."""


@dataclass(frozen=True)
class Token:
    """A piece of source. A template is cut up: "`", chunk, "${", ..., "}", chunk, "`"."""

    kind: str  # "name", "number", "text", "regex", "sign", "chunk", "`" (both ends of a template)
    text: str
    line: int

    def is_sign(self, *signs: str) -> bool:
        """Whether this is one of some signs."""
        return self.kind == "sign" and self.text in signs


@dataclass(frozen=True)
class Found:
    """A message: one id, or the singular and the plural."""

    ids: tuple[str, ...]
    line: int


def messages(source: str, *, literals_only: bool = True) -> Iterator[Found]:
    """All messages of a source, in their order. What is no literal is an error, or left out."""
    pieces = [*tokens(source), Token("sign", "", 0)]
    for index, token in enumerate(pieces):
        count = KEYWORDS.get(token.text) if token.kind == "name" else None
        if count is None or not pieces[index + 1].is_sign("("):
            continue
        if index and pieces[index - 1] == Token("name", "function", pieces[index - 1].line):
            continue
        ids: list[str] = []
        at = index + 2
        while len(ids) < count:
            text, at = _literal(pieces, at)
            if text is None or not pieces[at].is_sign(",", ")"):
                break
            ids.append(text)
            at += 1
        if len(ids) == count:
            yield Found(tuple(ids), token.line)
        elif literals_only:
            raise UnclearSource(f"{token.line}: expected literal text in {token.text}(...)")


def _literal(pieces: list[Token], at: int) -> tuple[str | None, int]:
    """The text of a literal, or of several joined by `+`, and where it ends."""
    token = pieces[at]
    if token.kind == "text":
        text, at = token.text, at + 1
    elif token.kind == "`" and pieces[at + 1].kind == "chunk" and pieces[at + 2].kind == "`":
        text, at = pieces[at + 1].text, at + 3
    else:
        return None, at
    if pieces[at].is_sign("+"):
        rest, end = _literal(pieces, at + 1)
        return (None, end) if rest is None else (text + rest, end)
    return text, at


def tokens(source: str) -> Iterator[Token]:
    """The source cut into pieces, without space and comments."""
    lexer = _Lexer(source)
    while lexer.at < len(source):
        yield from lexer.in_template() if lexer.top() == "`" else lexer.in_code()
    if lexer.open:
        raise UnclearSource(f"{lexer.line}: {lexer.top()} is never closed")


class _Lexer:
    """Where the lexer stands, and what is open around it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at, self.line = 0, 1
        self.open: list[str] = []  # "(", "[", "{", "${", "`", and "if(" for any condition
        self._closed = ""
        self._last = [Token("sign", "", 0)] * 2

    def top(self) -> str:
        """What was opened last."""
        return self.open[-1] if self.open else ""

    def in_template(self) -> Iterator[Token]:
        """The text of a template up to its next place or its end, and the sign there."""
        match = CHUNK.match(self.source, self.at)
        assert match  # an empty chunk is one, too
        yield self._token("chunk", _unescaped(match[0]))
        self._move(match)
        if self.source.startswith("${", self.at):
            self.open.append("${")
            yield self._token("sign", "${")
            self.at += 2
        elif self.at < len(self.source):
            self.open.pop()
            yield self._token("`", "`")
            self.at += 1

    def in_code(self) -> Iterator[Token]:
        """The next piece, unless it is space."""
        match = PIECE.match(self.source, self.at)
        if self.source[self.at] == "/" and not (match and match["space"]):
            starts = self._starts_expression()
            match = (REGEX.match(self.source, self.at) if starts else None) or match
        if not match:
            got = self.source[self.at : self.at + 20]
            raise UnclearSource(f"{self.line}: expected JavaScript, got {got!r}")
        kind = match.lastgroup or "regex"
        if kind == "sign":
            self._note_brackets(match[0])
            yield self._token("`" if match[0] == "`" else "sign", match[0])
        elif kind != "space":
            yield self._token(kind, _unescaped(match[0][1:-1]) if kind == "text" else match[0])
        self._move(match)

    def _note_brackets(self, sign: str) -> None:
        if sign in ("(", "[", "{", "`"):
            word = self._last[1]
            condition = sign == "(" and word.kind == "name" and word.text in CONDITIONS
            self.open.append("if(" if condition else sign)
        elif sign in CLOSES:
            if not self.top().endswith(CLOSES[sign]):
                raise UnclearSource(f"{self.line}: {sign} closes nothing")
            self._closed = self.open.pop()

    def _starts_expression(self) -> bool:
        """Whether an expression may begin here: then a slash is no division."""
        before, previous = self._last
        if previous.kind == "name":
            keyword = BEFORE_EXPRESSIONS.fullmatch(previous.text)
            return keyword is not None and not before.is_sign(".")
        if previous.kind != "sign":
            return False
        if previous.text == "}":
            raise UnclearSource(f"{self.line}: a slash after }} can mean two things; use brackets")
        if previous.text == ")":
            return self._closed == "if("
        return previous.text not in ("]", "++", "--")

    def _token(self, kind: str, text: str) -> Token:
        self._last = [self._last[1], Token(kind, text, self.line)]
        return self._last[1]

    def _move(self, match: re.Match[str]) -> None:
        self.at = match.end()
        self.line += match[0].count("\n")


def _unescaped(text: str) -> str:
    """What a literal stands for."""

    def plain(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        return chr(int(code, 16)) if code else ESCAPES.get(match[4], match[4])

    return ESCAPE.sub(plain, text)


# Words in markup that nobody translates

TAG = re.compile(r"""<!--.*?--> | <(?:"[^"]*"|'[^']*'|[^'">])*>""", re.VERBOSE | re.DOTALL)
SPOKEN = re.compile(
    r"""[\s](?:alt|aria-description|aria-label|aria-roledescription|placeholder|title)\s*=\s*
    (?:"([^"]*)"|'([^']*)')""",
    re.VERBOSE,
)
WORD = re.compile(r"[^\W\d_]{2,}")
PLACE = "\ufffc"


def bare_texts(source: str) -> Iterator[tuple[int, str]]:
    """Lines and texts of markup (html`...`) that people read or hear in English only."""
    #: What is open: templates with their lines and chunks, and None for their places and braces.
    stack: list[tuple[int, bool, list[str]] | None] = []
    previous = Token("sign", "", 0)
    for token in tokens(source):
        top = stack[-1] if stack else None
        if token.kind == "`" and top is None:
            stack.append((token.line, previous.kind == "name" and previous.text == "html", []))
        elif token.kind == "`" and top:
            line, is_markup, chunks = top
            stack.pop()
            if is_markup:
                yield from ((line, text) for text in _bare(PLACE.join(chunks)))
        elif token.kind == "chunk" and top:
            top[2].append(token.text)
        elif token.is_sign("${", "{"):
            stack.append(None)
        elif token.is_sign("}"):
            stack.pop()
        previous = token


def _bare(markup: str) -> Iterator[str]:
    for text in re.split(f"{PLACE}|\n", TAG.sub("\n", markup)):
        if WORD.search(re.sub(r"&\w+;", "", text)):
            yield " ".join(text.split())
    for tag in TAG.findall(markup):
        for double, single in SPOKEN.findall(tag):
            if WORD.search(double or single):
                yield double or single
