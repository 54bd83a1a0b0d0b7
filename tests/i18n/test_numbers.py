"""Numbers in the languages' own forms."""

from __future__ import annotations

import pytest

from azulejos.i18n import LANGUAGES
from azulejos.i18n.numbers import decimal, percent, sampled_percent
from azulejos.i18n.sentences import MINUS

#: As browsers write them.
SHARES = {
    "en": f"{MINUS}12.3%",
    "fi": f"{MINUS}12,3\u00a0%",
    "pt_BR": f"{MINUS}12,3%",
    "de": f"{MINUS}12,3\u00a0%",
    "is": f"{MINUS}12,3%",
    "nb": f"{MINUS}12,3\u00a0%",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_share_has_the_decimal_sign_and_the_percent_sign_of_the_language(language: str) -> None:
    assert percent(language, -0.1234, 1) == SHARES[language]


def test_changes_have_a_sign_unless_they_are_rounded_to_zero() -> None:
    assert percent("en", 0.06, is_change=True) == "+6%"
    assert percent("en", 0.004, is_change=True) == "0%"
    assert percent("en", -0.004, is_change=True) == "0%"
    assert decimal("de", -0.04, is_change=True) == "0,0"
    assert decimal("de", 1.25, 2, is_change=True) == "+1,25"


def test_an_error_that_is_rounded_to_zero_is_left_out() -> None:
    assert sampled_percent("en", -0.06, 0.02) == f"{MINUS}6 ± 2%"
    assert sampled_percent("de", 0.063, 0.021, 1) == "+6,3 ± 2,1\u00a0%"
    assert sampled_percent("en", 0.06, 0.004) == "+6%"
