"""Pairwise selection: few rows in which every pair of values of two factors occurs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

import pytest

from azulejos.i18n import LANGUAGES

Row: TypeAlias = "dict[str, Any]"


def all_rows(factors: Mapping[str, Sequence[Any]]) -> list[Row]:
    """Every combination."""
    return [dict(zip(factors, values, strict=True)) for values in product(*factors.values())]


def pairwise(factors: Mapping[str, Sequence[Any]]) -> list[Row]:
    """Rows that cover all pairs, chosen greedily, always the same ones."""
    missing = {
        (one, a, other, b)
        for one, other in combinations(factors, 2)
        for a in factors[one]
        for b in factors[other]
    }
    rows = []
    while missing:
        row: Row = {}
        one, a, other, b = min(missing, key=str)
        row = {one: a, other: b}
        for name in factors:
            if name not in row:
                row[name] = max(
                    factors[name], key=lambda value: _gain(factors, missing, row | {name: value})
                )
        missing -= _pairs(factors, row)
        rows.append({name: row[name] for name in factors})
    return rows


def _pairs(factors: Mapping[str, Sequence[Any]], row: Row) -> set[tuple[str, Any, str, Any]]:
    known = [name for name in factors if name in row]
    return {(one, row[one], other, row[other]) for one, other in combinations(known, 2)}


def _gain(
    factors: Mapping[str, Sequence[Any]], missing: set[tuple[str, Any, str, Any]], row: Row
) -> int:
    return len(missing & _pairs(factors, row))


def languages(*checked: str) -> list[Any]:
    """Parameters of a test: these languages, and with `--soak` all others."""
    return [
        language if language in checked else pytest.param(language, marks=pytest.mark.soak)
        for language in LANGUAGES
    ]
