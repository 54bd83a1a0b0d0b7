"""Facts that tell two lines apart, and their sentences."""

from __future__ import annotations

from itertools import product

import pytest

from azulejos import pavilion
from azulejos.analysis.facts import (
    BonusFact,
    EndFact,
    Fact,
    LeftFact,
    OpponentFact,
    PenaltyFact,
    PointsFact,
    ProgressFact,
    StarterFact,
    compare,
    line_facts,
)
from azulejos.azul import Position, Seat, Setup
from azulejos.engine import AnyPosition
from azulejos.engine.state import States
from azulejos.i18n import LANGUAGES, words_in
from azulejos.i18n.analysis import fact_sentence
from tests.analysis.games import positions_of, random_game


def facts_of(position: AnyPosition, played: str, best: str) -> tuple[Fact, ...]:
    """The facts about two lines of texts of moves."""
    one, other = (
        [position.rules.as_move(move).index for move in line.split()] for line in (played, best)
    )
    return compare(position, one, other, first_move)


def first_move(states: States) -> int:
    raise AssertionError(f"the lines are complete: {states}")


#: Two tiles are left, and the second player has none to lose.
LAST_TILES = Position.from_setup(
    Setup([Seat(score=5, lines=["", "b", "", "", ""]), Seat()], factories=["bw", "", "", "", ""])
)


def test_points_and_penalties_of_the_round_are_compared() -> None:
    facts = facts_of(LAST_TILES, "1b0 0w1", "1b2 0w1")
    assert PointsFact(0, 1) in facts
    assert PenaltyFact(1, 0) in facts


def test_who_starts_the_next_round_is_compared() -> None:
    setup = Setup([Seat(), Seat()], centre="bw", marker=None, factories=["", "", "", "", ""])
    position = Position.from_setup(setup)
    assert not any(isinstance(one, StarterFact) for one in facts_of(position, "0b1 0w1", "0w1 0b1"))
    both = Setup([Seat(), Seat()], centre="w", factories=["b", "", "", "", ""])
    facts = facts_of(Position.from_setup(both), "1b1 0w1", "0w1 1b1")
    assert StarterFact(1, 0) in facts


def test_the_largest_set_left_for_the_next_player_is_compared() -> None:
    setup = Setup([Seat(), Seat()], factories=["bbbw", "ry", "", "", ""])
    rest = "0b3 2r1 0y2"
    facts = facts_of(Position.from_setup(setup), "1w1 " + rest, "1b3 0w1 2r2 0y3")
    assert LeftFact(1, 3, 1) in facts


def test_a_column_that_comes_nearer_is_named() -> None:
    wall = ["b....", ".b...", "k....", "r....", "....b"]
    seat = Seat(lines=["", "w", "", "", ""], wall=wall)
    setup = Setup([seat, Seat()], factories=["wr", "", "", "", ""])
    facts = facts_of(Position.from_setup(setup), "1w0 0r1", "1w2 0r1")
    assert ProgressFact("column", 1, 5, 3, 4) in facts


def test_the_end_of_the_game_is_compared() -> None:
    seat = Seat(lines=["", "w", "", "", ""], wall=[".....", ".byrk", ".....", ".....", "....."])
    setup = Setup([seat, Seat()], factories=["wr", "", "", "", ""])
    facts = facts_of(Position.from_setup(setup), "1w0 0r1", "1w2 0r1")
    assert EndFact(played=False, best=True) in facts
    assert BonusFact(0, 2) in facts


#: Stars of which one more tile surrounds a statue.
STATUE_BUT_ONE = ["......", "p.....", "..oo..", *["......"] * 4]
#: The last tiles of the last round can fill a statue, after which tiles are drawn.
LAST_STATUE = pavilion.Position.from_setup(
    pavilion.Setup(
        [
            pavilion.Seat(score=48, tiles="ppp", stars=STATUE_BUT_ONE),
            pavilion.Seat(score=51, passed=True),
        ],
        round=6,
        phase="place",
        marker=1,
        supply="pgoybrpgoy",
    )
)


def test_a_line_that_stops_at_a_refill_does_not_say_whether_the_game_ends() -> None:
    facts = facts_of(LAST_STATUE, "12p0 +gg", "=")
    assert PenaltyFact(0, 3) in facts
    assert not any(isinstance(one, EndFact | BonusFact) for one in facts)
    moves = [LAST_STATUE.rules.as_move(move).index for move in ("12p0", "+gg", "=")]
    assert line_facts(LAST_STATUE, moves[:2], first_move).ends is None
    assert line_facts(LAST_STATUE, moves[2:], first_move).ends is True


def test_equal_lines_have_no_facts() -> None:
    assert facts_of(LAST_TILES, "1b2 0w1", "1b2 0w1") == ()


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_points_of_a_line_are_the_change_of_the_scores(game: str) -> None:
    played = random_game(game, "coloured", 3, 2)
    moves = [move.index for move in played.moves]
    for ply, position in enumerate(positions_of(played)):
        line = line_facts(position, moves[ply:], first_move)
        length = next(
            count
            for count in range(1, played.ply - ply + 1)
            if ply + count == played.ply or _draws_after(played.history, ply + count)
        )
        after = played.position_at(ply + length).scores
        gained = [
            line.points[seat] - line.penalties[seat] + line.bonuses[seat] for seat in range(3)
        ]
        assert gained == [new - old for new, old in zip(after, position.scores, strict=True)]


def _draws_after(history: tuple[object, ...], plies: int) -> bool:
    """Whether tiles were drawn after a number of moves."""
    moves = 0
    for index, entry in enumerate(history):
        moves += hasattr(entry, "move")
        if moves == plies:
            return index + 1 < len(history) and hasattr(history[index + 1], "tiles")
    return False


ALL_FACTS: list[Fact] = [
    PointsFact(3, 5),
    PenaltyFact(1, 2),
    BonusFact(7, 10),
    ProgressFact("column", 2, 5, 3, 4),
    ProgressFact("colour", 2, 5, 3, 4),
    ProgressFact("star", 2, 6, 3, 4),
    ProgressFact("number", 2, 7, 3, 4),
    OpponentFact(1, 6, 2),
    LeftFact(1, 4, 2),
    StarterFact(0, 1),
    EndFact(played=True, best=False),
    EndFact(played=False, best=True),
]


@pytest.mark.parametrize(("language", "fact"), list(product(LANGUAGES, ALL_FACTS)))
def test_every_fact_is_a_sentence_in_every_language(language: str, fact: Fact) -> None:
    sentence = fact_sentence(words_in(language), fact, ["Ana", "Bo"])
    assert sentence.endswith(".")
    assert "{" not in sentence
    if not isinstance(fact, EndFact | StarterFact):
        assert str(fact.played) in sentence
        assert str(fact.best) in sentence
    if isinstance(fact, OpponentFact | LeftFact | StarterFact):
        assert "Bo" in sentence
    if isinstance(fact, ProgressFact) and fact.kind == "colour":
        assert words_in(language).gettext("red") in sentence
    english = fact_sentence(words_in("en"), fact, ["Ana", "Bo"])
    assert (sentence == english) == (language == "en")
