"""The command line: what each command prints, and that mistakes get one clear sentence."""

from __future__ import annotations

import io
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game, cli
from azulejos.arena import simulation
from azulejos.bots import ALL_BOTS
from azulejos.engine import AZUL, GAMES, playout
from azulejos.engine.rng import new_stream
from azulejos.engine.state import new_states
from azulejos.i18n import words_in
from azulejos.tui.saved_games import GameFile
from tests.screens import AT_WORK, PATIENCE, interrupted
from tests.support import random_game

PROGRAM = shutil.which("azulejos", path=str(Path(sys.executable).parent)) or "azulejos"
PAINT = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
BOX = re.compile(r"[│╭╮╰╯─┃┏┓┗┛┡┩┳╇┴┬┼├┤╞╪╡└┘━]")
COMPILING = re.compile(r"azulejos: compiling .*\n")


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int | None
    out: str
    err: str

    @property
    def words(self) -> str:
        """The output as words, without frames and line breaks."""
        return words_of(self.out)


def words_of(text: str) -> str:
    return " ".join(BOX.sub(" ", PAINT.sub("", text)).split())


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the surroundings want, nothing is painted where nobody sees it."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in this process, from an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("azulejos.cli.common.console.width", 80)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run(*arguments: str, stdin: str | None = "") -> Result:
        monkeypatch.setattr(sys, "argv", ["azulejos", *arguments])
        monkeypatch.setattr(sys, "stdin", None if stdin is None else io.StringIO(stdin))
        capsys.readouterr()
        try:
            cli.main()
            code: Any = 0
        except SystemExit as end:
            code = end.code or 0
        captured = capsys.readouterr()
        return Result(code, captured.out, COMPILING.sub("", captured.err))

    return run


