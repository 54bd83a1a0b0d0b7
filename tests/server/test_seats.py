"""Owners of seats: names that change, tokens that are replaced, and looking without sitting."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from azulejos.server.settings import Settings
from tests.server.service import GENEROUS, Made, ThreadService, wait_until


def new_token() -> str:
    return secrets.token_urlsafe(32)


def bearer(*tokens: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {'.'.join(tokens)}"}


# Names


def test_a_guest_chooses_a_name_that_everyone_sees(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        assert ben.ask("name", seat=1, name="  Ben ")["type"] == "done"
        ana.hear_until(lambda person: person.version == ben.version)
        assert [seat["name"] for seat in ana.update["table"]["seats"]] == [None, "Ben"]
        entry = ana.entries[-1]
        assert (entry["kind"], entry["seat"], entry["name"], entry["before"]) == (
            ("name", 1, "Ben", None)
        )
        ben.ask("name", seat=1, name="")
        assert ben.update["table"]["seats"][1]["name"] is None
        assert ben.entries[-1]["before"] == "Ben"


def test_clients_with_deltas_are_told_the_new_name_too(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0, deltas=True) as ana:
        ana.send(type="name", id="one", seat=0, name="Ana")
        delta = ana.hear("delta")
        assert delta["table"]["seats"][0]["name"] == "Ana"


def test_a_name_belongs_to_the_owner_of_the_seat(service: ThreadService) -> None:
    table = service.new_table("me", "friend", "random")
    with service.sit(table, 0) as ana, service.sit(table) as spectator:
        assert ana.refused("name", seat=1, name="Eve") == "not-your-seat"
        assert ana.refused("name", seat=2, name="Eve") == "not-your-seat"
        assert spectator.refused("name", seat=0, name="Eve") == "not-your-seat"


@pytest.mark.parametrize("name", ["\u202eevil", "zero\u200bwidth", "two\nlines", "x" * 25])
def test_a_name_that_cannot_be_seen_is_refused_and_the_old_one_stays(
    name: str, service: ThreadService
) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana:
        ana.ask("name", seat=0, name="Ana")
        assert ana.refused("name", seat=0, name=name) == "bad-name"
    assert service.get(f"/api/games/{table.id}")["table"]["seats"][0]["name"] == "Ana"


def test_a_new_name_makes_no_move_outdated(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        before, move = ana.version, ana.options[0]["move"]
        ben.ask("name", seat=1, name="Ben")
        ana.play(move, version=before)


def test_records_and_rematches_have_the_names_that_people_chose(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as both:
        both.play()
        both.ask("name", seat=1, name="Ben")
        both.ask("undo")
        both.play_to_the_end(lambda options: options[0])
        record = service.http.get(f"/api/games/{table.id}/record").text
        assert "\nPlayer 1: Player 1\nPlayer 2: Ben\n" in record
    answer = service.http.post(f"/api/games/{table.id}/rematch", headers=bearer(table.token(0)))
    again = answer.json()["id"]
    assert service.get(f"/api/games/{again}")["table"]["seats"][1]["name"] == "Ben"
    assert "\nPlayer 2: Ben\n" in service.http.get(f"/api/games/{again}/record").text


def test_names_and_tokens_survive_a_restart(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "tables.db"), bot_pace=0, limits=GENEROUS)
    token = new_token()
    with ThreadService(settings) as service:
        table = service.new_table("me", "friend")
        with service.sit(table, 0) as ana:
            ana.ask("name", seat=0, name="Ana")
            ana.ask("new-token", seat=0, token=token)
    with ThreadService(settings) as service:
        seats = service.get(f"/api/games/{table.id}", headers=bearer(token))["table"]["seats"]
        assert (seats[0]["name"], seats[0]["yours"]) == ("Ana", True)
        old = service.get(f"/api/games/{table.id}", headers=bearer(table.token(0)))
        assert not old["table"]["seats"][0]["yours"]


# Tokens


def test_a_replaced_token_loses_the_seat_at_once_on_every_other_device(
    service: ThreadService,
) -> None:
    table = service.new_table("me", "friend")
    token = new_token()
    with (
        service.sit(table, 0) as phone,
        service.sit(table, 0) as laptop,
        service.sit(table, 1) as ben,
    ):
        assert phone.ask("new-token", seat=0, token=token)["type"] == "done"
        assert phone.update["table"]["seats"][0]["yours"]
        assert phone.options
        laptop.hear_until(lambda person: person.version == phone.version)
        assert not laptop.update["table"]["seats"][0]["yours"]
        assert laptop.update["options"] is None
        assert laptop.refused("play", move=phone.options[0]["move"]) == "not-your-turn"
        assert laptop.refused("new-token", seat=0, token=new_token()) == "not-your-seat"
        phone.play()
        ben.hear_until(lambda person: person.version == phone.version)
        assert ben.update["table"]["seats"][0]["present"]
    with service.sit(table, 0) as late:
        assert not late.update["table"]["seats"][0]["yours"]
    with service.sit(Made(table.id, [token]), 0) as back:
        assert back.update["table"]["seats"][0]["yours"]


def test_a_seat_whose_devices_all_have_the_old_token_is_absent(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 1) as ben, service.sit(table, 0) as old:
        with service.sit(table, 0) as new:
            new.ask("new-token", seat=0, token=new_token())
        while ben.hear("presence")["present"] != [False, True]:
            pass
        assert old.refused("say", seat=0, preset="hello") == "not-your-seat"


def test_neither_clients_nor_the_log_file_see_a_token_or_its_hash(
    service: ThreadService, caplog: pytest.LogCaptureFixture
) -> None:
    table = service.new_table("me", "friend")
    token = new_token()
    with service.sit(table, 0) as ana, service.sit(table) as spectator:
        ana.ask("new-token", seat=0, token=token)
        spectator.hear_until(lambda person: person.version == ana.version)
        live = next(one for one in service.app.state.hub.tables if one.id == table.id)
        stored = live.table.seats[0].token
        entry = spectator.entries[-1]
        assert set(entry) == {"kind", "number", "at", "seat"}
        for text in [*ana.texts, *spectator.texts, caplog.text]:
            assert token not in text
            assert stored not in text
    assert stored not in service.http.get(f"/api/games/{table.id}").text


def test_a_repeated_request_for_a_new_token_is_carried_out_once(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    token = new_token()
    with service.sit(table, 0) as ana:
        ana.ask("new-token", id="once", seat=0, token=token)
        version = ana.version
    # The answer was lost: the client has both tokens, and asks again.
    tokens = Made(table.id, [token])
    with service.sit(tokens, 0) as ana:
        assert ana.ask("new-token", id="once", seat=0, token=token)["version"] == version
        assert ana.version == version


@pytest.mark.parametrize("token", ["", "short", "x" * 65, "+" * 43])
def test_a_token_that_is_too_easy_to_guess_is_refused(token: str, service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana:
        ana.send(type="new-token", id="easy", seat=0, token=token)
        assert ana.hear("error")["code"] == "bad-message"


def test_a_rematch_needs_the_new_token(service: ThreadService) -> None:
    table = service.new_table("me", "here")
    token = new_token()
    with service.sit(table, 0, 1) as both:
        both.play_to_the_end(lambda options: options[0])
        both.ask("new-token", seat=0, token=token)
    path = f"/api/games/{table.id}/rematch"
    assert service.http.post(path, headers=bearer(table.token(0))).status_code == 403
    made = service.http.post(path, headers=bearer(token)).json()
    with service.sit(Made(made["id"], [token]), 0) as ana:
        assert ana.update["table"]["seats"][0]["yours"]


# Looking


def test_looking_with_a_token_says_whose_seat_it_is_and_changes_nothing(
    service: ThreadService,
) -> None:
    table = service.new_table("me", "friend", "friend")
    with service.sit(table, 0) as ana:
        before = ana.version
        path = f"/api/games/{table.id}"
        update = service.get(path, headers=bearer(table.token(1)))
        seats = update["table"]["seats"]
        assert [seat["yours"] for seat in seats] == [False, True, False]
        assert [seat["present"] for seat in seats] == [True, False, False]
        assert [seat["host"] for seat in seats] == [True, False, False]
        two = service.get(path, headers=bearer(table.token(1), table.token(2)))
        assert [seat["yours"] for seat in two["table"]["seats"]] == [False, True, True]
        nobody = service.get(path, headers=bearer(new_token()))
        assert not any(seat["yours"] for seat in nobody["table"]["seats"])
        assert update["version"] == before
        presence = service.app.state.hub.presence
        wait_until(lambda: presence.connected(table.id) == {0})
