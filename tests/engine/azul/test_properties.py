"""What holds in every position of every game of Azul."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import Game
from azulejos.engine import AZUL, AnyEvent, AnyMove, unchecked
from azulejos.engine.azul.events import (
    Dealt,
    Dropped,
    MarkerTaken,
    Placed,
    RoundStarted,
    Taken,
)
from azulejos.engine.azul.layout import ACTIONS, FLOOR_SPACES, ROWS, TILES_PER_COLOUR, Colour
from azulejos.engine.azul.moves import MOVES
from azulejos.engine.azul.position import AzulPosition, PlayerBoard
from azulejos.engine.azul.setup import from_states, to_states
from azulejos.engine.azul.validation import problems
from azulejos.game import Turn
from tests.support import (
    FEW,
    SOME,
    azul,
    azul_at,
    configuration_of,
    games,
    games_of_all_kinds,
    positions,
    tile_by_tile,
)

# The rules' own invariants


@FEW
@given(games())
def test_the_invariants_of_the_rules_hold_at_every_ply(game: Game) -> None:
    for ply in range(game.ply + 1):
        position = azul_at(game, ply)
        boards = position.players
        assert tiles_everywhere(position, boards) == dict.fromkeys(Colour, TILES_PER_COLOUR)
        assert sum(board.has_marker for board in boards) == (position.marker is not None)
        for board in boards:
            assert board.score >= 0
            assert board.floor.total() <= FLOOR_SPACES
            assert_lines_hold(board)
            assert_wall_holds(board, position.board)


def tiles_everywhere(position: AzulPosition, boards: tuple[PlayerBoard, ...]) -> dict[Colour, int]:
    """All tiles there are, by colour."""
    tiles: Counter[Colour] = Counter()
    for pile in (position.bag, position.lid, *position.sources):
        tiles.update(dict(pile))
    for board in boards:
        tiles.update(dict(board.floor))
        tiles.update(colour for row in board.wall for colour in row if colour is not None)
        for line in board.lines:
            if line.colour is not None:
                tiles[line.colour] += line.count
    return dict(tiles)


def assert_lines_hold(board: PlayerBoard) -> None:
    for row, line in enumerate(board.lines):
        assert line.size == row + 1
        assert 0 <= line.count <= line.size
        assert (line.colour is None) == (line.count == 0)
        assert line.colour is None or line.colour not in board.wall[row]


def assert_wall_holds(board: PlayerBoard, side: str) -> None:
    columns = list(zip(*board.wall, strict=True))
    for group in (*board.wall, *columns):
        colours = [colour for colour in group if colour is not None]
        assert len(colours) == len(set(colours))
    if side == "coloured":
        for row in range(ROWS):
            for column in range(ROWS):
                colour = board.wall[row][column]
                assert colour is None or column == (row + colour) % ROWS


@SOME
@given(games())
def test_the_marker_lies_in_the_centre_until_someone_takes_from_there(game: Game) -> None:
    holder: int | None = None
    for entry in game.history:
        for event in entry.events:
            match event:
                case RoundStarted(start_player=start_player):
                    assert holder is None or start_player == holder
                    holder = None
                case MarkerTaken(player=player):
                    assert holder is None
                    holder = player
    assert game.position.marker == holder


@FEW
@given(games())
def test_a_round_is_over_when_nothing_is_left_to_draft(game: Game) -> None:
    for ply in range(game.ply + 1):
        position = azul_at(game, ply)
        offered = sum(pile.total() for pile in position.sources)
        assert (position.phase == "draft") == (offered > 0)


# The record


@FEW
@given(games(most=70))
def test_the_fields_that_follow_from_others_are_as_if_computed_from_scratch(game: Game) -> None:
    for position in tile_by_tile(game):
        states = position.states
        again = to_states(from_states(states))
        assert again.dtype == states.dtype
        assert again.tobytes() == states.tobytes()


@FEW
@given(games(most=45))
def test_every_reachable_position_is_a_possible_one(game: Game) -> None:
    for position in tile_by_tile(game):
        assert problems(position.to_setup()) == []


@SOME
@given(positions())
def test_copies_and_pickles_of_a_position_are_equal_and_hash_alike(position: AzulPosition) -> None:
    for again in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        AzulPosition(position.states),
        AzulPosition.from_setup(position.to_setup()),
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert list(again.legal_moves) == list(position.legal_moves)
        assert str(again) == str(position)


@SOME
@given(positions())
def test_a_position_differs_from_what_a_move_makes_of_it(position: AzulPosition) -> None:
    for move in list(position.legal_moves)[:5]:
        game = Game(position=position, seed=0)
        game.play(move)
        assert game.position != position
        assert len({position, game.position, azul(game.at(0))}) == 2


# Moves


@SOME
@given(positions())
def test_list_mask_and_question_agree_on_what_is_legal(position: AzulPosition) -> None:
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
@given(positions())
def test_there_is_a_legal_move_exactly_when_someone_is_to_play(position: AzulPosition) -> None:
    assert bool(len(position.legal_moves)) == (position.to_play is not None)
    assert (position.to_play is None) == (position.phase in ("deal", "over"))


@pytest.mark.parametrize("index", range(ACTIONS))
def test_index_move_and_text_stand_for_each_other(index: int) -> None:
    move = AZUL.moves[index]
    assert move.index == index
    assert AZUL.read_move(str(move)) is move
    assert AZUL.read_move(str(move).upper()) is move
    assert AZUL.read_move(f" {' '.join(str(move))}\t") is move
    assert pickle.loads(pickle.dumps(move)) == move


def test_all_moves_have_different_texts() -> None:
    assert len(MOVES) == ACTIONS == AZUL.action_count == 325
    assert len({str(move) for move in MOVES}) == ACTIONS
    assert len(set(MOVES)) == ACTIONS


# Taking back, and looking back


@SOME
@given(games(), st.data())
def test_undo_restores_the_exact_position_and_the_same_moves_draw_the_same_tiles(
    game: Game, data: st.DataObject
) -> None:
    whole = game.copy()
    count = data.draw(st.integers(0, game.ply))
    taken_back: list[AnyMove] = []
    for _ in range(count):
        before = azul_at(game, game.ply - 1)
        taken_back.append(game.undo())
        assert game.position == before
        assert game.position.states.tobytes() == before.states.tobytes()
    assert game == whole.at(whole.ply - count)
    for move in reversed(taken_back):
        game.play(move)
    assert game == whole
    assert game.history == whole.history


@FEW
@given(games())
def test_a_moment_of_a_game_is_what_playing_up_to_it_gives(game: Game) -> None:
    deals = [entry.text for entry in game.to_record().entries if entry.kind == "deal"]
    prefix = Game(deals=deals, **configuration_of(game))
    for ply, move in enumerate((*game.moves, None)):
        moment = game.at(ply)
        assert moment.ply == ply
        assert moment == prefix
        assert moment.moves == game.moves[:ply]
        assert moment.history == prefix.history
        assert game.position_at(ply) == moment.position == prefix.position
        if move is not None:
            prefix.play(move)


@SOME
@given(games(), st.data())
def test_variations_do_not_disturb_the_original(game: Game, data: st.DataObject) -> None:
    game.comment("here", data.draw(st.integers(0, game.ply)))
    game.headers["Player 1"] = "Ana"
    before, text = game.history, game.to_text()
    variation = game.at(data.draw(st.integers(0, game.ply)))
    for _ in range(data.draw(st.integers(1, 10))):
        if variation.is_over:
            break
        moves = list(variation.legal_moves)
        variation.play(moves[data.draw(st.integers(0, len(moves) - 1))])
    variation.comment("elsewhere")
    variation.headers["Player 1"] = "Bo"
    assert game.to_text() == text
    assert game.history == before
    while variation.ply:
        variation.undo()
    assert game.to_text() == text


@SOME
@given(games_of_all_kinds())
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


@SOME
@given(games_of_all_kinds())
def test_the_breakdown_adds_up_to_the_scores(game: Game) -> None:
    for ply in range(0, game.ply + 1, 7):
        moment = game.at(ply)
        assert tuple(sum(part.values()) for part in moment.breakdown()) == moment.scores
    breakdown = game.breakdown()
    assert tuple(sum(part.values()) for part in breakdown) == game.scores
    assert all(part["floor"] <= 0 for part in breakdown)
    if not game.is_over:
        assert all(part[bonus] == 0 for part in breakdown for bonus in AZUL.sources_of_points[2:])


@SOME
@given(games())
def test_the_events_of_a_move_account_for_every_tile_that_was_taken(game: Game) -> None:
    for entry in game.history:
        if isinstance(entry, Turn) and isinstance(entry.events[0], Taken):
            taken = entry.events[0]
            assert taken.player == entry.player
            assert taken.count == sum(put_down(entry.events[1:]))


def put_down(events: Iterable[AnyEvent]) -> Iterator[int]:
    """How many of the tiles just taken the events tell of, until the round ends."""
    for event in events:
        match event:
            case Placed(count=count):
                yield count
            case Dropped(to_floor=to_floor, to_lid=to_lid):
                yield to_floor + to_lid
            case MarkerTaken():
                pass
            case _:
                return


@SOME
@given(games())
def test_the_events_of_a_deal_spell_its_tiles(game: Game) -> None:
    deals = [entry for entry in game.history if not isinstance(entry, Turn)]
    for deal in deals:
        dealt = [event for event in deal.events if isinstance(event, Dealt)]
        assert "".join(event.colour.letter for event in dealt) == deal.tiles
        assert [event.place for event in dealt] == [1 + n // 4 for n in range(len(dealt))]
    assert len(deals) == game.round
