"""The commands `arena` and `bot`."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from azulejos import Game, cli
from azulejos.arena import Match, read_result, report
from azulejos.arena.log import read_seed
from tests.screens import AT_WORK, interrupted

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in this process, from an empty folder: its code, output and complaints."""
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("azulejos.cli.common.console.width", 200)

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["azulejos", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code: object = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code or 0
        captured = capsys.readouterr()
        assert isinstance(code, int)
        return code, captured.out, captured.err

    return run


def test_a_match_is_told_kept_and_drawn(run: Run, tmp_path: Path) -> None:
    files = ("--log", "m.jsonl", "--json", "m.json", "--plot", "m.svg")
    code, out, err = run("arena", "greedy", "random", "--games", "5", "--seed", "3", *files)
    assert code == 0
    result = read_result((tmp_path / "m.json").read_text(encoding="utf-8"))
    assert len(result.games) == 6  # whole pairs
    assert "azul, coloured, 2 players: 6 games, seed 3" in out
    greedy = result.rates[0]
    assert re.search(rf"greedy .* {greedy.wins:.0f}/6 .* {greedy.rate:.1%} ", out)
    assert "Elo stronger" in out
    command = "azulejos arena greedy random --game azul --board coloured --players 2 --games 6"
    assert f"{result.match.version}: {command} --seed 3\n" in out
    assert f'"command": "{command} --seed 3"' in (tmp_path / "m.json").read_text(encoding="utf-8")
    assert "result written to m.json\nresult written to m.svg\n" in out
    assert "greedy 6, random 0" in err
    assert "6/6" in err
    assert (tmp_path / "m.svg").stat().st_size > 1000
    assert (tmp_path / "m.jsonl").read_text(encoding="utf-8").count("\n") == 7


def test_luck_is_measured_where_asked_for(run: Run) -> None:
    code, out, _ = run(
        "arena", "random", "random", "--games", "2", "--seed", "3", "--luck-adjusted"
    )
    assert code == 0
    assert "less luck" in out
    assert "the rate less luck is as sure as that of 1.0 times as many games" in out


def test_a_match_goes_on_with_its_own_seed(run: Run, tmp_path: Path) -> None:
    arguments = ("arena", "greedy", "random", "--log", "m.jsonl")
    run(*arguments, "--games", "2")
    seed = read_seed(tmp_path / "m.jsonl")
    assert seed is not None
    code, out, _ = run(*arguments, "--games", "4")
    assert code == 0
    assert f"4 games, seed {seed}" in out
    code, _, err = run(*arguments, "--games", "4", "--seed", str(seed + 1))
    assert code == 2
    assert f"expected seed to be {seed}, as in m.jsonl, got {seed + 1}" in err


def test_options_reach_the_match(run: Run, tmp_path: Path) -> None:
    options = "--game summer-pavilion --board grey --players 3 --games 3 --seed 1"
    limits = "--seconds 0.5 --nodes 100 --depth 2 --grace-period 9 --sprt 0,50 --json m.json"
    code, out, _ = run("arena", "random:nodes=3", "random", *options.split(), *limits.split())
    assert code == 0
    assert read_result((tmp_path / "m.json").read_text(encoding="utf-8")).match == Match(
        contestants=("random:nodes=3", "random"),
        game="summer-pavilion",
        board="grey",
        players=3,
        games=3,
        seed=1,
        seconds=0.5,
        nodes=100,
        depth=2,
        sprt=(0, 50),
        grace_period=9,
    )
    assert "SPRT of +0 or +50 Elo: LLR" in out
    assert "a fair share of victories is 33.3%" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["greedy"], "expected contestants to be from 2 to 100, got 1"),
        (["greedy", "nobody"], "got 'nobody'"),
        (["greedy", "random", "--sprt", "9"], "two numbers such as 0,30"),
        (["greedy", "random", "--plot", "m.gif"], "a file ending in .svg or .png"),
        (["greedy", "random", "--log", "no/such/m.jsonl"], "log to be a file in a folder that"),
        (["greedy", "random", "--json", "no/such/m.json"], "json to be a file in a folder that"),
        (["greedy", "random", "--plot", "no/such/m.svg"], "plot to be a file in a folder that"),
        (["greedy", "random", "--json", "."], "json to be a file, not a folder, got '.'"),
        (["greedy", "cmd:nobody-is-called-so"], "cannot be started"),
        (["greedy", "random", "--seconds", "-1"], "seconds to be a number greater than 0"),
    ],
)
def test_mistakes_get_one_clear_sentence(run: Run, arguments: list[str], complaint: str) -> None:
    code, out, err = run("arena", *arguments, "--games", "2")
    assert code == 2
    assert out == ""
    assert complaint in err
    assert "Traceback" not in err


def test_names_that_look_like_markup_are_shown_as_they_are(run: Run) -> None:
    program = f"cmd:{sys.executable} -c \"print('ready', flush=True); input(); '[bold]'\""
    code, out, _ = run("arena", "random", program, "--games", "2")
    assert code == 0
    assert "'[bold]'" in out
    assert "crash 2" in out


def test_a_narrow_table_folds_words_and_cuts_no_numbers(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("azulejos.cli.common.console.width", 80)
    program = f"cmd:{sys.executable} -c \"print('ready', flush=True); input()\""
    code, out, _ = run("arena", "random", program, "--games", "100", "--seed", "1", "--json", "m")
    assert code == 0
    table, _, command = out.partition("\nazulejos ")
    assert max(map(len, table.splitlines())) <= 80
    assert " --games 100 --seed 1\n" in command  # in one piece, to be copied
    assert "…" not in out
    result = read_result(Path("m").read_text(encoding="utf-8"))
    for row in report.rows(result):
        assert all(number in out for number in row[1:7])
    assert "crash 100" in out


def test_a_bot_speaks_on_the_command_line(run: Run) -> None:
    position = Game(seed=1).position
    lines = f"azulejos\nnewgame azul coloured 2\nposition {position}\ngo depth 1\nquit\nnonsense\n"
    code, out, _ = run("bot", "greedy", "--seed", "1", stdin=lines)
    assert code == 0
    assert out.startswith("name greedy\n")
    assert "\nready\ninfo value" in out
    assert out.splitlines()[-1].split()[1] in position.legal_moves


def test_an_unknown_bot_is_told(run: Run) -> None:
    code, _, err = run("bot", "nobody")
    assert code == 2
    assert "got 'nobody'" in err


def test_ctrl_c_ends_a_match_with_what_was_finished(tmp_path: Path) -> None:
    log = tmp_path / "m.jsonl"
    arguments = ["--games", "100000", "--seed", "1", "--processes", "2", "--log", str(log)]
    command = [sys.executable, "-m", "azulejos", "arena", "greedy", "random", *arguments]
    ended = interrupted(command, AT_WORK, columns=120)
    assert ended.code == 130
    counted = re.search(r"players: (\d+) games, seed 1", ended.out)
    assert counted
    assert int(counted[1]) >= 40
    assert log.read_bytes().count(b"\n") >= int(counted[1])
    assert b"Traceback" not in ended.shown
