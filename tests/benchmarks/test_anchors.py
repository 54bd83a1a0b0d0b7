"""The anchors of docs/benchmark.md are frozen: they play the games that they always played."""

from __future__ import annotations

import hashlib
import json

from benchmarks.matches import CONFIGURATIONS

from azulejos.arena import Match

#: Changes only if the rules or an anchor do; then the benchmark needs a new version.
DIGEST = "764de958b1443a99"


def test_the_anchors_play_the_games_that_they_always_played() -> None:
    played = []
    for game, board, players in CONFIGURATIONS:
        for lower in ("random", "greedy"):
            match = Match(
                contestants=("mcts:nodes=20", lower),
                game=game,
                board=board,
                players=players,
                games=1,
                seed=2026,
            )
            first = match.play().games[0]
            played.append([first.scores, first.winners])
    assert hashlib.sha256(json.dumps(played).encode()).hexdigest()[:16] == DIGEST
