"""The terminal game: played through a real pseudo-terminal, drawn without colour, told in words."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from rich.cells import cell_len
from rich.console import Console

from azulejos import Game
from azulejos.engine import GAMES
from azulejos.engine.azul import events
from azulejos.engine.azul.events import (
    BagFilled,
    Bonus,
    Dealt,
    Dropped,
    Event,
    FloorCharged,
    GameEnded,
    LineDropped,
    MarkerTaken,
    Placed,
    Taken,
    Tiled,
)
from azulejos.engine.azul.layout import END_REASONS, Colour
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.events import RoundStarted
from azulejos.terminal import azul, screen
from tests.support import azul_at, random_game

PROGRAM = shutil.which("azulejos", path=str(Path(sys.executable).parent)) or "azulejos"
PROMPT = "(? for help): "
PATIENCE = 60.0  # seconds; compiling may have to come first
CTRL_C, CTRL_D = "\x03", "\x04"
ROWS, COLUMNS = 50, 80
PAINT = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
MOVE = re.compile(r"\b\d[byrkw]\d\b|\b\d>\d\b")


class Terminal:
    """Someone at a terminal with the program: types, and reads what appears."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        state = {"XDG_STATE_HOME": str(folder / "state"), "TERM": "xterm-256color"}
        hidden = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")
        environment = {name: os.environ[name] for name in os.environ if name not in hidden}
        self._process = subprocess.Popen(
            [PROGRAM, *arguments],
            cwd=folder,
            env=environment | state,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C means it
        )
        os.close(slave)
        self._unread = ""

    def read(self, until: str = PROMPT) -> str:
        """What appears up to some words, without colours."""
        deadline = time.monotonic() + PATIENCE
        while until not in self._unread:
            assert self._read_some(deadline), f"expected {until!r}, got {self._unread!r}"
        shown, _, self._unread = self._unread.partition(until)
        return shown

    def asks_again(self) -> bool:
        """Wait; whether there is a next question, or the program has ended."""
        deadline = time.monotonic() + PATIENCE
        while PROMPT not in self._unread:
            if not self._read_some(deadline):
                return False
        return True

    def _read_some(self, deadline: float) -> bool:
        """Whether anything more appeared in time."""
        ready, _, _ = select.select([self._master], [], [], max(0, deadline - time.monotonic()))
        try:
            piece = os.read(self._master, 1 << 16) if ready else b""
        except OSError:  # how Linux says that the program has ended
            piece = b""
        text = PAINT.sub("", self._unread + piece.decode(errors="replace"))
        self._unread = text.replace("\r", "")
        return bool(piece)

    def type(self, text: str, until: str = PROMPT) -> str:
        """Type a line, and read what it brings."""
        self.press(text + "\n")
        return self.read(until).removeprefix(f"{text}\n")

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def end(self) -> tuple[int, str]:
        """The exit code, and what appeared last."""
        deadline = time.monotonic() + PATIENCE
        while self._read_some(deadline):
            pass
        return self._process.wait(timeout=PATIENCE), self._unread

    def close(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._master)

    # What people at a table do

    def some_move(self) -> str:
        """The first legal move that does not drop everything."""
        moves = MOVE.findall(self.type("moves"))
        return next((move for move in moves if not move.endswith("0")), moves[0])

    def play_something(self) -> str:
        return self.type(self.some_move())

    def game(self, folder: Path) -> Game:
        """The game as it stands, by way of `save`."""
        assert "saved to look.txt" in self.type("save look.txt")
        return Game.from_text((folder / "look.txt").read_text(encoding="utf-8"))


