"""Documents: all code blocks run, and all links lead somewhere.

```python, ```pycon    doctests; the blocks of a document share their names. A whole program, which
                       begins with its docstring, is run with the address of a play service
```sh, ```console      `azulejos ...` is run, in order, in one folder with the examples; other
                       commands must be known. In a console block with `$ ` before the commands,
                       the lines below a command are its output, `...` matching anything
```text                not run; but a game record or a position must load
```json                must be JSON; a game record must load
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from azulejos import Game
from azulejos.engine import GAMES, find_game
from azulejos.version import __version__
from tests.screens import a_screen
from tests.service import ADDRESS, a_service

ROOT = Path(__file__).resolve().parent.parent
#: The state folder of the terminal app with a game of an earlier version.
SAVED_GAME = ROOT / "tests" / "stored" / "terminal" / "app-azul" / "azulejos"
DOCUMENTS = sorted(
    [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
        *ROOT.glob("docs/**/*.md"),
    ]
)
#: Files that call the Makefile.
AUTOMATION = [
    ROOT / ".ci" / "run",
    ROOT / ".pre-commit-config.yaml",
    *sorted(ROOT.glob(".github/workflows/*.yml")),
]
#: Commands that are not run, but may be shown.
KNOWN_COMMANDS = {"make", "git clone", "cd", "pip install", "pre-commit install", "python -m venv"}
#: The terminal sequence with which an app begins to draw.
ALTERNATE_SCREEN = b"\x1b[?1049h"
PATIENCE = 120  # seconds; compiling may have to come first
FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|~{3,}) *(?P<language>\S*)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a document; `line` is that of its first line, from 1."""

    document: Path
    line: int
    language: str
    text: str


@dataclass
class Reader:
    """State shared by the blocks of a document: a folder, and Python names."""

    folder: Path
    names: dict[str, Any] = field(default_factory=dict)


class WrongDocument(Exception):
    """An error in a document; the message begins with its location."""

    def __init__(self, document: Path, line: int, problem: str) -> None:
        known = document.is_relative_to(ROOT)
        name = document.relative_to(ROOT) if known else document.name
        super().__init__(f"{name}:{line}: {problem}")


# Reading


def blocks_of(document: Path) -> Iterator[Block]:
    """The fenced blocks of a document."""
    opened, start, lines = None, 0, list[str]()
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), start=1):
        found = FENCE.fullmatch(line.rstrip())
        if opened is None:
            if found:
                opened, start, lines = found, number + 1, []
        elif found and not found["language"] and found["fence"].startswith(opened["fence"]):
            yield Block(document, start, opened["language"], "".join(lines))
            opened = None
        else:
            indent = len(opened["indent"])
            lines.append((line[indent:] if line[:indent].isspace() else line) + "\n")
    if opened is not None:
        raise WrongDocument(document, start - 1, "a block begins here and ends nowhere")


def prose_of(document: Path) -> str:
    """A document with its code blanked out; line numbers stay the same."""
    lines = document.read_text(encoding="utf-8").splitlines()
    for block in blocks_of(document):
        first = block.line - 1
        for number in range(first, first + block.text.count("\n")):
            lines[number] = ""
    return re.sub(r"`[^`\n]*`", lambda code: " " * len(code.group()), "\n".join(lines))


# Trying


def try_python(block: Block, reader: Reader) -> None:
    """A doctest whose names are those of the whole document."""
    if block.text.startswith('"""'):
        try_program(block, reader)
        return
    examples = doctest.DocTestParser().get_examples(block.text)
    if not block.text.startswith(">>> "):
        problem = "expected a session that begins with '>>> ', got other Python"
        raise WrongDocument(block.document, block.line, problem)
    test = doctest.DocTest(
        examples, reader.names, block.document.name, str(block.document), block.line - 1, block.text
    )
    test.globs = reader.names  # themselves, not a copy
    reports: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=reports.append, clear_globs=False)
    if reports:
        raise WrongDocument(block.document, block.line, "".join(reports))


