"""Complete games of Summer Pavilion, replayed and compared with results written here.

The records in tests/game/golden were played by greedy bots. A change of the rules or of the
notation shows here first.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game
from azulejos.engine.events import BagFilled, RoundStarted
from azulejos.engine.pavilion.events import Bonus, Surrounded
from azulejos.game import Deal
from tests.oracles.pavilion import Model
from tests.support import configuration_of, pavilion

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    """What is known of a golden game."""

    name: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    bonuses: tuple[tuple[int, int], ...]  # for stars and for numbers, by seat
    moves: int
    surrounded: int  # placements that surrounded something

    def text(self) -> str:
        return (FOLDER / f"summer-pavilion-{self.name}.txt").read_text(encoding="utf-8")

    def game(self) -> Game:
        return Game.from_text(self.text())


TWO = Golden("two-players", (66, 109), (1,), ((0, 12), (18, 24)), moves=129, surrounded=13)
THREE = Golden(
    "three-players-grey",
    (91, 85, 85),
    (0,),
    ((0, 28), (12, 12), (0, 28)),
    moves=175,
    surrounded=18,
)
FOUR = Golden(
    "four-players-shortage",
    (93, 50, 38, 69),
    (0,),
    ((34, 0), (0, 4), (20, 4), (0, 12)),
    moves=214,
    surrounded=17,
)
EQUAL = Golden("equal-number-points", (83, 58), (0,), ((0, 12), (0, 8)), moves=136, surrounded=16)
ALL = [TWO, THREE, FOUR, EQUAL]

every_golden_game = pytest.mark.parametrize("golden", ALL, ids=lambda golden: golden.name)


def events_of(game: Game) -> list[Any]:
    return [event for entry in game.history for event in entry.events]


def test_every_record_in_the_folder_is_known() -> None:
    names = {path.name for path in FOLDER.glob("summer-pavilion-*.txt")}
    assert names == {f"summer-pavilion-{golden.name}.txt" for golden in ALL}


@every_golden_game
def test_a_golden_game_ends_as_it_always_did(golden: Golden) -> None:
    game = golden.game()
    assert game.is_over
    assert game.scores == golden.scores
    assert game.winners == golden.winners
    assert game.round == 6
    assert game.ply == golden.moves
    happened = events_of(game)
    bonuses = [(event.stars, event.numbers) for event in happened if isinstance(event, Bonus)]
    assert tuple(bonuses) == golden.bonuses
    assert sum(isinstance(event, Surrounded) for event in happened) == golden.surrounded


@every_golden_game
def test_a_golden_game_is_written_as_it_always_was(golden: Golden) -> None:
    assert golden.game().to_text() == golden.text()
    assert Game.from_json(golden.game().to_json()).to_text() == golden.text()


@every_golden_game
def test_a_golden_game_says_what_it_shows(golden: Golden) -> None:
    game = golden.game()
    assert len(game.comments[0]) > 20
    assert game.comments[golden.moves].startswith("The end bonuses: Ana ")


@every_golden_game
def test_the_naive_model_agrees_with_a_golden_game(golden: Golden) -> None:
    game = golden.game()
    model = Model(**configuration_of(game))
    for entry in game.to_record().entries:
        if entry.kind == "move":
            model.play(entry.text)
        else:
            for tile in entry.text:
                model.deal(tile)
    assert tuple(model.scores()) == golden.scores
    assert tuple(model.winners()) == golden.winners


def test_the_points_of_the_game_of_two_came_from_everywhere() -> None:
    assert TWO.game().breakdown() == (
        {"start": 5, "tiles": 62, "marker": -10, "leftovers": -3, "stars": 0, "numbers": 12},
        {"start": 5, "tiles": 74, "marker": -9, "leftovers": -3, "stars": 18, "numbers": 24},
    )


def test_a_star_of_six_colours_is_complete_in_the_grey_game() -> None:
    bo = pavilion(THREE.game()).players[1]
    letters = ["".join("." if tile is None else tile.letter for tile in star) for star in bo.stars]
    assert letters == ["yy....", "rgobyp", ".bb...", "yrp...", "ypgo..", "bpoy..", "pybo.."]


def test_tiles_are_short_in_the_last_round_of_four() -> None:
    happened = events_of(FOUR.game())
    rounds = [event.missing for event in happened if isinstance(event, RoundStarted)]
    assert rounds == [0, 0, 0, 0, 0, 9]
    poured = [event.count for event in happened if isinstance(event, BagFilled)]
    assert poured == [53, 30, 27, 19]
    deals = [entry.tiles for entry in FOUR.game().history if isinstance(entry, Deal)]
    assert len(deals[0]) == 10 + 36
    assert sum(map(len, deals)) == 248


def test_every_set_of_numbers_brings_four_points_where_that_was_chosen() -> None:
    assert EQUAL.game().to_record().options == {"number_points": (4, 4, 4, 4)}
    usual = EQUAL.text().replace("number_points: 4-4-4-4", "number_points: 4-8-12-16")
    usual = usual.replace("scores 83 58", "scores 99 62")  # ones, twos, fours; ones and twos
    assert Game.from_text(usual).scores == (99, 62)
