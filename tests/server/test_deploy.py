"""The files of `deploy/`: nginx in front of two processes, and units that systemd accepts."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection

from azulejos.server.settings import Settings
from tests.server import databases
from tests.server.service import GENEROUS, PATIENCE, Person, Site, ThreadService, wait_until

DEPLOY = Path(__file__).resolve().parent.parent.parent / "deploy"
NGINX = shutil.which("nginx", path=os.environ["PATH"] + os.pathsep + "/usr/sbin")
SYSTEMD = shutil.which("systemd-analyze")
OPENSSL = shutil.which("openssl")
#: A configuration that includes ours, with all files in one folder.
MAIN = """
{user}
worker_processes 1;
pid {folder}/pid;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/azulejos.conf;
}}
"""


class TlsSite(Site):
    """An address with a certificate that only this test knows."""

    def __init__(self, address: str, certificate: Path) -> None:
        self.tls = ssl.create_default_context(cafile=str(certificate))
        super().__init__(address)
        self.http.close()
        self.http = httpx.Client(
            base_url=self.address, timeout=PATIENCE, trust_env=False, verify=self.tls
        )

    def connect(self, table: str, **options: Any) -> ClientConnection:
        return super().connect(table, ssl=self.tls, **options)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _replace_all(text: str, changes: dict[str, str]) -> str:
    for before, after in changes.items():
        assert before in text, f"{before} is not in the configuration any more"
        text = text.replace(before, after)
    return text


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[TlsSite]:
    """The program with our configuration, on free ports and with a certificate of its own."""
    assert NGINX
    assert OPENSSL
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    subprocess.run(
        [
            *(OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-keyout", str(key), "-out", str(certificate), "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
        ],
        check=True,
        capture_output=True,
    )
    port = _free_port()
    ours = _replace_all(
        (DEPLOY / "nginx.conf").read_text(encoding="utf-8"),
        {
            "127.0.0.1:8001": f"127.0.0.1:{ports[0]}",
            "127.0.0.1:8002": f"127.0.0.1:{ports[1]}",
            "listen 80;": f"listen 127.0.0.1:{_free_port()};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
            "listen [::]:80;": "",
            "listen [::]:443 ssl http2;": "",
            "server_name play.example.org;": "server_name localhost;",
            "/etc/letsencrypt/live/play.example.org": str(folder),
        },
    )
    (folder / "azulejos.conf").write_text(ours, encoding="utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "main.conf").write_text(MAIN.format(user=user, folder=folder), encoding="utf-8")
    options = ["-p", str(folder), "-c", str(folder / "main.conf"), "-e", str(folder / "errors")]
    process = subprocess.Popen([NGINX, *options, "-g", "daemon off;"], stderr=subprocess.PIPE)
    try:
        site = TlsSite(f"https://localhost:{port}", certificate)
        wait_until(lambda: process.poll() is not None or _answers(site))
        assert process.poll() is None, process.stderr and process.stderr.read()
        yield site
        site.http.close()
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _answers(site: Site) -> bool:
    try:
        return site.http.get("/api/health").status_code == 200
    except httpx.ConnectError:
        return False


@pytest.fixture(scope="module")
def behind_nginx(
    postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[TlsSite, list[ThreadService]]]:
    """Two services behind a proxy that they trust."""
    if NGINX is None or OPENSSL is None:
        pytest.skip("nginx or openssl is not installed: try `apt-get install nginx-light openssl`")
    settings = Settings(
        databases.new_database(postgres, "proxied"),
        bot_pace=0,
        limits=GENEROUS,
        proxies=("127.0.0.1",),
        public_url="https://play.example.org",
        hand_over=False,  # it is nginx that keeps the clients of a table together
    )
    folder = tmp_path_factory.mktemp("nginx")
    with (
        ThreadService(settings) as one,
        ThreadService(settings) as two,
        nginx(folder, [one.port, two.port]) as site,
    ):
        yield site, [one, two]


@databases.one_worker
def test_the_page_and_whole_tables_work_through_nginx(
    behind_nginx: tuple[TlsSite, list[ThreadService]],
) -> None:
    site, _ = behind_nginx
    document = site.http.get("/").text
    assert "<title>" in document
    (script,) = re.findall(r'type="module" src="(.*?)"', document)
    assert "immutable" in site.http.get(script).headers["cache-control"]
    assert site.http.get(re.sub(r"/assets/\w+", "/assets/none", script)).status_code == 404
    table = site.new_table("me", "friend", "random")
    with site.sit(table, 0) as ana, site.sit(table, 1) as ben:
        ana.play()
        ben.hear_until(lambda person: person.version == ana.version)
        ben.play()
        ana.hear_until(lambda person: person.version > ben.version)
        assert ana.state["to_play"] == 0


@databases.one_worker
def test_clients_of_one_table_share_a_process(
    behind_nginx: tuple[TlsSite, list[ThreadService]],
) -> None:
    site, services = behind_nginx
    used = set()
    for _ in range(8):
        table = site.new_table("me", "friend")
        with site.sit(table, 0), site.sit(table, 1), site.sit(table):
            tables = [service.app.state.hub._tables for service in services]
            (where,) = [number for number, live in enumerate(tables) if table.id in live]
            used.add(where)
    assert used == {0, 1}


@databases.one_worker
def test_the_service_learns_the_true_address_and_the_world_no_metrics(
    behind_nginx: tuple[TlsSite, list[ThreadService]],
) -> None:
    site, services = behind_nginx
    table = site.new_table("me", "friend")
    forged = {"X-Forwarded-For": "203.0.113.9"}
    with Person(site.connect(table.id, additional_headers=forged), [table.token(0)]):
        addresses = [set(service.app.state.hub.addresses) for service in services]
        assert set.union(*addresses) == {"127.0.0.1"}
    assert site.http.get("/metrics").status_code == 404
    origin = {"Origin": "https://evil.example"}
    assert site.http.post("/api/games", json={}, headers=origin).status_code == 403


def test_units_and_compose_file_start_what_the_configuration_of_nginx_expects() -> None:
    ports = set(re.findall(r"server 127\.0\.0\.1:(\d+)", (DEPLOY / "nginx.conf").read_text()))
    target = (DEPLOY / "azulejos.target").read_text(encoding="utf-8")
    assert set(re.findall(r"azulejos@(\d+)\.service", target)) == ports
    yaml = pytest.importorskip("yaml")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = [one for one in compose["services"].values() if "command" in one]
    assert {one["environment"]["PORT"] for one in services} == ports
    assert {f"--port={port}" for port in ports} == {
        word for one in services for word in one["command"] if word.startswith("--port=")
    }


@pytest.mark.skipif(SYSTEMD is None, reason="systemd-analyze is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    assert SYSTEMD
    for unit in DEPLOY.glob("azulejos*.*"):
        text = unit.read_text(encoding="utf-8")
        text = text.replace("/opt/azulejos/.venv/bin/azulejos", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    template = tmp_path / "azulejos@.service"
    for port in (8001, 8002):
        shutil.copy(template, tmp_path / f"azulejos@{port}.service")
    units = sorted(
        str(unit)
        for pattern in ("*80*.service", "*backup*", "*.target")
        for unit in tmp_path.glob(pattern)
    )
    checked = subprocess.run([SYSTEMD, "verify", *units], capture_output=True, text=True)
    ours = [line for line in checked.stderr.splitlines() if "azulejos" in line]
    assert ours == [], "systemd complains"
    assert len(units) == 5


@databases.one_worker
def test_the_other_process_goes_on_where_one_stops(
    behind_nginx: tuple[TlsSite, list[ThreadService]],
) -> None:
    """The last test of these services: it stops one."""
    site, services = behind_nginx
    table = site.new_table("me", "here")
    with site.sit(table, 0, 1) as ana:
        ana.play()
        (here,) = [one for one in services if table.id in one.app.state.hub._tables]
        here.stop()
        assert ana.closed()[0] == 1012
    with site.rejoin(ana, table) as again:
        assert again.entries == []
        again.play()
        assert again.version == ana.version + 1
