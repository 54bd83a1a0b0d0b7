"""Names of players, bots, boards and sources of points, in the user's language."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.bots import FIRST_NAMES
from azulejos.game.free_text import printable_line
from azulejos.i18n import Words
from azulejos.i18n.events import GAME_TEXTS
from azulejos.i18n.sentences import MINUS
from azulejos.session.messages import AnyState, SeatView, Update


def bot_name(words: Words, level: str | None) -> str:
    """The first name of a bot; those without one are called by their level."""
    return FIRST_NAMES.get(level or "") or level_name(words, level)


def bot_choice(words: Words, level: str) -> str:
    """A bot among others to choose from: its name and its level."""
    level_text = level_name(words, level)
    name = FIRST_NAMES.get(level)
    return f"{name} · {level_text}" if name else level_text


def level_name(words: Words, level: str | None) -> str:
    """The name of a bot's level; unknown levels are capitalised."""
    names = {
        "beginner": words.gettext("Beginner"),
        "casual": words.gettext("Casual"),
        "strong": words.gettext("Strong"),
        "expert": words.gettext("Expert"),
        "master": words.gettext("Master"),
        "random": words.gettext("Random"),
        "greedy": words.gettext("Greedy"),
    }
    if not level:
        return words.gettext("Bot")
    return names.get(level, level.capitalize())


def seat_names(words: Words, seats: Sequence[SeatView]) -> list[str]:
    """The names of all seats; equal names are numbered."""
    names: list[str] = []
    for seat in seats:
        if seat.name:
            name = printable_line(seat.name)
        elif seat.kind == "bot":
            name = bot_name(words, seat.bot)
        else:
            name = words.gettext("Player {number}", number=seat.seat + 1)
        taken = sum(other == name or other.startswith(f"{name} ") for other in names)
        names.append(f"{name} {taken + 1}" if taken else name)
    return names


def plain(points: int) -> str:
    """A number with a real minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def game_name(words: Words, game: str) -> str:
    """The name of a game."""
    return GAME_TEXTS[game].name(words)


def board_name(words: Words, board: str) -> str:
    """The name of a side of the boards."""
    if board == "coloured":
        return words.gettext("Coloured side")
    return words.gettext("Grey side")


def seat_choice(words: Words, choice: str) -> str:
    """A choice for a seat on the start screen."""
    kind, _, level = choice.partition(" ")
    if kind == "me":
        return words.gettext("You")
    if kind == "here":
        return words.gettext("Player on this screen")
    return words.gettext("Bot: {level}", level=bot_choice(words, level))


def source_label(words: Words, source: str) -> str:
    """The name of a source of points."""
    labels = {
        "start": words.gettext("Points at the start"),
        "tiles": words.gettext("Placed tiles"),
        "floor": words.gettext("Floor line"),
        "rows": words.gettext("Complete rows"),
        "columns": words.gettext("Complete columns"),
        "colours": words.gettext("Complete colours"),
        "marker": words.gettext("Starting player marker"),
        "leftovers": words.gettext("Discarded tiles"),
        "stars": words.gettext("Complete stars"),
        "numbers": words.gettext("Complete numbers"),
    }
    return labels.get(source, source)


def turn_text(words: Words, update: Update, names: Sequence[str]) -> str:
    """The player to move."""
    state, seats = update.state, update.table.seats
    if state.over:
        return words.gettext("The game is over")
    seat = state.to_play
    if seat is None:
        return words.gettext("Dealing tiles …")
    mine = [one for one in seats if one.yours]
    if not any(one.seat == seat and not one.stand_in for one in mine):
        return words.gettext("{name}'s turn", name=names[seat])
    if len(mine) > 1:
        return words.gettext("{name}, it's your turn", name=names[seat])
    return words.gettext("Your turn")


def round_text(words: Words, state: AnyState, rounds: int | None) -> str:
    """The number of the round."""
    if rounds:
        return words.gettext("Round {round} of {rounds}", round=state.round, rounds=rounds)
    return words.gettext("Round {round}", round=state.round)


def last_round_text(words: Words, update: Update) -> str:
    """A notice in the last round; empty before."""
    if not update.state.last_round or update.state.over:
        return ""
    return GAME_TEXTS[update.table.game].last_round(words)
