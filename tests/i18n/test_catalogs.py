"""Catalogs of all languages: completeness, errors in translation, negotiation of the language."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

import azulejos.arena.errors
import azulejos.parallel
import azulejos.server.errors
import azulejos.training.errors
from azulejos import AzulejosError, Game, i18n
from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.errors import BadOption, IllegalMove, InvalidPosition, Problem, UnknownName
from azulejos.engine.parameters import (
    ANY_PLAYER,
    NO_PLAYER,
    Alternatives,
    Expected,
    Parameter,
    Range,
)
from azulejos.engine.pavilion.layout import Colour as PavilionColour
from azulejos.game.records import UnreadableRecord
from azulejos.i18n import LANGUAGES, negotiate, page_catalog, words_in
from azulejos.i18n.catalogs import COLOURS
from azulejos.i18n.po_file import PoFile, Translation
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
    assert names == set(COLOURS)


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
    catalog = PoFile({"tile": Translation(("one", "many"))}, words.PLURALS[language])
    speaker = i18n.Words(language, catalog)
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
        if child.__module__.split(".")[0] == "azulejos":
            yield child
            yield from kinds_of_errors(child)


assert azulejos.arena.errors  # their errors are among them
assert azulejos.parallel
assert azulejos.server.errors
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
    error = BadOption("out-of-range", option="players", expected=Expected("player-count"), got=7)
    assert words_in("de").error(error).endswith("erwartet: 2, 3 oder 4; erhalten: 7")


def test_all_reasons_of_an_impossible_position_are_translated() -> None:
    reasons = [Problem("supply-full"), Problem("to-play", expected=ANY_PLAYER, got=NO_PLAYER)]
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


def test_a_huge_number_is_described_and_not_quoted() -> None:
    error = BadOption("out-of-range", option="seed", expected=Range(0, 9), got=1 << 10_000)
    assert str(error) == "expected seed to be from 0 to 9, got a huge number"
    assert words_in("de").error(error).endswith("erhalten: eine riesige Zahl")


def kinds_of_parameters(kind: type[Parameter] = Parameter) -> Iterator[type[Parameter]]:
    for child in kind.__subclasses__():
        yield child
        yield from kinds_of_parameters(child)


assert azulejos.training.errors  # and its parameters
PHRASES = [(kind, key) for kind in kinds_of_parameters() for key in kind.messages]


def sample(kind: type[Parameter], key: str) -> Parameter:
    """A parameter of a kind, each of whose places is filled with its name."""
    values: dict[str, object] = {field.name: f"<{field.name}>" for field in fields(kind)}
    if "kind" in values:
        values["kind"] = key
    if "known" in values:
        values["known"] = ("<first>", "<second>") if kind is Alternatives else ("<known>",)
    return kind(**values)


@pytest.mark.parametrize(("kind", "key"), PHRASES)
def test_every_parameter_speaks_every_language(kind: type[Parameter], key: str) -> None:
    parameter = sample(kind, key)
    places = {place.removesuffix("!r") for place in words.places(kind.messages[key])}
    for language in LANGUAGES:
        text = parameter.localized(words_in(language)._one)
        assert all(f"<{place}>" in text for place in places), language
        assert (language == i18n.DEFAULT) == (text == str(parameter)) or text in SAME_WORDS


#: Parameters that read the same in English and in another language.
SAME_WORDS = {"centre", "text", "header"}


@pytest.mark.parametrize(("kind", "key"), PHRASES)
def test_parameters_are_compared_and_pickled_by_their_values(
    kind: type[Parameter], key: str
) -> None:
    parameter = sample(kind, key)
    assert pickle.loads(pickle.dumps(parameter)) == parameter == sample(kind, key)
    assert hash(parameter) == hash(sample(kind, key))


def test_no_error_is_given_an_english_phrase() -> None:
    names = {kind.__name__ for kind in (*kinds_of_errors(), *kinds_of_parameters())}
    wrong = [
        f"{path.name}:{node.lineno}: {ast.unparse(value)}"
        for path in words.PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names
        for value in (*node.args[1:], *(keyword.value for keyword in node.keywords))
        if _is_phrase(value)
    ]
    assert not wrong


def _is_phrase(node: ast.expr) -> bool:
    """Whether an expression is a literal text of several words."""
    if isinstance(node, ast.JoinedStr):
        return any(_is_phrase(part) for part in node.values)
    text = node.value if isinstance(node, ast.Constant) else None
    return isinstance(text, str) and bool(re.search(r"[a-z] [a-z]", text, re.IGNORECASE))


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
