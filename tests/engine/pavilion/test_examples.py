"""The worked examples of the rules of Summer Pavilion (SP) and of its grey side (SV), as games.

Positions in stars count from 1, seats from 0. Purple is wild: all examples are of round 1, where
they do not say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from azulejos import Game
from azulejos.engine import SUMMER_PAVILION, unchecked
from azulejos.engine.events import new_log
from azulejos.engine.pavilion.board import FEATURES, STAR_NAMES
from azulejos.engine.pavilion.events import Bonus, MarkerTaken, Passed, Placed, Surrounded, Taken
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import Pass, Place
from azulejos.engine.pavilion.position import PavilionPosition, PlayerBoard
from azulejos.engine.pavilion.setup import Seat, Setup, to_states

E = TypeVar("E")

CENTRE, PURPLE, ORANGE, RED, BLUE, YELLOW, GREEN = range(7)  # the stars, by number
LETTERS = "pgoybr"
COLOUR_OF_STAR = {PURPLE: "p", ORANGE: "o", RED: "r", BLUE: "b", YELLOW: "y", GREEN: "g"}
FULL_SUPPLY = "pgoybrpgoy"
EMPTY_STAR = "......"
FULL_STARS = [LETTERS, *(6 * COLOUR_OF_STAR[star] for star in range(1, 7))]


def star_with(positions: Sequence[int], colours: str) -> str:
    """A star with tiles on some positions; the colours are used in turn."""
    spaces = list(EMPTY_STAR)
    for number, position in enumerate(positions):
        spaces[position - 1] = colours[number % len(colours)]
    return "".join(spaces)


def stars_with(filled: Mapping[int, Sequence[int]]) -> list[str]:
    """Stars of the coloured side with tiles on some positions; no red ones in the centre."""
    return [star_with(filled.get(star, ()), COLOUR_OF_STAR.get(star, LETTERS)) for star in range(7)]


def game_at(setup: Setup) -> Game:
    """A game in a position; it waits for tiles to be handed in when a deal is due."""
    return Game(position=PavilionPosition.from_setup(setup), deals=())


def placing(seat: Seat, *others: Seat, **fields: Any) -> Game:
    """The first seat is to place a tile or to pass. Without others, one without tiles plays too."""
    usual: dict[str, Any] = {"phase": "place", "filling": "supply", "supply": FULL_SUPPLY}
    return game_at(Setup([seat, *(others or [Seat()])], **{"marker": 0, **usual, **fields}))


def position_of(game: Game) -> PavilionPosition:
    position = game.position
    assert isinstance(position, PavilionPosition)
    return position


def board_of(game: Game, player: int = 0) -> PlayerBoard:
    return position_of(game).players[player]


def tiles_of(game: Game, player: int = 0) -> str:
    return str(board_of(game, player).tiles)


def tower_of(game: Game) -> str:
    return str(position_of(game).tower)


def only(kind: type[E], events: Sequence[object]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def moves(game: Game) -> set[str]:
    return set(map(str, game.legal_moves))


def placements(game: Game) -> set[str]:
    return {str(move) for move in game.legal_moves if isinstance(move, Place)}


def passes(game: Game) -> set[str]:
    return {str(move) for move in game.legal_moves if isinstance(move, Pass)}


def points(events: Sequence[object]) -> int:
    """What the tile placed has scored."""
    (placed,) = only(Placed, events)
    return placed.points


# Acquiring tiles


def test_sp_01_three_drafts_of_which_the_third_takes_the_marker() -> None:
    ina, andrea, tom = range(3)
    factories = ["rryy", "ppyg", "", "", "", "", ""]
    game = game_at(Setup([Seat(), Seat(), Seat()], factories=factories, supply=FULL_SUPPLY))

    assert str(position_of(game).wild) == "purple"
    game.play("1r")
    assert tiles_of(game, ina) == "rr"

    game.play("2g")
    assert tiles_of(game, andrea) == "pg"
    assert str(position_of(game).centre) == "pyyy"
    assert position_of(game).marker is None

    events = game.play("0y")
    assert [str(taken.tiles) for taken in only(Taken, events)] == ["pyyy"]
    assert tiles_of(game, tom) == "pyyy"
    assert board_of(game, tom).has_marker
    assert only(MarkerTaken, events) == [MarkerTaken(tom, points=4)]
    assert game.scores == (5, 5, 1)


def test_sp_02_of_a_factory_of_wild_tiles_one_is_taken() -> None:
    game = game_at(Setup([Seat(), Seat()], factories=["pppp", "gggg", "", "", ""]))

    assert moves(game) == {"1p", "2g"}
    game.play("1p")

    assert tiles_of(game) == "p"
    assert str(position_of(game).centre) == "ppp"


def test_sp_03_of_a_centre_of_wild_tiles_one_is_taken_with_the_marker() -> None:
    game = game_at(Setup([Seat(5), Seat()], centre="ppp"))

    assert moves(game) == {"0p"}
    game.play("0p")

    assert tiles_of(game) == "p"
    assert board_of(game).has_marker
    assert game.scores[0] == 4
    assert str(position_of(game).centre) == "pp"


def test_sp_04_the_marker_never_costs_the_last_point() -> None:
    game = game_at(Setup([Seat(3), Seat()], centre="rrrrpp"))

    events = game.play("0r")

    assert tiles_of(game) == "prrrr"
    assert only(MarkerTaken, events) == [MarkerTaken(0, points=2)]
    assert game.scores[0] == 1


# Playing tiles


def test_sp_05_a_six_is_paid_with_six_tiles_of_its_colour() -> None:
    game = placing(Seat(tiles="bbbbbbb"))

    events = game.play("46b0")

    assert points(events) == 1
    assert tower_of(game) == "bbbbb"
    assert tiles_of(game) == "b"


def test_sp_06_a_tile_without_neighbours_scores_one_point() -> None:
    game = placing(Seat(tiles="rrr", stars=stars_with({RED: [6, 1]})), Seat(tiles="g"))

    events = game.play("33r0")

    assert points(events) == 1
    assert tower_of(game) == "rr"
    assert tiles_of(game) == ""


def test_sp_07_wild_tiles_pay_and_the_window_is_surrounded() -> None:
    game = placing(Seat(tiles="bbbppp", stars=stars_with({BLUE: [4, 5]})))

    events = game.play("46b3")

    assert points(events) == 3
    assert tower_of(game) == "pppbb"
    assert tiles_of(game) == ""
    assert position_of(game).phase == "bonus"
    assert position_of(game).bonus_due == 3


def test_sp_08_one_tile_of_the_colour_is_enough_with_wild_ones() -> None:
    game = placing(Seat(tiles="ogppp", stars=stars_with({ORANGE: [3, 5]})))

    events = game.play("24o3")

    assert points(events) == 3
    assert tower_of(game) == "ppp"
    assert tiles_of(game) == "g"


def test_sp_09_the_wild_colour_is_placed_in_its_own_star() -> None:
    game = placing(Seat(tiles="pprrgggg", stars=stars_with({PURPLE: [1, 3]})))

    events = game.play("12p0")

    assert points(events) == 3
    assert tower_of(game) == "p"
    assert tiles_of(game) == "ggggrr"


def test_sp_10_who_passes_keeps_four_tiles_and_pays_for_the_others() -> None:
    game = placing(Seat(tiles="ggggrr"), Seat(tiles="o"))

    events = game.play("=gggg")

    (passed,) = only(Passed, events)
    assert (str(passed.kept), str(passed.discarded), passed.points) == ("gggg", "rr", 2)
    assert board_of(game).passed
    assert tiles_of(game) == "gggg"
    assert tower_of(game) == "rr"
    assert game.scores[0] == 3


def test_sp_11_all_placements_of_three_wild_tiles_and_a_green_one() -> None:
    game = placing(Seat(tiles="pppg"))

    green_star = {"61g0", "62g1", "63g2", "64g3"}
    purple_star = {"11p0", "12p0", "13p0"}
    centre_as_green = {"01g0", "02g1", "03g2", "04g3"}
    centre_as_purple = {"01p0", "02p0", "03p0"}
    assert placements(game) == green_star | purple_star | centre_as_green | centre_as_purple


def test_sp_12_three_placements_on_three_turns_and_a_pass() -> None:
    game = placing(Seat(tiles="gggyyypp"))

    scored = [points(game.play(move)) for move in ("51y0", "52y0", "63g2")]
    assert tower_of(game) == "ppy"
    (passed,) = only(Passed, game.play("=gg"))

    assert scored == [1, 2, 1]
    assert passed.points == 0
    assert game.scores[0] == 5 + 4
    assert tower_of(game) == "ppy"
    assert str(passed.kept) == tiles_of(game) == "gg"
    assert game.round == 2
    assert str(position_of(game).wild) == "green"


RINGS = {
    "SP-13": ([1], {2: 2, 3: 1, 4: 1, 5: 1, 6: 2}),
    "SP-14": ([1, 3], {2: 3, 4: 2, 5: 1, 6: 2}),
    "SP-15": ([1, 4], {2: 2, 3: 2, 5: 2, 6: 2}),
    "SP-16": ([1, 5], {2: 2, 3: 1, 4: 2, 6: 3}),
    "SP-17": ([6, 1], {2: 3, 3: 1, 4: 1, 5: 3}),
    "SP-18": ([1, 2, 4, 5], {3: 5, 6: 5}),
    "SP-19": ([1, 2, 3, 4, 5], {6: 6}),
}


@pytest.mark.parametrize("star", range(7), ids=STAR_NAMES)
@pytest.mark.parametrize(("filled", "expected"), RINGS.values(), ids=RINGS)
def test_sp_13_to_19_a_tile_scores_its_group_in_the_ring(
    filled: list[int], expected: dict[int, int], star: int
) -> None:
    colour = COLOUR_OF_STAR.get(star, "r")
    stars = stars_with({star: filled})

    scored = {
        position: points(
            placing(Seat(tiles=6 * colour, stars=stars)).play(f"{star}{position}{colour}0")
        )
        for position in expected
    }

    assert scored == expected


BONUSES = {
    "SP-20": ({CENTRE: [2, 3], BLUE: [3]}, "bb", "42b0", ["pillar"]),
    "SP-21": ({CENTRE: [1, 2], BLUE: [3]}, "bb", "42b0", []),
    "SP-22": ({ORANGE: [2, 3], CENTRE: [6]}, "r", "01r0", ["pillar"]),
    "SP-23": ({ORANGE: [2, 3], CENTRE: [6]}, "rrrrr", "05r0", []),
    "SP-24": (
        {ORANGE: [1, 3], RED: [3, 4], CENTRE: [6, 1]},
        "oo",
        "22o0",
        ["pillar", "statue"],
    ),
    "SP-25": ({ORANGE: [2, 3], RED: [2, 3], CENTRE: [6, 2]}, "r", "01r0", ["pillar", "pillar"]),
}
REWARDS = {"SP-20": 1, "SP-21": 0, "SP-22": 1, "SP-23": 0, "SP-24": 3, "SP-25": 2}


@pytest.mark.parametrize("example", BONUSES)
def test_sp_20_to_25_what_a_placed_tile_surrounds_brings_bonus_tiles(example: str) -> None:
    filled, tiles, move, kinds = BONUSES[example]
    game = placing(Seat(tiles=tiles, stars=stars_with(filled)), Seat(tiles="g"))

    events = game.play(move)

    reward = REWARDS[example]
    assert [surrounded.reward for surrounded in only(Surrounded, events)] == [reward][: reward > 0]
    assert position_of(game).bonus_due == reward
    assert position_of(game).phase == ("bonus" if reward else "place")
    space = int(move[0]) * 6 + int(move[1]) - 1
    occupied = {
        star * 6 + slot
        for star, spaces in enumerate(board_of(game).stars)
        for slot, colour in enumerate(spaces)
        if colour is not None
    }
    done = [kind for kind, _, around in FEATURES if space in around and set(around) <= occupied]
    assert sorted(done) == kinds


def test_sp_26_a_short_supply_is_taken_as_a_whole() -> None:
    seat = Seat(tiles="bbbbbb", stars=stars_with({BLUE: [5]}))
    others = "".join(22 * letter for letter in LETTERS)
    for tile in "bbbbbbbgr":
        others = others.replace(tile, "", 1)
    game = placing(seat, Seat(tiles=others), supply="gr", bag="")

    events = game.play("46b0")

    assert only(Surrounded, events) == [Surrounded(0, reward=3, due=2)]
    assert moves(game) == {"+gr"}
    game.play("+gr")
    assert tiles_of(game) == "gr"


# The end


def end_of_game(*seats: Seat, **fields: Any) -> tuple[Game, list[Bonus]]:
    """The last seat, with one tile, passes and loses a point; the game is over."""
    last = len(seats)
    one_more = Seat(score=2, tiles="r")
    setup = Setup(
        [*seats, one_more], phase="place", filling="supply", round=6, to_play=last, **fields
    )
    setup.bag, setup.supply = None, FULL_SUPPLY
    game = game_at(setup)
    events = game.play("=")
    assert game.is_over
    return game, only(Bonus, events)


def test_sp_27_a_full_board_brings_152_points() -> None:
    game, bonuses = end_of_game(Seat(score=10, stars=FULL_STARS))

    assert bonuses[0] == Bonus(0, stars=112, numbers=40)
    assert game.scores[0] == 10 + 152


def test_sp_28_in_round_six_everything_is_charged_but_a_point_stays() -> None:
    game = placing(Seat(2, "rrrr"), Seat(tiles="g"), round=6)

    assert passes(game) == {"="}
    events = game.play("=")

    (passed,) = only(Passed, events)
    assert (str(passed.kept), str(passed.discarded), passed.points) == ("", "rrrr", 1)
    assert tower_of(game) == "rrrr"
    assert game.scores[0] == 1


def test_sp_29_a_tie_is_a_shared_victory() -> None:
    setup = Setup(
        [Seat(70), Seat(70), Seat(61, "r")],
        phase="place",
        filling="supply",
        round=6,
        to_play=2,
        supply=FULL_SUPPLY,
    )
    game = game_at(setup)

    game.play("=")

    assert game.is_over
    assert game.scores == (70, 70, 60)
    assert game.winners == (0, 1)


# The grey side


@pytest.mark.parametrize("star", range(7), ids=STAR_NAMES)
@pytest.mark.parametrize(
    ("tiles", "allowed"),
    [
        pytest.param("r", "pgoybr", id="SV-01"),
        pytest.param("rr", "r", id="SV-02"),
        pytest.param("rb", "pgoy", id="SV-03"),
    ],
)
def test_sv_01_to_03_the_second_tile_of_a_star_decides(tiles: str, allowed: str, star: int) -> None:
    stars = [EMPTY_STAR] * 7
    stars[star] = star_with([2, 5][: len(tiles)], tiles)
    game = placing(Seat(tiles=3 * LETTERS, stars=stars), board="grey")

    colours = {move[2] for move in placements(game) if move[0] == str(star)}

    assert colours == set(allowed)


def grey_threes(centre: str) -> Seat:
    """The six outer spaces numbered 3 are filled, and perhaps the central star."""
    return Seat(10, stars=[centre, *(f"{letter}....." for letter in LETTERS)])


def test_sv_04_the_six_outer_threes_alone_bring_nothing() -> None:
    game, bonuses = end_of_game(grey_threes(EMPTY_STAR), board="grey")

    assert bonuses[0] == Bonus(0, stars=0, numbers=0)
    assert game.scores[0] == 10


def test_sv_05_all_twelve_threes_and_a_star_of_six_colours() -> None:
    game, bonuses = end_of_game(grey_threes("rbyogp"), board="grey")

    assert bonuses[0] == Bonus(0, stars=12, numbers=12)
    assert game.scores[0] == 10 + 24


def test_sv_06_every_complete_star_scores_by_its_content() -> None:
    """42 purple tiles are more than there are, so this goes past the check of positions."""
    all_purple = Seat(5, stars=["pppppp"] * 7)
    setup = Setup([all_purple, Seat(5, "r")], board="grey", phase="place", round=6, to_play=1)
    setup.supply = FULL_SUPPLY.replace("p", "r")
    states, log = to_states(setup), new_log()

    unchecked.apply(states, Pass(()).index, log)

    bonuses = only(Bonus, SUMMER_PAVILION.read_events(log))
    assert bonuses[0] == Bonus(0, stars=140, numbers=40)
    assert states["scores"][0][0] == 5 + 180


def test_sv_07_the_ring_of_an_outer_star_is_3_2_1_4_5_6() -> None:
    ring = [3, 2, 1, 4, 5, 6]
    scored = {}

    for number in (5, 3, 2, 1, 4):
        stars = [EMPTY_STAR, ".....r", *[EMPTY_STAR] * 5]
        game = placing(Seat(tiles="rrrrrr", stars=stars), board="grey")
        position = ring.index(number) + 1
        scored[number] = points(game.play(f"1{position}r0"))
        assert tower_of(game) == "r" * (number - 1)

    assert scored == {5: 2, 3: 2, 2: 1, 1: 1, 4: 1}


def test_the_letters_of_these_tests_are_those_of_the_colours() -> None:
    assert "".join(colour.letter for colour in Colour) == LETTERS
