"""The terminal game: played through a real pseudo-terminal, drawn without colour, told in words."""

from __future__ import annotations

import builtins
import codecs
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
from types import ModuleType
from typing import Any, get_args

import pytest
from rich.cells import cell_len
from rich.console import Console

from azulejos import Game, cli
from azulejos.engine import GAMES
from azulejos.engine.azul import events as azul_events
from azulejos.engine.azul.layout import END_REASONS, Colour
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.colours import Tiles
from azulejos.engine.events import BagFilled, Dealt, RoundStarted
from azulejos.engine.pavilion import events as pavilion_events
from azulejos.engine.pavilion import layout as pavilion_layout
from azulejos.engine.pavilion.board import STAR_NAMES
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.position import AnyPosition
from azulejos.render.text import azul, pavilion, screen
from tests.support import random_game

PROGRAM = shutil.which("azulejos", path=str(Path(sys.executable).parent)) or "azulejos"
PROMPT = "(? for help): "
PATIENCE = 300.0  # seconds; compiling may have to come first
CTRL_C, CTRL_D = "\x03", "\x04"
ROWS, COLUMNS = 50, 80
PAINT = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
MOVE = re.compile(r"\b\d[byrkw]\d\b|\b\d>\d\b")


def words_of(text: str) -> str:
    """A text without frames and line breaks."""
    return " ".join(re.sub(r"[^\w\s!-~·]", " ", text).split())


