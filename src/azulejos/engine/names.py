"""Names of the games and of the sides of their boards, for what must know them without the rules.

Help texts and lists of choices read them here: the rules themselves import Numba.
"""

from azulejos.engine.errors import UnknownName

#: All games, in the order in which they are listed; `azulejos.engine.GAMES` has their rules.
GAME_NAMES = ("azul", "summer-pavilion")
#: The sides of the boards; records hold their indices.
BOARDS = ("coloured", "grey")


def check_game(name: str) -> None:
    """Raise an error unless there is a game of that name."""
    if name not in GAME_NAMES:
        raise UnknownName("unknown-game", known=", ".join(GAME_NAMES), name=name)
