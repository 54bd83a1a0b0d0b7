"""The arena: matches between bots and programs, with ratings and tests of who is stronger.

`Match` is what is to be played, `Result` what came of it. docs/arena.md shows both.
"""

from azulejos.arena.match import Match
from azulejos.arena.reading import read_result
from azulejos.arena.result import Result

__all__ = ["Match", "Result", "read_result"]
