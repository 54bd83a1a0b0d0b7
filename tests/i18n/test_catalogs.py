"""The languages: catalogs are complete, errors speak them, and the tool finds what is amiss."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from hypothesis import given
from hypothesis import strategies as st
from tools import javascript, words

import azulejos.server.errors
from azulejos import AzulejosError, Game, i18n
from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.errors import BadOption, IllegalMove, InvalidPosition, Problem, UnknownName
from azulejos.engine.pavilion.layout import Colour as PavilionColour
from azulejos.game.records import UnreadableRecord
from azulejos.i18n import LANGUAGES, negotiate, page_catalog, words_in

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


# Reading JavaScript

NASTY = r"""
/* _("in a comment") */ // gettext("in another")
import { _ as say } from "./i18n.js";
export function gettext(id, values) { return id; }
const a = "_(\"in a string\")", b = '_("in single quotes")';
const c = `_("in a template")`;
const d = /_\("in a regex [/"'`]"\)/.test(x) ? _("after a regex") : 1;
const e = x / 2 / _("between divisions") / 3;
if (x) /"/.exec(y), _("after a condition");
const f = (x) / 2 + "/" + _('single quotes');
return /[`]/g;
html`<p title=${_("in markup")}>${rows.map((row) => html`<i>${{ a: { b: _("deep") } }.a.b}
  ${row.map((x) => `${x ? `${rich("deeper", { t: html`<b>${_("deepest")}</b>` })}` : "}"}`)}</i>`)}
  ${/* } ` */ n_("{n} tile", "{n} tiles", n)} $ { } \` \${_("escaped")} it's</p>`;
ngettext("one", "many", n, { a: _("inner") });
richPlural(
  "It's \"quoted\" \u00e9 \x41 \u{1F600}\n",
  'and ' + "joined " + `up`,
  n,
);
words.gettext(`plain template`);
obj.return / 2; _("after a property");
i++ / 2; _("after an increment");
_("with a trailing comma",);
underscore_("not ours"); _.map("neither"); n$_("nor this");
"""


def test_messages_are_found_wherever_they_hide() -> None:
    assert [found.ids for found in javascript.messages(NASTY)] == [
        ("after a regex",),
        ("between divisions",),
        ("after a condition",),
        ("single quotes",),
        ("in markup",),
        ("deep",),
        ("deeper",),
        ("deepest",),
        ("{n} tile", "{n} tiles"),
        ("one", "many"),
        ("inner",),
        ('It\'s "quoted" é A 😀\n', "and joined up"),
        ("plain template",),
        ("after a property",),
        ("after an increment",),
        ("with a trailing comma",),
    ]


def test_messages_know_their_lines() -> None:
    lines = {found.ids[0]: found.line for found in javascript.messages(NASTY)}
    source = NASTY.split("\n")
    for text in ("after a regex", "deepest", "{n} tile", "after an increment"):
        assert f'"{text}"' in source[lines[text] - 1]


@pytest.mark.parametrize(
    "source",
    [
        "_(name)",
        "_(`to ${name}`)",
        '_("a" + b)',
        'ngettext("one", many, n)',
        "rich()",
        "html`${`never closed",
        "x = (1]",
        "'broken\nstring'",
        "function f() {} /re/.test(x)",
    ],
)
def test_what_cannot_be_shown_to_translators_is_an_error(source: str) -> None:
    with pytest.raises(javascript.UnclearSource, match=r"^\d+: "):
        list(javascript.messages(source))


def test_the_page_s_own_translator_may_hand_messages_on() -> None:
    source = 'rich(id, values); _("blue")'
    found = javascript.messages(source, literals_only=False)
    assert [message.ids for message in found] == [("blue",)]


def test_english_in_markup_is_found() -> None:
    source = """
    html`<p class="not this" title="a title">Hello ${_("fine")} &nbsp; + 2</p>`;
    html`<a alt=${`x`} aria-label='spoken'>${ok ? html`<b>nested</b>` : "not this"}</a>`;
    css`not markup`;
    """
    assert list(javascript.bare_texts(source)) == [
        (2, "Hello"),
        (2, "a title"),
        (3, "nested"),
        (3, "spoken"),
    ]


# Broken catalogs


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small package of its own, with complete catalogs."""
    root = tmp_path / "package"
    (root / "web" / "vendor").mkdir(parents=True)
    (root / "web" / "page.js").write_text(
        '_("Start"); ngettext("{n} tile of {name}", "{n} tiles of {name}", n); _("{a}: {b}")'
    )
    (root / "web" / "vendor" / "other.js").write_text('_("Not ours")')
    (root / "errors.py").write_text(
        'class E(Error):\n    messages: ClassVar = {"e": "got {name!r}, " "sorry"}\n'
    )
    assert words.update(root) == []
    for language in OTHERS:
        edit(root, language, 'msgid "Start"\nmsgstr ""', 'msgid "Start"\nmsgstr "Hop"')
        edit(root, language, 'sorry"\nmsgstr ""', 'sorry"\nmsgstr "O: {name!r}"')
        edit(root, language, '{b}"\nmsgstr ""', '{b}"\nmsgstr "{a}: {b}"')
        edit(root, language, 'msgstr[0] ""', 'msgstr[0] "{n} L {name}"')
        edit(root, language, 'msgstr[1] ""', 'msgstr[1] "{n} LL {name}"')
    assert words.check(root) == []
    return root


def edit(package: Path, language: str, old: str, new: str) -> None:
    path = words.path_of(package, language)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"Hop"', '""', "untranslated: 'Start'"),
        ('"Hop"', '"Start"', "the same as in English: 'Start'"),
        ('"Hop"', '"Hop {name}"', "expected the places none, got name: 'Start'"),
        ('"Hop"', '"Hop {"', "broken braces: "),
        ('"Hop"', '"Hop {0}"', "{0} is no name: 'Start'"),
        ('"O: {name!r}"', '"O: {name}"', "expected the places name!r, got name"),
        ('"{n} LL {name}"', '"{n} LL"', "expected the places n, name, got n"),
        ('"{n} L {name}"', '"L {name}"', "expected the places n, name, got name"),
        ('msgstr[1] "{n} LL {name}"\n', "", "untranslated: '{n} tile of {name}'"),
        ('msgid "Start"', '#, fuzzy\nmsgid "Start"', "fuzzy: 'Start'"),
        ('msgid "Start"', 'msgid "Begin"', "missing: 'Start'"),
        ('msgid "Start"', 'msgid "Begin"', "stale: 'Begin'"),
        ("#: web/page.js\nmsgid", "#: web/pages.js\nmsgid", "standard shape"),
        ("Plural-Forms: nplurals=2; ", "Plural-Forms: nplurals=2;  ", "standard shape"),
        ('msgid "Start"', "nonsense", "cannot be read"),
    ],
)
def test_a_broken_catalog_is_caught(package: Path, old: str, new: str, problem: str) -> None:
    if old.startswith("#:"):
        old, new = f'{old} "Start"', f'{new} "Start"'
    edit(package, "is", old, new)
    found = words.check(package)
    assert any(line.startswith("is: ") and problem in line for line in found), found