Sit = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sit down at a terminal and start a command."""
    terminals: list[Terminal] = []

    def sit(*arguments: str) -> Terminal:
        terminals.append(Terminal(tmp_path, *arguments))
        return terminals[-1]

    yield sit
    for terminal in terminals:
        terminal.close()


def kept(folder: Path) -> Path:
    path = folder / "state" / "azulejos" / "last-game.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


# A whole game


@pytest.mark.parametrize("options", [(), ("--board", "grey", "--players", "3")])
def test_a_whole_game_can_be_typed(sit: Sit, tmp_path: Path, options: tuple[str, ...]) -> None:
    kept(tmp_path).write_text("another game", encoding="utf-8")
    terminal = sit("play", "--seed", "3", *options)
    shown = terminal.read()
    assert "1 you · 0" in shown
    assert "2 greedy" in shown
    terminal.press(terminal.some_move() + "\n")
    while terminal.asks_again():
        terminal.read()
        terminal.press(terminal.some_move() + "\n")
    code, last = terminal.end()
    assert code == 0
    assert "the game is over" in last
    assert "Where the points came from" in " ".join(re.sub(r"[│┃]", " ", last).split())
    totals = re.search(r"│ total +│(.*)│", last)
    assert totals
    scores = [int(number) for number in totals[1].split("│")]
    final = last.rpartition(" won")[2]
    assert [int(score) for score in re.findall(r"\d \w+(?: \d)? · (\d+) ─", final)] == scores
    assert scores == added_up(last)
    assert kept(tmp_path).read_text(encoding="utf-8") == "another game"


def added_up(text: str) -> list[int]:
    """The sums of the columns of the final table, without its last line."""
    rows = re.findall(r"│ (?:tiles|floor|rows|columns|colours) +│(.*)│", text)
    columns = zip(*([int(number) for number in row.split("│")] for row in rows), strict=True)
    return [sum(column) for column in columns]


def test_the_same_seed_gives_the_same_game(sit: Sit) -> None:
    seen = []
    for _ in range(2):
        terminal = sit("play", "--seed", "3")
        start = terminal.read()
        seen.append([start, *(terminal.play_something() for _ in range(4))])
    assert seen[0] == seen[1]


# Commands


def test_help_explains_moves_and_commands(sit: Sit) -> None:
    terminal = sit("play", "--seed", "3")
    terminal.read()
    for question in ("?", "help", ""):
        answer = terminal.type(question)
        assert "3b4 takes blue from factory 3 to line 4" in answer
        for command in ("moves", "hint", "undo", "board", "save FILE", "quit"):
            assert command in answer


def test_the_table_can_be_drawn_again(sit: Sit) -> None:
    terminal = sit("play", "--seed", "3")
    start = terminal.read()
    assert "0 centre" in start
    assert terminal.type("board") == start


def test_a_hint_names_a_legal_move_and_plays_nothing(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("play", "--seed", "3")
    terminal.read()
    before = terminal.game(tmp_path)
    hint = re.search(r"greedy would play (\S+)", terminal.type("hint"))
    assert hint
    assert hint[1] in before.legal_moves
    assert terminal.game(tmp_path) == before


def test_undo_takes_back_my_move_and_the_replies_of_the_bots(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("play", "--seed", "3", "--players", "3")
    terminal.read()
    games = [terminal.game(tmp_path)]
    for _ in range(3):
        terminal.play_something()
        games.append(terminal.game(tmp_path))
    assert games[3].ply - games[2].ply == 3
    for earlier in reversed(games[:3]):
        terminal.type("undo")
        assert terminal.game(tmp_path) == earlier
    assert "there is no move to take back" in terminal.type("undo")
    assert terminal.game(tmp_path) == games[0]


def test_undo_does_not_take_back_what_the_bots_did_before_my_first_move(
    sit: Sit, tmp_path: Path
) -> None:
    seed = next(s for s in range(99) if Game(seed=s, first_player="random").to_play == 1)
    terminal = sit("play", "--seed", str(seed))
    terminal.read()
    before = terminal.game(tmp_path)
    assert before.ply == 1
    assert "there is no move to take back" in terminal.type("undo")
    assert terminal.game(tmp_path) == before


@pytest.mark.parametrize(
    ("typed", "explanation"),
    [
        ("1b1", "there is no blue tile on factory 1"),
        ("0r2", "no tiles lie in the centre"),
        ("9b1", "there is no factory 9: this game has 5"),
        ("1>1", "tiles are being drafted: expected a move such as 3b4, got 1>1"),
        ("3b9", "got '3b9'"),
        ("dance", "expected a move such as 3b4 (factory 3, blue, line 4)"),
        ("[/red]", "got '[/red]'"),
        ("b" * 500, "got 'bbbb"),
        ("ação", "got 'ação'"),
        ("1y", "got '1y'"),
    ],
)
def test_a_move_that_cannot_be_is_explained_and_nothing_is_lost(
    sit: Sit, tmp_path: Path, typed: str, explanation: str
) -> None:
    terminal = sit("play", "--seed", "3")
    terminal.read()
    before = terminal.game(tmp_path)
    assert explanation in " ".join(terminal.type(typed).split())
    assert terminal.game(tmp_path) == before


def test_moves_may_be_typed_with_spaces_and_capitals(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("play", "--seed", "3")
    terminal.read()
    assert "you take" in terminal.type(" 1 Y 5 ")
    assert str(terminal.game(tmp_path).moves[0]) == "1y5"


# Saving


def test_save_writes_a_record_that_replays(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("play", "--seed", "3")
    terminal.read()
    terminal.play_something()
    assert "saved to my games.txt" in terminal.type("save my games.txt")
    game = Game.from_text((tmp_path / "my games.txt").read_text(encoding="utf-8"))
    assert game.ply == 2
    assert game.headers == {"Player 1": "you", "Player 2": "greedy"}
    assert "saved to " in terminal.type("save")


@pytest.mark.parametrize("name", ["missing/game.txt", "folder", "[/x]/game.txt", "nul\x00.txt"])
def test_a_place_that_cannot_be_written_is_explained_and_nothing_is_lost(
    sit: Sit, tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    terminal = sit("play", "--seed", "3")
    terminal.read()
    terminal.play_something()
    before = terminal.game(tmp_path)
    assert "cannot write" in terminal.type(f"save {name}")
    assert terminal.game(tmp_path) == before


def test_a_file_name_is_shown_as_it_is(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("play", "--seed", "3")
    terminal.read()
    assert "saved to [bold]game.txt" in terminal.type("save [bold]game.txt")
    assert (tmp_path / "[bold]game.txt").exists()


# Leaving and coming back


@pytest.mark.parametrize("leave", ["quit\n", "exit\n", CTRL_D, CTRL_C])
def test_a_game_that_is_left_is_kept_and_goes_on_where_it_was(
    sit: Sit, tmp_path: Path, leave: str
) -> None:
    terminal = sit("play", "--seed", "3", "--board", "grey", "--players", "3")
    terminal.read()
    terminal.play_something()
    left = terminal.game(tmp_path)
    terminal.press(leave)
    code, farewell = terminal.end()
    assert code == 0
    assert "Your game is kept: `azulejos play --resume` goes on with it." in farewell
    again = sit("play", "--resume")
    again.read()
    resumed = again.game(tmp_path)
    assert resumed == left
    assert resumed.position == left.position
    again.play_something()
    assert again.game(tmp_path).ply > left.ply  # the bots are back too
    assert again.game(tmp_path).headers == left.headers


def test_ctrl_c_in_the_middle_of_a_line_keeps_the_game(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("play", "--seed", "3")
    terminal.read()
    left = terminal.game(tmp_path)
    terminal.press("1y" + CTRL_C)
    code, farewell = terminal.end()
    assert code == 0
    assert "Traceback" not in farewell
    assert Game.from_text(kept(tmp_path).read_text(encoding="utf-8")) == left


def test_resuming_when_nothing_was_left_says_so_kindly(sit: Sit) -> None:
    code, shown = sit("play", "--resume").end()
    assert code not in (0, None)
    assert "Traceback" not in shown
    words = " ".join(shown.split())
    assert "no game" in words
    assert "azulejos play" in words
    assert "No such file" not in words


def test_resuming_a_damaged_game_says_what_is_wrong(sit: Sit, tmp_path: Path) -> None:
    kept(tmp_path).write_text("azulejos 1\ngame: azul\n", encoding="utf-8")
    code, shown = sit("play", "--resume").end()
    assert code not in (0, None)
    assert "Traceback" not in shown
    assert "'board' is missing" in shown


def nearly_finished() -> Game:
    """A game in which only one move is missing, and it is mine."""
    games = (random_game(seed, policy="tidy") for seed in range(99))
    game = next(game for game in games if game.position_at(game.ply - 1).to_play == 0)
    game.headers |= {"Player 1": "you", "Player 2": "greedy"}
    return game.at(game.ply - 1)


def test_a_game_that_was_left_is_gone_once_it_is_finished(sit: Sit, tmp_path: Path) -> None:
    kept(tmp_path).write_text(nearly_finished().to_text(), encoding="utf-8")
    terminal = sit("play", "--resume")
    terminal.read()
    terminal.press(terminal.some_move() + "\n")
    code, shown = terminal.end()
    assert code == 0
    assert "the game is over" in shown
    assert not kept(tmp_path).exists()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_or_says_that_it_cannot(sit: Sit, game: str) -> None:
    terminal = sit("play", game)
    terminal.press("quit\n")
    _, shown = terminal.end()
    assert "Traceback" not in shown


# Stepping through a record


def test_a_record_is_stepped_through_with_the_keyboard(sit: Sit, tmp_path: Path) -> None:
    game = random_game(4, policy="tidy")
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    terminal = sit("replay", "game.txt")
    prompt = "q: quit): "
    assert "round 1: player 1 starts" in terminal.read(prompt)
    assert f"1. player 1: {game.moves[0]}" in terminal.type("", prompt)
    assert f"2. player 2: {game.moves[1]}" in terminal.type("", prompt)
    assert f"1. player 1: {game.moves[0]}" in terminal.type("b", prompt)
    assert f"5. player 1: {game.moves[4]}" in terminal.type("5", prompt)
    assert "expected one of" in terminal.type("dance", prompt)
    assert "total" in terminal.type("end", prompt)
    terminal.press("q\n")
    assert terminal.end()[0] == 0


# Drawing


def drawn(position: AzulPosition, names: list[str] | None = None) -> str:
    paper = io.StringIO()
    names = names or [f"player {seat}" for seat in range(1, len(position.players) + 1)]
    Console(file=paper, no_color=True, width=COLUMNS).print(screen.draw(position, names))
    return paper.getvalue()


def tiles_on_the_table(position: AzulPosition) -> str:
    """The letters of all tiles that everybody sees, sorted."""
    setup = position.to_setup()
    boards = [seat.lines + seat.wall + [seat.floor] for seat in setup.seats]
    everything = [
        setup.centre,
        *setup.all_factories(),
        *(text for board in boards for text in board),
    ]
    return "".join(sorted("".join(everything).replace(".", "").upper()))


def check_drawing(position: AzulPosition) -> None:
    text = drawn(position)
    assert "".join(sorted(re.sub(r"[^BYRKW]", "", text))) == tiles_on_the_table(position)
    assert max(map(cell_len, text.splitlines())) <= COLUMNS
    for seat, score in enumerate(position.scores, start=1):
        assert f"{seat} player {seat} · {score} " in text


@pytest.mark.parametrize("board", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_tile_can_be_read_without_colour_on_80_columns(board: str, players: int) -> None:
    game = random_game(6, board=board, players=players, policy="tidy")
    for ply in range(0, game.ply + 1, 4):
        check_drawing(azul_at(game, ply))


def test_the_fullest_centre_can_be_read_too() -> None:
    position = AzulPosition.from_setup(Setup([Seat()] * 4, centre="b" * 7 + "y" * 6 + "rkw" * 4))
    check_drawing(position)


def test_the_marker_is_drawn_where_it_lies() -> None:
    in_centre = AzulPosition.from_setup(Setup([Seat(), Seat()], centre="b"))
    assert re.search(r"0 centre \W*1\W*B", drawn(in_centre))
    taken = AzulPosition.from_setup(Setup([Seat(), Seat()], centre="b", marker=1))
    assert not re.search(r"0 centre \W*1", drawn(taken))
    assert re.search(r"0 +-1 .*0 \W1\W -1 -2", drawn(taken))


def test_empty_spaces_of_the_coloured_wall_show_their_colours() -> None:
    rows = re.findall(r"▸((?: +[byrkw]){5})", drawn(AzulPosition.from_setup(start())))
    assert [row.split() for row in rows[::2]] == [
        list("byrkw"),
        list("wbyrk"),
        list("kwbyr"),
        list("rkwby"),
        list("yrkwb"),
    ]


def test_columns_of_the_grey_wall_are_numbered() -> None:
    assert "1  2  3  4  5" in drawn(AzulPosition.from_setup(start(board="grey")))


def start(board: str = "coloured") -> Setup:
    return Setup([Seat(), Seat()], board=board, factories=["bbyr", "kkww", "", "", ""])


def test_the_title_says_whose_turn_it_is_and_who_won() -> None:
    position = AzulPosition.from_setup(start())
    assert "player 1 to play" in drawn(position)
    tiling = Setup([Seat(lines=["b", *[""] * 4]), Seat()], board="grey", phase="tile", marker=1)
    assert "player 1 to play: choose a column" in drawn(AzulPosition.from_setup(tiling))
    waiting = Setup([Seat(), Seat()], phase="deal", to_play=None)
    assert "tiles are to be dealt" in drawn(AzulPosition.from_setup(waiting))
    row = Seat(score=9, wall=["byrkw", *["....."] * 4])
    over = Setup([row, Seat(score=2)], phase="over", to_play=None, end_reason="row", marker=0)
    assert "player 1 won" in drawn(AzulPosition.from_setup(over))
    shared = Setup([row, row], phase="over", to_play=None, end_reason="row", marker=0)
    assert "player 1 and player 2 won" in drawn(AzulPosition.from_setup(shared))


def test_names_that_look_like_markup_are_drawn_as_they_are() -> None:
    text = drawn(AzulPosition.from_setup(start()), ["[/red]", "[bold]"])
    assert "[/red] to play" in text
    assert "2 [bold] · 0" in text


# Telling

BLUE, RED = Colour.BLUE, Colour.RED
SENTENCES: list[tuple[Event, str]] = [
    (Taken(0, 3, BLUE, 2), "Ana takes 2 blue from factory 3"),
    (Taken(1, 0, RED, 1), "Rui takes 1 red from the centre"),
    (MarkerTaken(1), "Rui takes the starting player marker"),
    (Placed(0, 3, BLUE, 2), "Ana puts 2 blue on line 4"),
    (Dropped(0, BLUE, 2, 0), "Ana drops 2 blue on the floor"),
    (Dropped(0, BLUE, 1, 3), "Ana drops 1 blue on the floor, 3 into the lid"),
    (LineDropped(1, 4, RED), "Rui: red of line 5 fits nowhere"),
    (Tiled(0, 0, 2, RED, 5), "Ana tiles red at row 1, column 3: +5"),
    (FloorCharged(1, 3, 4), "Rui: 3 on the floor, -4"),
    (BagFilled(42), "the bag is empty: 42 tiles from the lid go into it"),
    (RoundStarted(2, 1, 0), "round 2: Rui starts"),
    (RoundStarted(9, 0, 3), "round 9: Ana starts, 3 tiles short"),
    (GameEnded("row"), "a row is complete: the game is over"),
    (GameEnded("empty"), "no tiles are left to deal: the game is over"),
    (GameEnded("stalemate"), "nobody has placed a tile for too long: the game is over"),
    (Bonus(0, 2, 7, 10), "Ana: rows +2, columns +7, colours +10"),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_what_happened_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert list(azul.tell([event], ["Ana", "Rui"])) == [sentence]


def test_every_kind_of_event_is_told_except_single_dealt_tiles() -> None:
    told = {type(event) for event, _ in SENTENCES}
    assert told == set(get_args(events.Event)) - {Dealt}
    assert list(azul.tell([Dealt(1, BLUE)], ["Ana", "Rui"])) == []
    reasons = {event.reason for event, _ in SENTENCES if isinstance(event, GameEnded)}
    assert reasons == set(END_REASONS) - {"none"}


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_events_of_whole_games_are_told(board: str) -> None:
    game = random_game(8, board=board, players=3)
    happened = [event for entry in game.history for event in entry.events]
    sentences = list(azul.tell(happened, ["Ana", "Rui", "Eva"]))
    assert len(sentences) == sum(not isinstance(event, Dealt) for event in happened)
