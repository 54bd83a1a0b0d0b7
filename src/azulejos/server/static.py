"""The page: static files, pictures and catalogs of translations. There is no build step."""

from __future__ import annotations

from functools import cache

import msgspec
from fastapi import APIRouter, Request, Response

from azulejos.i18n import LANGUAGES, negotiate, page_catalog
from azulejos.render.svg.app_icon import app_icon
from azulejos.server.assets import IMMUTABLE, Asset, asset
from azulejos.server.errors import ServiceError
from azulejos.server.release import ENTRIES, RELEASES

SVG = "image/svg+xml"
ICON_SIZE = 512

router = APIRouter(include_in_schema=False)


@router.get("/")
@router.get("/table/{name}")
@router.get("/replay/{name}")
@router.get("/mistakes")
@router.get("/statistics")
@router.get("/review/{name}")
@router.get("/retry/{name}")
@router.get("/analysis")
@router.get("/analysis/{name}")
@router.get("/rules/{name}")
@router.get("/learn")
@router.get("/learn/{name}")
@router.get("/puzzles")
@router.get("/puzzles/{name}")
async def index(request: Request, name: str = "") -> Response:  # noqa: ARG001
    """The single page; it routes by its address."""
    return document(request)


def document(request: Request) -> Response:
    """The page's document of the present release, with the policy for its scripts."""
    release, route = RELEASES.present(), request.url.path.split("/")[1]
    language = negotiate(request.headers.get("accept-language"))
    public_url: str = request.app.state.hub.settings.public_url
    found = release.document(route if route in ENTRIES else "", language, public_url)
    answer = found.answer(request)
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
    answer.headers["Content-Security-Policy"] = release.policy
    return answer


@router.get("/assets/{version}/{name:path}")
@router.head("/assets/{version}/{name:path}")
async def versioned(request: Request, version: str, name: str) -> Response:
    """A file of a release, which never changes."""
    release = RELEASES.find(version)
    answer = release.asset(name).answer(request, IMMUTABLE)
    answer.headers["Content-Security-Policy"] = release.policy  # one of them is the document
    return answer


@router.get("/web/{name:path}")
@router.head("/web/{name:path}")
async def file(request: Request, name: str) -> Response:
    """A file of the present release by its stable name."""
    return RELEASES.present().asset(name).answer(request)


@router.get("/service-worker.js")
async def service_worker(request: Request) -> Response:
    """The service worker; browsers compare it byte by byte to find a new release."""
    return RELEASES.present().worker.answer(request)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """The manifest of the installable app."""
    return RELEASES.present().asset("manifest.webmanifest").answer(request)


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
