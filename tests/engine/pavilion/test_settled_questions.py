"""Special cases that the rules of Summer Pavilion name, and the questions that they settle."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from azulejos import Game
from azulejos.engine.errors import IllegalMove
from azulejos.engine.events import BagFilled, Dealt, RoundStarted
from azulejos.engine.pavilion.events import (
    Bonus,
    BonusTaken,
    MarkerTaken,
    Passed,
    Surrounded,
)
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.setup import Seat, Setup
from tests.engine.pavilion.test_examples import (
    BLUE,
    CENTRE,
    EMPTY_STAR,
    FULL_STARS,
    FULL_SUPPLY,
    LETTERS,
    ORANGE,
    RED,
    board_of,
    end_of_game,
    game_at,
    moves,
    only,
    passes,
    placements,
    placing,
    points,
    position_of,
    stars_with,
    tiles_of,
    tower_of,
)

ALL_TILES = "".join(22 * letter for letter in LETTERS)


def all_but(tiles: str) -> str:
    """All tiles of the game but these."""
    others = Counter(ALL_TILES)
    others.subtract(tiles)
    return "".join(sorted(others.elements(), key=LETTERS.index))


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


def drafting(*seats: Seat, **fields: Any) -> Game:
    """Somebody is to draft; the supply is full."""
    return game_at(Setup(list(seats) or [Seat(), Seat()], **{"supply": FULL_SUPPLY, **fields}))


# Set-up


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_a_game_starts_with_a_full_supply_full_factories_and_five_points(
    players: int, factories: int, board: str
) -> None:
    game = Game("summer-pavilion", players=players, board=board, first_player=1, seed=3)
    position = position_of(game)

    assert position.supply.total() == 10
    assert [factory.total() for factory in position.factories] == [4] * factories
    assert position.centre.total() == position.tower.total() == 0
    tiles: Counter[Colour] = Counter()
    for pile in (position.bag, position.supply, *position.factories):
        tiles.update(dict(pile))
    assert tiles == dict.fromkeys(Colour, 22)
    assert position.scores == (5,) * players
    assert position.marker is None
    assert (position.round, position.start_player, position.to_play) == (1, 1, 1)
    for player in range(players):
        assert board_of(game, player).stars == ((None,) * 6,) * 7
        assert tiles_of(game, player) == ""


def test_ten_tiles_are_dealt_to_the_supply_before_the_factories() -> None:
    game = Game("summer-pavilion", deals=())

    game.deal("ppppppppp")
    assert position_of(game).supply.total() == 9
    events = game.deal("gr")

    assert only(Dealt, events) == [Dealt(0, Colour.GREEN), Dealt(1, Colour.RED)]
    assert str(position_of(game).supply) == "pppppppppg"
    assert str(position_of(game).factories[0]) == "r"


# Wild colours


@pytest.mark.parametrize(
    ("round_number", "wild"),
    [(1, "p"), (2, "g"), (3, "o"), (4, "y"), (5, "b"), (6, "r")],
)
def test_every_round_has_its_wild_colour(round_number: int, wild: str) -> None:
    factories = ["pgoy", "brpg", "oybr", "", ""]
    game = drafting(round=round_number, factories=factories)

    assert position_of(game).wild.letter == wild
    offered = {f"{n}{c}" for n, tiles in enumerate(factories, start=1) for c in tiles if c != wild}
    assert moves(game) == offered


def test_kept_tiles_are_wild_in_a_later_round() -> None:
    game = placing(Seat(tiles="ggb"))
    assert "42b1" not in placements(game)

    game.play("=ggb")
    game.deal("bbbb rrrr bbbb rrrr bbbb")
    assert position_of(game).wild is Colour.GREEN
    while position_of(game).phase == "draft":
        game.play(next(iter(game.legal_moves)))

    assert position_of(game).to_play == 0
    assert {"42b0", "42b1", "46b0", "46b2"} <= placements(game)


# Acquiring tiles


def test_exactly_one_wild_tile_comes_with_a_draft() -> None:
    game = drafting(factories=["ppgb", "rrrr", "", "", ""], centre="pppyy")

    game.play("1g")
    assert tiles_of(game, 0) == "pg"
    assert str(position_of(game).centre) == "ppppyyb"

    game.play("0y")
    assert tiles_of(game, 1) == "pyy"
    assert str(position_of(game).centre) == "pppb"


def test_the_wild_colour_cannot_be_chosen_while_there_is_another() -> None:
    game = drafting(factories=["pppg", "pppp", "", "", ""], centre="ppb")

    assert moves(game) == {"0b", "1g", "2p"}
    assert refusal_of(game, "1p") == "pavilion/wild-not-chosen"
    assert refusal_of(game, "0p") == "pavilion/wild-not-chosen"


def test_drafting_is_compulsory() -> None:
    game = drafting(factories=["pppg", "", "", "", ""])

    assert refusal_of(game, "=") == "pavilion/draft-now"


def test_wild_tiles_leave_a_wild_only_centre_one_by_one() -> None:
    game = drafting(Seat(), Seat(), centre="ppp")

    for _ in range(3):
        assert moves(game) == {"0p"}
        game.play("0p")

    assert (tiles_of(game, 0), tiles_of(game, 1)) == ("pp", "p")
    assert game.scores == (4, 5)


def test_the_marker_costs_a_point_for_each_tile_the_wild_one_included() -> None:
    game = drafting(Seat(20), Seat(20), factories=["rrrr", "", "", "", ""], centre="ppbbg")

    first = game.play("0b")
    second = game.play("0g")

    assert only(MarkerTaken, first) == [MarkerTaken(0, points=3)]
    assert only(MarkerTaken, second) == []
    assert game.scores == (17, 20)
    assert position_of(game).marker == 0


def test_a_score_of_one_stays_one() -> None:
    game = drafting(Seat(1), Seat(), factories=["rrrr", "", "", "", ""], centre="bbbb")

    events = game.play("0b")

    assert only(MarkerTaken, events) == [MarkerTaken(0, points=0)]
    assert game.scores[0] == 1


# Turns of phase 2


def test_the_holder_of_the_marker_starts_phase_two() -> None:
    seats = [Seat(tiles="p"), Seat(tiles="p"), Seat(tiles="p")]
    game = drafting(*seats, to_play=0, marker=2, centre="r")

    game.play("0r")

    assert position_of(game).phase == "place"
    assert game.to_play == 2


def test_a_turn_is_one_placement_and_turns_go_clockwise() -> None:
    game = placing(Seat(tiles="gg"), Seat(tiles="gg"), Seat(tiles="gg"), to_play=1)
    turns = []

    for _ in range(5):
        turns.append(game.to_play)
        game.play("01g0" if "01g0" in moves(game) else "61g0")

    assert turns == [1, 2, 0, 1, 2]


def test_who_has_passed_is_skipped() -> None:
    seats = [Seat(tiles="ggggg"), Seat(tiles="g", passed=True), Seat(tiles="ggg")]
    game = placing(*seats)

    game.play("01g0")
    assert game.to_play == 2
    game.play("=")
    assert game.to_play == 0
    game.play("61g0")
    assert game.to_play == 0


def test_who_has_no_tiles_passes_by_himself_when_his_turn_comes() -> None:
    game = placing(Seat(tiles="gg"), Seat(), Seat(tiles="g"))

    events = game.play("01g0")

    assert [passed.player for passed in only(Passed, events)] == [1]
    assert board_of(game, 1).passed
    assert not board_of(game, 2).passed
    assert game.to_play == 2
    assert game.scores[1] == 5


def test_the_round_ends_when_all_have_passed() -> None:
    game = placing(Seat(tiles="g"), Seat(tiles="r"))

    game.play("=g")
    game.play("=")

    assert game.round == 2
    assert position_of(game).phase == "deal"
    assert not any(board.passed for board in position_of(game).players)
    assert tiles_of(game, 0) == "g"


# Paying


@pytest.mark.parametrize(
    ("tiles", "ways"),
    [
        ("bbbbppp", {"44b0", "44b1", "44b2", "44b3"}),
        ("bbbppp", {"44b1", "44b2", "44b3"}),
        ("bbppp", {"44b2", "44b3"}),
        ("bppp", {"44b3"}),
        ("bpppppp", {"44b3"}),
        ("bbbbbb", {"44b0"}),
        ("bpp", set()),
        ("pppppp", set()),
    ],
)
def test_any_number_of_wild_tiles_may_pay_beside_one_of_the_colour(
    tiles: str, ways: set[str]
) -> None:
    game = placing(Seat(tiles=tiles))

    assert {move for move in placements(game) if move.startswith("44")} == ways


def test_what_cannot_be_paid_is_refused() -> None:
    game = placing(Seat(tiles="bbbppp"))

    assert refusal_of(game, "44b0") == "pavilion/cannot-pay"
    assert refusal_of(game, "41b1") == "pavilion/cannot-pay"
    assert refusal_of(game, "21o0") == "pavilion/no-tile"


def test_the_placed_tile_stays_and_the_others_go_to_the_tower() -> None:
    game = placing(Seat(tiles="bbbppp"))

    game.play("44b2")

    assert tiles_of(game) == "pb"
    assert tower_of(game) == "ppb"
    assert board_of(game).stars[BLUE][3] is Colour.BLUE


def test_the_wild_colour_is_paid_with_its_own_tiles_only() -> None:
    game = placing(Seat(tiles="pppppg"))

    in_purple_star = {move for move in placements(game) if move[0] == "1"}

    assert in_purple_star == {"11p0", "12p0", "13p0", "14p0", "15p0"}
    assert refusal_of(game, "16p1") == "pavilion/wild-itself"


# Where tiles may go


def test_an_outer_star_takes_its_own_colour_only() -> None:
    game = placing(Seat(tiles=LETTERS))

    one_each = {"11p0", "21o0", "31r0", "41b0", "51y0", "61g0"}
    assert {move for move in placements(game) if move[1] == "1" and move[0] != "0"} == one_each
    assert refusal_of(game, "11g0") == "pavilion/star-refuses"
    assert refusal_of(game, "21p0") == "pavilion/star-refuses"


def test_the_central_star_takes_six_different_colours() -> None:
    stars = ["..p..g", *[EMPTY_STAR] * 6]
    game = placing(Seat(tiles=LETTERS, stars=stars))

    assert {move[2] for move in placements(game) if move[:2] == "01"} == set("oybr")
    assert refusal_of(game, "01g0") == "pavilion/star-refuses"


def test_a_space_is_filled_only_once() -> None:
    game = placing(Seat(tiles="bb", stars=stars_with({BLUE: [1]})))

    assert refusal_of(game, "41b0") == "pavilion/slot-taken"


def test_stars_do_not_connect_to_each_other() -> None:
    game = placing(Seat(tiles="oo", stars=stars_with({RED: [3, 4], CENTRE: [6, 1]})))

    assert points(game.play("22o0")) == 1


def test_six_is_beside_one() -> None:
    game = placing(Seat(tiles="b", stars=stars_with({BLUE: [6, 5, 4]})))

    assert points(game.play("41b0")) == 4


# Bonus tiles


def surrounding(tiles: str, filled: dict[int, Any], *others: Seat, **fields: Any) -> Game:
    return placing(Seat(tiles=tiles, stars=stars_with(filled)), *others, **fields)


@pytest.mark.parametrize(
    ("filled", "tiles", "move", "reward"),
    [
        pytest.param({BLUE: [2], CENTRE: [2, 3]}, "bbb", "43b0", 1, id="pillar"),
        pytest.param({ORANGE: [2], RED: [3, 4]}, "o", "21o0", 2, id="statue"),
        pytest.param({BLUE: [6]}, "bbbbb", "45b0", 3, id="window"),
        pytest.param({ORANGE: [1, 3], RED: [3, 4], CENTRE: [6, 1]}, "oo", "22o0", 3, id="two"),
    ],
)
def test_pillars_statues_and_windows_bring_one_two_and_three_tiles(
    filled: dict[int, Any], tiles: str, move: str, reward: int
) -> None:
    game = surrounding(tiles, filled)

    events = game.play(move)

    assert only(Surrounded, events) == [Surrounded(0, reward=reward, due=reward)]
    assert position_of(game).phase == "bonus"
    assert game.to_play == 0
    assert {len(taken) - 1 for taken in moves(game)} == {reward}


def test_the_player_chooses_the_bonus_tiles_the_wild_ones_too() -> None:
    game = surrounding("o", {ORANGE: [2], RED: [3, 4]}, supply="ppgooooooo")

    game.play("21o0")
    assert moves(game) == {"+pp", "+pg", "+po", "+go", "+oo"}
    assert refusal_of(game, "+gg") == "pavilion/not-in-supply"
    assert refusal_of(game, "+p") == "pavilion/bonus-now"
    assert refusal_of(game, "=") == "pavilion/bonus-now"
    events = game.play("+po")

    assert [str(taken.tiles) for taken in only(BonusTaken, events)] == ["po"]
    assert tiles_of(game) == "po"
    assert str(position_of(game).supply) == "pgoooooo"
    assert position_of(game).phase == "deal"


def test_bonus_tiles_are_played_from_the_next_turn_on() -> None:
    game = surrounding("o", {ORANGE: [2], RED: [3, 4]}, Seat(tiles="g"))

    game.play("21o0")
    game.play("+br")
    deal_anything(game)
    assert game.to_play == 1
    game.play("=")

    assert game.to_play == 0
    assert placements(game) == {"31r0", "41b0", "01r0", "01b0"}


def test_even_a_forced_bonus_choice_is_asked_for() -> None:
    game = surrounding("o", {ORANGE: [2], RED: [3, 4]}, supply="gggggggggg")

    game.play("21o0")

    assert moves(game) == {"+gg"}
    assert game.to_play == 0


def test_an_empty_supply_gives_no_bonus_and_asks_for_none() -> None:
    others = all_but("oorrg")
    game = surrounding("og", {ORANGE: [2], RED: [3, 4]}, Seat(tiles=others), supply="", bag="")

    events = game.play("21o0")

    assert only(Surrounded, events) == [Surrounded(0, reward=2, due=0)]
    assert position_of(game).phase == "place"
    assert game.to_play == 1


def test_a_placement_that_surrounds_nothing_new_brings_nothing() -> None:
    game = surrounding("bbb", {BLUE: [5, 6]})

    assert only(Surrounded, game.play("43b0")) == []


# Refilling the supply


def test_the_supply_is_refilled_before_the_next_turn() -> None:
    game = surrounding("o", {ORANGE: [2], RED: [3, 4]}, Seat(tiles="g"))

    game.play("21o0")
    game.play("+pp")
    assert position_of(game).phase == "deal"
    assert game.to_play is None
    game.deal("b")
    assert position_of(game).phase == "deal"
    game.deal("b")

    assert position_of(game).supply.total() == 10
    assert game.to_play == 1


def test_the_supply_is_refilled_after_a_pass_too() -> None:
    game = placing(Seat(tiles="g"), Seat(tiles="r"), supply="ppppppppp")

    game.play("=g")

    assert position_of(game).phase == "deal"
    game.deal("g")
    assert game.to_play == 1


def test_the_supply_is_refilled_before_the_factories_at_the_end_of_a_round() -> None:
    game = placing(Seat(tiles="g"), supply="ppppppppp")

    game.play("=g")
    events = game.deal("yyr")

    assert [dealt.place for dealt in only(Dealt, events)] == [0, 1, 1]
    assert game.round == 2


def test_after_the_very_last_turn_nothing_is_refilled() -> None:
    game = placing(Seat(tiles="g"), Seat(passed=True), round=6, supply="ppppppppp")

    events = game.play("=")

    assert game.is_over
    assert position_of(game).supply.total() == 9
    assert only(Dealt, events) == []


def test_the_tower_goes_into_an_empty_bag_when_the_supply_needs_a_tile() -> None:
    rest = all_but("oorr" + FULL_SUPPLY + "gggbb")
    setup = {"bag": "", "tower": "gggbb", "supply": FULL_SUPPLY}
    game = surrounding("o", {ORANGE: [2], RED: [3, 4]}, Seat(tiles=rest), **setup)

    assert only(BagFilled, game.play("21o0")) == []
    events = game.play("+pp")

    assert only(BagFilled, events) == [BagFilled(5)]
    assert str(position_of(game).bag) == "gggbb"
    assert tower_of(game) == ""


def test_a_full_supply_leaves_an_empty_bag_empty() -> None:
    rest = all_but("b" + FULL_SUPPLY + "ggg")
    game = placing(Seat(tiles="b"), Seat(tiles=rest), bag="", tower="ggg")

    assert only(BagFilled, game.play("41b0")) == []
    assert tower_of(game) == "ggg"


def test_without_bag_and_tower_the_supply_stays_short() -> None:
    rest = all_but("oorr" + FULL_SUPPLY)
    game = surrounding("o", {ORANGE: [2], RED: [3, 4]}, Seat(tiles=rest), bag="")

    game.play("21o0")
    game.play("+pp")

    assert position_of(game).phase == "place"
    assert game.to_play == 1
    assert position_of(game).supply.total() == 8


# Passing


def test_who_passes_keeps_any_of_his_tiles_up_to_four() -> None:
    assert passes(placing(Seat(tiles="ppg"))) == {"=", "=p", "=g", "=pp", "=pg", "=ppg"}

    of_six = passes(placing(Seat(tiles="pppppg")))
    assert max(map(len, of_six)) == 1 + 4
    assert of_six == {
        *("=", "=p", "=g", "=pp", "=pg", "=ppp", "=ppg", "=pppp", "=pppg"),
    }


def test_keeping_fewer_tiles_than_possible_is_allowed_and_costs() -> None:
    game = placing(Seat(20, "ppg"), Seat(tiles="r"))

    game.play("=p")

    assert game.scores[0] == 18
    assert tiles_of(game) == "p"
    assert tower_of(game) == "pg"


def test_passing_is_allowed_although_a_tile_can_be_placed() -> None:
    game = placing(Seat(tiles="b"))

    assert placements(game)
    assert {"=", "=b"} <= moves(game)


def test_passing_is_the_only_move_where_nothing_can_be_placed() -> None:
    stars = ["rbyogp", *FULL_STARS[1:4], "b.bbbb", *FULL_STARS[5:]]
    game = placing(Seat(tiles="b", stars=stars))

    assert moves(game) == {"=", "=b"}


def test_a_pass_never_costs_the_last_point() -> None:
    game = placing(Seat(3, "bbbbb"), Seat(tiles="r"))

    (passed,) = only(Passed, game.play("="))

    assert passed.points == 2
    assert game.scores[0] == 1


def test_nothing_can_be_kept_in_round_six() -> None:
    game = placing(Seat(20, "bbggg"), Seat(tiles="o"), round=6)

    assert passes(game) == {"="}
    assert refusal_of(game, "=b") == "pavilion/last-round"
    game.play("=")

    assert game.scores[0] == 15
    assert tower_of(game) == "gggbb"


# The next round


def test_the_marker_returns_to_the_centre_and_its_holder_starts_the_next_round() -> None:
    game = placing(Seat(tiles="g"), Seat(), Seat(), start_player=0, marker=2)

    game.play("=")
    deal_anything(game)

    position = position_of(game)
    assert (position.round, position.phase) == (2, "draft")
    assert (position.to_play, position.start_player, position.marker) == (2, 2, None)


def test_if_the_marker_was_not_taken_the_previous_start_player_starts_both() -> None:
    game = drafting(
        Seat(), Seat(), Seat(), start_player=1, to_play=2, factories=["gggg", *[""] * 6]
    )

    game.play("1g")
    assert position_of(game).marker is None
    # Players 1 and 0 have no tiles and pass by themselves, in this order and around player 2.
    assert game.to_play == 2
    assert board_of(game, 1).passed
    assert not board_of(game, 0).passed
    game.play("=")
    deal_anything(game)

    assert position_of(game).round == 2
    assert game.to_play == position_of(game).start_player == 1


def test_a_round_without_any_tile_goes_straight_to_phase_two() -> None:
    """All other tiles lie on stars or in the supply, and nobody gives one away."""
    star = "{0}{0}{0}{0}{0}."
    stars = [EMPTY_STAR, *(star.format(colour) for colour in "porbyg")]
    hands = ["pg", "oy", "br", ""]
    setup = Setup(
        [Seat(30, tiles, list(stars)) for tiles in hands],
        phase="place",
        filling="supply",
        round=2,
        to_play=0,
        start_player=2,
        supply=LETTERS,
        bag="",
    )
    game = game_at(setup)

    for move in ("=pg", "=oy"):
        game.play(move)
    events = game.play("=br")

    assert only(RoundStarted, events) == [RoundStarted(3, start_player=2, missing=36)]
    position = position_of(game)
    assert (position.round, position.phase, position.to_play) == (3, "place", 2)
    assert position.wild is Colour.ORANGE


def test_a_short_round_starts_with_what_there_is() -> None:
    """Four players: six tiles are left for nine factories."""
    kept = Seat(tiles="gggg", passed=True)
    rest = all_but("gggg" + FULL_SUPPLY + "ooyyrr" + "bbbb" + "pppp")
    stars_of_rest = _on_grey_stars(rest)
    seats = [Seat(tiles="bbbb"), kept, Seat(passed=True), Seat(tiles="pppp", passed=True)]
    for seat, stars in zip(seats, stars_of_rest, strict=True):
        seat.stars = stars
    game = placing(*seats, board="grey", round=5, bag="", tower="ooyyrr")

    events = game.play("=bbbb")
    assert only(BagFilled, events) == [BagFilled(6)]
    events = game.deal("ooyyrr")

    assert only(RoundStarted, events) == [RoundStarted(6, start_player=0, missing=30)]
    position = position_of(game)
    assert [str(factory) for factory in position.factories] == ["ooyy", "rr", *[""] * 7]
    assert (position.phase, position.round) == ("draft", 6)
    assert moves(game) == {"1o", "1y", "2r"}  # red is wild, and alone on its factory


def _on_grey_stars(tiles: str) -> list[list[str]]:
    """Four grey boards that hold these tiles, in stars of one colour."""
    stars = [
        tiles_of_star.ljust(6, ".")
        for letter in LETTERS
        for tiles_of_star in _in_sixes(letter * tiles.count(letter))
    ]
    stars += [EMPTY_STAR] * (28 - len(stars))
    return [stars[7 * seat : 7 * seat + 7] for seat in range(4)]


def _in_sixes(tiles: str) -> list[str]:
    return [tiles[start : start + 6] for start in range(0, len(tiles), 6)]


def test_the_tower_is_poured_in_the_middle_of_a_factory() -> None:
    rest = all_but("g" + FULL_SUPPLY + "oo" + "yyyyyyy")
    game = placing(Seat(tiles="g"), Seat(tiles=rest), bag="oo", tower="yyyyyyy")

    game.play("=g")
    game.play("=")
    events = game.deal("oo")

    assert len(only(BagFilled, events)) == 1
    assert tower_of(game) == ""
    game.deal("yy")
    assert str(position_of(game).factories[0]) == "ooyy"


# The end


def test_leftovers_of_round_six_are_charged_before_the_end_bonuses() -> None:
    ones = stars_with({star: [1] for star in range(7)})
    game = placing(Seat(2, "rrrr", ones), Seat(passed=True), round=6)

    events = game.play("=")

    assert only(Bonus, events)[0] == Bonus(0, stars=0, numbers=4)
    assert game.scores[0] == 1 + 4


@pytest.mark.parametrize(("number", "expected"), [(1, 4), (2, 8), (3, 12), (4, 16), (5, 0), (6, 0)])
def test_all_seven_spaces_of_a_number_bring_points(number: int, expected: int) -> None:
    stars = stars_with({star: [number] for star in range(7)})

    _, bonuses = end_of_game(Seat(stars=stars))

    assert bonuses[0] == Bonus(0, stars=0, numbers=expected)


def test_number_sets_include_the_central_star() -> None:
    stars = stars_with({star: [4] for star in range(1, 7)})

    _, bonuses = end_of_game(Seat(stars=stars))

    assert bonuses[0].numbers == 0


@pytest.mark.parametrize(
    ("star", "expected"), [(0, 12), (1, 20), (2, 17), (3, 14), (4, 15), (5, 16), (6, 18)]
)
def test_a_complete_star_brings_its_points(star: int, expected: int) -> None:
    stars = [EMPTY_STAR] * 7
    stars[star] = FULL_STARS[star]

    _, bonuses = end_of_game(Seat(stars=stars))

    assert bonuses[0] == Bonus(0, stars=expected, numbers=0)


def test_the_points_for_numbers_are_an_option() -> None:
    options = {"number_points": (4, 4, 4, 4)}
    game, bonuses = end_of_game(Seat(10, stars=FULL_STARS), **options)

    assert bonuses[0] == Bonus(0, stars=112, numbers=16)
    assert game.scores[0] == 10 + 128
    new = Game("summer-pavilion", seed=1, number_points=(4, 4, 4, 4))
    assert position_of(new).to_setup().number_points == (4, 4, 4, 4)


def test_the_game_ends_after_six_rounds_and_most_points_win() -> None:
    game = placing(Seat(12, "g"), Seat(10), Seat(11), round=6)

    game.play("=")

    assert game.is_over
    assert position_of(game).end_reason == "rounds"
    assert game.scores == (11, 10, 11)
    assert game.winners == (0, 2)


# The grey side


def test_on_the_grey_side_two_equal_tiles_make_a_star_of_one_colour() -> None:
    stars = ["g.g...", *[EMPTY_STAR] * 6]
    game = placing(Seat(tiles="gggggrrr", stars=stars), board="grey")

    assert {move[2] for move in placements(game) if move[0] == "0"} == {"g"}
    assert refusal_of(game, "02r0") == "pavilion/star-refuses"


def test_on_the_grey_side_two_different_tiles_make_a_star_of_six_colours() -> None:
    stars = [EMPTY_STAR, "g..r..", *[EMPTY_STAR] * 5]
    game = placing(Seat(tiles=LETTERS, stars=stars), board="grey")

    assert {move[2] for move in placements(game) if move[:2] == "13"} == set("poyb")


def test_on_the_grey_side_the_second_tile_may_be_of_any_colour() -> None:
    stars = [EMPTY_STAR, "g.....", *[EMPTY_STAR] * 5]
    game = placing(Seat(tiles=LETTERS, stars=stars), board="grey")

    assert {move[2] for move in placements(game) if move[:2] == "13"} == set(LETTERS)


def test_on_the_grey_side_two_stars_may_be_of_the_same_colour() -> None:
    stars = [EMPTY_STAR, "pp....", "pp....", *[EMPTY_STAR] * 4]
    game = placing(Seat(tiles="pp", stars=stars), board="grey")

    assert {"13p0", "23p0", "33p0"} <= placements(game)


def test_on_the_grey_side_spaces_have_other_numbers() -> None:
    game = placing(Seat(tiles="bbb"), board="grey")

    outer = {move for move in placements(game) if move[0] == "4"}
    central = {move for move in placements(game) if move[0] == "0"}

    assert outer == {"41b0", "42b0", "43b0"}  # they cost 3, 2, 1; the others 4, 5, 6
    assert central == {"01b0", "02b0", "03b0", "04b0", "05b0", "06b0"}
    game.play("43b0")
    assert tiles_of(game) == "bb"
    assert tower_of(game) == ""


@pytest.mark.parametrize(("position", "expected"), [(1, 0), (2, 8), (3, 4), (4, 16), (5, 0)])
def test_on_the_grey_side_the_outer_stars_hold_all_ones_twos_and_fours(
    position: int, expected: int
) -> None:
    """Position 1 has the number 3, which the central star has too."""
    stars = [EMPTY_STAR, *("." * (position - 1) + c + "." * (6 - position) for c in LETTERS)]

    _, bonuses = end_of_game(Seat(stars=stars), board="grey")

    assert bonuses[0] == Bonus(0, stars=0, numbers=expected)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("pppppp", 20),
        ("gggggg", 18),
        ("oooooo", 17),
        ("yyyyyy", 16),
        ("bbbbbb", 15),
        ("rrrrrr", 14),
        ("rbyogp", 12),
    ],
)
@pytest.mark.parametrize("star", [0, 1, 5])
def test_on_the_grey_side_a_complete_star_scores_by_its_content(
    star: int, content: str, expected: int
) -> None:
    stars = [EMPTY_STAR] * 7
    stars[star] = content

    _, bonuses = end_of_game(Seat(stars=stars), board="grey")

    assert bonuses[0].stars == expected


def test_on_the_grey_side_equal_stars_all_count() -> None:
    stars = ["pppppp", "pppppp", "rbyogp", "pgoybr", *[EMPTY_STAR] * 3]

    _, bonuses = end_of_game(Seat(stars=stars), board="grey")

    assert bonuses[0] == Bonus(0, stars=20 + 20 + 12 + 12, numbers=0)


def test_pillars_statues_and_windows_are_the_same_on_the_grey_side() -> None:
    stars = [EMPTY_STAR, EMPTY_STAR, ".o....", "..rg..", *[EMPTY_STAR] * 3]
    game = placing(Seat(tiles="ooo", stars=stars), board="grey")

    events = game.play("21o0")

    assert only(Surrounded, events) == [Surrounded(0, reward=2, due=2)]
