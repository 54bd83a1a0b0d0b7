"""Why places are closed: the engine's own reasons, for the present step of a move."""

from __future__ import annotations

from azulejos import Game, azul, pavilion
from azulejos.engine import AnyPosition
from azulejos.i18n import words_in
from azulejos.session import SeatSetup, views
from azulejos.tui.closed import reasons
from azulejos.tui.keys import PASS, TakeKey
from azulejos.tui.log import LogScreen
from azulejos.tui.move_builder import MoveBuilder
from azulejos.tui.seats import HERE, ME, write_seats
from tests.tui.person import SMALL, in_a_loop, may_act, sitting, table_of, until

ENGLISH = words_in("en")
#: The first line is full, the second holds another colour, and the third row has blue.
AZUL = azul.Position.from_setup(
    azul.Setup(
        [
            azul.Seat(lines=["w", "y", "", "", ""], wall=[*["....."] * 2, "..b..", *["....."] * 2]),
            azul.Seat(),
        ],
        round=2,
        factories=["bbyr", "", "", "", ""],
    )
)


def builder_of(position: AnyPosition) -> MoveBuilder:
    return MoveBuilder(views.state(position, 0), views.options(position))


def test_lines_say_why_they_take_none_of_the_tiles() -> None:
    builder = builder_of(AZUL)
    expected = {
        "1b1": "Line 1 is full",
        "1b2": "Line 2 holds yellow, so blue cannot go there",
        "1b3": "Row 3 of the wall already holds blue",
    }
    assert reasons(ENGLISH, AZUL, builder, TakeKey(1, "b")) == expected
    builder.pick(TakeKey(1, "b"))
    assert reasons(ENGLISH, AZUL, builder, None) == expected


def test_columns_of_the_grey_wall_say_why_they_are_closed() -> None:
    seat = azul.Seat(score=1, lines=["", "rr", "", "", ""], wall=["r....", ".y...", *["....."] * 3])
    position = azul.Position.from_setup(
        azul.Setup([seat, azul.Seat()], board="grey", phase="tile", round=2, marker=0)
    )
    assert reasons(ENGLISH, position, builder_of(position), None) == {
        "2>1": "Column 1 of the wall already holds red",
        "2>2": "Column 2 of row 2 is taken",
    }


def test_only_wild_tiles_of_summer_pavilion_cannot_be_chosen() -> None:
    setup = pavilion.Setup([pavilion.Seat(), pavilion.Seat()], factories=["ppgo", "", "", "", ""])
    position = pavilion.Position.from_setup(setup)
    assert reasons(ENGLISH, position, builder_of(position), None) == {
        "1p": "Purple is wild: choose another colour that lies there"
    }


def test_spaces_say_why_they_cannot_be_paid_each_reason_once() -> None:
    stars = ["......", "......", "oo....", *["......"] * 4]
    position = pavilion.Position.from_setup(
        pavilion.Setup(
            [pavilion.Seat(tiles="oop", stars=stars), pavilion.Seat()],
            phase="place",
            marker=0,
        )
    )
    found = reasons(ENGLISH, position, builder_of(position), PASS)
    held = "there are 2 orange and 1 wild to pay with"
    assert f"A space of 4 cannot be paid with 1 wild: {held}" in found.values()
    assert "There is no green tile beside the board" in found.values()
    assert len(set(found.values())) == len(found)
    legal = set(map(str, position.legal_moves))
    assert not legal & set(found)
    # Spaces that are filled say enough.
    assert not any("is taken" in reason for reason in found.values())


@in_a_loop
async def test_w_lists_the_reasons_and_the_number_of_a_closed_line_tells_its_own() -> None:
    async with sitting(a_table(), size=SMALL) as pilot:
        await until(pilot, lambda: may_act(pilot))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, LogScreen))
        screen = pilot.app.screen
        assert isinstance(screen, LogScreen)
        assert "• Row 3 of the wall already holds blue" in map(str, screen.lines)
        await pilot.press("escape")
        await until(pilot, lambda: may_act(pilot))
        table_of(pilot).pick(TakeKey(1, "b"))
        await pilot.press("3")
        await until(pilot, lambda: bool(pilot.app._notifications))
        assert [each.message for each in pilot.app._notifications] == [
            "Row 3 of the wall already holds blue"
        ]
        assert table_of(pilot).builder.step == "line"


def a_table() -> Game:
    return write_seats(Game(position=AZUL), [SeatSetup(ME), SeatSetup(HERE)])
