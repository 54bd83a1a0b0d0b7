"""How Summer Pavilion is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from azulejos.engine import AnyPosition, AnyTiles
from azulejos.engine.colours import Colour
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.render.interface import GameRenderer
from azulejos.render.svg import pavilion_board
from azulejos.render.svg.brush import Brush
from azulejos.render.svg.pavilion_tiles import TILE_SET
from azulejos.render.text import pavilion as text


class PavilionRenderer(GameRenderer):
    """How Summer Pavilion is drawn."""

    tiles = TILE_SET
    board_size = (pavilion_board.WIDTH, pavilion_board.HEIGHT)
    factory_tile, tray_tile, marker_tile = 40.0, 44.0, 42.0
    discards_icon = "tower"

    def discards(self, position: AnyPosition) -> AnyTiles:
        """The tower."""
        assert isinstance(position, PavilionPosition)
        return position.tower

    def supply(self, position: AnyPosition) -> AnyTiles:
        """The supply."""
        assert isinstance(position, PavilionPosition)
        return position.supply

    def wild(self, position: AnyPosition) -> Colour | None:
        """The wild colour, until the game is over."""
        assert isinstance(position, PavilionPosition)
        return None if position.is_over else position.wild

    def is_marker_on_board(self, position: AnyPosition) -> bool:  # noqa: ARG002
        """The marker lies beside the board."""
        return False

    def draw_board(self, brush: Brush, seat: int, x: float, y: float) -> str:
        """Seven stars, and the tiles beside them."""
        return pavilion_board.draw_board(brush, seat, x, y)

    def draw_text(self, position: AnyPosition, names: Sequence[str]) -> RenderableType:
        """A position as text."""
        assert isinstance(position, PavilionPosition)
        return text.draw(position, names)
