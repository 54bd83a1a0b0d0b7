"""The sprite: one document with every drawing as a symbol, to be placed in a page once."""

from __future__ import annotations

from functools import cache

from azulejos.render.svg.azul_tiles import azul_tiles
from azulejos.render.svg.icons import icons
from azulejos.render.svg.pavilion_tiles import pavilion_tiles
from azulejos.render.svg.tile_frame import gradients

SQUARE_BOX = "0 0 100 100"
RHOMBIC_BOX = "0 0 100 173.2"
ICON_BOX = "0 0 24 24"
PEN = (
    ' fill="none" stroke="currentColor" stroke-width="1.8"'
    ' stroke-linecap="round" stroke-linejoin="round"'
)


@cache
def sprite() -> str:
    """An SVG document of symbols: `azul-b`, `pavilion-p`, `icon-bag` and all others.

    It takes no room where it stands. It must not be hidden with `display: none`, which would take
    the gradients away with it.
    """
    symbols = [
        *(symbol(name, SQUARE_BOX, drawing) for name, drawing in azul_tiles().items()),
        *(symbol(name, RHOMBIC_BOX, drawing) for name, drawing in pavilion_tiles().items()),
        *(symbol(f"icon-{name}", ICON_BOX, drawing, PEN) for name, drawing in icons().items()),
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
        f"<defs>{gradients()}</defs>{''.join(symbols)}</svg>"
    )


def symbol(name: str, box: str, drawing: str, attributes: str = "") -> str:
    """A drawing that can be used by its name."""
    return f'<symbol id="{name}" viewBox="{box}"{attributes}>{drawing}</symbol>'
