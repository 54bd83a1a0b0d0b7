"""A table: commands become changes, changes are committed once, logs lead to equal tables."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest
from msgspec import Raw

from azulejos.engine import AnyMove
from azulejos.engine.errors import AzulejosError
from azulejos.game import Game
from azulejos.session import (
    News,
    OutOfSync,
    Row,
    Stale,
    Table,
    TableError,
    history_rows,
    views,
)
from azulejos.session.codec import encode, read_server_message, with_delta
from azulejos.session.commands import change_for
from azulejos.session.messages import (
    Delta,
    MoveEntry,
    Play,
    Return,
    Say,
    StandIn,
    Undo,
    UndoEntry,
    Update,
)
from azulejos.session.updates import LONG_LOG
from tests.session.tables import everyone, new_table, table_setup

NOBODY: frozenset[int] = frozenset()


def any_move(table: Table) -> str:
    return str(next(iter(table.game.legal_moves)))


def play_at_random(table: Table, chance: random.Random, moves: int) -> list[Row]:
    """Play some moves, with an undo now and then; returns the rows."""
    rows: list[Row] = []
    for _ in range(moves):
        if table.game.is_over:
            break
        if chance.random() < 0.15 and table.can_undo(everyone(table)):
            change = table.undo(everyone(table))
        else:
            move = str(chance.choice(list(table.game.legal_moves)))
            change = table.play(everyone(table), move, f"m{len(rows)}", table.bot_to_play)
        table.commit(change)
        rows += change.rows
    return rows


# A change is made once


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The moves that are played on any game, as they are played."""
    played: list[str] = []
    play = Game.play

    def counting(game: Game, move: AnyMove | str) -> tuple[object, ...]:
        played.append(str(move))
        return play(game, move)

    monkeypatch.setattr(Game, "play", counting)
    return played


def test_a_move_is_played_once(plays: list[str]) -> None:
    table = new_table("me", "here")
    move = any_move(table)
    change = table.play(everyone(table), move)
    assert not change.ends_game
    table.commit(change)
    table.update(everyone(table))
    assert plays == [move]
    assert table.game is change.after
    assert table.game.ply == 1


def test_an_undo_plays_nothing(plays: list[str]) -> None:
    table = new_table("me", "here")
    table.commit(table.play(everyone(table), any_move(table)))
    plays.clear()
    table.commit(table.undo(everyone(table)))
    assert (plays, table.game.ply) == ([], 0)


def test_a_change_that_is_not_committed_leaves_the_table_as_it_was() -> None:
    table = new_table("me", "here")
    before = table.update(everyone(table))
    game = table.game
    table.play(everyone(table), any_move(table))
    table.say(everyone(table), 0, "hello")
    assert table.game is game
    assert table.update(everyone(table)) == before


def test_a_refused_command_leaves_the_table_as_it_was() -> None:
    table = new_table("me", "here")
    before = table.update()
    for seats, move in ((everyone(table), "9w9"), (NOBODY, any_move(table))):
        with pytest.raises(AzulejosError):
            table.play(seats, move)
    with pytest.raises(TableError):
        table.undo(everyone(table))
    assert table.update() == before


def test_rows_that_came_in_between_are_kept_and_the_late_change_is_out_of_sync() -> None:
    """Another process wrote: the rows with these numbers are its own."""
    ours, theirs = new_table("me", "here"), new_table("me", "here")
    first, *_, last = map(str, ours.game.legal_moves)
    late = ours.play(everyone(ours), first, "late")
    change = theirs.play(everyone(theirs), last, "early")
    theirs.commit(change)
    ours.apply(change.rows)
    ours.commit(late)  # its numbers are known already: nothing happens
    assert ours.seen_messages == {"early": 2}
    assert [str(move) for move in ours.game.moves] == [last]
    assert ours.update().state == theirs.update().state


def test_a_change_made_before_chat_is_replayed_where_its_numbers_fit() -> None:
    table = new_table("me", "here")
    move = table.play(everyone(table), any_move(table))
    table.game = table.game.copy()  # as after a reload: equal, but not the game of the change
    table.commit(move)
    assert (table.version, table.game.ply) == (2, 1)
    assert table.game is not move.after


def test_a_gap_in_the_log_is_out_of_sync() -> None:
    table, other = new_table("me", "here"), new_table("me", "here")
    rows = play_at_random(other, random.Random(1), 3)
    with pytest.raises(OutOfSync):
        table.apply(rows[1:])


def test_a_deal_that_was_not_drawn_here_is_out_of_sync() -> None:
    made = table_setup()
    (row,) = history_rows(made.start().history)
    wrong = replace(row, entry=msgspec.structs.replace(row.entry, tiles="b" * 20))
    table = Table(made, made.start())
    with pytest.raises(OutOfSync):
        table.apply([wrong])


