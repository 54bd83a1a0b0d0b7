"""Link previews: what robots of chats and social networks see of a link."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from azulejos.server.settings import Settings
from tests.server.service import GENEROUS, ThreadService

PUBLIC = "https://azulejos.example.org"


def tags_of(service: ThreadService, path: str, **headers: str) -> dict[str, str]:
    page = service.http.get(path, headers=headers)
    assert page.status_code == 200
    found = re.findall(r'<meta property="([\w:]+)" content="([^"]*)" />', page.text)
    return {name: html.unescape(value) for name, value in found}


@pytest.fixture(scope="module")
def public_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service that knows its public address."""
    database = tmp_path_factory.mktemp("preview") / "tables.db"
    with ThreadService(Settings(str(database), public_url=PUBLIC, limits=GENEROUS)) as running:
        yield running


def test_a_preview_has_a_title_and_a_picture_at_the_public_address(
    public_service: ThreadService,
) -> None:
    start = tags_of(public_service, "/")
    assert start["og:title"] == "Azulejos"
    picture = start["og:image"]
    assert picture.startswith(f"{PUBLIC}/")
    answer = public_service.http.get(picture.removeprefix(PUBLIC))
    assert answer.headers["content-type"] == "image/png"
    size = [int.from_bytes(answer.content[at : at + 4]) for at in (16, 20)]
    assert size == [int(start["og:image:width"]), int(start["og:image:height"])]


def test_a_table_is_an_invitation_that_tells_nothing_of_the_game(
    public_service: ThreadService,
) -> None:
    table = public_service.new_table("me", "friend")
    tags = tags_of(public_service, f"/table/{table.id}")
    assert tags["og:title"] == "You're invited to a game"
    assert tags == tags_of(public_service, "/table/no-such-table")
    everything = " ".join(tags.values())
    assert table.id not in everything
    assert not any(token and token in everything for token in table.tokens)


def test_a_preview_speaks_the_language_of_the_request(public_service: ThreadService) -> None:
    tags = tags_of(public_service, "/table/x", **{"Accept-Language": "de"})
    assert tags["og:title"] == "Du bist zu einem Spiel eingeladen"
    assert "Accept-Language" in public_service.http.get("/").headers["vary"]


def test_without_a_public_address_no_tag_has_an_address(service: ThreadService) -> None:
    for path in ("/", "/table/x"):
        tags = tags_of(service, path)
        assert tags["og:title"]
        assert "og:image" not in tags
        assert not any("://" in value for value in tags.values())


def test_the_host_of_a_request_is_never_named(public_service: ThreadService) -> None:
    tags = tags_of(public_service, "/table/x", Host="localhost:1234")
    assert not any("localhost" in value for value in tags.values())


def test_opening_a_link_changes_nothing(public_service: ThreadService) -> None:
    table = public_service.new_table("me", "friend")
    before = public_service.get(f"/api/games/{table.id}")
    for path in (f"/table/{table.id}", f"/replay/{table.id}", f"/api/games/{table.id}"):
        assert public_service.http.get(path).status_code == 200
        public_service.http.head(path)
    assert public_service.get(f"/api/games/{table.id}") == before


def test_a_picture_shows_the_boards_of_a_finished_game_only(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    path = f"/api/games/{table.id}/picture"
    refused = service.http.get(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
    with service.sit(table, 0, 1) as both:
        both.ask("name", seat=0, name="</text><script>")
        both.play_to_the_end(lambda options: options[0])
    answer = service.http.get(path, headers={"Accept-Language": "fi"})
    assert answer.headers["content-type"] == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.text)
    texts = drawing.iter("{http://www.w3.org/2000/svg}text")
    assert [text.get("data-seat") for text in texts if text.get("data-seat")] == ["0", "1"]
    assert "script" not in answer.text
    assert service.http.get(path, params={"theme": "pink"}).status_code == 422
