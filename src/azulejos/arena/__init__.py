"""Arena: matches between bots and external programs, with win rates, ratings and SPRT.

`Match` describes a match and plays it, `Result` holds its games and statistics: see docs/arena.md.
"""

from azulejos.arena.match import Match, read_result
from azulejos.arena.result import Result

__all__ = ["Match", "Result", "read_result"]
