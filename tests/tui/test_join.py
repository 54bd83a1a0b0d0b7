"""Tables of a running service: terminals and a browser at one table, breaks, and wrong links."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from azulejos.i18n import words_in
from azulejos.session.messages import ErrorMessage
from azulejos.tui.canvas import Picture
from azulejos.tui.remote import RemoteTable, read_link
from azulejos.tui.source import LineState, SourceMessage
from tests.browser.fixtures import OpenPage
from tests.browser.person import ENDED, advance, link, look, new_table
from tests.browser.person import play as play_in_browser
from tests.server.service import Made, Site
from tests.service import Service
from tests.tui.person import (
    PATIENCE,
    AnyPilot,
    in_a_loop,
    is_over,
    latest,
    may_act,
    play,
    sitting,
    table_of,
    until,
)


def remote(address: str, path: str) -> RemoteTable:
    """The table of a link."""
    known = read_link(address + path)
    assert known is not None
    return RemoteTable(known, words_in("en"))


def text_of(pilot: AnyPilot, part: str) -> str:
    """The text of a part of the screen."""
    return str(table_of(pilot).query_one(part, Picture).canvas)


class Terminal(threading.Thread):
    """Somebody in a terminal of their own, who plays to the end."""

    def __init__(self, address: str, path: str) -> None:
        super().__init__(daemon=True)
        self.address, self.path = address, path
        self.scores: list[int] | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Sit down, play, and note the result."""
        try:
            asyncio.run(self._play())
        except BaseException as error:
            self.error = error

    async def _play(self) -> None:
        async with sitting(remote(self.address, self.path)) as pilot:
            await play(pilot)
            result = latest(pilot).result
            assert result is not None
            self.scores = result.scores


def test_two_terminals_and_a_browser_play_at_one_table(
    service: Service, open_page: OpenPage
) -> None:
    made = new_table(service.address, "me", "friend", "friend")
    advance(service.address, made, rounds=3)
    page = open_page(link(made, 0), wait_for=".table-page")
    terminals = [Terminal(service.address, link(made, seat)) for seat in (1, 2)]
    for terminal in terminals:
        terminal.start()

    def done() -> bool:
        broken = any(terminal.error for terminal in terminals)
        return broken or bool(page.locator(ENDED).count())

    play_in_browser(page, until=done)
    for terminal in terminals:
        terminal.join(timeout=PATIENCE)
        assert terminal.error is None
    final = look(service.address, made["id"])["result"]["scores"]
    assert [terminal.scores for terminal in terminals] == [final, final]


@in_a_loop
async def test_a_move_is_not_lost_when_the_service_is_killed(own_service: Service) -> None:
    made = new_table(own_service.address, "me", "friend", options={"hints": True})
    table = remote(own_service.address, link(made, 0))
    async with sitting(table) as pilot:
        await until(pilot, lambda: may_act(pilot))
        own_service.kill()
        await until(pilot, lambda: table_of(pilot).line == "lost")
        move = table_of(pilot).builder.options[0].move
        table.play(move, latest(pilot).version)  # nobody answers now
        await asyncio.to_thread(own_service.start)
        await until(pilot, lambda: latest(pilot).state.ply == 1)
        entries = look(own_service.address, made["id"])["entries"]
        assert [entry["move"] for entry in entries if entry["kind"] == "move"] == [move]
        await pilot.press("u")
        await until(pilot, lambda: latest(pilot).state.ply == 0)
        await pilot.press("h")
        await until(pilot, lambda: table_of(pilot).hint is not None)


@in_a_loop
async def test_a_rematch_is_the_next_table(service: Service) -> None:
    made = new_table(service.address, "me", "random")
    advance(service.address, made, rounds=4)
    async with sitting(remote(service.address, link(made, 0))) as pilot:
        await play(pilot)
        assert is_over(pilot)
        await pilot.press("a")
        await until(pilot, lambda: not latest(pilot).state.over)
        assert latest(pilot).table.id != made["id"]


