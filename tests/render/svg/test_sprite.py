"""The sprite is well-formed, complete, and can be shown under a strict content policy."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from azulejos.bots import LEVEL_NAMES
from azulejos.render.games import RENDERERS
from azulejos.render.svg.app_icon import app_icon
from azulejos.render.svg.palette import MARKER
from azulejos.render.svg.sprite import sprite

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 36_000
NAMES_OF_ICONS = """
    bag lid tower undo hint settings log link download share replay play pause prev next first last
    bot person eye chat sound mute close home rules skip check warning trophy moon sun globe
    pillar statue window bell full-screen window-screen info qr help learn
    chart back fold unfold
"""
ICONS = NAMES_OF_ICONS.split()
AZUL = [f"azul-{letter}" for letter in RENDERERS["azul"].tiles.palette]
PAVILION = [f"pavilion-{letter}" for letter in RENDERERS["summer-pavilion"].tiles.palette]
BOXES = (
    dict.fromkeys([*AZUL, "azul-marker"], "0 0 100 100")
    | dict.fromkeys([*PAVILION, "pavilion-marker"], "0 0 100 173.2")
    | {f"face-{level}": "0 0 100 100" for level in LEVEL_NAMES}
    | {f"icon-{name}": "0 0 24 24" for name in ICONS}
)
ROOT = ElementTree.fromstring(sprite())
SYMBOLS = {symbol.get("id", ""): symbol for symbol in ROOT.iter(f"{SVG}symbol")}
DOCUMENTS = {"sprite": sprite(), "icon": app_icon(512)}


def test_every_drawing_is_there_in_its_box() -> None:
    assert {name: symbol.get("viewBox") for name, symbol in SYMBOLS.items()} == BOXES


def test_the_sprite_is_small() -> None:
    assert len(sprite().encode()) < LARGEST


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_nothing_needs_a_style_a_script_or_a_font(document: str) -> None:
    root = ElementTree.fromstring(document)
    elements = {element.tag.removeprefix(SVG) for element in root.iter()}
    attributes = {name for element in root.iter() for name in element.attrib}

    allowed = {"svg", "defs", "symbol", "g", "path", "rect", "circle", "stop"}
    assert elements <= allowed | {"linearGradient", "radialGradient"}
    assert not {name for name in attributes if name in ("style", "class") or name.startswith("on")}


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_names_are_unique_and_what_is_referred_to_exists(document: str) -> None:
    root = ElementTree.fromstring(document)
    names = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    gradients = {name for name in names if name not in SYMBOLS}

    assert len(names) == len(set(names))
    assert all(name.startswith("art-") for name in gradients)
    assert set(re.findall(r"url\(#([^)]*)\)", document)) == gradients


@pytest.mark.parametrize("name", [f"icon-{name}" for name in ICONS])
def test_an_icon_takes_the_colour_of_the_text_around_it(name: str) -> None:
    paints = {
        element.get(attribute)
        for element in SYMBOLS[name].iter()
        for attribute in ("fill", "stroke")
    }
    assert SYMBOLS[name].get("stroke") == "currentColor"
    assert paints <= {None, "none", "currentColor"}


def test_a_tile_is_painted_with_its_palette_only() -> None:
    paints = {
        f"{prefix}-{letter}": paint
        for prefix, game in (("azul", "azul"), ("pavilion", "summer-pavilion"))
        for letter, paint in [*RENDERERS[game].tiles.palette.items(), ("marker", MARKER)]
    }
    for name, paint in paints.items():
        used = {
            value
            for element in SYMBOLS[name].iter()
            for key, value in element.attrib.items()
            if key in ("fill", "stroke") and value.startswith("#")
        }
        assert used == {paint.ground, paint.rim, paint.motif}, name


def test_motifs_are_all_different() -> None:
    drawings = {
        name: re.sub("#[0-9a-f]{6}", "", ElementTree.tostring(symbol, "unicode"))
        for name, symbol in SYMBOLS.items()
    }
    shapes = [re.sub(r'id="[^"]*"', "", drawing) for drawing in drawings.values()]
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize("size", [16, 512])
def test_the_icon_has_the_size_asked_for_and_fills_its_square(size: int) -> None:
    root = ElementTree.fromstring(app_icon(size))

    assert (root.get("width"), root.get("height")) == (str(size), str(size))
    grounds = [rect for rect in root.iter(f"{SVG}rect") if rect.get("width") == "100"]
    assert all("rx" not in rect.attrib for rect in grounds)
    assert grounds


def test_what_matters_in_the_icon_survives_a_round_mask() -> None:
    """Petals end within 40 of 50 units; only corner ornaments may be cut away."""
    flower = [d for d in re.findall(r' d="([^"]*)"', app_icon(512)) if "Q" in d]
    numbers = [float(n) for d in flower for n in re.findall(r"-?\d+\.?\d*", d)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))

    assert flower
    assert max((x - 50) ** 2 + (y - 50) ** 2 for x, y in points) <= 40**2
