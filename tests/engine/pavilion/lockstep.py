"""Engine and naive model of Summer Pavilion walk through the same games, compared at every step.

As `tests.engine.azul.lockstep` does it for Azul: a `Walk` holds one game in the engine with a log
of events, in the engine without one, and in the model. After every move and every dealt tile
all of them must agree in every field of the record, in the legal moves and in the result.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from azulejos.engine import SUMMER_PAVILION, playout, unchecked
from azulejos.engine.events import new_log
from azulejos.engine.pavilion.events import (
    BagFilled,
    Bonus,
    MarkerTaken,
    Passed,
    Placed,
    RoundStarted,
    Surrounded,
    Taken,
)
from azulejos.engine.pavilion.layout import STATE
from azulejos.engine.pavilion.moves import MOVES
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Setup, from_states, to_states
from azulejos.engine.pavilion.validation import problems
from azulejos.engine.rng import new_stream
from azulejos.engine.state import States
from tests.engine.azul.lockstep import (
    BOARDS,
    CONFIGURATIONS,
    Configuration,
    Sightings,
    Snapshot,
    difference,
    seat_or_none,
)
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

#: The texts of all moves, by action index, and back.
TEXTS = [str(move) for move in MOVES]
ACTION_OF_TEXT = {text: action for action, text in enumerate(TEXTS)}
FIELDS: tuple[str, ...] = STATE.names or ()
PHASES = ("deal", "over", "draft", "place", "bonus")
FIRST_SUPPLY, FACTORY, SUPPLY = range(3)  # what is filled


# The engine's record, read without the engine's help


@lru_cache(maxsize=1 << 16)
def letters(pile: int) -> str:
    """The letters of a pile, in the order of the colours."""
    return "".join(letter * (pile >> 10 * n & 1023) for n, letter in enumerate(COLOURS))


@lru_cache(maxsize=1 << 14)
def stars_of_record(spaces: bytes) -> list[str]:
    """The stars of a board, from the colours of its spaces."""
    tiles = "".join("." if space == 255 else COLOURS[space] for space in spaces)
    return [tiles[6 * star : 6 * star + 6] for star in STARS]


@lru_cache(maxsize=1 << 14)
def derived_of_stars(spaces: bytes) -> tuple[int, list[int]]:
    """What the record keeps ready about a board: occupied spaces, and the colours of each star."""
    occupied = sum(1 << n for n, space in enumerate(spaces) if space != 255)
    stars = [set(spaces[6 * star : 6 * star + 6]) - {255} for star in STARS]
    return occupied, [sum(1 << colour for colour in colours) for colours in stars]


@lru_cache(maxsize=1 << 14)
def offer_of(piles: tuple[str, ...], wild: str) -> int:
    """The legal drafts as bits: the colours of each source, the wild one where it is alone."""
    offer = 0
    for source, pile in enumerate(piles):
        for colour in set(pile.replace(wild, "") or pile):
            offer |= 1 << (source * 6 + COLOURS.index(colour))
    return offer


def fields_of(states: States) -> Snapshot:
    """The fields of the record as plain numbers and lists."""
    values = states.tolist()[0]
    record: Snapshot = dict(zip(FIELDS, values, strict=True))
    record["space_colours"] = [spaces.tobytes() for spaces in record["space_colours"]]
    for name in ("sources", "hands", "occupied", "scores", "star_colours", "number_points"):
        record[name] = record[name].tolist()
    return record


def snapshot_of_record(record: Snapshot) -> Snapshot:
    """The record in the form of the model's snapshot."""
    players, passed = record["players"], record["passed"]
    boards = []
    for seat in range(players):
        has_passed = bool(passed >> seat & 1)
        tiles = letters(record["hands"][seat])
        board = {
            "score": record["scores"][seat],
            "tiles": "" if has_passed else tiles,
            "kept": tiles if has_passed else "",
            "stars": stars_of_record(record["space_colours"][seat]),
            "passed": has_passed,
        }
        boards.append(board)
    return {
        "players": players,
        "board": BOARDS[record["board"]],
        "phase": PHASES[record["phase"]],
        "round": record["round_number"],
        "to_play": seat_or_none(record["to_play"]),
        "start_player": record["start_player"],
        "marker": seat_or_none(record["marker"]),
        "bonus_due": record["bonus_due"],
        "bag": letters(record["bag"]),
        "tower": letters(record["discards"]),
        "supply": letters(record["supply"]),
        "factories": [letters(pile) for pile in record["sources"][1 : 1 + FACTORIES[players]]],
        "centre": letters(record["sources"][0]),
        "boards": boards,
    }


