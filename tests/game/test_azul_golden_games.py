"""Complete games as people can read them, replayed and compared with results written here.

The records in tests/game/golden were played by a bot with some whims. A change of the rules or of
the notation shows here first.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from azulejos import Game
from azulejos.engine.azul.events import BagFilled, Bonus, LineDropped
from azulejos.engine.azul.moves import Draft
from azulejos.game import Deal
from tests.oracles.azul import Model
from tests.support import azul, configuration_of

FOLDER = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Golden:
    """What is known of a golden game."""

    name: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rows: tuple[int, ...]  # complete ones
    rounds: int
    moves: int
    end_reason: str = "row"

    def text(self) -> str:
        return (FOLDER / f"azul-{self.name}.txt").read_text(encoding="utf-8")

    def game(self) -> Game:
        return Game.from_text(self.text())


TWO = Golden("two-players", (68, 69), (1,), (2, 2), rounds=5, moves=57)
THREE = Golden("three-players-grey", (59, 74, 44), (1,), (2, 2, 1), rounds=5, moves=117)
FOUR = Golden("four-players-shortage", (53, 75, 52, 39), (1,), (2, 2, 1, 2), rounds=5, moves=87)
STALEMATE = Golden("stalemate", (4, 7), (1,), (0, 0), rounds=7, moves=78, end_reason="stalemate")
SHARED = Golden("shared-victory", (55, 55), (0, 1), (2, 2), rounds=5, moves=53)
TIE = Golden("tie-broken-by-rows", (54, 54), (0,), (3, 1), rounds=5, moves=51)
ALL = [TWO, THREE, FOUR, STALEMATE, SHARED, TIE]

every_golden_game = pytest.mark.parametrize("golden", ALL, ids=lambda golden: golden.name)


def test_every_record_in_the_folder_is_known() -> None:
    names = {path.name for path in FOLDER.glob("azul-*.txt")}
    assert names == {f"azul-{golden.name}.txt" for golden in ALL}


@every_golden_game
def test_a_golden_game_ends_as_it_always_did(golden: Golden) -> None:
    game = golden.game()
    assert game.is_over
    assert game.scores == golden.scores
    assert game.winners == golden.winners
    assert game.round == golden.rounds
    assert game.ply == golden.moves
    assert azul(game).end_reason == golden.end_reason
    complete = [sum(None not in row for row in board.wall) for board in azul(game).players]
    assert tuple(complete) == golden.rows


@every_golden_game
def test_a_golden_game_is_written_as_it_always_was(golden: Golden) -> None:
    assert golden.game().to_text() == golden.text()
    assert Game.from_json(golden.game().to_json()).to_text() == golden.text()


@every_golden_game
def test_a_golden_game_says_what_it_shows(golden: Golden) -> None:
    assert len(golden.game().comments[0]) > 20


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


def test_the_game_of_two_has_every_kind_of_bonus() -> None:
    assert TWO.game().breakdown() == (
        {"start": 0, "tiles": 60, "floor": -13, "rows": 4, "columns": 7, "colours": 10},
        {"start": 0, "tiles": 71, "floor": -6, "rows": 4, "columns": 0, "colours": 0},
    )
    bonuses = [event for event in TWO.game().history[-1].events if isinstance(event, Bonus)]
    assert bonuses == [Bonus(0, rows=4, columns=7, colours=10), Bonus(1, 4, 0, 0)]


def test_a_line_finds_no_column_in_the_grey_game() -> None:
    game = THREE.game()
    fallen = [
        event for turn in game.history for event in turn.events if isinstance(event, LineDropped)
    ]
    assert len(fallen) == 1
    assert fallen[0].player == 2
    assert game.comments[108].startswith("No column of row 1 is left for red")


def test_tiles_are_short_in_the_game_of_four() -> None:
    deals = [entry for entry in FOUR.game().history if isinstance(entry, Deal)]
    assert [len(deal.tiles) for deal in deals] == [36, 36, 36, 36, 32]
    poured = [
        event.count for deal in deals for event in deal.events if isinstance(event, BagFilled)
    ]
    assert poured == [38, 18, 20]
    game = FOUR.game()
    assert [pile.total() for pile in game.position_at(71).factories] == [4] * 8 + [0]


def test_nobody_places_a_tile_before_the_stalemate() -> None:
    game = STALEMATE.game()
    assert azul(game).idle_rounds == 3
    assert all(isinstance(move, Draft) and move.destination == 0 for move in game.moves[46:])


def test_the_shared_victory_is_shared_by_points_and_rows() -> None:
    assert len(set(SHARED.scores)) == len(set(SHARED.rows)) == 1
    assert SHARED.game().winners == (0, 1)


def test_the_tie_is_broken_by_rows() -> None:
    assert len(set(TIE.scores)) == 1
    assert TIE.rows[0] > TIE.rows[1]
    assert TIE.game().winners == (0,)
