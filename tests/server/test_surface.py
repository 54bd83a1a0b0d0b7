"""What the service shows to the world besides its tables: documents, headers, files, health."""

from __future__ import annotations

import re
import signal
import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute

from azulejos.bots import BOTS
from azulejos.engine import GAMES
from azulejos.server import health, run
from azulejos.server.settings import WEB, Settings
from azulejos.session.messages import PRESETS
from tests.server.service import PATIENCE, ProcessService, ThreadService

FILES = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.is_file())


def test_health_is_told(service: ThreadService) -> None:
    assert service.get("/api/health") == {"status": "ok"}


def test_the_api_is_described_completely(service: ThreadService) -> None:
    described = service.get("/api/openapi.json")
    paths = {
        (path, method.upper()) for path, methods in described["paths"].items() for method in methods
    }
    routes = {
        (route.path, method)
        for route in _routes(service.app.routes)
        for method in (route.methods or ())
        if route.path.startswith("/api/") and "openapi" not in route.path and method != "HEAD"
    }
    assert paths == routes
    assert ("/api/preparation", "GET") in paths
    assert not any(isinstance(route, WebSocketRoute) for route in _routes(service.app.routes))


def _routes(routes: Any) -> list[Route]:
    """All plain routes; included routers may be nested."""
    found: list[Route] = []
    for route in routes:
        if isinstance(route, Route):
            found.append(route)
        else:
            inner = getattr(route, "original_router", None) or getattr(route, "router", None)
            found += _routes(getattr(inner, "routes", []))
    return found


PATHS = [
    "/",
    "/table/x",
    "/replay/x",
    "/analysis",
    "/analysis/x",
    "/rules/azul",
    "/web/html.js",
    "/web/nothing.js",
    "/assets/nothing/html.js",
    "/service-worker.js",
    "/artwork/tiles.svg",
    "/artwork/icon.svg",
    "/manifest.webmanifest",
    "/words/fi.json",
    "/words/xx.json",
    "/api/config",
    "/api/health",
    "/api/games/nowhere",
    "/nothing",
]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_safe_headers(service: ThreadService, path: str) -> None:
    for answer in (service.http.get(path), service.http.post(path), service.http.delete(path)):
        headers = answer.headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers
        policy = headers["content-security-policy"]
        directives = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
        assert directives["default-src"] == ["'none'"]
        assert directives["frame-ancestors"] == ["'none'"]
        allowed = {source for sources in directives.values() for source in sources}
        hashes = {source for source in allowed if source.startswith("'sha256-")}
        assert allowed - hashes == {"'none'", "'self'", "data:"}
        assert "data:" not in directives["script-src"]


def test_the_page_asks_nothing_of_other_hosts() -> None:
    for name in FILES:
        if name.endswith((".html", ".js", ".css", ".webmanifest", ".svg")):
            text = (WEB / name).read_text(encoding="utf-8")
            hosts = set(re.findall(r"https?://([\w.-]+)", text))
            assert hosts <= {"www.w3.org"}, name


def test_all_files_of_the_page_are_served(service: ThreadService) -> None:
    for name in FILES:
        if name != "index.html":  # composed: see test_release.py
            assert service.http.get(f"/web/{name}").content == (WEB / name).read_bytes(), name


@pytest.mark.parametrize(
    "path",
    [
        "/web/../server/app.py",
        "/web/%2e%2e/server/app.py",
        "/web/..%2fserver%2fapp.py",
        "/web/%2e%2e%2f%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/web/....//server/app.py",
        "/web//etc/passwd",
        "/web/%2fetc%2fpasswd",
        "/web/..%5cserver%5capp.py",
        "/web/%00",
        "/web/html.js%00.css",
        "/web/",
        "/web",
        "/words/..%2f..%2fpyproject.toml.json",
        "/words/../locale.json",
        "/artwork/../web/index.html",
        "/web/" + "x" * 5000,
        "/assets/",
        "/assets/../server/app.py",
        "/assets/0123456789abcdef/app.js",
        "/assets/0123456789abcdef/../../server/app.py",
    ],
)
def test_nothing_outside_the_page_is_served(service: ThreadService, path: str) -> None:
    """Sent as it stands: clients tidy such paths up before they ask."""
    with socket.create_connection(("127.0.0.1", service.port), PATIENCE) as client:
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        client.sendall(request.encode())
        answer = b""
        while part := client.recv(65536):
            answer += part
    status = int(answer.split()[1])
    assert status in (307, 404), answer[:200]
    assert b"import" not in answer
    assert b"root:" not in answer
    assert b"[project]" not in answer


def test_the_configuration_says_what_there_is(service: ThreadService) -> None:
    config = service.get("/api/config")
    assert config["bots"] == list(BOTS)
    assert config["presets"] == list(PRESETS)
    assert {language["code"] for language in config["languages"]} == {
        *("en", "fi", "pt_BR", "de", "is", "nb")
    }
    assert set(config["games"]) == set(GAMES)
    azul, pavilion = config["games"]["azul"], config["games"]["summer-pavilion"]
    assert azul["floor"] == [-1, -1, -2, -2, -2, -3, -3]
    assert azul["wall"][0] == list("byrkw")
    assert azul["wall"][1] == list("wbyrk")
    assert pavilion["rounds"] == 6
    for board in ("coloured", "grey"):
        assert len(pavilion["geometry"][board]["spaces"]) == 42
    for game in (azul, pavilion):
        assert game["boards"] == ["coloured", "grey"]


def test_every_legal_move_can_be_sent() -> None:
    """No move is longer than what a message may hold."""
    for rules in GAMES.values():
        assert max(len(str(move)) for move in rules.moves) <= 16


def test_errors_speak_the_readers_language(service: ThreadService) -> None:
    texts = {
        language: service.http.get(
            "/api/games/nowhere", headers={"Accept-Language": language}
        ).json()["text"]
        for language in ("en", "fi", "pt-BR", "de", "is", "nb", "fr", "no", "de-AT,de;q=0.9")
    }
    assert len({texts[code] for code in ("en", "fi", "pt-BR", "de", "is", "nb")}) == 6
    assert texts["fr"] == texts["en"]
    assert texts["de-AT,de;q=0.9"] == texts["de"]


def test_a_broken_database_is_told_and_its_reason_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "REUSED_SECONDS", -1.0)
    with ThreadService(Settings(str(tmp_path / "t.db"))) as service:
        store = service.app.state.hub.store
        check = store.check

        def broken() -> None:
            raise OSError("disk on fire")

        store.check = broken
        answer = service.http.get("/api/health")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage-unavailable")
        assert "fire" not in answer.text
        store.check = check
        assert service.http.get("/api/health").status_code == 200


def test_the_service_ends_well_when_it_is_told_to(tmp_path: Path) -> None:
    with ProcessService(tmp_path / "t.db") as service:
        table = service.new_table("me", "friend")
        with service.sit(table, 0) as ana:
            ana.play()
            code = service.end(signal.SIGTERM)
            assert ana.closed()[0] == 1012
        assert service.output == []
        assert code == 0


def test_short_messages_are_sent_at_once() -> None:
    """Otherwise the second of two waits until the first is acknowledged, 40 ms later."""
    with run._listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
