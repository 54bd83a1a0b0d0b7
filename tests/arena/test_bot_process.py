"""External programs: the line protocol on both sides, and forfeits."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from azulejos import Game
from azulejos.arena import (
    Match,
    Result,
    bot_process,
    bot_server,
    players,
)
from azulejos.arena.bot_process import BotProcess, ProtocolError
from azulejos.arena.bot_server import BotServer
from azulejos.arena.contestants import Contestant, labels, read_contestant
from azulejos.arena.runner import GameSpec, play_game
from azulejos.arena.schedule import Schedule
from azulejos.bots import ALL_BOTS, Choice, Limits, bot
from azulejos.bots.baselines.random import RandomBot
from azulejos.engine import AnyPosition
from azulejos.engine.errors import BadOption, UnknownName

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "arena_bot.py"
OURS = [sys.executable, "-m", "azulejos", "bot"]

#: A program that greets, and then does something else in answer to `go`.
STUB = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "azulejos":
        print("name stub"); print("ready", flush=True)
    elif word == "go":
        {deed}
        sys.stdout.flush()
"""


def stub(deed: str) -> list[str]:
    return [sys.executable, "-c", STUB.format(deed=deed)]


def text_of(command: list[str]) -> str:
    return "cmd:" + shlex.join(command)


@pytest.fixture
def stub_file(tmp_path: Path) -> Path:
    return tmp_path / "stub.py"


def match_against(path: Path, deed: str) -> Result:
    path.write_text(STUB.format(deed=deed), encoding="utf-8")
    program = text_of([sys.executable, str(path)])
    return Match(contestants=("random", program), games=2, seed=1).play()


# Programs in matches


def test_the_example_of_the_documents_plays_whole_games() -> None:
    match = Match(("random", text_of([sys.executable, str(EXAMPLE)])), games=2, seed=1)
    result = match.play()
    assert not any(result.forfeits)
    assert all(Game.from_text(found.record).is_over for found in result.games)
    assert result.thinking[1].moves > 0


def test_our_own_bot_as_a_program_plays_as_it_does_at_home() -> None:
    program = BotProcess([*OURS, "greedy", "--seed", "5"], grace_period=120)
    at_home = bot("greedy", seed=5)
    game = Game("summer-pavilion", board="grey", players=3, seed=2)
    program.new_game(game.position)
    try:
        assert program.name == "greedy"
        while not game.is_over:
            move = program.choose(game.position, Limits(seconds=1.0, nodes=50))
            assert move == str(at_home.choose(game.position, nodes=50).move)
            game.play(move)
    finally:
        program.close()


@pytest.mark.parametrize(
    ("deed", "kind", "reason"),
    [
        ("raise ValueError('no idea')", "crash", "ended with 1: ValueError: no idea"),
        ("sys.exit(3)", "crash", "ended with 3"),
        ("print('good morning')", "malformed", "expected bestmove and a move, got 'good morning'"),
        ("print('bestmove')", "malformed", "expected bestmove and a move"),
        ("print()", "malformed", "expected bestmove and a move, got ''"),
        ("print('bestmove banana')", "malformed", "expected a move such as .*, got 'banana'"),
        ("sys.stdout.buffer.write(bytes([255, 10]))", "malformed", "expected bestmove"),
        ("print('bestmove 1>1')", "illegal", "1>1 is not legal now"),
    ],
)
def test_a_protocol_error_forfeits_the_game_and_the_match_continues(
    stub_file: Path, deed: str, kind: str, reason: str
) -> None:
    result = match_against(stub_file, deed)
    assert result.rates[0].rate == 1
    assert result.forfeits[1] == {kind: 2}
    for game in result.games:
        assert game.forfeit
        assert game.forfeit.kind == kind
        assert game.seats[game.forfeit.seat] == 1
        assert game.end_reason == "forfeit"
        record = Game.from_text(game.record)
        assert not record.is_over
        assert any("forfeits" in text for text in record.comments.values())
    assert_matches(reason, result)


def assert_matches(reason: str, result: Result) -> None:
    forfeit = result.games[0].forfeit
    assert forfeit
    assert re.search(reason, forfeit.reason)