# The log tells it all


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_committed_replayed_and_reloaded_tables_are_the_same(game: str, board: str) -> None:
    table = new_table("me", "here", "random", game=game, board=board)
    follower = new_table("me", "here", "random", game=game, board=board)
    first = Row(table.log[0])
    follower.log[0] = table.log[0]
    rows = play_at_random(table, random.Random(f"{game} {board}"), 60)
    follower.apply(rows)
    loaded = Table.load(table.setup, [first, *rows])
    for seats in (everyone(table), frozenset({0}), NOBODY):
        assert follower.update(seats) == table.update(seats) == loaded.update(seats)
    assert follower.seen_messages == table.seen_messages == loaded.seen_messages
    assert loaded.game == table.game == follower.game


def test_a_table_of_a_game_has_its_history_as_log() -> None:
    made = table_setup("me", "random")
    game = made.start()
    for _ in range(4):
        game.play(next(iter(game.legal_moves)))
    table = Table.of_game(made, game)
    assert table.game is game
    assert table.version == len(game.history)
    moves = [entry for entry in table.entries if isinstance(entry, MoveEntry)]
    assert [entry.move for entry in moves] == list(map(str, game.moves))
    assert [entry.bot for entry in moves] == [msgspec.UNSET, "random"] * 2
    assert all(entry.events for entry in moves)
    entry = table.undo(frozenset({0})).rows[0].entry
    assert isinstance(entry, UndoEntry)
    assert entry.ply == 2


# Versions


def test_chat_does_not_make_a_move_stale_but_a_move_does() -> None:
    table = new_table("me", "here")
    version = table.version
    table.commit(table.say(everyone(table), 1, "hello"))
    table.check_current(version)
    table.commit(table.play(everyone(table), any_move(table)))
    with pytest.raises(Stale):
        table.check_current(version)
    with pytest.raises(Stale):
        table.check_current(table.version + 1)


def test_an_update_has_the_entries_after_the_version_of_the_client() -> None:
    table = new_table("me", "here")
    play_at_random(table, random.Random(4), 8)
    for after in range(table.version + 1):
        numbers = [entry.number for entry in table.update(after=after).entries]
        assert numbers == list(range(after + 1, table.version + 1))
    assert table.update(after=table.version + 5).entries == table.entries


# Commands of clients


def test_every_command_has_its_change() -> None:
    table = new_table("me", "friend")
    move = any_move(table)
    for command, seat, kind in (
        (Play("a", 1, move), 0, "move"),
        (Undo("b", 2), 0, "undo"),
        (Say("c", 1, "hello"), 1, "say"),
        (StandIn("d", 1, "random"), 0, "stand-in"),
        (Return("e", 1), 1, "return"),
    ):
        away = frozenset({1}) if kind == "stand-in" else NOBODY
        change = change_for(table, command, frozenset({seat}), away, f"{seat}:{command.id}")
        assert change.rows[0].entry.kind == kind
        table.commit(change)
        assert table.seen_messages[f"{seat}:{command.id}"] == table.version


def test_a_person_cannot_play_for_a_seat_that_a_bot_has_taken_over() -> None:
    table = new_table("me", "friend")
    table.commit(table.stand_in(frozenset({0}), 0, "random", away=False))
    with pytest.raises(TableError, match="not your turn"):
        change_for(table, Play("a", 1, any_move(table)), frozenset({0}), NOBODY, "0:a")


# Rematch


def test_in_a_rematch_the_next_seat_starts() -> None:
    table = new_table("me", "random", "here", first_player=2, headers={"Player 1": "Ana"})
    with pytest.raises(TableError, match="isn't over"):
        table.rematch_setup()
    while not table.game.is_over:
        table.commit(table.play(everyone(table), any_move(table)))
    again = table.rematch_setup()
    assert again.first_player == 0
    assert (again.headers, again.players) == ({"Player 1": "Ana"}, 3)
    uploaded = Table.of_game(replace(table.setup, uploaded=True), table.game)
    with pytest.raises(TableError, match="recorded"):
        uploaded.rematch_setup()


def test_the_last_move_ends_the_game() -> None:
    table = new_table("me", "here")
    ends = []
    while not table.game.is_over:
        change = table.play(everyone(table), any_move(table))
        ends.append(change.ends_game)
        table.commit(change)
    assert ends == [False] * (len(ends) - 1) + [True]
    assert not table.say(everyone(table), 0, "good-game").ends_game


# Encoded updates


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_encoded_updates_are_the_updates(game: str) -> None:
    table = new_table("me", "here", "person", game=game)
    chance = random.Random(game)
    for step in range(12):
        play_at_random(table, chance, 7)
        for seats in (everyone(table), frozenset({0}), frozenset({1, 2}), NOBODY):
            audience = seats, frozenset({0, 2}), frozenset({1} if step % 2 else ())
            for options in (True, False):
                after = max(0, table.version - 9)
                update = table.update(*audience, after, options=options)
                encoded = table.encoded_update(*audience, after, options=options)
                assert encoded == encode(update)


