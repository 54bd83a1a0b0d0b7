"""SVG sprite: every drawing as a symbol of one document."""

from __future__ import annotations

from functools import cache

from azulejos.render.games import RENDERERS
from azulejos.render.svg.faces import BOX, faces
from azulejos.render.svg.icons import icons
from azulejos.render.svg.tile_frame import gradients

ICON_BOX = "0 0 24 24"
PEN = (
    ' fill="none" stroke="currentColor" stroke-width="1.8"'
    ' stroke-linecap="round" stroke-linejoin="round"'
)


@cache
def sprite() -> str:
    """An SVG document of symbols: `azul-b`, `pavilion-p`, `face-strong`, `icon-bag` and all others.

    It has no size of its own. It must not be hidden with `display: none`, which would disable the
    gradients.
    """
    symbols = [
        symbol(name, renderer.tiles.view_box, drawing)
        for renderer in RENDERERS.values()
        for name, drawing in renderer.tiles.symbols().items()
    ]
    symbols += [symbol(f"face-{level}", BOX, drawing) for level, drawing in faces().items()]
    symbols += [symbol(f"icon-{name}", ICON_BOX, drawing, PEN) for name, drawing in icons().items()]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
        f"<defs>{gradients()}</defs>{''.join(symbols)}</svg>"
    )


def symbol(name: str, box: str, drawing: str, attributes: str = "") -> str:
    """A `symbol` element."""
    return f'<symbol id="{name}" viewBox="{box}"{attributes}>{drawing}</symbol>'
