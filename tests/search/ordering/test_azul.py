"""Move ordering of Azul."""

from __future__ import annotations

from azulejos.engine.azul.moves import Draft
from azulejos.engine.azul.position import AzulPosition
from azulejos.search.dispatch import ordering_score
from tests.search.walks import games, points_of


def test_of_two_lines_that_get_full_alike_the_one_that_scores_more_looks_better() -> None:
    """Single tiles from factories into the first line: nothing falls, only the wall differs."""
    seen = set()
    for match in games("coloured", 2):
        for position in match:
            table, player = position.position, position.to_play
            assert isinstance(table, AzulPosition)
            state = table.states[0]
            scores = {
                points_of(int(state["filled"][player]), 0, int(move.colour)): ordering_score(
                    state, move.index
                )
                for move in position.legal_moves
                if isinstance(move, Draft) and move.destination == 1 and move.source != 0
                if table.factories[move.source - 1][move.colour] == 1
            }
            for points, score in scores.items():
                assert score - scores[max(scores)] == 100 * (points - max(scores))
                seen.add(max(scores) - points)
    assert {0, 1, 2} <= seen