def kept(folder: Path) -> Path:
    """Where the program keeps the game that was left."""
    path = folder / "state" / "azulejos" / "last-game.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def read_game(path: Path) -> Game:
    return Game.from_text(path.read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the surroundings want, nothing is painted where nobody sees it."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


# In a real terminal


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
        # A piece of what is shown may end in the middle of a letter.
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def read(self, until: str = PROMPT) -> str:
        """What appears up to some words, without colours."""
        assert self.shows(until), f"expected {until!r}, got {self._unread!r}"
        shown, _, self._unread = self._unread.partition(until)
        return shown

    def shows(self, words: str = PROMPT) -> bool:
        """Wait for some words; whether they appeared before the program ended."""
        deadline = time.monotonic() + PATIENCE
        while words not in self._unread:
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
        text = PAINT.sub("", self._unread + self._decoder.decode(piece))
        self._unread = text.replace("\r", "")
        return bool(piece)

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def type(self, text: str, until: str = PROMPT) -> str:
        """Type a line, and read what it brings."""
        self.press(text + "\n")
        return self.read(until).removeprefix(f"{text}\n")

    def some_move(self) -> str:
        """The first legal move that does not drop everything."""
        moves: list[str] = MOVE.findall(self.type("moves"))
        return next((move for move in moves if not move.endswith("0")), moves[0])

    def hinted_move(self) -> str:
        """What the best bot would play."""
        hint = re.search(r"would play (\S+)", self.type("hint"))
        assert hint
        return str(hint[1])

    def end(self) -> tuple[int, str]:
        """The exit code, and what appeared last."""
        deadline = time.monotonic() + PATIENCE
        while self._read_some(deadline):
            pass
        return self._process.wait(timeout=PATIENCE), self._unread

    def hang_up(self) -> None:
        """Close the window."""
        os.killpg(self._process.pid, signal.SIGHUP)
        self._process.wait(timeout=PATIENCE)

    def close(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._master)


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


@pytest.mark.parametrize(
    "options",
    [["azul"], ["azul", "--board", "grey", "--players", "3"], ["summer-pavilion"]],
    ids=" ".join,
)
def test_a_whole_game_can_be_typed(sit: Sit, options: list[str]) -> None:
    terminal = sit("play", "--plain", *options, "--seed", "3")
    shown = terminal.read()
    assert "1 you · " in shown
    assert "2 casual" in shown
    choose = terminal.some_move if options[0] == "azul" else terminal.hinted_move
    terminal.press(choose() + "\n")
    while terminal.shows(PROMPT):
        terminal.read()
        terminal.press(choose() + "\n")
    code, last = terminal.end()
    assert code == 0
    assert "the game is over" in last
    assert "Where the points came from" in words_of(last)
    totals = re.search(r"│ total +│(.*)│", last)
    assert totals
    scores = [int(number) for number in totals[1].split("│")]
    final = last.rpartition(" won")[2]
    assert [int(score) for score in re.findall(r"\d \w+(?: \d)? · (\d+)\b", final)] == scores
    assert scores == added_up(last)


def added_up(text: str) -> list[int]:
    """The sums of the columns of the final table, without its last line."""
    rows = re.findall(r"^│ \w+ +│([-│ \d]*)│$", text.rpartition("│ total")[0], re.MULTILINE)
    columns = zip(*([int(number) for number in row.split("│")] for row in rows), strict=True)
    return [sum(column) for column in columns]


@pytest.mark.parametrize("keys", ["1y" + CTRL_C, CTRL_D], ids=["Ctrl-C", "Ctrl-D"])
def test_ctrl_c_and_ctrl_d_keep_the_game(sit: Sit, tmp_path: Path, keys: str) -> None:
    terminal = sit("play", "--plain", "--seed", "3")
    terminal.read()
    terminal.type(terminal.some_move())
    terminal.type("save look.txt")
    terminal.press(keys)
    code, farewell = terminal.end()
    assert code == 0
    assert "Your game is kept: `azulejos play --resume` goes on with it." in farewell
    assert read_game(kept(tmp_path)) == read_game(tmp_path / "look.txt")


def test_a_terminal_that_is_closed_keeps_the_game(sit: Sit, tmp_path: Path) -> None:
    terminal = sit("play", "--plain", "--seed", "3")
    terminal.read()
    terminal.type("1y5")
    terminal.hang_up()
    assert str(read_game(kept(tmp_path)).moves[0]) == "1y5"


def test_a_record_is_stepped_through_with_the_keyboard(sit: Sit, tmp_path: Path) -> None:
    game = random_game(4, policy="tidy")
    (tmp_path / "game.txt").write_text(game.to_text(), encoding="utf-8")
    terminal = sit("replay", "--plain", "game.txt")
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


# The same in this process, which is faster

Typed = Callable[..., list[str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, with a place for the game that is left."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("azulejos.cli.common.console.width", COLUMNS)
    return tmp_path


@pytest.fixture
def play(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typed:
    """`azulejos play` with typed answers, then Ctrl-D. Returns what each of them brought.

    The first item is what is shown at the start, the last one what is shown at the end.
    """
    assert not any(folder.iterdir())

    def play(*arguments: str, typed: list[str]) -> list[str]:
        shown: list[str] = []
        answers = iter(typed)

        def answer(_: str = "") -> str:
            shown.append(capsys.readouterr().out)
            for text in answers:
                return text
            raise EOFError

        monkeypatch.setattr(builtins, "input", answer)
        monkeypatch.setattr(sys, "argv", ["azulejos", "play", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
        assert end.value.code in (0, None)
        return [*shown, capsys.readouterr().out]

    return play


SEED = ("--seed", "3")


def test_the_same_seed_gives_the_same_game(play: Typed) -> None:
    moves = ["1y5", "0r2", "board"]
    assert play(*SEED, typed=moves) == play(*SEED, typed=moves)


def test_the_same_seed_gives_the_same_hints(play: Typed) -> None:
    questions = ["hint"] * 6
    assert play(*SEED, typed=questions) == play(*SEED, typed=questions)


@pytest.mark.parametrize("question", ["?", "help", "HELP", ""])
def test_help_explains_moves_and_commands(play: Typed, question: str) -> None:
    _, answer, _ = play(*SEED, typed=[question])
    assert "3b4 takes blue from factory 3 to line 4" in answer
    for command in ("moves", "hint", "undo", "board", "save FILE", "quit"):
        assert command in answer


def test_moves_lists_every_legal_move(play: Typed) -> None:
    expected = [str(move) for move in Game(seed=3, first_player="random").legal_moves]
    assert MOVE.findall(play(*SEED, typed=["moves"])[1]) == expected


def test_the_table_can_be_drawn_again(play: Typed) -> None:
    start, again, _ = play(*SEED, typed=["board"])
    assert "0 centre" in start
    assert again == start


def test_a_hint_names_a_legal_move_and_plays_nothing(play: Typed, tmp_path: Path) -> None:
    shown = play(*SEED, typed=["save a", "hint", "save b"])
    hint = re.search(r"master would play (\S+)", shown[2])
    assert hint
    assert hint[1] in read_game(tmp_path / "a").legal_moves
    assert read_game(tmp_path / "a") == read_game(tmp_path / "b")


def test_undo_takes_back_my_move_and_the_replies_of_the_bots(play: Typed, tmp_path: Path) -> None:
    typed = ["save 0", "1y5", "save 1", "0r4", "save 2", "undo", "save back to 1", "undo"]
    typed += ["save back to 0", "undo", "save still 0"]
    shown = play(*SEED, "--players", "3", "--bots", "greedy,greedy", typed=typed)
    games = {path.name: read_game(path) for path in tmp_path.iterdir() if path.is_file()}
    assert [games[name].ply - games["0"].ply for name in ("1", "2")] == [3, 6]
    assert games["back to 1"] == games["1"]
    assert games["back to 0"] == games["still 0"] == games["0"]
    assert "there is no move to take back" in shown[typed.index("save still 0")]


def test_undo_does_not_take_back_what_the_bots_did_before_my_first_move(
    play: Typed, tmp_path: Path
) -> None:
    seed = next(s for s in range(99) if Game(seed=s, first_player="random").to_play == 1)
    shown = play("--seed", str(seed), typed=["save before", "undo", "save after"])
    assert "there is no move to take back" in shown[2]
    assert read_game(tmp_path / "before").ply == 1
    assert read_game(tmp_path / "after") == read_game(tmp_path / "before")


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
        ("b" * 5000, "got 'bbbb"),
        ("ação", "got 'ação'"),
        ("1y", "got '1y'"),
        ("\ud800\x00", "expected a move such as 3b4"),
    ],
)
def test_a_move_that_cannot_be_is_explained_and_nothing_is_lost(
    play: Typed, tmp_path: Path, typed: str, explanation: str
) -> None:
    shown = play(*SEED, typed=["save before", typed, "save after"])
    assert explanation in " ".join(shown[2].split())
    assert read_game(tmp_path / "after") == read_game(tmp_path / "before")


def test_moves_may_be_typed_with_spaces_and_capitals(play: Typed, tmp_path: Path) -> None:
    play(*SEED, typed=[" 1 Y 5 ", "save look"])
    assert str(read_game(tmp_path / "look").moves[0]) == "1y5"


def test_what_everybody_does_is_told(play: Typed) -> None:
    _, told, _ = play(*SEED, typed=["1y5"])
    assert re.search(r"^  you takes? 2 yellow from factory 1$", told, re.MULTILINE)
    assert re.search(r"^  you puts? 2 yellow on line 5$", told, re.MULTILINE)
    assert re.search(r"^  casual takes \d \w+ from ", told, re.MULTILINE)


# Saving


def test_save_writes_a_record_that_replays(play: Typed, tmp_path: Path) -> None:
    shown = play(*SEED, typed=["1y5", "save my games.txt", "save"])
    assert "saved to my games.txt" in shown[2]
    assert "saved to " in shown[3]
    game = read_game(tmp_path / "my games.txt")
    assert game.ply == 2
    assert game.headers == {"Player 1": "you", "Player 2": "casual"}


@pytest.mark.parametrize("name", ["missing/game.txt", "folder", "[/x]/game.txt", "nul\x00.txt"])
def test_a_place_that_cannot_be_written_is_explained_and_nothing_is_lost(
    play: Typed, tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    shown = play(*SEED, typed=["1y5", f"save {name}", "save after"])
    assert "cannot write" in shown[2]
    assert read_game(tmp_path / "after").ply == 2


def test_a_file_name_is_shown_as_it_is(play: Typed, tmp_path: Path) -> None:
    shown = play(*SEED, typed=["save [bold]game.txt"])
    assert "saved to [bold]game.txt" in shown[1]
    assert (tmp_path / "[bold]game.txt").exists()


# Leaving and coming back


@pytest.mark.parametrize("leave", ["quit", "exit", "Quit"])
def test_a_game_that_is_left_goes_on_where_it_was(play: Typed, tmp_path: Path, leave: str) -> None:
    table = ("--board", "grey", "--players", "3")
    *_, farewell = play(*SEED, *table, typed=["1y5", "save left", leave])
    assert "Your game is kept: `azulejos play --resume` goes on with it." in farewell
    hint = re.search("play (\\S+)", play("--resume", typed=["save resumed", "hint"])[2])
    left, resumed = read_game(tmp_path / "left"), read_game(tmp_path / "resumed")
    assert resumed == left
    assert resumed.position == left.position
    assert hint
    play("--resume", typed=[hint[1], "save later"])
    later = read_game(tmp_path / "later")
    assert later.ply == left.ply + 3  # the bots are back too
    assert later.headers == left.headers


def test_a_game_with_bots_that_are_not_offered_any_more_goes_on(
    play: Typed, tmp_path: Path
) -> None:
    old = Game(players=3, seed=3)
    old.headers |= {"Player 1": "you", "Player 2": "greedy", "Player 3": "random"}
    kept(tmp_path).write_text(old.to_text(), encoding="utf-8")
    told = play("--resume", typed=[str(next(iter(old.legal_moves)))])[1]
    assert re.search(r"^  greedy takes \d", told, re.MULTILINE)
    assert re.search(r"^  random takes \d", told, re.MULTILINE)


def nearly_finished() -> Game:
    """A game in which only one move is missing, and it is mine."""
    games = (random_game(seed, policy="tidy") for seed in range(99))
    game = next(game for game in games if game.position_at(game.ply - 1).to_play == 0)
    game.headers |= {"Player 1": "you", "Player 2": "greedy"}
    return game.at(game.ply - 1)


def test_a_game_that_was_left_is_gone_once_it_is_finished(play: Typed, tmp_path: Path) -> None:
    game = nearly_finished()
    kept(tmp_path).write_text(game.to_text(), encoding="utf-8")
    *_, end = play("--resume", typed=[str(next(iter(game.legal_moves)))])
    assert "the game is over" in end
    assert not kept(tmp_path).exists()


def test_finishing_another_game_does_not_throw_away_the_one_that_was_left(
    play: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path).write_text("the game that was left", encoding="utf-8")
    game = nearly_finished()
    monkeypatch.setattr("azulejos.cli.play.Game", lambda *_, **__: game)  # a very short new game
    *_, end = play(typed=[str(next(iter(game.legal_moves)))])
    assert "the game is over" in end
    assert kept(tmp_path).read_text(encoding="utf-8") == "the game that was left"


@pytest.fixture
def refusal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """What is said when a game cannot be resumed."""
    assert folder.is_dir()

    def refusal() -> str:
        monkeypatch.setattr(sys, "argv", ["azulejos", "play", "--resume"])
        with pytest.raises(SystemExit) as end:
            cli.main()
        assert end.value.code not in (0, None)
        captured = capsys.readouterr()
        assert captured.out == ""
        return " ".join(captured.err.split())

    return refusal


def test_resuming_when_nothing_was_left_says_so_kindly(refusal: Callable[[], str]) -> None:
    said = refusal()
    assert "no game" in said
    assert "azulejos play" in said
    assert "No such file" not in said


def test_resuming_a_damaged_game_says_what_is_wrong(
    refusal: Callable[[], str], folder: Path
) -> None:
    kept(folder).write_text("azulejos 1\ngame: azul\n\nunfinished\n", encoding="utf-8")
    assert "'board' is missing" in refusal()


# Drawing

CONFIGURATIONS = [
    (game, board, players)
    for game in GAMES
    for board in ("coloured", "grey")
    for players in (2, 3, 4)
]
#: A tile as it is drawn, and how many there are where only one is shown for several.
TILE = re.compile(r"▐([A-Z])▌(?!\d:)(\d*)")


def drawn(position: AnyPosition, names: list[str] | None = None) -> str:
    paper = io.StringIO()
    names = names or [f"player {seat}" for seat in range(1, len(position.scores) + 1)]
    Console(file=paper, no_color=True, width=COLUMNS).print(screen.draw(position, names))
    return paper.getvalue()


def tiles_seen(drawing: str) -> str:
    """The letters of all tiles of a drawing, sorted."""
    _, _, below_the_title = drawing.partition("\n")
    found = (letter * int(count or 1) for letter, count in TILE.findall(below_the_title))
    return "".join(sorted("".join(found).lower()))


def tiles_on_the_table(position: AnyPosition) -> str:
    """The letters of all tiles outside the bag and the discards, sorted."""
    piles = [str(pile) for pile in position.sources]
    if isinstance(position, AzulPosition):
        for seat in position.to_setup().seats:
            piles += [*seat.lines, *seat.wall, seat.floor]
    elif isinstance(position, PavilionPosition):
        piles.append(str(position.supply))
        for player in position.players:
            piles.append(str(player.tiles))
            piles += [tile.letter for star in player.stars for tile in star if tile is not None]
    return "".join(sorted("".join(piles).replace(".", "")))


def check_drawing(position: AnyPosition) -> None:
    text = drawn(position)
    assert tiles_seen(text) == tiles_on_the_table(position)
    assert max(map(cell_len, text.splitlines())) <= COLUMNS
    for seat, score in enumerate(position.scores, start=1):
        assert f"{seat} player {seat} · {score} " in text


@pytest.mark.parametrize(("game", "board", "players"), CONFIGURATIONS)
def test_every_tile_can_be_read_without_colour_on_80_columns(
    game: str, board: str, players: int
) -> None:
    policy = "tidy" if game == "azul" else "any"
    match = random_game(6, game=game, board=board, players=players, policy=policy)
    for ply in (0, *range(7, match.ply, 19), match.ply):
        check_drawing(match.position_at(ply))


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
GREEN, PURPLE = pavilion_layout.Colour.GREEN, pavilion_layout.Colour.PURPLE
NO_TILES = Tiles(pavilion_layout.Colour, 0)
SOME_TILES = Tiles.of(pavilion_layout.Colour, "ppg")

#: Of every kind of event that deserves words at least one, with its sentence.
SENTENCES: list[tuple[ModuleType, Any, str]] = [
    (azul, azul_events.Taken(0, 3, BLUE, 2), "Ana takes 2 blue from factory 3"),
    (azul, azul_events.Taken(1, 0, RED, 1), "Rui takes 1 red from the centre"),
    (azul, azul_events.MarkerTaken(1), "Rui takes the starting player marker"),
    (azul, azul_events.Placed(0, 3, BLUE, 2), "Ana puts 2 blue on line 4"),
    (azul, azul_events.Dropped(0, BLUE, 2, 0), "Ana drops 2 blue on the floor"),
    (azul, azul_events.Dropped(0, BLUE, 1, 3), "Ana drops 1 blue on the floor, 3 into the lid"),
    (azul, azul_events.LineDropped(1, 4, RED), "Rui: red of line 5 fits nowhere"),
    (azul, azul_events.Tiled(0, 0, 2, RED, 5), "Ana tiles red at row 1, column 3: +5"),
    (azul, azul_events.FloorCharged(1, 3, 4), "Rui: 3 on the floor, -4"),
    (azul, BagFilled(42), "the bag is empty: 42 tiles from the lid go into it"),
    (azul, RoundStarted(2, 1, 0), "round 2: Rui starts"),
    (azul, RoundStarted(9, 0, 3), "round 9: Ana starts, 3 tiles short"),
    (azul, azul_events.GameEnded("row"), "a row is complete: the game is over"),
    (azul, azul_events.GameEnded("empty"), "no tiles are left to deal: the game is over"),
    (
        azul,
        azul_events.GameEnded("stalemate"),
        "nobody has placed a tile for too long: the game is over",
    ),
    (azul, azul_events.Bonus(0, 2, 7, 10), "Ana: rows +2, columns +7, colours +10"),
    (
        pavilion,
        pavilion_events.Taken(0, 3, SOME_TILES),
        "Ana takes 2 purple and 1 green from factory 3",
    ),
    (
        pavilion,
        pavilion_events.Taken(1, 0, SOME_TILES),
        "Rui takes 2 purple and 1 green from the centre",
    ),
    (pavilion, pavilion_events.MarkerTaken(1, 4), "Rui takes the starting player marker: -4"),
    (
        pavilion,
        pavilion_events.Placed(0, 10, GREEN, NO_TILES, 3),
        f"Ana places green on slot 5 of star 1 ({STAR_NAMES[1]}): +3",
    ),
    (pavilion, pavilion_events.Surrounded(0, 3, 3), "Ana earns 3 bonus tiles"),
    (
        pavilion,
        pavilion_events.Surrounded(0, 3, 2),
        "Ana earns 3 bonus tiles, but the supply has 2",
    ),
    (
        pavilion,
        pavilion_events.BonusTaken(1, SOME_TILES),
        "Rui takes 2 purple and 1 green from the supply",
    ),
    (pavilion, pavilion_events.Passed(1, NO_TILES, NO_TILES, 0), "Rui passes, keeps nothing"),
    (
        pavilion,
        pavilion_events.Passed(1, SOME_TILES, SOME_TILES, 3),
        "Rui passes, keeps 2 purple and 1 green, discards 2 purple and 1 green: -3",
    ),
    (pavilion, BagFilled(42), "the bag is empty: 42 tiles from the tower go into it"),
    (pavilion, RoundStarted(1, 1, 0), f"round 1: {PURPLE} is wild, Rui starts"),
    (pavilion, RoundStarted(2, 0, 3), f"round 2: {GREEN} is wild, Ana starts, 3 tiles short"),
    (pavilion, pavilion_events.GameEnded(6), "six rounds are played: the game is over"),
    (pavilion, pavilion_events.Bonus(0, 14, 4), "Ana: complete stars +14, sets of numbers +4"),
]


@pytest.mark.parametrize(("look", "event", "sentence"), SENTENCES)
def test_what_happened_is_told_in_a_sentence(look: ModuleType, event: Any, sentence: str) -> None:
    assert list(look.tell([event], ["Ana", "Rui"])) == [sentence]


@pytest.mark.parametrize(
    ("look", "kinds"), [(azul, azul_events.Event), (pavilion, pavilion_events.Event)]
)
def test_every_kind_of_event_is_told_except_single_dealt_tiles(
    look: ModuleType, kinds: Any
) -> None:
    told = {type(event) for chosen, event, _ in SENTENCES if chosen is look}
    assert told == set(get_args(kinds)) - {Dealt}
    assert list(look.tell([Dealt(1, BLUE)], ["Ana", "Rui"])) == []


def test_every_end_of_azul_is_told() -> None:
    ends = {event.reason for _, event, _ in SENTENCES if isinstance(event, azul_events.GameEnded)}
    assert ends == set(END_REASONS) - {"none"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_events_of_whole_games_are_told(game: str, board: str) -> None:
    match = random_game(8, game=game, board=board, players=3)
    happened = [event for entry in match.history for event in entry.events]
    sentences = list(screen.tell(game, happened, ["Ana", "Rui", "Eva"]))
    assert len(sentences) == sum(not isinstance(event, Dealt) for event in happened)


def test_the_person_at_the_keyboard_is_spoken_to_in_the_second_person() -> None:
    events = [
        pavilion_events.Taken(0, 0, Tiles.of(pavilion_layout.Colour, "pg")),
        pavilion_events.Surrounded(0, 3, 3),
        pavilion_events.Passed(
            0, Tiles.of(pavilion_layout.Colour, "g"), Tiles.of(pavilion_layout.Colour, "pp"), 2
        ),
        RoundStarted(2, 0, 4),
        pavilion_events.Taken(1, 1, Tiles.of(pavilion_layout.Colour, "r")),
    ]
    assert list(screen.tell("summer-pavilion", events, ["you", "greedy"])) == [
        "you take 1 purple and 1 green from the centre",
        "you earn 3 bonus tiles",
        "you pass, keep 1 green, discard 2 purple: -2",
        "round 2: green is wild, you start, 4 tiles short",
        "greedy takes 1 red from factory 1",
    ]
