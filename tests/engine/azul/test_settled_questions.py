"""Special cases that the rules of Azul name, and the questions that they settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

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
from azulejos.engine.azul.layout import Colour
from azulejos.engine.azul.moves import Draft
from azulejos.engine.azul.position import AzulPosition, PlayerBoard
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.azul.text import read_setup
from azulejos.engine.errors import GameOver, IllegalMove
from azulejos.engine.events import RoundStarted

E = TypeVar("E")

BLUE, YELLOW, RED, BLACK, WHITE = Colour
EMPTY_LINES = ["", "", "", "", ""]
EMPTY_WALL = ["....."] * 5
COLOURED_WALL = ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]


def game_at(setup: Setup) -> Game:
    """A game in a position; it waits for tiles to be handed in when a deal is due."""
    return Game(position=AzulPosition.from_setup(setup), deals=())


def drafts(game: Game) -> list[Draft]:
    return [move for move in game.legal_moves if isinstance(move, Draft)]


def position_of(game: Game) -> AzulPosition:
    position = game.position
    assert isinstance(position, AzulPosition)
    return position


def board_of(game: Game, player: int = 0) -> PlayerBoard:
    return position_of(game).players[player]


def lines_of(game: Game, player: int = 0) -> list[str]:
    return position_of(game).to_setup().seats[player].lines


def wall_of(game: Game, player: int = 0) -> list[str]:
    return position_of(game).to_setup().seats[player].wall


def only(kind: type[E], events: Sequence[object]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def moves(game: Game) -> set[str]:
    return set(map(str, game.legal_moves))


def refusal_of(game: Game, move: str) -> str:
    """The code with which a move is refused; the game must stay as it was."""
    before = game.position
    with pytest.raises(IllegalMove) as refusal:
        game.play(move)
    assert game.position == before
    return refusal.value.code


def deal_anything(game: Game) -> None:
    """Deal what is due, whatever it is."""
    while position_of(game).phase == "deal":
        game.deal(str(position_of(game).bag)[0])


def last_of_round(*seats: Seat, **fields: object) -> Setup:
    """The last seat is about to draft the last tile, a white one, and holds the marker."""
    last = len(seats) - 1
    setup = Setup(list(seats), round=3, to_play=last, marker=last, centre="w")
    return replace(setup, **fields)  # type: ignore[arg-type]


# Set-up


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_a_game_starts_with_full_factories_and_nothing_else_but_the_bag(
    players: int, factories: int, board: str
) -> None:
    position = position_of(Game(players=players, board=board, first_player=1, seed=3))

    assert [factory.total() for factory in position.factories] == [4] * factories
    assert position.centre.total() == 0
    assert position.lid.total() == 0
    tiles: Counter[Colour] = Counter()
    for pile in (position.bag, *position.factories):
        tiles.update(dict(pile))
    assert tiles == dict.fromkeys(Colour, 20)
    assert position.marker is None
    assert (position.round, position.start_player, position.to_play) == (1, 1, 1)
    assert position.scores == (0,) * players
    for board_of_player in position.players:
        assert [line.size for line in board_of_player.lines] == [1, 2, 3, 4, 5]
        assert not any(line.count for line in board_of_player.lines)
        assert board_of_player.wall == ((None,) * 5,) * 5
        assert board_of_player.floor.total() == 0


# Drafting


def test_turns_go_clockwise_from_the_start_player() -> None:
    game = Game(players=4, first_player=2, deals=["bbbb" * 5, "yyyy" * 4])

    turns = []
    for _ in range(6):
        turns.append(game.to_play)
        game.play(next(iter(game.legal_moves)))

    assert turns == [2, 3, 0, 1, 2, 3]


def test_nobody_can_pass_and_the_floor_always_accepts() -> None:
    seat = Seat(lines=["b", "b", "yy", "k", "w"], floor="rrrrrrr")
    game = game_at(Setup([seat, Seat()], factories=["rrrr", "rkkb", "", "", ""], centre="wk"))

    offers = {(move.source, move.colour) for move in drafts(game)}
    to_floor = {move for move in drafts(game) if move.destination == 0}

    assert len(game.legal_moves) == len(drafts(game)) > 0
    assert to_floor == {Draft(source, colour, 0) for source, colour in offers}
    assert offers == {(0, WHITE), (0, BLACK), (1, RED), (2, RED), (2, BLACK), (2, BLUE)}


def test_where_no_line_accepts_a_colour_the_floor_is_the_only_move() -> None:
    seat = Seat(lines=["b", "bb", "yy", "k", "w"])
    game = game_at(Setup([seat, Seat()], factories=["rrrr", "", "", "", ""]))

    assert moves(game) == {"1r0"}


def test_the_floor_may_be_chosen_though_a_line_is_legal() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["bbyr", "kkkk", "", "", ""]))

    assert {"1b0", "1b2"} <= moves(game)
    game.play("1b0")

    assert lines_of(game) == EMPTY_LINES
    assert str(board_of(game).floor) == "bb"


def test_what_remains_of_a_factory_moves_to_the_centre() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["bbyr", "kkkk", "", "", ""], centre="yw"))

    events = game.play("1b2")

    assert only(Taken, events) == [Taken(0, source=1, colour=BLUE, count=2)]
    assert str(position_of(game).centre) == "yyrw"
    assert str(position_of(game).factories[0]) == ""
    assert position_of(game).marker is None


def test_what_remains_of_the_centre_stays_there() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["kkkk", "", "", "", ""], centre="yyrw"))

    game.play("0y2")

    assert str(position_of(game).centre) == "rw"


def test_a_centre_that_holds_only_the_marker_is_no_source() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["kkkk", "", "", "", ""]))

    assert all(move.source != 0 for move in drafts(game))
    assert refusal_of(game, "0k1") == "draft/centre-empty"


def test_only_the_first_who_takes_from_the_centre_gets_the_marker() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["kkkk", "", "", "", ""], centre="yrw"))

    first = game.play("0y1")
    second = game.play("0r1")

    assert only(MarkerTaken, first) == [MarkerTaken(0)]
    assert only(MarkerTaken, second) == []
    assert board_of(game, 0).has_marker
    assert not board_of(game, 1).has_marker


@pytest.mark.parametrize(
    ("floor", "kept", "to_lid"),
    [(4, 2, 0), (5, 1, 1), (6, 0, 2), (7, 0, 2)],
)
def test_the_marker_goes_to_the_floor_before_the_tiles(floor: int, kept: int, to_lid: int) -> None:
    seat = Seat(floor="b" * floor)
    game = game_at(Setup([seat, Seat()], factories=["kkkk", "", "", "", ""], centre="rr"))

    events = game.play("0r0")

    assert only(Dropped, events) == [Dropped(0, RED, kept, to_lid)]
    assert str(board_of(game).floor) == "b" * floor + "r" * kept
    assert str(position_of(game).lid) == "r" * to_lid


def test_without_the_marker_the_seventh_floor_space_is_for_a_tile() -> None:
    seat = Seat(floor="b" * 6)
    setup = Setup([seat, Seat()], factories=["kkkk", "", "", "", ""], centre="rr", marker=1)
    game = game_at(setup)

    game.play("0r0")

    assert str(board_of(game).floor) == "bbbbbbr"
    assert str(position_of(game).lid) == "r"


def test_a_marker_on_a_full_floor_costs_nothing_evicts_nothing_and_still_starts() -> None:
    seats = [Seat(), Seat(score=40, floor="bbbbyyy")]
    game = game_at(Setup(seats, to_play=1, start_player=0, centre="rw"))

    game.play("0r5")
    assert str(board_of(game, 1).floor) == "bbbbyyy"
    assert position_of(game).lid.total() == 0
    events = game.play("0w5")

    assert FloorCharged(1, spaces=7, points=14) in events
    assert game.scores == (0, 26)
    deal_anything(game)
    assert game.to_play == 1


def test_overflow_goes_to_the_lid_at_once_and_costs_nothing_more() -> None:
    seat = Seat(score=40, lines=["r", "", "", "", ""], floor="bbbbyy")
    game = game_at(Setup([seat, Seat()], factories=["kkkk", "", "", "", ""], centre="w"))

    events = game.play("1k2")

    assert only(Placed, events) == [Placed(0, row=1, colour=BLACK, count=2)]
    assert only(Dropped, events) == [Dropped(0, BLACK, to_floor=1, to_lid=1)]
    assert str(position_of(game).lid) == "k"
    events = game.play("0w5")
    assert FloorCharged(0, spaces=7, points=14) in events


def test_tiles_that_do_not_fit_never_go_to_a_second_line() -> None:
    seat = Seat(lines=["", "b", "b", "", ""])
    game = game_at(Setup([seat, Seat()], factories=["bbbb", "kkkk", "", "", ""]))

    game.play("1b2")

    assert lines_of(game) == ["", "bb", "b", "", ""]
    assert str(board_of(game).floor) == "bbb"


@pytest.mark.parametrize(
    ("seat", "code"),
    [
        (Seat(lines=["", "bb", "", "", ""]), "azul/line-full"),
        (Seat(lines=["", "rr", "", "", ""]), "azul/line-full"),
        (Seat(lines=["", "r", "", "", ""]), "azul/line-holds-other"),
        (
            Seat(wall=[".....", ".b...", ".....", ".....", "....."]),
            "azul/row-holds-colour",
        ),
    ],
)
def test_a_line_that_does_not_accept_a_colour_is_refused(seat: Seat, code: str) -> None:
    game = game_at(Setup([seat, Seat()], factories=["bkkk", "", "", "", ""]))

    assert "1b2" not in moves(game)
    assert refusal_of(game, "1b2") == code


def test_a_line_filled_by_a_draft_is_not_offered_for_more_of_its_colour() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["bbkk", "bbkk", "rrrr", "", ""]))

    game.play("1b2")
    game.play("3r4")

    assert {"2b1", "2b3"} <= moves(game)
    assert refusal_of(game, "2b2") == "azul/line-full"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("6b1", "draft/no-such-factory"),
        ("2b1", "draft/factory-empty"),
        ("1r1", "draft/not-on-factory"),
        ("0b1", "draft/not-in-centre"),
        ("1>1", "azul/draft-now"),
    ],
)
def test_tiles_that_are_not_there_cannot_be_taken(move: str, code: str) -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["bkkk", "", "", "", ""], centre="w"))

    assert refusal_of(game, move) == code


def test_a_round_goes_on_until_the_last_tile_of_factories_and_centre_is_drafted() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["", "bk", "", "", ""], centre="w"))

    phases = []
    for move in ("0w5", "2b5", "0k4"):
        game.play(move)
        phases.append(position_of(game).phase)

    assert phases == ["draft", "draft", "deal"]


# Tiling the coloured wall


@pytest.mark.parametrize("row", range(5))
@pytest.mark.parametrize("colour", list(Colour), ids=str)
def test_a_colour_moves_one_column_to_the_right_in_each_row(row: int, colour: Colour) -> None:
    lines = [colour.letter * (row + 1) if number == row else "" for number in range(5)]
    game = game_at(last_of_round(Seat(lines=lines), Seat()))

    events = game.play("0w5")

    column = COLOURED_WALL[row].index(colour.letter)
    assert only(Tiled, events) == [Tiled(0, row, column, colour, points=1)]
    assert wall_of(game)[row][column] == colour.letter
    assert str(position_of(game).lid) == colour.letter * row


@pytest.mark.parametrize(
    ("wall", "line", "points"),
    [
        (["...kw", ".....", ".....", ".....", "....."], "b", 1),
        ([".....", ".....", ".....", "r....", "y...."], "b", 1),
        (["..rkw", ".....", ".....", "r....", "y...."], "b", 1),
        ([".yrkw", "w....", "k....", "r....", "y...."], "b", 10),
        ([".y...", "w....", ".....", ".....", "....."], "b", 4),
        ([".y...", ".....", "k....", ".....", "....."], "b", 2),
        ([".....", "w....", "k....", ".....", "y...."], "b", 3),
    ],
)
def test_runs_end_at_gaps_and_at_the_edge_of_the_wall(
    wall: list[str], line: str, points: int
) -> None:
    game = game_at(last_of_round(Seat(lines=[line, "", "", "", ""], wall=wall), Seat()))

    events = game.play("0w5")

    assert [tile.points for tile in only(Tiled, events)] == [points]


def test_lines_that_are_not_full_stay_as_they_are() -> None:
    lines = ["", "b", "yy", "rrr", "kkkk"]
    game = game_at(last_of_round(Seat(lines=lines), Seat()))

    events = game.play("0w5")

    assert only(Tiled, events) == []
    assert lines_of(game) == lines
    assert lines_of(game, 1) == ["", "", "", "", "w"]
    assert position_of(game).lid.total() == 0


def test_a_tiled_line_opens_for_all_colours_but_the_one_now_on_the_wall() -> None:
    seat = Seat(lines=["", "bb", "", "", ""])
    game = game_at(last_of_round(seat, Seat(), start_player=0, marker=0))
    game.play("0w5")
    game.deal("byrk wwww bbbb yyyy rrrr")

    to_line_2 = {str(move) for move in drafts(game) if move.source == 1}

    assert "1b2" not in to_line_2
    assert {"1y2", "1r2", "1k2"} <= to_line_2


def test_the_floor_is_charged_after_the_tiling_points_and_goes_to_the_lid() -> None:
    seats = [Seat(score=1, lines=["b", "", "", "", ""], floor="yyr"), Seat()]
    game = game_at(last_of_round(*seats))

    events = game.play("0w5")

    tiling = [event for event in events if isinstance(event, Tiled | FloorCharged)]
    assert tiling == [
        Tiled(0, row=0, column=0, colour=BLUE, points=1),
        FloorCharged(0, spaces=3, points=2),
        FloorCharged(1, spaces=1, points=0),
    ]
    assert game.scores == (0, 0)
    assert str(position_of(game).lid) == "yyr"
    assert board_of(game).floor.total() == 0


def test_the_marker_never_goes_to_the_lid() -> None:
    game = game_at(last_of_round(Seat(), Seat(score=3)))

    game.play("0w5")

    assert game.scores == (0, 2)
    assert position_of(game).lid.total() == 0
    assert position_of(game).marker == 1


# The next round


def test_the_holder_of_the_marker_starts_and_the_marker_returns_to_the_centre() -> None:
    game = game_at(last_of_round(Seat(), Seat(), Seat(), start_player=1))

    game.play("0w5")
    assert position_of(game).marker == 2
    deal_anything(game)

    assert position_of(game).marker is None
    assert position_of(game).start_player == 2
    assert game.to_play == 2
    assert game.round == 4


def test_if_nobody_took_the_marker_the_previous_start_player_starts_again() -> None:
    deals = ["bbbb yyyy rrrr kkkk wwww", "byrk byrk byrk byrk wwww"]
    game = Game(first_player=1, deals=deals)

    for move in ("1b5", "2y5", "3r4", "4k4"):
        game.play(move)
    events = game.play("5w3")

    assert only(RoundStarted, events) == [RoundStarted(2, start_player=1, missing=0)]
    assert game.to_play == 1


def test_an_untaken_marker_leaves_the_start_to_whoever_started_last_not_first() -> None:
    setup = Setup(
        [Seat(), Seat(), Seat()], round=4, start_player=2, to_play=0, factories=["bbbb"] + [""] * 6
    )
    game = game_at(setup)

    game.play("1b5")
    assert position_of(game).marker is None
    deal_anything(game)

    assert (game.round, game.to_play, position_of(game).start_player) == (5, 2, 2)


def with_bag(setup: Setup, count: int) -> Setup:
    """Put only so many tiles of the rest into the bag, the others into the lid."""
    rest = setup.full_bag()
    return replace(setup, bag=rest[:count], lid=rest[count:])


def test_a_bag_that_suffices_exactly_is_not_refilled() -> None:
    setup = with_bag(last_of_round(Seat(), Seat()), 20)
    game = game_at(setup)

    game.play("0w5")
    deal_anything(game)

    assert position_of(game).bag.total() == 0
    assert str(position_of(game).lid) == setup.lid
    assert all(not only(BagFilled, entry.events) for entry in game.history)


def test_a_bag_that_runs_out_amid_the_deal_takes_the_whole_lid() -> None:
    setup = with_bag(last_of_round(Seat(), Seat()), 19)
    game = game_at(setup)
    game.play("0w5")

    for number in range(18):
        game.deal(str(position_of(game).bag)[0])
        assert position_of(game).lid.total() == 80, number
    events = game.deal(str(position_of(game).bag)[0])

    assert [type(event) for event in events[-2:]] == [Dealt, BagFilled]
    assert events[-1] == BagFilled(80)
    assert (position_of(game).bag.total(), position_of(game).lid.total()) == (80, 0)
    game.deal(str(position_of(game).bag)[0])
    assert position_of(game).bag.total() == 79
    assert [factory.total() for factory in position_of(game).factories] == [4] * 5


def test_a_bag_that_is_empty_when_the_round_begins_takes_the_lid_with_this_rounds_tiles() -> None:
    seat = Seat(lines=["", "bb", "", "", ""], floor="kk")
    setup = with_bag(last_of_round(seat, Seat()), 0)
    game = game_at(setup)

    events = game.play("0w5")

    assert only(BagFilled, events) == [BagFilled(len(setup.lid) + 1 + 2)]
    assert position_of(game).lid.total() == 0
    assert position_of(game).bag.total() == len(setup.lid) + 3


def test_an_empty_bag_is_not_refilled_when_the_game_is_over() -> None:
    seat = Seat(lines=["w", "", "", "", ""], wall=["byrk.", *EMPTY_WALL[1:]])
    setup = with_bag(last_of_round(seat, Seat()), 0)
    game = game_at(setup)

    events = game.play("0w5")

    assert game.is_over
    assert only(BagFilled, events) == []
    assert position_of(game).bag.total() == 0
    assert str(position_of(game).lid) == setup.lid


#: 20 tiles on the wall, no row complete: rows lack yellow, red, black, white and blue.
NEARLY_FULL = ["b.rkw", "wby.k", ".wbyr", "rk.by", "yrkw."]


def crowded(lines: Sequence[list[str]]) -> list[Seat]:
    """Four boards that hold nearly all tiles."""
    return [Seat(wall=NEARLY_FULL, lines=list(each)) for each in lines]


def short_of_tiles(free: str) -> Setup:
    """Four players wait for a deal, with only these tiles in bag and lid (yyyy among them)."""
    kept = {letter: 4 - free.count(letter) for letter in "rkw"}
    lines = [["", "", "", "", "b"] for _ in range(4)]
    for each in lines:
        for row, letter in ((1, "r"), (2, "k"), (3, "w")):
            each[row] = letter * min(row, kept[letter])
            kept[letter] -= len(each[row])
    return Setup(crowded(lines), phase="deal", to_play=None, round=5, start_player=1, bag=free)


@pytest.mark.parametrize(
    ("free", "sizes"),
    [
        ("yyyy", [4, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("yyyyw", [4, 1, 0, 0, 0, 0, 0, 0, 0]),
        ("yyyyrrk", [4, 3, 0, 0, 0, 0, 0, 0, 0]),
        ("yyyyrrkw", [4, 4, 0, 0, 0, 0, 0, 0, 0]),
        ("yyyyrrrrkkkkwww", [4, 4, 4, 3, 0, 0, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("in_lid", [0, 1, 3])
def test_a_round_starts_with_the_tiles_there_are(free: str, sizes: list[int], in_lid: int) -> None:
    setup = short_of_tiles(free)
    setup.bag, setup.lid = free[: len(free) - in_lid], free[len(free) - in_lid :]
    game = game_at(setup)

    game.deal(free)

    assert [factory.total() for factory in position_of(game).factories] == sizes
    assert (position_of(game).bag.total(), position_of(game).lid.total()) == (0, 0)
    assert (position_of(game).phase, game.to_play) == ("draft", 1)
    history = [event for entry in game.history for event in entry.events]
    assert only(RoundStarted, history) == [RoundStarted(5, 1, missing=36 - len(free))]
    assert only(BagFilled, history) == ([BagFilled(in_lid)] if in_lid else [])
    assert {move.source for move in drafts(game)} == set(range(1, 1 + sum(map(bool, sizes))))


def test_a_short_round_ends_when_its_few_tiles_are_drafted() -> None:
    game = game_at(short_of_tiles("yyyyw"))
    game.deal("yyyyw")

    game.play("1y0")
    events = game.play("2w0")

    assert only(FloorCharged, events) == [
        FloorCharged(1, spaces=4, points=0),
        FloorCharged(2, spaces=1, points=0),
    ]
    assert only(BagFilled, events) == [BagFilled(5)]
    assert (position_of(game).phase, game.round) == ("deal", 6)
    game.deal("wyyyy")
    assert [str(factory) for factory in position_of(game).factories[:3]] == ["yyyw", "y", ""]
    assert game.to_play == 1, "the marker was not taken"


#: Everything but two tiles lies on walls and unfinished lines; player 1 has a complete column.
NEARLY_EMPTY = """
    azul coloured; phase draft; round 6; to-play 1; start 1; marker 4;
    factories - - - - - - - - -; centre bw; bag -; lid -;
    placed 0; idle 0; stalemate 5; end none;
    player 20 | - y rr kkk www  | by.kw wb.r. kw.y. r..by yrk.. | -;
    player 21 | - r kk www bbb  | b.rk. .by.k .w.yr rk.b. .rkw. | -;
    player 22 | - k ww bbb yyyy | by.k. .byr. k..yr rkw.. ..kwb | -;
    player 23 | - w bb yyy rrrr | by..w .byr. k..yr rkw.. ..kw. | -
