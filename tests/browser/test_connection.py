"""What the page says and forgets by itself: lost connections and speech bubbles."""

from __future__ import annotations

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.fixtures import OpenPage
from tests.browser.person import confirm_seat, link, new_table
from tests.service import Service


def test_a_socket_that_does_not_open_is_said_with_a_button(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page("/")
    blocked = True

    def connect(socket: WebSocketRoute) -> None:
        if blocked:
            socket.close()
        else:
            socket.connect_to_server()

    page.route_web_socket("**/live", connect)
    page.goto(service.address + link(made))
    confirm_seat(page)
    expect(page.locator(".notice")).to_contain_text("No connection")
    blocked = False
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".tray.acting")).to_be_visible()


def test_a_bubble_goes_away_although_the_game_goes_on(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy")))
    page.clock.install()
    page.get_by_label("Send a message").click()
    page.get_by_role("button", name="Hello").click()
    expect(page.locator(".bubble")).to_be_visible()
    page.locator("[data-offer]").first.click()
    page.locator(".target").first.click()
    page.wait_for_selector(".tray.acting")
    page.clock.fast_forward(6_500)
    expect(page.locator(".bubble")).to_have_count(0)
