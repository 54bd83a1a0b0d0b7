"""Message extraction and checks of the catalogs: `python -m tools.words check` or `update`.

`update` extracts every message of the package and rewrites the catalogs: new messages come without
a translation, unused ones are dropped. Translators then edit the `.po` files. `check` lists what is
missing or wrong, and what `update` would change.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from babel.messages.pofile import PoFileError, escape, read_po

from tools import javascript

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "azulejos"

#: The languages, and which of the two forms of a message a number asks for.
PLURALS = {
    "en": "(n != 1)",
    "fi": "(n != 1)",
    "pt_BR": "(n > 1)",
    "de": "(n != 1)",
    "is": "(n%10 != 1 || n%100 == 11)",
    "nb": "(n != 1)",
}
ENGLISH = "en"
#: Languages whose first form serves for more numbers than 1: it has to name the number.
SINGULAR_COUNTS = {"pt_BR", "is"}

#: How many ids the functions of Python take before their values.
FUNCTIONS = {"gettext": 1, "ngettext": 2}
#: Tuples of messages in the module that translates, whose own calls have no literal texts.
TRANSLATOR = "i18n/catalogs.py"
PHRASES = {"COLOURS"}
#: The page's module that does the same.
PAGE_TRANSLATOR = "web/i18n.js"
VENDORED = "web/vendor"
#: Fields of lessons that hold messages.
LESSON_TEXTS = {"title", "text", "task", "end"}

#: Names that are the same in all languages, even in plain markup.
NAMES = {"Azul", "Azulejos"}

#: Messages that are the same as in English, and where: names, and words that travelled.
EVERYWHERE = frozenset(PLURALS)
SAME: dict[str, Iterable[str]] = {
    "Azul": EVERYWHERE,
    "OK": EVERYWHERE,
    "Animation": {"de"},
    "Bonus": {"de", "nb"},
    "Bot": {"de", "nb", "pt_BR"},
    "Bot: {level}": {"de", "nb", "pt_BR"},
    "Bots": {"de", "pt_BR"},
    "Casual": {"pt_BR"},
    "Hint": {"nb"},
    "Name (optional)": {"de"},
    "Nonce": {"de", "pt_BR"},
    "Normal": {"de", "nb", "pt_BR"},
    "Pass": {"is", "nb"},
    "Pause": {"de", "nb"},
    "Replay": {"pt_BR"},
    "Replay: {what}": {"pt_BR"},
    "Site": {"pt_BR"},
    "Start": {"de", "nb"},
    "Statue": {"de", "nb"},
    "System": {"de", "nb"},
    "Total": {"pt_BR"},
    "online": {"de", "pt_BR"},
    "orange": {"de"},
}

#: The quotation marks of each language.
QUOTES = {"en": "“”", "fi": "”", "pt_BR": "“”", "de": "„“", "is": "„“", "nb": "«»"}
ALL_QUOTES = set('"').union(*QUOTES.values())
#: Languages with a no-break space between a number and its percent sign; the others have none.
SPACED_PERCENT = {"fi", "de", "nb"}
#: Signs that end a message, and where a translation ends otherwise (abbreviations, questions).
END_SIGNS = ".!?:…"
OTHER_ENDS = {"all": {"fi"}, "{days} d {hours} h": {"de", "is"}, "Starting player": {"is"}}


@dataclass(frozen=True)
class Message:
    """A message of the package: one id, or singular and plural; and the files that use it."""

    ids: tuple[str, ...]
    files: tuple[str, ...]


@dataclass(frozen=True)
class Translation:
    """A catalog's entry for a message."""

    ids: tuple[str, ...]
    forms: tuple[str, ...]
    fuzzy: bool = False
    comments: tuple[str, ...] = ()


# What the package says


def extract(package: Path) -> tuple[dict[str, Message], list[str]]:
    """All messages by their (singular) ids, and the errors in the sources."""
    uses: dict[tuple[str, ...], set[str]] = {}
    wrong: list[str] = []
    for path in _sources(package, "**/*.py", "web/**/*.js", "lessons/content/*.toml"):
        name = path.relative_to(package).as_posix()
        find = FINDERS[path.suffix]
        try:
            for ids in find(name, path.read_text(encoding="utf-8")):
                uses.setdefault(ids, set()).add(name)
        except javascript.UnclearSource as error:
            wrong.append(f"{name}:{error}")
    messages: dict[str, Message] = {}
    for ids, files in sorted(uses.items()):
        other = messages.get(ids[0], Message(ids, ()))
        if other.ids != ids and len(other.ids) == len(ids):
            wrong.append(f"{min(files)}: {ids[0]!r} has another plural in {other.files[0]}")
        names = tuple(sorted({*files, *other.files}))
        messages[ids[0]] = Message(max(ids, other.ids, key=len), names)
    return messages, wrong