def test_a_missing_catalog_is_caught(package: Path) -> None:
    shutil.rmtree(package / "locale" / "nb")
    assert "nb: missing: 'Start'" in words.check(package)


def test_a_catalog_follows_its_messages(package: Path) -> None:
    before = words.path_of(package, "fi").read_text(encoding="utf-8")
    assert words.update(package) == []
    assert words.path_of(package, "fi").read_text(encoding="utf-8") == before
    page = package / "web" / "page.js"
    page.write_text(page.read_text().replace('"Start"', '"New game"'))
    assert {"fi: missing: 'New game'", "fi: stale: 'Start'"} <= set(words.check(package))
    assert words.update(package) == []
    assert words.check(package) == [f"{language}: untranslated: 'New game'" for language in OTHERS]


def test_comments_of_translators_survive(package: Path) -> None:
    edit(package, "de", '#: web/page.js\nmsgid "Start"', '# Knopf\n#: web/page.js\nmsgid "Start"')
    assert words.update(package) == []
    assert words.check(package) == []
    assert "# Knopf\n" in words.path_of(package, "de").read_text(encoding="utf-8")


def test_unclear_sources_leave_the_catalogs_alone(package: Path) -> None:
    (package / "web" / "new.js").write_text("_(something)")
    (package / "server.py").write_text("words.gettext(something)")
    problems = ["server.py:1: expected literal text in gettext(...)"]
    problems += ["web/new.js:1: expected literal text in _(...)"]
    assert words.update(package) == words.check(package) == problems


def test_one_singular_has_one_plural(package: Path) -> None:
    (package / "web" / "new.js").write_text('n_("{n} tile of {name}", "lots", n)')
    assert "has another plural" in words.check(package)[0]


def test_bare_english_in_markup_is_caught(package: Path) -> None:
    (package / "web" / "new.js").write_text("html`<b>Azul</b><p>Hello</p>`")
    assert words.check(package) == ["web/new.js:1: expected a translated text, got 'Hello'"]


def test_the_command_says_what_is_wrong(
    package: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(words, "PACKAGE", package)
    assert words.main(["check"]) == 0
    edit(package, "fi", '"Hop"', '""')
    assert words.main(["update"]) == 0
    assert words.main(["check"]) == 1
    assert "fi: untranslated: 'Start'" in capsys.readouterr().err
