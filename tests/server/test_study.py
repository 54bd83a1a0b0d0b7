"""Studies over HTTP: positions off the table, played, edited and recorded without any state."""

from __future__ import annotations

from typing import Any

import pytest

from azulejos import Game
from azulejos.server.settings import MESSAGE_BYTES, RECORD_BYTES
from tests.game.test_variations import CONFIGURATIONS, game_with_variations
from tests.server.service import ThreadService
from tests.server.test_records import finished_table, upload
from tests.session.views.plain import state

GAMES = ("azul", "summer-pavilion")


def ask(service: ThreadService, path: str = "", /, **body: Any) -> Any:
    answer = service.http.post(f"/api/study{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(service: ThreadService, path: str = "", /, **body: Any) -> tuple[int, str]:
    answer = service.http.post(f"/api/study{path}", json=body)
    assert answer.status_code >= 400
    assert answer.json()["text"]
    return answer.status_code, answer.json()["code"]


def dealt(service: ThreadService, game: str, **choices: Any) -> Any:
    start = ask(service, start={"game": game, **choices})
    return ask(service, "/play", position=start["position"], draw=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_can_be_played_without_a_table(service: ThreadService, game: str) -> None:
    study = dealt(service, game, board="grey", players=3, first=2)
    assert study["state"]["start_player"] == 2
    moves = 0
    while study["result"] is None:
        assert study["state"]["ply"] == moves
        chosen = study["options"][len(study["options"]) // 2]["move"]
        position, ply = study["position"], study["state"]["ply"]
        study = ask(service, "/play", position=position, move=chosen, draw=True, ply=ply)
        assert study["chance"] is None
        assert study["entries"][0]["move"] == chosen
        assert all(entry["events"] for entry in study["entries"])
        moves += 1
    assert study["state"]["over"]
    assert study["options"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_study_of_a_finished_game_is_what_the_record_says(
    service: ThreadService, game: str
) -> None:
    table = finished_table(service, "me", "greedy", game=game)
    played = Game.from_text(service.http.get(f"/api/games/{table.id}/record").text)
    for ply in (0, played.ply // 2, played.ply):
        by_table = ask(service, game=table.id, ply=ply)
        assert by_table["state"] == state(played.position_at(ply), ply)
        assert by_table == ask(service, record=played.to_text(), ply=ply)
        assert by_table["position"] == str(played.position_at(ply))
        shown = ask(service, position=by_table["position"], ply=ply)
        assert shown["state"] == by_table["state"]
        assert shown["fingerprint"] == by_table["fingerprint"]
    end = ask(service, game=table.id)
    assert end["result"] == service.get(f"/api/games/{table.id}")["result"]


def test_a_running_game_is_not_studied(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    assert refused(service, game=table.id, ply=0) == (409, "not-over")
    assert refused(service, "/record", game=table.id) == (409, "not-over")


def test_an_unfinished_record_is_studied_once_it_is_uploaded(service: ThreadService) -> None:
    game = Game("azul", seed=3)
    name = upload(service, game.to_text()).json()["id"]
    assert ask(service, game=name)["position"] == str(game.position)


# Chance


def test_before_a_deal_a_study_says_where_tiles_go_and_not_which_come(
    service: ThreadService,
) -> None:
    azul = ask(service, start={"game": "azul", "players": 2})
    places = [factory for factory in (1, 2, 3, 4, 5) for _ in range(4)]
    full = dict.fromkeys("byrkw", 20)
    assert azul["chance"] == {"kind": "deal", "places": places, "bag": full}
    assert (azul["options"], azul["state"]["to_play"]) == ([], None)
    pavilion = ask(service, start={"game": "summer-pavilion", "players": 2})
    assert pavilion["chance"]["places"] == [0] * 10 + places


def test_a_deal_can_be_given_in_parts_and_completed_at_random(service: ThreadService) -> None:
    start = ask(service, start={})["position"]
    half = ask(service, "/play", position=start, tiles="bbyr kk")
    assert half["chance"]["places"] == [2, 2] + [n for n in (3, 4, 5) for _ in range(4)]
    assert half["state"]["factories"][:2] == [{"b": 2, "y": 1, "r": 1}, {"k": 2}]
    whole = ask(service, "/play", position=start, tiles="bbyr kk", draw=True)
    assert whole["chance"] is None
    assert [entry["kind"] for entry in whole["entries"]] == ["deal"]
    assert whole["entries"][0]["tiles"].startswith("bbyrkk")
    assert len(whole["entries"][0]["tiles"]) == 20


def test_two_random_deals_differ(service: ThreadService) -> None:
    start = ask(service, start={"game": "summer-pavilion"})["position"]
    one, other = (ask(service, "/play", position=start, draw=True) for _ in range(2))
    assert one["position"] != other["position"]


def test_any_draw_of_a_game_can_be_made_again(service: ThreadService) -> None:
    table = finished_table(service, "me", "greedy", game="summer-pavilion")
    game = Game.from_text(service.http.get(f"/api/games/{table.id}/record").text)
    kinds = set()
    for ply in range(game.ply):
        before = ask(service, game=table.id, ply=ply, dealt=False)
        if before["chance"] is None:
            assert before["position"] == str(game.position_at(ply))
            continue
        kinds.add(before["chance"]["kind"])
        again = ask(service, "/play", position=before["position"], draw=True)
        assert len(again["entries"][0]["tiles"]) == len(before["chance"]["places"])
        assert before["position"] == str(game.at(ply, dealt=False).position)
    assert kinds == {"deal", "refill"}


def test_a_move_that_ends_a_round_stops_before_the_draw_unless_one_is_wanted(
    service: ThreadService,
) -> None:
    game = Game("azul", seed=11)
    while game.round == 1:
        game.play(next(iter(game.legal_moves)))
    last, position = game.moves[-1], str(game.at(game.ply - 1).position)
    stopped = ask(service, "/play", position=position, move=str(last))
    assert len(stopped["chance"]["places"]) == 20
    assert [entry["kind"] for entry in stopped["entries"]] == ["move"]
    tiles = game.history[-1].tiles  # type: ignore[union-attr]
    whole = ask(service, "/play", position=position, move=str(last), tiles=tiles)
    assert whole["position"] == str(game.position)
    assert [entry["kind"] for entry in whole["entries"]] == ["move", "deal"]


# Lines and records


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_a_record_with_variations_is_rewritten_in_both_forms(
    service: ThreadService, name: str, board: str, players: int
) -> None:
    game = game_with_variations(name, board, players, seed=5)
    answer = ask(service, "/record", record=game.to_text())
    assert answer["text"] == game.to_text()
    again = ask(service, "/record", record=game.to_json())
    assert again == answer
    plies = answer["record"]["plies"]
    assert len(answer["positions"]) == len(plies) + 1
    line = ask(service, "/line", position=answer["positions"][0], steps=plies)
    assert line["positions"] == answer["positions"][1:]
    assert line["study"]["position"] == str(game.position)
    assert line["study"]["state"]["ply"] == game.ply
    assert len(line["study"]["entries"]) == len(plies)


def test_a_wrong_step_of_a_line_is_named(service: ThreadService) -> None:
    start = ask(service, start={})["position"]
    deal = {"deal": "bbyrkkwwrryybbwwkkyr"}
    body = {"position": start, "steps": [deal, {"move": "1b2"}, {"move": "1b2"}]}
    answer = service.http.post("/api/study/line", json=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "record/replay"
    assert answer.json()["parameters"]["place"] == "$.steps[2]"
    assert refused(service, "/line", position=start, steps=[{}]) == (400, "record/missing")
    assert refused(service, "/line", position=start, steps=[deal] * 401) == (422, "bad-request")


# The editor


@pytest.mark.parametrize("game", GAMES)
def test_a_position_can_be_taken_apart_and_put_together_again(
    service: ThreadService, game: str
) -> None:
    study = dealt(service, game)
    edited = ask(service, "/edit", position=study["position"])
    assert edited["study"]["position"] == study["position"]
    again = ask(service, "/edit", setup={**edited["setup"], "bag": None})
    assert again == edited
    fewest: dict[str, Any] = {"game": game, "phase": "deal", "to_play": None, "seats": [{}, {}]}
    if game == "summer-pavilion":
        fewest["filling"] = "first-supply"
    new = ask(service, "/edit", start={"game": game})
    assert ask(service, "/edit", setup=fewest) == new


def test_an_impossible_position_is_refused_with_all_reasons_at_once(
    service: ThreadService,
) -> None:
    setup = ask(service, "/edit", position=dealt(service, "azul")["position"])["setup"]
    setup["seats"][0]["lines"][0] = "bb"
    setup["seats"][1]["wall"][0] = "y...."
    setup["to_play"] = None
    answer = service.http.post(
        "/api/study/edit", json={"setup": setup}, headers={"Accept-Language": "de"}
    ).json()
    assert (answer["setup"], answer["study"]) == (None, None)
    codes = {reason["code"] for reason in answer["reasons"]}
    assert codes == {"tile-count", "line-size", "wall-wrong-space", "to-play"}
    line = next(reason for reason in answer["reasons"] if reason["code"] == "line-size")
    assert line["parameters"] == {"player": "1", "line": "1", "got": "2"}
    assert "Spieler 1" in line["text"]
    assert answer["phases"] == ["deal", "over", "draft", "tile"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seats": 3}, "wrong-type"),
        ({"seats": [3, None]}, "wrong-type"),
        ({"seats": []}, "players"),
        ({"factories": [{}]}, "wrong-type"),
        ({"round": 10**400}, "number"),
        ({"centre": "zz"}, "unreadable-tiles"),
        ({"board": "pink"}, "board"),
        ({"phase": "dance"}, "phase"),
    ],
)
def test_an_arrangement_of_wrong_values_is_explained(
    service: ThreadService, change: dict[str, Any], code: str
) -> None:
    setup = ask(service, "/edit", start={})["setup"]
    answer = ask(service, "/edit", setup={**setup, **change})
    assert code in {reason["code"] for reason in answer["reasons"]}


# Refusals


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("", {}, (422, "bad-request")),
        ("", {"start": {}, "position": ""}, (422, "bad-request")),
        ("", {"position": ""}, (400, "unknown-game")),
        ("", {"position": "chess coloured"}, (400, "unknown-game")),
        ("", {"position": "azul"}, (400, "position/header")),
        ("", {"position": "azul coloured; phase draft"}, (400, "position/missing-field")),
        ("", {"position": "azul coloured; \u0000"}, (422, "bad-request")),
        ("", {"position": "azul coloured; " * 1000}, (422, "bad-request")),
        ("", {"record": "garbage"}, (400, "record/expected")),
        ("", {"record": "{" * 9000}, (400, "record/json")),
        ("", {"record": "x" * RECORD_BYTES}, (413, "too-large")),
        ("", {"game": "no-such-table"}, (404, "no-such-table")),
        ("", {"start": {"board": "pink"}}, (400, "unknown-board")),
        ("", {"start": {"players": 5}}, (422, "bad-request")),
        ("", {"start": {"players": 2, "first": 2}}, (400, "out-of-range")),
        ("/play", {"position": "azul"}, (400, "position/header")),
        ("/edit", {"setup": {"game": "go"}}, (400, "unknown-game")),
        ("/edit", {"setup": {"game": ["azul"]}}, (400, "unknown-game")),
        ("/edit", {"setup": {"game": "azul", "colour": "pink"}}, (400, "unknown-option")),
        ("/edit", {"setup": {"game": "azul", "x": "y" * MESSAGE_BYTES}}, (413, "too-large")),
        ("/record", {"record": ""}, (400, "record/expected")),
    ],
)
def test_what_is_no_study_is_refused(
    service: ThreadService, path: str, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert refused(service, path, **body) == expected


def test_half_of_a_character_in_an_arrangement_is_refused(service: ThreadService) -> None:
    body = b'{"setup": {"game": "azul", "centre": "\\ud800"}}'
    headers = {"Content-Type": "application/json"}
    answer = service.http.post("/api/study/edit", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-request")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"move": "9b9"}, "unreadable-move"),
        ({"move": "1b1"}, "deal-first"),
        ({"tiles": "zz"}, "unreadable-tiles"),
        ({"tiles": ""}, "no-tiles"),
        ({"tiles": "byrkw" * 5}, "too-many"),
    ],
)
def test_what_the_rules_forbid_is_refused_in_a_study_too(
    service: ThreadService, body: dict[str, Any], code: str
) -> None:
    start = ask(service, start={})["position"]
    assert refused(service, "/play", position=start, **body) == (400, code)


def test_a_position_that_was_tampered_with_is_refused(service: ThreadService) -> None:
    position = dealt(service, "azul")["position"]
    assert refused(service, "/play", position=position.replace("bag ", "bag 9b")) == (
        400,
        "invalid-position",
    )
    assert refused(service, "/play", position=position, tiles="b") == (400, "no-deal-due")


def test_tiles_that_are_not_in_the_bag_cannot_be_drawn(service: ThreadService) -> None:
    start = ask(service, start={"players": 4})["position"]
    assert refused(service, "/play", position=start, tiles="b" * 21) == (400, "not-in-bag")
