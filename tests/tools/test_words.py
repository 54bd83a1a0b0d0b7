"""Checking and updating the catalogs of a package."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools import words

OTHERS = [language for language in words.PLURALS if language != words.ENGLISH]


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
        ('"Hop"', '"Hop."', "expected the end of a word, got .: 'Start'"),
        ('"Hop"', '" Hop"', "spaces at an end, or two together: 'Start'"),
        ('"Hop"', '"Hop  a"', "spaces at an end, or two together: 'Start'"),
        ('"Hop"', '"«Hop»"', "expected the quotation marks „“, got «»: 'Start'"),
        ('"Hop"', '"\\"Hop\\""', "expected the quotation marks „“, got \": 'Start'"),
        ('"Hop"', '"Hop 5\u00a0%"', "expected no space before the percent sign: 'Start'"),
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


@pytest.mark.parametrize("text", ["Hop 5 %", "Hop 5%"])
def test_a_percent_sign_is_set_apart_where_the_language_does_so(package: Path, text: str) -> None:
    edit(package, "de", '"Hop"', f'"{text}"')
    problem = "expected a no-break space before the percent sign"
    assert words.check(package) == [f"de: {problem}: 'Start'"]
    edit(package, "de", text, "Hop 5\u00a0%")
    assert words.check(package) == []


def test_an_abbreviation_may_end_with_a_point(package: Path) -> None:
    page = package / "web" / "page.js"
    page.write_text(page.read_text().replace('"Start"', '"all"'))
    assert words.update(package) == []
    for language in OTHERS:
        edit(package, language, 'msgid "all"\nmsgstr ""', 'msgid "all"\nmsgstr "yht."')
    found = words.check(package)
    assert [line[:3] for line in found] == [f"{code}:"[:3] for code in OTHERS if code != "fi"]


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
