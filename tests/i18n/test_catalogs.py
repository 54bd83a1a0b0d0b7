"""Catalogs of all languages: completeness, errors in translation, negotiation of the language."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from hypothesis import given
from hypothesis import strategies as st

import azulejos.server.errors
from azulejos import AzulejosError, Game, i18n
from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.errors import BadOption, IllegalMove, InvalidPosition, Problem, UnknownName
from azulejos.engine.pavilion.layout import Colour as PavilionColour
from azulejos.game.records import UnreadableRecord
from azulejos.i18n import LANGUAGES, negotiate, page_catalog, words_in
from tools import words

OTHERS = [language for language in LANGUAGES if language != i18n.DEFAULT]


# The catalogs


def test_every_language_is_complete() -> None:
    assert words.check(words.PACKAGE) == []


def test_the_tool_and_the_package_know_the_same_languages() -> None:
    assert words.PLURALS.keys() == LANGUAGES.keys()
    assert words.ENGLISH == i18n.DEFAULT


def test_every_colour_has_a_name() -> None:
    names = {str(colour) for colours in (AzulColour, PavilionColour) for colour in colours}
    assert names == set(i18n.COLOURS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_gets_its_own_messages_and_no_others(language: str) -> None:
    catalog = page_catalog(language)
    assert catalog["language"] == language
    assert "blue" in catalog["messages"]
    assert "the game is over" not in catalog["messages"]
    assert json.loads(json.dumps(catalog)) == catalog


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_gets_two_forms_where_a_number_decides(language: str) -> None:
    messages = words.extract(words.PACKAGE)[0]
    catalog = page_catalog(language)["messages"]
    assert all(
        isinstance(text, list) == (len(messages[key].ids) == 2) for key, text in catalog.items()
    )


# Numbers


def singular_numbers(language: str) -> list[int]:
    message = Message(("tile", "tiles"), ("one", "many"))
    speaker = i18n.Words(language, {"tile": message}, words.PLURALS[language])
    return [n for n in range(130) if speaker.ngettext("tile", "tiles", n) == "one"]


def test_plural_rules() -> None:
    assert singular_numbers("en") == [1]
    assert singular_numbers("fi") == [1]
    assert singular_numbers("de") == [1]
    assert singular_numbers("nb") == [1]
    assert singular_numbers("pt_BR") == [0, 1]
    assert singular_numbers("is") == [1, 21, 31, 41, 51, 61, 71, 81, 91, 101, 121]


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogs_declare_the_plural_rules_of_their_language(language: str) -> None:
    text = words.path_of(words.PACKAGE, language).read_text(encoding="utf-8")
    assert f"plural={words.PLURALS[language]};" in text


def test_a_number_fills_its_own_place() -> None:
    finnish = words_in("fi")
    assert finnish.ngettext("{n} odd thing", "{n} odd things", 1) == "1 odd thing"
    assert finnish.ngettext("{n} of {most}", "{n} of {most} things", 0, most=5) == "0 of 5 things"


# Errors


def kinds_of_errors(kind: type[AzulejosError] = AzulejosError) -> Iterator[type[AzulejosError]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("azulejos."):
            yield child
            yield from kinds_of_errors(child)


assert azulejos.server.errors  # its errors are among them
TEMPLATES = [
    (kind, code)
    for kind in kinds_of_errors()
    if kind is not InvalidPosition
    for code in kind.__dict__.get("messages", {})
]


@pytest.mark.parametrize(("kind", "code"), TEMPLATES)
def test_every_error_speaks_every_language(kind: type[AzulejosError], code: str) -> None:
    places = {place.removesuffix("!r") for place in words.places(kind.messages[code])}
    error = kind(code, **{place: f"<{place}>" for place in places})
    texts = {language: words_in(language).error(error) for language in LANGUAGES}
    assert texts["en"] == str(error)[:1].upper() + str(error)[1:]
    for language, text in texts.items():
        assert all(f"<{place}>" in text for place in places), language
        assert not set("{}") & set(text), language
    if code != "record/replay":  # nothing but a place and a reason
        assert len(set(texts.values())) > 1


def test_a_colour_stands_in_its_dictionary_form() -> None:
    error = IllegalMove("azul/row-holds-colour", row=2, colour=AzulColour.BLUE)
    assert words_in("en").error(error) == "Row 2 of the wall already holds blue"
    assert words_in("fi").error(error) == "Seinän rivillä 2 on jo tämä väri: sininen"
    assert words_in("pt_BR").error(error).endswith("azul")
    assert words_in("is").error(error).endswith("blár")


def test_what_somebody_wrote_is_quoted_as_it_is() -> None:
    error = UnknownName("unknown-board", known="coloured, grey", name="red")
    for language in LANGUAGES:
        assert "'red'" in words_in(language).error(error)


def test_expectations_are_translated_too() -> None:
    error = BadOption("bad-option", option="players", expected="2, 3 or 4", got=7)
    assert words_in("de").error(error).endswith("erwartet: 2, 3 oder 4; erhalten: 7")


def test_all_reasons_of_an_impossible_position_are_translated() -> None:
    reasons = [Problem("supply-full"), Problem("to-play", expected="a player", got="nobody")]
    text = words_in("nb").error(InvalidPosition(reasons))
    assert text.startswith("Denne stillingen kan ikke oppstå: forrådet er fullt")
    assert text.endswith("fikk: ingen")


def test_the_reason_why_a_record_cannot_be_replayed_is_translated() -> None:
    text = Game(seed=1).to_text().replace("unfinished", "9b1\nunfinished")
    with pytest.raises(UnreadableRecord) as caught:
        Game.from_text(text)
    line = text[: text.index("9b1")].count("\n") + 1
    assert words_in("fi").error(caught.value) == (
        f"Rivi {line}, sarake 1: tehdasalustaa 9 ei ole: tässä pelissä niitä on 5"
    )


#: Parts that speak to those who type commands, in English.
COMMAND_LINE = {"arena", "cli", "training", "run.py", "settings.py"}
#: What variables and parameters are called that hold phrases for errors.
EXPECTATIONS = {"expected", "what", "allowed", "long"}


def test_every_phrase_that_errors_carry_is_known() -> None:
    finnish = words_in("fi")
    paths = [path for path in words.PACKAGE.rglob("*.py") if not COMMAND_LINE & set(path.parts)]
    samples = {text for path in paths for text in _phrases_of(path)}
    assert len(samples) > 30
    unknown = {text for text in samples if finnish._shown(text) == text}
    # Notation is the same for everybody.
    assert unknown <= {"1", "1.", "'winners ...'", "1six different colours", "one colour or ", ""}


def _phrases_of(path: Path) -> Iterator[str]:
    """Literal texts that a module's errors are given to say what they expected."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg in EXPECTATIONS:
            yield from _sample(node.value)
        elif isinstance(node, ast.Assign):
            targets = getattr(node.targets[0], "elts", node.targets)
            values = getattr(node.value, "elts", [node.value])
            for target, value in zip(targets, values, strict=False):
                if getattr(target, "id", "") in EXPECTATIONS:
                    yield from _sample(value)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "wrong":
            yield from _sample(node.args[0])


