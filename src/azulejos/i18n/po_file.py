"""Reader of message catalogs in gettext's `.po` format, without contexts of messages.

The catalogs are written and checked by `python -m tools.words`, which reads them with Babel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class Translation:
    """The translation of a message: one text per plural form; and the files that use it."""

    forms: tuple[str, ...]
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PoFile:
    """The translations by their (singular) ids, and the plural rule, an expression of C."""

    translations: dict[str, Translation]
    plural_rule: str


def read_po(text: str) -> PoFile:
    """The contents of a catalog; its first entry is the header, which holds the plural rule."""
    translations: dict[str, Translation] = {}
    on_one_line = text.replace('"\n"', "")
    for entry in on_one_line.split("\n\n"):
        strings = re.findall(r'^(msg\w+)(?:\[\d\])? "(.*)"$', entry, re.MULTILINE)
        files = " ".join(re.findall(r"^#: (.*)$", entry, re.MULTILINE)).split()
        for id_ in [_unescaped(string) for key, string in strings if key == "msgid"]:
            forms = tuple(_unescaped(string) for key, string in strings if key == "msgstr")
            translations[id_] = Translation(forms, tuple(files))
    header = translations.pop("").forms[0]
    return PoFile(translations, re.findall(r"plural=(.*?);", header)[0])


def _unescaped(string: str) -> str:
    return re.sub(r"\\(.)", lambda match: ESCAPED.get(match[1], match[1]), string)
