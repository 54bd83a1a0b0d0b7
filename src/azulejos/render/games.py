"""The renderers of all games."""

from __future__ import annotations

from azulejos.render.azul import AzulRenderer
from azulejos.render.interface import GameRenderer
from azulejos.render.pavilion import PavilionRenderer

#: By the name of the game.
RENDERERS: dict[str, GameRenderer] = {
    "azul": AzulRenderer(),
    "summer-pavilion": PavilionRenderer(),
}
