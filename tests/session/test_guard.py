"""No help against people: what counts as a position of a round that is being played."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from azulejos import Game
from azulejos.engine import AnyPosition
from azulejos.session import guard
from azulejos.session.guard import Question
from azulejos.session.messages.options import USUAL_OPTIONS
from tests.session.tables import new_table

CONFIGURATIONS = [
    (name, board, players)
    for name in ("azul", "summer-pavilion")
    for board, players in (("coloured", 2), ("grey", 3))
]
in_both_games = pytest.mark.parametrize("name", ["azul", "summer-pavilion"])


def begun(game: Game) -> guard.Guard:
    """The note about a phase that begins with the present position."""
    note = guard._guard(game.position)
    assert note
    return note


def is_known(position: AnyPosition, note: guard.Guard) -> bool:
    """Whether a position is found by its keys, and belongs to the noted round."""
    question = Question([position])
    return note.key in question.note_keys and question.concerns(note)


def play(game: Game, moves: int, chance: Random) -> None:
    """Random moves within a phase."""
    stage = game.round, game.position.phase
    for _ in range(moves):
        before = game.copy()
        game.play(chance.choice(list(game.legal_moves)))
        if (game.round, game.position.phase) != stage or game.position.to_play is None:
            game.undo()
            assert game.position == before.position
            return


def changed(game: Game, change: Callable[[Any], None]) -> AnyPosition:
    """The position after a change to its plain data; the bag has what lies nowhere else."""
    setup: Any = game.position.to_setup()
    setup.bag = None
    change(setup)
    altered: AnyPosition = game.rules.position_kind.from_setup(setup)
    return altered


@pytest.mark.parametrize(("name", "board", "players"), CONFIGURATIONS)
def test_every_position_of_a_phase_belongs_to_it(name: str, board: str, players: int) -> None:
    game, chance = Game(name, board=board, players=players, seed=5), Random(5)
    note = begun(game)
    phases = {game.position.phase}
    while game.round < 3 and not game.is_over:
        before = game.position
        game.play(chance.choice(list(game.legal_moves)))
        dealt = type(game.history[-1]).__name__ == "Deal"
        if dealt or game.position.phase != before.phase:
            note = begun(game)
            phases.add(game.position.phase)
        assert is_known(game.position, note) or _few_tiles(game.position)
    assert len(phases) > 1 or (name, board) == ("azul", "coloured")


def _few_tiles(position: AnyPosition) -> bool:
    """Whether there is too little to recognise: few tiles lie anywhere, or some went to the lid."""
    standing = guard.standing(position)
    facts = [*standing.growing, *standing.shrinking]
    spilt = any(len(seat.floor) > 5 for seat in position.to_setup().seats if hasattr(seat, "floor"))
    return spilt or (not standing.tiles and sum(map(len, facts)) < 30)


@in_both_games
def test_positions_of_other_games_do_not_belong_to_it(name: str) -> None:
    chance, note = Random(1), begun(Game(name, seed=1))
    for seed in range(2, 30):
        game = Game(name, seed=seed)
        for _ in range(4):
            assert not is_known(game.position, note)
            play(game, 3, chance)


# Changes to hide a position


def reorder(setup: Any) -> None:
    setup.factories.reverse()


def rotate(setup: Any) -> None:
    players = len(setup.seats)
    setup.seats = [*setup.seats[1:], setup.seats[0]]
    setup.to_play = (setup.to_play - 1) % players
    setup.marker = None if setup.marker is None else (setup.marker - 1) % players


def throw_away(setup: Any) -> None:
    pile = "lid" if hasattr(setup, "lid") else "tower"
    setattr(setup, pile, getattr(setup, pile) + "yyrr")


def rename(setup: Any) -> None:
    names = str.maketrans("byr", "yrb")
    setup.factories = [factory.translate(names) for factory in setup.factories]
    for owner in (setup, *setup.seats):
        for pile in {"centre", "supply", "floor", "tiles"} & vars(owner).keys():
            setattr(owner, pile, getattr(owner, pile).translate(names))
        if hasattr(owner, "lines"):
            owner.lines = [line.translate(names) for line in owner.lines]


def swap_a_tile(setup: Any) -> None:
    full = next(n for n, tiles in enumerate(setup.factories) if "b" in tiles)
    setup.factories[full] = setup.factories[full].replace("b", "r", 1)


def score(setup: Any) -> None:
    for seat in setup.seats:
        seat.score += 7


@in_both_games
@pytest.mark.parametrize(
    ("moves", "changes"), [(0, (rename, swap_a_tile)), (4, (reorder, rotate, throw_away, rename))]
)
def test_what_is_hidden_by_small_changes_is_found(
    name: str, moves: int, changes: tuple[Callable[[Any], None], ...]
) -> None:
    game = Game(name, players=3, board="grey", seed=3)
    note = begun(game)
    play(game, moves, Random(3))
    for change in changes:
        assert is_known(changed(game, change), note), change.__name__


def test_another_score_does_not_hide_a_position() -> None:
    game = Game("azul", seed=3)
    assert is_known(changed(game, score), begun(game))


@in_both_games
def test_of_the_next_round_nothing_is_known(name: str) -> None:
    game, chance = Game(name, seed=8), Random(8)
    note = begun(game)
    while game.round == 1:
        game.play(chance.choice(list(game.legal_moves)))
    assert not is_known(game.position, note)


def test_a_note_is_made_where_a_phase_begins_and_people_play_without_hints() -> None:
    for hints, kinds, noted in (
        (False, ("me", "friend"), True),
        (True, ("me", "friend"), False),
        (False, ("me", "greedy"), False),
    ):
        table = new_table(*kinds, table=msgspec.structs.replace(USUAL_OPTIONS, hints=hints))
        assert (guard.guard_at_start(table.setup, table.game) is not None) is noted
        rounds = set()
        while table.game.round < 3:
            moved = table.play(frozenset(range(2)), str(next(iter(table.game.legal_moves))))
            if guard.guard_after(table, moved):
                rounds.add(moved.after.round)
            table.commit(moved)
        assert rounds == ({2, 3} if noted else set())
        table.commit(table.play(frozenset(range(2)), str(next(iter(table.game.legal_moves)))))
        undone = table.undo(frozenset(range(2)))
        assert (guard.guard_after(table, undone) is not None) is noted
        assert guard.guard_after(table, table.say(frozenset({0}), 0, "hello")) is None


def test_people_are_not_guarded_against_a_bot_that_has_taken_over() -> None:
    table = new_table("me", "friend", table=msgspec.structs.replace(USUAL_OPTIONS, hints=False))
    assert guard.is_guarded(table)
    table.stand_ins[1] = "greedy"
    assert not guard.is_guarded(table)
