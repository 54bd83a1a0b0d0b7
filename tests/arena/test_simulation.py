"""Simulations: the same games in any number of processes, and their statistics."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import pytest

from azulejos import Game, parallel
from azulejos.arena import simulation
from azulejos.arena.simulation import SimulatedGame, Simulation, play_game, simulate, summarise
from azulejos.arena.statistics import wilson_interval
from azulejos.engine.common import FACTORIES, TILES_PER_FACTORY
from azulejos.engine.errors import BadOption, UnknownName
from azulejos.game import Deal

T = TypeVar("T")
R = TypeVar("R")

SPEC = Simulation("azul", "grey", ("greedy", "random", "random"), games=23, seed=7)


def outcome(
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    *,
    moves: int = 50,
    rounds: int = 5,
    short_of_tiles: bool = False,
    end_reason: str = "row",
) -> SimulatedGame:
    return SimulatedGame(0, scores, winners, moves, rounds, short_of_tiles, end_reason, record="")


# The games


@pytest.fixture(scope="module")
def outcomes() -> list[SimulatedGame]:
    return simulate(SPEC)


def test_the_games_are_the_same_for_any_number_of_processes(outcomes: list[SimulatedGame]) -> None:
    assert simulate(SPEC, processes=2) == outcomes


def test_the_games_are_the_same_in_whatever_order_they_are_finished(
    outcomes: list[SimulatedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    class LastFirst:
        def run(self, function: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
            yield from map(function, reversed(list(tasks)))

    monkeypatch.setattr(simulation, "CHUNK", 3)
    monkeypatch.setattr(simulation, "executor", lambda _: LastFirst())
    assert simulate(SPEC) == outcomes


def test_a_game_of_a_plan_can_be_played_by_itself(outcomes: list[SimulatedGame]) -> None:
    assert play_game(SPEC, 17) == outcomes[17]


def test_a_longer_plan_begins_with_the_same_games(outcomes: list[SimulatedGame]) -> None:
    shorter = Simulation(SPEC.game, SPEC.board, SPEC.bots, games=4, seed=SPEC.seed)
    assert simulate(shorter) == outcomes[:4]


def test_another_seed_plays_other_games(outcomes: list[SimulatedGame]) -> None:
    other = Simulation(SPEC.game, SPEC.board, SPEC.bots, games=1, seed=SPEC.seed + 1)
    assert simulate(other)[0].record != outcomes[0].record


def test_no_two_games_of_a_plan_are_alike(outcomes: list[SimulatedGame]) -> None:
    deals = {game.record.partition("\n\n")[2] for game in outcomes}
    assert len(deals) == len(outcomes)


def test_the_first_player_changes_from_game_to_game(outcomes: list[SimulatedGame]) -> None:
    starters = [Game.from_text(game.record).position_at(0).start_player for game in outcomes]
    assert starters == [number % 3 for number in range(SPEC.games)]


def test_outcomes_say_what_their_records_say(outcomes: list[SimulatedGame]) -> None:
    for number, result in enumerate(outcomes):
        game = Game.from_text(result.record)
        assert result.number == number
        assert (result.scores, result.winners) == (game.scores, game.winners)
        assert (result.moves, result.rounds) == (game.ply, game.round)
        assert result.end_reason == game.position.end_reason
        assert list(game.headers.values()) == list(SPEC.bots)


def test_a_game_is_short_of_tiles_when_some_factory_could_not_be_filled() -> None:
    results = simulate(Simulation("azul", "grey", ("random",) * 4, games=12, seed=1))
    full = int(FACTORIES[4]) * TILES_PER_FACTORY
    for result in results:
        deals = [e for e in Game.from_text(result.record).history if isinstance(e, Deal)]
        assert result.short_of_tiles == any(len(deal.tiles) < full for deal in deals)
    assert {result.short_of_tiles for result in results} == {False, True}


def test_options_of_the_rules_reach_the_games() -> None:
    spec = Simulation("azul", "coloured", ("random", "random"), 1, 0, {"stalemate_rounds": 2})
    assert "stalemate_rounds: 2" in simulate(spec)[0].record


def test_progress_is_reported_after_each_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 2)
    told: list[int] = []
    simulate(Simulation("azul", "coloured", ("random", "random"), games=5, seed=0), 1, told.append)
    assert told == [2, 4, 5]


# What cannot be played


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        (Simulation("azul", "coloured", ("random", "random"), games=0, seed=0), BadOption),
        (Simulation("azul", "coloured", ("random", "random"), games=10**9, seed=0), BadOption),
        (Simulation("azul", "coloured", ("random",), games=1, seed=0), BadOption),
        (Simulation("azul", "coloured", ("random",) * 5, games=1, seed=0), BadOption),
        (Simulation("azul", "coloured", ("random", "random"), games=1, seed=-1), BadOption),
        (Simulation("azul", "coloured", ("random", "random"), games=1, seed=1 << 256), BadOption),
        (Simulation("azul", "coloured", ("random", "nobody"), games=1, seed=0), UnknownName),
        (Simulation("azul", "purple", ("random", "random"), games=1, seed=0), UnknownName),
        (Simulation("chess", "coloured", ("random", "random"), games=1, seed=0), UnknownName),
        (Simulation("azul", "grey", ("random",) * 2, 1, 0, {"malformed": 1}), UnknownName),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_before_anything_is(
    spec: Simulation, error: type[Exception]
) -> None:
    with pytest.raises(error):
        simulate(spec, 1, lambda _: pytest.fail("a game was played"))


@pytest.mark.parametrize("processes", [0, -1, 1025])
def test_an_impossible_number_of_processes_is_refused(processes: int) -> None:
    with pytest.raises(BadOption, match=r"expected processes to be from 1 to 1024, got -?\d+"):
        simulate(SPEC, processes)


# Counting


def test_ctrl_c_is_not_lost_while_processes_are_started() -> None:
    held: list[bool] = []

    def interrupted() -> None:
        with parallel._interrupts_deferred():
            signal.raise_signal(signal.SIGINT)
            held.append(True)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert held


def test_processes_that_are_started_hear_of_no_ctrl_c() -> None:
    with parallel._interrupts_deferred():
        process = subprocess.Popen(
            [sys.executable, "-c", "import sys; sys.stdin.read(); print('done')"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate("go on", timeout=60)
    assert (process.returncode, out) == (0, "done\n")


def test_a_summary_counts_everything() -> None:
    spec = Simulation("azul", "coloured", ("greedy", "random"), games=4, seed=0)
    summary = summarise(
        spec,
        [
            outcome((40, 10), (0,), moves=50, rounds=5),
            outcome((30, 20), (0,), moves=60, rounds=6, short_of_tiles=True),
            outcome((20, 20), (0, 1), moves=70, rounds=5, end_reason="empty"),
            outcome((10, 50), (1,), moves=40, rounds=6),
        ],
    )
    first, second = summary.seats
    assert (first.bot, first.mean_score, first.win_rate) == ("greedy", 25, 0.625)
    assert (second.bot, second.mean_score, second.win_rate) == ("random", 25, 0.375)
    assert first.interval == wilson_interval(2.5, 4)
    assert second.interval == wilson_interval(1.5, 4)
    assert summary.games == 4
    assert (summary.mean_moves, summary.mean_rounds) == (55, 5.5)
    assert summary.short_of_tiles == 0.25
    assert summary.end_reasons == {"row": 3, "empty": 1}


def test_a_shared_victory_counts_in_parts() -> None:
    spec = Simulation("azul", "coloured", ("random",) * 4, games=2, seed=0)
    shared = [outcome((9, 9, 9, 2), (0, 1, 2)), outcome((5, 8, 8, 1), (1, 2))]
    rates = [seat.win_rate for seat in summarise(spec, shared).seats]
    assert rates == pytest.approx([1 / 6, 5 / 12, 5 / 12, 0])
    assert sum(rates) == pytest.approx(1)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # the first four are Newcombe's examples (Statistics in Medicine 17, 1998)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_intervals_are_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=0.00006)


def test_more_games_make_an_interval_narrower() -> None:
    widths = [high - low for low, high in (wilson_interval(n / 2, n) for n in (10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
