"""Engine and model agree at every step of random games, and of games made to end in rare ways."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from azulejos.engine.azul.text import read_setup
from tests.engine.azul.lockstep import RANDOM_GAMES, UNIFORM, AzulWalk
from tests.engine.lockstep import CONFIGURATIONS, Configuration, Coverage

GAMES = 40
#: Later games in which situations occur that the first ones lack.
RARE_GAMES = [44, 69, 81, 107, 120, 197]
SOAK_GAMES = 10_000
SOAK_CHUNK = 1_000

#: Rare situations that the games of every configuration must contain, or they test too little.
SEEN_BY_ALL = {
    "draft overflowed",
    "ended by row",
    "ended by stalemate",
    "idle beyond five rounds",
    "lid poured amid a deal",
    "lid poured before a deal",
    "marker not taken",
    "marker without a floor space",
    "score held at 0",
    "victory shared",
}
SEEN_BY_MANY = {"factory empty", "factory partly filled", "short deal"}
SEEN_ON_GREY = {"fallen line overflowed", "line fell", "one column left"}


def rare_situations(configuration: Configuration) -> set[str]:
    expected = set(SEEN_BY_ALL)
    if configuration.players > 2:
        expected |= SEEN_BY_MANY
    if configuration.board == "grey":
        expected |= SEEN_ON_GREY
    return expected


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_engine_and_model_agree_through_random_games(configuration: Configuration) -> None:
    coverage = RANDOM_GAMES.play(configuration, [*range(GAMES), *RARE_GAMES])

    assert not coverage.missing(rare_situations(configuration))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAK_GAMES, SOAK_CHUNK))
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_engine_and_model_agree_through_very_many_games(
    configuration: Configuration, first: int
) -> None:
    coverage = RANDOM_GAMES.play(configuration, range(GAMES + first, GAMES + first + SOAK_CHUNK))

    assert not coverage.missing(rare_situations(configuration))


#: All tiles but two lie on walls and on lines that are not full: bag and lid are empty.
NEARLY_EMPTY = """
    azul coloured; phase draft; round 6; to-play 1; start 1; marker 4;
    factories - - - - - - - - -; centre bw; bag -; lid -;
    placed 0; idle 0; stalemate 5; end none;
    player 30 | - y rr kkk www  | by.kw .b.rk kw.y. r..by .rk.b | -;
    player 31 | - r kk www bbb  | ..rkw .by.k .w.yr rk..y .rkw. | -;
    player 32 | - k ww bbb yyyy | byr.. wby.. k.b.r rk..y ..kwb | -;
    player 33 | - w bb yyy rrrr | by..w .byr. k..yr rkw.. ..kw. | -
"""


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_engine_and_model_agree_when_no_tile_at_all_is_left_to_deal(board: str) -> None:
    walk = AzulWalk.from_setup(replace(read_setup(NEARLY_EMPTY), board=board))

    walk.play("0w5")
    walk.play("0b5")

    assert walk.model.end_reason == "empty"
    assert walk.coverage.counts["ended by empty"] == 1
    walk.compare_thoroughly()


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_engine_and_model_agree_where_hardly_any_tile_is_left_to_deal(board: str) -> None:
    setup = replace(read_setup(NEARLY_EMPTY), board=board)
    coverage = Coverage()

    for seed in range(40):
        rng = random.Random(seed)
        RANDOM_GAMES.finish(AzulWalk.from_setup(setup, coverage), [UNIFORM] * 4, rng)

    expected = {"ended by empty", "ended by row", "short deal", "factory partly filled"}
    assert not coverage.missing(expected)
