"""Puzzles in words."""

from __future__ import annotations

from azulejos.i18n import words_in
from azulejos.i18n.puzzles import verdict

ENGLISH = words_in("en")


def test_a_loss_is_told_in_percentage_points_and_not_at_all_where_it_rounds_to_nothing() -> None:
    assert "your chance of winning by 16 percentage points" in verdict(ENGLISH, 0.161)
    assert verdict(ENGLISH, 0.004) == verdict(ENGLISH, None) == "That is not the best move."
