"""Tokens of seats: random texts that authorise playing; only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.session.setup import SeatSetup


def hash_of(token: str) -> str:
    """The hash of a token; only this is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def seats_of(hashes: Iterable[str], seats: Sequence[SeatSetup]) -> frozenset[int]:
    """The seats that tokens with these hashes authorise."""
    given = list(hashes)
    return frozenset(
        number
        for number, seat in enumerate(seats)
        if seat.token and any(hmac.compare_digest(seat.token, each) for each in given)
    )
