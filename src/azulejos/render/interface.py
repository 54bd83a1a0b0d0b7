"""What a game provides to be drawn, as SVG and as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType

from azulejos.engine import AnyPosition, AnyTiles
from azulejos.engine.colours import Colour
from azulejos.render.svg.palette import Paint

if TYPE_CHECKING:
    from azulejos.render.svg.brush import Brush


@dataclass(frozen=True)
class TileSet:
    """The tiles of a game as SVG symbols; their ids are `prefix-letter` and `prefix-marker`."""

    prefix: str
    view_box: str
    aspect: float  # width by height
    palette: Mapping[str, Paint]  # by the letter of the colour
    symbols: Callable[[], dict[str, str]]  # drawings by id


class GameRenderer(ABC):
    """How one game is drawn. Lengths are SVG user units."""

    tiles: ClassVar[TileSet]
    #: Width and height of a player's board.
    board_size: ClassVar[tuple[float, float]]
    #: Heights of tiles: on factories, in the centre and the supply; of the marker beside a name.
    factory_tile: ClassVar[float]
    tray_tile: ClassVar[float]
    marker_tile: ClassVar[float]
    #: The icon of the discarded tiles.
    discards_icon: ClassVar[str]

    @abstractmethod
    def discards(self, position: AnyPosition) -> AnyTiles:
        """The discarded tiles."""

    @abstractmethod
    def supply(self, position: AnyPosition) -> AnyTiles | None:
        """The supply, in games that have one."""

    @abstractmethod
    def wild(self, position: AnyPosition) -> Colour | None:
        """The wild colour of the round, in games that have one."""

    @abstractmethod
    def is_marker_on_board(self, position: AnyPosition) -> bool:
        """Whether `draw_board` draws the starting player marker."""

    @abstractmethod
    def draw_board(self, brush: Brush, seat: int, x: float, y: float) -> str:
        """A player's board as SVG, with its upper left corner at a point."""

    @abstractmethod
    def draw_text(self, position: AnyPosition, names: Sequence[str]) -> RenderableType:
        """A position as text for a terminal; `names` are the players', by seat."""
