"""The worked examples of the rules of Azul (AZ) and of its grey wall (GR), each as a game.

Rows and columns in the examples count from 1, seats from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

from azulejos import Game
from azulejos.engine import AnyEvent
from azulejos.engine.azul.events import (
    BagFilled,
    Bonus,
    Dealt,
    Dropped,
    FloorCharged,
    GameEnded,
    LineDropped,
    MarkerTaken,
    Taken,
    Tiled,
)
from azulejos.engine.azul.layout import Colour
from azulejos.engine.azul.moves import Draft
from azulejos.engine.azul.position import AzulPosition, PlayerBoard
from azulejos.engine.azul.setup import Seat, Setup, to_states
from azulejos.engine.errors import IllegalMove
from azulejos.engine.events import RoundStarted

E = TypeVar("E")

EMPTY_LINES = ["", "", "", "", ""]
FULL_WALL = ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]


def game_at(setup: Setup) -> Game:
    """A game in a position; it waits for tiles to be handed in when a deal is due."""
    return Game(position=AzulPosition.from_setup(setup), deals=())


def position_of(game: Game) -> AzulPosition:
    position = game.position
    assert isinstance(position, AzulPosition)
    return position


def board_of(game: Game, player: int = 0) -> PlayerBoard:
    return position_of(game).players[player]


def lines_of(game: Game, player: int = 0) -> list[str]:
    return position_of(game).to_setup().seats[player].lines


def only(kind: type[E], events: Sequence[object]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def tile_walls(seat: Seat, board: str = "coloured") -> tuple[Game, tuple[AnyEvent, ...]]:
    """The round ends: the other player drafts the last tile. Returns the game and what happened."""
    setup = Setup(
        [seat, Seat()], board=board, round=3, to_play=1, start_player=0, marker=1, centre="w"
    )
    game = game_at(setup)
    return game, game.play("0w5")


def placed(events: Sequence[object]) -> list[tuple[int, int, str]]:
    """Where tiles went to the wall: row, column and colour."""
    return [(tile.row + 1, tile.column + 1, str(tile.colour)) for tile in only(Tiled, events)]


def points(events: Sequence[object]) -> list[int]:
    """What the tiles brought, in order."""
    return [tile.points for tile in only(Tiled, events)]


def moves(game: Game) -> set[str]:
    return set(map(str, game.legal_moves))


# Drafting


def test_az_01_the_first_to_take_from_the_centre_takes_the_marker_and_starts_next() -> None:
    peter, martin, andrea = range(3)
    factories = ["kkbw", "yrrr", "", "", "", "", ""]
    setup = Setup([Seat(), Seat(), Seat()], factories=factories)
    game = Game(position=AzulPosition.from_setup(setup), seed=1)

    assert game.to_play == peter
    game.play("1k2")
    assert str(position_of(game).factories[0]) == ""
    assert str(position_of(game).centre) == "bw"

    assert game.to_play == martin
    game.play("2y1")
    assert str(position_of(game).centre) == "brrrw"
    assert position_of(game).marker is None

    assert game.to_play == andrea
    events = game.play("0r3")
    assert only(Taken, events) == [Taken(andrea, source=0, colour=Colour.RED, count=3)]
    assert only(MarkerTaken, events) == [MarkerTaken(andrea)]
    assert lines_of(game, andrea) == ["", "", "rrr", "", ""]
    assert board_of(game, andrea).has_marker
    assert board_of(game, andrea).floor.total() == 0
    assert str(position_of(game).centre) == "bw"

    game.play("0b5")
    events = game.play("0w5")
    assert FloorCharged(andrea, spaces=1, points=1) in events
    assert game.round == 2
    assert game.to_play == andrea
    assert position_of(game).start_player == andrea


def two_yellow_for_andrea() -> Game:
    andrea = Seat(
        lines=["", "", "", "b", ""],
        wall=[".....", "..y..", "...y.", ".....", "....."],
    )
    return game_at(Setup([andrea, Seat()], factories=["yykk", "rrww", "", "", ""]))


def test_az_02_legal_destinations_are_open_lines_of_rows_without_the_colour() -> None:
    game = two_yellow_for_andrea()

    legal = {
        move.destination
        for move in game.legal_moves
        if isinstance(move, Draft) and move.source == 1 and move.colour is Colour.YELLOW
    }

    assert legal == {1, 5, 0}


@pytest.mark.parametrize(
    ("move", "code", "reason"),
    [
        ("1y2", "azul/row-holds-colour", {"row": 2, "colour": Colour.YELLOW}),
        ("1y3", "azul/row-holds-colour", {"row": 3, "colour": Colour.YELLOW}),
        (
            "1y4",
            "azul/line-holds-other",
            {"line": 4, "held": Colour.BLUE, "colour": Colour.YELLOW},
        ),
    ],
)
def test_az_02_illegal_destinations_are_refused_with_the_reason(
    move: str, code: str, reason: dict[str, object]
) -> None:
    game = two_yellow_for_andrea()
    before = game.position

    with pytest.raises(IllegalMove) as refusal:
        game.play(move)

    assert refusal.value.code == code
    assert refusal.value.parameters == reason
    assert game.position == before


@pytest.mark.parametrize(
    ("move", "lines", "floor"),
    [
        ("1y1", ["y", "", "", "b", ""], "y"),
        ("1y5", ["", "", "", "b", "yy"], ""),
        ("1y0", ["", "", "", "b", ""], "yy"),
    ],
)
def test_az_02_what_does_not_fit_on_the_chosen_line_falls_to_the_floor(
    move: str, lines: list[str], floor: str
) -> None:
    game = two_yellow_for_andrea()

    game.play(move)

    assert lines_of(game) == lines
    assert str(board_of(game).floor) == floor


def test_az_16_four_tiles_on_a_line_with_one_space_drop_three() -> None:
    seat = Seat(lines=["", "b", "", "", ""])
    game = game_at(Setup([seat, Seat()], factories=["bbbb", "rrww", "", "", ""]))

    game.play("1b2")

    assert lines_of(game) == ["", "bb", "", "", ""]
    assert str(board_of(game).floor) == "bbb"
    assert position_of(game).centre.total() == 0


def test_az_17_every_colour_of_every_source_may_go_to_six_destinations() -> None:
    factories = ["bbry", "kkkw", "", "byyy", "rrkk"]
    game = game_at(Setup([Seat(), Seat()], factories=factories, centre="wwr"))

    assert len(game.legal_moves) == 66
    offers = {(move.source, move.colour) for move in game.legal_moves if isinstance(move, Draft)}
    assert len(offers) == 11


# Tiling the coloured wall


def test_az_03_full_lines_move_a_tile_to_the_wall_and_the_rest_to_the_lid() -> None:
    game, events = tile_walls(Seat(lines=["", "rr", "k", "bbbb", "yy"]))

    assert placed(events) == [(2, 4, "red"), (4, 4, "blue")]
    assert points(events) == [1, 1]
    assert game.scores[0] == 2
    assert str(position_of(game).lid) == "bbbr"
    assert lines_of(game) == ["", "", "k", "", "yy"]
    wall = [".....", "...r.", ".....", "...b.", "....."]
    assert position_of(game).to_setup().seats[0].wall == wall


def test_az_04_a_tile_without_neighbours_scores_one_point() -> None:
    wall = [".....", ".....", ".....", "r....", "....."]

    _, events = tile_walls(Seat(lines=["", "rr", "", "", ""], wall=wall))

    assert placed(events) == [(2, 4, "red")]
    assert points(events) == [1]


@pytest.mark.parametrize(
    ("wall", "line", "space", "expected"),
    [
        pytest.param(
            ["b.r..", ".....", ".....", ".....", "....."], "y", (1, 2, "yellow"), 3, id="AZ-05"
        ),
        pytest.param(
            [".y...", ".....", ".w...", ".....", "....."], "bb", (2, 2, "blue"), 3, id="AZ-06"
        ),
        pytest.param(
            ["..r..", ".b.rk", "..b..", ".....", "....."], "yy", (2, 3, "yellow"), 7, id="AZ-07"
        ),
        pytest.param(
            ["b..k.", ".....", ".....", ".....", "....."], "r", (1, 3, "red"), 2, id="AZ-10"
        ),
        pytest.param(
            ["..r..", "..y..", "kw.yr", "..w..", "..k.."], "bbb", (3, 3, "blue"), 10, id="AZ-12"
        ),
    ],
)
def test_a_tile_scores_the_runs_through_it(
    wall: list[str], line: str, space: tuple[int, int, str], expected: int
) -> None:
    lines = [line if row == len(line) - 1 else "" for row in range(5)]

    _, events = tile_walls(Seat(lines=lines, wall=wall))

    assert placed(events) == [space]
    assert points(events) == [expected]


def test_az_11_rows_are_tiled_from_the_top_and_see_what_was_placed_above() -> None:
    game, events = tile_walls(Seat(lines=["b", "ww", "kkk", "rrrr", "yyyyy"]))

    assert placed(events) == [
        (1, 1, "blue"),
        (2, 1, "white"),
        (3, 1, "black"),
        (4, 1, "red"),
        (5, 1, "yellow"),
    ]
    assert points(events) == [1, 2, 3, 4, 5]
    assert game.scores[0] == 15
    assert str(position_of(game).lid) == "yyyyrrrkkw"
    assert lines_of(game) == EMPTY_LINES


# The floor line


def test_az_08_the_marker_and_four_tiles_cost_eight_points() -> None:
    setup = Setup([Seat(score=20, floor="byrk"), Seat()], to_play=1, marker=0, centre="w", round=2)
    game = game_at(setup)

    events = game.play("0w5")

    assert only(FloorCharged, events) == [FloorCharged(0, spaces=5, points=8)]
    assert game.scores[0] == 12


@pytest.mark.parametrize(
    ("count", "penalty"),
    [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14), (9, 14)],
)
def test_az_09_the_penalty_grows_with_the_tiles_on_the_floor(count: int, penalty: int) -> None:
    dropped_last = min(count, 4)
    seat = Seat(score=30, floor="b" * (count - dropped_last))
    if dropped_last:
        setup = Setup([seat, Seat()], factories=["y" * dropped_last, "", "", "", ""])
        last = "1y0"
    else:
        setup = Setup([seat, Seat()], to_play=1, marker=1, centre="y")
        last = "0y5"
    game = game_at(setup)

    events = game.play(last)

    charged = [event for event in only(FloorCharged, events) if event.player == 0]
    spaces = min(count, 7)
    assert charged == ([FloorCharged(0, spaces, penalty)] if count else [])
    assert game.scores[0] == 30 - penalty
    assert position_of(game).lid.total() == count


def test_az_13_a_score_is_held_at_0_once_after_the_whole_penalty() -> None:
    seat = Seat(
        score=3,
        lines=["y", "", "", "", ""],
        wall=["b....", ".....", ".....", ".....", "....."],
        floor="rrrrkkk",
    )

    game, events = tile_walls(seat)

    assert points(events) == [2]
    assert FloorCharged(0, spaces=7, points=5) in events
    assert game.scores[0] == 0


def test_az_14_the_marker_takes_the_last_floor_space_before_the_tiles() -> None:
    seats = [Seat(score=20, floor="bbbyyy"), Seat()]
    game = game_at(Setup(seats, centre="rrrw", round=2, start_player=1, to_play=0))

    events = game.play("0r0")

    assert only(Dropped, events) == [Dropped(0, Colour.RED, to_floor=0, to_lid=3)]
    assert board_of(game).has_marker
    assert str(board_of(game).floor) == "bbbyyy"
    assert str(position_of(game).lid) == "rrr"

    events = game.play("0w5")
    assert FloorCharged(0, spaces=7, points=14) in events
    assert game.scores[0] == 6
    assert next_start_player(game) == 0


def test_az_15_a_marker_that_finds_no_floor_space_is_kept_and_costs_nothing() -> None:
    seats = [Seat(score=20, floor="bbbyyyk"), Seat()]
    game = game_at(Setup(seats, centre="rw", round=2, start_player=1, to_play=0))

    game.play("0r1")

    assert lines_of(game)[0] == "r"
    assert board_of(game).has_marker
    assert str(board_of(game).floor) == "bbbyyyk"
    assert position_of(game).lid.total() == 0

    events = game.play("0w5")
    assert FloorCharged(0, spaces=7, points=14) in events
    assert points(events) == [1]
    assert game.scores[0] == 20 + 1 - 14
    assert next_start_player(game) == 0


def next_start_player(game: Game) -> int | None:
    """Who starts the round that is now dealt."""
    while position_of(game).phase == "deal":
        game.deal(str(position_of(game).bag)[0])
    assert game.to_play == position_of(game).start_player
    return game.to_play


# The end


def test_az_18_a_full_wall_earns_every_bonus() -> None:
    walls = ["byrk.", "wby.k", "kw.yr", "r.wby", ".rkwb"]

    game, events = tile_walls(Seat(lines=["w", "rr", "bbb", "kkkk", "yyyyy"], wall=walls))

    assert position_of(game).to_setup().seats[0].wall == FULL_WALL
    assert only(GameEnded, events) == [GameEnded("row")]
    assert Bonus(0, rows=10, columns=35, colours=50) in events
    assert game.scores[0] == sum(points(events)) + 95


def with_rows(score: int, complete: int) -> Seat:
    """A seat with some complete rows, from the top."""
    return Seat(score=score, wall=[*FULL_WALL[:complete], *["....."] * (5 - complete)])


def test_az_19_equal_points_are_decided_by_complete_rows_of_those_who_have_them() -> None:
    seats = [with_rows(60, 1), with_rows(60, 2), with_rows(55, 3)]
    setup = Setup(seats, phase="over", to_play=None, end_reason="row")

    assert AzulPosition.from_setup(setup).winners == (1,)


def test_az_20_equal_points_and_rows_share_the_victory() -> None:
    seats = [with_rows(60, 1), with_rows(60, 1)]
    setup = Setup(seats, phase="over", to_play=None, end_reason="row")

    assert AzulPosition.from_setup(setup).winners == (0, 1)


# The next round


def test_az_21_the_lid_is_poured_when_the_seventh_tile_is_needed() -> None:
    seat = Seat(wall=["b.rkw", "wby.k", ".wbyr", "rk.by", "yrkw."], lines=["", "", "", "", "b"])
    setup = Setup([seat] * 4, phase="deal", to_play=None, bag="yyrkkw", lid="yyrrrkkwww", round=5)
    game = game_at(setup)

    game.deal("yyrkk")
    assert str(position_of(game).bag) == "w"
    assert str(position_of(game).lid) == "yyrrrkkwww"
    game.deal("w")
    assert str(position_of(game).bag) == "yyrrrkkwww"
    assert str(position_of(game).lid) == ""
    events = game.deal("yyrrrkkwww")

    assert [factory.total() for factory in position_of(game).factories] == [4] * 4 + [0] * 5
    assert position_of(game).bag.total() == 0
    assert position_of(game).lid.total() == 0
    assert len(only(Dealt, events)) == 10
    assert only(RoundStarted, events) == [RoundStarted(5, start_player=0, missing=20)]
    assert position_of(game).phase == "draft"
    history = [event for entry in game.history for event in entry.events]
    assert history.index(BagFilled(10)) == 6


def test_az_22_the_lid_stays_where_it_is_while_the_bag_suffices() -> None:
    # Two boards cannot hold the other 65 tiles, so this position skips the check.
    bag, lid = "bbbbyyyyrrrrkkkkwwww", "bbbyyyrrrkkkwww"
    setup = Setup([Seat(), Seat()], phase="deal", to_play=None, bag=bag, lid=lid)
    game = Game(position=AzulPosition(to_states(setup)), deals=())

    events = game.deal(bag)

    assert [factory.total() for factory in position_of(game).factories] == [4] * 5
    assert position_of(game).bag.total() == 0
    assert str(position_of(game).lid) == lid
    assert only(BagFilled, events) == []
    assert position_of(game).phase == "draft"


# The grey wall


def test_gr_01_a_line_without_a_legal_column_falls_though_drafting_it_was_legal() -> None:
    wall = ["kw.yr", "..b..", ".....", ".....", "....."]
    setup = Setup([Seat(score=5, wall=wall), Seat()], board="grey", marker=1, centre="b")
    game = game_at(setup)

    assert "0b1" in game.legal_moves
    events = game.play("0b1")

    assert LineDropped(0, row=0, colour=Colour.BLUE) in events
    assert Dropped(0, Colour.BLUE, to_floor=1, to_lid=0) in events
    assert FloorCharged(0, spaces=1, points=1) in events
    assert points(events) == []
    assert position_of(game).to_setup().seats[0].wall == wall
    assert lines_of(game) == EMPTY_LINES
    assert not game.is_over
    assert game.scores[0] == 4


def gr_02() -> Game:
    seat = Seat(
        score=10,
        lines=["b", "bb", "", "", ""],
        wall=[".....", "kw.yr", ".....", ".....", "....."],
    )
    return game_at(Setup([seat, Seat()], board="grey", phase="tile", marker=1))


def test_gr_02_the_upper_row_is_chosen_first_and_freely() -> None:
    game = gr_02()

    assert moves(game) == {"1>1", "1>2", "1>3", "1>4", "1>5"}


def test_gr_02_a_choice_above_can_make_the_line_below_fall() -> None:
    game = gr_02()

    events = game.play("1>3")

    assert only(LineDropped, events) == [LineDropped(0, row=1, colour=Colour.BLUE)]
    assert only(Dropped, events) == [Dropped(0, Colour.BLUE, to_floor=2, to_lid=0)]
    # The tile stands alone: one point; two tiles on the floor cost two.
    assert points(events) == [1]
    assert FloorCharged(0, spaces=2, points=2) in events
    assert game.scores[0] == 10 + 1 - 2
    assert not game.is_over
    assert str(position_of(game).lid) == "bb"


@pytest.mark.parametrize("column", [1, 2, 4, 5])
def test_gr_02_any_other_choice_forces_the_row_below_and_ends_the_game(column: int) -> None:
    game = gr_02()

    game.play(f"1>{column}")
    assert game.to_play == 0
    assert moves(game) == {"2>3"}
    events = game.play("2>3")

    assert only(GameEnded, events) == [GameEnded("row")]
    assert game.is_over
    assert position_of(game).to_setup().seats[0].wall[1] == "kwbyr"


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("colour", list(Colour), ids=str)
def test_gr_03_nothing_fits_on_a_dead_wall(row: int, colour: Colour) -> None:
    wall = ["by...", "yb...", "..rkw", "..kwr", "..wrk"]
    letter = colour.letter
    if letter in wall[row - 1]:
        lines = EMPTY_LINES
    else:
        lines = [letter * (row - 1) if number == row else "" for number in range(1, 6)]
    seat = Seat(wall=wall, lines=lines)
    game = game_at(Setup([seat, Seat()], board="grey", marker=1, centre=letter))

    if letter in wall[row - 1]:
        assert f"0{letter}{row}" not in game.legal_moves
    else:
        events = game.play(f"0{letter}{row}")
        assert only(LineDropped, events) == [LineDropped(0, row - 1, colour)]
        assert only(Tiled, events) == []
        assert position_of(game).to_setup().seats[0].wall == wall


def test_gr_04_a_column_that_holds_the_colour_is_not_offered() -> None:
    seat = Seat(lines=["r", "", "", "", ""], wall=[".....", ".....", ".....", ".r...", "....."])

    game, _ = tile_walls(seat, board="grey")

    assert position_of(game).phase == "tile"
    assert game.to_play == 0
    assert moves(game) == {"1>1", "1>3", "1>4", "1>5"}


def test_gr_05_a_fallen_line_fills_the_floor_overflows_to_the_lid_and_is_charged() -> None:
    seat = Seat(
        score=20,
        lines=["", "", "", "", "rrrrr"],
        wall=["....r", ".....", ".....", ".....", "bykw."],
        floor="bbyy",
    )

    game, events = tile_walls(seat, board="grey")

    assert only(LineDropped, events) == [LineDropped(0, row=4, colour=Colour.RED)]
    assert only(Dropped, events) == [Dropped(0, Colour.RED, to_floor=3, to_lid=2)]
    assert FloorCharged(0, spaces=7, points=14) in events
    assert game.scores[0] == 6
    assert str(position_of(game).lid) == "bbyyrrrrr"
    assert lines_of(game) == EMPTY_LINES
