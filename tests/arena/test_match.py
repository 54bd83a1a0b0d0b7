"""Matches: the same games in any number of processes, their statistics and reports."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game
from azulejos.arena import Match, Result, read_result
from azulejos.arena import plot as plots
from azulejos.arena.progress import Progress
from azulejos.arena.runner import Forfeit, MoveTimes
from azulejos.arena.statistics import block_interval
from azulejos.engine.errors import AzulejosError, BadOption, MissingExtra
from azulejos.game import Deal
from tests.arena.games import played, without_times

MATCH = Match(contestants=("greedy", "random"), games=8, seed=7)


@pytest.fixture(scope="module")
def result() -> Result:
    return MATCH.play()


# The games


def test_games_are_the_same_in_processes(result: Result) -> None:
    told: list[int] = []
    again = MATCH.play(processes=2, progress=lambda state: told.append(state.tally.games))
    assert list(map(without_times, again.games)) == list(map(without_times, result.games))
    assert told == list(range(9))


def test_the_games_of_a_pair_have_the_same_tiles_and_first_seat(result: Result) -> None:
    for number in range(0, 8, 2):
        first, second = (Game.from_text(game.record) for game in result.games[number : number + 2])
        assert first.position_at(0) == second.position_at(0)
        assert list(first.headers.values()) == ["greedy", "random"]
        assert list(second.headers.values()) == ["random", "greedy"]
    firsts = [Game.from_text(game.record).history[0] for game in result.games[::2]]
    assert len({entry.tiles for entry in firsts if isinstance(entry, Deal)}) == 4


def test_a_game_says_what_its_record_says(result: Result) -> None:
    for number, found in enumerate(result.games):
        game = Game.from_text(found.record)
        assert found.number == number
        assert (found.scores, found.winners) == (game.scores, game.winners)
        assert found.end_reason == game.position.end_reason
        assert sum(pace.moves for pace in found.move_times) == game.ply


@pytest.mark.parametrize(
    ("game", "board", "players", "contestants"),
    [
        ("azul", "grey", 3, ("greedy", "random")),
        ("summer-pavilion", "coloured", 2, ("greedy", "random", "greedy")),
        ("summer-pavilion", "grey", 4, ("random", "greedy", "random", "random", "random")),
    ],
)
def test_every_configuration_can_be_played(
    game: str, board: str, players: int, contestants: tuple[str, ...]
) -> None:
    match = Match(contestants, game, board, players, games=players, seed=1)
    result = match.play()
    assert len(result.games) == players
    assert sum(found.wins for found in result.rates) == pytest.approx(players)
    assert all(found.fair == 1 / players for found in result.rates)
    assert f"{game}, {board}, {players} players: {players} games" in result.table


def test_the_better_bot_wins(result: Result) -> None:
    greedy, random = result.rates
    assert greedy.rate > 0.8
    assert result.ratings[0].mu > result.ratings[1].mu
    assert greedy.rate + random.rate == 1


def test_a_match_stops_when_the_answer_is_clear() -> None:
    match = Match(contestants=("greedy", "random"), games=400, seed=7, sprt=(0, 300))
    told: list[int] = []
    found = match.play(progress=lambda state: told.append(state.tally.games))
    assert found.sprt
    assert found.sprt.verdict == "elo1"
    assert len(found.games) == max(told) < 40
    again = match.play(processes=2)
    assert list(map(without_times, again.games)) == list(map(without_times, found.games))


def test_limits_reach_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    from azulejos.bots.baselines.random import RandomBot

    seen = set()
    choose = RandomBot._choose

    def spy(self: RandomBot, position: Any, limits: Any) -> Any:
        seen.add((limits.seconds, limits.nodes, limits.depth))
        return choose(self, position, limits)

    monkeypatch.setattr(RandomBot, "_choose", spy)
    Match(contestants=("random:nodes=5", "random"), games=2, seconds=0.5, depth=3).play()
    assert seen - {(None, 1, 1)} == {(None, 5, None), (0.5, None, 3)}  # and the one to warm up


def test_ctrl_c_keeps_the_games_that_were_finished() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.tally.games == 3:
            raise KeyboardInterrupt

    found = MATCH.play(progress=interrupt)
    assert found.interrupted
    assert [game.number for game in found.games] == [0, 1, 2]
    assert found.rates[0].games == 3


# Counting


def test_everything_is_counted() -> None:
    games = [
        played(0, (0, 1), (0,), move_times=(MoveTimes(10, 2.0, 0.5), MoveTimes(9, 0.9, 0.1))),
        played(1, (1, 0), (1,), move_times=(MoveTimes(11, 1.1, 0.3), MoveTimes(10, 1.0, 0.2))),
        played(2, (0, 1), (0, 1)),
        played(3, (1, 0), (1,), forfeit=Forfeit(0, "timeout", "did not answer in time")),
    ]
    result = MATCH.result(games)
    greedy, random = result.rates
    assert (greedy.wins, greedy.games, greedy.rate) == (3.5, 4, 0.875)
    assert (random.wins, random.rate) == (0.5, 0.125)
    assert greedy.blocks == 2
    assert greedy.interval == block_interval([(2.0, 2), (1.5, 2)])
    assert greedy.elo[0] == pytest.approx(400 * math.log10(7))
    assert result.thinking[0].mean == pytest.approx(0.15)
    assert (result.thinking[0].longest, result.thinking[1].longest) == (0.5, 0.3)
    assert result.forfeits == (Counter(), Counter(timeout=1))
    assert "timeout 1" in result.table


def test_a_seat_among_several_is_counted_by_seats() -> None:
    match = Match(contestants=("greedy", "random"), players=3, games=3)
    result = match.result(
        [played(0, (0, 1, 1), (0,)), played(1, (1, 0, 1), (0,)), played(2, (1, 1, 0), (2,))]
    )
    alone, others = result.rates
    assert alone.rate == pytest.approx(2 / 3)
    assert others.rate == pytest.approx(1 / 6)
    assert alone.games == others.games == 3
    assert "fair share of victories is 33.3%" in result.table


def test_a_match_without_any_game_has_a_result_too() -> None:
    result = MATCH.result([])
    assert result.rates[0].interval == (0, 1)
    assert "0/0" in result.table


# As JSON and as a picture


def test_a_result_comes_back_from_json(result: Result) -> None:
    assert read_result(result.to_json()) == result
    decided = Match(contestants=("greedy", "random"), games=100, seed=7, sprt=(0, 400)).play()
    assert read_result(decided.to_json()) == decided
    data = json.loads(result.to_json())
    assert data["contestants"][0]["name"] == "greedy"
    assert data["contestants"][0]["rating"]["mu"] == result.ratings[0].mu


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"match": {}, "games": []}', "null"])
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="expected result to be what an arena wrote"):
        read_result(text)


@pytest.mark.parametrize("wrong", [{"seats": [5, 6]}, {"winners": []}, {"number": "x"}])
def test_json_with_impossible_games_is_refused(result: Result, wrong: dict[str, Any]) -> None:
    data = json.loads(result.to_json())
    data["games"][3] |= wrong
    with pytest.raises(BadOption, match="expected result to be what an arena wrote"):
        read_result(json.dumps(data))


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG")])
def test_a_plot_is_drawn(result: Result, tmp_path: Path, name: str, start: bytes) -> None:
    plots.plot(result, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_what_cannot_be_plotted_is_told(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match=r"plot to be a file ending in \.svg or \.png"):
        plots.plot(result, Path("a.gif"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"matplotlib is missing.*azulejos\[arena\]"):
        plots.plot(result, Path("a.svg"))


def test_without_openskill_there_is_everything_but_ratings(
    result: Result, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    bare = MATCH.result(result.games)
    assert "ratings need OpenSkill: pip install 'azulejos[arena]'" in bare.table
    assert json.loads(bare.to_json())["contestants"][0]["rating"] is None
    plots.plot(bare, tmp_path / "a.svg")


# What cannot be played


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"contestants": ("greedy",)}, "contestants to be from 2 to 100, got 1"),
        ({"contestants": ("greedy", "nobody")}, "got 'nobody'"),
        ({"game": "chess"}, "one of the games"),
        ({"board": "red"}, "one of the boards"),
        ({"players": 5}, "players"),
        ({"games": 0}, "games to be from 1"),
        ({"seed": -1}, "seed"),
        ({"seconds": 0}, "seconds to be a number greater than 0"),
        ({"nodes": 1.5}, "nodes"),
        ({"sprt": (3, 1)}, "sprt to be two numbers"),
        ({"sprt": (0, 9), "contestants": ("greedy",) * 3}, "it compares two contestants"),
        ({"grace_period": 0}, "grace_period"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(AzulejosError, match=complaint):
        Match(**{"contestants": ("greedy", "random"), **options})


def test_an_impossible_number_of_processes_is_refused() -> None:
    with pytest.raises(BadOption, match="processes to be from 1 to 1024, got 0"):
        MATCH.play(processes=0)


def test_without_ray_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"ray is missing.*azulejos\[ray\]"):
        MATCH.play(ray="local")
