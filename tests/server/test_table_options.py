"""Options of a table: chosen when it is set up, told to all, kept for a rematch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from azulejos.server.settings import Settings
from tests.server.service import GENEROUS, Made, Person, ThreadService, wait_until

#: Options of a table that was set up without any.
USUAL = {"hints": True, "undo": "free", "time": None, "spectators": True}
TIMED = {"kind": "player", "minutes": 10, "increment": 5}
ALL = {"hints": True, "undo": "consent", "time": TIMED, "spectators": False}


def options_of(person: Person) -> dict[str, Any]:
    options: dict[str, Any] = person.update["table"]["options"]
    return options


def test_chosen_options_are_told_and_kept_for_the_rematch(service: ThreadService) -> None:
    table = service.new_table("me", "here", options=ALL)
    with service.sit(table, 0, 1) as ana:
        assert options_of(ana) == ALL
        ana.play_to_the_end(lambda options: options[-1])
        head = {"Authorization": f"Bearer {table.token(0)}"}
        again = service.http.post(f"/api/games/{table.id}/rematch", headers=head).json()["id"]
    with service.sit(Made(again, table.tokens), 0) as ana:
        assert options_of(ana) == ALL


@pytest.mark.parametrize(
    ("kinds", "hints"),
    [
        (("me", "greedy"), True),
        (("me", "here"), True),
        (("friend", "greedy"), True),
        (("me", "friend"), False),
        (("friend", "friend"), False),
        (("me", "greedy", "open"), False),
    ],
)
def test_hints_are_off_by_default_where_people_play_from_two_devices(
    service: ThreadService, kinds: tuple[str, ...], hints: bool
) -> None:
    table = service.new_table(*kinds)
    with service.sit(table, 0) as person:
        assert options_of(person) == {**USUAL, "hints": hints}


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"undo": "maybe"}, "options.undo"),
        ({"hints": "yes"}, "options.hints"),
        ({"time": {"kind": "player", "minutes": 0}}, "options.time.player.minutes"),
        ({"time": {"kind": "player", "minutes": 5, "increment": 99}}, "options.time.player.incr"),
        ({"time": {"kind": "move", "days": 15}}, "options.time.move.days"),
        ({"time": {"kind": "sand"}}, "options.time"),
        ({"speed": 3}, "options.speed"),
    ],
)
def test_bad_options_are_refused_with_the_name_of_the_field(
    service: ThreadService, options: dict[str, Any], place: str
) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}]
    answer = service.http.post("/api/games", json={"seats": seats, "options": options})
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad-request"
    assert place in answer.json()["text"]


def test_the_bounds_of_options_are_told_and_hold(service: ThreadService) -> None:
    bounds = service.get("/api/config")["table_options"]
    minutes, increment, days = bounds["minutes"], bounds["increment"], bounds["days"]

    def answer(options: dict[str, Any]) -> int:
        seats = [{"kind": "me"}, {"kind": "bot"}]
        return service.http.post(
            "/api/games", json={"seats": seats, "options": options}
        ).status_code

    def player(minutes: int, increment: int) -> dict[str, Any]:
        return {"time": {"kind": "player", "minutes": minutes, "increment": increment}}

    def move(days: int) -> dict[str, Any]:
        return {"time": {"kind": "move", "days": days}}

    inside = [
        *({"undo": policy} for policy in bounds["undo"]),
        player(minutes["least"], increment["least"]),
        player(minutes["most"], increment["most"]),
        move(days["least"]),
        move(days["most"]),
    ]
    outside = [
        player(minutes["least"] - 1, 0),
        player(minutes["most"] + 1, 0),
        player(minutes["least"], increment["least"] - 1),
        player(minutes["least"], increment["most"] + 1),
        move(days["least"] - 1),
        move(days["most"] + 1),
    ]
    assert {answer(options) for options in inside} == {201}
    assert {answer(options) for options in outside} == {422}


# Undo by consent


def test_two_people_agree_on_an_undo(service: ThreadService) -> None:
    table = service.new_table("me", "friend", options={"undo": "consent"})
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        ana.play()
        assert ana.ask("undo")["type"] == "done"
        ben.hear_until(lambda person: bool(person.update["undo_request"]))
        request = ben.update["undo_request"]
        assert (request["seat"], request["waiting"]) == (0, [1])
        ben.ask("undo-answer", request=request["request"], agree=False)
        ana.hear_until(lambda person: person.update["undo_request"] is None)
        assert ana.state["ply"] == 1
        assert ana.refused("undo") == "undo/refused"
        assert ana.refused("undo-answer", request=request["request"], agree=False) == (
            "undo/no-request"
        )
        ben.wait_for_turn()
        ben.play()
        assert ben.ask("undo")["type"] == "done"
        ana.hear_until(lambda person: bool(person.update["undo_request"]))
        request = ana.update["undo_request"]
        assert ana.ask("undo-answer", request=request["request"], agree=True)["type"] == "done"
        assert ana.state["ply"] == 1


def test_undo_can_be_off(service: ThreadService) -> None:
    table = service.new_table("me", "here", options={"undo": "off"})
    with service.sit(table, 0, 1) as ana:
        ana.play()
        assert not ana.update["can_undo"]
        assert ana.refused("undo") == "undo/off"


def test_an_undo_is_not_held_up_by_a_player_who_leaves(service: ThreadService) -> None:
    table = service.new_table("me", "friend", options={"undo": "consent"})
    with service.sit(table, 0) as ana:
        with service.sit(table, 1):
            ana.play()
            assert ana.ask("undo")["type"] == "done"
            assert ana.state["ply"] == 1
        ana.hear_until(lambda person: person.state["ply"] == 0)
        assert ana.update["undo_request"] is None


def test_bots_wait_for_the_answer_to_a_request(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "t.db"), bot_pace=3600, limits=GENEROUS)
    with ThreadService(settings) as service:
        table = service.new_table("me", "random", "friend", options={"undo": "consent"})
        with service.sit(table, 0) as ana, service.sit(table, 2) as ben:
            ana.play()
            assert ana.ask("undo")["type"] == "done"
            ana.send(type="hurry")
            ben.hear_until(lambda person: bool(person.update["undo_request"]))
            request = ben.update["undo_request"]["request"]
            live = next(iter(service.app.state.hub.tables))
            wait_until(lambda: live.bots.is_idle)
            assert live.table.game.ply == 1
            assert ben.ask("undo-answer", request=request, agree=False)["type"] == "done"
            ben.send(type="hurry")
            ben.wait_for_turn()
            assert ben.state["ply"] == 2


# Hints


def test_a_hint_is_told_to_the_others(service: ThreadService) -> None:
    table = service.new_table("me", "friend", options={"hints": True})
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        assert ana.ask("hint")["type"] == "hint"
        ben.hear_until(lambda person: person.entries[-1]["kind"] == "hint")
        assert ben.entries[-1]["seat"] == 0
        assert ana.ask("hint")["type"] == "hint"
        assert [entry["kind"] for entry in ana.entries].count("hint") == 1


def test_hints_can_be_off(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana:
        assert ana.refused("hint") == "hints-off"


# Spectators


def test_a_table_without_spectators_is_shown_to_its_players_only(service: ThreadService) -> None:
    table = service.new_table("me", "here", options={"spectators": False})
    addresses = [f"/api/games/{table.id}{what}" for what in ("", "/replay", "/record")]
    for address in addresses:
        answer = service.http.get(address)
        assert (answer.status_code, answer.json()["code"]) == (403, "no-spectators")
        head = {"Authorization": f"Bearer {table.token(1)}"}
        assert service.http.get(address, headers=head).status_code == 200
    with service.sit(table, wait=False) as eve:
        assert eve.hear("error")["code"] == "no-spectators"
        assert eve.closed() == (4403, "no-spectators")
    with service.sit(table, 0, 1) as ana:
        ana.play_to_the_end(lambda options: options[-1])
    for address in addresses:
        assert service.http.get(address).status_code == 200
    with service.sit(table) as eve:
        assert eve.state["over"]