def test_the_entries_of_a_long_log_are_encoded_once() -> None:
    table = new_table("me", "here")
    for _ in range(LONG_LOG):
        table.commit(table.say(everyone(table), 0, "hello"))
    first = table.encoded_log.after(0)
    table.commit(table.play(everyone(table), any_move(table)))
    for after in (0, 1, table.version - LONG_LOG, table.version - 1, table.version, 9**9):
        assert table.encoded_update(after=after) == encode(table.update(after=after))
    second = table.encoded_log.after(0)
    assert all(one is other for one, other in zip(first, second, strict=False))
    assert len(second) == table.version


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_deltas_lead_to_the_updates(game: str) -> None:
    table = new_table("me", "here", "person", game=game)
    chance = random.Random(f"{game} deltas")
    audiences = (everyone(table), frozenset({0}), NOBODY)
    known = {seats: table.update(seats) for seats in audiences}
    table.encoded_update()
    whole = delta = 0
    while not table.game.is_over:
        before = table.version
        play_at_random(table, chance, 1)
        if chance.random() < 0.1 and not table.game.is_over:
            if 1 in table.stand_ins:
                table.commit(table.reclaim_seat(frozenset({1}), 1))
            else:
                table.commit(table.stand_in(frozenset({1}), 1, "random", away=False))
        for seats in audiences:
            text = table.encoded_update(seats, after=before, deltas=True)
            message = read_server_message(text, game)
            assert isinstance(message, Delta)
            expected = read_server_message(table.encoded_update(seats, after=before), game)
            assert isinstance(expected, Update)
            known[seats] = with_delta(read_whole(known[seats], game), message)
            assert known[seats] == expected
            whole, delta = whole + len(encode(expected)), delta + len(text)
    assert delta < whole


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_news_of_another_process_spare_building_states_and_entries(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = new_table("me", "here", "person", game=game)
    there, alone = (Table.load(here.setup, [Row(entry) for entry in here.log]) for _ in range(2))
    chance = random.Random(f"{game} news")
    one = frozenset({0})
    for table in (there, alone):
        table.encoded_update(one)
    while not here.game.is_over:
        move = str(chance.choice(list(here.game.legal_moves)))
        change = here.play(everyone(here), move, bot=here.bot_to_play)
        before, news = here.version, here.news_of(change)
        assert news is not None
        here.commit(change, news)
        with monkeypatch.context() as patched:
            for name in ("state", "with_events"):
                patched.delattr(views, name)
            there.apply(change.rows, News(news.entries, news.state))
            for deltas in (True, False):
                there.encoded_update(one, after=before, deltas=deltas)
        alone.apply(change.rows)
        for deltas in (True, False):
            text = alone.encoded_update(one, after=before, deltas=deltas)
            assert there.encoded_update(one, after=before, deltas=deltas) == text
            assert here.encoded_update(one, after=before) == alone.encoded_update(one, after=before)


def test_only_moves_are_news() -> None:
    table = new_table("me", "here")
    table.commit(table.play(everyone(table), any_move(table)))
    assert table.news_of(table.say(everyone(table), 0, "hello")) is None
    assert table.news_of(table.undo(everyone(table))) is None
    assert table.news_of(table.stand_in(everyone(table), 0, "random", away=False)) is None


def test_news_about_rows_that_are_known_in_part_are_left_aside() -> None:
    here = new_table("me", "here")
    there = Table.load(here.setup, [Row(entry) for entry in here.log])
    first = here.play(everyone(here), any_move(here))
    here.commit(first)
    there.apply(first.rows, News([], Raw(b"{}")))
    second = here.play(everyone(here), any_move(here))
    there.apply([*first.rows, *second.rows], News([], Raw(b"{}")))
    here.commit(second)
    assert there.encoded_update(after=2) == here.encoded_update(after=2)


def read_whole(update: Update, game: str) -> Update:
    """An update as a client has read it."""
    found = read_server_message(encode(update), game)
    assert isinstance(found, Update)
    return found


def test_a_version_that_was_not_sent_gets_a_whole_update() -> None:
    table = new_table("me", "here")
    seats = everyone(table)
    table.encoded_update(seats)
    sent = table.version
    play_at_random(table, random.Random(1), 1)
    play_at_random(table, random.Random(2), 1)
    for after in {0, *range(table.version + 2)} - {sent}:
        assert b'"type":"update"' in table.encoded_update(seats, after=after, deltas=True)
    assert b'"type":"delta"' in table.encoded_update(seats, after=sent, deltas=True)


def test_encoded_updates_show_stand_ins_and_rematches_at_once() -> None:
    table = new_table("me", "here")
    one = frozenset({0})
    assert table.encoded_update(one) == encode(table.update(one))
    table.commit(table.stand_in(one, 0, "random", away=False))
    assert table.encoded_update(one) == encode(table.update(one))
    table.commit(table.reclaim_seat(one, 0))
    assert table.encoded_update(one) == encode(table.update(one))
    table.commit(table.rematch_at(0, "another"))
    assert b'"rematch":"another"' in table.encoded_update(one)
