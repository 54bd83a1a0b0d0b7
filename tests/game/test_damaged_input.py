"""Damaged input: one of our own errors, with the place and a reason, and nothing is changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from azulejos import AzulejosError, Game
from azulejos.engine.azul.moves import MOVES, Move
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat
from azulejos.engine.azul.validation import problems
from azulejos.engine.errors import IllegalMove, InvalidPosition, UnreadableText
from azulejos.game.records import UnreadableRecord
from tests.support import MANY, SOME, azul, games_of_all_kinds, positions

IN_TEXT = re.compile(r"line [1-9][0-9]*, column [1-9][0-9]*: .+", re.DOTALL)
IN_JSON = re.compile(r"(\$.*?|line [1-9][0-9]*, column [1-9][0-9]*): .+", re.DOTALL)


def attempt(read: Callable[[Any], Any], text: Any) -> Any:
    """What was read, or our own error; any other exception is a failure of the test."""
    try:
        return read(text)
    except AzulejosError as error:
        return error


def assert_is_sound(game: Game) -> None:
    """A game that was read from something damaged is as good as any other."""
    assert problems(azul(game).to_setup()) == []
    assert Game.from_text(game.to_text()) == game
    assert Game.from_json(game.to_json()) == game


# Damaging


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text with one or a few things wrong with it."""
    for _ in range(draw(st.integers(1, 3))):
        text = draw(st.sampled_from(DAMAGES))(draw, text)
    return text


def delete(draw: st.DrawFn, text: str) -> str:
    start = draw(st.integers(0, len(text)))
    return text[:start] + text[start + draw(st.integers(1, 8)) :]


def insert(draw: st.DrawFn, text: str) -> str:
    start = draw(st.integers(0, len(text)))
    return text[:start] + draw(strays(text)) + text[start:]


def replace(draw: st.DrawFn, text: str) -> str:
    start = draw(st.integers(0, len(text)))
    return text[:start] + draw(strays(text)) + text[start + 1 :]


def truncate(draw: st.DrawFn, text: str) -> str:
    return text[: draw(st.integers(0, len(text)))]


def swap_lines(draw: st.DrawFn, text: str) -> str:
    lines = text.split("\n")
    one, two = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    lines[one], lines[two] = lines[two], lines[one]
    return "\n".join(lines)


def drop_line(draw: st.DrawFn, text: str) -> str:
    lines = text.split("\n")
    del lines[draw(st.integers(0, len(lines) - 1))]
    return "\n".join(lines)


def repeat_line(draw: st.DrawFn, text: str) -> str:
    lines = text.split("\n")
    line = draw(st.sampled_from(lines))
    lines.insert(draw(st.integers(0, len(lines))), line)
    return "\n".join(lines)


def change_number(draw: st.DrawFn, text: str) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    number = draw(st.sampled_from(numbers))
    other = draw(
        st.sampled_from(["0", "1", "4", "5", "-1", "07", "101", "1001", "9" * 30, "\u0661"])
    )
    return text[: number.start()] + other + text[number.end() :]


def swap_words(draw: st.DrawFn, text: str) -> str:
    parts = re.split(r"(\W+)", text)
    words = range(0, len(parts), 2)
    one, two = draw(st.sampled_from(words)), draw(st.sampled_from(words))
    parts[one], parts[two] = parts[two], parts[one]
    return "".join(parts)


def strays(text: str) -> st.SearchStrategy[str]:
    """Something that does not belong there: from anywhere, or from elsewhere in the text."""
    marks = st.sampled_from(list('{}\\;:|->.$"[]\n\r\t\0 -'))
    return st.one_of(st.characters(), marks, st.sampled_from(text or " "), st.text(max_size=5))


DAMAGES = (
    delete,
    insert,
    replace,
    truncate,
    swap_lines,
    drop_line,
    repeat_line,
    change_number,
    swap_words,
)

# Moves and deals