@in_a_loop
async def test_presence_is_by_seat(service: Service) -> None:
    made = new_table(service.address, "me", "friend", "random")

    def present(pilot: AnyPilot) -> list[bool]:
        return [seat.present for seat in latest(pilot).table.seats]

    async with sitting(remote(service.address, link(made, 0))) as pilot:
        await until(pilot, lambda: present(pilot) == [True, False, True])
        friend = remote(service.address, link(made, 1))
        await friend.open(lambda _: None)
        await until(pilot, lambda: present(pilot) == [True, True, True])
        await friend.close()
        await until(pilot, lambda: present(pilot) == [True, False, True])


@in_a_loop
async def test_a_table_that_is_not_there_is_told(service: Service) -> None:
    app_table = remote(service.address, "/table/aaaaaaaaaaaaaaaa")
    heard: list[SourceMessage] = []
    await app_table.open(heard.append)
    deadline = time.monotonic() + PATIENCE
    while LineState("missing") not in heard[-1:]:
        assert time.monotonic() < deadline, f"heard only {heard}"
        await asyncio.sleep(0.02)
    await app_table.close()


@pytest.mark.parametrize(
    "text",
    ["", "http://localhost", "localhost/table/abc", "ftp://x/table/abc", "http://x/tables/1"],
)
def test_what_is_no_link_is_none(text: str) -> None:
    assert read_link(text) is None


def test_a_link_says_where_the_table_is_and_who_sits_there() -> None:
    token = "t" * 43
    known = read_link(f"https://example.org:8000/games/table/abc-1#{token}")
    assert known is not None
    assert known.live == "wss://example.org:8000/games/api/games/abc-1/live"
    assert known.token == token
    own = read_link(f"http://localhost:8000/table/abc#continue={token}.{token}")
    assert own is not None
    assert own.token == f"{token}.{token}"
    watching = read_link("http://localhost:8000/table/abc")
    assert watching is not None
    assert watching.token is None


@in_a_loop
async def test_a_request_to_take_back_a_move_is_answered_by_key(service: Service) -> None:
    made = new_table(service.address, "me", "friend", options={"undo": "consent"})
    async with (
        sitting(remote(service.address, link(made, 0))) as ana,
        sitting(remote(service.address, link(made, 1))) as ben,
    ):
        await until(ana, lambda: may_act(ana))
        table_of(ana).source.play(table_of(ana).builder.options[0].move, latest(ana).version)
        await until(ana, lambda: latest(ana).can_undo)
        await ana.press("u")
        await until(ben, lambda: latest(ben).undo_request is not None)
        assert "Y agrees, N refuses" in text_of(ben, "#prompt")
        await ana.press("y")  # one does not agree with oneself
        await until(ana, lambda: "N withdraws" in text_of(ana, "#prompt"))
        await ben.press("y")
        await until(ana, lambda: latest(ana).state.ply == 0)


@in_a_loop
async def test_the_time_left_is_shown_and_counts_down(service: Service) -> None:
    timed = {"time": {"kind": "player", "minutes": 10}}
    made = new_table(service.address, "me", "friend", options=timed)
    async with sitting(remote(service.address, link(made, 0))) as ana:
        await until(ana, lambda: may_act(ana))
        assert text_of(ana, "#banner").count("⏱ 10:00") == 2
        share = [seat["token"] for seat in made["seats"]]
        await asyncio.to_thread(first_moves, service.address, made["id"], share)
        await until(ana, lambda: "⏱ 9:5" in text_of(ana, "#banner"))


def first_moves(address: str, table: str, tokens: list[str]) -> None:
    """One move of each of two seats."""
    with Site(address).sit(Made(table, list(tokens)), 0, 1) as both:
        both.play()
        both.play()


@in_a_loop
async def test_a_table_without_spectators_says_so_once(service: Service) -> None:
    made = new_table(service.address, "me", "friend", options={"spectators": False})
    heard: list[SourceMessage] = []
    table = remote(service.address, f"/table/{made['id']}")
    await table.open(heard.append)
    while LineState("refused") not in heard:
        await asyncio.sleep(0.01)
    await table.close()
    (error,) = (message for message in heard if isinstance(message, ErrorMessage))
    assert error.code == "no-spectators"
    assert LineState("lost") not in heard
