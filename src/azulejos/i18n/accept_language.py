"""Language negotiation by the `Accept-Language` header."""

from __future__ import annotations

import re

from azulejos.i18n.catalogs import DEFAULT, LANGUAGES

#: Our languages by the primary subtag of a language tag.
BY_SUBTAG = {**{code.partition("_")[0]: code for code in LANGUAGES}, "no": "nb", "nn": "nb"}
#: Longer headers are cut.
MAX_HEADER_LENGTH, MAX_LANGUAGES = 1000, 50


def negotiate(accept_language: str | None) -> str:
    """The supported language that a header prefers; English if it names none or is malformed."""
    best, best_quality = DEFAULT, 0.0
    for item in (accept_language or "")[:MAX_HEADER_LENGTH].split(",")[:MAX_LANGUAGES]:
        tag, _, parameter = item.partition(";")
        code = BY_SUBTAG.get(re.split("[-_]", tag.strip().lower())[0])
        quality = _quality(parameter)
        if code and quality > best_quality:
            best, best_quality = code, quality
    return best


def _quality(parameter: str) -> float:
    """The quality value of a language, from 0 to 1; 0 if it is malformed."""
    if not parameter.strip():
        return 1.0
    match = re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*", parameter, re.ASCII)
    return min(float(match[1]), 1.0) if match else 0.0
