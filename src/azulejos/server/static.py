"""The page: static files, pictures and catalogs of translations. There is no build step."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

import msgspec
from fastapi import APIRouter, Request, Response

from azulejos.i18n import LANGUAGES, page_catalog
from azulejos.render.svg.app_icon import app_icon
from azulejos.server.assets import Asset, asset, file_asset
from azulejos.server.errors import ServiceError
from azulejos.server.settings import WEB

SVG = "image/svg+xml"
ICON_SIZE = 512

router = APIRouter(include_in_schema=False)


@router.get("/")
@router.get("/table/{name}")
@router.get("/replay/{name}")
@router.get("/rules/{name}")
async def index(request: Request, name: str = "") -> Response:  # noqa: ARG001
    """The single page; it routes by its address."""
    return file_asset("index.html").answer(request)


@router.get("/web/{name:path}")
@router.head("/web/{name:path}")
async def file(request: Request, name: str) -> Response:
    """A module, style sheet or icon of the page."""
    return file_asset(name).answer(request)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """The manifest of the installable app."""
    return file_asset("manifest.webmanifest", "application/manifest+json").answer(request)


@router.get("/artwork/tiles.svg")
def tiles(request: Request) -> Response:
    """All motifs and icons; in a thread, since the first request imports the rules."""
    return _sprite().answer(request)


@router.get("/artwork/icon.svg")
async def icon(request: Request) -> Response:
    """The icon of the app."""
    return _icon().answer(request)


@router.get("/words/{language}.json")
async def words(request: Request, language: str) -> Response:
    """The page's translations in a language."""
    if language not in LANGUAGES:
        raise ServiceError("no-such-page")
    return _words(language).answer(request)


@cache
def _sprite() -> Asset:
    from azulejos.render.svg.sprite import sprite  # with the rules: the page is there without

    return asset(sprite(), SVG)


@cache
def _icon() -> Asset:
    return asset(app_icon(ICON_SIZE), SVG)


@cache
def _words(language: str) -> Asset:
    return asset(msgspec.json.encode(page_catalog(language)), "application/json")


def content_security_policy() -> str:
    """The Content-Security-Policy: own files only, and the import map by its hash."""
    document = (WEB / "index.html").read_text(encoding="utf-8")
    maps = re.findall(r'<script type="importmap">(.*?)</script>', document, re.DOTALL)
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for text in maps
    )
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' {hashes}",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
