"""Text that people type: what is kept, and how it is shown in a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.game.free_text import (
    MAX_NAME,
    UnusableText,
    check_line,
    check_lines,
    printable,
    printable_line,
    shortened,
)

KEPT = [
    "",
    "Ana Lívia",
    "Þórunn 🎲",
    "Zoë",
    "이름",
    "山田 太郎",
    "葛\U000e0100城",  # a selected variation of a letter
    "שרה",
    "سارة",
    "می\u200cخواهم",  # noqa: RUF001, Persian needs the non-joiner
    "क्\u200dष",  # Hindi needs the joiner after a virama
    "❤\ufe0f",
    "👩\u200d🚀",
    "🧑🏽\u200d❤\ufe0f\u200d🧑🏿",
    "Nguyễn Văn A",
    "e\u0301\u0323",
]
HIDDEN = {
    "\u202eevil": 1,
    "a\u202e": 2,
    "\u2066x\u2069": 1,
    "a\u200fb": 2,
    "\u200b": 1,
    "a\u200bb": 2,
    "a\u200db": 2,
    "\u200d": 1,
    "a\u200c": 2,
    "\ufeffa": 1,
    "a\u2060b": 2,
    "a\u00adb": 2,
    "\x1b[31m": 1,
    "a\x00": 2,
    "a\x7f": 2,
    "a\x9bb": 2,
    "a\tb": 2,
    "a\nb": 2,
    "a\rb": 2,
    "a\u2028b": 2,
    "a\u0085b": 2,
    "a\ud800": 2,
    "\udfffa": 1,
    "\ue000": 1,
    "\uffff": 1,
    "\u3164": 1,
    "\u2800": 1,
    "a\ufe0f\ufe0f": 3,
    "\ufe0f": 1,
    "a" + "\u0301" * 20: 6,
    "\U000e0041": 1,
}


@pytest.mark.parametrize("name", KEPT)
def test_names_of_all_languages_are_kept(name: str) -> None:
    check_line(name, MAX_NAME)
    assert printable(name) == name


@pytest.mark.parametrize("name", HIDDEN, ids=ascii)
def test_what_cannot_be_seen_is_refused_with_its_code_and_place(name: str) -> None:
    with pytest.raises(UnusableText) as refused:
        check_line(name, MAX_NAME)
    at = HIDDEN[name]
    code = f"U+{ord(name[at - 1]):04X}"
    assert refused.value.code == "text/hidden"
    assert refused.value.parameters == {"got": code, "at": at}
    str(refused.value).encode()


def test_only_the_length_that_is_allowed_is_kept() -> None:
    check_line("a" * MAX_NAME, MAX_NAME)
    with pytest.raises(UnusableText) as refused:
        check_line("a" * 100_000, MAX_NAME)
    assert refused.value.parameters == {"most": MAX_NAME, "got": 100_000}


def test_comments_may_have_lines() -> None:
    check_lines("first\nsecond", 20)
    with pytest.raises(UnusableText):
        check_lines("first\x1b[2Jsecond", 20)


@given(st.text() | st.text(alphabet=st.sampled_from("a\x1b\x9b\u202e\u200d\n\r\t\ud800")))
def test_what_is_printed_holds_nothing_that_moves_the_cursor_or_turns_the_line(text: str) -> None:
    shown = printable(text)
    shown.encode()
    for letter in shown.replace("\n", ""):
        assert letter in "\u200c\u200d" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs")
    assert "\n" not in printable_line(text)
    assert printable(shown) == shown


def test_a_long_name_is_shortened_with_an_ellipsis() -> None:
    assert shortened("Ana", 5) == "Ana"
    assert shortened("Ana Lívia", 5) == "Ana…"
    assert len(shortened("x" * 100, MAX_NAME)) == MAX_NAME
