"""Records out and in, replays, and rematches."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game
from azulejos.server.settings import RECORD_BYTES
from tests.game.test_variations import CONFIGURATIONS, game_with_variations
from tests.server.service import Made, ThreadService
from tests.session.views.plain import state

GOLDEN = sorted(Path(__file__).parents[1].glob("game/golden/*.txt"))
LANGUAGES = ("en", "fi", "pt-BR", "de", "is", "nb")


def finished_table(service: ThreadService, *kinds: str, **choices: Any) -> Made:
    table = service.new_table(*kinds, **choices)
    people = [seat for seat, token in enumerate(table.tokens) if token]
    with service.sit(table, *people) as person:
        person.play_to_the_end(lambda options: options[len(options) // 2])
    return table


def upload(service: ThreadService, record: str, **headers: str) -> Any:
    return service.http.post("/api/records", json={"record": record}, headers=headers)


def without_ply(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "ply"}


def check_replay(service: ThreadService, name: str, game: Game) -> None:
    """Every moment of a replay is the position that the record leads to."""
    replay = service.get(f"/api/games/{name}/replay")
    moments = replay["moments"]
    assert [moment["ply"] for moment in moments] == list(range(game.ply + 1))
    assert [moment["move"] for moment in moments] == [None, *map(str, game.moves)]
    for moment in moments:
        assert moment["state"]["ply"] == moment["ply"]
        assert moment["state"] == state(game.position_at(moment["ply"]), moment["ply"])
    assert moments[0]["seat"] is None
    for before, moment in pairwise(moments):
        assert moment["seat"] == before["state"]["to_play"]
    assert (replay["result"] is not None) == game.is_over
    dealt = sum(event["kind"] == "dealt" for moment in moments for event in moment["events"])
    assert dealt == game.drawn


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_a_record_can_be_read_again(service: ThreadService, game: str) -> None:
    table = finished_table(service, "me", "greedy", "here", game=game, board="grey", first=1)
    answers = {
        form: service.http.get(f"/api/games/{table.id}/record", params={"format": form})
        for form in ("text", "json")
    }
    for form, answer in answers.items():
        assert "attachment" in answer.headers["content-disposition"]
        assert "text/plain" in answer.headers["content-type"] or form == "json"
    text, data = answers["text"].text, answers["json"].text
    read = Game.from_text(text)
    assert read == Game.from_json(data)
    assert read.is_over
    assert read.to_record().first_player == 1
    check_replay(service, table.id, read)
    for record in (text, data):
        name = upload(service, record).json()["id"]
        assert service.http.get(f"/api/games/{name}/record").text == text


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_variations_of_an_upload_come_back(
    service: ThreadService, name: str, board: str, players: int
) -> None:
    game = game_with_variations(name, board, players, seed=1)
    for record, form in ((game.to_text(), "text"), (game.to_json(), "json")):
        made = upload(service, record).json()["id"]
        kept = service.http.get(f"/api/games/{made}/record", params={"format": form}).text
        read = Game.from_text(kept) if form == "text" else Game.from_json(kept)
        assert read.variations == game.variations
        assert read.comments == game.comments


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_can_be_uploaded_and_watched(service: ThreadService, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game = Game.from_text(text)
    name = upload(service, text).json()["id"]
    check_replay(service, name, game)
    seen = service.get(f"/api/games/{name}")
    assert seen["table"]["uploaded"]
    assert seen["table"]["reveal"] is None
    assert seen["result"]["scores"] == list(game.scores)
    with service.sit(Made(name, [])) as spectator:
        assert spectator.update["options"] is None
        assert spectator.refused("play", move="1b1") == "record-only"
        assert spectator.refused("undo") == "record-only"
        assert spectator.refused("hint") == "not-your-turn"


def test_a_game_in_the_middle_can_be_kept_and_watched(service: ThreadService) -> None:
    table = service.new_table("me", "here", game="summer-pavilion")
    with service.sit(table, 0, 1) as ana:
        for _ in range(5):
            ana.play()
        text = service.http.get(f"/api/games/{table.id}/record").text
        assert service.get(f"/api/games/{table.id}/replay")["result"] is None
        check_replay(service, upload(service, text).json()["id"], Game.from_text(text))


def test_comments_of_a_record_are_kept(service: ThreadService) -> None:
    game = Game(seed=3)
    game.play(next(iter(game.legal_moves)))
    game.comment("bold!")
    name = upload(service, game.to_text()).json()["id"]
    assert service.http.get(f"/api/games/{name}/record").text == game.to_text()


BROKEN = {
    "nothing": "",
    "no record": "once upon a time",
    "no JSON": "{",
    "deep JSON": '{"a":' + "[" * 50_000,
    "large number": '{"players": ' + "9" * 5000 + "}",
    "not finite": '{"players": NaN}',
    "wrong move": GOLDEN[0].read_text(encoding="utf-8").replace("1b", "9b", 1),
    "half": GOLDEN[0].read_text(encoding="utf-8")[:300],
    "nulls": "\x00" * 100,
    "surrogates": "a\ud800b",
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_record_is_refused_in_the_readers_language(
    service: ThreadService, what: str
) -> None:
    texts = {}
    for language in LANGUAGES:
        body = json.dumps({"record": BROKEN[what]})
        answer = service.http.post(
            "/api/records",
            content=body,
            headers={"Accept-Language": language, "Content-Type": "application/json"},
        )
        assert answer.status_code in (400, 422), answer.text
        assert set(answer.json()) == {"code", "text", "parameters"}
        texts[language] = answer.json()["text"]
    assert len(set(texts.values())) == len(LANGUAGES)


def test_a_record_of_endless_length_is_refused(service: ThreadService) -> None:
    """Where nobody ends a game without progress, a record can go on for as long as it fits."""
    game = Game(seed=1, stalemate_rounds=0)
    while game.ply < 5000:
        floor = next(move for move in game.legal_moves if str(move).endswith("0"))
        game.play(floor)
    record = game.to_text()
    assert len(record) < RECORD_BYTES
    assert upload(service, record).status_code in (400, 413, 422)


def test_a_rematch_rotates_the_first_seat_and_keeps_the_tokens(service: ThreadService) -> None:
    table = finished_table(service, "me", "greedy", "friend", first=2)
    mine = {"Authorization": f"Bearer {table.token(0)}"}
    theirs = {"Authorization": f"Bearer {table.token(2)}"}
    with service.sit(table, 0) as ana:
        path = f"/api/games/{table.id}/rematch"
        asked = [service.http.post(path, headers=header) for header in (mine, theirs, mine)]
        assert {answer.status_code for answer in asked} == {201}
        (name,) = {answer.json()["id"] for answer in asked}
        ana.hear_until(lambda person: person.update["table"]["rematch"] == name)
        rematches = [entry for entry in ana.entries if entry["kind"] == "rematch"]
        assert [(entry["seat"], entry["game"]) for entry in rematches] == [(0, name)]
    again = Made(name, table.tokens)
    for seat in (0, 2):
        with service.sit(again, seat) as person:
            seats = person.update["table"]["seats"]
            assert [s["yours"] for s in seats] == [s["seat"] == seat for s in seats]
            assert person.update["table"]["first_player"] == 0
            assert person.entries[0]["number"] == 1
            assert seats[1]["bot"] == "greedy"


def test_names_are_in_the_record(service: ThreadService) -> None:
    names = ["Ana Lívia", "Þórunn 🎲", None]
    seats = [{"kind": "me", "name": name} for name in names]
    made = service.http.post("/api/games", json={"seats": seats}).json()
    shown = service.get(f"/api/games/{made['id']}")["table"]["seats"]
    assert [seat["name"] for seat in shown] == names
    game = Game.from_text(service.http.get(f"/api/games/{made['id']}/record").text)
    assert game.headers["Player 1"] == "Ana Lívia"
    assert game.headers["Player 2"] == "Þórunn 🎲"


def test_bots_are_called_by_their_first_names_in_the_record(service: ThreadService) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "strong"}, {"kind": "bot", "bot": "greedy"}]
    made = service.http.post("/api/games", json={"seats": seats}).json()
    game = Game.from_text(service.http.get(f"/api/games/{made['id']}/record").text)
    assert [game.headers[f"Player {n}"] for n in (1, 2, 3)] == ["Player 1", "Nuno", "greedy"]
    config = service.get("/api/config")
    assert list(config["bot_names"]) == config["bots"]
    assert config["bot_names"]["strong"] == "Nuno"


@pytest.mark.parametrize("name", ["#", '"', "a: b", "[x]", "👩\u200d🚀", "שרה", "a  b", "' or 1"])
def test_whatever_name_is_taken_its_record_can_be_read(service: ThreadService, name: str) -> None:
    seats = [{"kind": "me", "name": f" {name} "}, {"kind": "me"}]
    answer = service.http.post("/api/games", json={"seats": seats})
    assert answer.status_code == 201
    record = service.http.get(f"/api/games/{answer.json()['id']}/record")
    assert record.status_code == 200, record.text
    assert Game.from_text(record.text).headers["Player 1"] == name


#: Names and comments that are not kept: control characters, characters without width, changes of
#: direction, halves of pairs.
UNSEEN = [
    "a\u2028b",
    "a\u0085b",
    "a\u200bb",
    "\u202eevil",
    "a\ufeff",
    "\x1b[2J",
    "a\u2066",
    "a\ud800b",
]


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_a_name_that_cannot_be_seen_is_refused_in_the_readers_language(
    service: ThreadService, name: str
) -> None:
    texts = set()
    for language in LANGUAGES:
        answer = service.http.post(
            "/api/games",
            content=json.dumps({"seats": [{"kind": "me", "name": name}, {"kind": "me"}]}),
            headers={"Accept-Language": language, "Content-Type": "application/json"},
        )
        assert answer.status_code == 422, answer.text
        assert answer.json()["code"] in ("bad-name", "bad-request")
        texts.add(answer.json()["text"])
    assert len(texts) == len(LANGUAGES)


def hostile_record(place: str, text: str) -> str:
    """A record as JSON with a text of an attacker in one place; JSON can write any of them."""
    game = Game(seed=5)
    game.play(next(iter(game.legal_moves)))
    game.headers |= {"Player 1": "Ana", "Event": "Fair"}
    game.comment("good", 0)
    game.comment("bold", 1)
    data = json.loads(game.to_json())
    if place == "comment":
        data["plies"][-1]["comment"] = text
    elif place == "first comment":
        data["comment"] = text
    elif place == "name of a header":
        data["headers"][text] = "x"
    else:
        data["headers"][place] = text
    return json.dumps(data)


PLACES = ["Player 1", "Event", "name of a header", "comment", "first comment"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", [*UNSEEN, "x" * 100_000], ids=lambda text: ascii(text[:8]))
def test_a_record_with_text_that_cannot_be_kept_is_refused_with_a_reason(
    service: ThreadService, place: str, text: str
) -> None:
    answer = upload(service, hostile_record(place, text), **{"Accept-Language": "nb"})
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.json()["code"].startswith("record/")


@pytest.mark.parametrize("option", [10**18, 2**63, 2**64, 10**300, -(2**70), [2**65] * 4])
@pytest.mark.parametrize("name", ["stalemate_rounds", "number_points"])
def test_a_record_with_huge_numbers_is_refused(
    service: ThreadService, name: str, option: Any
) -> None:
    game = Game("summer-pavilion" if name == "number_points" else "azul", seed=5)
    data = json.loads(game.to_json())
    data["options"][name] = option
    answer = upload(service, json.dumps(data))
    assert answer.status_code == 400, answer.text


def test_long_names_of_a_record_are_kept_and_shown_short(service: ThreadService) -> None:
    name = "Maria Aparecida dos Santos Oliveira"
    record = hostile_record("Player 1", name)
    table = upload(service, record).json()["id"]
    seats = service.get(f"/api/games/{table}")["table"]["seats"]
    assert seats[0]["name"] == "Maria Aparecida dos San…"
    kept = service.http.get(f"/api/games/{table}/record").text
    assert Game.from_text(kept).headers["Player 1"] == name


@pytest.mark.parametrize("kind", ["the start", "a position"])
def test_a_record_without_moves_and_deals_is_shown_and_reviewed(
    service: ThreadService, kind: str
) -> None:
    position = Game("summer-pavilion", players=3, seed=4).position
    game = Game(position=position, deals=()) if kind == "a position" else Game("azul", deals=())
    name = upload(service, game.to_text()).json()["id"]
    check_replay(service, name, game)
    assert service.http.get(f"/api/games/{name}/record").text == game.to_text()
    assert service.http.post(f"/api/games/{name}/review", json={}).status_code == 202
