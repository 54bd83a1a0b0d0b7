"""Commands of clients: which change of a table each message asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.session.messages import (
    Command,
    Name,
    NewToken,
    Play,
    Return,
    Say,
    StandIn,
    Undo,
    UndoAnswer,
)

if TYPE_CHECKING:
    from azulejos.session import Change, Table


def change_for(
    table: Table, command: Command, seats: frozenset[int], away: frozenset[int], key: str
) -> Change:
    """Validate a command of the owner of `seats`; `key` makes it idempotent."""
    match command:
        case Play():
            own = frozenset(seat for seat in seats if table.bot_of(seat) is None)
            return table.play(own, command.move, key)
        case Undo():
            return table.undo(seats, key, away)
        case UndoAnswer():
            agree = command.agree
            return table.answer_undo(seats, command.request, agree=agree, away=away, message=key)
        case Say():
            return table.say(seats, command.seat, command.preset, key)
        case Name():
            return table.rename(seats, command.seat, command.name, key)
        case NewToken():
            return table.replace_token(seats, command.seat, command.token, key)
        case StandIn():
            absent = command.seat in away
            return table.stand_in(seats, command.seat, command.bot, away=absent, message=key)
        case Return():
            return table.reclaim_seat(seats, command.seat, key)
