"""The shape of the package: the import graph between its parts, and rules for every module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from azulejos.engine.cache import COMPILED_FOLDERS

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "azulejos"
LONGEST_MODULE = 500

#: The import graph: what each part of the package imports of the others, no more and no less.
IMPORTS = {
    "version": set[str](),
    "engine": set[str](),
    "azul": {"engine"},
    "pavilion": {"engine"},
    "game": {"engine"},
    "search": {"engine"},
    "bots": {"engine", "search"},
    "analysis": {"bots", "engine", "game", "parallel", "search"},
    "session": {"analysis", "bots", "engine", "game"},
    "lessons": {"engine", "game", "session"},
    "puzzles": {"analysis", "bots", "engine", "game", "parallel"},
    "i18n": {"analysis", "engine"},
    "render": {"analysis", "engine", "game", "i18n"},
    "precompile": {"analysis", "bots", "engine", "game", "search", "session"},
    "parallel": {"engine"},
    "arena": {"analysis", "bots", "engine", "game", "parallel", "precompile", "search", "version"},
    "datasets": {"arena", "bots", "engine", "game", "parallel", "training", "version"},
    "training": {"arena", "engine", "parallel", "search"},
    "envs": {"bots", "engine", "render"},
    "server": {
        "analysis",
        "bots",
        "engine",
        "game",
        "i18n",
        "lessons",
        "precompile",
        "puzzles",
        "render",
        "session",
        "version",
    },
    "tui": {
        "analysis",
        "bots",
        "engine",
        "game",
        "i18n",
        "lessons",
        "precompile",
        "puzzles",
        "render",
        "session",
    },
    "cli": {
        "analysis",
        "arena",
        "bots",
        "datasets",
        "engine",
        "game",
        "i18n",
        "lessons",
        "precompile",
        "puzzles",
        "render",
        "search",
        "server",
        "session",
        "training",
        "tui",
        "version",
    },
    "__init__": {"analysis", "bots", "engine", "game", "puzzles", "version"},
    "__main__": {"cli"},
}

#: Parts that people and programs enter by. None imports another but `cli`, which starts them.
#: (`web` is JavaScript: nothing imports it.)
ENTRIES = {"cli", "envs", "server", "tui"}
#: Packages for networks, processes and databases, of which a session must know nothing.
OUTSIDE = {
    "alembic",
    "asyncio",
    "fastapi",
    "http",
    "httpx",
    "multiprocessing",
    "pathlib",
    "psycopg",
    "socket",
    "sqlalchemy",
    "sqlite3",
    "starlette",
    "subprocess",
    "threading",
    "urllib",
    "uvicorn",
    "websockets",
}

#: What only the edges may paint with.
PAINT = {"rich", "typer", "textual"}
EDGES = {"cli", "render", "training", "tui"}

# Modules whose answers change from one call to the next.
CLOCKS = {"time", "datetime"}
CHANCE = {"random", "secrets", "uuid"}
#: The cache of compiled code forgets what was not used for a month; no rule depends on it.
READS_THE_CLOCK = "engine/cache.py"
#: Of `np.random`, only what turns a seed into numbers, and generators that are not shared.
STATELESS = {"SeedSequence", "Generator", "PCG64"}

PATHS = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
SOURCES = {name: path.read_text(encoding="utf-8") for name, path in PATHS.items()}


@cache
def trees() -> dict[str, ast.Module]:
    """The modules as syntax trees, parsed by the worker that runs these tests."""
    return {name: ast.parse(source) for name, source in SOURCES.items()}


def part_of(name: str) -> str:
    """The part of the package that a module belongs to: its folder, or its own name."""
    return name.split("/")[0].removesuffix(".py")


PARTS = {part_of(name) for name in PATHS}
ENGINE = [name for name in PATHS if part_of(name) == "engine"]


#: Imports inside functions, which run when a position or a review is drawn.
LATE_IMPORTS = {
    ("engine/position.py", "azulejos.render.svg.position.position_svg"),
    ("analysis/report.py", "azulejos.render.svg.review.review_svg"),
}


def imports(name: str, *, for_types_too: bool = True) -> Iterator[str]:
    """Every name that a module imports, dotted: `from a.b import c` counts as `a.b.c`."""
    for node in _nodes(trees()[name], for_types_too):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno}: relative imports hide where they lead"
            paths = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (path for path in paths if (name, path) not in LATE_IMPORTS)


def _nodes(tree: ast.AST, for_types_too: bool) -> Iterator[ast.AST]:
    """All nodes below one; what only a type checker sees can be left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            if for_types_too:
                yield from _nodes(node, for_types_too)
            continue
        yield node
        yield from _nodes(node, for_types_too)


def our_imports(name: str) -> set[str]:
    """The parts of the package that a module imports."""
    ours = [path.split(".") for path in imports(name) if path.split(".")[0] == "azulejos"]
    return {path[1] if path[1:] and path[1] in PARTS else "__init__" for path in ours}


def their_imports(name: str) -> set[str]:
    """The packages of others that a module imports."""
    return {path.split(".")[0] for path in imports(name)} - {"azulejos", "__future__"}


# Who may import whom


def test_the_import_graph_between_the_parts_is_exactly_the_one_listed() -> None:
    graph: dict[str, set[str]] = {part: set() for part in PARTS}
    for name in PATHS:
        graph[part_of(name)] |= our_imports(name) - {part_of(name)}
    forbidden = {part: more for part, found in graph.items() if (more := found - IMPORTS[part])}
    unused = {part: less for part, found in graph.items() if (less := IMPORTS[part] - found)}
    assert (forbidden, unused) == ({}, {})
    assert set(graph) == set(IMPORTS)


