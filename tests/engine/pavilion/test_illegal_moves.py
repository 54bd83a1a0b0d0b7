"""What Summer Pavilion does not allow is refused with a code, and changes nothing.

What both games refuse alike (options, plies, names) stands in test_illegal_moves.py.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from azulejos import AzulejosError, Game
from azulejos.engine.azul.moves import Draft as AzulDraft
from azulejos.engine.azul.moves import Tile as AzulTile
from azulejos.engine.errors import (
    BadOption,
    GameOver,
    IllegalDeal,
    IllegalMove,
    UnknownName,
    UnreadableMove,
)
from azulejos.engine.parameters import Numbers
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import EXAMPLES, Draft, Pass, Place, TakeBonus
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.pavilion.setup import Seat, Setup
from tests.support import random_game

PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = Colour
NAME = "summer-pavilion"
EMPTY = "......"
SUPPLY = "ppggooyybb"
#: The supply, then five factories.
FIRST_DEAL = "ppgg ooyy bb pgoo ppgy gbbr yyrr oobr"

# Situations


def first_turn() -> Game:
    """Nobody has moved: factories pgoo ppgy gbbr yyrr oobr, an empty centre; purple is wild."""
    return Game(NAME, deals=[FIRST_DEAL])


def second_turn() -> Game:
    """Factory 1 is empty, and green lies in the centre."""
    game = first_turn()
    game.play("1o")
    return game


def placing(**changes: Any) -> Game:
    """Player 1 has three purple, which are wild, one green and two orange tiles."""
    seat = Seat(tiles="pppgoo", stars=[".r....", "p.....", *[EMPTY] * 5])
    usual = {"phase": "place", "marker": 0, "supply": SUPPLY, "filling": "supply"}
    return from_setup(Setup(**{"seats": [seat, Seat(tiles="g")], **usual, **changes}))


def grey() -> Game:
    """Star 1 of player 1 is green, star 2 takes six colours; green and red are there to place."""
    seat = Seat(tiles="gggrrr", stars=[EMPTY, "gg....", "rg....", *[EMPTY] * 4])
    usual = {"phase": "place", "marker": 0, "supply": SUPPLY, "filling": "supply"}
    return from_setup(Setup(seats=[seat, Seat(tiles="g")], board="grey", **usual))  # type: ignore[arg-type]


def last_round() -> Game:
    """The same in the last round, where red is wild."""
    return placing(round=6)


def choosing() -> Game:
    """Player 1 takes two bonus tiles."""
    usual = {"phase": "bonus", "marker": 0, "supply": "pggoo", "filling": "supply"}
    return from_setup(Setup(seats=[Seat(), Seat(tiles="g")], bonus_due=2, **usual))  # type: ignore[arg-type]


def waiting() -> Game:
    """The last factory is not filled yet."""
    return Game(NAME, deals=[FIRST_DEAL[:-5]])


def refilling() -> Game:
    """The supply lacks a tile; there is no red one in the bag."""
    usual = {"phase": "deal", "to_play": None, "filling": "supply", "mover": 0}
    seats = [Seat(tiles="p"), Seat(tiles="g")]
    return from_setup(Setup(seats=seats, supply=SUPPLY[1:], tower="r" * 22, **usual))  # type: ignore[arg-type]


def finished() -> Game:
    """The game is over."""
    return random_game(1, game=NAME)


def from_setup(setup: Setup) -> Game:
    return Game(position=PavilionPosition.from_setup(setup), deals=())


def play(move: Any) -> Callable[[Game], Any]:
    return lambda game: game.play(move)


def deal(tiles: str) -> Callable[[Game], Any]:
    return lambda game: game.deal(tiles)


def start(**options: Any) -> Callable[[Game], Any]:
    return lambda _: Game(NAME, **options)


Attempt = tuple[
    Callable[[], Game],
    Callable[[Game], Any],
    type[AzulejosError],
    str,
    dict[str, Any],
    str,
]

#: A situation, what is tried, and the error: its class, code, parameters and sentence.
REFUSED: list[Attempt] = [
    # drafting
    (
        waiting,
        play("1o"),
        IllegalMove,
        "deal-first",
        {},
        "tiles must be dealt before anyone moves",
    ),
    (
        first_turn,
        play("6g"),
        IllegalMove,
        "draft/no-such-factory",
        {"factory": 6, "factories": 5},
        "there is no factory 6: this game has 5",
    ),
    (
        second_turn,
        play("1o"),
        IllegalMove,
        "draft/factory-empty",
        {"factory": 1},
        "factory 1 is empty",
    ),
    (first_turn, play("0g"), IllegalMove, "draft/centre-empty", {}, "no tiles lie in the centre"),
    (
        first_turn,
        play("1r"),
        IllegalMove,
        "draft/not-on-factory",
        {"colour": RED, "factory": 1},
        "there is no red tile on factory 1",
    ),
    (
        second_turn,
        play("0o"),
        IllegalMove,
        "draft/not-in-centre",
        {"colour": ORANGE},
        "there is no orange tile in the centre",
    ),
    (
        first_turn,
        play("2p"),
        IllegalMove,
        "pavilion/wild-not-chosen",
        {"colour": PURPLE},
        "purple is wild: choose another colour that lies there",
    ),
    (
        first_turn,
        play("11p0"),
        IllegalMove,
        "pavilion/draft-now",
        {"move": Place(1, 0, PURPLE, 0)},
        "tiles are being drafted: expected a move such as 3p, got 11p0",
    ),
    (
        first_turn,
        play("="),
        IllegalMove,
        "pavilion/draft-now",
        {"move": Pass(())},
        "tiles are being drafted: expected a move such as 3p, got =",
    ),
    # placing
    (
        placing,
        play("1g"),
        IllegalMove,
        "pavilion/place-now",
        {"move": Draft(1, GREEN)},
        "tiles are being placed: expected a move such as 15g2, or = and the tiles to keep, got 1g",
    ),
    (
        placing,
        play("+p"),
        IllegalMove,
        "pavilion/place-now",
        {"move": TakeBonus((PURPLE,))},
        "tiles are being placed: expected a move such as 15g2, or = and the tiles to keep, got +p",
    ),
    (
        placing,
        play("11p0"),
        IllegalMove,
        "pavilion/slot-taken",
        {"star": 1, "slot": 1},
        "slot 1 of star 1 is taken",
    ),
    (
        placing,
        play("12g0"),
        IllegalMove,
        "pavilion/star-refuses",
        {"star": 1, "colour": GREEN},
        "star 1 takes no green tile",
    ),
    (
        placing,
        play("01r0"),
        IllegalMove,
        "pavilion/star-refuses",
        {"star": 0, "colour": RED},
        "star 0 takes no red tile",
    ),
    (
        grey,
        play("13r0"),
        IllegalMove,
        "pavilion/star-refuses",
        {"star": 1, "colour": RED},
        "star 1 takes no red tile",
    ),
    (
        grey,
        play("23g0"),
        IllegalMove,
        "pavilion/star-refuses",
        {"star": 2, "colour": GREEN},
        "star 2 takes no green tile",
    ),
    (
        placing,
        play("41b0"),
        IllegalMove,
        "pavilion/no-tile",
        {"colour": BLUE},
        "there is no blue tile beside the board",
    ),
    (
        placing,
        play("65g3"),
        IllegalMove,
        "pavilion/cannot-pay",
        {"cost": 5, "got": 3, "own": 1, "colour": GREEN, "wild": 3},
        "a space of 5 cannot be paid with 3 wild: there are 1 green and 3 wild to pay with",
    ),
    (
        placing,
        play("61g1"),
        IllegalMove,
        "pavilion/cannot-pay",
        {"cost": 1, "got": 1, "own": 1, "colour": GREEN, "wild": 3},
        "a space of 1 cannot be paid with 1 wild: there are 1 green and 3 wild to pay with",
    ),
    (
        placing,
        play("13p1"),
        IllegalMove,
        "pavilion/wild-itself",
        {"cost": 3, "got": 1, "own": 3, "colour": PURPLE},
        "purple is wild itself: a space of 3 takes 3 of it and 0 others, got 1; there are 3",
    ),
    # bonus tiles
    (
        choosing,
        play("="),
        IllegalMove,
        "pavilion/bonus-now",
        {"due": 2, "supply": "pggoo", "move": Pass(())},
        "bonus tiles are due: expected + and 2 of pggoo, got =",
    ),
    (
        choosing,
        play("+p"),
        IllegalMove,
        "pavilion/bonus-now",
        {"due": 2, "supply": "pggoo", "move": TakeBonus((PURPLE,))},
        "bonus tiles are due: expected + and 2 of pggoo, got +p",
    ),
    (
        choosing,
        play("+pgo"),
        IllegalMove,
        "pavilion/bonus-now",
        {"due": 2, "supply": "pggoo", "move": TakeBonus((PURPLE, GREEN, ORANGE))},
        "bonus tiles are due: expected + and 2 of pggoo, got +pgo",
    ),
    (
        choosing,
        play("+pp"),
        IllegalMove,
        "pavilion/not-in-supply",
        {"supply": "pggoo", "tiles": "pp"},
        "the supply holds pggoo, not pp",
    ),
    # passing
    (
        placing,
        play("=gg"),
        IllegalMove,
        "pavilion/not-to-keep",
        {"tiles": "pppgoo", "kept": "gg"},
        "there are pppgoo beside the board, not gg",
    ),
    (
        last_round,
        play("=g"),
        IllegalMove,
        "pavilion/last-round",
        {"move": Pass((GREEN,))},
        "nothing can be kept in the last round: expected =, got =g",
    ),
    # the end
    (finished, play("1g"), GameOver, "game-over", {}, "the game is over"),
    (finished, play("="), GameOver, "game-over", {}, "the game is over"),
    # unreadable
    (
        first_turn,
        play("3p4"),
        UnreadableMove,
        "unreadable-move",
        {"examples": EXAMPLES, "text": "3p4"},
        "expected a move such as 3p (factory 3, purple), 15g2 (star 1, slot 5, green, 2 wild), "
        "+pg or =pg, got '3p4'",
    ),
    *(
        (
            placing,
            play(text),
            UnreadableMove,
            "unreadable-move",
            {"examples": EXAMPLES, "text": text},
            "expected a move such as 3p (factory 3, purple), 15g2 (star 1, slot 5, green, 2 wild), "
            f"+pg or =pg, got '{text}'",
        )
        for text in ("71p0", "17p0", "10p0", "11p6", "11k0", "=ppppp", "+pppp", "+", "=x", "", "--")
    ),
    *(
        (
            first_turn,
            play(move),
            UnreadableMove,
            "not-a-move",
            {"game": NAME, "text": repr(move)},
            f"expected a move of summer-pavilion, got {move!r}",
        )
        for move in (
            None,
            17,
            Place(7, 0, PURPLE, 0),
            Pass((GREEN, PURPLE)),  # not in the order of the colours
            AzulTile(0, 0),
        )
    ),
    # deals
    (first_turn, deal("p"), IllegalDeal, "no-deal-due", {}, "no tiles are to be dealt now"),
    (placing, deal("p"), IllegalDeal, "no-deal-due", {}, "no tiles are to be dealt now"),
    (finished, deal("p"), IllegalDeal, "no-deal-due", {}, "no tiles are to be dealt now"),
    (
        refilling,
        deal("r"),
        IllegalDeal,
        "not-in-bag",
        {"colour": RED},
        "there is no red tile in the bag",
    ),
    (
        waiting,
        deal("ppkw"),
        IllegalDeal,
        "unreadable-tiles",
        {"letters": "pgoybr", "text": "ppkw"},
        "expected tiles as letters of pgoybr, got 'ppkw'",
    ),
    # options
    *(
        (
            first_turn,
            start(number_points=points),
            BadOption,
            "out-of-range",
            {
                "option": "number_points",
                "expected": Numbers(4, 0, 100),
                "got": points,
            },
            f"expected number_points to be 4 numbers from 0 to 100, got {points!r}",
        )
        for points in (4, (4, 8, 12), (4, 8, 12, 101), (4, 8, 12, -1), (4, 8, 12, True), "4444")
    ),
    (
        first_turn,
        start(stalemate_rounds=5),
        UnknownName,
        "unknown-option",
        {"known": "number_points", "name": "stalemate_rounds"},
        "expected one of the options number_points, got 'stalemate_rounds'",
    ),
]


@pytest.mark.parametrize(
    ("situation", "attempt", "kind", "code", "parameters", "sentence"), REFUSED
)
def test_what_may_not_be_done_is_refused_and_changes_nothing(
    situation: Callable[[], Game],
    attempt: Callable[[Game], Any],
    kind: type[AzulejosError],
    code: str,
    parameters: dict[str, Any],
    sentence: str,
) -> None:
    game, before = situation(), situation()
    with pytest.raises(AzulejosError) as caught:
        attempt(game)
    error = caught.value
    assert type(error) is kind
    assert error.code == code
    assert error.parameters == parameters
    assert str(error) == sentence
    assert game == before
    assert game.position == before.position
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.parameters) == (kind, code, parameters)
    assert str(again) == sentence


def test_the_table_has_a_situation_for_every_code_of_an_illegal_move() -> None:
    codes = {code for _, _, kind, code, _, _ in REFUSED if kind is IllegalMove}
    assert codes == {code for code in IllegalMove.messages if not code.startswith("azul/")}


def test_a_move_of_azul_is_no_move_of_summer_pavilion() -> None:
    game = first_turn()
    for move in (AzulDraft(1, Colour.PURPLE, 2), "1p2", "1>1"):  # type: ignore[arg-type]
        with pytest.raises(UnreadableMove):
            game.play(move)
    assert game == first_turn()


def test_number_points_may_be_a_list() -> None:
    game = Game(NAME, number_points=[4, 4, 4, 4], seed=1)  # type: ignore[arg-type]
    assert game == Game(NAME, number_points=(4, 4, 4, 4), seed=1)
    assert Game.from_text(game.to_text()) == game


def test_what_can_be_paid_in_several_ways_can_be_paid_in_each() -> None:
    """Three wild and two orange tiles for a 3: one or two of the wild ones."""
    legal = [str(move) for move in placing().legal_moves if str(move).startswith("23o")]
    assert legal == ["23o1", "23o2"]


def test_while_the_supply_is_filled_the_refusal_does_not_speak_of_factories() -> None:
    with pytest.raises(IllegalMove) as caught:
        refilling().play("=")
    assert "factories" not in str(caught.value)


def test_the_sentence_about_paying_is_good_english() -> None:
    for text in ("61g1", "13p1"):
        with pytest.raises(IllegalMove) as caught:
            placing().play(text)
        assert "1 tiles" not in str(caught.value)
        assert "3 purple and 3 wild" not in str(caught.value)
