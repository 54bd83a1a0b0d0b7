"""A match as its users see it: starting, drawing, playing, looking back, writing down."""

from __future__ import annotations

import copy
import dataclasses
from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

import azulejos
from azulejos import Game
from azulejos.engine.azul.events import (
    BagFilled,
    Bonus,
    Dealt,
    Dropped,
    FloorCharged,
    GameEnded,
    LineDropped,
    MarkerTaken,
    Placed,
    Taken,
    Tiled,
)
from azulejos.engine.azul.layout import ALL_TILES, Colour
from azulejos.engine.azul.moves import Draft, Tile
from azulejos.engine.azul.position import AzulPosition, Line
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.colours import Tiles
from azulejos.engine.errors import IllegalDeal, IllegalMove
from azulejos.engine.events import RoundStarted
from azulejos.engine.state import new_states
from azulejos.game import Deal, Turn
from azulejos.game.draws import Draws
from azulejos.game.records import UnreadableRecord
from tests.support import FIRST_DEAL, azul, random_game

BLUE, YELLOW, RED, BLACK, WHITE = Colour
#: The first deals of two seeds.
SEEDED_DEALS = {0: "kbywrwkywkwyrkykbbky", 2026: "bbykwbyrkwwwbywwryrr"}
FIRST_ROUND = ["1b2", "2k2", "3y3", "4b3", "5k1", "0w4", "0y5", "0r1"]
SECOND_DEAL = "yyrr wwkk bbyy rrkw wbyr"


def one_round() -> Game:
    """A game without a seed, after a round that was made up for these tests."""
    game = Game(deals=[FIRST_DEAL])
    for move in FIRST_ROUND:
        game.play(move)
    return game


# Starting


def test_a_game_starts_as_azul_for_two_on_the_coloured_board() -> None:
    game = Game(seed=2026)
    assert (game.name, game.board, game.players) == ("azul", "coloured", 2)
    assert (game.round, game.ply, game.to_play, game.is_over) == (1, 0, 0, False)
    assert (game.scores, game.winners) == ((0, 0), ())
    assert game.to_record().options == {"stalemate_rounds": 5}
    assert repr(game) == "<azul, coloured board, 2 players, ply 0>"
    assert azulejos.Game is Game


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_the_table_is_laid_for_the_players(players: int, factories: int, board: str) -> None:
    game = Game("azul", players=players, board=board, seed=1)
    assert game.players == players
    assert game.board == board
    assert [pile.total() for pile in game.position.factories] == [4] * factories
    assert game.position.bag.total() == 100 - 4 * factories
    assert game.scores == (0,) * players


def test_any_seat_can_start() -> None:
    for seat in range(4):
        game = Game(players=4, first_player=seat, seed=1)
        assert game.to_play == game.position.start_player == seat


def test_the_first_player_can_be_left_to_chance_which_the_seed_decides() -> None:
    chosen = [Game(players=3, first_player="random", seed=seed).to_play for seed in range(60)]
    again = [Game(players=3, first_player="random", seed=seed).to_play for seed in range(60)]
    assert chosen == again
    assert all(count > 8 for count in Counter(chosen).values())
    assert set(chosen) == {0, 1, 2}


def test_a_first_player_by_chance_draws_the_same_tiles_as_any_other() -> None:
    by_chance = Game(first_player="random", seed=8)
    chosen = Game(first_player=by_chance.position.start_player, seed=8)
    assert by_chance == chosen


def test_the_first_player_can_be_left_to_chance_when_the_tiles_are_handed_in() -> None:
    starts = {Game(first_player="random", deals=()).position.start_player for _ in range(60)}
    assert starts == {0, 1}


def to_floor(game: Game) -> Draft:
    """The first legal draft to the floor line."""
    drafts = (move for move in game.legal_moves if isinstance(move, Draft))
    return next(move for move in drafts if move.destination == 0)


def test_options_are_part_of_the_game() -> None:
    assert Game(stalemate_rounds=1, seed=1) != Game(stalemate_rounds=2, seed=1)
    game = Game(stalemate_rounds=1, seed=1)
    while not game.is_over:
        game.play(to_floor(game))
    assert azul(game).end_reason == "stalemate"
    assert game.round == 1


# Tiles: by a seed


