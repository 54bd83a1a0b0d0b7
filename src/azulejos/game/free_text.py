"""Text that people type: names, headers and comments. What of it is kept, and how it is shown.

What is kept by a service has to be visible: no control characters, halves of surrogate pairs,
changes of the direction of writing or characters without width. Games in memory and files of their
owner may hold anything; `printable` is for showing those in a terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import ClassVar

from azulejos.engine.errors import AzulejosError

#: The most characters of a name, of the value of a header, and of a comment.
MAX_NAME = 24
MAX_HEADER = 200
MAX_COMMENT = 2000
#: The most combining marks on one letter; no language puts more.
MAX_MARKS = 4
ELLIPSIS = "…"
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

NON_JOINER, JOINER = "\u200c", "\u200d"
#: Control characters, formats, private and half characters, separators of lines and paragraphs.
HIDDEN_CATEGORIES = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
#: Letters and symbols that look like nothing.
BLANKS = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
MARKS = {"Mn", "Me"}
SYMBOLS = {"So", "Sk", "Cn"}
#: The canonical combining class of viramas, after which a joiner changes the shape of letters.
VIRAMA = 9


class UnusableText(AzulejosError):
    """A text that people typed cannot be kept."""

    messages: ClassVar = {
        "text/too-long": "expected at most {most} characters, got {got}",
        "text/hidden": "expected only characters that can be seen, got {got} at character {at}",
    }


def check_line(text: str, most: int) -> None:
    """Refuse a text of more than `most` characters, or with any that cannot be seen."""
    _check(text, most, line_breaks=False)


def check_lines(text: str, most: int) -> None:
    """Like `check_line`, for a text that may have several lines."""
    _check(text, most, line_breaks=True)


def _check(text: str, most: int, *, line_breaks: bool) -> None:
    if len(text) > most:
        raise UnusableText("text/too-long", most=most, got=len(text))
    for index in _hidden(text, line_breaks):
        raise UnusableText("text/hidden", got=f"U+{ord(text[index]):04X}", at=index + 1)


def printable(text: str) -> str:
    """A text for a terminal: lines of characters that can be seen, others replaced by U+FFFD."""
    letters = list(text.replace("\r\n", "\n").replace("\t", " "))
    for index in _hidden("".join(letters), line_breaks=True):
        letters[index] = REPLACEMENT
    return "".join(letters)


def printable_line(text: str) -> str:
    """Like `printable`, on one line."""
    return " ".join(printable(text).splitlines())


def shortened(text: str, most: int) -> str:
    """The text, or its beginning and an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + ELLIPSIS


def _hidden(text: str, line_breaks: bool) -> Iterator[int]:
    """The indices of characters that cannot be seen."""
    marks = 0
    for index, letter in enumerate(text):
        if " " <= letter <= "~":
            marks = 0
            continue
        category = unicodedata.category(letter)
        marks = marks + 1 if category in MARKS else 0
        if letter == "\n" and line_breaks:
            continue
        if letter in (JOINER, NON_JOINER):
            before, after = text[index - 1 : index], text[index + 1 : index + 2]
            if not _joins(before, letter, after):
                yield index
        elif (
            category in HIDDEN_CATEGORIES
            or letter in BLANKS
            or marks > MAX_MARKS
            or _is_noncharacter(letter)
            or (_is_variation(letter) and not _can_vary(text[index - 1 : index]))
        ):
            yield index


def _joins(before: str, joiner: str, after: str) -> bool:
    """Whether a joiner has an effect: in emoji, after a virama, between Arabic letters."""
    if not before or not after:
        return False
    if joiner == JOINER and _is_symbol(after) and (_is_symbol(before) or _is_variation(before)):
        return True
    if unicodedata.combining(before) == VIRAMA:
        return True
    names = (unicodedata.name(letter, "") for letter in (before, after))
    return joiner == NON_JOINER and all(name.startswith("ARABIC LETTER") for name in names)


def _is_symbol(letter: str) -> bool:
    """Whether a character can be part of an emoji; new ones are not assigned here yet."""
    return unicodedata.category(letter) in SYMBOLS


def _is_variation(letter: str) -> bool:
    """Whether a character selects a variation of the one before it."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


def _can_vary(before: str) -> bool:
    return before != "" and unicodedata.category(before)[0] in "LNPSC" and before not in "\n\u200d"


def _is_noncharacter(letter: str) -> bool:
    """Whether a code is set aside and never a character."""
    code = ord(letter)
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