"""


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_a_round_without_any_tile_to_deal_ends_the_game_which_is_scored(board: str) -> None:
    game = game_at(replace(read_setup(NEARLY_EMPTY), board=board))

    game.play("0w5")
    events = game.play("0b5")

    assert only(GameEnded, events) == [GameEnded("empty")]
    assert only(Bonus, events) == [
        Bonus(0, rows=0, columns=7, colours=0),
        Bonus(1, rows=0, columns=0, colours=0),
        Bonus(2, rows=0, columns=0, colours=0),
        Bonus(3, rows=0, columns=0, colours=0),
    ]
    assert position_of(game).end_reason == "empty"
    assert game.scores == (27, 21, 22, 22)  # player 4 has paid for the marker
    assert game.winners == (0,)
    assert game.round == 6


def test_a_single_tile_in_the_lid_is_enough_for_another_round() -> None:
    game = game_at(read_setup(NEARLY_EMPTY))

    game.play("0w5")
    events = game.play("0b0")

    assert only(GameEnded, events) == []
    assert only(BagFilled, events) == [BagFilled(1)]
    events = game.deal("b")
    assert only(RoundStarted, events) == [RoundStarted(7, start_player=3, missing=35)]
    assert [str(factory) for factory in position_of(game).factories] == ["b"] + [""] * 8


# Stalemate


def dump_round(game: Game) -> None:
    """Everyone drafts to the floor until the round, or the game, is over."""
    number = game.round
    while not game.is_over and game.round == number:
        game.play(next(move for move in drafts(game) if move.destination == 0))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_five_rounds_without_a_tile_on_any_wall_end_the_game(players: int, board: str) -> None:
    game = Game(players=players, board=board, seed=5)

    for number in range(1, 6):
        assert not game.is_over
        assert (game.round, position_of(game).idle_rounds) == (number, number - 1)
        dump_round(game)

    assert game.is_over
    assert position_of(game).end_reason == "stalemate"
    assert game.round == 5
    assert game.scores == (0,) * players
    assert game.winners == tuple(range(players))
    with pytest.raises(GameOver):
        game.play("1b0")


@pytest.mark.parametrize("rounds", [1, 2, 3, 7])
def test_how_many_idle_rounds_are_a_stalemate_is_an_option(rounds: int) -> None:
    game = Game(stalemate_rounds=rounds, seed=5)

    for _ in range(10):
        dump_round(game)

    assert game.round == rounds
    assert position_of(game).end_reason == "stalemate"


def test_with_the_option_0_idle_rounds_never_end_the_game() -> None:
    game = Game(stalemate_rounds=0, seed=5)

    for _ in range(30):
        dump_round(game)

    assert not game.is_over
    assert (game.round, position_of(game).idle_rounds) == (31, 30)


def test_a_game_without_stalemates_can_be_written_down_however_long_it_lasts() -> None:
    game = Game(stalemate_rounds=0, seed=5)

    for _ in range(130):
        dump_round(game)

    assert position_of(game).idle_rounds >= 0
    assert AzulPosition.from_text(str(game.position)) == game.position


@pytest.mark.parametrize("tiler", [0, 1])
def test_a_tile_placed_by_anyone_starts_the_count_of_idle_rounds_anew(tiler: int) -> None:
    seats = [Seat(), Seat()]
    seats[tiler] = Seat(lines=["b", "", "", "", ""])
    game = game_at(last_of_round(*seats, idle_rounds=4))

    game.play("0w5")

    assert not game.is_over
    assert position_of(game).idle_rounds == 0


def test_the_last_idle_round_ends_the_game_only_when_it_is_the_fifth_in_a_row() -> None:
    after_four = game_at(last_of_round(Seat(), Seat(), idle_rounds=3))
    after_five = game_at(last_of_round(Seat(), Seat(), idle_rounds=4))

    after_four.play("0w5")
    events = after_five.play("0w5")

    assert not after_four.is_over
    assert position_of(after_four).idle_rounds == 4
    assert only(GameEnded, events) == [GameEnded("stalemate")]


def test_a_stalemate_is_scored_as_usual() -> None:
    wall = ["b....", "wb...", "k.b..", "r..b.", "y...b"]
    game = game_at(last_of_round(Seat(score=11, wall=wall), Seat(score=30), idle_rounds=4))

    events = game.play("0w5")

    assert only(Bonus, events) == [
        Bonus(0, rows=0, columns=7, colours=10),
        Bonus(1, rows=0, columns=0, colours=0),
    ]
    assert game.scores == (28, 29)
    assert game.winners == (1,)


def test_lines_that_fall_are_no_tiles_placed() -> None:
    seat = Seat(lines=["b", "", "", "", ""], wall=["kw.yr", "..b..", *EMPTY_WALL[2:]])
    game = game_at(last_of_round(seat, Seat(), board="grey", idle_rounds=4))

    events = game.play("0w5")

    assert only(LineDropped, events) == [LineDropped(0, row=0, colour=BLUE)]
    assert only(GameEnded, events) == [GameEnded("stalemate")]


def test_a_dead_grey_wall_ends_in_a_stalemate() -> None:
    wall = ["by...", "yb...", "..rkw", "..kwr", "..wrk"]
    seats = [Seat(wall=wall), Seat(wall=wall)]
    setup = Setup(seats, board="grey", factories=["bbyr", "", "", "", ""])
    game = Game(position=AzulPosition.from_setup(setup), seed=8)

    while not game.is_over and game.round < 10:
        game.play(max(drafts(game), key=lambda move: move.destination))

    assert position_of(game).end_reason == "stalemate"
    assert game.round == 5
    assert [wall_of(game, player) for player in (0, 1)] == [wall, wall]


def test_a_complete_row_is_the_reason_where_a_stalemate_would_be_none() -> None:
    seat = Seat(lines=["w", "", "", "", ""], wall=["byrk.", *EMPTY_WALL[1:]])
    game = game_at(last_of_round(seat, Seat(), idle_rounds=4))

    events = game.play("0w5")

    assert only(GameEnded, events) == [GameEnded("row")]


# The end


def test_a_complete_row_ends_the_game_only_after_everyone_has_tiled() -> None:
    almost = Seat(lines=["w", "", "", "", ""], wall=["byrk.", *EMPTY_WALL[1:]])
    late = Seat(score=3, lines=["", "", "kkk", "", ""], floor="yy")
    game = game_at(Setup([almost, late, Seat()], factories=["rrbb", "", "", "", "", "", ""]))

    game.play("1r2")
    assert not game.is_over
    events = game.play("0b5")

    kinds = [type(event) for event in events if not isinstance(event, Taken | Placed | MarkerTaken)]
    assert kinds == [Tiled, Tiled, Tiled, FloorCharged, GameEnded, Bonus, Bonus, Bonus]
    assert [tile.player for tile in only(Tiled, events)] == [0, 0, 1]
    assert game.is_over


def test_complete_columns_and_colours_do_not_end_the_game() -> None:
    wall = ["b....", "wb...", "k.b..", "r..b.", "y...b"]
    game = game_at(last_of_round(Seat(wall=wall), Seat()))

    game.play("0w5")

    assert not game.is_over


@pytest.mark.parametrize(
    ("wall", "lines", "bonus"),
    [
        (["byrk.", *EMPTY_WALL[1:]], ["w", "", "", "", ""], (2, 0, 0)),
        (["byrk.", "wby.k", *EMPTY_WALL[2:]], ["w", "rr", "", "", ""], (4, 0, 0)),
        (["byrk.", "w....", "k....", "r....", "y...."], ["w", "", "", "", ""], (2, 7, 0)),
        (["byrk.", "....k", "....r", "....y", "....b"], ["w", "", "", "", ""], (2, 7, 0)),
        (["byrk.", "w....", ".w...", "..w..", "....."], ["w", "", "", "", ""], (2, 0, 0)),
        (["byrk.", "w....", ".w...", "..w..", "...w."], ["w", "", "", "", ""], (2, 0, 10)),
        (["byrk.", "wb...", "kwb..", "r.wb.", "y..wb"], ["w", "", "", "", ""], (2, 7, 20)),
    ],
)
def test_rows_columns_and_colours_earn_2_7_and_10_points(
    wall: list[str], lines: list[str], bonus: tuple[int, int, int]
) -> None:
    game = game_at(last_of_round(Seat(lines=lines, wall=wall), Seat()))

    events = game.play("0w5")

    assert only(Bonus, events) == [Bonus(0, *bonus), Bonus(1, 0, 0, 0)]
    tiles = sum(tile.points for tile in only(Tiled, events))
    assert game.scores[0] == tiles + sum(bonus)


def test_whoever_completes_the_row_does_not_have_to_win() -> None:
    seat = Seat(lines=["w", "", "", "", ""], wall=["byrk.", *EMPTY_WALL[1:]])
    game = game_at(last_of_round(seat, Seat(score=50)))

    game.play("0w5")

    assert game.scores == (7, 49)
    assert game.winners == (1,)


def test_more_points_win_over_more_rows() -> None:
    seats = [Seat(score=60, wall=COLOURED_WALL), Seat(score=61)]
    setup = Setup(seats, phase="over", to_play=None, end_reason="row")

    assert AzulPosition.from_setup(setup).winners == (1,)


@pytest.mark.parametrize(
    ("scores", "rows", "winners"),
    [
        ((30, 30, 30), (1, 1, 1), (0, 1, 2)),
        ((30, 30, 30), (0, 1, 1), (1, 2)),
        ((30, 30, 30), (1, 0, 0), (0,)),
        ((29, 30, 30), (5, 0, 0), (1, 2)),
        ((0, 0, 0), (0, 0, 1), (2,)),
        ((31, 30, 30), (0, 5, 4), (0,)),
    ],
)
def test_ties_go_to_more_complete_rows_and_are_then_shared(
    scores: tuple[int, ...], rows: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    seats = [
        Seat(score=score, wall=[*COLOURED_WALL[:complete], *EMPTY_WALL[complete:]])
        for score, complete in zip(scores, rows, strict=True)
    ]
    setup = Setup(seats, phase="over", to_play=None, end_reason="row")

    assert AzulPosition.from_setup(setup).winners == winners


def test_nobody_has_won_while_the_game_goes_on() -> None:
    assert Game(seed=1).winners == ()


def test_a_score_never_falls_below_0_and_bonuses_add_to_the_held_score() -> None:
    seat = Seat(
        score=0,
        lines=["w", "", "", "", ""],
        wall=["byrk.", *EMPTY_WALL[1:]],
        floor="bbyyrrk",
    )
    game = game_at(last_of_round(seat, Seat()))

    events = game.play("0w5")

    assert FloorCharged(0, spaces=7, points=5) in events  # 5 of the 14 are there to lose
    assert game.scores == (2, 0)


def test_lost_points_that_were_not_there_are_not_owed_later() -> None:
    seat = Seat(score=2, floor="bbyyrrk")
    game = game_at(last_of_round(seat, Seat(), marker=0))

    game.play("0w5")
    assert game.scores == (0, 0)
    game.deal("bbbb yyyy rrrr kkkk wwww")
    for move in ("1b4", "2y4", "3r5", "4k3", "5w3"):
        game.play(move)

    assert game.scores[0] == 1 + 1 - 1  # two lone tiles, and one white on the floor


# What everyone may know


def test_the_lid_and_the_contents_of_the_bag_are_public() -> None:
    seat = Seat(lines=["", "", "bbb", "", ""], floor="kk")
    game = game_at(last_of_round(seat, Seat()))

    game.play("0w5")

    assert dict(position_of(game).lid) == {BLUE: 2, BLACK: 2}
    expected = {BLUE: 17, YELLOW: 20, RED: 20, BLACK: 18, WHITE: 19}
    assert dict(position_of(game).bag) == expected


def test_nothing_in_a_position_tells_the_order_of_the_draws_to_come() -> None:
    deal = "bbyr kkww rryy bbww kkyr"
    one, other = Game(seed=1, deals=[deal]), Game(seed=2, deals=[deal])

    assert one.position == other.position
    assert one.position.states.tobytes() == other.position.states.tobytes()


# The grey wall


def test_on_the_grey_wall_drafting_looks_at_the_row_only() -> None:
    wall = ["kw.yr", "..b..", *EMPTY_WALL[2:]]
    setup = Setup([Seat(wall=wall), Seat()], board="grey", factories=["bkkk", "", "", "", ""])

    game = game_at(setup)

    assert "1b1" in moves(game)
    assert refusal_of(game, "1b2") == "azul/row-holds-colour"
    assert refusal_of(game, "1k1") == "azul/row-holds-colour"


@pytest.mark.parametrize(
    ("wall", "columns"),
    [
        (EMPTY_WALL, {1, 2, 3, 4, 5}),
        (["y.r..", *EMPTY_WALL[1:]], {2, 4, 5}),
        ([".....", "b....", ".....", "...b.", "....."], {2, 3, 5}),
        (["y....", ".b...", "..b..", ".....", "k...b"], {4}),
        (["wkyr.", ".....", "..b..", ".....", "..w.."], {5}),
    ],
)
def test_a_tile_goes_to_an_empty_space_of_a_column_without_its_colour(
    wall: list[str], columns: set[int]
) -> None:
    seat = Seat(lines=["b", "", "", "", ""], wall=wall)
    game = game_at(last_of_round(seat, Seat(), board="grey"))

    game.play("0w5")

    assert position_of(game).phase == "tile"
    assert moves(game) == {f"1>{column}" for column in columns}
    for column in set(range(1, 6)) - columns:
        taken = wall[0][column - 1] != "."
        code = "azul/space-taken" if taken else "azul/column-holds-colour"
        assert refusal_of(game, f"1>{column}") == code


def test_a_row_with_one_legal_column_is_still_a_move() -> None:
    seat = Seat(lines=["b", "", "", "", ""], wall=["wkyr.", *EMPTY_WALL[1:]])
    game = game_at(last_of_round(seat, Seat(), board="grey"))

    events = game.play("0w5")

    assert only(Tiled, events) == []
    assert game.to_play == 0
    assert moves(game) == {"1>5"}
    events = game.play("1>5")
    assert only(Tiled, events) == [Tiled(0, row=0, column=4, colour=BLUE, points=5)]


def test_a_row_without_a_legal_column_falls_by_itself_and_the_next_row_is_asked() -> None:
    seat = Seat(
        score=9,
        lines=["b", "yy", "", "", ""],
        wall=["kw.yr", "..b..", *EMPTY_WALL[2:]],
    )
    game = game_at(last_of_round(seat, Seat(), board="grey"))

    events = game.play("0w5")

    assert only(LineDropped, events) == [LineDropped(0, row=0, colour=BLUE)]
    assert str(board_of(game).floor) == "b"
    assert game.scores[0] == 9, "the floor is charged when all rows are done"
    assert game.to_play == 0
    assert moves(game) == {"2>1", "2>2", "2>5"}
    events = game.play("2>2")
    assert FloorCharged(0, spaces=1, points=1) in events


def test_rows_are_tiled_strictly_from_the_top() -> None:
    seat = Seat(lines=["", "bb", "", "rrrr", ""])
    game = game_at(last_of_round(seat, Seat(), board="grey"))
    game.play("0w5")

    assert {str(move)[0] for move in game.legal_moves} == {"2"}
    assert refusal_of(game, "4>1") == "azul/row-above-first"
    assert refusal_of(game, "1b1") == "azul/tile-now"
    game.play("2>1")

    assert {str(move)[0] for move in game.legal_moves} == {"4"}
    assert refusal_of(game, "2>2") == "azul/row-above-first"


def test_a_line_waits_for_the_choice_above_before_it_falls() -> None:
    seat = Seat(lines=["b", "yy", "", "", ""], wall=[".....", "kw..r", "..y..", "...y.", "....."])
    game = game_at(last_of_round(seat, Seat(), board="grey"))

    events = game.play("0w5")
    assert only(LineDropped, events) == []
    assert lines_of(game)[1] == "yy"
    events = game.play("1>1")

    assert only(LineDropped, events) == [LineDropped(0, row=1, colour=YELLOW)]


def test_players_tile_in_turn_from_the_start_player_of_the_round_just_drafted() -> None:
    seats = [
        Seat(lines=["y", "", "", "", ""]),
        Seat(lines=["b", "", "kkk", "", ""]),
        Seat(lines=["", "rr", "", "", ""]),
    ]
    game = game_at(last_of_round(*seats, board="grey", start_player=1))
    game.play("0w5")

    asked = []
    while position_of(game).phase == "tile":
        asked.append((game.to_play, str(next(iter(game.legal_moves)))[0]))
        game.play(next(iter(game.legal_moves)))

    assert asked == [(1, "1"), (1, "3"), (2, "2"), (0, "1")]
    deal_anything(game)
    assert game.to_play == 2, "the marker's holder starts the next round"


def test_a_players_floor_is_charged_before_the_next_player_tiles() -> None:
    seats = [
        Seat(score=10, lines=["b", "", "", "", ""], floor="rr"),
        Seat(score=10, lines=["b", "", "", "", ""], floor="rr"),
    ]
    game = game_at(last_of_round(*seats, board="grey"))
    game.play("0w5")

    game.play("1>1")

    assert game.to_play == 1
    assert game.scores == (9, 10)
    assert str(board_of(game, 0).floor) == ""
    assert str(board_of(game, 1).floor) == "rr"


def test_a_placement_on_the_grey_wall_scores_at_once() -> None:
    seat = Seat(lines=["b", "yy", "", "", ""])
    game = game_at(last_of_round(seat, Seat(), board="grey"))
    game.play("0w5")

    game.play("1>3")
    assert game.scores[0] == 1
    game.play("2>3")

    assert game.scores[0] == 3
    assert str(position_of(game).lid) == "y"


@pytest.mark.parametrize(
    ("floor", "to_floor", "to_lid", "penalty"),
    [
        ("", 3, 0, 4),
        ("kk", 3, 0, 8),
        ("kkkk", 3, 0, 14),
        ("kkkkk", 2, 1, 14),
        ("kkkkkkk", 0, 3, 14),
    ],
)
def test_a_fallen_line_counts_in_this_rounds_penalty(
    floor: str, to_floor: int, to_lid: int, penalty: int
) -> None:
    seat = Seat(
        score=50,
        lines=["", "", "bbb", "", ""],
        wall=["..b..", ".....", "kw.yr", ".....", "....."],
        floor=floor,
    )
    game = game_at(last_of_round(seat, Seat(), board="grey"))

    events = game.play("0w5")

    assert only(Dropped, events) == [Dropped(0, BLUE, to_floor, to_lid)]
    assert game.scores[0] == 50 - penalty
    assert str(position_of(game).lid) == "bbb" + floor


def test_the_marker_takes_a_floor_space_from_a_fallen_line() -> None:
    seat = Seat(
        score=50,
        lines=["", "", "bbb", "", ""],
        wall=["..b..", ".....", "kw.yr", ".....", "....."],
        floor="kkkk",
    )
    game = game_at(last_of_round(seat, Seat(), board="grey", marker=0))

    events = game.play("0w5")

    assert only(Dropped, events) == [Dropped(0, BLUE, to_floor=2, to_lid=1)]
    assert FloorCharged(0, spaces=7, points=14) in events


def test_a_fallen_line_is_empty_and_open_again() -> None:
    seat = Seat(lines=["b", "", "", "", ""], wall=["kw.yr", "..b..", *EMPTY_WALL[2:]])
    game = game_at(last_of_round(seat, Seat(), board="grey", marker=0))

    game.play("0w5")
    game.deal("bbbb yyyy rrrr kkkk wwww")

    assert lines_of(game) == EMPTY_LINES
    assert "1b1" in moves(game)


def test_a_complete_row_ends_the_game_on_the_grey_wall_after_everyone_has_tiled() -> None:
    seats = [
        Seat(lines=["b", "", "", "", ""], wall=["wkyr.", *EMPTY_WALL[1:]]),
        Seat(lines=["b", "", "", "", ""]),
    ]
    game = game_at(last_of_round(*seats, board="grey"))
    game.play("0w5")

    game.play("1>5")
    assert not game.is_over
    assert game.to_play == 1
    events = game.play("1>2")

    assert only(GameEnded, events) == [GameEnded("row")]


def test_the_grey_colour_bonus_asks_for_five_tiles_anywhere() -> None:
    wall = ["wkyr.", "b....", "...b.", ".b...", "..b.."]
    seat = Seat(lines=["b", "", "", "", ""], wall=wall)
    game = game_at(last_of_round(seat, Seat(), board="grey"))
    game.play("0w5")

    events = game.play("1>5")

    assert Bonus(0, rows=2, columns=0, colours=10) in events


def test_on_the_coloured_wall_nobody_is_asked_where_a_tile_goes() -> None:
    lines = ["b", "yy", "rrr", "kkkk", "wwwww"]
    game = game_at(last_of_round(Seat(lines=lines), Seat(lines=["y", "", "", "", ""])))

    events = game.play("0w5")

    assert position_of(game).phase == "deal"
    assert len(only(Tiled, events)) == 6