@MANY
@given(games_of_all_kinds(), st.data())
def test_any_text_given_to_play_is_played_or_refused_and_then_changes_nothing(
    game: Game, data: st.DataObject
) -> None:
    text = data.draw(st.one_of(st.text(), st.sampled_from(MOVES).map(str).flatmap(damaged)))
    before = game.copy()
    result = attempt(game.play, text)
    if isinstance(result, AzulejosError):
        assert_unchanged(game, before)
    else:
        assert game.ply == before.ply + 1
        assert game.moves[-1] in before.legal_moves
        assert_is_sound(game)


@MANY
@given(games_of_all_kinds(), st.data())
def test_any_text_given_to_deal_is_dealt_or_refused_and_then_changes_nothing(
    game: Game, data: st.DataObject
) -> None:
    text = data.draw(st.one_of(st.text(), st.text("byrkwBYRKW "), st.just("b" * 50)))
    before = game.copy()
    result = attempt(game.deal, text)
    if isinstance(result, AzulejosError):
        assert_unchanged(game, before)
    else:
        assert before.position.phase == "deal"
        assert_is_sound(game)


@SOME
@given(games_of_all_kinds(), st.lists(st.sampled_from(MOVES), max_size=30))
def test_a_move_that_is_not_listed_is_refused_with_a_reason_and_changes_nothing(
    game: Game, moves: list[Move]
) -> None:
    before = game.copy()
    legal = set(game.legal_moves)
    for move in moves:
        if move not in legal:
            assert isinstance(attempt(game.play, str(move)), IllegalMove)
    assert_unchanged(game, before)


def assert_unchanged(game: Game, before: Game) -> None:
    assert game == before
    assert game.position == before.position
    assert game.history == before.history


# Records


def annotated(game: Game) -> Game:
    """With something of everything that a record can hold."""
    game.headers["Player 1"] = "Ana"
    game.comment("before {the} first\\move", 0)
    game.comment("the last\nmove")
    return game


damaged_texts = games_of_all_kinds().flatmap(lambda game: damaged(annotated(game).to_text()))
damaged_jsons = games_of_all_kinds().flatmap(lambda game: damaged(annotated(game).to_json()))


@MANY
@given(damaged_texts)
def test_a_damaged_record_is_refused_or_gives_a_sound_game(text: str) -> None:
    result = attempt(Game.from_text, text)
    if isinstance(result, Game):
        assert_is_sound(result)


@MANY
@given(damaged_jsons)
def test_a_damaged_json_record_is_refused_or_gives_a_sound_game(text: str) -> None:
    result = attempt(Game.from_json, text)
    if isinstance(result, Game):
        assert_is_sound(result)


@MANY
@given(st.text())
@example("")
@example("\n\n")
@example("azulejos 1")
@example("azulejos 1\n\nunfinished")
@example("azulejos 1\ngame: azul\nboard: grey\nplayers: 2\nfirst: 1\n\n{")
def test_any_text_at_all_is_refused_as_a_record(text: str) -> None:
    assert isinstance(attempt(Game.from_text, text), UnreadableRecord)
    assert isinstance(attempt(Game.from_json, text), UnreadableRecord)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
    max_leaves=8,
)


@MANY
@given(json_values)
def test_any_json_at_all_is_refused_as_a_record(value: Any) -> None:
    assert isinstance(attempt(Game.from_json, json.dumps(value)), UnreadableRecord)


@MANY
@given(games_of_all_kinds(), st.data())
def test_json_with_a_wrong_value_anywhere_is_refused_or_gives_a_sound_game(
    game: Game, data: st.DataObject
) -> None:
    record = json.loads(annotated(game).to_json())
    place, name = data.draw(st.sampled_from(list(members(record))))
    if data.draw(st.booleans()):
        place[name] = data.draw(json_values)
    elif data.draw(st.booleans()):
        del place[name]
    elif isinstance(place, dict):
        place[data.draw(st.sampled_from(["azulejos", "move", "deal", "comment", "X", "x"]))] = (
            place.pop(name)
        )
    result = attempt(Game.from_json, json.dumps(record))
    if isinstance(result, Game):
        assert_is_sound(result)


