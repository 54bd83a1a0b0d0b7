"""The reader of catalogs: everything that Babel, which writes and checks them, reads from them."""

from __future__ import annotations

from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po as babel_read_po
from babel.messages.pofile import write_po
from hypothesis import given
from hypothesis import strategies as st

from azulejos.i18n import LANGUAGES
from azulejos.i18n.po_file import PoFile, Translation, read_po
from tools import words

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]))
WORDS = st.lists(TEXT | st.sampled_from(["\n", "\t", '"', "\\", '\\"', "\\n"]), min_size=1)
PHRASE = WORDS.map("".join).filter(bool)


def as_babel_reads(text: bytes, language: str) -> PoFile:
    """A catalog as Babel reads it."""
    catalog = babel_read_po(BytesIO(text), locale=language)
    translations = {}
    for message in catalog:
        forms = message.string if isinstance(message.string, tuple) else (str(message.string),)
        files = tuple(name for name, _ in message.locations)
        id_ = message.id if isinstance(message.id, str) else message.id[0]
        translations[id_] = Translation(forms, files)
    del translations[""]
    return PoFile(translations, catalog.plural_expr)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalog_is_read_as_babel_reads_it(language: str) -> None:
    text = words.path_of(words.PACKAGE, language).read_bytes()
    catalog = read_po(text.decode())
    assert catalog == as_babel_reads(text, language)
    assert catalog.plural_rule == words.PLURALS[language]
    assert any(len(known.forms) == 2 for known in catalog.translations.values())


@given(st.dictionaries(PHRASE, st.tuples(PHRASE) | st.tuples(PHRASE, PHRASE), max_size=4))
def test_any_text_survives_wrapped_lines_and_escapes(messages: dict[str, tuple[str, ...]]) -> None:
    catalog = Catalog(locale="is", fuzzy=False)
    for id_, forms in messages.items():
        is_plural = len(forms) == 2
        catalog.add(
            (id_, f"{id_}s") if is_plural else id_,
            forms if is_plural else forms[0],
            locations=[("web/table.js", 1)],
        )
    file = BytesIO()
    write_po(file, catalog, width=20, include_lineno=False)
    expected = {id_: Translation(forms, ("web/table.js",)) for id_, forms in messages.items()}
    assert read_po(file.getvalue().decode()).translations == expected


def test_comments_fuzzy_marks_and_obsolete_entries_do_not_disturb() -> None:
    text = """\
# A translator
msgid ""
msgstr ""
"Language: fi\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

# a remark
#: web/a.js tui/b.py
#: web/c.js
#, fuzzy
msgid "tile"
msgid_plural ""
"tiles"
msgstr[0] "laatta"
msgstr[1] "laattaa"

#~ msgid "gone"
#~ msgstr "poissa"
"""
    known = Translation(("laatta", "laattaa"), ("web/a.js", "tui/b.py", "web/c.js"))
    assert read_po(text) == PoFile({"tile": known}, "(n != 1)")
