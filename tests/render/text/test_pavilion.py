"""Summer Pavilion as text: boards lie as in the rulebook, readable without colour."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from azulejos import Game
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Seat, Setup
from azulejos.render.text.position import draw, player_names
from tests.support import pavilion_at, random_game

PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = Colour
NAME = "summer-pavilion"
COLUMNS = 80
EMPTY = "......"
SUPPLY = "ppggooyybb"
CONFIGURATIONS = [(players, board) for players in (2, 3, 4) for board in ("coloured", "grey")]
every_configuration = pytest.mark.parametrize(("players", "board"), CONFIGURATIONS)

# Drawing


def drawn(position: PavilionPosition, names: list[str] | None = None) -> str:
    paper = io.StringIO()
    names = names or player_names(len(position.scores))
    Console(file=paper, no_color=True, width=COLUMNS).print(draw(position, names))
    return paper.getvalue()


def boards_in(picture: str, players: int) -> list[str]:
    """The frames of the players, cut out of a picture."""
    rows = picture[picture.rindex("tower") :].splitlines()[2:]
    height = len(rows) // ((players + 1) // 2)
    frames = []
    for seat in range(players):
        part = rows[seat // 2 * height : (seat // 2 + 1) * height]
        frames.append("\n".join(row[38 * (seat % 2) :][:37] for row in part))
    return frames


@every_configuration
def test_every_position_fits_on_eighty_columns(players: int, board: str) -> None:
    game = random_game(3, policy="tidy", game=NAME, players=players, board=board)
    for ply in (0, 1, *range(7, game.ply, 23), game.ply):
        picture = drawn(pavilion_at(game, ply))
        assert max(cell_len(line) for line in picture.splitlines()) <= COLUMNS
        assert "…" not in picture


@every_configuration
def test_all_seven_stars_and_their_numbers_are_drawn(players: int, board: str) -> None:
    game = Game(NAME, players=players, board=board, seed=1)
    for frame in boards_in(drawn(pavilion_at(game, 0)), players):
        assert sorted(re.findall(r"★(\d)", frame)) == list("0123456")
        if board == "coloured":
            numbers = re.findall(r"(?<![★\d·] )(?<!★)\b[1-6]\b", frame.split("\n", 1)[1])
            assert sorted(numbers) == sorted("123456" * 7)
        else:
            labels = re.findall(r"\b(\d):(\d)", frame)
            outer = ["1:3", "2:2", "3:1", "4:4", "5:5", "6:6"]
            central = ["1:3", "2:3", "3:3", "4:3", "5:3", "6:3"]
            assert sorted(map(":".join, labels)) == sorted(outer * 6 + central)
        assert frame.count("○") == 18


@every_configuration
def test_everything_on_the_table_is_in_the_picture(players: int, board: str) -> None:
    game = random_game(6, policy="tidy", game=NAME, players=players, board=board)
    for ply in range(0, game.ply, 17):
        position = pavilion_at(game, ply)
        picture = drawn(position)
        for colour in Colour:
            shown = len(re.findall(rf"▐{colour.letter.upper()}▌(?!\d)", picture))
            on_table = sum(pile[colour] for pile in position.sources)
            on_stars = sum(
                tile is colour
                for player in position.players
                for star in player.stars
                for tile in star
            )
            assert shown == on_table + on_stars + (position.wild is colour)
        supply = " ".join(
            f"▐{colour.letter.upper()}▌{position.supply[colour]}" for colour in position.supply
        )
        assert f"supply {supply}" in picture
        for seat, player in enumerate(position.players, start=1):
            assert f"{seat} player {seat} · {player.score}" in picture


def test_a_board_lies_as_in_the_rulebook() -> None:
    """The first tile of every star, and both sides of a window: where they stand in the picture."""
    stars = ["r.....", "p...pp", "o.....", "r.....", "b.....", "y.....", "g....."]
    setup = Setup([Seat(stars=stars), Seat()], factories=["p", "", "", "", ""])
    frame = boards_in(drawn(PavilionPosition.from_setup(setup)), 2)[0]
    lines = [line[2:] for line in frame.splitlines()[1:15]]
    assert lines[5][3:6] == "▐P▌"  # star 1, at its top
    assert (lines[6][0:3], lines[7][0:3], lines[7][3:6]) == ("▐P▌", "▐P▌", " ● ")  # its window
    assert lines[5][15:18] == "▐R▌"  # star 0
    assert lines[1][12:15] == "▐O▌"  # star 2, turned by a sixth
    assert lines[2][24:27] == "▐R▌"  # star 3
    assert lines[8][27:30] == "▐B▌"  # star 4
    assert lines[12][18:21] == "▐Y▌"  # star 5
    assert lines[11][6:9] == "▐G▌"  # star 6


def test_moons_wax_with_the_tiles_around_a_statue() -> None:
    moons = []
    for one, two in (
        (EMPTY, EMPTY),
        ("p.....", EMPTY),
        ("pp....", EMPTY),
        ("pp....", "..o..."),
        ("pp....", "..oo.."),
    ):
        stars = [EMPTY, one, two, *[EMPTY] * 4]
        setup = Setup([Seat(stars=stars), Seat()], factories=["p", "", "", "", ""])
        frame = boards_in(drawn(PavilionPosition.from_setup(setup)), 2)[0]
        moons.append(frame.splitlines()[5][7])
    assert moons == list("○◔◑◕●")


def test_the_title_says_what_is_wild_whose_turn_it_is_and_who_won() -> None:
    start = Setup([Seat(), Seat()], factories=["p", "", "", "", ""], round=2)
    assert "round 2 of 6 · wild ▐G▌ · player 1 to play" in drawn(PavilionPosition.from_setup(start))
    choosing = Setup([Seat(), Seat()], phase="bonus", bonus_due=2, supply=SUPPLY)
    picture = " ".join(drawn(PavilionPosition.from_setup(choosing)).split())
    assert "player 1 to play: take 2" in picture
    waiting = Setup([Seat(), Seat()], phase="deal", to_play=None, supply=SUPPLY)
    picture = " ".join(drawn(PavilionPosition.from_setup(waiting)).split())
    assert "tiles are to be dealt" in picture
    ended: dict[str, Any] = {"phase": "over", "to_play": None, "round": 6}
    one = Setup([Seat(score=9, passed=True), Seat(passed=True)], **ended)
    assert "player 1 won" in drawn(PavilionPosition.from_setup(one))
    both = Setup([Seat(passed=True), Seat(passed=True)], **ended)
    assert "player 1 and player 2 won" in drawn(PavilionPosition.from_setup(both))


def test_the_title_fits_on_a_line_when_bonus_tiles_are_due() -> None:
    choosing = Setup([Seat(), Seat()], phase="bonus", bonus_due=2, supply=SUPPLY)
    assert drawn(PavilionPosition.from_setup(choosing)).splitlines()[1].startswith("╭")


def test_who_has_passed_or_holds_the_marker_is_marked() -> None:
    seats = [Seat(tiles="g"), Seat(score=7, tiles="rr", passed=True)]
    setup = Setup(seats, phase="place", marker=1, supply=SUPPLY, filling="supply")
    picture = drawn(PavilionPosition.from_setup(setup))
    assert "2 player 2 · 7 · passed · marker" in picture
    assert "kept ▐R▌2" in picture
    assert "tiles ▐G▌1" in picture
    assert "centre ▐1▌" not in picture
    in_centre = Setup([Seat(), Seat()], factories=["p", "", "", "", ""])
    assert "centre ▐1▌" in drawn(PavilionPosition.from_setup(in_centre))


def test_names_that_look_like_markup_are_drawn_as_they_are() -> None:
    setup = Setup([Seat(), Seat()], factories=["p", "", "", "", ""])
    text = drawn(PavilionPosition.from_setup(setup), ["[/red]", "[bold]"])
    assert "[/red] to play" in text
    assert "2 [bold] · 5" in text
