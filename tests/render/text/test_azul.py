"""Azul as text: every tile is readable without colour, on 80 columns."""

from __future__ import annotations

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from azulejos.engine import GAMES, AnyPosition
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.render.text.position import draw, player_names
from tests.support import random_game

COLUMNS = 80

# Drawing

CONFIGURATIONS = [
    (game, board, players)
    for game in GAMES
    for board in ("coloured", "grey")
    for players in (2, 3, 4)
]
#: A tile as it is drawn, and how many there are where only one is shown for several.
TILE = re.compile(r"▐([A-Z])▌(?!\d:)(\d*)")


def drawn(position: AnyPosition, names: list[str] | None = None) -> str:
    paper = io.StringIO()
    names = names or player_names(len(position.scores))
    Console(file=paper, no_color=True, width=COLUMNS).print(draw(position, names))
    return paper.getvalue()


def tiles_seen(drawing: str) -> str:
    """The letters of all tiles of a drawing, sorted."""
    _, _, below_the_title = drawing.partition("\n")
    found = (letter * int(count or 1) for letter, count in TILE.findall(below_the_title))
    return "".join(sorted("".join(found).lower()))


def tiles_on_the_table(position: AnyPosition) -> str:
    """The letters of all tiles outside the bag and the discards, sorted."""
    piles = [str(pile) for pile in position.sources]
    if isinstance(position, AzulPosition):
        for seat in position.to_setup().seats:
            piles += [*seat.lines, *seat.wall, seat.floor]
    elif isinstance(position, PavilionPosition):
        piles.append(str(position.supply))
        for player in position.players:
            piles.append(str(player.tiles))
            piles += [tile.letter for star in player.stars for tile in star if tile is not None]
    return "".join(sorted("".join(piles).replace(".", "")))


def check_drawing(position: AnyPosition) -> None:
    text = drawn(position)
    assert tiles_seen(text) == tiles_on_the_table(position)
    assert max(map(cell_len, text.splitlines())) <= COLUMNS
    for seat, score in enumerate(position.scores, start=1):
        assert f"{seat} player {seat} · {score} " in text


@pytest.mark.parametrize(("game", "board", "players"), CONFIGURATIONS)
def test_every_tile_can_be_read_without_colour_on_80_columns(
    game: str, board: str, players: int
) -> None:
    policy = "tidy" if game == "azul" else "any"
    match = random_game(6, game=game, board=board, players=players, policy=policy)
    for ply in (0, *range(7, match.ply, 19), match.ply):
        check_drawing(match.position_at(ply))


def test_the_fullest_centre_can_be_read_too() -> None:
    position = AzulPosition.from_setup(Setup([Seat()] * 4, centre="b" * 7 + "y" * 6 + "rkw" * 4))
    check_drawing(position)


def test_the_marker_is_drawn_where_it_lies() -> None:
    in_centre = AzulPosition.from_setup(Setup([Seat(), Seat()], centre="b"))
    assert re.search(r"0 centre \W*1\W*B", drawn(in_centre))
    taken = AzulPosition.from_setup(Setup([Seat(), Seat()], centre="b", marker=1))
    assert not re.search(r"0 centre \W*1", drawn(taken))
    assert re.search(r"0 +-1 .*0 \W1\W -1 -2", drawn(taken))


def test_empty_spaces_of_the_coloured_wall_show_their_colours() -> None:
    rows = re.findall(r"▸((?: +[byrkw]){5})", drawn(AzulPosition.from_setup(start())))
    assert [row.split() for row in rows[::2]] == [
        list("byrkw"),
        list("wbyrk"),
        list("kwbyr"),
        list("rkwby"),
        list("yrkwb"),
    ]


def test_columns_of_the_grey_wall_are_numbered() -> None:
    assert "1  2  3  4  5" in drawn(AzulPosition.from_setup(start(board="grey")))


def start(board: str = "coloured") -> Setup:
    return Setup([Seat(), Seat()], board=board, factories=["bbyr", "kkww", "", "", ""])


def test_the_title_says_whose_turn_it_is_and_who_won() -> None:
    position = AzulPosition.from_setup(start())
    assert "player 1 to play" in drawn(position)
    tiling = Setup([Seat(lines=["b", *[""] * 4]), Seat()], board="grey", phase="tile", marker=1)
    assert "player 1 to play: choose a column" in drawn(AzulPosition.from_setup(tiling))
    waiting = Setup([Seat(), Seat()], phase="deal", to_play=None)
    assert "tiles are to be dealt" in drawn(AzulPosition.from_setup(waiting))
    row = Seat(score=9, wall=["byrkw", *["....."] * 4])
    over = Setup([row, Seat(score=2)], phase="over", to_play=None, end_reason="row", marker=0)
    assert "player 1 won" in drawn(AzulPosition.from_setup(over))
    shared = Setup([row, row], phase="over", to_play=None, end_reason="row", marker=0)
    assert "player 1 and player 2 won" in drawn(AzulPosition.from_setup(shared))


def test_names_that_look_like_markup_are_drawn_as_they_are() -> None:
    text = drawn(AzulPosition.from_setup(start()), ["[/red]", "[bold]"])
    assert "[/red] to play" in text
    assert "2 [bold] · 0" in text
