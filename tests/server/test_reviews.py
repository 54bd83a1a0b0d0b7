"""Reviews of finished games: requested once, made in the background, kept with the game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from azulejos import Game
from azulejos.analysis import ResultCache, review, scale
from azulejos.analysis.scale import LevelRate
from azulejos.analysis.values import Effort
from azulejos.i18n import words_in
from azulejos.server import review_store, review_views
from azulejos.server.errors import ServiceError
from azulejos.server.review_store import ReviewRow, ReviewStore
from azulejos.server.review_views import review_view
from azulejos.server.schema import games, reviews
from azulejos.server.settings import Rate, Settings
from azulejos.server.store import Store
from azulejos.session.messages.analysis import ScalePlace
from tests.analysis.games import random_game
from tests.server.batches import new
from tests.server.service import GENEROUS, STARTING, ThreadService, wait_until
from tests.server.test_records import upload

TINY = Effort(name="quick", nodes=500, tree_nodes=500, samples=2, proof_nodes=100)
EFFORTS = {name: msgspec.structs.replace(TINY, name=name) for name in ("quick", "standard", "deep")}


def settings_at(database: Path, **choices: Any) -> Settings:
    limits = replace(GENEROUS, reviews=Rate(1_000_000, seconds=1))
    choices = {"efforts": EFFORTS, "review_nice": 0, **choices}
    return Settings(str(database), bot_pace=0, limits=limits, **choices)


@pytest.fixture(scope="module")
def reviewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service with small efforts."""
    database = tmp_path_factory.mktemp("reviews") / "tables.db"
    with ThreadService(settings_at(database)) as running:
        running.http.timeout = STARTING
        yield running


def status(service: ThreadService, game: str, **query: str) -> Any:
    return service.get(f"/api/games/{game}/review", params=query)


def request(service: ThreadService, game: str, effort: str = "quick") -> tuple[int, Any]:
    answer = service.http.post(f"/api/games/{game}/review", json={"effort": effort})
    return answer.status_code, answer.json()


def reviewed(service: ThreadService, game: str, effort: str = "quick") -> Any:
    """The review of a game, when it is done."""
    request(service, game, effort)
    end = time.monotonic() + STARTING
    while (found := status(service, game, effort=effort))["state"] in ("queued", "running"):
        assert time.monotonic() < end
        time.sleep(0.05)
    assert found["state"] == "done"
    return found["review"]


def short_game() -> Game:
    """A game of one round."""
    game = Game("azul", seed=8)
    game.headers["Player 1"] = "Ana"
    for _ in range(6):
        game.play(next(iter(game.legal_moves)))
    return game


@pytest.fixture(scope="module")
def record(reviewer: ThreadService) -> str:
    """The name of an uploaded record."""
    name: str = upload(reviewer, short_game().to_text()).json()["id"]
    return name


def test_a_review_is_made_in_the_background_and_has_what_a_page_shows(
    reviewer: ThreadService, record: str
) -> None:
    assert status(reviewer, record)["state"] == "none"
    code, queued = request(reviewer, record)
    assert code == 202
    assert queued["state"] in ("queued", "running", "done")
    review = reviewed(reviewer, record)
    game = short_game()
    moves = [step["move"] for step in review["steps"] if step["type"] == "decision"]
    assert moves == list(map(str, game.moves))
    assert (review["players"], review["effort"], review["is_over"]) == (2, "quick", False)
    assert review["names"] == ["Ana", "Player 2"]
    assert [point["step"] for point in review["graph"]] == list(range(-1, len(review["steps"])))
    assert all(sum(point["shares"]) == pytest.approx(1) for point in review["graph"])
    assert [point["chance"] for point in review["graph"]][:3] == [False, True, False]
    for player, books in enumerate(review["summaries"]):
        change = books["luck"] - books["losses"] + books["others"] + books["residual"]
        assert books["result"] - books["start"] == pytest.approx(change)
        rounds = [one["players"][player] for one in review["rounds"]]
        for name in ("luck", "losses", "others", "decisions"):
            assert sum(one[name] for one in rounds) == pytest.approx(books[name])
    assert all(isinstance(fact, str) for step in review["steps"] for fact in step.get("facts", []))


