"""The answer to `GET /api/config`: games, boards, bots, languages, and geometry for drawing."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import get_args

import msgspec

from azulejos.bots import BOTS, FIRST_NAMES, USUAL
from azulejos.engine import GAMES
from azulejos.engine.azul.layout import FLOOR_PENALTY
from azulejos.engine.pavilion.layout import (
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    ROUNDS,
    STAR_POINTS,
    Colour,
)
from azulejos.engine.state import BOARDS
from azulejos.i18n import LANGUAGES
from azulejos.render.svg.geometry import azul_wall_pattern, pavilion_board
from azulejos.session.messages import PRESETS
from azulejos.session.messages.options import MAX_DAYS, MAX_INCREMENT, MAX_MINUTES, UndoPolicy
from azulejos.version import __version__


class Language(msgspec.Struct, frozen=True):
    """A language of the page: its code and its own name."""

    code: str
    name: str


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about a game that do not change: boards, letters of colours, sources of points."""

    boards: list[str]
    colours: str
    sources: list[str]


class AzulFacts(GameFacts, frozen=True, kw_only=True):
    """The colours of the coloured wall by row, and the cost of each floor space (negative)."""

    wall: list[list[str]]
    floor: list[int]


class PavilionSpace(msgspec.Struct, frozen=True):
    """A space of the board: number, colour (null: any), and its rhombus in the drawing."""

    star: int
    slot: int
    number: int
    colour: str | None
    x: float
    y: float
    angle: float
    length: float
    points: str


class PavilionFeature(msgspec.Struct, frozen=True):
    """A pillar, statue or window: the bonus tiles it gives, the spaces around it, its place."""

    kind: str
    reward: int
    spaces: list[int]
    x: float
    y: float
    angle: float
    radius: float


class PavilionStar(msgspec.Struct, frozen=True):
    """A star: its place in the drawing."""

    star: int
    x: float
    y: float
    radius: float


class PavilionGeometry(msgspec.Struct, frozen=True):
    """The drawing of a side of the board."""

    width: float
    height: float
    spaces: list[PavilionSpace]
    features: list[PavilionFeature]
    stars: list[PavilionStar]


class PavilionFacts(GameFacts, frozen=True, kw_only=True):
    """The boards' geometry, the wild colour of each round, the points at the end of the game."""

    geometry: dict[str, PavilionGeometry]
    rounds: int
    wilds: str
    star_points: dict[str, int]
    many_colours_points: int
    number_points: list[int]


class Games(msgspec.Struct, frozen=True, rename={"summer_pavilion": "summer-pavilion"}):
    """Facts by game."""

    azul: AzulFacts
    summer_pavilion: PavilionFacts


class Bounds(msgspec.Struct, frozen=True):
    """The least and the most that a number can be."""

    least: int
    most: int


class OptionBounds(msgspec.Struct, frozen=True):
    """What the options of a table can be.

    `minutes` and `increment` (in seconds) belong to a time of the kind `player`, `days` to `move`.
    """

    undo: list[str]
    minutes: Bounds
    increment: Bounds
    days: Bounds


class Catalogue(msgspec.Struct, frozen=True):
    """Everything that is the same for all tables; bots from the weakest to the strongest.

    `bot_names` has the first name of each bot.
    """

    version: str
    languages: list[Language]
    bots: list[str]
    bot_names: dict[str, str]
    usual_bot: str
    presets: list[str]
    table_options: OptionBounds
    games: Games


@cache
def describe() -> Catalogue:
    """What this service offers."""
    return Catalogue(
        version=__version__,
        languages=[Language(code, name) for code, name in LANGUAGES.items()],
        bots=list(BOTS),
        bot_names=FIRST_NAMES,
        usual_bot=USUAL,
        presets=list(PRESETS),
        table_options=OptionBounds(
            undo=list(get_args(UndoPolicy)),
            minutes=Bounds(1, MAX_MINUTES),
            increment=Bounds(0, MAX_INCREMENT),
            days=Bounds(1, MAX_DAYS),
        ),
        games=Games(azul=_azul(), summer_pavilion=_pavilion()),
    )


def _azul() -> AzulFacts:
    rules, costs = GAMES["azul"], [int(cost) for cost in FLOOR_PENALTY]
    return AzulFacts(
        boards=list(BOARDS),
        colours=rules.colours.letters(),
        sources=list(rules.sources_of_points),
        wall=azul_wall_pattern(),
        floor=[before - after for before, after in pairwise(costs)],
    )


def _pavilion() -> PavilionFacts:
    rules = GAMES["summer-pavilion"]
    return PavilionFacts(
        boards=list(BOARDS),
        colours=rules.colours.letters(),
        sources=list(rules.sources_of_points),
        geometry={
            board: msgspec.convert(pavilion_board(board), PavilionGeometry, from_attributes=True)
            for board in BOARDS
        },
        rounds=ROUNDS,
        # Colours are numbered in the order in which they are wild.
        wilds=rules.colours.letters()[:ROUNDS],
        star_points={colour.letter: int(STAR_POINTS[colour]) for colour in Colour},
        many_colours_points=MANY_COLOURS_POINTS,
        number_points=list(NUMBER_POINTS),
    )
