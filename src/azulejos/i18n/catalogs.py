"""Catalogs: the translations of one language, and the sentences made of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TypedDict

from azulejos.engine.errors import AzulejosError
from azulejos.i18n.po_file import PoFile, read_po

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

CATALOGS = Path(__file__).parent.parent / "locale"
#: The folder of the page: catalogs list the files that use a message.
PAGE = "web/"

#: Names of colours. Sentences hold them in their dictionary form, so translators place them where
#: they do not inflect: "väri on jo käytetty: sininen".
COLOURS = ("blue", "yellow", "red", "black", "white", "purple", "green", "orange")


class PageCatalog(TypedDict):
    """The messages of the page: a text, or its plural forms."""

    language: str
    messages: dict[str, str | list[str]]


class Words:
    """The translations of one language."""

    def __init__(self, language: str, catalog: PoFile) -> None:
        self.language = language
        self._translations = catalog.translations
        self._form: Callable[[int], int] = c2py(catalog.plural_rule)

    def gettext(self, message: str, /, **values: object) -> str:
        """A sentence with its places filled; English where there is no translation."""
        return self._one(message).format(**values)

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A sentence in the plural form of `n`, which fills the place {n}."""
        forms = self._forms(one)
        text = forms[self._form(abs(n))] if len(forms) > 1 else (one if n == 1 else many)
        return text.format(**{"n": n, **values})

    def of_data(self, message: str) -> str:
        """The translation of a message that stands in a data file, its places unfilled."""
        return self._one(message)

    def error(self, error: AzulejosError) -> str:
        """The text of an error as a sentence of its own."""
        text = error.localized(self._one)
        return text[:1].upper() + text[1:]

    def page_catalog(self) -> PageCatalog:
        """The messages that the page uses."""
        messages: dict[str, str | list[str]] = {}
        for id_, translation in self._translations.items():
            if any(name.startswith(PAGE) for name in translation.files):
                forms = self._forms(id_)
                if forms:
                    messages[id_] = forms[0] if len(forms) == 1 else list(forms)
        return {"language": self.language, "messages": messages}

    def _forms(self, message: str) -> tuple[str, ...]:
        """All forms of a translation; none where any is missing."""
        known = self._translations.get(message)
        return known.forms if known and all(known.forms) else ()

    def _one(self, message: str) -> str:
        return (self._forms(message) or (message,))[0]


def words_in(language: str) -> Words:
    """The translations of a language; English for an unknown one."""
    return _read(language if language in LANGUAGES else DEFAULT)


@cache
def _read(language: str) -> Words:
    path = CATALOGS / language / "LC_MESSAGES" / "azulejos.po"
    return Words(language, read_po(path.read_text(encoding="utf-8")))


def page_catalog(language: str) -> PageCatalog:
    """The catalog of the page in a language."""
    return words_in(language).page_catalog()
