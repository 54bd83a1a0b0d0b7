"""A match of Summer Pavilion as its users see it: what happens, in which order, for what points."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from azulejos import Game
from azulejos.engine.colours import Tiles
from azulejos.engine.events import BagFilled, Dealt, RoundStarted
from azulejos.engine.pavilion.events import (
    Bonus,
    BonusTaken,
    GameEnded,
    MarkerTaken,
    Passed,
    Placed,
    Surrounded,
    Taken,
)
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import Draft, Pass, Place, TakeBonus
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Seat, Setup
from azulejos.game import Deal
from tests.support import pavilion, pavilion_at, random_game

PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = Colour
NAME = "summer-pavilion"
EMPTY = "......"
SUPPLY = "ppggooyybb"
#: The supply, then five factories.
FIRST_DEAL = "ppgg ooyy bb pgoo ppgy gbbr yyrr oobr"
#: The first deal of seed 2026.
SEEDED_DEAL = "ppgyrpoybrrrpgrrygoyyoygggoyyb"


def tiles(letters: str) -> Tiles[Colour]:
    return Tiles.of(Colour, letters)


def dealt_colours(letters: str) -> list[Colour]:
    return [next(colour for colour in Colour if colour.letter == letter) for letter in letters]


# Starting


def test_a_game_starts_with_a_supply_of_ten_and_five_points_each() -> None:
    game = Game(NAME, seed=1)
    position = pavilion(game)
    assert (game.name, game.board, game.players, game.round) == (NAME, "coloured", 2, 1)
    assert game.scores == (5, 5)
    assert position.supply.total() == 10
    assert position.tower.total() == 0
    assert (position.wild, position.phase, position.bonus_due) == (PURPLE, "draft", 0)
    assert game.to_record().options == {"number_points": (4, 8, 12, 16)}
    assert repr(game) == "<summer-pavilion, coloured board, 2 players, ply 0>"


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_the_table_is_laid_for_the_players(players: int, factories: int, board: str) -> None:
    game = Game(NAME, players=players, board=board, first_player=players - 1, seed=1)
    assert [pile.total() for pile in game.position.factories] == [4] * factories
    assert game.position.bag.total() == 132 - 10 - 4 * factories
    assert game.scores == (5,) * players
    assert game.to_play == players - 1


def test_the_supply_is_dealt_before_the_factories() -> None:
    game = Game(NAME, deals=[FIRST_DEAL])
    assert str(pavilion(game).supply) == SUPPLY
    assert [str(pile) for pile in game.position.factories] == [
        *("pgoo", "ppgy", "gbbr", "yyrr", "oobr")
    ]
    (deal,) = game.history
    letters = FIRST_DEAL.replace(" ", "")
    assert deal.events == (
        *(Dealt(0, colour) for colour in dealt_colours(letters[:10])),
        *(Dealt(1 + n // 4, colour) for n, colour in enumerate(dealt_colours(letters[10:]))),
        RoundStarted(round=1, start_player=0, missing=0),
    )


def test_a_seeded_game_is_the_same_for_ever() -> None:
    """The way from a seed to its tiles is a promise; if this fails, all seeds mean other games."""
    (deal,) = Game(NAME, seed=2026).history
    assert isinstance(deal, Deal)
    assert deal.tiles == SEEDED_DEAL


# A round


def test_drafting_takes_one_wild_tile_along_and_the_rest_to_the_centre() -> None:
    game = Game(NAME, deals=[FIRST_DEAL])
    assert game.play("1o") == (Taken(0, 1, tiles("poo")),)
    assert game.play("2y") == (Taken(1, 2, tiles("py")),)
    assert str(game.position.centre) == "pgg"  # the second wild tile of factory 2 as well
    assert str(pavilion(game).players[1].tiles) == "py"
    assert game.moves == (Draft(1, ORANGE), Draft(2, YELLOW))


def test_the_first_to_take_from_the_centre_pays_for_the_marker() -> None:
    game = Game(NAME, deals=[FIRST_DEAL])
    for move in ("1o", "2y"):
        game.play(move)
    assert game.play("0g") == (Taken(0, 0, tiles("pgg")), MarkerTaken(0, 3))
    assert game.scores == (2, 5)
    assert game.position.marker == 0
    game.play("3b")
    assert game.play("0g") == (Taken(0, 0, tiles("g")),)  # only the first one pays


def test_nobody_pays_below_one_point_for_the_marker() -> None:
    setup = Setup([Seat(score=3), Seat()], centre="rrrrr", factories=["b", "", "", "", ""])
    game = Game(position=PavilionPosition.from_setup(setup), deals=())
    assert game.play("0r") == (Taken(0, 0, tiles("rrrrr")), MarkerTaken(0, 2))
    assert game.scores == (1, 5)


def surrounding() -> Game:
    """Player 1 needs one more space at the window of the purple star."""
    one = Seat(
        score=20,
        tiles="pppppppgg",
        stars=[EMPTY, "pp.pp.", "..oo..", *[EMPTY] * 4],
    )
    two = Seat(score=10, tiles="rr")
    setup = Setup(
        [one, two],
        phase="place",
        marker=0,
        round=2,
        supply="ppggooyybb",
        filling="supply",
        tower="yyyy",
    )
    return Game(position=PavilionPosition.from_setup(setup), deals=())


def test_a_placement_scores_surrounds_and_brings_bonus_tiles_then_the_supply_is_filled() -> None:
    game = surrounding()
    assert pavilion(game).wild == GREEN
    assert game.play("16p1") == (
        Placed(0, space=11, colour=PURPLE, discarded=tiles("ppppg"), points=5),
        Surrounded(0, reward=3, due=3),
    )
    assert game.scores == (25, 10)
    position = pavilion(game)
    assert (position.phase, position.bonus_due, position.to_play) == ("bonus", 3, 0)
    assert game.play("+ggb") == (BonusTaken(0, tiles("ggb")),)
    position = pavilion(game)
    assert (position.phase, position.to_play, position.bonus_due) == ("deal", None, 0)
    assert str(position.players[0].tiles) == "ppgggb"
    assert str(position.supply) == "ppooyyb"
    assert str(position.tower) == "ppppgyyyy"
    assert game.deal("rrr") == (Dealt(0, RED), Dealt(0, RED), Dealt(0, RED))
    assert (game.to_play, pavilion(game).phase) == (1, "place")


def test_passing_keeps_some_tiles_and_pays_for_the_others() -> None:
    game = surrounding()
    assert game.play("=ppgg") == (Passed(0, tiles("ppgg"), tiles("ppppp"), 5),)
    assert game.scores == (15, 10)
    one = pavilion(game).players[0]
    assert (one.passed, str(one.tiles)) == (True, "ppgg")
    assert game.to_play == 1
    assert game.play("31r0") == (Placed(1, 18, RED, tiles(""), 1),)
    assert game.to_play == 1  # player 1 is skipped
    assert game.play("=r") == (Passed(1, tiles("r"), tiles(""), 0),)
    assert (game.round, pavilion(game).wild, pavilion(game).phase) == (3, ORANGE, "deal")


def test_a_player_without_tiles_passes_without_being_asked() -> None:
    setup = Setup([Seat(tiles="p"), Seat()], phase="place", supply=SUPPLY, filling="supply")
    game = Game(position=PavilionPosition.from_setup(setup), deals=())
    events = game.play("11p0")
    assert events == (
        Placed(0, 6, PURPLE, tiles(""), 1),
        Passed(1, tiles(""), tiles(""), 0),
        Passed(0, tiles(""), tiles(""), 0),
    )
    assert game.round == 2


def test_the_tower_fills_the_bag_when_a_tile_is_needed() -> None:
    everything = "".join(colour.letter * 22 for colour in Colour)
    tower = everything.replace("p", "", 12).replace("g", "", 2)
    setup = Setup(
        [Seat(tiles="p"), Seat(tiles="gg")],
        phase="place",
        supply="p" * 9,
        filling="supply",
        bag="pp",
        tower=tower,
    )
    game = Game(position=PavilionPosition.from_setup(setup), deals=())
    assert game.play("=p") == (Passed(0, tiles("p"), tiles(""), 0),)
    assert game.deal("p") == (Dealt(0, PURPLE),)
    assert game.play("=") == (Passed(1, tiles(""), tiles("gg"), 2),)
    assert game.deal("p") == (Dealt(1, PURPLE), BagFilled(len(tower) + 2))
    assert pavilion(game).tower.total() == 0


# The end


def ending() -> Game:
    """The last turn of a game: player 1 completes the purple star and the ones."""
    ones = ["gr....", "ppppp.", "o.....", "r.....", "b.....", "y.....", "g....."]
    setup = Setup(
        [Seat(score=50, tiles="ppppppyb", stars=ones), Seat(score=73, passed=True)],
        phase="place",
        round=6,
        supply="g",
        filling="supply",
        marker=0,
    )
    return Game(position=PavilionPosition.from_setup(setup), seed=1)


def test_the_end_brings_points_for_stars_and_numbers() -> None:
    game = ending()
    assert game.play("16p0") == (
        Placed(0, 11, PURPLE, tiles("ppppp"), 6),
        Surrounded(0, reward=3, due=1),
    )
    bonus, *refill = game.play("+g")
    assert bonus == BonusTaken(0, tiles("g"))
    assert [type(event) for event in refill] == [Dealt] * 10
    assert game.play("=") == (
        Passed(0, tiles(""), tiles("gyb"), 3),
        GameEnded(rounds=6),
        Bonus(0, stars=20, numbers=4),
        Bonus(1, stars=0, numbers=0),
    )
    assert game.scores == (77, 73)
    assert game.winners == (0,)
    assert pavilion(game).end_reason == "rounds"
    assert len(game.legal_moves) == 0
    assert game.breakdown() == (
        {"start": 50, "tiles": 6, "marker": 0, "leftovers": -3, "stars": 20, "numbers": 4},
        {"start": 73, "tiles": 0, "marker": 0, "leftovers": 0, "stars": 0, "numbers": 0},
    )


def test_a_tie_is_a_shared_victory() -> None:
    setup = Setup(
        [Seat(score=50, tiles="p"), Seat(score=49, passed=True)],
        phase="place",
        round=6,
        supply=SUPPLY,
        filling="supply",
    )
    game = Game(position=PavilionPosition.from_setup(setup), deals=())
    game.play("=")
    assert game.scores == (49, 49)
    assert game.winners == (0, 1)


def test_the_points_for_numbers_are_an_option() -> None:
    scores = []
    for points in ((4, 8, 12, 16), (4, 4, 4, 4), (9, 0, 0, 0)):
        setup = pavilion(ending()).to_setup()
        setup.number_points = points
        game = Game(position=PavilionPosition.from_setup(setup), seed=1)
        for move in ("16p0", "+g", "="):
            game.play(move)
        scores.append(game.scores[0])
    assert scores == [77, 77, 82]


# Moves


def test_moves_can_be_given_as_objects_or_as_text() -> None:
    for move in (Place(1, 5, PURPLE, 1), "16p1", "16P1", " 16 p 1"):
        game = surrounding()
        game.play(move)
        assert game.moves == (Place(1, 5, PURPLE, 1),)
    for bonus in (TakeBonus((PURPLE, GREEN, BLUE)), "+pgb", "+bgp", "+ G b P"):
        again = game.copy()
        again.play(bonus)
        assert str(again.moves[-1]) == "+pgb"
    for passing in (Pass((PURPLE, GREEN)), "=pg", "=gp", " = G P"):
        game = surrounding()
        game.play(passing)
        assert str(game.moves[-1]) == "=pg"


def test_undo_takes_back_a_move_and_the_refilling_after_it() -> None:
    game = random_game(5, moves=60, policy="tidy", game=NAME)
    before = game.copy()
    move = next(iter(game.legal_moves))
    game.play(move)
    assert game.undo() == move
    assert game == before
    assert game.drawn == before.drawn


# The position


def test_the_position_is_there_to_be_read() -> None:
    game = surrounding()
    position = pavilion_at(game, 0)
    assert (position.phase, position.round, position.to_play) == ("place", 2, 0)
    assert (position.board, position.marker, position.start_player) == ("coloured", 0, 0)
    assert (position.wild, position.end_reason, position.winners) == (GREEN, "none", ())
    assert dict(position.supply) == {PURPLE: 2, GREEN: 2, ORANGE: 2, YELLOW: 2, BLUE: 2}
    assert dict(position.tower) == {YELLOW: 4}
    assert position.bonus_due == 0
    one, two = position.players
    assert dict(one.tiles) == {PURPLE: 7, GREEN: 2}
    assert one.stars[1] == (PURPLE, PURPLE, None, PURPLE, PURPLE, None)
    assert one.stars[2] == (None, None, ORANGE, ORANGE, None, None)
    assert one.stars[0] == (None,) * 6
    assert len(one.stars) == 7
    assert (one.score, one.passed, one.has_marker) == (20, False, True)
    assert (two.score, two.passed, two.has_marker) == (10, False, False)
    assert position.scores == (20, 10)


def test_a_position_answers_with_numbers_of_python() -> None:
    position = pavilion(surrounding())
    values: list[Any] = [position.round, position.bonus_due, position.supply[RED]]
    values += [position.players[0].score, *position.scores]
    assert {type(value) for value in values} == {int}
    assert type(position.players[0].passed) is bool
    assert type(position.wild) is Colour


def test_nothing_that_a_game_hands_out_can_change_it() -> None:
    game = surrounding()
    game.position.states["scores"] = 99
    assert game.scores == (20, 10)
    board: Any = pavilion(game).players[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.score = 99
    with pytest.raises(TypeError):
        board.tiles[PURPLE] = 3


# Records


def test_a_record_can_be_read_by_people() -> None:
    game = Game(NAME, deals=[FIRST_DEAL], number_points=(4, 4, 4, 4))
    for move in ("1o", "2y", "0g"):
        game.play(move)
    game.headers["Player 1"] = "Ana"
    game.comment("Three points for the marker.")
    assert (
        game.to_text()
        == """\
azulejos 1
game: summer-pavilion
board: coloured
players: 2
first: 1
number_points: 4-4-4-4
Player 1: Ana

deal ppgg ooyy bbpg oopp gygb bryy rroo br
1. 1o 2y 0g {Three points for the marker.}

unfinished
"""
    )
