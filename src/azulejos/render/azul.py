"""How Azul is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from azulejos.engine import AnyPosition, AnyTiles
from azulejos.engine.azul.position import AzulPosition
from azulejos.render.interface import GameRenderer
from azulejos.render.svg import azul_board
from azulejos.render.svg.azul_tiles import TILE_SET
from azulejos.render.svg.brush import Brush
from azulejos.render.text import azul as text


class AzulRenderer(GameRenderer):
    """How Azul is drawn."""

    tiles = TILE_SET
    board_size = (azul_board.WIDTH, azul_board.HEIGHT)
    factory_tile, tray_tile, marker_tile = 34.0, 38.0, 30.0
    discards_icon = "lid"

    def discards(self, position: AnyPosition) -> AnyTiles:
        """The lid of the box."""
        assert isinstance(position, AzulPosition)
        return position.lid

    def supply(self, position: AnyPosition) -> None:
        """There is no supply."""

    def wild(self, position: AnyPosition) -> None:
        """There is no wild colour."""

    def is_marker_on_board(self, position: AnyPosition) -> bool:
        """On the floor line, until the game is over."""
        return not position.is_over

    def draw_board(self, brush: Brush, seat: int, x: float, y: float) -> str:
        """Pattern lines, wall and floor line."""
        return azul_board.draw_board(brush, seat, x, y)

    def draw_text(self, position: AnyPosition, names: Sequence[str]) -> RenderableType:
        """A position as text."""
        assert isinstance(position, AzulPosition)
        return text.draw(position, names)
