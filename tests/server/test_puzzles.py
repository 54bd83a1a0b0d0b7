"""Puzzles over HTTP: listed, shown and tried, and no solution before an answer."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest

from azulejos.puzzles import Puzzle, load_puzzles, puzzle
from azulejos.puzzles.glicko2 import Rating, after_try
from tests.server.service import ThreadService

NEW = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06}


@pytest.fixture(scope="module")
def known() -> Puzzle:
    """A puzzle of two own moves with a reply between them."""
    return next(one for one in load_puzzles("azul") if len(one.solution) == 3)


def attempt(service: ThreadService, name: str, /, **body: Any) -> Any:
    answer = service.http.post(f"/api/puzzles/{name}/try", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(service: ThreadService, name: str, /, **body: Any) -> tuple[int, str]:
    answer = service.http.post(f"/api/puzzles/{name}/try", json=body)
    return answer.status_code, answer.json()["code"]


def test_all_puzzles_are_listed_without_positions_and_solutions(service: ThreadService) -> None:
    answer = service.http.get("/api/puzzles").json()
    assert len(answer["puzzles"]) == sum(
        len(load_puzzles(game)) for game in ("azul", "summer-pavilion")
    )
    fields = {"id", "game", "board", "players", "rating", "moves", "themes"}
    assert all(set(one) == fields for one in answer["puzzles"])
    assert puzzle(answer["today"])
    assert datetime.date.fromisoformat(answer["date"])


def test_a_puzzle_is_shown_without_its_solution(service: ThreadService, known: Puzzle) -> None:
    answer = service.http.get(f"/api/puzzles/{known.id}").json()
    assert answer["study"]["position"].replace("\n", "; ") == known.position
    assert answer["seat"] == answer["study"]["state"]["to_play"]
    assert answer["puzzle"]["moves"] == 2
    assert known.solution[0] in [option["move"] for option in answer["study"]["options"]]
    del answer["study"]
    assert not any(move in json.dumps(answer) for move in known.solution)


def test_a_puzzle_is_solved_move_by_move(service: ThreadService, known: Puzzle) -> None:
    first, reply, last = known.solution
    answer = attempt(service, known.id, moves=[first], rating=NEW)
    assert (answer["correct"], answer["solved"], answer["solution"]) == (True, False, None)
    assert [entry["move"] for entry in answer["study"]["entries"]] == [first, reply]
    answer = attempt(service, known.id, moves=[first, last], rating=NEW)
    assert (answer["correct"], answer["solved"]) == (True, True)
    assert answer["solution"] == list(known.solution)
    assert answer["study"]["state"]["ply"] == 3
    expected = after_try(Rating(), known.rating, solved=True)
    assert answer["rating"]["rating"] == pytest.approx(expected.rating)


def test_a_wrong_move_lowers_the_rating_and_reveals_nothing(
    service: ThreadService, known: Puzzle
) -> None:
    shown = service.http.get(f"/api/puzzles/{known.id}").json()
    moves = [option["move"] for option in shown["study"]["options"]]
    wrong = next(move for move in moves if move != known.solution[0])
    answer = attempt(service, known.id, moves=[wrong], rating=NEW)
    assert (answer["correct"], answer["solved"]) == (False, False)
    assert (answer["study"], answer["solution"]) == (None, None)
    assert answer["rating"]["rating"] < 1500
    assert attempt(service, known.id, moves=[wrong])["rating"] is None


def test_giving_up_shows_the_rest_of_the_solution(service: ThreadService, known: Puzzle) -> None:
    answer = attempt(service, known.id, moves=[], give_up=True, rating=NEW)
    assert answer["solution"] == list(known.solution)
    assert [entry["move"] for entry in answer["study"]["entries"]] == list(known.solution)
    assert (answer["solved"], answer["rating"]["rating"] < 1500) == (False, True)


def test_tries_that_make_no_sense_are_refused(service: ThreadService, known: Puzzle) -> None:
    first, _, last = known.solution
    assert refused(service, "nobody", moves=[first]) == (404, "no-such-puzzle")
    assert refused(service, known.id, moves=[]) == (422, "puzzle-moves")
    assert refused(service, known.id, moves=["zz"]) == (400, "unreadable-move")
    assert refused(service, known.id, moves=[first] * 9) == (422, "bad-request")
    assert refused(service, known.id, moves=[first, last, last])[1] == "puzzle-solved"
    assert refused(service, known.id, moves=[first], rating={**NEW, "deviation": 0})[0] == 422
    assert service.http.get("/api/puzzles/nobody").status_code == 404
