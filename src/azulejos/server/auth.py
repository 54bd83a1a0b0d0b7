"""Authorisation: ids of tables, tokens of seats, names of the service, and origins of pages."""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from azulejos.session.tokens import hash_of


def new_table_id() -> str:
    """An unguessable id, which authorises watching the table."""
    return secrets.token_urlsafe(16)


def is_table_id(text: str) -> bool:
    """Whether a text has the form of a table's id."""
    return re.fullmatch(r"[\w-]{1,32}", text, re.ASCII) is not None


def new_token() -> str:
    """A random token of 256 bits, which authorises playing for a seat."""
    return secrets.token_urlsafe(32)


def bearer_hashes(authorization: str) -> frozenset[str]:
    """The hashes of the tokens in a header `Bearer token.token`."""
    tokens = authorization.removeprefix("Bearer ").strip().split(".")
    return frozenset(hash_of(token) for token in tokens if token)


def own_names(public_url: str) -> frozenset[str]:
    """The host names of this service, in lower case: this machine's, and that of `public_url`."""
    machine = socket.gethostname().lower()
    public = urlsplit(public_url).hostname or machine
    return frozenset({"localhost", machine, f"{machine}.local", public.lower()})


def is_allowed_host(host: str | None, names: Collection[str]) -> bool:
    """Whether a request is meant for this service: for an IP address, or one of its names.

    A page can make its own name point to this machine (DNS rebinding), and would then have the
    same origin; it can do that with neither of these. Programs may send no host.
    """
    if host is None:
        return True
    name = re.sub(r":\d{0,5}$", "", host).lower().removesuffix(".")
    if name in names or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name[1:-1] if re.fullmatch(r"\[.*\]", name) else name)
    except ValueError:
        return False
    return True


def is_allowed_origin(origin: str | None, host: str | None, others: Sequence[str]) -> bool:
    """Whether a page may use the service: same origin, or one of `others`.

    Programs other than browsers send no origin. There are no cookies that a page could abuse.
    """
    if origin is None or origin in others:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc == host
