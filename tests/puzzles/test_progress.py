"""What is kept of a person: ratings, streaks, days; damaged text loses only what is unreadable."""

from __future__ import annotations

import datetime
import json

from azulejos.puzzles import load_puzzles
from azulejos.puzzles.progress import Progress, read_progress

FIRST, SECOND, THIRD = load_puzzles("azul")[:3]
DAY = datetime.date(2026, 11, 18)


def kept() -> Progress:
    progress = Progress()
    progress.add(FIRST, solved=True)
    progress.add(SECOND, solved=True)
    progress.add(THIRD, solved=False)
    progress.add_day(DAY)
    return progress


def test_progress_is_read_back_as_it_was_written() -> None:
    assert read_progress(kept().to_text()) == kept()
    assert (kept().streak, kept().best_streak) == (0, 2)
    assert kept().tried == {FIRST.id: True, SECOND.id: True, THIRD.id: False}


def test_only_the_first_try_at_a_puzzle_counts() -> None:
    progress = kept()
    before = progress.rating
    progress.add(THIRD, solved=True)
    assert progress == kept()
    assert progress.rating == before


def test_days_in_a_row_are_counted_up_to_today_or_yesterday() -> None:
    progress = Progress()
    for days in (3, 1, 0):
        progress.add_day(DAY - datetime.timedelta(days=days))
    assert progress.day_streak(DAY) == 2
    assert progress.day_streak(DAY + datetime.timedelta(days=1)) == 2
    assert progress.day_streak(DAY + datetime.timedelta(days=2)) == 0


def test_damaged_parts_are_lost_alone_and_reported() -> None:
    data = json.loads(kept().to_text())
    data["rating"]["deviation"] = -3
    data["days"] = "yesterday"
    found = read_progress(json.dumps(data))
    assert found.damaged
    assert found.tried == kept().tried
    assert found.best_streak == 2
    assert (found.rating, found.days) == (Progress().rating, [])


def test_one_damaged_item_takes_no_other_with_it() -> None:
    data = json.loads(kept().to_text())
    data["tried"]["zzzzzz"] = "yes"
    data["days"] = ["2026-03-01", 7]
    found = read_progress(json.dumps(data))
    assert found.damaged
    assert found.tried == kept().tried
    assert found.days == ["2026-03-01"]


def test_text_that_is_no_json_is_reported() -> None:
    assert read_progress("{half").damaged
    assert read_progress("[]").damaged
    assert not read_progress("{}").damaged
