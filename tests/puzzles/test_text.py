"""Puzzle files: text and back, and files that are damaged."""

from __future__ import annotations

import msgspec
import pytest

from azulejos.engine.errors import BadFile
from azulejos.engine.names import GAME_NAMES
from azulejos.puzzles.library import how_made, load_puzzles, puzzle_file
from azulejos.puzzles.model import canonical, name_of
from azulejos.puzzles.text import read_facts, read_puzzle, read_puzzles, write_puzzle, write_puzzles


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_packaged_puzzle_is_written_as_it_was_read(game: str) -> None:
    text = puzzle_file(game).read_text(encoding="utf-8")
    puzzles = read_puzzles(text, "file")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert list(map(write_puzzle, puzzles)) == lines
    assert write_puzzles(puzzles, read_facts(text)) == text


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_file_says_which_command_made_it_and_what_that_cost(game: str) -> None:
    facts = how_made(game)
    assert f"--game {game}" in facts["command"]
    assert "--seed" in facts["command"]
    assert "CPU seconds" in facts["cost"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\t", " "),
        ("azul ", "chess "),
        ("/8", "/0"),
        ("8/8", "9/8"),
        ("; player ", "; judge "),
    ],
)
def test_a_damaged_line_is_named(old: str, new: str) -> None:
    easy = next(one for one in load_puzzles("azul") if (8, 8) in one.solves)
    text = write_puzzles([easy, easy], {"made": "here"})
    head, body = text[: text.rindex(easy.id)], text[text.rindex(easy.id) :]
    with pytest.raises(BadFile) as error:
        read_puzzles(head + body.replace(old, new), "some.txt")
    assert (error.value.code, error.value.parameters["line"]) == ("damaged-line", 4)


@pytest.mark.parametrize("text", ["", "something else\n", "# azulejos puzzles 9\n"])
def test_a_file_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(BadFile):
        read_puzzles(text, "some.txt")


def test_unknown_themes_and_impossible_ratings_are_refused() -> None:
    puzzle = load_puzzles("azul")[0]
    for change in ({"themes": ("magic",)}, {"rating": 9_999}, {"solution": ()}):
        with pytest.raises(ValueError, match="no puzzle"):
            read_puzzle(write_puzzle(msgspec.structs.replace(puzzle, **change)))


def test_the_name_of_a_puzzle_does_not_depend_on_the_order_of_the_factories() -> None:
    one = "azul coloured; factories bbyr - kkww - -; centre -; player 0 | - | - | -"
    other = one.replace("bbyr - kkww", "kkww bbyr -")
    assert canonical(one) == canonical(other)
    assert name_of(one) == name_of(other) != name_of(one.replace("bbyr", "bbyy"))
