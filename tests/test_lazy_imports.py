"""What is imported when: nothing slow for a name, an error, a help text or a page."""

from __future__ import annotations

import ast
import importlib
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

import azulejos
from azulejos import cli
from azulejos.bots.names import BASELINE_NAMES, BOT_NAMES, LEVEL_NAMES, STRONGEST, USUAL
from azulejos.bots.registry import ALL_BOTS, BOTS
from azulejos.cli import simulate
from azulejos.cli.common import Board
from azulejos.engine.games import GAMES
from azulejos.engine.names import BOARDS, GAME_NAMES

#: Packages that take long to import.
SLOW = {
    *("alembic", "babel", "fastapi", "llvmlite", "numba", "numpy", "sqlalchemy", "textual"),
    *("torch", "uvicorn"),
}
#: Packages that import their names when they are first used.
LAZY_PACKAGES = (
    *(
        "azulejos",
        "azulejos.analysis",
        "azulejos.bots",
        "azulejos.engine",
        "azulejos.game",
        "azulejos.puzzles",
        "azulejos.session",
    ),
)
COMMANDS = [
    *(
        "analyse",
        "analysis-engine",
        "arena",
        "bench",
        "bot",
        "dataset",
        "learn",
        "perft",
        "play",
        "puzzles",
        "replay",
        "serve",
        "show",
        "simulate",
        "train",
    ),
]
lazy_package = pytest.mark.parametrize("name", LAZY_PACKAGES)


# Lazy packages


def tree_of(package: ModuleType) -> ast.Module:
    assert package.__file__
    return ast.parse(Path(package.__file__).read_text(encoding="utf-8"))


def imports_for_types(tree: ast.Module) -> dict[str, str]:
    """The module of each name that only type checkers import."""
    (block,) = (
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def lazy_imports(tree: ast.Module) -> dict[str, str]:
    """The module of each name that is imported when it is used."""
    (call,) = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "lazy_attributes"
    )
    names: Mapping[str, tuple[str, ...]] = ast.literal_eval(call.args[1])
    return {name: module for module, those in names.items() for name in those}


@lazy_package
def test_type_checkers_and_python_import_the_same_names(name: str) -> None:
    tree = tree_of(importlib.import_module(name))
    assert imports_for_types(tree) == lazy_imports(tree)


@lazy_package
def test_a_lazy_package_has_all_its_names_and_lists_them(name: str) -> None:
    package = importlib.import_module(name)
    homes = lazy_imports(tree_of(package))
    assert set(homes) <= set(package.__all__) <= set(dir(package))
    for attribute, module in homes.items():
        there = getattr(importlib.import_module(module), attribute)
        assert getattr(package, attribute) is there


@lazy_package
def test_everything_public_can_be_imported_by_a_star(name: str) -> None:
    namespace: dict[str, object] = {}
    exec(f"from {name} import *", namespace)
    assert set(importlib.import_module(name).__all__) <= set(namespace)


@lazy_package
def test_a_name_that_does_not_exist_is_reported_as_python_does(name: str) -> None:
    with pytest.raises(AttributeError, match=f"^module '{name}' has no attribute 'nonsense'$"):
        _ = importlib.import_module(name).nonsense
    with pytest.raises(ImportError, match=f"cannot import name 'nonsense' from '{name}'"):
        exec(f"from {name} import nonsense")


# Processes in which something is imported too early show it, since nothing else runs there


def run_python(code: str, **environment: str) -> str:
    """The output of a Python program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "COLUMNS": "80", **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def slow_imports_after(code: str) -> set[str]:
    """The slow packages that a program imports."""
    report = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    return SLOW & set(run_python(f"{code}\n{report}").splitlines()[-1].split())


def test_importing_the_package_imports_nothing_slow() -> None:
    code = """
import pickle
import azulejos
assert azulejos.__version__
error = azulejos.UnknownName("unknown-game", known="azul", name="chess")
assert str(pickle.loads(pickle.dumps(error))) == str(error)
assert "Game" in dir(azulejos)
"""
    assert slow_imports_after(code) == set()


def test_a_game_imports_the_rules() -> None:
    assert slow_imports_after("import azulejos; azulejos.Game") >= {"numba", "numpy"}


def test_an_error_of_a_process_without_the_rules_can_be_read() -> None:
    error = azulejos.IllegalMove("azul/line-full", line=3)
    code = f"import pickle; print(pickle.loads({pickle.dumps(error)!r}))"
    assert run_python(code) == "line 3 is full\n"


HELP = """
import sys
from azulejos.cli import main

for arguments in {arguments}:
    sys.argv = ["azulejos", *arguments]
    try:
        main()
    except SystemExit as end:
        assert not end.code, (arguments, end.code)
"""


def test_the_help_of_no_command_imports_anything_slow() -> None:
    arguments = [["--help"], *([command, "--help"] for command in COMMANDS)]
    assert slow_imports_after(HELP.format(arguments=arguments)) == set()


def test_all_commands_are_listed() -> None:
    commands = (info.callback for info in cli.app.registered_commands)
    names = [command.__name__.replace("_", "-") for command in commands if command]
    groups = [group.name for group in cli.app.registered_groups if group.name]
    assert sorted(names + groups) == COMMANDS


def test_shells_complete_commands_and_options() -> None:
    code = HELP.format(arguments=[[]])
    shell = {"_AZULEJOS_COMPLETE": "complete_bash", "COMP_CWORD": "1", "COMP_WORDS": "azulejos s"}
    assert run_python(code, **shell).split() == ["serve", "show", "simulate"]
    shell |= {"COMP_CWORD": "2", "COMP_WORDS": "azulejos serve --bot"}
    assert run_python(code, **shell).split() == ["--bot-pace", "--bot-seconds"]


# Names that are known without what they name


def test_the_names_of_the_games_are_those_of_the_rules() -> None:
    assert tuple(GAMES) == GAME_NAMES


def test_the_sides_of_the_boards_are_those_of_the_rules() -> None:
    assert tuple(Board) == BOARDS
    for rules in GAMES.values():
        for board in BOARDS:
            assert rules.position(rules.new(2, board, 0)).board == board


def test_the_names_of_the_bots_are_those_of_the_bots() -> None:
    assert tuple(ALL_BOTS) == BOT_NAMES == (*LEVEL_NAMES, *BASELINE_NAMES)
    assert tuple(BOTS) == LEVEL_NAMES
    assert all(kind.name == name for name, kind in ALL_BOTS.items())
    assert {USUAL, STRONGEST, simulate.FAST} <= set(BOT_NAMES)