def test_a_timeout_forfeits_the_game() -> None:
    contestant = Contestant("cmd:stub", tuple(stub("time.sleep(1000)")))
    pair = (contestant, read_contestant("random"))
    spec = GameSpec("azul", "coloured", pair, labels(pair), seed=1, grace_period=60)
    players.start_program(contestant, grace_period=60)
    players._idle[contestant.command][0].grace_period = 0.2  # it had all the time to start
    forfeit = play_game(spec, Schedule(2, 2).game(0)).forfeit
    assert forfeit
    assert (forfeit.seat, forfeit.kind) == (0, "timeout")
    assert forfeit.reason == "did not answer in time"
    assert not players._idle[contestant.command]


def test_all_others_win_a_game_that_is_forfeited(stub_file: Path) -> None:
    stub_file.write_text(STUB.format(deed="sys.exit()"), encoding="utf-8")
    program = text_of([sys.executable, str(stub_file)])
    result = Match(("random", program, "greedy"), players=3, games=3, seed=1).play()
    assert [rate.wins for rate in result.rates] == [1.5, 0, 1.5]


def test_a_program_that_once_failed_is_started_again(stub_file: Path, tmp_path: Path) -> None:
    """It fails in its first game only; then it knows how to play."""
    mark = tmp_path / "mark"
    stub_file.write_text(
        f"import pathlib, runpy, sys\n"
        f"mark = pathlib.Path({str(mark)!r})\n"
        f"if mark.exists():\n"
        f"    runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')\n"
        f"else:\n"
        f"    input()\n"  # the greeting: writing to a closed pipe would fail
        f"    print('ready', flush=True)\n"
        f"    mark.touch()\n",
        encoding="utf-8",
    )
    program = text_of([sys.executable, str(stub_file)])
    result = Match(contestants=("random", program), games=4, seed=1).play()
    assert result.forfeits[1] == {"crash": 1}
    assert [game.forfeit is None for game in result.games] == [False, True, True, True]


