"""Move ordering: heuristic scores of moves, by each game's rules of thumb."""