def test_a_seed_reproduces_a_game() -> None:
    for players, board in ((2, "coloured"), (3, "grey"), (4, "coloured")):
        one = random_game(7, players=players, board=board)
        two = random_game(7, players=players, board=board)
        assert one == two
        assert one.history == two.history


def test_different_seeds_draw_different_tiles() -> None:
    deals = {deals_of(Game(seed=seed))[0] for seed in range(200)}
    assert len(deals) == 200


def test_no_seed_means_a_new_game_every_time() -> None:
    deals = {deals_of(Game())[0] for _ in range(20)}
    assert len(deals) == 20


def test_a_seeded_game_is_the_same_for_ever() -> None:
    """The way from a seed to its tiles is a promise; if this fails, all seeds mean other games."""
    assert {seed: deals_of(Game(seed=seed))[0] for seed in SEEDED_DEALS} == SEEDED_DEALS


def test_a_draw_depends_on_nothing_but_seed_number_and_bag() -> None:
    draws = Draws(seed=99)
    states = new_states(Game(seed=1).position.states.dtype)
    states["bag"] = ALL_TILES
    full = [draws.colour(states, number) for number in range(300)]
    assert [draws.colour(states, number) for number in reversed(range(300))] == full[::-1]
    assert full != [Draws(seed=98).colour(states, number) for number in range(300)]
    elsewhere = random_game(5, moves=30).position.states
    elsewhere["bag"] = ALL_TILES
    assert [draws.colour(elsewhere, number) for number in range(300)] == full
    assert set(full) == set(range(5))
    assert all(40 < count < 80 for count in Counter(full).values())


def test_games_of_one_seed_draw_alike_until_their_bags_differ() -> None:
    """Other moves, same bag: the second deal is the same, since the lid is not needed yet."""
    one, two = random_game(3, policy="tidy"), random_game(3, policy="careless")
    assert one.moves != two.moves
    assert deals_of(one)[:5] == deals_of(two)[:5]


def deals_of(game: Game) -> list[str]:
    return [entry.tiles for entry in game.history if isinstance(entry, Deal)]


def test_draws_are_fair_to_what_is_in_the_bag() -> None:
    """After 18 blue tiles two are left, beside 20 of every other colour."""
    drawn = Counter(deals_of(Game(seed=seed, deals=["b" * 18]))[0][18] for seed in range(820))
    assert 5 <= drawn["b"] <= 40
    assert all(150 <= drawn[letter] <= 250 for letter in "yrkw")


# Tiles: handed in


def test_tiles_can_be_handed_in() -> None:
    game = Game(deals=[FIRST_DEAL])
    piles = [str(pile) for pile in game.position.factories]
    assert piles == ["bbyr", "kkww", "yyrr", "bbww", "yrkk"]  # in the order of the colours


def test_the_grouping_and_case_of_handed_in_tiles_do_not_matter() -> None:
    game = Game(deals=[FIRST_DEAL])
    for deals in (
        FIRST_DEAL.split(),
        [FIRST_DEAL.upper()],
        list(FIRST_DEAL.replace(" ", "")),
        (word for word in FIRST_DEAL.split()),
    ):
        assert Game(deals=deals) == game


def test_a_game_without_seed_waits_for_its_deals() -> None:
    game = Game(deals=())
    assert game.position.phase == "deal"
    assert game.to_play is None
    assert game.history == ()
    assert len(game.legal_moves) == 0
    with pytest.raises(IllegalMove):
        game.play("1b1")
    game.deal(FIRST_DEAL)
    assert game.to_play == 0
    assert game == Game(deals=[FIRST_DEAL])


def test_a_deal_can_be_made_in_parts() -> None:
    game = Game(deals=["bby"])
    assert [str(pile) for pile in game.position.factories] == ["bby", "", "", "", ""]
    assert game.deal("r") == (Dealt(1, RED),)
    assert game.deal("kk ww") == (
        Dealt(2, BLACK),
        Dealt(2, BLACK),
        Dealt(2, WHITE),
        Dealt(2, WHITE),
    )
    assert game.deal("rryybbwwkkyr")[-1] == RoundStarted(round=1, start_player=0, missing=0)
    assert game == Game(deals=[FIRST_DEAL])
    assert len(game.history) == 1


