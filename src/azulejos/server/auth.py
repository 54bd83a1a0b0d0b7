"""Who may do what: names of tables, tokens of seats, the promise of fair draws, and origins."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit


def new_table_id() -> str:
    """A name that nobody can guess: who has it may watch the table."""
    return secrets.token_urlsafe(16)


def is_table_id(text: str) -> bool:
    """Whether a text can be the name of a table at all."""
    return re.fullmatch(r"[\w-]{1,32}", text, re.ASCII) is not None


def new_token() -> str:
    """256 bits that prove that a seat is yours."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def seats_of(tokens: Iterable[str], seats: Sequence[dict[str, Any]]) -> frozenset[int]:
    """The seats that some tokens open."""
    hashes = [hash_of(token) for token in tokens]
    return frozenset(
        number
        for number, seat in enumerate(seats)
        if seat["token"] and any(hmac.compare_digest(seat["token"], given) for given in hashes)
    )


def commitment(seed: str, nonce: str) -> str:
    """What is published at the start, so that the seed cannot be changed afterwards."""
    return hashlib.sha256(bytes.fromhex(seed) + bytes.fromhex(nonce)).hexdigest()


def is_welcome(origin: str | None, host: str | None, others: Sequence[str]) -> bool:
    """Whether a page may use the service: ours may, and those that the settings name.

    Programs send no origin; they cannot be tricked into using somebody's cookies, and we use none.
    """
    if origin is None or origin in others:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc == host
