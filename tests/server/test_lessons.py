"""Lessons over HTTP: texts in the reader's language, and reactions to moves."""

from __future__ import annotations

import pytest

from azulejos.i18n import LANGUAGES, words_in
from azulejos.lessons.lesson import lessons
from tests.server.service import ThreadService


def test_the_list_has_all_lessons(service: ThreadService) -> None:
    listed = service.http.get("/api/lessons").json()["lessons"]
    assert [each["name"] for each in listed] == list(lessons())
    assert [each["steps"] for each in listed] == [len(each.steps) for each in lessons().values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_in_the_reader_s_language(service: ThreadService, language: str) -> None:
    headers = {"Accept-Language": language.replace("_", "-")}
    shown = service.http.get("/api/lessons/azul", headers=headers).json()
    lesson = lessons()["azul"]
    assert shown["title"] == words_in(language).of_data(lesson.title)
    first = shown["steps"][0]
    assert first["task"] == words_in(language).of_data(lesson.steps[0].task)
    assert first["position"] == str(lesson.position(lesson.steps[0]))


def test_moves_get_the_reaction_and_the_position_after_them(service: ThreadService) -> None:
    for move, right in (("1b2", True), ("1b3", False)):
        answer = service.http.post("/api/lessons/azul/pick", json={"move": move}).json()
        assert answer["right"] is right
        assert [entry["move"] for entry in answer["study"]["entries"]] == [move]
        assert answer["study"]["state"]["to_play"] == 1


def test_a_right_move_is_followed_by_the_replies(service: ThreadService) -> None:
    answer = service.http.post("/api/lessons/azul/end", json={"move": "0w1"}).json()
    assert [entry["move"] for entry in answer["study"]["entries"]] == ["0w1", "2k0"]
    assert answer["study"]["state"]["over"]


@pytest.mark.parametrize(
    ("path", "move", "code"),
    [
        ("azul/pick", "1k2", "draft/not-on-factory"),
        ("azul/pick", "checkmate", "unreadable-move"),
        ("azul/castle", "1b2", "unknown-step"),
        ("chess/pick", "1b2", "unknown-lesson"),
    ],
)
def test_bad_answers_are_refused_with_a_reason(
    service: ThreadService, path: str, move: str, code: str
) -> None:
    refused = service.http.post(f"/api/lessons/{path}", json={"move": move})
    assert refused.status_code == 400
    assert refused.json()["code"] == code


def test_a_table_says_why_a_move_is_not_legal(service: ThreadService) -> None:
    made = service.new_table("me", "friend")
    with service.sit(made, 0) as person:
        source, colour = next((option["source"], option["colour"]) for option in person.options)
        absent = next(letter for letter in "byrkw" if letter not in person.state["factories"][0])

    def why(move: str, language: str = "en") -> object:
        headers = {"Accept-Language": language}
        found = service.http.get(
            f"/api/games/{made.id}/why", params={"move": move}, headers=headers
        )
        return found.json().get("reason") or found.json().get("code")

    assert why(f"{source}{colour}1") is None
    for language in ("en", "fi"):
        reason = why(f"1{absent}1", language)
        assert isinstance(reason, dict)
        assert reason["code"] == "draft/not-on-factory"
        assert ("There is no" in reason["text"]) == (language == "en")
    assert why("checkmate") == "unreadable-move"