def test_handed_in_tiles_come_first_and_then_the_seed_draws() -> None:
    game = Game(deals=["bbyr", "kk"], seed=4)
    (tiles,) = deals_of(game)
    assert tiles.startswith("bbyrkk")
    assert len(tiles) == 20
    assert game == Game(deals=["bbyrkk"], seed=4)
    assert game != Game(deals=["bbyrkk"], seed=5)
    assert game.to_play == 0


def test_handed_in_tiles_reach_into_later_rounds() -> None:
    game = Game(deals=[FIRST_DEAL, SECOND_DEAL])
    for move in FIRST_ROUND:
        events = game.play(move)
    assert events[-1] == RoundStarted(round=2, start_player=1, missing=0)
    assert [str(pile) for pile in game.position.factories] == [
        "yyrr",
        "kkww",
        "bbyy",
        "rrkw",
        "byrw",
    ]
    assert game.to_play == 1


def test_when_handed_in_tiles_run_out_the_game_waits() -> None:
    game = one_round()
    assert game.position.phase == "deal"
    assert (game.round, game.to_play) == (2, None)
    game.deal(SECOND_DEAL)
    assert game.to_play == 1
    partly = Game(deals=[FIRST_DEAL, "yyrr w"])
    for move in FIRST_ROUND:
        partly.play(move)
    assert partly.position.phase == "deal"
    partly.deal("wkk bbyy rrkw wbyr")
    assert partly == game


def test_a_move_after_which_handed_in_tiles_cannot_be_dealt_is_refused_whole() -> None:
    game = Game(deals=[FIRST_DEAL, "b" * 20])
    for move in FIRST_ROUND[:-1]:
        game.play(move)
    before = game.copy()
    with pytest.raises(IllegalDeal, match="there is no blue tile in the bag"):
        game.play(FIRST_ROUND[-1])
    assert game == before


def test_the_lid_refills_the_bag_in_the_middle_of_a_deal() -> None:
    setup = Setup(
        [Seat(), Seat()],
        phase="deal",
        to_play=None,
        bag="bb",
        lid="b" * 18 + "y" * 20 + "r" * 20 + "k" * 20 + "w" * 20,
    )
    game = Game(position=AzulPosition.from_setup(setup), deals=())
    assert game.deal("bb") == (Dealt(1, BLUE), Dealt(1, BLUE), BagFilled(98))
    assert game.position.bag.total() == 98
    assert azul(game).lid.total() == 0


def test_a_seed_given_to_a_record_that_waits_for_a_deal_draws_the_rest() -> None:
    waiting = Game(deals=["bbyr"]).to_text()
    game = Game.from_text(waiting, seed=5)
    assert game.to_play == 0
    assert game == Game(deals=["bbyr"], seed=5)


# Playing


