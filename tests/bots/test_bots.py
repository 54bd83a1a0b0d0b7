"""Bots: they play by the rules, say the same for the same seed, and greedy has some sense."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import azulejos
from azulejos import Game
from azulejos.arena.simulation import Simulation, simulate, summarise
from azulejos.bots import ALL_BOTS, BOTS, STRONGEST, USUAL, Bot
from azulejos.engine import GAMES
from azulejos.engine.azul.moves import read_move
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.errors import BadOption, GameOver, IllegalMove, UnknownName
from azulejos.engine.state import BOARDS
from tests.support import FIRST_DEAL, random_game

CONFIGURATIONS = [
    (game, board, players) for game in GAMES for board in BOARDS for players in (2, 3, 4)
]

every_configuration = pytest.mark.parametrize(("game", "board", "players"), CONFIGURATIONS)
every_bot = pytest.mark.parametrize("name", ["random", "greedy", *BOTS])
#: Those that answer at once, so that they can play whole games here.
quick_bots = pytest.mark.parametrize("name", ["random", "greedy", "beginner", "strong"])
#: Those that do not always play what they think best, or find several moves equally good.
fickle_bots = pytest.mark.parametrize("name", ["random", "greedy", "beginner", "casual"])


def played_by(bots: Sequence[Bot], game: str = "azul", board: str = "coloured") -> Game:
    """A whole game between bots."""
    match = Game(game, players=len(bots), board=board, seed=5)
    while match.to_play is not None:
        choice = bots[match.to_play].choose(match.position)
        assert choice.move in match.legal_moves
        match.play(choice.move)
    return match


# What every bot promises


@quick_bots
@every_configuration
def test_bots_choose_legal_moves_from_beginning_to_end(
    name: str, game: str, board: str, players: int
) -> None:
    bots = [azulejos.bot(name, seed=seat) for seat in range(players)]
    assert played_by(bots, game, board).is_over


@quick_bots
@every_configuration
def test_bots_choose_legal_moves_in_positions_they_would_not_reach(
    name: str, game: str, board: str, players: int
) -> None:
    careless = azulejos.bot("random", seed=1)
    match = played_by([careless] * players, game, board)
    bot = azulejos.bot(name, seed=0)
    for ply in range(match.ply):
        position = match.position_at(ply)
        assert bot.choose(position).move in position.legal_moves


@quick_bots
def test_bots_with_one_seed_choose_the_same_moves(name: str) -> None:
    first, second = (
        played_by([azulejos.bot(name, seed=7), azulejos.bot(name, seed=8)]) for _ in range(2)
    )
    assert first == second


@fickle_bots
def test_bots_with_other_seeds_choose_other_moves(name: str) -> None:
    position = Game(seed=1).position
    bots = [azulejos.bot(name, seed=seed) for seed in range(20)]
    assert len({bot.choose(position).move for bot in bots}) > 1


@fickle_bots
def test_bots_without_a_seed_are_not_all_alike(name: str) -> None:
    position = Game(seed=1).position
    assert len({azulejos.bot(name).choose(position).move for _ in range(20)}) > 1


@quick_bots
def test_a_bot_does_not_change_the_position_it_is_shown(name: str) -> None:
    bot = azulejos.bot(name, seed=0)
    for game in GAMES:
        match = played_by([azulejos.bot("random", seed=1)] * 3, game, "grey")
        for ply in range(match.ply):
            position = match.position_at(ply)
            before = position.states.tobytes()
            bot.choose(position)
            assert position.states.tobytes() == before


@every_bot
def test_a_bot_plays_the_only_move_there_is(name: str) -> None:
    position = only_the_floor_is_left()
    assert [str(move) for move in position.legal_moves] == ["0y0"]
    assert str(azulejos.bot(name).choose(position).move) == "0y0"


@every_bot
def test_a_bot_can_be_asked_to_hurry(name: str) -> None:
    position = Game(seed=1).position
    assert azulejos.bot(name, seed=1).choose(position, seconds=0.01).move in position.legal_moves


@every_bot
def test_a_bot_has_nothing_to_choose_when_the_game_is_over(name: str) -> None:
    with pytest.raises(GameOver, match="the game is over"):
        azulejos.bot(name).choose(random_game(0).position)


@every_bot
def test_a_bot_has_nothing_to_choose_while_tiles_are_dealt(name: str) -> None:
    waiting = Game(deals=[FIRST_DEAL[:9]])
    with pytest.raises(IllegalMove, match="tiles must be dealt before anyone moves"):
        azulejos.bot(name).choose(waiting.position)


def test_an_unknown_bot_is_told_which_ones_there_are() -> None:
    with pytest.raises(UnknownName) as caught:
        azulejos.bot("nonsense")
    assert str(caught.value) == f"expected one of the bots {', '.join(ALL_BOTS)}, got 'nonsense'"


def test_levels_can_think_in_several_threads_and_others_say_that_they_cannot() -> None:
    position = Game("azul", seed=1).position
    assert azulejos.bot("expert", seed=1, threads=2).choose(position).move in position.legal_moves
    with pytest.raises(BadOption, match="expected threads to be 1, got 2"):
        azulejos.bot("greedy", threads=2)
    with pytest.raises(BadOption, match="expected threads to be from 1 to"):
        azulejos.bot("master", threads=0)


def test_the_levels_are_listed_from_the_weakest_to_the_strongest() -> None:
    assert list(BOTS) == ["beginner", "casual", "strong", "expert", "master"]
    assert (USUAL, STRONGEST) == ("casual", "master")


def test_bots_that_are_not_offered_can_be_named_all_the_same() -> None:
    assert list(ALL_BOTS) == [*BOTS, "random", "greedy", "mcts", "alphabeta"]
    assert all(azulejos.bot(name, seed=0).name == name for name in ALL_BOTS)


# The random bot


def test_random_chooses_every_legal_move_about_equally_often() -> None:
    position = AzulPosition.from_setup(Setup([Seat(), Seat()], factories=["by", *[""] * 4]))
    bot = azulejos.bot("random", seed=1)
    chosen = [str(bot.choose(position).move) for _ in range(1200)]
    counts = [chosen.count(str(move)) for move in position.legal_moves]
    assert len(counts) == 12
    assert 60 < min(counts) <= max(counts) < 140  # 100 each; four standard deviations


# The greedy bot


@every_configuration
def test_greedy_beats_random_nearly_always(game: str, board: str, players: int) -> None:
    plan = Simulation(game, board, ("greedy", *["random"] * (players - 1)), games=60, seed=11)
    assert summarise(plan, simulate(plan)).seats[0].win_rate >= 0.95


def greedy_choice(setup: Setup) -> str:
    """What greedy plays, whatever its seed."""
    position = AzulPosition.from_setup(setup)
    chosen = {str(azulejos.bot("greedy", seed).choose(position).move) for seed in range(12)}
    assert len(chosen) == 1, f"greedy finds these equally good: {chosen}"
    return chosen.pop()


def only_the_floor_is_left() -> AzulPosition:
    """The last tile fits on no line."""
    seat = Seat(lines=["b", "bb", "bb", "bb", "bb"])
    return AzulPosition.from_setup(Setup([seat, Seat()], marker=1, centre="y"))


def test_greedy_completes_a_line_rather_than_dumping_tiles() -> None:
    seat = Seat(lines=["b", "bb", "yy", "", ""])
    assert greedy_choice(Setup([seat, Seat()], marker=1, centre="y")) == "0y3"


def test_greedy_completes_a_line_rather_than_starting_one() -> None:
    seat = Seat(lines=["b", "bb", "yy", "", "k"])
    assert greedy_choice(Setup([seat, Seat()], marker=1, centre="yrk")) == "0y3"


def test_greedy_avoids_the_floor_when_it_can() -> None:
    chosen = greedy_choice(Setup([Seat(), Seat()], factories=["kkkk", *[""] * 4]))
    assert chosen == "1k4"  # lines 1 to 3 would let tiles fall


def test_greedy_drops_as_few_tiles_as_it_can() -> None:
    seat = Seat(lines=["k", "r", "bbb", "bbbb", "bbbbb"])
    choice = greedy_choice(Setup([seat, Seat()], marker=1, centre="yyyrr"))
    assert choice == "0r2"  # one red falls; all three yellow would


def test_greedy_prefers_the_line_that_scores_more() -> None:
    neighbours = Seat(
        lines=["", "b", "bb", "bbb", "bbbb"],
        wall=[".yr..", "...r.", ".....", ".....", "....."],
    )
    # On row 1 black stands beside yellow and red, and above red: five points; white stands alone.
    assert greedy_choice(Setup([neighbours, Seat()], marker=1, centre="kw")) == "0k1"


def test_greedy_minds_what_the_marker_costs() -> None:
    taken = Seat(lines=["", "", "", "", "rr"])
    setup = Setup([taken, Seat()], centre="bb", factories=["bb", *[""] * 4])
    assert greedy_choice(setup).startswith("1b")


@pytest.mark.parametrize(
    ("wall", "move"),
    [
        ([".....", "..r..", ".....", ".....", "....."], "1>3"),
        (["r...k", "..w..", "..y..", ".....", "....."], "1>3"),
        (["yr.k.", ".....", ".....", ".....", "....."], "1>3"),
        ([".....", "b..y.", "...r.", ".....", "....."], "1>4"),
    ],
)
def test_greedy_takes_the_column_of_the_grey_wall_that_scores_most(
    wall: list[str], move: str
) -> None:
    seat = Seat(lines=["b", "", "", "", ""], wall=wall)
    assert greedy_choice(Setup([seat, Seat()], board="grey", phase="tile", marker=1)) == move


def test_greedy_foresees_the_best_column_when_it_drafts() -> None:
    """Line 1 will score three in column 5 though only one in column 1; line 3 scores two."""
    wall = [".....", "....y", ".k..r", ".....", "....."]
    seat = Seat(lines=["", "", "bb", "", ""], wall=wall)
    assert greedy_choice(Setup([seat, Seat()], board="grey", marker=1, centre="b")) == "0b1"


def test_greedy_says_what_it_expects_to_gain() -> None:
    choice = azulejos.bot("greedy").choose(only_the_floor_is_left())
    assert choice.value == -1.0
    assert choice.principal_variation == (read_move("0y0"),)


def test_greedy_is_not_lured_by_a_line_that_fits_nowhere_on_the_grey_wall() -> None:
    """Blue is in four columns and the fifth space of row 5 is taken: such a line only costs."""
    wall = ["b....", ".b...", "..b..", "...b.", "....k"]
    seat = Seat(lines=["", "", "", "", "bbbb"], wall=wall)
    setup = Setup([seat, Seat()], board="grey", marker=1, centre="br")
    choice = azulejos.bot("greedy", seed=0).choose(AzulPosition.from_setup(setup))
    assert str(choice.move) != "0b5"
