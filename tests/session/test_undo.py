"""What can be taken back: one's own last choice, until somebody else chose or tiles were drawn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from azulejos.engine.errors import GameOver
from azulejos.game import Deal, Turn
from azulejos.session import Table, TableError
from azulejos.session.messages import UndoEntry
from tests.session.tables import everyone, new_table

NOBODY: frozenset[int] = frozenset()


def play_on(table: Table, move: str | None = None) -> None:
    """The seat whose turn it is plays, the first legal move if none is given."""
    seat = table.to_play
    assert seat is not None
    text = move or str(next(iter(table.game.legal_moves)))
    table.commit(table.play(frozenset({seat}), text, bot=table.bot_of(seat)))


def play_at_random(table: Table, chance: random.Random) -> None:
    play_on(table, str(chance.choice(list(table.game.legal_moves))))


def undo_entry(table: Table, seats: frozenset[int]) -> UndoEntry:
    """The one entry of an undo."""
    (row,) = table.undo(seats).rows
    assert isinstance(row.entry, UndoEntry)
    return row.entry


def expected(table: Table, seats: frozenset[int]) -> int | str:
    """The ply to which an undo goes, or the reason why there is none; told from the history."""
    undone: list[Turn] = []
    for entry in reversed(table.game.history):
        if isinstance(entry, Deal):
            break
        undone.append(entry)
    drawn = table.game.ply > len(undone)
    for back, turn in enumerate(undone, start=1):
        if table.setup.seats[turn.player].kind == "bot":
            continue
        if turn.player not in seats:
            return "undo/others-moved"
        ply = table.game.ply - back
        if len(table.game.position_at(ply).legal_moves) > 1:
            return ply
    return "undo/drawn" if drawn else "undo/nothing"


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@pytest.mark.parametrize("board", ["coloured", "grey"])
@pytest.mark.parametrize("kinds", [("me", "here"), ("me", "friend", "greedy"), ("me", "random")])
def test_undo_goes_back_to_the_last_real_choice_of_ones_own(
    game: str, board: str, kinds: tuple[str, ...]
) -> None:
    chance = random.Random(f"{game} {board} {kinds}")
    seen: set[Any] = set()
    for seed in range(2):
        table = new_table(*kinds, seed=seed, game=game, board=board)
        states = {0: table.state()}
        while not table.game.is_over:
            play_at_random(table, chance)
            states[table.game.ply] = table.state()
            for seats in (frozenset({0}), frozenset({1}), everyone(table), NOBODY):
                wanted = expected(table, seats)
                if table.game.is_over:
                    assert not table.can_undo(seats)
                    with pytest.raises(GameOver):
                        table.undo(seats)
                    continue
                assert table.can_undo(seats) == (isinstance(wanted, int) and bool(seats))
                if isinstance(wanted, str):
                    seen.add(wanted)
                    with pytest.raises(TableError) as refused:
                        table.undo(seats)
                    assert refused.value.code == wanted
                    continue
                entry = undo_entry(table, seats)
                seen.add("forced" if wanted < table.game.ply - 1 else "one")
                assert entry.ply == wanted
            if table.can_undo(everyone(table)) and chance.random() < 0.1:
                table.commit(table.undo(everyone(table)))
                assert table.state() == states[table.game.ply]
    assert "one" in seen
    assert "undo/drawn" in seen
    if "friend" in kinds or "here" in kinds:
        assert "undo/others-moved" in seen


def test_forced_moves_are_skipped() -> None:
    """On the grey wall a line often has one column left: nobody chose that."""
    chance = random.Random(3)
    skipped = 0
    for seed in range(12):
        table = new_table("me", "here", seed=seed, board="grey")
        while not table.game.is_over and skipped < 3:
            play_at_random(table, chance)
            if table.can_undo(everyone(table)):
                ply = undo_entry(table, everyone(table)).ply
                for between in range(ply + 1, table.game.ply):
                    assert len(table.game.position_at(between).legal_moves) == 1
                    skipped += 1
    assert skipped


def test_a_persons_move_stays_a_persons_when_a_bot_takes_over() -> None:
    table = new_table("me", "friend")
    play_on(table)
    play_on(table)
    table.commit(table.stand_in(frozenset({0}), 1, "random", away=True))
    assert not table.can_undo(frozenset({0}))


def test_a_stand_ins_reply_goes_back_with_the_move() -> None:
    table = new_table("me", "friend")
    table.commit(table.stand_in(frozenset({1}), 1, "random", away=False))
    play_on(table)
    play_on(table)
    entry = undo_entry(table, frozenset({0}))
    assert (entry.seat, entry.ply) == (0, 0)


def test_draws_are_the_same_after_an_undo() -> None:
    """Taking back and playing again cannot be used to look for better tiles."""
    table = new_table("me", "here")
    while sum(isinstance(entry, Deal) for entry in table.game.history) < 2:
        before = table.game.copy()
        play_on(table)
    again = new_table("me", "here")
    for move in before.moves:
        play_on(again, str(move))
    again.commit(again.undo(everyone(again)))
    while again.game.ply < before.ply + 1:
        play_on(again, str(table.game.moves[again.game.ply]))
    assert again.game.history == table.game.history