def test_the_engine_imports_nothing_of_ours_from_outside_its_folder() -> None:
    assert not [name for name in ENGINE if our_imports(name) - {"engine"}]


def test_no_edge_imports_another_but_the_command_line() -> None:
    wrong = {
        name: our_imports(name) & ENTRIES - {part_of(name)}
        for name in PATHS
        if part_of(name) not in ("cli", "__main__")
    }
    assert not {name: edges for name, edges in wrong.items() if edges}


def test_a_session_knows_neither_network_nor_database() -> None:
    session = [name for name in PATHS if part_of(name) == "session"]
    assert session
    assert not {name: found for name in session if (found := their_imports(name) & OUTSIDE)}


def test_no_modules_import_each_other_in_a_circle() -> None:
    modules = {_dotted(name): name for name in PATHS}
    graph = {
        module: {
            target
            for path in imports(name, for_types_too=False)
            for target in (path, path.rpartition(".")[0])
            # A package is loaded before its modules in any case.
            if target in modules and not f"{module}.".startswith(f"{target}.")
        }
        for module, name in modules.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' <- '.join(error.args[1])}")


def _dotted(name: str) -> str:
    path = f"azulejos/{name}".removesuffix(".py").removesuffix("/__init__")
    return path.replace("/", ".")


def test_only_the_edges_paint_on_the_terminal() -> None:
    painters = {part_of(name) for name in PATHS if their_imports(name) & PAINT}
    assert painters <= EDGES


def test_only_the_app_needs_textual() -> None:
    users = {part_of(name) for name in PATHS if "textual" in their_imports(name)}
    assert users == {"tui"}


def test_the_app_knows_no_rules() -> None:
    """Of the engine it uses names, numbers of the boards and errors; moves are views' business."""
    rules = {"rules", "legal", "moves", "unchecked", "dispatch", "playout", "position"}
    used = {
        part
        for name in PATHS
        if part_of(name) == "tui"
        for path in imports(name)
        if path.startswith("azulejos.engine.")
        for part in path.split(".")[2:]
    }
    assert not used & rules


def test_compiled_code_lives_only_where_the_fingerprint_of_the_cache_sees_it() -> None:
    users = {
        part_of(name)
        for name in PATHS
        if "azulejos.engine.compiled.compiled" in imports(name) or "numba" in their_imports(name)
    }
    assert users <= set(COMPILED_FOLDERS)


def test_only_our_own_decorators_compile() -> None:
    decorators = {"njit", "jit", "vectorize", "guvectorize", "cfunc", "overload"}
    users = {
        name
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr in decorators)
        or (isinstance(node, ast.Name) and node.id in decorators)
    }
    assert not users
    makers = {name for name, source in SOURCES.items() if "EntryFunction(" in source}
    assert makers == {"engine/codegen.py", "engine/compiled.py"}


# Chance and time are handed in


def test_no_module_uses_a_generator_that_everybody_shares() -> None:
    assert not [name for name in PATHS if "random" in their_imports(name)]
    found = [
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in ("np.random", "numpy.random")
        and node.attr not in STATELESS
    ]
    assert not found
    imported = [path for name in PATHS for path in imports(name) if "numpy.random" in path]
    assert {path.rpartition(".")[2] for path in imported} <= STATELESS


def test_the_engine_knows_neither_chance_nor_time() -> None:
    assert not [name for name in ENGINE if their_imports(name) & CHANCE]
    assert [name for name in ENGINE if their_imports(name) & CLOCKS] == [READS_THE_CLOCK]


# Habits

#: Lines of the package with `Any` outside imports; each should have a reason.
MAX_ANY = 99
#: Words of a storyteller, which hide the terms of the field.
STORY = re.compile(r"\b(somebody|nobody|whoever|anew|so many)\b", re.IGNORECASE)
#: `NOBODY` is a name of the engine; sentences for players follow the rulebooks.
ALLOWED = re.compile(r"NOBODY|gettext\(|\b_\(|messages: ClassVar|^\s*\"(?!\"\")")
Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def test_every_module_class_and_function_says_what_it_is_for() -> None:
    silent = [
        f"{name}:{getattr(node, 'lineno', 1)}: {getattr(node, 'name', 'the module')}"
        for name, tree in trees().items()
        for node in (tree, *_public_things(tree))
        if not ast.get_docstring(node)
    ]
    assert not silent


def _public_things(tree: ast.Module | ast.ClassDef) -> Iterator[Named]:
    """Public classes and functions, and the public methods of public classes."""
    for node in tree.body:
        if isinstance(node, Named) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public_things(node)


def test_any_is_rare() -> None:
    lines = {
        (name, node.lineno)
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == "Any"
    }
    assert len(lines) <= MAX_ANY


def test_docstrings_and_comments_use_plain_technical_english() -> None:
    page = {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in (PACKAGE / "web").rglob("*.js")
        if "vendor" not in path.parts
    }
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in {**SOURCES, **page}.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if STORY.search(line) and not ALLOWED.search(line)
    ]
    assert not found


def test_no_module_is_too_long_to_be_read_in_one_sitting() -> None:
    lengths = {name: len(source.splitlines()) for name, source in SOURCES.items()}
    assert not {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE}


def test_every_folder_of_the_package_is_a_package() -> None:
    folders = {path.parent for path in PATHS.values()}
    assert not [folder for folder in folders if not (folder / "__init__.py").is_file()]


def test_the_package_tells_type_checkers_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()
