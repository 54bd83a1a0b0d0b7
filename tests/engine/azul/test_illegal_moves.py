"""What may not be done is refused with a code, parameters and a sentence, and changes nothing."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos import AzulejosError, Game
from azulejos.engine import GAMES
from azulejos.engine.azul.layout import Colour
from azulejos.engine.azul.moves import EXAMPLES, Draft, Tile
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.errors import (
    BadOption,
    GameOver,
    HistoryError,
    IllegalDeal,
    IllegalMove,
    InvalidPosition,
    Problem,
    UnknownName,
    UnreadableMove,
    UnreadableText,
)
from azulejos.engine.parameters import Expected, Range
from azulejos.game.records import UnreadableRecord
from tests.support import FIRST_DEAL, random_game

# Situations


def first_turn() -> Game:
    """Nobody has moved: factories bbyr kkww rryy bbww kkyr, an empty centre."""
    return Game(deals=[FIRST_DEAL])


def third_turn() -> Game:
    """Player 1 has blue on line 2, which is full, and black on line 4; the centre holds ww yr."""
    game = first_turn()
    for move in ("1b2", "2k2"):
        game.play(move)
    return game


def late() -> Game:
    """Player 1 has yellow in wall row 2 and one black tile on line 4."""
    seat = Seat(lines=["", "", "", "k", ""], wall=[".....", "..y..", ".....", ".....", "....."])
    return from_setup(Setup(seats=[seat, Seat()], factories=["yykk", "", "", "", ""], centre="w"))


def choosing() -> Game:
    """Player 1 has to choose a column for the red tile of line 2."""
    seat = Seat(
        lines=["", "rr", "kkk", "", ""],
        wall=["r....", ".b...", ".....", ".....", "....."],
    )
    return from_setup(Setup(seats=[seat, Seat()], board="grey", phase="tile"))


def waiting() -> Game:
    """The last factory is not filled yet."""
    return Game(deals=["bbyr kkww rryy bbww"])


def almost_out_of_black() -> Game:
    """One black tile is in the bag, and two tiles are still to be dealt."""
    lid = "b" * 19 + "y" * 20 + "r" * 20 + "w" * 20 + "k"
    factories = ["kkkk", "kkkk", "kkkk", "kkkk", "kk"]
    return from_setup(
        Setup([Seat(), Seat()], phase="deal", to_play=None, factories=factories, lid=lid)
    )


def finished() -> Game:
    """The game is over."""
    return random_game(1, policy="tidy")


def from_setup(setup: Setup) -> Game:
    return Game(position=AzulPosition.from_setup(setup), deals=())


def play(move: Any) -> Callable[[Game], Any]:
    return lambda game: game.play(move)


def deal(tiles: str) -> Callable[[Game], Any]:
    return lambda game: game.deal(tiles)


def start(*arguments: Any, **options: Any) -> Callable[[Game], Any]:
    return lambda _: Game(*arguments, **options)


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
    # IllegalMove
    (
        waiting,
        play("1b1"),
        IllegalMove,
        "deal-first",
        {},
        "tiles must be dealt before anyone moves",
    ),
    (
        first_turn,
        play("6b1"),
        IllegalMove,
        "draft/no-such-factory",
        {"factory": 6, "factories": 5},
        "there is no factory 6: this game has 5",
    ),
    (
        third_turn,
        play("1b1"),
        IllegalMove,
        "draft/factory-empty",
        {"factory": 1},
        "factory 1 is empty",
    ),
    (first_turn, play("0b1"), IllegalMove, "draft/centre-empty", {}, "no tiles lie in the centre"),
    (
        first_turn,
        play("3b1"),
        IllegalMove,
        "draft/not-on-factory",
        {"colour": Colour.BLUE, "factory": 3},
        "there is no blue tile on factory 3",
    ),
    (
        third_turn,
        play("0k1"),
        IllegalMove,
        "draft/not-in-centre",
        {"colour": Colour.BLACK},
        "there is no black tile in the centre",
    ),
    (third_turn, play("4b2"), IllegalMove, "azul/line-full", {"line": 2}, "line 2 is full"),
    (
        late,
        play("1y4"),
        IllegalMove,
        "azul/line-holds-other",
        {"line": 4, "held": Colour.BLACK, "colour": Colour.YELLOW},
        "line 4 holds black, so yellow cannot go there",
    ),
    (
        late,
        play("1y2"),
        IllegalMove,
        "azul/row-holds-colour",
        {"row": 2, "colour": Colour.YELLOW},
        "row 2 of the wall already holds yellow",
    ),
    (
        first_turn,
        play("1>1"),
        IllegalMove,
        "azul/draft-now",
        {"move": Tile(0, 0)},
        "tiles are being drafted: expected a move such as 3b4, got 1>1",
    ),
    (
        choosing,
        play("1b1"),
        IllegalMove,
        "azul/tile-now",
        {"move": Draft(1, Colour.BLUE, 1), "row": 2},
        "line 2 has to go to the wall now: expected a move such as 2>1, got 1b1",
    ),
    (
        choosing,
        play("3>1"),
        IllegalMove,
        "azul/row-above-first",
        {"row": 2, "got": 3},
        "rows are tiled from the top: expected row 2, got 3",
    ),
    (
        choosing,
        play("2>2"),
        IllegalMove,
        "azul/space-taken",
        {"row": 2, "column": 2},
        "column 2 of row 2 is taken",
    ),
    (
        choosing,
        play("2>1"),
        IllegalMove,
        "azul/column-holds-colour",
        {"column": 1, "colour": Colour.RED},
        "column 1 of the wall already holds red",
    ),
    # GameOver
    (finished, play("1b1"), GameOver, "game-over", {}, "the game is over"),
    (finished, play("1>1"), GameOver, "game-over", {}, "the game is over"),
    # UnreadableMove
    (
        first_turn,
        play("b3"),
        UnreadableMove,
        "unreadable-move",
        {"examples": EXAMPLES, "text": "b3"},
        "expected a move such as 3b4 (factory 3, blue, line 4), 0r0 (centre, red, floor) "
        "or 3>2 (row 3, column 2), got 'b3'",
    ),
    (
        first_turn,
        play("x" * 1000),
        UnreadableMove,
        "unreadable-move",
        {"examples": EXAMPLES, "text": "x" * 40},
        "expected a move such as 3b4 (factory 3, blue, line 4), 0r0 (centre, red, floor) "
        f"or 3>2 (row 3, column 2), got '{'x' * 40}'",
    ),
    (
        first_turn,
        play(None),
        UnreadableMove,
        "not-a-move",
        {"game": "azul", "text": "None"},
        "expected a move of azul, got None",
    ),
    (
        first_turn,
        play(17),
        UnreadableMove,
        "not-a-move",
        {"game": "azul", "text": "17"},
        "expected a move of azul, got 17",
    ),
    (
        first_turn,
        play(Tile(5, 0)),
        UnreadableMove,
        "not-a-move",
        {"game": "azul", "text": "Tile(row=5, column=0)"},
        "expected a move of azul, got Tile(row=5, column=0)",
    ),
    (
        first_turn,
        play(["1b1"]),
        UnreadableMove,
        "not-a-move",
        {"game": "azul", "text": "['1b1']"},
        "expected a move of azul, got ['1b1']",
    ),
    # IllegalDeal
    (first_turn, deal("b"), IllegalDeal, "no-deal-due", {}, "no tiles are to be dealt now"),
    (finished, deal("b"), IllegalDeal, "no-deal-due", {}, "no tiles are to be dealt now"),
    (
        almost_out_of_black,
        deal("kk"),
        IllegalDeal,
        "not-in-bag",
        {"colour": Colour.BLACK},
        "there is no black tile in the bag",
    ),
    (
        waiting,
        deal("bbrx"),
        IllegalDeal,
        "unreadable-tiles",
        {"letters": "byrkw", "text": "bbrx"},
        "expected tiles as letters of byrkw, got 'bbrx'",
    ),
    (
        first_turn,
        start(deals=["bbyr", "kkw?"]),
        IllegalDeal,
        "unreadable-tiles",
        {"letters": "byrkw", "text": "bbyr kkw?"},
        "expected tiles as letters of byrkw, got 'bbyr kkw?'",
    ),
    (
        waiting,
        deal("bbbbb"),
        IllegalDeal,
        "too-many",
        {"due": 4, "got": 5},
        "only 4 tiles are to be dealt now, got 5",
    ),
    (waiting, deal(""), IllegalDeal, "no-tiles", {}, "expected tiles to deal, got none"),
    # HistoryError
    (
        first_turn,
        lambda game: game.undo(),
        HistoryError,
        "nothing-to-undo",
        {},
        "there is no move to undo",
    ),
    (
        third_turn,
        lambda game: game.at(3),
        HistoryError,
        "no-such-ply",
        {"last": 2, "got": 3},
        "expected a ply from 0 to 2, got 3",
    ),
    (
        third_turn,
        lambda game: game.position_at(-1),
        HistoryError,
        "no-such-ply",
        {"last": 2, "got": -1},
        "expected a ply from 0 to 2, got -1",
    ),
    (
        third_turn,
        lambda game: game.comment("too early", 9),
        HistoryError,
        "no-such-ply",
        {"last": 2, "got": 9},
        "expected a ply from 0 to 2, got 9",
    ),
    (
        first_turn,
        lambda game: game.add_variation(Game("azul", board="grey", seed=1)),
        HistoryError,
        "other-start",
        {},
        "a variation starts from the same position as the game",
    ),
    # BadOption
    (
        first_turn,
        start(players=5),
        BadOption,
        "out-of-range",
        {"option": "players", "expected": Expected("player-count"), "got": 5},
        "expected players to be 2, 3 or 4, got 5",
    ),
    (
        first_turn,
        start(players="2"),
        BadOption,
        "out-of-range",
        {"option": "players", "expected": Expected("player-count"), "got": "2"},
        "expected players to be 2, 3 or 4, got '2'",
    ),
    (
        first_turn,
        start(first_player=2),
        BadOption,
        "out-of-range",
        {"option": "first_player", "expected": Range(0, 1, "seat"), "got": 2},
        "expected first_player to be a seat from 0 to 1, got 2",
    ),
    (
        first_turn,
        start(first_player="nobody"),
        BadOption,
        "out-of-range",
        {"option": "first_player", "expected": Range(0, 1, "seat"), "got": "nobody"},
        "expected first_player to be a seat from 0 to 1, got 'nobody'",
    ),
    (
        first_turn,
        start(seed=-1),
        BadOption,
        "out-of-range",
        {"option": "seed", "expected": Range(0, "2**256 - 1", "whole"), "got": -1},
        "expected seed to be a whole number from 0 to 2**256 - 1, got -1",
    ),
    (
        first_turn,
        start(seed=1.5),
        BadOption,
        "out-of-range",
        {"option": "seed", "expected": Range(0, "2**256 - 1", "whole"), "got": 1.5},
        "expected seed to be a whole number from 0 to 2**256 - 1, got 1.5",
    ),
    (
        first_turn,
        start(stalemate_rounds=101),
        BadOption,
        "out-of-range",
        {"option": "stalemate_rounds", "expected": Range(0, 100, "number"), "got": 101},
        "expected stalemate_rounds to be a number from 0 to 100, got 101",
    ),
    (
        first_turn,
        start(deals="bbyr"),
        BadOption,
        "wrong-type",
        {"option": "deals", "expected": Expected("deals"), "got": "bbyr"},
        "expected deals to be a list of deals, got 'bbyr'",
    ),
    (
        first_turn,
        lambda game: Game(position=game.position, players=3),
        BadOption,
        "conflict-with-position",
        {"option": "players", "expected": 2, "got": 3},
        "expected players to be 2, as in the position, got 3",
    ),
    # UnknownName
    (
        first_turn,
        start("chess"),
        UnknownName,
        "unknown-game",
        {"known": ", ".join(GAMES), "name": "chess"},
        f"expected one of the games {', '.join(GAMES)}, got 'chess'",
    ),
    (
        first_turn,
        start(board="purple"),
        UnknownName,
        "unknown-board",
        {"known": "coloured, grey", "name": "purple"},
        "expected one of the boards coloured, grey, got 'purple'",
    ),
    (
        first_turn,
        start(stalmate_rounds=3),
        UnknownName,
        "unknown-option",
        {"known": "stalemate_rounds", "name": "stalmate_rounds"},
        "expected one of the options stalemate_rounds, got 'stalmate_rounds'",
    ),
]

#: Codes that nothing in games of Azul raises.
ELSEWHERE = {"unknown-bot", "unknown-theme"}
ELSEWHERE |= {"unknown-value", "wrong-count", "malformed", "conflict-with-file"}
#: Codes that nothing raises at all.
NEVER = {"bag-empty", "not-over"}


@pytest.mark.parametrize(
    ("situation", "attempt", "kind", "code", "parameters", "sentence"),
    REFUSED,
    ids=[sentence[:60] for *_, sentence in REFUSED],
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
    assert game.comments == before.comments
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (again.code, again.parameters, str(again)) == (code, parameters, sentence)


@pytest.mark.parametrize(
    "kind",
    [IllegalMove, GameOver, UnreadableMove, IllegalDeal, HistoryError, BadOption, UnknownName],
)
def test_the_table_has_a_situation_for_every_code(kind: type[AzulejosError]) -> None:
    codes = {code for _, _, raised, code, _, _ in REFUSED if raised is kind}
    of_azul = {code for code in kind.messages if not code.startswith("pavilion/")}
    assert codes == of_azul - ELSEWHERE - NEVER


def test_every_code_is_raised_somewhere() -> None:
    assert not NEVER & {code for kind in all_kinds() for code in kind.messages}


def all_kinds() -> list[type[AzulejosError]]:
    return [
        *(IllegalMove, GameOver, UnreadableMove, IllegalDeal, HistoryError, BadOption, UnknownName),
        *(Problem, UnreadableText, UnreadableRecord, InvalidPosition),
    ]


def test_all_errors_have_one_root_which_is_a_value_error() -> None:
    assert issubclass(AzulejosError, ValueError)
    assert azulejos.AzulejosError is AzulejosError
    assert all(issubclass(kind, AzulejosError) for kind in all_kinds())


def test_game_over_can_be_caught_as_an_illegal_move() -> None:
    with pytest.raises(IllegalMove):
        finished().play("1b1")


def test_codes_are_short_words_and_sentences_are_plain_english() -> None:
    for kind in all_kinds():
        for code, sentence in kind.messages.items():
            assert code == code.lower()
            assert not set(code) - set("abcdefghijklmnopqrstuvwxyz-/")
            assert sentence
            assert not sentence.endswith(".")


# Values of strange types


@pytest.mark.parametrize(
    "move",
    [
        pytest.param(([],)),
        pytest.param(Draft([], Colour.BLUE, 1)),  # type: ignore[arg-type]
        pytest.param(Draft(1.0, Colour.BLUE, 1)),  # type: ignore[arg-type]
        (),
        b"1b1",
        1.5,
        float("nan"),
        True,
        object(),
        Draft,
        np.zeros(3),
        {"source": 1},
        Draft(1, "b", 1),  # type: ignore[arg-type]
        Draft(-1, Colour.BLUE, 1),
        Draft(1, Colour.BLUE, 6),
    ],
)
def test_what_is_no_move_is_refused(move: Any) -> None:
    game = first_turn()
    with pytest.raises(UnreadableMove):
        game.play(move)
    assert game == first_turn()


@pytest.mark.parametrize(
    "move",
    [
        Draft(1, 0, 1),  # type: ignore[arg-type]
        Draft(True, Colour.BLUE, 1),
        Draft(1, np.int64(0), 1),  # type: ignore[arg-type]
    ],
)
def test_a_move_that_equals_a_known_one_is_that_one_or_refused(move: Any) -> None:
    game = first_turn()
    try:
        game.play(move)
    except UnreadableMove:
        assert game == first_turn()
    else:
        assert Game.from_text(game.to_text()) == game
        assert game.moves == (Draft(1, Colour.BLUE, 1),)
        assert str(game.moves[0]) == "1b1"


@pytest.mark.parametrize("tiles", [None, 3, b"bb", ["b", "b"], Colour.BLUE])
def test_what_are_no_tiles_is_refused(tiles: Any) -> None:
    game = waiting()
    with pytest.raises(IllegalDeal):
        game.deal(tiles)
    assert game == waiting()


def test_too_many_tiles_are_refused_for_being_too_many() -> None:
    with pytest.raises(IllegalDeal, match="4"):
        waiting().deal("bbbbb")


def test_too_many_tiles_are_refused_whole() -> None:
    game = waiting()
    with pytest.raises(IllegalDeal):
        game.deal("bbbbb")
    assert game == waiting()


def test_no_tiles_at_all_are_no_deal() -> None:
    game = Game(deals=())
    before = game.copy()
    with contextlib.suppress(IllegalDeal):
        game.deal("")
    assert game == before


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 2.0},
        {"players": None},
        {"players": True},
        {"players": -(2**70)},
        {"first_player": -1},
        {"first_player": None},
        {"first_player": 0.0},
        {"first_player": "RANDOM"},
        {"seed": "2026"},
        {"seed": 2**256},
        {"seed": b"seed"},
        {"stalemate_rounds": -1},
        {"stalemate_rounds": None},
        {"stalemate_rounds": 2.5},
        {"stalemate_rounds": 10**30},
        {"board": None},
        {"board": 0},
        {"board": ["grey"]},
        {"board": "GREY"},
        {"game": None},
        {"game": ""},
        pytest.param({"game": ["azul"]}),
        pytest.param({"seed": 10**5000}),
        pytest.param({"players": 10**5000}),
        pytest.param({"players": None, "first_player": "random"}),
        pytest.param({"deals": 5}),
        pytest.param({"deals": [None]}),
        pytest.param({"position": "azul grey"}),
    ],
)
def test_a_game_does_not_start_with_strange_options(options: dict[str, Any]) -> None:
    with pytest.raises(AzulejosError):
        Game(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"board": "grey"},
        {"stalemate_rounds": 2},
        {"nonsense": 1},
        {"game": "chess"},
    ],
)
def test_options_that_contradict_the_position_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(AzulejosError):
        Game(position=first_turn().position, **options)


@pytest.mark.parametrize(
    "ply",
    [
        None,
        "1",
        1.0,
        -1,
        2**70,
        pytest.param(10**5000, id="huge"),
    ],
)
def test_what_is_no_ply_is_refused(ply: Any) -> None:
    game = third_turn()
    for look in (game.at, game.position_at):
        with pytest.raises(HistoryError):
            look(ply)


@pytest.mark.parametrize("comment", [5, b"good", ["good"]])
def test_a_comment_that_is_no_text_is_refused(comment: Any) -> None:
    game = third_turn()
    with pytest.raises(AzulejosError):
        game.comment(comment)
    assert game == third_turn()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("player", "Ana"),
        ("Player: 1", "Ana"),
        ("", "Ana"),
        ("P" * 41, "Ana"),
        ("Player 1", ""),
        ("Player 1", " Ana"),
        ("Player 1", "Ana\nBo"),
        pytest.param("Player 1", 5),
        pytest.param(5, "Ana"),
    ],
)
def test_a_header_that_could_not_be_read_again_is_not_written(name: Any, value: Any) -> None:
    game = third_turn()
    game.headers[name] = value
    for write in (game.to_text, game.to_json):
        with pytest.raises(UnreadableRecord) as caught:
            write()
        assert caught.value.code == "record/header"


def test_games_can_be_compared_whatever_their_headers_are() -> None:
    game = third_turn()
    game.headers["player"] = "Ana"
    assert game == game.copy()
    assert game != third_turn()


@pytest.mark.parametrize(
    "read", [Game.from_text, Game.from_json, AzulPosition.from_text], ids=lambda read: read.__name__
)
@pytest.mark.parametrize("text", [None, 5, b"\xff"])
def test_what_is_no_text_cannot_be_read(read: Callable[[Any], Any], text: Any) -> None:
    with pytest.raises(AzulejosError):
        read(text)