def program(*arguments: str, folder: Path, **options: Any) -> Result:
    """Run the installed program."""
    environment = os.environ | {"COLUMNS": "80", "XDG_STATE_HOME": str(folder / "state")}
    environment |= options.pop("env", {})
    done = subprocess.run(
        [PROGRAM, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        **{"encoding": "utf-8", **options},
    )
    return Result(done.returncode, done.stdout, COMPILING.sub("", done.stderr))


@pytest.fixture
def game() -> Game:
    """A finished game between two named players, with a comment."""
    game = random_game(4, policy="tidy")
    game.headers |= {"Player 1": "Ana", "Player 2": "Rui"}
    game.comment("A [bold] start.", ply=1)
    return game


# simulate

THREE = ("--board", "grey", "--players", "3", "--bots", "greedy,random,random")


def test_simulate_prints_means_wins_lengths_and_shortages(tmp_path: Path, run: Run) -> None:
    arguments = ("simulate", "azul", *THREE, "--games", "40", "--seed", "7")
    result = program(*arguments, "--processes", "2", folder=tmp_path)
    assert result.code == 0
    spec = simulation.Simulation("azul", "grey", ("greedy", "random", "random"), games=40, seed=7)
    summary = simulation.summarise(spec, simulation.simulate(spec))
    assert "40 games, seed 7" in result.words
    for number, seat in enumerate(summary.seats, start=1):
        low, high = seat.interval
        rates = f"{seat.win_rate:.1%} {low:.1%} to {high:.1%}"
        assert f"{number} {seat.bot} {seat.mean_score:.1f} {rates}" in result.words
    moves, rounds = f"{summary.mean_moves:.1f}", f"{summary.mean_rounds:.2f}"
    assert f"moves a game: {moves}, rounds: {rounds}" in result.words
    assert f"games with a tile shortage: {summary.short_of_tiles:.1%}" in result.words
    assert "ended by: row 40" in result.words
    assert run(*arguments, "--processes", "1").out == result.out


def test_simulate_counts_games_that_ran_short_of_tiles(run: Run) -> None:
    bots = ",".join(["random"] * 4)
    table = ("--board", "grey", "--players", "4", "--bots", bots)
    result = run("simulate", *table, "--games", "12", "--seed", "1")
    share = re.search(r"games with a tile shortage: ([0-9.]+)%", result.out)
    assert share
    assert float(share[1]) > 0


def test_simulate_needs_no_options(tmp_path: Path) -> None:
    result = program("simulate", "--games", "5", folder=tmp_path)
    assert result.code == 0
    assert "1 greedy " in result.words
    assert "2 greedy " in result.words


def test_simulate_without_a_seed_names_the_one_it_took(run: Run) -> None:
    first = run("simulate", "--games", "2")
    seed = re.search(r"seed (\d+)", first.out)
    assert seed
    assert run("simulate", "--games", "2", "--seed", seed[1]).out == first.out


def test_simulate_writes_records_that_replay(run: Run, tmp_path: Path) -> None:
    result = run("simulate", *THREE, "--games", "3", "--seed", "7", "--out", "deep/records")
    assert result.out.endswith("3 records written to deep/records\n")
    spec = simulation.Simulation("azul", "grey", ("greedy", "random", "random"), games=3, seed=7)
    files = sorted((tmp_path / "deep" / "records").iterdir())
    assert [file.name for file in files] == [f"game-00000{n}.txt" for n in (1, 2, 3)]
    for file, outcome in zip(files, simulation.simulate(spec), strict=True):
        assert file.read_text(encoding="utf-8") == outcome.record
        replayed = run("replay", str(file), "--ply", str(outcome.moves))
        assert "Score breakdown" in replayed.words


# replay


def test_replay_shows_all_moves_when_nobody_is_there_to_press_enter(
    run: Run, game: Game, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    result = run("replay", "game.txt")
    assert result.code == 0
    shown = re.findall(r"^(\d+)\. (\S+): (\S+)$", result.out, re.MULTILINE)
    assert [int(number) for number, _, _ in shown] == list(range(1, game.ply + 1))
    assert [move for _, _, move in shown] == [str(move) for move in game.moves]
    assert {name for _, name, _ in shown} == {"Ana", "Rui"}
    totals = " ".join(map(str, game.scores))
    assert result.words.endswith(f"total {totals}")


def test_replay_reads_text_json_and_standard_input_alike(
    run: Run, game: Game, tmp_path: Path
) -> None:
    game = game.at(5)
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    (tmp_path / "game.json").write_text(game.to_json(), encoding="utf-8")
    expected = run("replay", "game.txt", "--all")
    assert expected.code == 0
    assert run("replay", "game.json", "--all") == expected
    assert run("replay", "-", "--all", stdin=game.to_text()) == expected
    assert run("replay", "-", stdin="\n" + game.to_json()) == expected


def test_replay_shows_one_move_with_all_that_it_caused(
    run: Run, game: Game, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    result = run("replay", "game.txt", "--ply", "1")
    assert result.out.startswith(f"\n1. Ana: {game.moves[0]}\n  Ana takes ")
    assert "A [bold] start." in result.out
    assert "2. Rui" not in result.out
    start = run("replay", "game.txt", "--ply", "0")
    assert "Round 1 begins, Ana starts" in start.out


def test_replay_shows_names_that_look_like_markup_as_they_are(
    run: Run, game: Game, tmp_path: Path
) -> None:
    game.headers |= {"Player 1": "[/red]", "Player 2": "[bold]Rui"}
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    result = run("replay", "game.txt")
    assert result.code == 0
    assert f"1. [/red]: {game.moves[0]}" in result.out
    assert f"2. [bold]Rui: {game.moves[1]}" in result.out


def test_replay_prints_no_control_characters_of_a_record(
    run: Run, game: Game, tmp_path: Path
) -> None:
    game.headers |= {"Player 1": "\x1b[2JAna\x9b", "Player 2": "\u202eRui\u200b"}
    game.comment("\x1b]0;title\x07 well\r\nplayed", 1)
    (tmp_path / "game.json").write_text(game.to_json(), encoding="utf-8")
    result = run("replay", "game.json")
    assert result.code == 0
    assert "�[2JAna�: " in result.out
    assert "�Rui�: " in result.out
    assert "�]0;title� well" in result.out
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]", result.out)


def test_mistakes_print_no_control_characters_of_a_record(
    run: Run, game: Game, tmp_path: Path
) -> None:
    game.headers["Player 1"] = "Ana"
    record = game.to_json().replace("Player 1", "\\u001b[2J")
    (tmp_path / "game.json").write_text(record, encoding="utf-8")
    result = run("replay", "game.json")
    assert result.code == 2
    assert "$.headers.�[2J" in result.err
    assert "\x1b" not in result.err


def test_replay_names_the_person_of_a_saved_game_by_the_seat(
    run: Run, game: Game, tmp_path: Path
) -> None:
    game.headers |= {"Player 1": "you", "Player 2": "greedy"}
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    result = run("replay", "game.txt", "--ply", "1")
    assert result.out.startswith(f"\n1. player 1: {game.moves[0]}\n  player 1 takes ")


# show


def test_show_draws_a_position_and_lists_its_moves(run: Run, tmp_path: Path) -> None:
    position = Game(board="grey", players=3, seed=1).position
    (tmp_path / "position.txt").write_text(str(position).replace("; ", "\n"), encoding="utf-8")
    result = run("show", str(position))
    assert result.code == 0
    assert "grey wall · round 1 · player 1 to play" in result.out
    moves = " ".join(map(str, position.legal_moves))
    assert result.words.endswith(f"{len(position.legal_moves)} legal moves: {moves}")
    assert run("show", "position.txt") == result
    assert run("show", "-", stdin=str(position)) == result


def test_show_draws_a_finished_position_too(run: Run, game: Game) -> None:
    result = run("show", str(game.position))
    assert result.code == 0
    assert " won" in result.out
    assert "0 legal moves" in result.out


# perft


@pytest.mark.parametrize(("board", "players", "depth"), [("coloured", 2, 3), ("grey", 4, 2)])
def test_perft_prints_what_the_engine_counts(
    run: Run, board: str, players: int, depth: int
) -> None:
    options = ["--board", board, "--players", str(players), "--depth", str(depth), "--seed", "5"]
    game = Game(board=board, players=players, seed=5)
    expected = []
    for level in range(depth + 1):
        states = new_states(AZUL.layout, level + 1)
        states[:1] = game.position.states
        leaves = playout.perft(states, level, new_stream(5)[0], game.drawn)
        expected.append(f"{level} {leaves}\n")
    result = run("perft", *options)
    assert (result.code, result.out, result.err) == (0, "".join(expected), "")


def test_perft_counts_what_can_be_counted_by_hand(run: Run) -> None:
    game = Game(seed=0)
    replies = 0
    for move in game.legal_moves:
        variation = game.copy()
        variation.play(move)
        replies += len(variation.legal_moves)
    expected = f"0 1\n1 {len(game.legal_moves)}\n2 {replies}\n"
    assert run("perft", "--depth", "2").out == expected


# play (the app itself is tested in tests/tui)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The tables that `azulejos play` opens the app with, as if there were a terminal."""
    tables: list[Any] = []

    def open_app(_: str | None, opening: Any = None, **options: Any) -> None:
        tables.append(opening(words_in("en")) if opening else options)

    monkeypatch.setattr("azulejos.cli.play.can_show_app", lambda: True)
    monkeypatch.setattr("azulejos.cli.play.open_app", open_app)
    return tables


def test_play_opens_the_start_screen(run: Run, opened: list[Any]) -> None:
    assert run("play", "--seed", "7").code == 0
    assert opened == [{"seed": 7}]


def test_play_with_bots_by_name(run: Run, opened: list[Any]) -> None:
    assert run("play", "--players", "3", "--bots", "random,greedy", "--seed", "1").code == 0
    assert [(seat.kind, seat.bot) for seat in opened[0].table.setup.seats] == [
        ("me", None),
        ("bot", "random"),
        ("bot", "greedy"),
    ]


def test_play_offers_a_casual_opponent_and_knows_all_levels(run: Run, opened: list[Any]) -> None:
    run("play", "summer-pavilion", "--board", "grey", "--seed", "1")
    assert (opened[0].game.name, opened[0].game.board) == ("summer-pavilion", "grey")
    assert [seat.bot for seat in opened[0].table.setup.seats] == [None, "casual"]
    run("play", "--players", "4", "--bots", "beginner,expert,master", "--seed", "1")
    assert [seat.bot for seat in opened[1].table.setup.seats] == [
        None,
        "beginner",
        "expert",
        "master",
    ]


def test_the_same_seed_deals_the_same_game(run: Run, opened: list[Any]) -> None:
    for _ in range(2):
        run("play", "azul", "--seed", "3")
    assert opened[0].game == opened[1].game


@pytest.fixture
def saved_game(tmp_path: Path) -> Path:
    """The file of the game that an earlier version saved."""
    path = tmp_path / "state" / "azulejos" / "last-game.txt"
    path.parent.mkdir(parents=True)
    return path


def test_a_saved_game_is_resumed_with_its_bots(
    run: Run, opened: list[Any], saved_game: Path
) -> None:
    game = random_game(4, players=3).at(7)
    game.headers |= {"Player 1": "you", "Player 2": "greedy", "Player 3": "random"}
    saved_game.write_text(game.to_text(), encoding="utf-8")
    assert run("play", "--resume").code == 0
    assert opened[0].game == game
    assert [(seat.kind, seat.bot) for seat in opened[0].table.setup.seats] == [
        ("me", None),
        ("bot", "greedy"),
        ("bot", "random"),
    ]


def test_of_several_saved_games_the_latest_is_resumed(
    run: Run, opened: list[Any], saved_game: Path
) -> None:
    for number, path in enumerate((saved_game, *(GameFile.new().path for _ in range(2)))):
        GameFile(path).save(random_game(number).at(3))
        os.utime(path, (number, number))
    assert run("play", "--resume").code == 0
    assert opened[0].game == random_game(2).at(3)
    assert opened[0].file.path == path


def test_resuming_without_a_saved_game_says_so(run: Run, opened: list[Any]) -> None:
    message = complaint(run("play", "--resume"))
    assert "there is no saved game to resume: `azulejos play` starts a new one" in message
    assert not opened


def test_resuming_a_damaged_game_says_what_is_wrong(
    run: Run, opened: list[Any], saved_game: Path
) -> None:
    saved_game.write_text("azulejos 1\ngame: azul\n\nunfinished\n", encoding="utf-8")
    assert "'board' is missing" in complaint(run("play", "--resume"))
    assert not opened


@pytest.mark.parametrize("arguments", [[], ["azul"], ["--join", "http://x/table/abc"]])
def test_play_needs_a_terminal(run: Run, arguments: list[str]) -> None:
    assert "`azulejos play` needs a terminal" in complaint(run("play", *arguments))


def test_a_link_that_leads_nowhere_is_reported(run: Run) -> None:
    message = complaint(run("play", "--join", "nonsense"))
    assert "expected a link such as http://host:8000/table/ID#TOKEN, got 'nonsense'" in message


@pytest.mark.parametrize("command", [["play"], ["replay", "game.txt", "--all"], ["show", "-"]])
def test_an_unknown_language_is_refused(run: Run, command: list[str]) -> None:
    message = complaint(run(*command, "--language", "xx"))
    assert "'--language': expected one of en, fi, pt_BR, de, is, nb, got 'xx'" in message
    assert f"(see `azulejos {command[0]} --help`)" in message


def test_simulate_lets_levels_play(run: Run) -> None:
    result = run("simulate", "--bots", "strong,beginner", "--games", "2", "--seed", "7")
    assert result.code == 0
    assert "1 strong " in result.words
    assert "2 beginner " in result.words


# Mistakes


def complaint(result: Result) -> str:
    """The one message on standard error, and nothing else anywhere."""
    assert result.code not in (0, None)
    assert "Traceback" not in result.out + result.err
    assert result.out == ""
    message = re.fullmatch(r"azulejos: (?P<text>.+)", words_of(result.err))
    assert message, f"expected one message, got {result.err!r}"
    return message["text"]


RECORD = """\
azulejos 1
game: azul
board: coloured
players: 2
first: 1
stalemate_rounds: 5

deal bbyr kkww rryy bbww kkyr
1. 1b1 2k2 {so far, so good}

unfinished
"""
POSITION = str(Game(seed=1).position)
HUGE = str(1 << 256)
FILES = {
    "game.txt": RECORD.encode(),
    "illegal.txt": RECORD.replace("2k2", "1b2").encode(),
    "unreadable.txt": RECORD.replace("2k2", "2x9").encode(),
    "cut.txt": RECORD.removesuffix("unfinished\n").encode(),
    "result.txt": RECORD.replace("unfinished", "scores 1 2\nwinners 2").encode(),
    "deal.txt": RECORD.replace("deal bbyr", "deal bbyx").encode(),
    "empty.txt": b"",
    "binary.dat": b"\x89PNG\r\n\x1a\n\x00\xff\xfe",
    "damaged.json": Game(seed=1).to_json()[:-2].encode(),
    "list.json": b"[]",
    "strange.json": b'{"azulejos": 1, "game": 3}',
    "number.json": b'{"azulejos": ' + b"9" * 5000 + b"}",
    "deep.json": b'{"a":' * 100_000,
}
BOT_NAMES = ", ".join(ALL_BOTS)
GAME_NAMES = ", ".join(GAMES)

MISTAKES = [
    # what cannot be read
    (["replay", "missing.txt"], "No such file or directory: missing.txt"),
    (["replay", "folder"], "Is a directory: folder"),
    (["replay", "binary.dat"], "expected a text file in UTF-8, got other bytes"),
    (["replay", "empty.txt"], "line 1, column 1: expected azulejos 1, got ''"),
    (["replay", "cut.txt"], "the end ('scores ...' or 'unfinished') is missing"),
    (["replay", "deal.txt"], "line 8, column 1: expected tiles as letters of byrkw, got 'bbyx"),
    (["replay", "unreadable.txt"], "line 9, column 8: expected a move such as 3b4"),
    (["replay", "illegal.txt"], "line 9, column 8: factory 1 is empty"),
    (["replay", "result.txt"], "expected unfinished, got 'scores 1 2 winners 2'"),
    (["replay", "damaged.json"], "this is not JSON"),
    (["replay", "list.json"], "expected azulejos 1, got '[]'"),
    (["replay", "strange.json"], "$.game: expected str, got '3'"),
    (["replay", "number.json"], ""),
    (["replay", "deep.json"], "this is not JSON: nested too deep"),
    (["replay", "game.txt", "--ply", "3"], "expected a ply from 0 to 2, got 3"),
    (["replay", "game.txt", "--ply", "-1"], "'--ply': Input should be greater than or equal to 0"),
    (["replay"], "Missing argument 'file'"),
    (["show", "missing.txt"], "No such file or directory: missing.txt"),
    (["show", "folder"], "Is a directory: folder"),
    (["show", "binary.dat"], "expected a text file in UTF-8, got other bytes"),
    (["show", "empty.txt"], f"expected one of the games {GAME_NAMES}, got ''"),
    (["show", "-"], f"expected one of the games {GAME_NAMES}, got ''"),
    (["show", ""], "expected"),
    (["show", "game.txt"], "got the record of a game: `azulejos replay game.txt` shows it"),
    (["show", RECORD], "expected a position, got the record of a game: `azulejos replay FILE`"),
    (["show", "nonsense position"], f"expected one of the games {GAME_NAMES}, got 'nonsense'"),
    (["show", "azul purple; phase draft"], "expected 'azul coloured' or 'azul grey'"),
    (["show", "azul grey; phase draft"], "'player' is missing"),
    (["show", POSITION.replace("idle 0", "idle x")], "expected a number from 0 to 30000, got 'x'"),
    (["show", POSITION.replace("marker -", "marker 3")], "expected a player from 1 to 2, or -"),
    (["show", POSITION.replace("lid -", "lid b")], "expected 20 blue tiles in all, got 21"),
    # unknown names
    (["simulate", "chess"], f"expected one of the games {GAME_NAMES}, got 'chess'"),
    (["simulate", "[/x]"], f"expected one of the games {GAME_NAMES}, got '[/x]'"),
    (["play", "chess"], f"expected one of the games {GAME_NAMES}, got 'chess'"),
    (["perft", "chess"], f"expected one of the games {GAME_NAMES}, got 'chess'"),
    (["simulate", "--board", "purple"], "'purple' is not one of 'coloured', 'grey'"),
    (["simulate", "--bots", "greedy,nobody"], f"expected one of {BOT_NAMES}, got 'nobody'"),
    (["simulate", "--bots", "greedy"], "expected 2 bots, got 1: greedy"),
    (["simulate", "--bots", "greedy,"], f"expected one of {BOT_NAMES}, got ''"),
    (["play", "--players", "3", "--bots", "random"], "expected 2 bots, got 1: random"),
    (["play", "--bots", "random,greedy"], "expected 1 bot, got 2: random, greedy"),
    (["dance"], "No such command 'dance'"),
    (["play", "--colour"], "No such option: --colour"),
    (["play", "--plain"], "No such option: --plain"),
    (["replay", "game.txt", "--plain"], "No such option: --plain"),
    # numbers out of range
    (["simulate", "--players", "7"], "'--players': Input should be less than or equal to 4"),
    (["play", "--players", "1"], "'--players': Input should be greater than or equal to 2"),
    (["simulate", "--games", "0"], "'--games': Input should be greater than or equal to 1"),
    (["simulate", "--games", "10000001"], "10000000"),
    (["simulate", "--processes", "0"], "'--processes': Input should be greater than"),
    (["simulate", "--processes", "1025"], "1024"),
    (["perft", "--depth", "13"], "'--depth': Input should be less than or equal to 12"),
    (["simulate", "--seed", "x"], "'--seed': Input should be a valid integer"),
    *(
        ([command, "--seed", "-1"], "'--seed': Input should be greater than or equal to 0")
        for command in ("simulate", "play", "perft")
    ),
    *(
        ([command, "--seed", HUGE], "expected seed to be a whole number from 0 to 2**256 - 1")
        for command in ("simulate", "play", "perft")
    ),
    # what cannot be written, before hours are spent on it
    (["simulate", "--games", "1", "--out", "game.txt"], "File exists: game.txt"),
    (["simulate", "--games", "1", "--out", "game.txt/x"], "Not a directory: game.txt/x"),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES)
def test_a_mistake_gets_one_clear_message(
    run: Run, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "folder").mkdir()
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    assert message in complaint(run(*arguments))


def test_a_mistake_gets_one_clear_message_from_the_installed_program(tmp_path: Path) -> None:
    result = program("replay", "-", folder=tmp_path, input=RECORD.replace("2k2", "1b2"))
    assert complaint(result) == "line 9, column 8: factory 1 is empty"
    assert result.code == 2


def test_a_command_is_asked_for(run: Run) -> None:
    result = run()
    assert result.code == 2
    for command in ("play", "simulate", "replay", "show", "perft"):
        assert f" {command} " in result.words


@pytest.mark.parametrize("command", ["play", "simulate", "replay", "show", "perft"])
def test_every_command_explains_itself(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.code == 0
    assert f"azulejos {command}" in result.words


def test_the_package_can_be_run_as_a_module(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "azulejos", "perft", "--depth", "1"]
    done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0] == "0 1"


# Ends that nobody planned


@pytest.mark.parametrize("arguments", [["replay", "-"], ["show", "-"], ["play"]])
def test_without_standard_input_there_is_no_traceback(run: Run, arguments: list[str]) -> None:
    assert run(*arguments, stdin=None).code is not None


def test_a_screen_without_unicode_still_shows_the_table(tmp_path: Path) -> None:
    latin = {"PYTHONIOENCODING": "latin-1"}
    result = program("show", POSITION, folder=tmp_path, env=latin, errors="replace")
    assert "Traceback" not in result.err
    assert result.code == 0
    assert f"{len(Game(seed=1).legal_moves)} legal moves" in result.out


def test_a_reader_who_has_seen_enough_may_close_the_pipe(game: Game, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    arguments = [PROGRAM, "replay", "game.txt", "--all"]
    process = subprocess.Popen(
        arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    complaints = COMPILING.sub("", process.stderr.read().decode())
    process.stderr.close()
    assert process.wait(timeout=PATIENCE) != 0
    assert complaints == ""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_a_simulation_at_once(processes: str) -> None:
    command = [PROGRAM, "simulate", "--games", "100000", "--processes", processes]
    ended = interrupted(command, AT_WORK)
    assert (ended.code, ended.out) == (130, "")
    assert b"Traceback" not in ended.shown


# serve


def test_a_busy_port_is_said_at_once(run: Run, tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        done = run("serve", "--no-browser", "--port", port, "--database", str(tmp_path / "t.db"))
    assert done.code == 2
    assert port in done.err
    assert "free port" in words_of(done.err)


def test_a_database_that_is_none_is_refused(run: Run) -> None:
    done = run("serve", "--no-browser", "--port", "0", "--database", "mysql://somewhere/else")
    assert done.code == 2
    assert "postgresql://" in words_of(done.err)


def test_an_unknown_log_level_is_refused(run: Run) -> None:
    done = run("serve", "--no-browser", "--log-level", "loud")
    assert done.code == 2
    assert "warning" in words_of(done.err)


def test_a_database_that_does_not_answer_is_told_in_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    done = run("serve", "--no-browser", "--port", "0", "--database", str(tmp_path / "folder.db"))
    assert done.code == 2
    assert "database isn't responding" in words_of(done.err)
    assert "Traceback" not in done.err
