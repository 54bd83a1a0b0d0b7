"""Huge records: refused where they cannot be right any more, not after all of them was read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from azulejos import BadOption, Game
from azulejos.analysis import reviewer
from azulejos.game.records import MAX_DEAL, UnreadableRecord

HEAD = "azulejos 1\ngame: azul\nboard: coloured\nplayers: 2\nfirst: 1\n\n"
DEAL = "deal bbyr kkww rryy bbww kkyr\n"
#: Repetitions that would take minutes if each cost as much as all before it.
MANY = 100_000


def record(plies: list[dict[str, Any]]) -> str:
    """A JSON record with these plies."""
    return json.dumps(json.loads(Game(deals=()).to_json()) | {"plies": plies})


@pytest.mark.parametrize(
    ("read", "text", "place"),
    [
        (Game.from_text, HEAD + "deal" + " b" * MANY, "line 7, column 1: "),
        (Game.from_text, HEAD + "deal b\n" * (MANY // 2), "line 7, column 1: "),
        (Game.from_json, record([{"deal": "b"}] * (MANY // 5)), "$.plies[0]: "),
        (Game.from_text, HEAD + DEAL + "scores" + " 1" * MANY, "line 8, column 12: "),
        (Game.from_text, HEAD + DEAL + "scores 1 2\nwinners" + " 1" * MANY, "line 9, column 13: "),
    ],
)
def test_what_is_longer_than_in_any_game_is_refused_where_it_becomes_so(
    read: Callable[[str], Game], text: str, place: str
) -> None:
    with pytest.raises(UnreadableRecord) as refused:
        read(text)
    assert str(refused.value).startswith(place)


def test_a_deal_in_many_parts_is_read_up_to_its_limit() -> None:
    parts = "".join(f"deal {tile}\n" for tile in DEAL.removeprefix("deal").replace(" ", "").strip())
    game = Game.from_text(HEAD + parts + "unfinished\n")
    assert DEAL in game.to_text()
    with pytest.raises(UnreadableRecord, match=f"{MAX_DEAL} characters"):
        Game.from_text(HEAD + "deal " + "b " * (MAX_DEAL + 1))
    with pytest.raises(UnreadableRecord, match="only 20 tiles"):
        Game.from_text(HEAD + "deal " + "b " * MAX_DEAL + "\nunfinished\n")


def test_many_headers_are_read_in_one_go() -> None:
    names = [f"H{number}" for number in range(MANY // 3)]
    headers = "".join(f"{name}: x\n" for name in names)
    game = Game.from_text(HEAD.rstrip("\n") + "\n" + headers + "\n" + DEAL + "unfinished\n")
    assert list(game.headers) == names
    with pytest.raises(UnreadableRecord, match=r"line 33339, column 1: .*wrong"):
        Game.from_text(HEAD.rstrip("\n") + "\n" + headers + "wrong: 1\n\n" + DEAL)


def test_a_comment_in_many_parts_is_joined_in_one_go() -> None:
    game = Game.from_text(HEAD + DEAL + "{a}{b}" * (MANY // 2) + "\n1. 1b2 {c} {d}\n\nunfinished\n")
    assert game.comments == {0: "ab" * (MANY // 2), 1: "cd"}


def test_a_record_that_takes_too_long_to_review_is_not_replayed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Game, "_replay", None)
    with pytest.raises(BadOption, match="20000"):
        reviewer.recorded_game(HEAD + DEAL + "1. " + "1b2 " * 20_001 + "\nunfinished\n")


@pytest.mark.parametrize("name", ["scores", "winners"])
def test_an_error_does_not_repeat_a_huge_result(name: str) -> None:
    data = json.loads(Game(deals=()).to_json()) | {"scores": [1, 2], "winners": [1]}
    with pytest.raises(UnreadableRecord) as refused:
        Game.from_json(json.dumps(data | {name: [1] * MANY}))
    assert len(str(refused.value)) < 200
