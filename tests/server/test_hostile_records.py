"""Garbage, damaged and huge records: refused with an error of ours, at little cost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from azulejos import Game
from azulejos.server.rate_limits import RateLimiter
from azulejos.server.settings import Rate
from tests.server.hostile_records import ACCEPTED, REFUSED
from tests.server.service import ThreadService


def send(service: ThreadService, path: str, record: str) -> Any:
    """Send a record as it is, also where it is no proper text."""
    body = json.dumps({"record": record})
    headers = {"Content-Type": "application/json"}
    return service.http.post(path, content=body, headers=headers)


@pytest.mark.parametrize("what", REFUSED)
def test_a_record_that_is_not_sound_is_refused_everywhere(
    service: ThreadService, what: str
) -> None:
    codes = set()
    for path in ("/api/study/record", "/api/study", "/api/records"):
        answer = send(service, path, REFUSED[what])
        assert answer.status_code in (400, 413, 422), answer.text
        assert answer.json()["text"]
        codes.add(answer.json()["code"])
    assert len(codes) == 1


@pytest.mark.parametrize("what", ACCEPTED)
def test_what_is_odd_and_sound_is_read_exactly(service: ThreadService, what: str) -> None:
    answer = send(service, "/api/study/record", ACCEPTED[what])
    assert answer.status_code == 200, answer.text
    assert json.loads(Game.from_text(answer.json()["text"]).to_json()) == answer.json()["record"]


def test_a_long_record_counts_as_many_requests(
    service: ThreadService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(seed=1, stalemate_rounds=0)
    while game.history_length < 900:
        game.play(next(iter(game.legal_moves)))
    rate = RateLimiter(Rate(10**6, seconds=3600))
    monkeypatch.setattr(service.app.state.hub, "request_rate", rate)
    assert send(service, "/api/study", game.to_text()).status_code == 200
    assert rate.hits("127.0.0.1") == 20 + 5 * (game.history_length // 100)