def test_the_events_of_a_round_tell_all_that_happened_in_order() -> None:
    game = Game(deals=[FIRST_DEAL, SECOND_DEAL])
    assert game.play("1b2") == (Taken(0, 1, BLUE, 2), Placed(0, 1, BLUE, 2))
    assert game.play("2k2") == (Taken(1, 2, BLACK, 2), Placed(1, 1, BLACK, 2))
    assert game.play("3y3") == (Taken(0, 3, YELLOW, 2), Placed(0, 2, YELLOW, 2))
    assert game.play("4b3") == (Taken(1, 4, BLUE, 2), Placed(1, 2, BLUE, 2))
    assert game.play("5k1") == (
        Taken(0, 5, BLACK, 2),
        Placed(0, 0, BLACK, 1),
        Dropped(0, BLACK, to_floor=1, to_lid=0),
    )
    assert game.play("0w4") == (Taken(1, 0, WHITE, 4), MarkerTaken(1), Placed(1, 3, WHITE, 4))
    assert game.play("0y5") == (Taken(0, 0, YELLOW, 2), Placed(0, 4, YELLOW, 2))
    assert game.play("0r1") == (
        Taken(1, 0, RED, 4),
        Placed(1, 0, RED, 1),
        Dropped(1, RED, to_floor=3, to_lid=0),
        Tiled(0, row=0, column=3, colour=BLACK, points=1),
        Tiled(0, row=1, column=1, colour=BLUE, points=1),
        FloorCharged(0, spaces=1, points=1),
        Tiled(1, row=0, column=2, colour=RED, points=1),
        Tiled(1, row=1, column=4, colour=BLACK, points=1),
        Tiled(1, row=3, column=2, colour=WHITE, points=1),
        FloorCharged(1, spaces=4, points=3),  # six, but nobody falls below 0
        *(Dealt(1 + n // 4, colour) for n, colour in enumerate(dealt_colours(SECOND_DEAL))),
        RoundStarted(round=2, start_player=1, missing=0),
    )
    assert game.scores == (1, 0)


def dealt_colours(deal: str) -> list[Colour]:
    letters = {colour.letter: colour for colour in Colour}
    return [letters[letter] for letter in deal.replace(" ", "")]


def test_a_line_that_finds_no_column_on_the_grey_wall_is_told_of() -> None:
    """Black goes to the column that white needs; so white falls."""
    seat = Seat(
        score=20,
        lines=["k", "ww", "", "", ""],
        wall=[".....", "byr..", "...w.", "w....", "....."],
    )
    setup = Setup([seat, Seat()], board="grey", phase="tile", lid="bb")
    game = Game(position=AzulPosition.from_setup(setup), deals=())
    assert game.play("1>5") == (Tiled(0, 0, 4, BLACK, 1),)
    assert game.play("2>5") == (Tiled(0, 1, 4, WHITE, 2),)
    blocked = dataclasses.replace(seat, wall=["....w", *seat.wall[1:]])
    setup = Setup([blocked, Seat()], board="grey", phase="tile", lid="bb")
    game = Game(position=AzulPosition.from_setup(setup), deals=())
    assert game.play("1>4") == (
        Tiled(0, 0, 3, BLACK, 2),
        LineDropped(0, 1, WHITE),
        Dropped(0, WHITE, to_floor=2, to_lid=0),
        FloorCharged(0, spaces=2, points=2),
    )
    assert game.scores == (20, 0)


def test_moves_can_be_given_as_objects_or_as_text() -> None:
    for move in (Draft(1, BLUE, 2), "1b2", "1B2", " 1 b 2 "):
        game = Game(deals=[FIRST_DEAL])
        game.play(move)
        assert game.moves == (Draft(1, BLUE, 2),)
        assert str(game.moves[0]) == "1b2"


def test_legal_moves_can_be_iterated_counted_and_asked() -> None:
    game = Game(deals=[FIRST_DEAL])
    moves = game.legal_moves
    assert isinstance(moves, Collection)
    assert len(moves) == len(list(moves)) == 12 * 6
    assert list(moves) == list(moves)
    assert Draft(1, BLUE, 2) in moves
    assert "1b2" in moves
    for other in (Draft(1, WHITE, 2), Tile(0, 0), "1w2", "0b1", "nonsense", "", None, 3):
        assert other not in moves
    assert repr(moves).startswith("<72 legal moves: 1b0 1b1 1b2 ")
    game.play("1b2")
    assert "1b2" in moves  # those of that moment
    assert "1b2" not in game.legal_moves


def test_what_can_be_played_is_in_the_legal_moves() -> None:
    game = Game(deals=[FIRST_DEAL])
    for text in ("1B2", " 1b2", "1 b 2"):
        game.at(0).play(text)
        assert text in game.legal_moves


def test_players_take_turns_clockwise() -> None:
    game = Game(players=4, first_player=2, seed=3)
    seats = []
    for _ in range(6):
        seats.append(game.to_play)
        game.play(next(iter(game.legal_moves)))
    assert seats == [2, 3, 0, 1, 2, 3]
    assert [entry.player for entry in game.history if isinstance(entry, Turn)] == seats


# Looking back


def test_the_history_holds_turns_and_deals_with_their_events() -> None:
    game = one_round()
    game.deal(SECOND_DEAL)
    deal, *turns, next_deal = game.history
    assert isinstance(deal, Deal)
    assert deal.tiles == FIRST_DEAL.replace(" ", "")
    assert len(deal.events) == 21
    assert [str(turn.move) for turn in turns if isinstance(turn, Turn)] == FIRST_ROUND
    assert [turn.player for turn in turns if isinstance(turn, Turn)] == [0, 1] * 4
    assert isinstance(next_deal, Deal)
    assert next_deal.tiles == SECOND_DEAL.replace(" ", "")
    assert tuple(map(str, game.moves)) == tuple(FIRST_ROUND)
    assert game.ply == 8


def test_undo_takes_back_a_move_and_the_deal_that_followed() -> None:
    game = Game(deals=[FIRST_DEAL, SECOND_DEAL])
    for move in FIRST_ROUND:
        game.play(move)
    assert game.undo() == Draft(0, RED, 1)
    assert game.round == 1
    assert game.to_play == 1
    assert str(game.position.centre) == "rrrr"
    game.play("0r0")
    assert game.scores == (1, 0)
    assert game.round == 2


def test_undo_has_no_limit() -> None:
    game = random_game(11, players=3, board="grey")
    taken_back = [game.undo() for _ in range(game.ply)]
    assert game == Game(players=3, board="grey", seed=11)
    for move in reversed(taken_back):
        game.play(move)
    assert game == random_game(11, players=3, board="grey")


def test_undo_takes_a_deal_by_hand_back_too() -> None:
    game = one_round()
    game.deal("yyrr w")
    game.undo()
    assert (game.round, game.ply) == (1, 7)
    game.play(FIRST_ROUND[-1])
    assert game.position.phase == "deal"
    assert game == one_round()


def test_a_moment_of_the_past_can_be_looked_at_and_played_on_from() -> None:
    game = one_round()
    assert game.position_at(0) == Game(deals=[FIRST_DEAL]).position
    assert game.position_at(8) == game.position
    variation = game.at(2)
    assert tuple(map(str, variation.moves)) == ("1b2", "2k2")
    variation.play("0y1")
    assert tuple(map(str, variation.moves)) == ("1b2", "2k2", "0y1")
    assert game == one_round()


def test_comments_belong_to_plies() -> None:
    game = one_round()
    game.comment("a good round")
    game.comment("the beginning", 0)
    game.comment("hm", ply=3)
    assert game.comments == {8: "a good round", 0: "the beginning", 3: "hm"}
    game.comment("better", 3)
    assert game.comments[3] == "better"
    game.comment("", 3)
    assert 3 not in game.comments
    game.comments[5] = "lost"  # a copy
    assert 5 not in game.comments
    assert game.at(4).comments == {0: "the beginning"}
    game.undo()
    assert game.comments == {0: "the beginning"}


# Equality and copies


def test_games_are_equal_when_the_same_was_played_dealt_and_written_down() -> None:
    game = one_round()
    assert game == one_round()
    assert game != one_round().at(7)
    assert game != "a game"
    other = one_round()
    other.comment("!")
    assert game != other
    other = one_round()
    other.headers["Player 1"] = "Ana"
    assert game != other
    with pytest.raises(TypeError):
        hash(game)


def test_seeds_do_not_count_for_equality() -> None:
    assert Game(deals=[FIRST_DEAL]) == Game(deals=[FIRST_DEAL], seed=1)


def test_a_copy_goes_its_own_way() -> None:
    game = one_round()
    for again in (game.copy(), copy.deepcopy(game)):
        assert again == game
        again.deal(SECOND_DEAL)
        again.play("1y1")
        again.comment("!")
        again.headers["Player 1"] = "Ana"
        assert game == one_round()


def test_copies_of_copies_part_where_they_play_different_moves() -> None:
    game = random_game(3, moves=12)
    record, moves = game.to_record(), list(game.legal_moves)[:3]
    copies = [game.copy() for _ in moves]
    for own, move in zip(copies, moves, strict=True):
        own.play(move)
    earlier = copies[0].at(5)
    earlier.play(next(iter(earlier.legal_moves)))
    assert [own.moves[-1] for own in copies] == moves
    assert [own.moves[:-1] for own in copies] == [game.moves] * len(moves)
    assert game.to_record() == record
    copies[0].undo()
    assert copies[0] == game
    copies[0].play(moves[1])
    assert copies[0] == copies[1]


def test_a_shallow_copy_goes_its_own_way_too() -> None:
    game = one_round()
    again = copy.copy(game)
    again.deal(SECOND_DEAL)
    assert game == one_round()


# The position


def test_the_position_is_there_to_be_read() -> None:
    position = azul(one_round().at(6))
    assert (position.phase, position.round, position.to_play) == ("draft", 1, 0)
    assert (position.start_player, position.marker, position.board) == (0, 1, "coloured")
    assert (position.is_over, position.end_reason, position.winners) == (False, "none", ())
    assert [str(pile) for pile in position.factories] == [""] * 5
    assert dict(position.centre) == {YELLOW: 2, RED: 4}
    assert position.sources == (position.centre, *position.factories)
    assert position.bag.total() == 80
    assert position.bag[BLUE] == 16
    assert dict(position.lid) == {}
    one, two = position.players
    assert one.lines == (
        Line(1, BLACK, 1),
        Line(2, BLUE, 2),
        Line(3, YELLOW, 2),
        Line(4, None, 0),
        Line(5, None, 0),
    )
    assert [line.is_full for line in one.lines] == [True, True, False, False, False]
    assert dict(one.floor) == {BLACK: 1}
    assert (one.has_marker, two.has_marker) == (False, True)
    assert two.lines[3] == Line(4, WHITE, 4)
    assert one.wall == ((None,) * 5,) * 5


def test_the_wall_is_there_to_be_read() -> None:
    one, two = azul(one_round()).players
    assert one.wall[0] == (None, None, None, BLACK, None)
    assert one.wall[1] == (None, BLUE, None, None, None)
    assert two.wall[3] == (None, None, WHITE, None, None)
    assert (one.score, two.score) == (1, 0)
    assert dict(azul(one_round()).lid) == {BLUE: 1, BLACK: 2, WHITE: 3, RED: 3}


def test_piles_are_mappings_from_colours_to_counts() -> None:
    pile = azul(one_round().at(6)).centre
    assert str(pile) == "yyrrrr"
    assert repr(pile) == "Tiles('yyrrrr')"
    assert list(pile) == [YELLOW, RED]
    assert len(pile) == 2
    assert pile.total() == 6
    assert pile[BLUE] == 0
    assert pile == Tiles.of(Colour, "ryrryr")
    assert not one_round().position.centre


def test_a_colour_is_in_a_pile_when_the_pile_holds_it() -> None:
    pile = azul(one_round().at(6)).centre
    assert RED in pile
    assert BLUE not in pile


def test_the_parts_of_a_position_can_be_hashed_like_the_whole() -> None:
    assert len(set(azul(one_round()).players)) == 2


def test_nothing_that_a_game_hands_out_can_change_it() -> None:
    game = one_round()
    game.position.states["scores"] = 99
    game.position.legal_mask()[:] = True
    game.at(3).position.states["phase"] = 1
    game.to_record().entries.clear()
    game.to_record().comments[0] = "!"
    game.breakdown()[0]["tiles"] = 99
    game.comments[0] = "!"
    assert game == one_round()
    assert game.scores == (1, 0)
    assert game.position == one_round().position
    position: Any = game.position
    position.states["scores"] = 99
    assert position == game.position
    for name in ("phase", "scores", "bag", "players", "nonsense"):
        with pytest.raises(AttributeError):
            setattr(position, name, 1)
    board: Any = azul(game).players[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.score = 99
    with pytest.raises(TypeError):
        position.bag[BLUE] = 3


def test_a_position_that_was_handed_in_is_not_changed_by_the_game() -> None:
    position = Game(seed=1).position
    before = position.states.tobytes()
    game = Game(position=position, seed=1)
    game.play(next(iter(game.legal_moves)))
    assert position.states.tobytes() == before
    assert game.position != position


def test_a_position_answers_with_numbers_of_python() -> None:
    """NumPy's own would overflow in someone's arithmetic, and fail in someone's JSON."""
    position = azul(one_round())
    values: list[Any] = [
        position.round,
        position.start_player,
        *position.scores,
        position.bag[BLUE],
    ]
    values += [position.idle_rounds, position.players[0].score, position.players[0].lines[2].count]
    assert {type(value) for value in values} == {int}
    game = one_round()
    assert {type(value) for value in (game.ply, game.round, game.players, *game.scores)} == {int}
    assert {type(part) for table in game.breakdown() for part in table.values()} == {int}


# The end


def ending() -> Game:
    """One move before the end: player 1 completes a row, player 2 wins the points of a tile."""
    wall = ["byrk.", "wb...", ".....", ".....", "....."]
    two = Seat(
        score=28,
        lines=["", "yy", "", "", ""],
        wall=["b....", ".....", ".....", ".....", "....."],
        floor="k",
    )
    setup = Setup([Seat(30, wall=wall), two], round=5, marker=1, centre="w", lid="bbyyrrkk")
    return Game(position=AzulPosition.from_setup(setup), deals=())


def test_a_game_ends_after_the_round_in_which_a_row_was_completed() -> None:
    game = ending()
    assert game.play("0w1") == (
        Taken(0, 0, WHITE, 1),
        Placed(0, 0, WHITE, 1),
        Tiled(0, row=0, column=4, colour=WHITE, points=5),
        Tiled(1, row=1, column=2, colour=YELLOW, points=1),
        FloorCharged(1, spaces=2, points=2),
        GameEnded("row"),
        Bonus(0, rows=2, columns=0, colours=0),
        Bonus(1, rows=0, columns=0, colours=0),
    )
    assert game.is_over
    assert game.to_play is None
    assert game.scores == (37, 27)
    assert game.winners == (0,)
    assert azul(game).end_reason == "row"
    assert len(game.legal_moves) == 0


def test_the_breakdown_says_where_the_points_came_from() -> None:
    game = ending()
    game.play("0w1")
    assert game.breakdown() == (
        {"start": 30, "tiles": 5, "floor": 0, "rows": 2, "columns": 0, "colours": 0},
        {"start": 28, "tiles": 1, "floor": -2, "rows": 0, "columns": 0, "colours": 0},
    )
    assert one_round().breakdown() == (
        {"start": 0, "tiles": 2, "floor": -1, "rows": 0, "columns": 0, "colours": 0},
        {"start": 0, "tiles": 3, "floor": -3, "rows": 0, "columns": 0, "colours": 0},
    )


def test_a_game_from_a_finished_position_is_over_at_once() -> None:
    game = ending()
    game.play("0w1")
    again = Game(position=game.position, seed=1)
    assert again.is_over
    assert again.winners == (0,)
    assert again.history == ()
    assert Game.from_text(again.to_text()) == again


def test_a_game_that_never_ends_keeps_a_possible_position() -> None:
    game = Game(stalemate_rounds=0, seed=1)
    while game.round <= 130:
        game.play(to_floor(game))
    assert azul(game).idle_rounds == 130
    assert AzulPosition.from_text(str(game.position)) == game.position


# Records


def test_a_record_can_be_read_by_people() -> None:
    game = one_round()
    game.headers["Player 1"] = "Ana"
    game.headers["Player 2"] = "Bo"
    game.comment("Three tiles on the floor, and the marker.")
    game.comment("A made-up round.", 0)
    game.deal(SECOND_DEAL)
    assert (
        game.to_text()
        == """\
azulejos 1
game: azul
board: coloured
players: 2
first: 1
stalemate_rounds: 5
Player 1: Ana
Player 2: Bo

deal bbyr kkww rryy bbww kkyr
{A made-up round.}
1. 1b2 2k2 3y3 4b3 5k1 0w4 0y5 0r1 {Three tiles on the floor, and the marker.}
deal yyrr wwkk bbyy rrkw wbyr

unfinished
"""
    )


def test_a_record_of_a_finished_game_ends_with_its_result() -> None:
    game = ending()
    game.play("0w1")
    text = game.to_text()
    assert text.endswith("\n\n1. 0w1\n\nscores 37 27\nwinners 1\n")
    assert f"\nposition: {game.position_at(0)}\n" in text


def test_ten_moves_stand_on_a_line() -> None:
    text = random_game(2, moves=25).to_text()
    lines = [line.split() for line in text.splitlines() if line[:1].isdigit()]
    assert all(len(line) <= 11 for line in lines)
    assert max(len(line) for line in lines) == 11


@pytest.mark.parametrize(
    ("told", "otherwise"), [("board: grey", "board: coloured"), ("players: 3", "players: 2")]
)
def test_a_record_must_agree_with_its_position_also_where_it_says_what_is_usual(
    told: str, otherwise: str
) -> None:
    game = Game(position=Game(players=3, board="grey", seed=1).position, seed=4)
    text = game.to_text()
    assert Game.from_text(text) == game
    with pytest.raises(UnreadableRecord, match="as in the position"):
        Game.from_text(text.replace(told, otherwise, 1))
