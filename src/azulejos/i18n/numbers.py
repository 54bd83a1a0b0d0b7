"""Numbers as a language writes them: decimal sign, minus sign, and the space before a percent sign.

The forms are those of the Unicode CLDR, which browsers use too.
"""

from __future__ import annotations

from azulejos.i18n.sentences import MINUS

#: Languages with a decimal point; the others have a comma.
POINT = frozenset({"en"})
#: Languages with a space between a number and the percent sign.
SPACED = frozenset({"de", "fi", "nb"})
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def decimal(language: str, value: float, digits: int = 1, *, is_change: bool = False) -> str:
    """A number with this many digits after the decimal sign; a change has a plus sign, too.

    A number that is rounded to zero has no sign.
    """
    text = f"{abs(value):.{digits}f}"
    sign = MINUS if value < 0 else "+" if is_change else ""
    if float(text) == 0:
        sign = ""
    return sign + (text if language in POINT else text.replace(".", ","))


def percent(language: str, share: float, digits: int = 0, *, is_change: bool = False) -> str:
    """A share in percent."""
    return decimal(language, 100 * share, digits, is_change=is_change) + percent_sign(language)


def sampled_percent(language: str, change: float, error: float, digits: int = 0) -> str:
    """A change with its standard error, in percent, unless the error is rounded to zero."""
    text = decimal(language, 100 * change, digits, is_change=True)
    around = decimal(language, 100 * error, digits)
    if around != decimal(language, 0, digits):
        text += f" ± {around}"
    return text + percent_sign(language)


def percent_sign(language: str) -> str:
    """The percent sign, with the space before it where the language has one."""
    return f"{NO_BREAK_SPACE}%" if language in SPACED else "%"
