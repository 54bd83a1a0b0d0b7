"""The lock-step walk of Summer Pavilion: its fields, rare situations, and players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from azulejos.engine import SUMMER_PAVILION
from azulejos.engine.pavilion.events import (
    BagFilled,
    Bonus,
    Event,
    MarkerTaken,
    Passed,
    Placed,
    RoundStarted,
    Surrounded,
    Taken,
)
from azulejos.engine.pavilion.setup import Seat, Setup
from tests.engine.lockstep import RandomGames, Snapshot, Walk
from tests.oracles.pavilion import (
    CENTRE_STAR,
    COLOURS,
    FACTORIES,
    OUTER_COLOURS,
    STARS,
    TILES_PER_FACTORY,
    Board,
    Model,
    number_of,
)

FIRST_SUPPLY, FACTORY, SUPPLY = range(3)  # what is filled
EMPTY = -1  # in place of the colour of a space


# The engine's record, read without the engine's help


@lru_cache(maxsize=1 << 14)
def stars_of_record(spaces: tuple[int, ...]) -> list[str]:
    """The stars of a board, from the colours of its spaces."""
    tiles = "".join("." if space == EMPTY else COLOURS[space] for space in spaces)
    return [tiles[6 * star : 6 * star + 6] for star in STARS]


@lru_cache(maxsize=1 << 14)
def derived_of_stars(spaces: tuple[int, ...]) -> tuple[int, list[int]]:
    """Derived fields of a board: occupied spaces, and the colours of each star."""
    occupied = sum(1 << n for n, space in enumerate(spaces) if space != EMPTY)
    stars = [set(spaces[6 * star : 6 * star + 6]) - {EMPTY} for star in STARS]
    return occupied, [sum(1 << colour for colour in colours) for colours in stars]


@lru_cache(maxsize=1 << 14)
def offer_of(piles: tuple[str, ...], wild: str) -> int:
    """The legal drafts as bits: the colours of each source, the wild one where it is alone."""
    offer = 0
    for source, pile in enumerate(piles):
        for colour in set(pile.replace(wild, "") or pile):
            offer |= 1 << (source * 6 + COLOURS.index(colour))
    return offer


# One game


class PavilionWalk(Walk[Model, Setup]):
    """One game of Summer Pavilion in engine and model."""

    rules = SUMMER_PAVILION
    model_type = Model
    colours = COLOURS
    factories = FACTORIES
    phases = ("deal", "over", "draft", "place", "bonus")
    seat_fields = ("hands", "occupied", "scores", "space_colours", "star_colours")

    @classmethod
    def complete_model(cls, model: Model, setup: Setup) -> None:
        """Copy the tower, the supply, the boards and the bonus from a setup to the model."""
        model.tower, model.supply = list(setup.tower), list(setup.supply)
        model.bonus_due = setup.bonus_due
        model.boards = [
            Board(
                side=setup.board,
                score=seat.score,
                tiles=[] if seat.passed else list(seat.tiles),
                kept=list(seat.tiles) if seat.passed else [],
                stars=[[None if space == "." else space for space in star] for star in seat.stars],
                passed=seat.passed,
            )
            for seat in setup.seats
        ]
        model._last_turn = setup.mover

    # Snapshots

    def own_fields_of_record(self, record: Snapshot) -> Snapshot:
        """The tower, the supply, and the bonus tiles to take."""
        return {
            "bonus_due": record["bonus_due"],
            "tower": self.letters(record["discards"]),
            "supply": self.letters(record["supply"]),
        }

    def board_of_record(self, record: Snapshot, seat: int) -> Snapshot:
        """Score, tiles beside the board, stars, and whether the player has passed."""
        passed = bool(record["passed"] >> seat & 1)
        tiles = self.letters(record["hands"][seat])
        return {
            "score": record["scores"][seat],
            "tiles": "" if passed else tiles,
            "kept": tiles if passed else "",
            "stars": stars_of_record(tuple(record["space_colours"][seat])),
            "passed": passed,
        }

    def own_fields_of_setup(self, setup: Setup) -> Snapshot:
        """The tower, the supply, and the bonus tiles to take."""
        return {"bonus_due": setup.bonus_due, "tower": setup.tower, "supply": setup.supply}

    def board_of_setup(self, seat: Seat) -> Snapshot:
        """Score, tiles beside the board, stars, and whether the player has passed."""
        return {
            "score": seat.score,
            "tiles": "" if seat.passed else seat.tiles,
            "kept": seat.tiles if seat.passed else "",
            "stars": seat.stars,
            "passed": seat.passed,
        }

    # Checks

    def check_own_fields(self, record: Snapshot, snapshot: Snapshot) -> None:
        """The derived fields must follow from the others."""
        players, piles = snapshot["players"], (snapshot["centre"], *snapshot["factories"])
        for seat in range(players):
            occupied, star_colours = derived_of_stars(tuple(record["space_colours"][seat]))
            assert record["occupied"][seat] == occupied, f"occupied of seat {seat}"
            assert record["star_colours"][seat] == star_colours, f"star_colours of seat {seat}"
        drafting = snapshot["phase"] == "draft"
        offer = offer_of(piles, COLOURS[snapshot["round"] - 1]) if drafting else 0
        assert record["offer"] == offer, f"offer: {record['offer']:#b}, expected {offer:#b}"
        assert record["passed"] >> players == 0, "a seat that is not there has passed"
        self._check_filling(record)

    def _check_filling(self, record: Snapshot) -> None:
        """What is being filled, and whose turn ends meanwhile."""
        model, last_turn = self.model, self.model._last_turn
        if model.phase == "deal":
            short = model.round == 1 and len(model.supply) < 10
            to_factories = FIRST_SUPPLY if short else FACTORY
            expected = (to_factories, -1) if last_turn is None else (SUPPLY, last_turn)
        else:
            expected = (FACTORY if model.phase == "draft" else SUPPLY, -1)
        filling = (record["filling"], record["mover"])
        assert filling == expected, f"filling and mover: expected {expected}"

    # Events and rare situations

    def observe(self, events: Sequence[Event]) -> None:
        """Check the details of events, and count rare situations."""
        counts, model = self.coverage.counts, self.model
        for number, event in enumerate(events):
            self._observe_dealing(event)
            self._observe_playing(event, events[:number])
        if model.phase == "place":
            counts["marker not taken"] += model.marker is None
        if model.phase == "over":
            counts["victory shared"] += len(model.winners()) > 1

    def _observe_dealing(self, event: Event) -> None:
        counts = self.coverage.counts
        match event:
            case BagFilled():
                refill = self.states["filling"][0] == SUPPLY
                counts[f"tower poured for {'the supply' if refill else 'a factory'}"] += 1
            case RoundStarted(missing=missing) if missing:
                counts["short round"] += 1
                counts["factory partly filled"] += missing % TILES_PER_FACTORY != 0
                counts["no tile to draft"] += missing == 4 * len(self.model.factories)

    def _observe_playing(self, event: Event, earlier: Sequence[Event]) -> None:
        counts = self.coverage.counts
        match event:
            case Taken(tiles=tiles) if self.steps[-1][1] == COLOURS[self.model.round - 1]:
                assert tiles.total() == 1, f"took {tiles}"
                counts["wild-only source drafted"] += 1
            case MarkerTaken(points=points):
                taken = earlier[-1]
                assert isinstance(taken, Taken), "the marker was taken without tiles"
                counts["score held at 1"] += points < taken.tiles.total()
            case Surrounded(reward=reward, due=due):
                counts[f"bonus of {reward}"] += 1
                counts["bonus cut short"] += due < reward
            case Placed(points=6):
                counts["six points for a tile"] += 1
            case Passed(kept=kept, discarded=discarded, points=points):
                automatic = len(earlier) > 0 or not self.steps[-1].startswith("=")
                without_tiles = kept.total() + discarded.total() == 0
                assert without_tiles or not automatic, "an automatic pass with tiles"
                counts["automatic pass"] += automatic
                counts["score held at 1"] += points < discarded.total()
            case Bonus(player=player, stars=stars, numbers=numbers):
                self._observe_end_bonus(player, stars, numbers)

    def _observe_end_bonus(self, player: int, stars: int, numbers: int) -> None:
        counts, board = self.coverage.counts, self.model.boards[player]
        expected = board.star_points(), board.number_set_points(self.model.number_points)
        assert (stars, numbers) == expected, f"bonus {stars}, {numbers}, expected {expected}"
        counts["complete number set"] += numbers > 0
        for star in STARS:
            tiles = board.tiles_in(star)
            if len(tiles) == 6:
                colours = "one-colour" if len(set(tiles)) == 1 else "many-colour"
                counts[f"complete {colours} star"] += 1


# Players

#: A number for a draft or a placement, the higher the better.
Preference: TypeAlias = Callable[[Model, str], float]


def anything(_model: Model, _move: str) -> float:
    """No preference."""
    return 0


def dearest(model: Model, move: str) -> float:
    """The highest price, preferably paid with wild tiles; drafts of many tiles."""
    if len(move) == 2:
        return model._source(int(move[0])).count(move[1])
    return number_of(model.board, int(move[0]), int(move[1])) + int(move[3]) / 10


def cheapest(model: Model, move: str) -> float:
    """The lowest price; drafts of few tiles, and so of many colours."""
    return -dearest(model, move)


def builds_stars(model: Model, move: str) -> float:
    """Fill up the fullest star; draft the colours that fill stars of one colour."""
    assert model.to_play is not None
    board = model.boards[model.to_play]
    if len(move) == 2:
        stars = [len(board.tiles_in(star)) for star in STARS[1:] if _is_of(board, star, move[1])]
        return max(stars, default=0) + model._source(int(move[0])).count(move[1])
    star, tiles = int(move[0]), board.tiles_in(int(move[0]))
    alike = board.side == "grey" and len(tiles) == 1 and tiles[0] == move[2]
    return len(tiles) - 2 * (star == CENTRE_STAR) + 3 * alike - int(move[1]) / 10


def _is_of(board: Board, star: int, colour: str) -> bool:
    if board.side == "coloured":
        return OUTER_COLOURS[star] == colour
    return set(board.tiles_in(star)) == {colour}


def builds_many_colours(model: Model, move: str) -> float:
    """Fill the central star first, on the grey side with many colours; draft missing colours."""
    assert model.to_play is not None
    board = model.boards[model.to_play]
    if len(move) == 2:
        return -board.tiles.count(move[1])
    tiles = board.tiles_in(int(move[0]))
    alike = board.side == "grey" and len(tiles) == 1 and tiles[0] == move[2]
    price = number_of(model.board, int(move[0]), int(move[1])) / 10
    return len(tiles) + 5 * (int(move[0]) == CENTRE_STAR) - 9 * alike - price


@dataclass(frozen=True)
class Style:
    """A player: preference over moves, and probabilities to pass early and to keep tiles."""

    name: str
    preference: Preference
    passing: float  # probability to pass although a tile could be placed
    keeping: float  # probability to keep as many tiles as possible

    def choose(self, model: Model, moves: list[str], rng: random.Random) -> str:
        """One of the legal moves."""
        if model.phase == "bonus":
            return rng.choice(moves)
        passes = [move for move in moves if move[0] == "="]
        others = [move for move in moves if move[0] != "="]
        if not others or (passes and rng.random() < self.passing):
            if rng.random() < self.keeping:
                passes = [move for move in passes if len(move) == len(passes[-1])]
            return rng.choice(passes)
        return max(others, key=lambda move: self.preference(model, move) + rng.random() / 2)


STYLES = [
    Style("random", anything, passing=0.1, keeping=0.3),
    Style("placing", anything, passing=0, keeping=0.9),
    Style("passing", anything, passing=0.7, keeping=0.1),
    Style("hoarding", dearest, passing=0.4, keeping=1),
    Style("cheapest", cheapest, passing=0, keeping=1),
    Style("dearest", dearest, passing=0, keeping=0.5),
    Style("stars", builds_stars, passing=0, keeping=1),
    Style("stars", builds_stars, passing=0, keeping=1),
    Style("colours", builds_many_colours, passing=0, keeping=1),
]


# Random games


def draw(model: Model, rng: random.Random, alike: float) -> str:
    """A tile of the bag; with a given probability one for a factory of one colour.

    Such factories avoid the wild colour, which would leave tiles for the centre.
    """
    if rng.random() < alike:
        begun = next((tiles for tiles in model.factories if 0 < len(tiles) < 4), None)
        if begun and begun[-1] in model.bag:
            return begun[-1]
        wild = COLOURS[model.round - 1]
        many = [c for c in COLOURS if c != wild and model.bag.count(c) >= TILES_PER_FACTORY]
        if many:
            return rng.choice(many)
    return rng.choice(model.bag)


RANDOM_GAMES = RandomGames(
    walk=PavilionWalk,
    players=STYLES,
    mixed=0.4,
    draw=draw,
    alike=[0, 0, 0, 0.9, 1],
    options=[
        {"number_points": points} for points in ((4, 8, 12, 16), (4, 8, 12, 16), (4, 4, 4, 4))
    ],
    thorough_steps=400,
    seed_prefix="Summer Pavilion, ",
)