def _in_javascript(name: str, source: str) -> Iterator[tuple[str, ...]]:
    for found in javascript.messages(source, literals_only=name != PAGE_TRANSLATOR):
        yield found.ids


def _in_python(name: str, source: str) -> Iterator[tuple[str, ...]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from _in_call(name, node)
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                yield from _in_assignment(part, {"messages"})
        elif isinstance(node, ast.Assign | ast.AnnAssign) and name == TRANSLATOR:
            yield from _in_assignment(node, PHRASES)


def _in_call(name: str, call: ast.Call) -> Iterator[tuple[str, ...]]:
    function = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if function in FUNCTIONS and name != TRANSLATOR:
        arguments = call.args[: FUNCTIONS[function]]
        ids = tuple(text for text in map(_literal, arguments) if text)
        if len(ids) < FUNCTIONS[function]:
            what = f"{call.lineno}: expected literal text in {function}(...)"
            raise javascript.UnclearSource(what)
        yield ids


def _in_assignment(node: ast.stmt, names: set[str]) -> Iterator[tuple[str, ...]]:
    """The texts of a dictionary or tuple that is assigned to one of `names`."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id in names for target in targets):
            value = node.value
            texts = value.values if isinstance(value, ast.Dict) else getattr(value, "elts", [])
            for text in texts:
                literal = _literal(text)
                if literal:
                    yield (literal,)
                elif not isinstance(text, ast.Starred):
                    raise javascript.UnclearSource(f"{text.lineno}: expected literal text")


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _in_lesson(name: str, source: str) -> Iterator[tuple[str, ...]]:  # noqa: ARG001
    yield from ((text,) for text in _texts(tomllib.loads(source)))


def _texts(value: object) -> Iterator[str]:
    """The messages of a lesson, at any depth."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in LESSON_TEXTS and isinstance(item, str):
                yield item
            else:
                yield from _texts(item)


#: What finds the messages of a file, by its ending.
FINDERS = {".py": _in_python, ".js": _in_javascript, ".toml": _in_lesson}


def bare(package: Path) -> Iterator[str]:
    """Untranslated text in the page's markup."""
    for path in _sources(package, "web/**/*.js"):
        for line, text in javascript.bare_texts(path.read_text(encoding="utf-8")):
            if text not in NAMES:
                name = path.relative_to(package).as_posix()
                yield f"{name}:{line}: expected a translated text, got {text!r}"


def _sources(package: Path, *patterns: str) -> list[Path]:
    """The source files without vendored ones."""
    files = [path for pattern in patterns for path in package.glob(pattern)]
    return sorted(path for path in files if package / VENDORED not in path.parents)


# What the catalogs hold


def path_of(package: Path, language: str) -> Path:
    """Path of a language's catalog."""
    return package / "locale" / language / "LC_MESSAGES" / "azulejos.po"


def read(path: Path, language: str) -> dict[str, Translation]:
    """The translations of a catalog by their (singular) ids; none if there is no catalog."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, abort_invalid=True)
    translations = {}
    for message in catalog:
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        text = message.string or ""
        forms = (text,) if isinstance(text, str) else tuple(text)
        comments = tuple(message.user_comments)
        if ids[0]:
            translations[ids[0]] = Translation(ids, forms, message.fuzzy, comments)
    return translations


def write(
    language: str, messages: Mapping[str, Message], translations: Mapping[str, Translation]
) -> str:
    """The text of a catalog: every message once, sorted, with its translation so far."""
    head = [
        f"Language: {language}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: nplurals=2; plural={PLURALS[language]};",
    ]
    blocks = [['msgid ""', 'msgstr ""', *(escape(f"{line}\n") for line in head)]]
    for key in sorted(messages):
        message = messages[key]
        known = translations.get(key, Translation((), ()))
        if language == ENGLISH:
            known = Translation(message.ids, message.ids, comments=known.comments)
        blocks.append([*_entry(message, known)])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _entry(message: Message, known: Translation) -> Iterator[str]:
    yield from (f"# {comment}".rstrip() for comment in known.comments)
    yield f"#: {' '.join(message.files)}"
    if known.fuzzy:
        yield "#, fuzzy"
    yield f"msgid {escape(message.ids[0])}"
    # A message that gets or loses its plural needs to be looked at again.
    forms = known.forms if len(known.forms) == len(message.ids) else ("",) * len(message.ids)
    if len(message.ids) == 1:
        yield f"msgstr {escape(forms[0])}"
    else:
        yield f"msgid_plural {escape(message.ids[1])}"
        yield from (f"msgstr[{n}] {escape(form)}" for n, form in enumerate(forms))


# The two commands


def update(package: Path) -> list[str]:
    """Rewrite all catalogs. Errors in the sources are returned, and then nothing is written."""
    messages, wrong = extract(package)
    if not wrong:
        for language in PLURALS:
            path = path_of(package, language)
            text = write(language, messages, read(path, language))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return wrong


def check(package: Path) -> list[str]:
    """All errors in the messages and their translations."""
    messages, wrong = extract(package)
    if wrong:
        return wrong
    wrong += bare(package)
    for message in messages.values():
        broken = [f"{id_!r}: {_broken(id_)}" for id_ in message.ids if _broken(id_)]
        wrong += [f"{message.files[0]}: {problem}" for problem in broken]
    for language in PLURALS:
        wrong += [f"{language}: {problem}" for problem in _check(package, language, messages)]
    return wrong


def _check(package: Path, language: str, messages: dict[str, Message]) -> Iterator[str]:
    path = path_of(package, language)
    try:
        translations = read(path, language)
    except (PoFileError, ValueError) as error:
        yield f"the catalog cannot be read: {error}"
        return
    yield from (f"missing: {key!r}" for key in sorted(messages.keys() - translations.keys()))
    yield from (f"stale: {key!r}" for key in sorted(translations.keys() - messages.keys()))
    for key in sorted(messages.keys() & translations.keys()):
        for problem in _problems(language, messages[key], translations[key]):
            yield f"{problem}: {key!r}"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if messages.keys() == translations.keys() and text != write(language, messages, translations):
        yield "the catalog is not in its standard shape: `python -m tools.words update` helps"


def _problems(language: str, message: Message, known: Translation) -> Iterator[str]:
    """Errors of one translation."""
    if known.fuzzy:
        yield "fuzzy"
    if len(known.forms) != len(message.ids):
        yield f"expected {len(message.ids)} forms, got {len(known.forms)}"
    elif not all(known.forms):
        yield "untranslated"
    else:
        yield from _wrong_places(language, message.ids, known.forms)
        for id_, form in zip(message.ids, known.forms, strict=True):
            yield from _wrong_signs(language, id_, form)
        if language != ENGLISH and known.forms == message.ids and not _may_be_same(language, known):
            yield "the same as in English"


def _wrong_places(language: str, ids: tuple[str, ...], forms: tuple[str, ...]) -> Iterator[str]:
    for n, form in enumerate(forms):
        if _broken(form):
            yield _broken(form)
            return
        allowed = [places(ids[n])]
        if len(ids) > 1 and n == 0:
            # "one tile" may be "1 tile" elsewhere, and has to be where 21 is singular, too.
            allowed = [places(ids[1])] if language in SINGULAR_COUNTS else [*map(places, ids)]
        if places(form) not in allowed:
            expected, got = (", ".join(sorted(p)) or "none" for p in (allowed[0], places(form)))
            yield f"expected the places {expected}, got {got}"


def _wrong_signs(language: str, id_: str, form: str) -> Iterator[str]:
    """Errors in the signs of a translation, most of them left over from another language."""
    expected, got = (text[-1:] if text[-1:] in END_SIGNS else "" for text in (id_, form))
    if expected != got and language not in OTHER_ENDS.get(id_, ()):
        yield f"expected the end {expected or 'of a word'}, got {got or 'that of a word'}"
    if form != form.strip() or "  " in form:
        yield "spaces at an end, or two together"
    foreign = (ALL_QUOTES & set(form)) - set(QUOTES[language])
    if foreign:
        yield f"expected the quotation marks {QUOTES[language]}, got {''.join(sorted(foreign))}"
    space = "\u00a0" if language in SPACED_PERCENT else ""
    if any(found != space for found in re.findall(r"[\d}](\s?)%", form)):
        yield f"expected {'a no-break space' if space else 'no space'} before the percent sign"


def places(text: str) -> set[str]:
    """The places of a text, with their conversions: {"name!r", "count"}."""
    return {
        name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "")
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    }


def _broken(text: str) -> str:
    """The error in the braces of a text, or an empty text."""
    try:
        odd = [place for place in places(text) if not re.fullmatch(r"[a-z]\w*(!r)?", place)]
    except ValueError as error:
        return f"broken braces: {error}"
    return f"{{{odd[0]}}} is no name" if odd else ""


def _may_be_same(language: str, known: Translation) -> bool:
    """Whether a translation may equal its id: a known name, or only places and signs."""
    letters = re.sub(r"\{\w*(!r)?\}", "", "".join(known.ids))
    return language in SAME.get(known.ids[0], ()) or not re.search(r"[^\W\d_]", letters)


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit code is 1 after errors."""
    parser = argparse.ArgumentParser(prog="python -m tools.words", description=__doc__)
    parser.add_argument("command", choices=["check", "update"])
    command = parser.parse_args(arguments).command
    wrong = update(PACKAGE) if command == "update" else check(PACKAGE)
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        print(f"{len(wrong)} problems", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
