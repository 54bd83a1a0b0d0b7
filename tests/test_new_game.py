"""Adding a game: one list of registries and files, which CONTRIBUTING shows and this test walks."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np
import pytest

from azulejos.engine import GAMES
from azulejos.engine.errors import MissingExtra
from azulejos.precompile import Job

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "azulejos"
NAMES = set(GAMES)
LAYOUTS = {rules.layout: name for name, rules in GAMES.items()}
#: The folder of each game in the engine, which its other files are named after.
FOLDERS = {name: type(rules).__module__.split(".")[-2] for name, rules in GAMES.items()}
IMAGINARY = "imaginary-game"

#: Registries: the names of the games, and mappings from a game, by its name or its record type, to
#: its record of one layer.
REGISTRIES = [
    ("engine/names.py", "GAME_NAMES"),
    ("engine/dispatch.py", "RULES"),
    ("engine/dispatch.py", "LEGAL"),
    ("engine/games.py", "GAMES"),
    ("i18n/events.py", "GAME_TEXTS"),
    ("render/games.py", "RENDERERS"),
    ("session/views/__init__.py", "GAME_VIEWS"),
    ("session/messages/games.py", "GAME_MESSAGES"),
    ("tui/games.py", "GAME_VIEWS"),
    ("bots/baselines/evaluation/__init__.py", "EVALUATIONS"),
    ("search/games.py", "SEARCH_GAMES"),
    ("analysis/games.py", "ANALYSIS_GAMES"),
    ("puzzles/games.py", "PUZZLE_GAMES"),
    ("precompile.py", "JOBS"),
    ("training/factorizer/__init__.py", "TRAINING_GAMES"),
    ("envs/observation.py", "OBSERVERS"),
    ("envs/games.py", "ENV_GAMES"),
]
#: Structs of the protocol with a field for each game.
STRUCTS = [("server/catalogue.py", "Games")]
#: Registries of the page.
PAGE_REGISTRIES = [("web/games/facts.js", "GAMES"), ("web/games/views.js", "VIEWS")]
#: Files and folders of a game that no registry imports.
FILES = [
    "src/azulejos/engine/{folder}/",
    "src/azulejos/{folder}.py",
    "src/azulejos/web/games/{folder}/",
    "tests/engine/{folder}/",
    "tests/oracles/{folder}.py",
    "docs/rules-{name}.md",
]


def module_of(path: str) -> ModuleType:
    """The module of a source file."""
    dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return importlib.import_module(f"azulejos.{dotted}")


def games_in(path: str, registry: str) -> set[str]:
    """The names of the games that a registry or struct knows."""
    found = getattr(module_of(path), registry)
    if isinstance(found, Mapping | tuple):
        return set(names_of(found))
    return {field.encode_name for field in msgspec.structs.fields(found)}


def names_of(registry: Iterable[Any]) -> Iterator[str]:
    """The games of a list or mapping of names or record types."""
    for key in registry:
        if isinstance(key, np.dtype):
            yield LAYOUTS.get(key, "")
        elif isinstance(key, Job):
            yield key.game
        elif isinstance(key, str):
            yield key


def games_on_page(path: str, registry: str) -> set[str]:
    """The names of the games that a registry of the page knows."""
    source = (PACKAGE / path).read_text(encoding="utf-8")
    (body,) = re.findall(rf"export const {registry} = \{{(.*?)\}}", source, re.DOTALL)
    return {name for name, folder in FOLDERS.items() if re.search(rf"\b{folder}", body)}


def missing(name: str, folder: str) -> list[str]:
    """Everything of the list that a game lacks."""
    lacks = [
        f"{path}: {registry}"
        for path, registry in [*REGISTRIES, *STRUCTS]
        if name not in games_in(path, registry)
    ]
    lacks += [
        f"{path}: {registry}"
        for path, registry in PAGE_REGISTRIES
        if name not in games_on_page(path, registry)
    ]
    for template in FILES:
        path = template.format(name=name, folder=folder)
        found = ROOT / path
        if not (found.is_dir() if path.endswith("/") else found.is_file()):
            lacks.append(path)
    return lacks


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_missing_of_a_game(name: str) -> None:
    assert missing(name, FOLDERS[name]) == []


def test_of_a_game_that_does_not_exist_everything_is_missing() -> None:
    lacks = missing(IMAGINARY, "imaginary")
    assert len(lacks) == len(REGISTRIES) + len(STRUCTS) + len(PAGE_REGISTRIES) + len(FILES)


def test_the_games_have_the_same_files_in_the_engine() -> None:
    files = {
        name: {path.name for path in (PACKAGE / "engine" / folder).glob("*.py")}
        for name, folder in FOLDERS.items()
    }
    shared = set.intersection(*files.values())
    extra = {name: sorted(own - shared) for name, own in files.items()}
    assert extra == {"azul": [], "summer-pavilion": ["board.py"]}


def test_there_is_no_registry_of_games_but_those_of_the_list() -> None:
    assert sorted(all_registries()) == sorted(REGISTRIES)


def all_registries() -> Iterator[tuple[str, str]]:
    """All constants of the package that name every game, or map it to something."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        constants = set(constants_of(ast.parse(path.read_text(encoding="utf-8"))))
        if not constants or "migrations" in name:
            continue
        try:
            module = module_of(name)
        except (ImportError, MissingExtra):
            continue
        for constant in sorted(constants):
            value = getattr(module, constant)
            if isinstance(value, Mapping | tuple) and set(names_of(value)) >= NAMES:
                yield name, constant


def constants_of(tree: ast.Module) -> Iterator[str]:
    """The constants that a module defines."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) and node.value else targets
        yield from (
            t.id for t in targets if isinstance(t, ast.Name) and t.id.isupper() and t.id[0] != "_"
        )


# No comparison with a game's name


def is_a_games_own(path: Path) -> bool:
    """Whether a file belongs to one game: it, or its folder, is named after it."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    named = re.compile(rf"(^|_)({'|'.join(FOLDERS.values())})($|_)")
    return any(named.search(part) for part in parts)


def test_no_python_compares_with_the_name_of_a_game() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if not is_a_games_own(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare | ast.MatchValue) and names_a_game(node)
    ]
    assert not found


def names_a_game(node: ast.Compare | ast.MatchValue) -> bool:
    values = [node.value] if isinstance(node, ast.MatchValue) else [node.left, *node.comparators]
    return any(isinstance(value, ast.Constant) and value.value in NAMES for value in values)


def test_no_javascript_compares_with_the_name_of_a_game() -> None:
    name = rf"[\"'`](?:{'|'.join(NAMES)})[\"'`]"
    comparison = re.compile(rf"[!=]==?\s*{name}|{name}\s*[!=]==?|case\s+{name}")
    found = [
        f"{path.relative_to(PACKAGE)}: {match.group()}"
        for path in sorted((PACKAGE / "web").rglob("*.js"))
        if "vendor" not in path.parts and not is_a_games_own(path)
        for match in comparison.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found


# The list in CONTRIBUTING


def test_contributing_lists_everything_that_a_new_game_needs() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## Adding a game\n")[1].split("\n## ")[0]
    registries = re.findall(r"^- `([^`]+)`: `([A-Za-z_]+)`", section, re.MULTILINE)
    assert registries == [*REGISTRIES, *STRUCTS, *PAGE_REGISTRIES]
    files = re.findall(r"^- `([^`]*(?:FOLDER|NAME)[^`]*)`", section, re.MULTILINE)
    expected = [file.format(name="NAME", folder="FOLDER") for file in FILES]
    assert files == expected