def test_a_program_stays_for_all_its_games(stub_file: Path, tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    stub_file.write_text(
        f"import runpy\nopen({str(starts)!r}, 'a').write('x')\n"
        f"runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')\n",
        encoding="utf-8",
    )
    program = text_of([sys.executable, str(stub_file)])
    match = Match(("random", program), "summer-pavilion", games=4, seed=1)
    assert not any(match.play().forfeits)
    assert starts.read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize(
    ("command", "got"),
    [
        (["no-such-program-anywhere"], "cannot be started: No such file"),
        ([sys.executable, "-c", "raise SystemExit(7)"], "ended with 7"),
        ([sys.executable, "-c", "print('hi'); input()"], "expected name or ready, got 'hi'"),
        ([sys.executable, "-c", "import time; time.sleep(99)"], "did not answer in time"),
    ],
)
def test_a_program_that_does_not_answer_at_all_is_refused_before_anything_is_played(
    command: list[str], got: str
) -> None:
    patience = 0.5 if "in time" in got else 60
    match = Match(contestants=("random", text_of(command)), games=2, grace_period=patience)
    with pytest.raises(BadOption, match="a program that answers ready, got .*" + got):
        match.play()


class SlowStarter(BotProcess):
    """A program that takes a minute for each line, without taking it."""

    def __init__(self, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.grace_period, self.name = 60.0, ""
        self._lines, self._now = iter(lines), 0.0
        monkeypatch.setattr(bot_process, "time", SimpleNamespace(monotonic=lambda: self._now))

    def _send(self, line: str) -> None:
        assert line == "azulejos"

    def _read(self, deadline: float) -> str:
        self._now += 59.0
        if deadline < self._now:
            raise ProtocolError("timeout", "did not answer in time")
        return next(self._lines)


def test_a_program_that_says_that_it_prepares_itself_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = SlowStarter(["name slow", "info", "info compiling", "ready"], monkeypatch)
    program._handshake()
    assert program.name == "slow"
    with pytest.raises(ProtocolError, match="in time"):
        SlowStarter(["info for ever"] * 1000, monkeypatch)._handshake()


def test_information_is_not_an_answer() -> None:
    program = BotProcess(stub("print('info depth 3'); print('bestmove 1b1')"), grace_period=60)
    assert program.choose(Game(seed=1).position, Limits(depth=3)) == "1b1"
    program.close()


def test_the_lines_that_a_program_receives() -> None:
    echo = "import sys\nprint('ready', flush=True)\nfor line in sys.stdin: print(line, flush=True)"
    program = BotProcess([sys.executable, "-c", echo], grace_period=60)
    position = Game("azul", board="grey", players=3, seed=1).position
    program.new_game(position)
    with pytest.raises(ProtocolError, match="azulejos"):
        program.choose(position, Limits(seconds=0.3, nodes=7))
    told = [program._answers.get(timeout=60).strip() for _ in range(7)]
    program.close()
    assert [line for line in told if line] == [
        "newgame azul grey 3",
        f"position {position}",
        "go seconds 0.3 nodes 7",
    ]


# The other side


def answers(*lines: str) -> list[str]:
    return list(BotServer("greedy", seed=1).answers(lines))


def test_our_bots_answer_lines() -> None:
    position = Game(seed=1).position
    said = answers("azulejos\n", "newgame azul coloured 2\n", f"position {position}\n", "go\n")
    assert said[:2] == ["name greedy", "ready"]
    assert said[2].startswith("info value ")
    word, move = said[3].split()
    assert word == "bestmove"
    assert move in position.legal_moves


def test_nothing_is_compiled_after_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(bot_server, "KEEPALIVE_SECONDS", 0.01)
    monkeypatch.setattr(bot_server, "precompile", lambda: compiled.wait(60))
    said = BotServer("greedy").answers(["azulejos"])
    assert next(said) == "name greedy"
    assert next(said).startswith("info compiling")
    compiled.set()
    *signs, last = said
    assert last == "ready"
    assert all(sign.startswith("info ") for sign in signs)


def test_what_a_game_needs_is_loaded_before_the_first_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thought: list[tuple[str, int]] = []

    class Loading(RandomBot):
        def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
            thought.append((position.rules.name, len(position.scores)))
            return super()._choose(position, limits)

    monkeypatch.setitem(ALL_BOTS, "loading", Loading)
    said = BotServer("loading", seed=1).answers(["newgame summer-pavilion grey 3"])
    assert list(said) == []
    assert thought == [("summer-pavilion", 3)]


def test_a_level_may_think_in_several_threads() -> None:
    lines = ["newgame azul coloured 2", f"position {Game(seed=1).position}", "go"]
    speaker = BotServer("expert", seed=1, threads=2)
    assert [line.split()[0] for line in speaker.answers(lines)] == ["info", "bestmove"]
    with pytest.raises(BadOption, match="expected threads to be 1, got 2"):
        BotServer("greedy", threads=2)


def test_a_new_game_resets_the_bot() -> None:
    lines = [f"position {Game(seed=1).position}", "go", "go", "newgame azul coloured 2", "go"]
    said = BotServer("random", seed=1).answers(lines)
    first, second, again = (line for line in said if line.startswith("bestmove"))
    assert first == again != second


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello", "one of azulejos, newgame, position, go, quit, got 'hello'"),
        ("go", "told after a position"),
        ("newgame azul", "a game, a board and a number of players"),
        ("newgame azul red 2", "one of the boards"),
        ("newgame azul grey 7", "players"),
        ("position", "one of the games"),
        ("position azul coloured; phase lunch", "'player' is missing"),
    ],
)
def test_the_bot_server_reports_lines_it_cannot_interpret(line: str, complaint: str) -> None:
    said = answers(line, "azulejos")
    assert said[0].startswith("error ")
    assert complaint in said[0]
    assert said[1:] == ["name greedy", "ready"]


@pytest.mark.parametrize("limits", ["seconds", "seconds x", "time 3", "nodes 0.5", "nodes -3"])
def test_impossible_limits_are_reported(limits: str) -> None:
    assert answers(f"position {Game(seed=1).position}", f"go {limits}")[0].startswith("error ")


def test_quit_and_the_end_of_lines_end_it() -> None:
    assert answers("", "quit", "azulejos") == []
    done = subprocess.run(
        [*OURS, "random"], input="azulejos\n", capture_output=True, text=True, check=True
    )
    assert done.stdout == "name random\nready\n"


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(UnknownName):
        BotServer("nobody")