def snapshot_of_setup(setup: Setup) -> Snapshot:
    """The engine's own setup in the form of the model's snapshot."""
    return {
        "players": len(setup.seats),
        "board": setup.board,
        "phase": setup.phase,
        "round": setup.round,
        "to_play": setup.to_play,
        "start_player": setup.start_player,
        "marker": setup.marker,
        "bonus_due": setup.bonus_due,
        "bag": setup.full_bag(),
        "tower": setup.tower,
        "supply": setup.supply,
        "factories": setup.all_factories(),
        "centre": setup.centre,
        "boards": [
            {
                "score": seat.score,
                "tiles": "" if seat.passed else seat.tiles,
                "kept": seat.tiles if seat.passed else "",
                "stars": seat.stars,
                "passed": seat.passed,
            }
            for seat in setup.seats
        ],
    }


def check_derived_fields(record: Snapshot, snapshot: Snapshot) -> None:
    """The fields kept for speed must say what the others say; unused places stay zero."""
    players, piles = snapshot["players"], (snapshot["centre"], *snapshot["factories"])
    for seat in range(players):
        occupied, star_colours = derived_of_stars(record["space_colours"][seat])
        assert record["occupied"][seat] == occupied, f"occupied of seat {seat}"
        assert record["star_colours"][seat] == star_colours, f"star_colours of seat {seat}"
    assert record["tiles_left"] == sum(map(len, piles)), "tiles_left"
    drafting = snapshot["phase"] == "draft"
    offer = offer_of(piles, COLOURS[snapshot["round"] - 1]) if drafting else 0
    assert record["offer"] == offer, f"offer: {record['offer']:#b}, expected {offer:#b}"
    assert not any(record["sources"][len(piles) :]), "tiles on factories that are not there"
    for name in ("hands", "occupied", "scores"):
        assert not any(record[name][players:]), f"{name} of a seat that is not there"
    for name in ("space_colours", "star_colours"):
        assert not any(map(any, record[name][players:])), f"{name} of a seat that is not there"
    assert record["passed"] >> players == 0, "a seat that is not there has passed"


def check_filling(record: Snapshot, model: Model) -> None:
    """What is being filled, and whose turn ends meanwhile."""
    filling, last_turn = record["filling"], model._last_turn
    if model.phase == "deal":
        short = model.round == 1 and len(model.supply) < 10
        to_factories = FIRST_SUPPLY if short else FACTORY
        expected = (to_factories, -1) if last_turn is None else (SUPPLY, last_turn)
    else:
        expected = (FACTORY if model.phase == "draft" else SUPPLY, -1)
    assert (filling, record["mover"]) == expected, f"filling and mover: expected {expected}"


# One game


def model_of_setup(setup: Setup, drawn: int = 0) -> Model:
    """The model in the position of a setup."""
    first, second, third, fourth = setup.number_points
    points = (first, second, third, fourth)
    model = Model(len(setup.seats), setup.board, setup.start_player, points)
    model.phase, model.round, model.to_play = setup.phase, setup.round, setup.to_play
    model.marker, model.bonus_due = setup.marker, setup.bonus_due
    model.bag, model.tower = list(setup.full_bag()), list(setup.tower)
    model.supply, model.centre = list(setup.supply), list(setup.centre)
    model.factories = [list(factory) for factory in setup.all_factories()]
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
    model.drawn = drawn
    model._last_turn = setup.mover
    return model