def test_a_review_is_told_in_the_language_of_each_reader(
    reviewer: ThreadService, record: str
) -> None:
    reviewed(reviewer, record)
    told = {
        language: reviewer.get(
            f"/api/games/{record}/review", headers={"Accept-Language": language}
        )["review"]
        for language in ("en", "de")
    }
    facts = {
        language: [fact for step in review["steps"] for fact in step.get("facts", [])]
        for language, review in told.items()
    }
    assert len(facts["en"]) == len(facts["de"]) > 0
    assert facts["en"] != facts["de"]


def test_a_review_that_is_done_is_not_made_again(reviewer: ThreadService, record: str) -> None:
    reviewed(reviewer, record)
    code, again = request(reviewer, record)
    assert (code, again["state"]) == (200, "done")
    assert status(reviewer, record) == again


def test_the_deepest_review_is_shown_unless_another_one_is_wanted(
    reviewer: ThreadService, record: str
) -> None:
    reviewed(reviewer, record)
    reviewed(reviewer, record, "standard")
    assert status(reviewer, record)["effort"] == "standard"
    assert status(reviewer, record, effort="quick")["review"]["effort"] == "quick"
    assert status(reviewer, record, effort="deep")["state"] == "none"


def test_error_rates_are_placed_between_the_levels_that_were_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = review(short_game(), TINY, cache=ResultCache(None))
    rates = [books.error_rate or 0.0 for books in result.summaries]
    levels = {
        "beginner": LevelRate(max(rates) + 0.1, 0.01, 40, 1_000),
        "master": LevelRate(sum(rates) / 2, 0.0, 40, 1_000),
    }
    text = result.to_json().encode()
    monkeypatch.setattr(scale, "level_rates", lambda: {"azul-coloured-2": levels})
    monkeypatch.setattr(review_views, "level_rates", lambda: {"azul-coloured-2": levels})
    placed = review_view(text, words_in("en"), ["Ana", None])
    worse = rates.index(max(rates))
    assert placed.summaries[worse].scale == ScalePlace(stronger="master", weaker="beginner")
    assert placed.summaries[1 - worse].scale == ScalePlace(stronger=None, weaker="master")
    assert [one.level for one in placed.levels] == ["beginner", "master"]
    assert placed.levels[0].high - placed.levels[0].low == pytest.approx(2 * 1.96 * 0.01)
    monkeypatch.setattr(scale, "level_rates", dict)
    monkeypatch.setattr(review_views, "level_rates", dict)
    unknown = review_view(text, words_in("en"), ["Ana", None])
    assert [books.scale for books in unknown.summaries] == [None, None]
    assert unknown.levels == []


def test_only_finished_games_are_reviewed(reviewer: ThreadService) -> None:
    running = reviewer.new_table("me", "friend")
    for path in (f"/api/games/{running.id}/review", "/api/games/no-such-table/review"):
        answers = (reviewer.http.get(path), reviewer.http.post(path, json={}))
        expected = (409, "not-over") if running.id in path else (404, "no-such-table")
        assert [(one.status_code, one.json()["code"]) for one in answers] == [expected] * 2


def test_a_record_of_a_game_that_people_play_is_not_reviewed(reviewer: ThreadService) -> None:
    table = reviewer.new_table("me", "friend")
    with reviewer.sit(table, 0):
        text = reviewer.http.get(f"/api/games/{table.id}/record").text
        longer = Game.from_text(text)
        while longer.round < 3:  # with other tiles than will be drawn at the table
            longer.play(next(iter(longer.legal_moves)))
        for copied in (text, longer.to_text()):
            copy = upload(reviewer, copied).json()["id"]
            code, answer = request(reviewer, copy)
            assert (code, answer["code"]) == (403, "study/live-table")


def test_requests_out_of_bounds_are_refused(reviewer: ThreadService, record: str) -> None:
    code, answer = request(reviewer, record, "endless")
    assert (code, answer["code"]) == (422, "bad-request")
    answer = reviewer.http.get(f"/api/games/{record}/review", params={"effort": "endless"})
    assert answer.status_code == 422


def test_a_game_that_is_too_long_is_refused(reviewer: ThreadService) -> None:
    game = Game("azul", seed=1, stalemate_rounds=0)
    while game.ply <= 1000:
        game.play(next(iter(game.legal_moves)))  # all to the floor
    name = upload(reviewer, game.to_text()).json()["id"]
    code, answer = request(reviewer, name)
    assert (code, answer["code"]) == (413, "study/too-long")
    assert answer["parameters"] == {"most": "1000"}