def try_program(block: Block, reader: Reader) -> None:
    """A client of the play service: it must finish, and print something."""
    program = reader.folder / "program.py"
    program.write_text(block.text, encoding="utf-8")
    with a_service(reader.folder / "tables.db") as address:
        done = subprocess.run(
            [sys.executable, str(program), address],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    if done.returncode or done.stderr or not done.stdout:
        problem = f"expected the program to print its result, got {done.stdout}{done.stderr}"
        raise WrongDocument(block.document, block.line, problem)


def try_shell(block: Block, reader: Reader) -> None:
    """Commands, one a line; if they begin with `$ `, their output follows."""
    for line, command, output in commands_of(block):
        words = shlex.split(command, comments=True)
        if not words:
            continue
        if words[:2] == ["azulejos", "play"]:
            open_app(block, line, command, reader)
        elif words[:2] == ["azulejos", "serve"]:
            start_service(block, line, command, reader)
        elif words[0] == "azulejos":
            printed = run(block, line, command, reader)
            if output and not matches(output, printed):
                problem = f"`{command}` prints something else:\n{printed}"
                raise WrongDocument(block.document, line, problem)
        else:
            check_known(block, line, words)


def commands_of(block: Block) -> Iterator[tuple[int, str, str]]:
    """Line, command and expected output of every command of a block."""
    lines = list(joined_lines(block))
    if not any(text.startswith("$ ") for _, text in lines):
        yield from ((line, text, "") for line, text in lines)
        return
    starts = [index for index, (_, text) in enumerate(lines) if text.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        line, command = lines[start]
        output = "\n".join(text for _, text in lines[start + 1 : end])
        yield line, command.removeprefix("$ "), output.strip("\n")


def joined_lines(block: Block) -> Iterator[tuple[int, str]]:
    """The lines of a block with their numbers; a backslash at its end joins one to the next."""
    start, whole = block.line, ""
    for line, text in enumerate(block.text.splitlines(), start=block.line):
        start, whole = (start, whole + text.lstrip()) if whole else (line, text)
        if whole.endswith("\\"):
            whole = whole.removesuffix("\\")
        else:
            yield start, whole
            whole = ""
    if whole:
        yield start, whole


def run(block: Block, line: int, command: str, reader: Reader) -> str:
    """The output of a command that needs no input."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=reader.folder,
        env=environment(reader),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        problem = f"`{command}` ends with {done.returncode}:\n{done.stdout}{done.stderr}"
        raise WrongDocument(block.document, line, problem)
    return done.stdout


def open_app(block: Block, line: int, command: str, reader: Reader) -> None:
    """Start the terminal app, and leave it with Ctrl-C once it is drawn."""
    with a_screen() as screen:
        process = subprocess.Popen(
            ["/bin/sh", "-c", f"exec {command}"],
            cwd=reader.folder,
            env={**environment(reader), "TERM": "xterm-256color"},
            stdin=screen.end_for_programs,
            stdout=screen.end_for_programs,
            stderr=screen.end_for_programs,
            start_new_session=True,
        )
        try:
            screen.wait_for(re.escape(ALTERNATE_SCREEN))
            screen.wait_for(b"Leave")  # in the footer
            screen.type("\x03")
            code = process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
    if code:
        problem = f"`{command}` ends with {code}: {screen.shown.decode(errors='replace')}"
        raise WrongDocument(block.document, line, problem)


def start_service(block: Block, line: int, command: str, reader: Reader) -> None:
    """Start the service on a free port, without a browser; it must answer, and stop on SIGTERM."""
    with subprocess.Popen(
        ["/bin/sh", "-c", f"exec {command} --port 0 --no-browser"],
        cwd=reader.folder,
        env=environment(reader),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        printed = process.stdout.readline()
        try:
            if found := ADDRESS.search(printed):
                health = f"{found.group().rstrip('/')}/api/health"
                with urllib.request.urlopen(health, timeout=PATIENCE) as answer:
                    printed = answer.read().decode()
        finally:
            process.terminate()
            _, errors = process.communicate(timeout=PATIENCE)
    if process.returncode or '"ok"' not in printed:
        problem = f"`{command}` ends with {process.returncode}:\n{printed}{errors}"
        raise WrongDocument(block.document, line, problem)


def environment(reader: Reader) -> dict[str, str]:
    """Environment of the commands: the program on the path, its state in the reader's folder."""
    program = str(Path(sys.executable).parent)
    saved = reader.folder / "state" / "azulejos"
    if not saved.exists():  # who reads of resuming a game has one
        shutil.copytree(SAVED_GAME, saved)
    return os.environ | {
        "PATH": f"{program}{os.pathsep}{os.environ['PATH']}",
        "XDG_STATE_HOME": str(reader.folder / "state"),
        "COLUMNS": "80",
        "LINES": "24",
        "LANGUAGE": "en",
    }


def matches(expected: str, printed: str) -> bool:
    """Whether a text is as expected, line by line; a line of dots matches any lines."""
    parts = re.split(r"(?:^|\n)\.\.\.(?:\n|$)", _trimmed(expected))
    return bool(re.fullmatch(r"(?:.*\n?)??".join(map(re.escape, parts)), _trimmed(printed), re.S))


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def check_known(block: Block, line: int, words: list[str]) -> None:
    """A command that is not run must be a known one."""
    if not any(words[: len(known.split())] == known.split() for known in KNOWN_COMMANDS):
        expected = ", ".join(["azulejos", *sorted(KNOWN_COMMANDS)])
        problem = f"expected a command of {expected}, got {' '.join(words)!r}"
        raise WrongDocument(block.document, line, problem)
    if words[0] == "make":
        for target in words[1:]:
            if "=" not in target and target not in targets():
                problem = f"the Makefile has no target {target!r}"
                raise WrongDocument(block.document, line, problem)


def targets() -> set[str]:
    """The targets of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


def try_text(block: Block, reader: Reader) -> None:  # noqa: ARG001
    """A game record or a position must load; any other text is not checked."""
    first = block.text.split("\n")[0]
    try:
        if first.strip() == "azulejos 1":
            Game.from_text(block.text)
        elif first.split(" ")[0] in GAMES:
            find_game(first.split(" ")[0]).read_position(block.text)
    except ValueError as error:
        raise WrongDocument(block.document, block.line, f"does not load: {error}") from error


def try_json(block: Block, reader: Reader) -> None:  # noqa: ARG001
    """A game record must load."""
    try:
        if "azulejos" in json.loads(block.text):
            Game.from_json(block.text)
    except ValueError as error:
        raise WrongDocument(block.document, block.line, f"does not load: {error}") from error


TRIALS: dict[str, Callable[[Block, Reader], None]] = {
    "python": try_python,
    "pycon": try_python,
    "sh": try_shell,
    "console": try_shell,
    "text": try_text,
    "json": try_json,
}


def try_everything(document: Path, folder: Path) -> None:
    """Try all blocks of a document, from top to bottom."""
    reader = Reader(folder)
    shutil.copytree(ROOT / "docs" / "examples", folder / "examples")
    for block in blocks_of(document):
        if block.language not in TRIALS:
            problem = f"expected a block of {', '.join(TRIALS)}, got {block.language!r}"
            raise WrongDocument(document, block.line - 1, problem)
        TRIALS[block.language](block, reader)


# Following links

LINKS = re.compile(
    r"\]\((?P<inline>[^()\s]+)(?: \"[^\"]*\")?\)"  # [words](target "title")
    r"|^ {0,3}\[[^\]]+\]: +(?P<reference>\S+)"  # [name]: target
    r"|<(?:a|img)\b[^>]*\b(?:href|src)=\"(?P<html>[^\"]+)\"",
    re.MULTILINE,
)


def follow_links(document: Path) -> None:
    """Every link to a file or a heading of ours must lead there."""
    prose = prose_of(document)
    for found in LINKS.finditer(prose):
        target = found["inline"] or found["reference"] or found["html"]
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue  # another site
        line = prose.count("\n", 0, found.start()) + 1
        name, _, heading = target.partition("#")
        path = document.parent / name if name else document
        if not path.exists():
            raise WrongDocument(document, line, f"there is no {target}")
        if heading and path.suffix == ".md" and heading not in headings_of(path):
            raise WrongDocument(document, line, f"there is no heading {heading} in {path.name}")


def headings_of(document: Path) -> set[str]:
    """The anchors of the headings, as GitHub derives them."""
    headings = re.findall(r"^#+ +(.*?)\s*$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.fixture(autouse=True)
def plain_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colours, whatever the environment asks for."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


# The documents


def test_there_are_documents() -> None:
    assert all(document.read_text(encoding="utf-8").strip() for document in DOCUMENTS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_everything_in_a_document_works(document: Path, tmp_path: Path) -> None:
    try_everything(document, tmp_path)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    follow_links(document)


# The glossary

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^- \*\*([^(*]+?)(?: \([A-Z]+\))?\*\*: ", GLOSSARY, re.MULTILINE)


def test_every_term_of_the_glossary_is_used_in_the_source() -> None:
    files = [
        *(path for path in (ROOT / "src").rglob("*.py")),
        *(path for path in (ROOT / "src").rglob("*.js") if "vendor" not in path.parts),
        *(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)),
    ]
    text = "\n".join(path.read_text(encoding="utf-8").lower() for path in files)
    unused = [
        term
        for term in TERMS
        if not re.search(r"\b" + re.sub(r"[- ]", r"[-_\\s#]*", term.lower()), text)
    ]
    assert not unused


def test_the_glossary_defines_each_term_once_in_one_sentence() -> None:
    entries = re.findall(r"^- (?:.+\n)(?:  .+\n)*", GLOSSARY, re.MULTILINE)
    assert len(entries) == len(TERMS) == len(set(TERMS))
    assert not [entry for entry in entries if not entry.endswith(".\n") or ". " in entry]


# CI, hooks and metadata


@pytest.mark.parametrize("path", AUTOMATION, ids=lambda path: path.name)
def test_ci_and_hooks_call_targets_that_the_makefile_has(path: Path) -> None:
    text = re.sub(r"(^| )#.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    called = re.findall(r"^ *(?:- run: |entry: |)make ([a-z]+)", text, re.MULTILINE)
    assert called
    assert set(called) <= targets()


def test_hooks_ci_and_the_forge_run_the_same_checks() -> None:
    run, workflow = (
        set(re.findall(r"\bmake ([a-z]+)", path.read_text(encoding="utf-8")))
        for path in (ROOT / ".ci" / "run", ROOT / ".github" / "workflows" / "ci.yml")
    )
    assert run <= workflow


def test_the_citation_names_the_version_of_the_package() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [__version__]


def test_every_target_of_the_makefile_is_described() -> None:
    listed = subprocess.run(
        ["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert {line.split()[1] for line in listed.splitlines()} == targets()


# The readers of documents

RECORD = Game(seed=1).to_text()
POSITION = str(Game(seed=1).position)

GOOD = f"""\
# A document

Some words, and `[code](nowhere.md)`, and [a heading](#a-document), and [a site](https://x.org/y).

```python
>>> a = 1
>>> a + 1
2
```

- in a list:

  ```pycon
  >>> a  # of the block above
  1
  ```

```sh
git clone https://example.org/azulejos.git
cd azulejos   # a comment
make play PYTHON=python3
```

```console
$ azulejos perft \\
    --depth 2
0 1
...
$ make test
```

````text
```
anything at all
````

```text
{RECORD}```

```text
{POSITION}
```

```json
{Game(seed=1).to_json()}
```
"""


@pytest.fixture
def scratch(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a document."""

    def scratch(text: str) -> Path:
        document = tmp_path / "scratch.md"
        document.write_text(text, encoding="utf-8")
        return document

    return scratch


def test_a_good_document_is_read_without_complaint(
    scratch: Callable[[str], Path], tmp_path: Path
) -> None:
    read(scratch(GOOD), tmp_path)


def read(document: Path, folder: Path) -> None:
    try_everything(document, folder)
    follow_links(document)


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ("```python\n>>> 1 + 1\n3\n```", r"scratch.md:4: .*line 4.*Expected:\n +3\nGot:\n +2"),
        ("```python\n>>> x = 1\n>>> x / 0\n```", r"scratch.md:4: .*line 5.*ZeroDivisionError"),
        ("```python\nprint(1)\n```", "scratch.md:4: expected a session that begins with '>>> '"),
        ("```pycon\n>>> 1 +\n```", "scratch.md:4: .*SyntaxError"),
        ("```sh\nmake dinner\n```", "scratch.md:4: the Makefile has no target 'dinner'"),
        ("```sh\nmake test\nrm -rf x\n```", "scratch.md:5: expected a command of .*, got 'rm -rf"),
        ("```sh\nmake \\\n  test\nls\n```", "scratch.md:6: expected a command of .*, got 'ls'"),
        ("```sh\ngit push\n```", "scratch.md:4: expected a command of .*, got 'git push'"),
        ("```sh\nazulejos dance\n```", "scratch.md:4: `azulejos dance` ends with 2:.*dance"),
        ("```console\n$ azulejos perft --depth 0\n0 2\n```", "4: .* prints something else:\n0 1"),
        ("```sh\nazulejos serve --pace\n```", "4: `azulejos serve --pace` ends with 2:.*--pace"),
        ("```text\nazulejos 1\ngame: azul\n```", "scratch.md:4: does not load: line 1"),
        ("```text\nazul coloured; phase lunch\n```", "scratch.md:4: does not load: line 2"),
        ('```json\n{"azulejos": 1}\n```', "scratch.md:4: does not load"),
        ("```json\n{\n```", "scratch.md:4: does not load"),
        ("```rust\n```", "scratch.md:3: expected a block of .*, got 'rust'"),
        ("```\n```", "scratch.md:3: expected a block of .*, got ''"),
        ("```text\nabc\n", "scratch.md:3: a block begins here and ends nowhere"),
        ("[a](missing.md)", "scratch.md:3: there is no missing.md"),
        ("words\n![a](pictures/missing.svg)", "scratch.md:4: there is no pictures/missing.svg"),
        ('<img alt="" src="missing.svg">', "scratch.md:3: there is no missing.svg"),
        ("[a][b]\n\n[b]: missing.md", "scratch.md:5: there is no missing.md"),
        ("[a](#nowhere)", "scratch.md:3: there is no heading nowhere in scratch.md"),
        ("[a](scratch.md#nowhere)", "scratch.md:3: there is no heading nowhere in scratch.md"),
    ],
)
def test_what_is_wrong_with_a_document_is_told_with_its_place(
    scratch: Callable[[str], Path], tmp_path: Path, block: str, complaint: str
) -> None:
    document = scratch(f"# Title\n\n{block}\n")
    with pytest.raises(WrongDocument, match=f"(?s){complaint}"):
        read(document, tmp_path)