class Walk:
    """One game in engine and model; every step is compared as soon as it is made."""

    def __init__(self, states: States, model: Model, sightings: Sightings | None = None) -> None:
        self.model = model
        self.sightings = sightings or Sightings()
        self.steps: list[str] = []
        #: The legal moves, on which engine and model agree.
        self.moves: set[str] = set()
        self.states = states.copy()
        self._unlogged = states.copy()
        self._actions = np.zeros(len(TEXTS), np.int16)
        self.compare()

    @classmethod
    def new(
        cls,
        configuration: Configuration,
        first_player: int = 0,
        number_points: tuple[int, int, int, int] = (4, 8, 12, 16),
        sightings: Sightings | None = None,
    ) -> Walk:
        """A new game."""
        players, board = configuration.players, configuration.board
        states = SUMMER_PAVILION.new(players, board, first_player, number_points=number_points)
        return cls(states, Model(players, board, first_player, number_points), sightings)

    @classmethod
    def from_setup(cls, setup: Setup, sightings: Sightings | None = None) -> Walk:
        """A game that starts from a position made by hand."""
        return cls(PavilionPosition.from_setup(setup).states, model_of_setup(setup), sightings)

    # Steps

    def deal(self, letter: str) -> None:
        """Deal one tile from the bag."""
        if self.steps and self.steps[-1].startswith("deal"):
            self.steps[-1] += letter
        else:
            self.steps.append(f"deal {letter}")
        log, colour, scores = new_log(), COLOURS.index(letter), self.model.scores()
        unchecked.deal_tile(self.states, colour, log)
        unchecked.deal_tile(self._unlogged, colour, None)
        self.model.deal(letter)
        self.compare()
        if log[0, 0] > 1:  # besides the tile itself
            self._read(SUMMER_PAVILION.read_events(log), scores)

    def play(self, move: str) -> None:
        """Make a move."""
        self.steps.append(move)
        log, action, scores = new_log(), ACTION_OF_TEXT[move], self.model.scores()
        unchecked.apply(self.states, action, log)
        unchecked.apply(self._unlogged, action, None)
        self.model.play(move, self.moves)
        self.compare()
        self._read(SUMMER_PAVILION.read_events(log), scores)

    # Comparing

    def compare(self) -> None:
        """Engine and model must agree in everything."""
        record_bytes = self.states.tobytes()
        assert record_bytes == self._unlogged.tobytes(), "the engine differs with and without log"
        self.sightings.positions.update(record_bytes)
        record = fields_of(self.states)
        engine, model = snapshot_of_record(record), self.model.snapshot()
        assert engine == model, difference(engine, model)
        assert tuple(record["number_points"]) == self.model.number_points
        check_derived_fields(record, engine)
        check_filling(record, self.model)
        self._compare_moves()
        if self.model.phase == "over":
            winners = sum(1 << seat for seat in self.model.winners())
            assert unchecked.winners(self.states) == winners, f"expected winners {winners:#b}"

    def _compare_moves(self) -> None:
        actions = self._actions[: unchecked.legal_actions(self.states, self._actions)].tolist()
        self.moves = self.model.legal_moves()
        moves = {TEXTS[action] for action in actions}
        assert moves == self.moves, difference({"moves": moves}, {"moves": self.moves})
        assert all(a < b for a, b in pairwise(actions)), "order of actions"

    def compare_thoroughly(self) -> None:
        """The comparisons that are too slow for every step."""
        setup = from_states(self.states)
        engine, model = snapshot_of_setup(setup), self.model.snapshot()
        assert engine == model, difference(engine, model)
        assert problems(setup) == []
        assert to_states(setup).tobytes() == self.states.tobytes(), "from_states, to_states"
        legal = {text for n, text in enumerate(TEXTS) if unchecked.is_legal(self.states, n)}
        assert legal == self.moves, "is_legal and legal_actions differ"

    # What was seen

    def _read(self, events: Sequence[object], scores: list[int]) -> None:
        """The events must explain the change of scores. Rare ones are counted."""
        seen = self.sightings.seen
        for number, event in enumerate(events):
            for player, _, points in SUMMER_PAVILION.points_of(event):  # type: ignore[arg-type]
                scores[player] += points
            self._note_dealing(event)
            self._note_playing(event, events[:number])
        assert scores == self.model.scores(), f"the events add up to {scores}"
        if self.model.phase == "place":
            seen["marker not taken"] += self.model.marker is None
        if self.model.phase == "over":
            seen["victory shared"] += len(self.model.winners()) > 1

    def _note_dealing(self, event: object) -> None:
        seen = self.sightings.seen
        match event:
            case BagFilled():
                refill = self.states["filling"][0] == SUPPLY
                seen[f"tower poured for {'the supply' if refill else 'a factory'}"] += 1
            case RoundStarted(missing=missing) if missing:
                seen["short round"] += 1
                seen["factory partly filled"] += missing % TILES_PER_FACTORY != 0
                seen["no tile to draft"] += missing == 4 * len(self.model.factories)

    def _note_playing(self, event: object, earlier: Sequence[object]) -> None:
        seen = self.sightings.seen
        match event:
            case Taken(tiles=tiles) if self.steps[-1][1] == COLOURS[self.model.round - 1]:
                assert tiles.total() == 1
                seen["wild-only source drafted"] += 1
            case MarkerTaken(points=points):
                taken = earlier[-1]
                assert isinstance(taken, Taken)
                seen["score held at 1"] += points < taken.tiles.total()
            case Surrounded(reward=reward, due=due):
                seen[f"bonus of {reward}"] += 1
                seen["bonus cut short"] += due < reward
            case Placed(points=6):
                seen["six points for a tile"] += 1
            case Passed(kept=kept, discarded=discarded, points=points):
                by_itself = len(earlier) > 0 or not self.steps[-1].startswith("=")
                assert not by_itself or kept.total() + discarded.total() == 0
                seen["automatic pass"] += by_itself
                seen["score held at 1"] += points < discarded.total()
            case Bonus(player=player, stars=stars, numbers=numbers):
                self._note_bonus(player, stars, numbers)

    def _note_bonus(self, player: int, stars: int, numbers: int) -> None:
        seen, board = self.sightings.seen, self.model.boards[player]
        assert stars == board.star_points()
        assert numbers == board.number_set_points(self.model.number_points)
        seen["complete number set"] += numbers > 0
        for star in STARS:
            tiles = board.tiles_in(star)
            if len(tiles) == 6:
                colours = "one-colour" if len(set(tiles)) == 1 else "many-colour"
                seen[f"complete {colours} star"] += 1