def test_a_review_is_removed_with_its_game(reviewer: ThreadService) -> None:
    name = upload(reviewer, short_game().to_text()).json()["id"]
    reviewed(reviewer, name)
    store: Store = reviewer.app.state.hub.store
    with store.writing.begin() as connection:
        connection.execute(games.delete().where(games.c.id == name))
    with store.engine.connect() as connection:
        left = connection.execute(sa.select(reviews).where(reviews.c.game == name)).all()
    assert not left


def test_a_review_that_was_interrupted_by_a_restart_is_taken_up_again(tmp_path: Path) -> None:
    game = random_game("azul", "coloured", 2, 3)
    settings = settings_at(tmp_path / "tables.db")
    with ThreadService(settings) as service:
        name = upload(service, game.to_text()).json()["id"]
        service.http.timeout = STARTING
        request(service, name)
        wait_until(lambda: (name, "quick") in service.app.state.reviews.progress)
    with ThreadService(settings) as service:
        service.http.timeout = STARTING
        assert status(service, name)["state"] != "none"
        steps = reviewed(service, name)["steps"]
    assert len(steps) == game.history_length


def test_a_service_without_reviews_says_so_and_shows_those_it_has(tmp_path: Path) -> None:
    with ThreadService(settings_at(tmp_path / "tables.db", review_workers=0)) as service:
        name = upload(service, short_game().to_text()).json()["id"]
        code, answer = request(service, name)
        assert (code, answer["code"]) == (503, "study/off")
        assert status(service, name)["state"] == "none"


# The queue in the database


def stored(store: Store, *names: str) -> None:
    for name in names:
        store.write([new(name)])


def test_a_review_is_claimed_by_one_process_in_the_order_of_requests(store: Store) -> None:
    stored(store, "a", "b")
    one, other = ReviewStore(store, "one"), ReviewStore(store, "other")
    assert one.request("b", "quick", 10)
    assert not other.request("b", "quick", 10)
    assert one.request("a", "quick", 10)
    assert (one.place("b", "quick"), one.place("a", "quick")) == (1, 2)
    assert one.claim() == ReviewRow("b", "quick", "queued")
    assert other.claim() == ReviewRow("a", "quick", "queued")
    assert one.claim() is None
    assert one.note(ReviewRow("b", "quick", "queued"), 3, 9)
    assert not other.note(ReviewRow("b", "quick", "queued"), 4, 9)
    assert one.find("b") == [ReviewRow("b", "quick", "running", 3, 9)]
    assert one.finish(ReviewRow("b", "quick", "queued"), b"{}")
    assert other.result("b", "quick") == b"{}"
    assert other.claim() is None


def test_the_review_of_a_process_that_has_ended_is_claimed_by_another(store: Store) -> None:
    stored(store, "a")
    ended, other = ReviewStore(store, "ended"), ReviewStore(store, "other")
    ended.request("a", "quick", 10)
    row = ended.claim()
    assert row
    assert other.claim() is None
    with store.writing.begin() as connection:
        past = datetime.now(UTC) - review_store.LEASE - timedelta(seconds=1)
        connection.execute(reviews.update().values(seen_at=past))
    assert other.claim() == replace(row, state="running")
    assert not ended.finish(row, b"late")
    assert other.finish(row, b"in time")
    assert other.result("a", "quick") == b"in time"


def test_the_queue_is_bounded_and_a_failed_review_can_be_requested_again(store: Store) -> None:
    stored(store, "a", "b")
    queue = ReviewStore(store, "one")
    queue.request("a", "quick", 1)
    with pytest.raises(ServiceError, match="Too many analyses"):
        queue.request("b", "quick", 1)
    row = queue.claim()
    assert row
    queue.fail(row)
    assert queue.find("a")[0].state == "failed"
    assert queue.request("a", "quick", 1)
    assert queue.find("a")[0].state == "queued"
    assert queue.waiting() == 1


def test_a_result_that_is_too_large_is_not_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_store, "MAX_BYTES", 10)
    stored(store, "a")
    queue = ReviewStore(store, "one")
    queue.request("a", "quick", 1)
    row = queue.claim()
    assert row
    assert not queue.finish(row, bytes(range(100)))
    assert queue.find("a")[0].state == "failed"
    assert queue.result("a", "quick") is None


def test_a_review_that_is_released_keeps_its_place(store: Store) -> None:
    stored(store, "a", "b")
    queue = ReviewStore(store, "one")
    queue.request("a", "quick", 10)
    queue.request("b", "quick", 10)
    row = queue.claim()
    assert row
    queue.release(row)
    assert queue.place("a", "quick") == 1
