"""Messages and untranslated text in JavaScript sources, found in tree-sitter's syntax tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

PARSER = Parser(Language(tree_sitter_javascript.language()))

#: Number of message ids that each function takes before its values.
KEYWORDS = {"_": 1, "gettext": 1, "rich": 1, "ngettext": 2, "n_": 2, "richPlural": 2}
#: Tag of the templates that hold markup.
MARKUP = "html"

ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}

TAG = re.compile(r"""<!--.*?--> | <(?:"[^"]*"|'[^']*'|[^'">])*>""", re.VERBOSE | re.DOTALL)
#: Attributes whose values are read out or shown.
SPOKEN = re.compile(
    r"""[\s](?:alt|aria-description|aria-label|aria-roledescription|placeholder|title)\s*=\s*
    (?:"([^"]*)"|'([^']*)')""",
    re.VERBOSE,
)
WORD = re.compile(r"[^\W\d_]{2,}")
#: Stands for a substitution in the text of a template.
SUBSTITUTION = "\ufffc"


class UnclearSource(ValueError):
    """A source with a syntax error, or a message that is not a literal."""


@dataclass(frozen=True)
class Found:
    """A message: one id, or the singular and the plural."""

    ids: tuple[str, ...]
    line: int


def messages(source: str, *, literals_only: bool = True) -> Iterator[Found]:
    """All messages of a source in order. Other expressions than literals raise, or are skipped."""
    text = source.encode()
    for node in _walk(_parse(text)):
        name, arguments = _call(node)
        if arguments is None or name.text is None or name.text.decode() not in KEYWORDS:
            continue
        count = KEYWORDS[keyword := name.text.decode()]
        line = _line(text, name)
        values = [child for child in arguments.named_children if child.type != "comment"]
        ids = tuple(text for text in map(_literal, values[:count]) if text is not None)
        if len(ids) == count:
            yield Found(ids, line)
        elif literals_only:
            raise UnclearSource(f"{line}: expected literal text in {keyword}(...)")


def bare_texts(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of what html`...` shows or reads out without translation."""
    text = source.encode()
    yield from ((_line(text, node), words) for node, words in _bare_texts(_parse(text)))


def _bare_texts(node: Node) -> Iterator[tuple[Node, str]]:
    for child in node.children:
        yield from _bare_texts(child)
    name, template = _call(node, "template_string")
    if template is not None and name.text == MARKUP.encode():
        yield from ((template, text) for text in _untranslated(_chunks(template)))


def _parse(source: bytes) -> Node:
    root = PARSER.parse(source).root_node
    if root.has_error:
        wrong = next(node for node in _walk(root) if node.is_error or node.is_missing)
        got = source[wrong.start_byte :].decode()[:20]
        raise UnclearSource(f"{_line(source, wrong)}: expected JavaScript, got {got!r}")
    return root


def _line(source: bytes, node: Node) -> int:
    """The line of a node. Its `start_point` would crash the interpreter (tree-sitter 0.26)."""
    return source.count(b"\n", 0, node.start_byte) + 1


def _walk(node: Node) -> Iterator[Node]:
    """All nodes, parents before their children."""
    yield node
    for child in node.children:
        yield from _walk(child)


def _call(node: Node, arguments: str = "arguments") -> tuple[Node, Node | None]:
    """The called function's own name and its arguments, where a node is such a call."""
    function = node.child_by_field_name("function")
    given = node.child_by_field_name("arguments")
    if node.type != "call_expression" or not function or not given or given.type != arguments:
        return node, None
    return function.child_by_field_name("property") or function, given


def _literal(node: Node) -> str | None:
    """The text of a literal, or of several joined by `+`."""
    if node.type == "binary_expression":
        operator, left, right = map(node.child_by_field_name, ("operator", "left", "right"))
        if left and right and operator and operator.type == "+":
            one, other = _literal(left), _literal(right)
            return None if one is None or other is None else one + other
        return None
    if node.type not in ("string", "template_string") or node.text is None:
        return None
    if any(child.type == "template_substitution" for child in node.children):
        return None
    return _unescaped(node.text.decode()[1:-1])


def _chunks(template: Node) -> str:
    """The text of a template, each substitution replaced by one sign."""
    assert template.text is not None
    text, at, offset = "", 1, template.start_byte
    for child in template.named_children:
        if child.type == "template_substitution":
            text += template.text[at : child.start_byte - offset].decode() + SUBSTITUTION
            at = child.end_byte - offset
    return _unescaped(text + template.text[at:-1].decode())


def _unescaped(text: str) -> str:
    """The value of a literal."""

    def plain(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        return chr(int(code, 16)) if code else ESCAPES.get(match[4], match[4])

    return ESCAPE.sub(plain, text)


def _untranslated(markup: str) -> Iterator[str]:
    for text in re.split(f"{SUBSTITUTION}|\n", TAG.sub("\n", markup)):
        if WORD.search(re.sub(r"&\w+;", "", text)):
            yield " ".join(text.split())
    for tag in TAG.findall(markup):
        for double, single in SPOKEN.findall(tag):
            if WORD.search(double or single):
                yield double or single
