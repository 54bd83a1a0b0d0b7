"""The bounds of a log: games can always be finished, and nothing repeats without end."""

from __future__ import annotations

import pytest

from azulejos.session import Table, TableError
from azulejos.session.log_limits import MAX_ROWS, MAX_TALK_ROWS
from tests.session.tables import everyone, new_table

ANA = frozenset({0})
BEN = frozenset({1})


def any_move(table: Table) -> str:
    return str(next(iter(table.game.legal_moves)))


def play(table: Table) -> None:
    table.commit(table.play(everyone(table), any_move(table), bot=table.bot_to_play))


def full_table() -> Table:
    """A table whose log is full of talk, and then of moves that were taken back."""
    table = new_table("me", "friend")
    while table.version < MAX_TALK_ROWS:
        table.commit(table.say(ANA, 0, "hello"))
    while table.version < MAX_ROWS:
        play(table)
        table.commit(table.undo(everyone(table)))
    return table


@pytest.fixture(scope="module")
def full() -> Table:
    return full_table()


def test_talk_ends_before_undo_does() -> None:
    table = new_table("me", "friend")
    while table.version < MAX_TALK_ROWS:
        table.commit(table.say(ANA, 0, "hello"))
    with pytest.raises(TableError) as refused:
        table.say(ANA, 0, "hello")
    assert refused.value.code == "log-full"
    play(table)
    table.commit(table.undo(everyone(table)))


def test_a_full_log_takes_no_undo_and_no_talk(full: Table) -> None:
    play(full)
    with pytest.raises(TableError) as undo:
        full.undo(everyone(full))
    with pytest.raises(TableError) as talk:
        full.say(ANA, 0, "hello")
    assert undo.value.code == talk.value.code == "log-full"


def test_a_bot_can_take_over_at_a_full_log_whatever_was_done_before(full: Table) -> None:
    """The owner cannot use up the right to a stand-in before leaving."""
    play(full)
    full.commit(full.stand_in(ANA, 0, "random", away=False))
    full.commit(full.reclaim_seat(ANA, 0))
    full.commit(full.stand_in(BEN, 0, "random", away=True))
    assert full.bot_of(0) == "random"
    play(full)
    full.commit(full.reclaim_seat(ANA, 0))
    assert full.bot_of(0) is None


def test_at_a_full_log_a_seat_is_taken_back_once_between_two_moves(full: Table) -> None:
    play(full)
    full.commit(full.stand_in(BEN, 1, "random", away=False))
    full.commit(full.reclaim_seat(BEN, 1))
    full.commit(full.stand_in(BEN, 1, "random", away=False))
    with pytest.raises(TableError) as refused:
        full.reclaim_seat(BEN, 1)
    assert refused.value.code == "seat/move-first"
    play(full)
    full.commit(full.reclaim_seat(BEN, 1))


def test_a_game_with_a_full_log_is_played_to_its_end(full: Table) -> None:
    while not full.game.is_over:
        play(full)
    full.commit(full.rematch_at(0, "again"))
    assert full.rematch == "again"


def test_names_and_tokens_end_where_talk_does(full: Table) -> None:
    with pytest.raises(TableError) as name:
        full.rename(ANA, 0, "Ana")
    with pytest.raises(TableError) as token:
        full.replace_token(ANA, 0, "t" * 43)
    assert name.value.code == token.value.code == "log-full"
