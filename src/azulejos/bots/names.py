"""Names of the bots, for what must know them without loading a search."""

from azulejos.engine.errors import UnknownName

#: The playing levels, weakest first.
LEVEL_NAMES = ("beginner", "casual", "strong", "expert", "master")
#: The first names of the levels' bots, the same in all languages. Stored games refer to the levels.
FIRST_NAMES = {
    "beginner": "Bia",
    "casual": "Tito",
    "strong": "Nuno",
    "expert": "Rita",
    "master": "Zeca",
}
#: Bots to measure the levels against.
BASELINE_NAMES = ("random", "greedy", "mcts", "alphabeta")
#: Levels and baselines. Stored games refer to these names.
BOT_NAMES = (*LEVEL_NAMES, *BASELINE_NAMES)
#: The default opponent, and the bot that gives advice.
USUAL, STRONGEST = "casual", LEVEL_NAMES[-1]


def check_bot(name: str) -> None:
    """Raise an error unless there is a bot of that name; only an unlisted name loads the bots."""
    if name in BOT_NAMES:
        return
    from azulejos.bots.registry import ALL_BOTS  # others may be registered at run time

    if name not in ALL_BOTS:
        raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=name)
