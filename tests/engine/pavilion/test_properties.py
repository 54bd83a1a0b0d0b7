"""What holds in every position of every game of Summer Pavilion."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import Game
from azulejos.engine import SUMMER_PAVILION, AnyMove, unchecked
from azulejos.engine.events import Dealt, RoundStarted
from azulejos.engine.pavilion.events import (
    BonusTaken,
    MarkerTaken,
    Passed,
    Placed,
    Surrounded,
    Taken,
)
from azulejos.engine.pavilion.layout import ACTIONS, Colour
from azulejos.engine.pavilion.moves import MOVES, Draft, Pass, Place, TakeBonus
from azulejos.engine.pavilion.position import PavilionPosition, PlayerBoard
from azulejos.engine.pavilion.setup import from_states, to_states
from azulejos.engine.pavilion.validation import problems
from azulejos.game import Turn
from tests.support import (
    FEW,
    SOME,
    configuration_of,
    games,
    games_of_all_kinds,
    pavilion,
    pavilion_at,
    positions,
    random_game,
    tile_by_tile,
)

NAME = "summer-pavilion"
LONG = 160  # moves; most games of two are over by then
CONFIGURATIONS = [(players, board) for players in (2, 3, 4) for board in ("coloured", "grey")]
#: By star: the central one takes all colours, the others lie around it, clockwise from the left.
STAR_COLOURS = (
    None,
    Colour.PURPLE,
    Colour.ORANGE,
    Colour.RED,
    Colour.BLUE,
    Colour.YELLOW,
    Colour.GREEN,
)


def whole_game(players: int, board: str, seed: int = 1) -> Game:
    """A complete game in which everybody places as many tiles as possible."""
    return random_game(seed, policy="tidy", game=NAME, players=players, board=board)


every_configuration = pytest.mark.parametrize(("players", "board"), CONFIGURATIONS)

# The rules' own invariants


@every_configuration
def test_the_invariants_of_the_rules_hold_from_beginning_to_end(players: int, board: str) -> None:
    assert_invariants_hold(whole_game(players, board))


@FEW
@given(games(60, NAME))
def test_the_invariants_of_the_rules_hold_at_every_ply(game: Game) -> None:
    assert_invariants_hold(game)


def assert_invariants_hold(game: Game) -> None:
    for ply in range(0, game.ply + 1, 2):
        position = pavilion_at(game, ply)
        boards = position.players
        assert tiles_everywhere(position, boards) == dict.fromkeys(Colour, 22)
        assert sum(board.has_marker for board in boards) == (position.marker is not None)
        assert 1 <= position.round <= 6
        assert position.wild == Colour(position.round - 1)
        assert position.supply.total() <= 10
        for board in boards:
            assert board.score >= 1
            assert_stars_hold(board, position.board)


def tiles_everywhere(
    position: PavilionPosition, boards: tuple[PlayerBoard, ...]
) -> dict[Colour, int]:
    """All tiles there are, by colour."""
    tiles: Counter[Colour] = Counter()
    for pile in (position.bag, position.tower, position.supply, *position.sources):
        tiles.update(dict(pile))
    for board in boards:
        tiles.update(dict(board.tiles))
        tiles.update(colour for star in board.stars for colour in star if colour is not None)
    return dict(tiles)


def assert_stars_hold(board: PlayerBoard, side: str) -> None:
    assert len(board.stars) == 7
    for star, spaces in enumerate(board.stars):
        assert len(spaces) == 6
        tiles = [colour for colour in spaces if colour is not None]
        if side == "grey":
            assert len(set(tiles)) in (1, len(tiles))
        elif star == 0:
            assert len(set(tiles)) == len(tiles)
        else:
            assert set(tiles) <= {STAR_COLOURS[star]}


@SOME
@given(games(LONG, NAME))
def test_the_marker_lies_in_the_centre_until_someone_takes_from_there(game: Game) -> None:
    holder: int | None = None
    for entry in game.history:
        for event in entry.events:
            if isinstance(event, RoundStarted):
                assert holder is None or event.start_player == holder
                holder = None
            elif isinstance(event, MarkerTaken):
                assert holder is None
                holder = event.player
    assert game.position.marker == holder


@FEW
@given(games(60, NAME))
def test_each_phase_is_what_the_table_shows(game: Game) -> None:
    for ply in range(game.ply + 1):
        position = pavilion_at(game, ply)
        offered = sum(pile.total() for pile in position.sources)
        assert (position.phase == "draft") == (offered > 0)
        assert (position.phase == "bonus") == (position.bonus_due > 0)
        boards = position.players
        if position.phase == "place":
            assert position.to_play is not None
            assert boards[position.to_play].tiles
        if position.phase == "draft":
            assert not any(board.passed for board in boards)
        assert all(board.tiles.total() <= 4 for board in boards if board.passed)  # what is kept


@FEW
@given(games(LONG, NAME))
def test_the_supply_is_full_whenever_someone_places_and_tiles_are_left(game: Game) -> None:
    for ply in range(game.ply + 1):
        position = pavilion_at(game, ply)
        if position.phase == "place":
            assert position.supply.total() == 10 or not (position.bag or position.tower)


@every_configuration
def test_a_game_has_six_rounds_and_everybody_passes_in_each(players: int, board: str) -> None:
    game = whole_game(players, board)
    assert game.is_over
    assert game.round == 6
    happened = [event for entry in game.history for event in entry.events]
    rounds = [event.round for event in happened if isinstance(event, RoundStarted)]
    assert rounds == [1, 2, 3, 4, 5, 6]
    passed = Counter(event.player for event in happened if isinstance(event, Passed))
    assert passed == dict.fromkeys(range(players), 6)
    assert not any(board.tiles for board in pavilion(game).players)


# The record


@every_configuration
def test_every_position_of_a_whole_game_can_be_written_down(players: int, board: str) -> None:
    every_position = tile_by_tile(whole_game(players, board, seed=2))
    for position in every_position[:: 2 * players - 1]:
        assert_can_be_written_down(position)


@FEW
@given(games(25, NAME))
def test_the_fields_that_follow_from_others_are_as_if_computed_from_scratch(game: Game) -> None:
    for position in tile_by_tile(game):
        assert_can_be_written_down(position)


def assert_can_be_written_down(position: PavilionPosition) -> None:
    states = position.states
    setup = from_states(states)
    again = to_states(setup)
    assert again.dtype == states.dtype
    assert again.tobytes() == states.tobytes()
    assert problems(setup) == []


@SOME
@given(positions(LONG, NAME))
def test_copies_and_pickles_of_a_position_are_equal_and_hash_alike(
    position: PavilionPosition,
) -> None:
    for again in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        PavilionPosition(position.states),
        PavilionPosition.from_setup(position.to_setup()),
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert list(again.legal_moves) == list(position.legal_moves)
        assert str(again) == str(position)


@SOME
@given(positions(LONG, NAME))
def test_a_position_differs_from_what_a_move_makes_of_it(position: PavilionPosition) -> None:
    for move in list(position.legal_moves)[:5]:
        game = Game(position=position, seed=0)
        game.play(move)
        assert game.position != position
        assert len({position, game.position, pavilion(game.at(0))}) == 2


# Moves


@FEW
@given(positions(LONG, NAME))
def test_list_mask_and_question_agree_on_what_is_legal(position: PavilionPosition) -> None:
    assert_agreement(position)


@every_configuration
def test_list_mask_and_question_agree_now_and_then_in_a_whole_game(
    players: int, board: str
) -> None:
    game = whole_game(players, board, seed=3)
    for ply in range(0, game.ply + 1, 9):
        assert_agreement(pavilion_at(game, ply))


def assert_agreement(position: PavilionPosition) -> None:
    states = position.states
    listed = [move.index for move in position.legal_moves]
    mask = position.legal_mask()
    assert mask.shape == (ACTIONS,)
    assert mask.dtype == np.bool_
    assert listed == np.flatnonzero(mask).tolist()
    assert listed == [action for action in range(ACTIONS) if unchecked.is_legal(states, action)]
    assert len(position.legal_moves) == len(listed)
    for outside in (-1, -ACTIONS, ACTIONS, ACTIONS + 25, 2**31, -(2**31)):
        assert not unchecked.is_legal(states, outside)
    assert states.tobytes() == position.states.tobytes()


@SOME
@given(positions(LONG, NAME))
def test_there_is_a_legal_move_exactly_when_someone_is_to_play(
    position: PavilionPosition,
) -> None:
    assert bool(len(position.legal_moves)) == (position.to_play is not None)
    assert (position.to_play is None) == (position.phase in ("deal", "over"))


@FEW
@given(games(LONG, NAME))
def test_moves_are_of_the_kind_that_the_phase_asks_for(game: Game) -> None:
    kinds: dict[str, set[type]] = {
        "draft": {Draft},
        "place": {Place, Pass},
        "bonus": {TakeBonus},
        "over": set(),
        "deal": set(),
    }
    for ply in range(game.ply + 1):
        position = pavilion_at(game, ply)
        legal = list(position.legal_moves)
        assert {type(move) for move in legal} <= kinds[position.phase]
        if position.phase == "place":
            assert Pass(()) in legal


def test_index_move_and_text_stand_for_each_other() -> None:
    for index in range(ACTIONS):
        move = SUMMER_PAVILION.moves[index]
        assert move.index == index
        assert SUMMER_PAVILION.read_move(str(move)) is move
        assert SUMMER_PAVILION.read_move(str(move).upper()) is move
        assert SUMMER_PAVILION.read_move(f" {' '.join(str(move))}\t") is move
        assert pickle.loads(pickle.dumps(move)) == move


def test_the_order_of_chosen_tiles_does_not_matter() -> None:
    for move in MOVES:
        if isinstance(move, Pass | TakeBonus):
            sign, tiles = str(move)[0], str(move)[1:]
            assert SUMMER_PAVILION.read_move(sign + tiles[::-1]) is move


def test_all_moves_have_different_texts() -> None:
    assert len(MOVES) == ACTIONS == SUMMER_PAVILION.action_count == 1865
    assert len({str(move) for move in MOVES}) == ACTIONS
    assert len(set(MOVES)) == ACTIONS
    kinds = Counter(type(move) for move in MOVES)
    assert kinds == {Pass: 210, TakeBonus: 83, Place: 42 * 6 * 6, Draft: 10 * 6}


# Taking back, and looking back


@SOME
@given(games(LONG, NAME), st.data())
def test_undo_restores_the_exact_position_and_the_same_moves_draw_the_same_tiles(
    game: Game, data: st.DataObject
) -> None:
    whole = game.copy()
    count = data.draw(st.integers(0, game.ply))
    taken_back: list[AnyMove] = []
    for _ in range(count):
        before = pavilion_at(game, game.ply - 1)
        taken_back.append(game.undo())
        assert game.position == before
        assert game.position.states.tobytes() == before.states.tobytes()
    assert game == whole.at(whole.ply - count)
    for move in reversed(taken_back):
        game.play(move)
    assert game == whole
    assert game.history == whole.history


@FEW
@given(games(60, NAME))
def test_a_moment_of_a_game_is_what_playing_up_to_it_gives(game: Game) -> None:
    deals = [entry.text for entry in game.to_record().entries if entry.kind == "deal"]
    prefix = Game(NAME, deals=deals, **configuration_of(game))
    for ply, move in enumerate((*game.moves, None)):
        moment = game.at(ply)
        assert moment.ply == ply
        assert moment == prefix
        assert moment.moves == game.moves[:ply]
        assert game.position_at(ply) == moment.position == prefix.position
        if move is not None:
            prefix.play(move)


@SOME
@given(games_of_all_kinds(NAME))
def test_copies_and_pickles_of_a_game_are_equal_and_play_on_alike(game: Game) -> None:
    copies = [game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    for again in copies:
        assert again == game
        assert again.history == game.history
    if game.legal_moves:
        move = list(game.legal_moves)[-1]
        for again in copies:
            again.play(move)
            assert again != game
        game.play(move)
        assert all(again == game and again.history == game.history for again in copies)


# Events


@every_configuration
def test_the_breakdown_adds_up_to_the_scores_at_every_ply(players: int, board: str) -> None:
    game = whole_game(players, board, seed=4)
    for ply in range(0, game.ply + 1, 5):
        moment = game.at(ply)
        assert tuple(sum(part.values()) for part in moment.breakdown()) == moment.scores
    assert_breakdown_holds(game)


@SOME
@given(games_of_all_kinds(NAME))
def test_the_breakdown_adds_up_to_the_scores(game: Game) -> None:
    assert_breakdown_holds(game)


def assert_breakdown_holds(game: Game) -> None:
    breakdown = game.breakdown()
    assert tuple(sum(part.values()) for part in breakdown) == game.scores
    for part in breakdown:
        assert list(part) == ["start", *SUMMER_PAVILION.sources_of_points]
        assert part["marker"] <= 0
        assert part["leftovers"] <= 0
        assert game.is_over or part["stars"] == part["numbers"] == 0


@SOME
@given(games(LONG, NAME))
def test_the_events_of_a_move_are_those_of_its_kind_and_player(game: Game) -> None:
    first_events: dict[type, type] = {
        Draft: Taken,
        Place: Placed,
        TakeBonus: BonusTaken,
        Pass: Passed,
    }
    for entry in game.history:
        if isinstance(entry, Turn):
            first: Any = entry.events[0]
            assert first.player == entry.player
            assert type(first) is first_events[type(entry.move)]


@SOME
@given(games(LONG, NAME))
def test_bonus_tiles_follow_what_was_surrounded(game: Game) -> None:
    due: tuple[int, int] | None = None
    for entry in game.history:
        if isinstance(entry, Turn):
            if due is not None:
                (taken,) = (event for event in entry.events if isinstance(event, BonusTaken))
                assert (taken.player, taken.tiles.total()) == due
            due = None
            for event in entry.events:
                if isinstance(event, Surrounded):
                    assert event.due <= event.reward <= 3
                    due = (event.player, event.due) if event.due else None


@SOME
@given(games(LONG, NAME))
def test_the_events_of_a_deal_spell_its_tiles(game: Game) -> None:
    for entry in game.history:
        if not isinstance(entry, Turn):
            dealt = [event for event in entry.events if isinstance(event, Dealt)]
            assert "".join(event.colour.letter for event in dealt) == entry.tiles
            places = [event.place for event in dealt]
            assert places == sorted(places)  # the supply first, then the factories in order
            on_factories = [place for place in places if place]
            assert on_factories == [1 + n // 4 for n in range(len(on_factories))]
