"""Undo by consent: a request, the answers of the others, and what ends a request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos.session import Change, Row, Table, TableError
from azulejos.session.messages import TableOptions, UndoRequest
from tests.session.tables import new_table

ANA, BEN, EVE = frozenset({0}), frozenset({1}), frozenset({2})
CONSENT = TableOptions(undo="consent")


def do(table: Table, change: Change) -> None:
    table.commit(change)


def play(table: Table, bot: str | None = None) -> None:
    """The first legal move of the seat to play."""
    seat = table.to_play
    assert seat is not None
    move = str(next(iter(table.game.legal_moves)))
    do(table, table.play(frozenset({seat}), move, bot=bot))


def consenting(*kinds: str, **setup: Any) -> Table:
    """A table where others must agree, after a move of the first seat."""
    table = new_table(*(kinds or ("me", "friend", "friend")), table=CONSENT, **setup)
    play(table)
    return table


def request_of(table: Table) -> UndoRequest:
    found = table.update().undo_request
    assert found is not None
    return found


def answer(table: Table, seats: frozenset[int], *, agree: bool, **more: Any) -> None:
    do(table, table.answer_undo(seats, request_of(table).request, agree=agree, **more))


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(TableError) as error:
        yield
    assert error.value.code == code


def refusal(table: Table, seats: frozenset[int]) -> str:
    with pytest.raises(TableError) as refused:
        table.undo(seats)
    return refused.value.code


def test_a_move_goes_back_when_all_others_have_agreed() -> None:
    table = consenting()
    assert table.can_undo(ANA)
    do(table, table.undo(ANA, "key"))
    assert table.game.ply == 1
    assert request_of(table) == UndoRequest(table.version, 0, [1, 2])
    answer(table, EVE, agree=True)
    assert (table.game.ply, request_of(table).waiting) == (1, [1])
    answer(table, BEN, agree=True)
    assert table.game.ply == 0
    assert table.update().undo_request is None
    assert [entry.kind for entry in table.log[-3:]] == ["undo-answer", "undo-answer", "undo"]


def test_a_refusal_ends_the_request_and_the_same_player_asks_once_for_a_position() -> None:
    table = consenting()
    do(table, table.undo(ANA))
    answer(table, BEN, agree=False)
    assert table.update().undo_request is None
    assert table.game.ply == 1
    assert not table.can_undo(ANA)
    assert refusal(table, ANA) == "undo/refused"
    play(table)
    assert table.can_undo(ANA)


def test_the_player_who_asks_can_withdraw() -> None:
    table = consenting()
    do(table, table.undo(ANA))
    with refused("not-your-seat"):
        table.answer_undo(ANA, request_of(table).request, agree=True)
    answer(table, ANA, agree=False)
    assert table.log[-1] == msgspec.structs.replace(table.log[-1], seat=0, answer="withdraw")
    assert table.update().undo_request is None


def test_a_move_ends_the_request_and_is_not_outdated_by_it() -> None:
    table = consenting()
    seen = table.version
    do(table, table.undo(ANA))
    number = request_of(table).request
    table.check_current(seen)
    play(table)
    assert table.update().undo_request is None
    with refused("undo/no-request"):
        table.answer_undo(EVE, number, agree=True)


def test_with_consent_moves_of_others_go_back_too_and_draws_never_do() -> None:
    table = consenting("me", "friend")
    play(table)
    do(table, table.undo(ANA))
    answer(table, BEN, agree=True)
    assert table.game.ply == 0
    while table.state().round == 1:
        play(table)
    assert refusal(table, ANA) == "undo/drawn"


def test_bots_and_players_who_are_away_are_not_asked() -> None:
    table = consenting("me", "friend", "friend", "random")
    do(table, table.undo(ANA, away=BEN))
    assert request_of(table).waiting == [2]
    answer(table, EVE, agree=True)
    assert table.game.ply == 0

    alone = consenting("me", "friend", "random")
    do(alone, alone.undo(ANA, away=BEN))
    assert alone.game.ply == 0


def test_who_leaves_while_a_request_is_open_does_not_block_it() -> None:
    table = consenting()
    assert table.undo_policy.settle(BEN | EVE) is None
    do(table, table.undo(ANA))
    answer(table, EVE, agree=True)
    assert table.undo_policy.settle(EVE) is None
    settled = table.undo_policy.settle(BEN)
    assert settled is not None
    do(table, settled)
    assert table.game.ply == 0


def test_the_last_answer_does_not_wait_for_a_player_who_has_left() -> None:
    table = consenting()
    do(table, table.undo(ANA))
    answer(table, BEN, agree=True, away=EVE)
    assert table.game.ply == 0


def test_a_person_who_is_away_is_not_taken_back_without_being_asked() -> None:
    table = consenting("me", "friend")
    play(table)
    with refused("undo/others-moved"):
        table.undo(ANA, away=BEN)


def test_one_answer_is_for_all_seats_of_a_screen() -> None:
    table = consenting("me", "friend", "here")
    do(table, table.undo(ANA | EVE))
    assert request_of(table).waiting == [1]
    answer(table, BEN, agree=True)
    assert table.game.ply == 0
    play(table)
    play(table)
    do(table, table.undo(BEN))
    assert request_of(table).waiting == [0, 2]
    answer(table, ANA | EVE, agree=True)
    assert table.game.ply == 1


def test_spectators_and_second_requests_are_refused() -> None:
    table = consenting()
    do(table, table.undo(ANA))
    with refused("not-your-seat"):
        table.answer_undo(frozenset(), request_of(table).request, agree=True)
    assert refusal(table, ANA) == "undo/asked"
    assert not table.can_undo(ANA)


def test_where_undo_is_off_no_move_goes_back() -> None:
    table = new_table("me", "random", table=TableOptions(undo="off"))
    play(table)
    assert not table.can_undo(ANA)
    assert refusal(table, ANA) == "undo/off"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["play", "undo", "yes", "no"]))))
def test_a_replayed_log_has_the_same_request_whatever_was_done(
    steps: list[tuple[int, str]],
) -> None:
    table = new_table("me", "friend", "friend", table=CONSENT)
    for seat, what in steps:
        seats = frozenset({seat})
        if what == "play":
            if not table.game.is_over:
                play(table)
            continue
        try:
            if what == "undo":
                do(table, table.undo(seats))
            elif request := table.update().undo_request:
                do(table, table.answer_undo(seats, request.request, agree=what == "yes"))
        except TableError:
            continue
    copy = Table.load(table.setup, [Row(entry) for entry in table.log])
    assert copy.update(ANA) == table.update(ANA)
    request = table.update().undo_request
    assert request is None or (request.waiting and request.seat not in request.waiting)
