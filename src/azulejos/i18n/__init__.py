"""The words that people read, in six languages: sentences, errors, and the page's catalog.

A message is a whole English sentence with {named} places; a language's catalog holds its
translation. `python -m tools.words` keeps the catalogs complete. Which language somebody reads is
for others to know: nothing here remembers it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from azulejos.engine.colours import Colour
from azulejos.engine.errors import AzulejosError, InvalidPosition

#: The languages by their codes, each by its own name.
LANGUAGES = {
    "en": "English",
    "fi": "Suomi",
    "pt_BR": "Português (Brasil)",
    "de": "Deutsch",
    "is": "Íslenska",
    "nb": "Norsk bokmål",
}
DEFAULT = "en"

#: What readers of other languages and tags are given: by the first part of a tag.
READERS = {**{code.partition("_")[0]: code for code in LANGUAGES}, "no": "nb", "nn": "nb"}
#: Of a header that names languages, as much as anybody needs.
MOST_LETTERS, MOST_WISHES = 1000, 50

CATALOGS = Path(__file__).parent.parent / "locale"
#: Where the page lives: the catalogs say of each message which files use it.
PAGE = "web/"

#: English words that errors carry as parameters. In a sentence a colour stands in its dictionary
#: form, so translators put it where it does not inflect: "väri on jo käytetty: sininen".
COLOURS = ("blue", "yellow", "red", "black", "white", "purple", "green", "orange")
PHRASES = (
    *COLOURS,
    "a huge number",
    "nobody",
    "a player",
    "player {player}",
    "bag",
    "centre",
    "lid",
    "tower",
    "supply",
    "factory {factory}",
    "line {line} of player {player}",
    "floor of player {player}",
    "tiles of player {player}",
    "score of player {player}",
    "tiles in the supply",
    "2, 3 or 4",
    "text",
    "nothing",
    "a number",
    "a position",
    "a name for each opponent",
    "a number for each game",
    "a list of deals",
    "seven stars",
    "five lines",
    "five rows of the wall",
    "six different colours",
    "one colour or six different colours",
    "0 in this phase",
    "{number} at the end",
    "{value}, as in the position",
    "one of {known}",
    "a number from {low} to {high}",
    "a whole number from {low} to {high}",
    "{count} numbers from {low} to {high}",
    "a seat from {low} to {high}",
    "a player from {low} to {high}, or -",
    "a player from {low} to {high}",
    "from {low} to {high} in this phase",
    "from {low} to {high}",
    "at most {most} characters",
    "tiles as letters of {letters}, or -",
    "{count} of {letters} or {empty}",
    "four parts: score | lines | wall | floor",
    "four parts: score | tiles | stars | passed or -",
    "four numbers such as 4-8-12-16",
    "a comment in braces {{...}}",
    "a header such as 'board: grey'",
    "{name} only once",
    "a number after '{name}:'",
    "numbers joined by dashes after '{name}:'",
    "the end ('scores ...' or 'unfinished')",
    "header",
    "line {line}, column {column}",
    "nested too deep",
    "huge number",
)
#: Nothing longer is looked through for a phrase.
LONGEST_PHRASE = 200


class Words:
    """The words of one language."""

    def __init__(self, language: str, messages: Mapping[str, Message], plural: str) -> None:
        """The words of a catalog. `plural` is its rule, as catalogs write it."""
        self.language = language
        self._messages = messages
        self._form: Callable[[int], int] = c2py(plural)

    def gettext(self, message: str, /, **values: Any) -> str:
        """A sentence with its places filled; English where there is no translation."""
        return self._one(message).format(**values)

    def ngettext(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """A sentence in the form that a number asks for; the number is its place {n}."""
        forms = self._forms(one)
        text = forms[self._form(abs(n))] if len(forms) > 1 else (one if n == 1 else many)
        return text.format(**{"n": n, **values})

    def error(self, error: AzulejosError) -> str:
        """What an error says, as a sentence of its own."""
        text = self._error(error)
        return text[:1].upper() + text[1:]

    def page_catalog(self) -> dict[str, Any]:
        """The messages that the page uses: texts, or both forms where a number decides."""
        messages: dict[str, str | list[str]] = {}
        for id_, message in self._messages.items():
            if any(name.startswith(PAGE) for name, _ in message.locations):
                forms = self._forms(id_)
                if forms:
                    messages[id_] = forms[0] if len(forms) == 1 else list(forms)
        return {"language": self.language, "messages": messages}

    def _forms(self, message: str) -> tuple[str, ...]:
        """All forms of a translation; none where any is missing."""
        known = self._messages.get(message)
        text = (known.string if known is not None else "") or ""
        forms = (text,) if isinstance(text, str) else tuple(text)
        return forms if all(forms) else ()

    def _one(self, message: str) -> str:
        return (self._forms(message) or (message,))[0]

    def _error(self, error: AzulejosError) -> str:
        template = error.messages[error.code]
        # What is shown with quotation marks was written by somebody: it stays as it is.
        quoted = {name for _, name, _, kind in Formatter().parse(template) if kind == "r"}
        values = {
            name: value if name in quoted else self._shown(value)
            for name, value in error.parameters.items()
        }
        if isinstance(error, InvalidPosition):
            values["summary"] = "; ".join(map(self._error, error.reasons))
        cause = error.__cause__
        if isinstance(cause, AzulejosError) and error.parameters.get("reason") == str(cause):
            values["reason"] = self._error(cause)
        return self.gettext(template, **values)

    def _shown(self, value: Any) -> Any:
        """A parameter of an error, translated if it is an English phrase of ours."""
        if isinstance(value, Colour):
            return self.gettext(str(value))
        if not isinstance(value, str) or len(value) > LONGEST_PHRASE:
            return value
        for phrase in PHRASES:
            match = _pattern(phrase).fullmatch(value)
            if match:
                return self.gettext(phrase, **match.groupdict())
        return value


@cache
def _pattern(phrase: str) -> re.Pattern[str]:
    """What texts look like that were made of a phrase."""
    parts = Formatter().parse(phrase)
    return re.compile(
        "".join(re.escape(text) + (f"(?P<{n}>.+)" if n else "") for text, n, *_ in parts)
    )


def words_in(language: str) -> Words:
    """The words of a language; English for whoever asks for one that we do not have."""
    return _read(language if language in LANGUAGES else DEFAULT)


@cache
def _read(language: str) -> Words:
    path = CATALOGS / language / "LC_MESSAGES" / "azulejos.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    messages = {
        message.id if isinstance(message.id, str) else message.id[0]: message
        for message in catalog
        if message.id
    }
    return Words(language, messages, catalog.plural_expr)


def page_catalog(language: str) -> dict[str, Any]:
    """What the page needs to speak a language."""
    return words_in(language).page_catalog()


def negotiate(accept_language: str | None) -> str:
    """The best of our languages for a reader whose browser sent this header, whatever it holds."""
    best, best_quality = DEFAULT, 0.0
    for wish in (accept_language or "")[:MOST_LETTERS].split(",")[:MOST_WISHES]:
        tag, _, parameter = wish.partition(";")
        code = READERS.get(re.split("[-_]", tag.strip().lower())[0])
        quality = _quality(parameter)
        if code and quality > best_quality:
            best, best_quality = code, quality
    return best


def _quality(parameter: str) -> float:
    """How much a language is wished for, from 0 to 1; a wish that cannot be read counts nothing."""
    if not parameter.strip():
        return 1.0
    match = re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*", parameter, re.ASCII)
    return min(float(match[1]), 1.0) if match else 0.0
