"""The page: static files, pictures and catalogs of translations. There is no build step."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse, JSONResponse

from azulejos.i18n import LANGUAGES, PageCatalog, page_catalog
from azulejos.render.svg.app_icon import app_icon
from azulejos.render.svg.sprite import sprite
from azulejos.server.errors import ServiceError
from azulejos.server.settings import WEB

SVG = "image/svg+xml"
ICON_SIZE = 512
#: Browsers revalidate files on each use.
FRESH = {"Cache-Control": "no-cache"}

router = APIRouter(include_in_schema=False)


@router.get("/")
@router.get("/table/{name}")
@router.get("/replay/{name}")
@router.get("/rules/{name}")
def index(name: str = "") -> Response:  # noqa: ARG001
    """The single page; it routes by its address."""
    return FileResponse(WEB / "index.html", headers=FRESH)


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest of the installable app."""
    path = WEB / "manifest.webmanifest"
    return FileResponse(path, media_type="application/manifest+json", headers=FRESH)


@router.get("/artwork/tiles.svg")
def tiles() -> Response:
    """All motifs and icons."""
    return Response(_sprite(), media_type=SVG, headers=FRESH)


@router.get("/artwork/icon.svg")
def icon() -> Response:
    """The icon of the app."""
    return Response(app_icon(ICON_SIZE), media_type=SVG, headers=FRESH)


@router.get("/words/{language}.json")
def words(language: str) -> Response:
    """The page's translations in a language."""
    if language not in LANGUAGES:
        raise ServiceError("no-such-page")
    return JSONResponse(_words(language), headers=FRESH)


@cache
def _sprite() -> str:
    return sprite()


@cache
def _words(language: str) -> PageCatalog:
    return page_catalog(language)


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
