"""Names of players: in records, and in sentences for people."""

from __future__ import annotations

import pytest

from azulejos.session import SeatSetup
from azulejos.session.setup import header_name, player_header, seat_names


def test_players_are_called_as_on_the_page() -> None:
    seats = [
        SeatSetup("me"),
        SeatSetup("bot", bot="casual"),
        SeatSetup("person", name="Ana"),
        SeatSetup("bot", bot="casual"),
    ]
    assert seat_names(seats) == [None, "Tito", "Ana", "Tito 2"]


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        (SeatSetup("me"), None),
        (SeatSetup("me", name="Ana"), "Ana"),
        (SeatSetup("bot", bot="random"), "random"),
    ],
)
def test_a_record_names_everybody_and_tells_who_has_no_name(
    seat: SeatSetup, name: str | None
) -> None:
    headers = player_header(seat, 1)
    assert headers == {"Player 2": name or "Player 2"}
    assert header_name(headers, 1) == name


def test_records_of_earlier_versions_have_another_name_for_nameless_players() -> None:
    assert header_name({"Player 1": "player 1"}, 0) is None
    assert header_name({}, 0) is None
