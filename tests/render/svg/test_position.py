"""Pictures of positions: whole, without anything from outside, and the same for everyone."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from azulejos import Game, bot
from azulejos.cli import app
from azulejos.engine.azul.layout import Colour
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.errors import BadOption, MissingExtra, UnknownName, UnreadableMove
from azulejos.engine.state import BOARDS
from azulejos.game import Turn
from azulejos.i18n import LANGUAGES
from azulejos.render.png import pixels, png
from azulejos.render.svg.theme import THEMES

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ("azul", "summer-pavilion")
TILE_SYMBOL = {"azul": "#azul-", "summer-pavilion": "#pavilion-"}


def game_after(name: str, plies: int, **options: Any) -> Game:
    game, player = Game(name, seed=3, **options), bot("greedy", seed=1)
    while not game.is_over and game.ply < plies:
        game.play(player.choose(game.position).move)
    return game


def last_turn(game: Game) -> Turn:
    return [entry for entry in game.history if isinstance(entry, Turn)][-1]


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_picture_needs_nothing_but_itself(name: str, board: str, players: int) -> None:
    game = game_after(name, 40, board=board, players=players)
    root = parsed(game.position.to_svg(last_move=last_turn(game)))
    defined = {node.get("id") for node in root.iter() if node.get("id")}
    used = {node.get("href") for node in root.iter(f"{SVG}use")}
    paints = {
        value for node in root.iter() for value in node.attrib.values() if value.startswith("url(")
    }
    assert {str(href)[1:] for href in used} <= defined
    assert {paint[5:-1] for paint in paints} <= defined
    assert not {node.tag for node in root.iter()} & {f"{SVG}script", f"{SVG}image", f"{SVG}style"}
    assert not [name for node in root.iter() for name in node.attrib if name.startswith("on")]


def test_every_tile_on_the_table_is_drawn() -> None:
    position = game_after("azul", 25, board="grey").position
    root = parsed(position.to_svg())
    drawn = [node.get("href") for node in root.iter(f"{SVG}use")]
    assert isinstance(position, AzulPosition)
    for colour in Colour:
        count = sum(pile[colour] for pile in position.sources)
        for seat in position.players:
            count += sum(line.count for line in seat.lines if line.colour == colour)
            count += sum(space == colour for row in seat.wall for space in row)
            count += seat.floor[colour]
        assert drawn.count(f"#azul-{colour.letter}") == count
    assert drawn.count("#azul-marker") == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_last_move_is_marked(name: str) -> None:
    accent = THEMES["light"].accent
    for plies in (1, 2, 9, 20, 22, 25, 29):
        game = game_after(name, plies)
        plain, marked = (
            game.position.to_svg(last_move=move).count(accent) for move in (None, last_turn(game))
        )
        assert marked > plain
        seat_and_move = (last_turn(game).player, str(last_turn(game).move))
        assert game.position.to_svg(last_move=seat_and_move).count(accent) == marked


def test_of_a_move_alone_the_place_is_marked_where_the_tiles_lay() -> None:
    game = game_after("azul", 1)
    accent = THEMES["light"].accent
    plain = game.position.to_svg().count(accent)
    assert game.position.to_svg(last_move=last_turn(game).move).count(accent) == plain + 1


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_shows_who_won(name: str) -> None:
    position = game_after(name, 10_000).position
    svg = position.to_svg()
    assert svg.count('href="#icon-trophy"') == len(position.winners)
    assert "The game is over" in svg


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_speak_every_language(language: str) -> None:
    title = parsed(Game("azul", seed=1).position.to_svg(language=language)).find(f"{SVG}title")
    assert title is not None
    assert title.text is not None
    assert ("Round 1" in title.text) == (language == "en")


@pytest.mark.parametrize("theme", THEMES)
def test_size_and_theme_are_as_asked_for(theme: str) -> None:
    root = parsed(Game("azul", seed=1).position.to_svg(theme=theme, size=500))
    assert root.get("width") == "500"
    assert THEMES[theme].ground in ElementTree.tostring(root, encoding="unicode")


def test_what_cannot_be_drawn_is_refused() -> None:
    position = Game("azul", seed=1).position
    for size in (0, 10**9, 3.5, True):
        with pytest.raises(BadOption):
            position.to_svg(size=size)  # type: ignore[arg-type]
    with pytest.raises(UnknownName):
        position.to_svg(theme="neon")
    with pytest.raises(UnreadableMove):
        position.to_svg(last_move="9z9")


@pytest.mark.parametrize("name", GAMES)
def test_notebooks_show_positions_by_themselves(name: str) -> None:
    position = Game(name, seed=1).position
    assert position._repr_svg_().startswith("<svg ")
    assert re.search('width="860"', position._repr_svg_())


@pytest.mark.parametrize("name", GAMES)
def test_pictures_become_pixels(name: str) -> None:
    svg = Game(name, seed=1).position.to_svg(size=400)
    with Image.open(io.BytesIO(png(svg))) as image:
        assert (image.format, image.width) == ("PNG", 400)
        height = image.height
    array = pixels(svg)
    assert array.shape == (height, 400, 3)
    ground = THEMES["light"].ground
    assert tuple(array[2, 2]) == tuple(bytes.fromhex(ground[1:]))
    assert len(np.unique(array.reshape(-1, 3), axis=0)) > 100


def test_without_the_renderer_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"azulejos\[png\]"):
        png("<svg/>")


def test_the_command_line_writes_pictures(tmp_path: Path) -> None:
    text = str(Game("summer-pavilion", seed=1).position)
    files = tmp_path / "a.svg", tmp_path / "a.png"
    options = ["--svg", str(files[0]), "--png", str(files[1]), "--size", "300", "--theme", "dark"]
    result = CliRunner().invoke(app, ["show", text, *options])
    assert result.exit_code == 0, result.output
    assert parsed(files[0].read_text(encoding="utf-8")).get("width") == "300"
    with Image.open(files[1]) as image:
        assert image.width == 300