# Who plays


Liking: TypeAlias = Callable[[Model, str], float]


def anything(_model: Model, _move: str) -> float:
    """All alike."""
    return 0


def dearest(model: Model, move: str) -> float:
    """What costs most, and rather with wild tiles; drafts of many tiles."""
    if len(move) == 2:
        return model._source(int(move[0])).count(move[1])
    return number_of(model.board, int(move[0]), int(move[1])) + int(move[3]) / 10


def cheapest(model: Model, move: str) -> float:
    """What costs least; drafts of few tiles, and so of many colours."""
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
    """Fill the central star first, on the grey side with many colours; draft what one lacks."""
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
    """How somebody plays: which moves he likes, how early he passes, whether he keeps tiles."""

    name: str
    liking: Liking
    passing: float  # how likely he passes although he could place a tile
    keeping: float  # how likely he keeps as many tiles as possible

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
        return max(others, key=lambda move: self.liking(model, move) + rng.random() / 2)


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


def mixed_or_alike(players: int, rng: random.Random) -> list[Style]:
    """Styles for all seats: all the same in many games, since only then rare things add up."""
    if rng.random() < 0.4:
        return rng.choices(STYLES, k=players)
    return [rng.choice(STYLES)] * players


# How tiles are drawn


def draw(model: Model, rng: random.Random, alike: float) -> str:
    """A tile of the bag; with some probability one that makes its factory one of one colour.

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


# Many games


def play_games(
    configuration: Configuration, seeds: Iterable[int], sightings: Sightings | None = None
) -> Sightings:
    """Walk through a random game for each seed; an error tells the game that led to it."""
    sightings = sightings or Sightings()
    for seed in seeds:
        play_game(configuration, seed, sightings)
    return sightings


def play_game(configuration: Configuration, seed: int, sightings: Sightings) -> None:
    """Walk through one random game. Players, draws and options are chosen by the seed, too."""
    rng = random.Random(f"Summer Pavilion, {configuration}, seed {seed}")
    styles = mixed_or_alike(configuration.players, rng)
    alike = rng.choice([0, 0, 0, 0.9, 1])
    number_points = rng.choice([(4, 8, 12, 16), (4, 8, 12, 16), (4, 4, 4, 4)])
    first_player = rng.randrange(configuration.players)
    walk = Walk.new(configuration, first_player, number_points, sightings)
    try:
        play_on(walk, styles, rng, alike)
    except Exception as error:
        names = ", ".join(style.name for style in styles)
        game = f"{configuration}, seed {seed} (first player {first_player}, {names}, "
        game += f"points for numbers {number_points})"
        raise AssertionError(f"{error}\n{game}: {'; '.join(walk.steps)}") from error


def play_on(walk: Walk, styles: Sequence[Style], rng: random.Random, alike: float = 0) -> None:
    """Walk to the end of the game, with one thorough look on the way."""
    model = walk.model
    steps_to_look = rng.randrange(400)  # the thorough look comes then, or at the end
    while model.phase != "over":
        if model.phase == "deal":
            walk.deal(draw(model, rng, alike))
        else:
            assert model.to_play is not None
            walk.play(styles[model.to_play].choose(model, sorted(walk.moves), rng))
        steps_to_look -= 1
        if steps_to_look == 0:
            walk.compare_thoroughly()
    if steps_to_look > 0:
        walk.compare_thoroughly()


def digest_of_games(games: int) -> str:
    """All positions of some games of every configuration, as one text."""
    sightings = Sightings()
    for configuration in CONFIGURATIONS:
        play_games(configuration, range(games), sightings)
    return sightings.digest()


def digest_of_playouts(games: int) -> str:
    """The ends of some random games that the engine plays by itself, as one text."""
    digest = hashlib.sha256()
    stream = new_stream(11)
    for configuration in CONFIGURATIONS:
        for game in range(games):
            first_player = game % configuration.players
            states = SUMMER_PAVILION.new(configuration.players, configuration.board, first_player)
            moves = playout.play_out(states, stream)
            digest.update(states.tobytes() + moves.to_bytes(2))
    return digest.hexdigest()