def members(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: its container, and the name or number there."""
    names = value.keys() if isinstance(value, dict) else range(len(value))
    found = [(value, name) for name in names]
    for name in names:
        if isinstance(value[name], dict | list):
            found += members(value[name])
    return found


# The place


@MANY
@given(damaged_texts)
@example(Game(deals=()).to_text().replace("coloured", "colourful"))
def test_the_error_names_a_place_in_the_text(text: str) -> None:
    result = attempt(Game.from_text, text)
    if isinstance(result, AzulejosError):
        assert IN_TEXT.fullmatch(str(result))
        line, column = map(int, re.findall(r"\d+", str(result))[:2])
        lines = text.split("\n")
        assert line <= len(lines)
        assert column <= len(lines[line - 1]) + 1


@MANY
@given(damaged_jsons)
@example(Game(deals=()).to_json().replace("coloured", "colourful"))
def test_the_error_names_a_place_in_the_json(text: str) -> None:
    result = attempt(Game.from_json, text)
    if isinstance(result, AzulejosError):
        assert IN_JSON.fullmatch(str(result))


ONGOING = """\
azulejos 1
game: azul
board: coloured
players: 2
first: 1
stalemate_rounds: 5
Player 1: Ana

deal bbyr kkww rryy bbww kkyr
{a comment
on two lines}
1. 1b2 2k2 0w1 {good}
4. 0r3

unfinished
"""

FINISHED = """\
azulejos 1
game: azul
board: coloured
players: 2
first: 1
stalemate_rounds: 5
position: azul coloured; phase draft; round 5; to-play 1; start 1; marker 2; \
factories - - - - -; centre w; bag 15b15y17r16k18w; lid 2b2y2r2k; \
placed 0; idle 0; stalemate 5; end none; \
player 30 | - - - - - | byrk. wb... ..... ..... ..... | -; \
player 28 | - yy - - - | b.... ..... ..... ..... ..... | k

1. 0w1

scores 37 27
winners 1
"""

#: What is damaged, how, where the error must point, and words of the reason.
TEXT_DAMAGES = [
    # moves and deals
    (ONGOING, "2k2", "2x2", "line 12, column 8", "expected a move such as 3b4"),
    (ONGOING, "2k2", "9k2", "line 12, column 8", "there is no factory 9: this game has 5"),
    (ONGOING, "2k2", "1k2", "line 12, column 8", "factory 1 is empty"),
    (ONGOING, "2k2", "2b2", "line 12, column 8", "there is no blue tile on factory 2"),
    (ONGOING, "0r3", "0r2", "line 13, column 4", "line 2 is full"),
    (ONGOING, "0r3", "1>1", "line 13, column 4", "tiles are being drafted"),
    (ONGOING, "4. ", "5. ", "line 13, column 1", "expected 4., got '5.'"),
    (ONGOING, "2k2 0w1", "2k2 2. 0w1", "line 12, column 12", "expected 3., got '2.'"),
    (ONGOING, "kkww", "kkwx", "line 9, column 1", "expected tiles as letters of byrkw"),
    (ONGOING, "kkyr", "kky", "line 12, column 4", "tiles must be dealt before anyone moves"),
    (ONGOING, "kkyr", "kkyrb", "line 9, column 1", "tiles"),
    (ONGOING, "4. 0r3", "deal b", "line 13, column 1", "no tiles are to be dealt now"),
    (FINISHED, "0w1", "0w1 0w1", "line 9, column 8", "the game is over"),
    # comments
    (ONGOING, "{good}", "{good", "line 12, column 16", "expected a comment in braces"),
    (ONGOING, "{good}", "good}", "line 12, column 20", "expected a comment in braces"),
    (ONGOING, "two lines}", "two lines", "line 10, column 1", "expected a comment in braces"),
    # the end
    (ONGOING, "unfinished\n", "", "line 15, column 1", "the end ('scores ...' or"),
    (ONGOING, "unfinished", "unfinished\n0r3", "line 16, column 1", "expected nothing"),
    (ONGOING, "unfinished", "scores 1 2\nwinners 2", "line 15, column 1", "expected unfinished"),
    (FINISHED, "scores 37 27", "scores 37 28", "line 11, column 1", "expected scores 37 27"),
    (FINISHED, "scores 37 27", "scores 37 2x", "line 11, column 11", "expected a number"),
    (FINISHED, "scores 37 27\nwinners 1", "unfinished", "line 11, column 1", "scores 37 27"),
    (FINISHED, "winners 1", "winners 2", "line 11, column 1", "winners 1, got"),
    (FINISHED, "winners 1\n", "", "line 12, column 1", "'winners ...' is missing"),
    # headers
    (ONGOING, "azulejos 1", "azulejos 3", "line 1, column 1", "expected azulejos 1"),
    (ONGOING, "board: coloured\n", "", "line 1, column 1", "'board' is missing"),
    (ONGOING, "first: 1", "first: 1\nfirst: 1", "line 6, column 1", "'first' only once"),
    (ONGOING, "Player 1: Ana", "Player 1 Ana", "line 7, column 1", "expected a header such as"),
    (ONGOING, "Player 1: Ana", "Player 1: ", "line 7, column 1", "expected a header such as"),
    (ONGOING, "players: 2", "players: two", "line 4, column 1", "expected a number"),
    pytest.param(
        *(ONGOING, "Player 1", "player 1", "line 7, column 1", "expected one of the"),
    ),
    pytest.param(
        *(ONGOING, "game: azul", "game: chess", "line 2, column 1", "expected one of the games"),
    ),
    pytest.param(
        *(ONGOING, "coloured", "purple", "line 3, column 1", "expected one of the boards"),
    ),
    pytest.param(
        *(ONGOING, "players: 2", "players: 5", "line 4, column 1", "2, 3 or 4, got 5"),
    ),
    pytest.param(
        *(ONGOING, "first: 1", "first: 3", "line 5, column 1", "from 1 to 2, got 3"),
    ),
    pytest.param(
        *(ONGOING, "first: 1", "first: 0", "line 5, column 1", "from 1 to 2, got 0"),
    ),
    pytest.param(
        *(ONGOING, "stalemate", "stalmate", "line 6, column 1", "one of the options"),
    ),
    pytest.param(
        *(ONGOING, "rounds: 5", "rounds: 101", "line 6, column 1", "from 0 to 100, got 101"),
    ),
    pytest.param(
        *(FINISHED, "azul coloured;", "azul purple;", "line 7, column", "'azul coloured' or"),
    ),
    pytest.param(
        *(FINISHED, "centre w", "centre x", "line 7, column", "expected tiles as letters"),
    ),
    pytest.param(
        *(FINISHED, "15b", "16b", "line 7, column", "expected 20 blue tiles in all, got 21"),
    ),
    pytest.param(
        *(FINISHED, "players: 2", "players: 3", "line 4, column 1", "players"),
    ),
    pytest.param(
        *(FINISHED, "board: coloured", "board: grey", "line 3, column 1", "board"),
    ),
    pytest.param(*(FINISHED, "first: 1", "first: 2", "line 5", "first")),
    pytest.param(*(FINISHED, "rounds: 5", "rounds: 4", "line 6", "stalemate")),
    *(
        pytest.param(
            *(ONGOING, "Player 1: Ana", f"{name}: 1", "line 7, column 1", "one of the options"),
        )
        for name in ("self", "deals", "seed")
    ),
]


@pytest.mark.parametrize(("text", "old", "new", "place", "reason"), TEXT_DAMAGES)
def test_a_damage_in_a_record_is_named_with_its_place_and_reason(
    text: str, old: str, new: str, place: str, reason: str
) -> None:
    assert text.count(old) >= 1
    assert isinstance(Game.from_text(text), Game)
    with pytest.raises(UnreadableRecord, match=f"^{place}.*{re.escape(reason)}"):
        Game.from_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    "ending",
    [
        pytest.param("\r\n"),
        pytest.param(" \n"),
    ],
)
def test_other_ends_of_lines_do_no_harm(ending: str) -> None:
    game = Game.from_text(ONGOING)
    game.comment("", 0)  # a line break in a comment is part of it
    assert Game.from_text(game.to_text().replace("\n", ending)) == game


#: Where to put what (nothing: leave it out), where the error must point, and words of the reason.
MISSING = object()
JSON_DAMAGES: list[Any] = [
    (["azulejos"], 3, "$.azulejos", "expected 1, got 3"),
    (["azulejos"], True, "$.azulejos", "expected"),
    (["game"], MISSING, "$", "'game' is missing"),
    (["players"], "2", "$.players", "got '\"2\"'"),
    (["players"], 2.0, "$.players", "got '2.0'"),
    (["players"], None, "$.players", "got 'null'"),
    (["options"], [], "$.options", "got '[]'"),
    (["options", "stalemate_rounds"], "5", "$.options.stalemate_rounds", "got"),
    (["headers", "Player 1"], 1, "$.headers.Player 1", "got '1'"),
    (["plies"], {}, "$.plies", "got '{}'"),
    (["plies", 0], {}, "$.plies[0]", "'deal' is missing"),
    (["plies", 0, "deal"], "bbyx", "$.plies[0]", "expected tiles as letters of byrkw"),
    (["plies", 0, "deal"], 4, "$.plies[0].deal", "got '4'"),
    (["plies", 1, "move"], "1x2", "$.plies[1]", "expected a move such as 3b4"),
    (["plies", 2, "move"], "1k2", "$.plies[2]", "factory 1 is empty"),
    (["plies", 2], "2k2", "$.plies[2]", "got"),
    (["plies", 3, "comment"], 7, "$.plies[3].comment", "got '7'"),
    (["comment"], 7, "$.comment", "got '7'"),
    (["scores"], [1, 2], "$.scores", "expected unfinished, got 'scores 1 2"),
    (["scores"], [1, "2"], "$.scores[1]", "got"),
    (["winners"], [None], "$.winners[0]", "got 'null'"),
    pytest.param(
        *(["winners"], [0], "$.winners", "expected unfinished"),
    ),
    pytest.param(*(["game"], "chess", "$.game", "one of the games")),
    pytest.param(*(["board"], "x", "$.board", "one of the boards")),
    pytest.param(*(["players"], 5, "$.players", "2, 3 or 4")),
    pytest.param(*(["first_player"], 2, "$.first_player", "from 0 to 1, got 2")),
    pytest.param(
        *(["options", "foo"], 2, "$.options.foo", "one of the options"),
    ),
    pytest.param(*(["headers", "x"], "y", "$.headers.x", "expected a header")),
    pytest.param(
        *(["position"], "azul", "$.position", "'azul coloured' or 'azul grey'"),
    ),
    *(
        pytest.param(*(["options", name], 1, "$.options", "one of the options"))
        for name in ("players", "board", "first_player", "position", "game", "self", "seed")
    ),
]


@pytest.mark.parametrize(("path", "value", "place", "reason"), JSON_DAMAGES)
def test_a_damage_in_a_json_record_is_named_with_its_place_and_reason(
    path: list[str | int], value: Any, place: str, reason: str
) -> None:
    record = json.loads(Game.from_text(ONGOING).to_json())
    *outer, name = path
    container = record
    for step in outer:
        container = container[step]
    if value is MISSING:
        del container[name]
    else:
        container[name] = value
    with pytest.raises(UnreadableRecord, match=f"^{re.escape(place)}.*: .*{re.escape(reason)}"):
        Game.from_json(json.dumps(record))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ("{\n  'game': 1}", "line 2, column 3"),
        ("[" * 100_000, "line 1, column 1"),
        pytest.param(
            '{"azulejos": ' + "1" * 5000 + "}",
            "line 1, column",
        ),
        ('{"azulejos": 1, "game": "\\ud800"}', "line 1, column 1"),
        ('{"\\udc00": 1}', "line 1, column 1"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(UnreadableRecord, match=f"^{place}.*: this is not JSON: .+") as caught:
        Game.from_json(text)
    assert caught.value.code == "record/json"


def test_half_of_a_surrogate_pair_is_refused_with_its_place() -> None:
    game = Game(seed=1)
    game.headers["Player 1"] = "Ana\ud800"
    for written in (game.to_text(), game.to_json()):
        with pytest.raises(UnreadableRecord, match=r"line \d, column \d+: .*UTF-8.*U\+D800"):
            (Game.from_json if written.startswith("{") else Game.from_text)(written)


def test_json_of_any_depth_is_refused() -> None:
    for depth in range(1, 1500):
        text = '{"azulejos": ' + "[" * depth + "]" * depth + "}"
        assert isinstance(attempt(Game.from_json, text), UnreadableRecord)


# Positions


@MANY
@given(positions(), st.data())
def test_a_damaged_position_is_refused_or_gives_a_possible_position(
    position: AzulPosition, data: st.DataObject
) -> None:
    separator = data.draw(st.sampled_from(["; ", "\n"]))
    text = data.draw(damaged(separator.join(str(position).split("; "))))
    result = attempt(AzulPosition.from_text, text)
    if isinstance(result, AzulPosition):
        assert problems(result.to_setup()) == []
        assert AzulPosition.from_text(str(result)) == result
        game = Game(position=result, seed=1)
        assert_is_sound(game)
    elif isinstance(result, UnreadableText):
        lines = text.split("\n")
        line, column = result.parameters["line"], result.parameters["column"]
        assert isinstance(line, int)
        assert isinstance(column, int)
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
    else:
        assert isinstance(result, InvalidPosition)


@MANY
@given(st.text())
def test_any_text_at_all_is_refused_as_a_position(text: str) -> None:
    assert isinstance(attempt(AzulPosition.from_text, text), UnreadableText)


@SOME
@given(positions(), st.data())
def test_a_game_from_whatever_position_was_accepted_can_be_played_to_its_end(
    position: AzulPosition, data: st.DataObject
) -> None:
    result = attempt(AzulPosition.from_text, data.draw(damaged(str(position))))
    if isinstance(result, AzulPosition):
        # Scores are read up to 1,000, which no game comes near; one that began there would pass it.
        assume(max(board.score for board in result.players) <= 500)
        game = Game(position=result, seed=0)
        chance = data.draw(st.randoms(use_true_random=False))
        while not game.is_over and game.ply < 60:
            game.play(chance.choice(list(game.legal_moves)))
        assert_is_sound(game)


tiles = st.text("byrkw", max_size=6)
#: Other values for the fields of a setup and of a seat: right in type, wrong in almost every way.
OTHER_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "board": st.sampled_from(["coloured", "grey", "", "tile"]),
    "phase": st.sampled_from(["deal", "draft", "tile", "over", "none"]),
    "end_reason": st.sampled_from(["none", "row", "empty", "stalemate", "over"]),
    "to_play": st.none() | st.integers(-1, 4),
    "marker": st.none() | st.integers(-1, 4),
    "factories": st.none() | st.lists(tiles, min_size=4, max_size=10),
    "bag": st.none() | tiles,
    "centre": tiles,
    "lid": tiles,
    "lines": st.lists(tiles, min_size=4, max_size=6),
    "wall": st.lists(st.text("byrkw.", min_size=4, max_size=6), min_size=4, max_size=6),
    "floor": st.text("byrkw", max_size=9),
    "seats": st.lists(st.builds(Seat), max_size=5),
    # Scores are read up to 1,000, which no game comes near; one that began there would pass it.
    "score": st.integers(-2, 500) | st.just(1001),
}


@MANY
@given(positions(), st.data())
def test_a_setup_with_wrong_values_is_refused_or_gives_a_possible_position(
    position: AzulPosition, data: st.DataObject
) -> None:
    setup = position.to_setup()
    for _ in range(data.draw(st.integers(1, 3))):
        thing: Any = data.draw(st.sampled_from([setup, *setup.seats]))
        name = data.draw(st.sampled_from([field.name for field in fields(thing)]))
        setattr(thing, name, data.draw(OTHER_VALUES.get(name, st.integers(-2, 1001))))
    setup.bag = None
    result = attempt(AzulPosition.from_setup, setup)
    if isinstance(result, AzulPosition):
        assert AzulPosition.from_text(str(result)) == result
        game = Game(position=result, seed=1)
        while game.legal_moves and game.ply < 30:
            game.play(list(game.legal_moves)[-1])
        assert problems(azul(game).to_setup()) == []
    else:
        assert isinstance(result, InvalidPosition)
        assert all(str(reason) for reason in result.reasons)


POSITION = """\
azul coloured
phase draft; round 5; to-play 1; start 1; marker 2
factories - - - - -; centre w
bag 15b15y17r16k18w; lid 2b2y2r2k
placed 0; idle 0; stalemate 5; end none
player 30 | - - - - - | byrk. wb... ..... ..... ..... | -
player 28 | - yy - - - | b.... ..... ..... ..... ..... | k
"""

#: What is damaged, how, the code, line and column of the error, and words of the reason.
POSITION_DAMAGES = [
    ("azul coloured", "azul purple", "header", 1, 1, "'azul coloured' or 'azul grey'"),
    ("azul coloured\n", "", "header", 1, 1, "'azul coloured' or 'azul grey'"),
    ("phase", "phaze", "unknown-field", 2, 1, "expected one of phase, round,"),
    ("marker 2", "marker 2; round 5", "repeated-field", 2, 53, "'round' is given twice"),
    ("centre w", "", "missing-field", 8, 1, "'centre' is missing"),
    ("player 28", "lid 28", "repeated-field", 7, 1, "'lid' is given twice"),
    ("phase draft", "phase drift", "value", 2, 7, "one of deal, over, draft, tile, got 'drift'"),
    ("phase draft", "phase", "value", 2, 6, "one of deal"),
    ("round 5", "round 0", "value", 2, 20, "a number from 1 to 30000, got '0'"),
    ("round 5", "round -5", "value", 2, 20, "a number from 1 to 30000, got '-5'"),
    ("to-play 1", "to-play 3", "value", 2, 31, "a player from 1 to 2, or -, got '3'"),
    ("start 1", "start -", "value", 2, 40, "a player from 1 to 2, got '-'"),
    ("marker 2", "marker 0", "value", 2, 50, "a player from 1 to 2, or -, got '0'"),
    ("- - - - -;", "- - bbx - -;", "value", 3, 15, "tiles as letters of byrkw, or -, got 'bbx'"),
    ("centre w", "centre w w", "value", 3, 29, "tiles as letters of byrkw, or -, got 'w w'"),
    ("17r", "17R", "value", 4, 5, "tiles as letters of byrkw, or -, got '15b15y17R16k18w'"),
    ("2k\n", "2\n", "value", 4, 26, "tiles as letters of byrkw, or -, got '2b2y2r2'"),
    ("placed 0", "placed x", "value", 5, 8, "a number from 0 to 100, got 'x'"),
    ("idle 0", "idle 30001", "value", 5, 16, "a number from 0 to 30000, got '30001'"),
    ("end none", "end", "value", 5, 35, "one of none, row, empty, stalemate"),
    ("player 30", "player 3O", "value", 6, 8, "a number from 0 to 1000, got '3O'"),
    ("- yy - - -", "- yy - -", "value", 7, 13, "expected five lines, got '- yy - -'"),
    ("wb...", "wb..", "value", 6, 31, "of byrkw or ., got 'wb..'"),
    (
        "byrk.",
        "byrk. .....",
        "value",
        6,
        25,
        "expected five rows of the wall, got 'byrk. ..... wb...",
    ),
    ("| k", "| q", "value", 7, 58, "tiles as letters of byrkw, or -, got 'q'"),
    ("| k", "", "value", 7, 8, "four parts: score | lines | wall | floor"),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "column", "reason"), POSITION_DAMAGES)
def test_a_damage_in_a_position_is_named_with_its_place_and_reason(
    old: str, new: str, code: str, line: int, column: int, reason: str
) -> None:
    assert POSITION.count(old) == 1
    assert isinstance(AzulPosition.from_text(POSITION), AzulPosition)
    with pytest.raises(UnreadableText, match=re.escape(reason)) as caught:
        AzulPosition.from_text(POSITION.replace(old, new))
    assert caught.value.code == f"position/{code}"
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


def test_the_tables_cover_every_way_in_which_a_text_can_be_unreadable() -> None:
    codes = {f"position/{damage[2]}" for damage in POSITION_DAMAGES}
    assert codes == set(UnreadableText.messages)
