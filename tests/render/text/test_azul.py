"""Azul as text: every tile readable without colour on 80 columns, and events as sentences."""

from __future__ import annotations

import io
import re
from types import ModuleType
from typing import Any, get_args

import pytest
from rich.cells import cell_len
from rich.console import Console

from azulejos.engine import GAMES
from azulejos.engine.azul import events as azul_events
from azulejos.engine.azul.layout import END_REASONS, Colour
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.colours import Tiles
from azulejos.engine.events import BagFilled, Dealt, RoundStarted
from azulejos.engine.pavilion import events as pavilion_events
from azulejos.engine.pavilion import layout as pavilion_layout
from azulejos.engine.pavilion.board import STAR_NAMES
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.position import AnyPosition
from azulejos.render.text import azul, pavilion
from azulejos.render.text.position import draw, player_names, tell
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


# Telling

BLUE, RED = Colour.BLUE, Colour.RED
GREEN, PURPLE = pavilion_layout.Colour.GREEN, pavilion_layout.Colour.PURPLE
NO_TILES = Tiles(pavilion_layout.Colour, 0)
SOME_TILES = Tiles.of(pavilion_layout.Colour, "ppg")

#: Of every kind of event that deserves words at least one, with its sentence.
SENTENCES: list[tuple[ModuleType, Any, str]] = [
    (azul, azul_events.Taken(0, 3, BLUE, 2), "Ana takes 2 blue from factory 3"),
    (azul, azul_events.Taken(1, 0, RED, 1), "Rui takes 1 red from the centre"),
    (azul, azul_events.MarkerTaken(1), "Rui takes the starting player marker"),
    (azul, azul_events.Placed(0, 3, BLUE, 2), "Ana puts 2 blue on line 4"),
    (azul, azul_events.Dropped(0, BLUE, 2, 0), "Ana drops 2 blue on the floor"),
    (azul, azul_events.Dropped(0, BLUE, 1, 3), "Ana drops 1 blue on the floor, 3 into the lid"),
    (azul, azul_events.LineDropped(1, 4, RED), "Rui: red of line 5 fits nowhere"),
    (azul, azul_events.Tiled(0, 0, 2, RED, 5), "Ana tiles red at row 1, column 3: +5"),
    (azul, azul_events.FloorCharged(1, 3, 4), "Rui: 3 on the floor, -4"),
    (azul, BagFilled(42), "the bag is empty: 42 tiles from the lid go into it"),
    (azul, RoundStarted(2, 1, 0), "round 2: Rui starts"),
    (azul, RoundStarted(9, 0, 3), "round 9: Ana starts, 3 tiles short"),
    (azul, azul_events.GameEnded("row"), "a row is complete: the game is over"),
    (azul, azul_events.GameEnded("empty"), "no tiles are left to deal: the game is over"),
    (
        azul,
        azul_events.GameEnded("stalemate"),
        "nobody has placed a tile for too long: the game is over",
    ),
    (azul, azul_events.Bonus(0, 2, 7, 10), "Ana: rows +2, columns +7, colours +10"),
    (
        pavilion,
        pavilion_events.Taken(0, 3, SOME_TILES),
        "Ana takes 2 purple and 1 green from factory 3",
    ),
    (
        pavilion,
        pavilion_events.Taken(1, 0, SOME_TILES),
        "Rui takes 2 purple and 1 green from the centre",
    ),
    (pavilion, pavilion_events.MarkerTaken(1, 4), "Rui takes the starting player marker: -4"),
    (
        pavilion,
        pavilion_events.Placed(0, 10, GREEN, NO_TILES, 3),
        f"Ana places green on slot 5 of star 1 ({STAR_NAMES[1]}): +3",
    ),
    (pavilion, pavilion_events.Surrounded(0, 3, 3), "Ana earns 3 bonus tiles"),
    (
        pavilion,
        pavilion_events.Surrounded(0, 3, 2),
        "Ana earns 3 bonus tiles, but the supply has 2",
    ),
    (
        pavilion,
        pavilion_events.BonusTaken(1, SOME_TILES),
        "Rui takes 2 purple and 1 green from the supply",
    ),
    (pavilion, pavilion_events.Passed(1, NO_TILES, NO_TILES, 0), "Rui passes, keeps nothing"),
    (
        pavilion,
        pavilion_events.Passed(1, SOME_TILES, SOME_TILES, 3),
        "Rui passes, keeps 2 purple and 1 green, discards 2 purple and 1 green: -3",
    ),
    (pavilion, BagFilled(42), "the bag is empty: 42 tiles from the tower go into it"),
    (pavilion, RoundStarted(1, 1, 0), f"round 1: {PURPLE} is wild, Rui starts"),
    (pavilion, RoundStarted(2, 0, 3), f"round 2: {GREEN} is wild, Ana starts, 3 tiles short"),
    (pavilion, pavilion_events.GameEnded(6), "six rounds are played: the game is over"),
    (pavilion, pavilion_events.Bonus(0, 14, 4), "Ana: complete stars +14, sets of numbers +4"),
]


@pytest.mark.parametrize(("look", "event", "sentence"), SENTENCES)
def test_what_happened_is_told_in_a_sentence(look: ModuleType, event: Any, sentence: str) -> None:
    assert list(look.tell([event], ["Ana", "Rui"])) == [sentence]


@pytest.mark.parametrize(
    ("look", "kinds"), [(azul, azul_events.Event), (pavilion, pavilion_events.Event)]
)
def test_every_kind_of_event_is_told_except_single_dealt_tiles(
    look: ModuleType, kinds: Any
) -> None:
    told = {type(event) for chosen, event, _ in SENTENCES if chosen is look}
    assert told == set(get_args(kinds)) - {Dealt}
    assert list(look.tell([Dealt(1, BLUE)], ["Ana", "Rui"])) == []


def test_every_end_of_azul_is_told() -> None:
    ends = {event.reason for _, event, _ in SENTENCES if isinstance(event, azul_events.GameEnded)}
    assert ends == set(END_REASONS) - {"none"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_events_of_whole_games_are_told(game: str, board: str) -> None:
    match = random_game(8, game=game, board=board, players=3)
    happened = [event for entry in match.history for event in entry.events]
    sentences = list(tell(game, happened, ["Ana", "Rui", "Eva"]))
    assert len(sentences) == sum(not isinstance(event, Dealt) for event in happened)
