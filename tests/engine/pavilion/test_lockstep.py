"""Engine and model of Summer Pavilion agree at every step, also where tiles run out."""

from __future__ import annotations

import random

import pytest

from azulejos.engine.pavilion.setup import Seat, Setup
from tests.engine.lockstep import CONFIGURATIONS, Configuration, Coverage
from tests.engine.pavilion.lockstep import RANDOM_GAMES, STYLES, PavilionWalk

GAMES = 40
#: A later game in which a situation occurs that the first ones lack.
RARE_GAMES = [78]
SOAK_GAMES = 10_000
SOAK_CHUNK = 1_000

#: Rare situations that the games of every configuration must contain, or they test too little.
SEEN_BY_ALL = {
    "automatic pass",
    "bonus of 1",
    "bonus of 2",
    "bonus of 3",
    "complete many-colour star",
    "complete number set",
    "complete one-colour star",
    "marker not taken",
    "score held at 1",
    "six points for a tile",
    "tower poured for a factory",
    "tower poured for the supply",
    "victory shared",
    "wild-only source drafted",
}
SEEN_BY_FOUR = {"factory partly filled", "short round"}


def rare_situations(configuration: Configuration) -> set[str]:
    return SEEN_BY_ALL | (SEEN_BY_FOUR if configuration.players == 4 else set())


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


# Games in which tiles run out


def nearly_empty(board: str) -> Setup:
    """All but twelve tiles lie on stars; bag and tower are empty, the supply is short.

    Every outer star lacks the space that costs one tile, beside a statue.
    """
    star = ".{0}{0}{0}{0}{0}" if board == "coloured" else "{0}{0}.{0}{0}{0}"
    stars = ["......", *(star.format(colour) for colour in "porbyg")]
    return Setup(
        [Seat(30, tiles, list(stars)) for tiles in ("bg", "bp", "go", "ry")],
        board=board,
        round=4,
        to_play=1,
        centre="py",
        supply="or",
        bag="",
    )


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_engine_and_model_agree_in_a_round_without_any_tile(board: str) -> None:
    walk = PavilionWalk.from_setup(nearly_empty(board))

    walk.play("0p")
    assert walk.model.boards[1].tiles == list("bppy")
    walk.play("=ppyb")
    walk.play("=go")
    walk.play("=yr")
    walk.play("=gb")

    assert walk.model.round == 5
    assert walk.model.phase == "place"
    assert walk.model.to_play == walk.model.start_player == 1
    assert walk.model.marker is None
    assert walk.coverage.counts["no tile to draft"] == 1
    walk.compare_thoroughly()


@pytest.mark.parametrize(("board", "space"), [("coloured", "11"), ("grey", "13")])
def test_engine_and_model_agree_when_a_short_supply_cuts_the_bonus(board: str, space: str) -> None:
    setup = nearly_empty(board)
    setup.supply, setup.seats[0].tiles = "r", "bgo"
    walk = PavilionWalk.from_setup(setup)

    walk.play("0p")
    walk.play(f"{space}p0")
    assert walk.model.bonus_due == 1
    assert walk.moves == {"+r"}
    walk.play("+r")

    assert walk.model.supply == []
    assert walk.coverage.counts["bonus cut short"] == 1
    walk.compare_thoroughly()


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_engine_and_model_agree_where_hardly_any_tile_is_left_to_deal(board: str) -> None:
    coverage = Coverage()

    for seed in range(60):
        rng = random.Random(seed)
        styles = rng.choices(STYLES, k=4)
        RANDOM_GAMES.finish(PavilionWalk.from_setup(nearly_empty(board), coverage), styles, rng)

    expected = {"no tile to draft", "bonus cut short", "tower poured for the supply"}
    assert not coverage.missing(expected | {"short round", "automatic pass"})