def _sample(node: ast.expr) -> Iterator[str]:
    """What an expression may look like as text, if it is a literal with or without places."""
    if isinstance(node, ast.IfExp):
        yield from (*_sample(node.body), *_sample(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "1" for part in node.values]
        yield "".join(map(str, parts)).replace("five 1", "five lines")


def test_an_unknown_language_is_answered_in_english() -> None:
    assert words_in("tlh").language == "en"
    assert words_in("../../fi").gettext("{n} left", n=3) == "3 left"


# Which language somebody reads


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("fi", "fi"),
        ("pt_BR", "pt_BR"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt_BR"),
        ("pt-PT", "pt_BR"),
        ("PT", "pt_BR"),
        ("no", "nb"),
        ("nn-NO, en;q=0.5", "nb"),
        ("de-AT", "de"),
        ("sv, fr;q=0.9, is;q=0.2", "is"),
        ("en;q=0.5, de;q=0.7", "de"),
        ("de;q=0, fi;q=0.1", "fi"),
        ("de; q=0.3 , fi ; q=0.4", "fi"),
        ("*", "en"),
        ("de;q=nan, fi;q=0.1", "fi"),
        ("de;q=-1, fi;q=1e9", "en"),
        ("x" * 100_000 + ", fi", "en"),
        (";;;,,,q=,=;-_", "en"),
        ("is;q=1.000", "is"),
    ],
)
def test_a_browser_is_given_the_best_of_our_languages(header: str | None, language: str) -> None:
    assert negotiate(header) == language


@given(st.text())
def test_no_header_is_an_accident(header: str) -> None:
    assert negotiate(header) in LANGUAGES
