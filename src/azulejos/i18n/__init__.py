"""Texts in six languages: gettext catalogs, sentences of errors, and the page's messages.

A message is a whole English sentence with {named} places; a language's catalog holds its
translation. `python -m tools.words` keeps the catalogs complete. No language is remembered here:
callers pass it.
"""

from azulejos.i18n.accept_language import negotiate
from azulejos.i18n.catalogs import DEFAULT, LANGUAGES, PageCatalog, Words, page_catalog, words_in

__all__ = ["DEFAULT", "LANGUAGES", "PageCatalog", "Words", "negotiate", "page_catalog", "words_in"]
