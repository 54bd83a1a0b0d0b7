"""What happened and what could happen, in whole sentences with pictures of tiles in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.text import Text

from azulejos.i18n import Words
from azulejos.i18n.events import GAME_TEXTS, describe
from azulejos.i18n.sentences import TILES, AnyEvent, Sentence, signed
from azulejos.render.text.tiles import sentence_text
from azulejos.session.messages.games import GAME_MESSAGES
from azulejos.session.messages.read_events import engine_event
from azulejos.tui.names import bot_name


def of_entry(words: Words, game: str, entry: dict[str, Any], names: Sequence[str]) -> list[Text]:
    """The sentences of one entry of the log."""
    seat = entry.get("seat")
    name = names[seat] if seat is not None else ""
    if entry["kind"] in ("move", "deal"):
        events = [_event(game, view) for view in entry.get("events") or []]
        return [sentence_text(one) for one in describe(words, game, events, names)]
    if entry["kind"] == "undo":
        return [Text(words.gettext("{name} takes a move back", name=name))]
    if entry["kind"] == "say":
        said = preset_text(words, entry["preset"])
        return [Text(words.gettext("{name}: {words}", name=name, words=said))]
    if entry["kind"] == "stand-in":
        level = bot_name(words, entry["bot"])
        return [Text(words.gettext("A bot ({bot}) plays for {name} now", bot=level, name=name))]
    if entry["kind"] == "return":
        return [Text(words.gettext("{name} is back", name=name))]
    if entry["kind"] == "rematch":
        return [Text(words.gettext("{name} has asked for a rematch", name=name))]
    return []


def _event(game: str, view: dict[str, Any]) -> AnyEvent:
    return engine_event(game, msgspec.convert(view, type=GAME_MESSAGES[game].event))


def preset_text(words: Words, preset: str) -> str:
    """What is said by a short message."""
    presets = {
        "hello": words.gettext("Hello!"),
        "good-luck": words.gettext("Good luck!"),
        "well-played": words.gettext("Well played!"),
        "thinking": words.gettext("Let me think …"),
        "oops": words.gettext("Oops!"),
        "thanks": words.gettext("Thank you!"),
        "good-game": words.gettext("Good game!"),
        "hurry-up": words.gettext("Shall we go on?"),
    }
    return presets.get(preset, preset)


# What an option does


def of_option(words: Words, option: dict[str, Any]) -> Text:
    """A move as a sentence: take these from factory 3 to line 4."""
    kind = option["kind"]
    if kind == "draft":
        return sentence_text(Sentence(_draft(words, option), (option["taken"],)))
    if kind == "tile":
        row, column = option["row"] + 1, option["column"] + 1
        return Text(
            words.gettext("Row {row}: place the tile in column {column}", row=row, column=column)
        )
    if kind == "place":
        sentence = words.gettext("Place {tile}, paying {tiles}", tile=TILES, tiles=TILES)
        return sentence_text(Sentence(sentence, ({option["colour"]: 1}, option["pays"])))
    if kind == "bonus":
        sentence = words.gettext("Take {tiles} from the supply", tiles=TILES)
        return sentence_text(Sentence(sentence, (option["tiles"],)))
    if option["kept"]:
        sentence = words.gettext("Pass and keep {tiles}", tiles=TILES)
        return sentence_text(Sentence(sentence, (option["kept"],)))
    return Text(words.gettext("Pass and keep nothing"))


def _draft(words: Words, option: dict[str, Any]) -> str:
    source, line = option["source"], option.get("destination")
    if line is None:
        if source == 0:
            return words.gettext("Take {tiles} from the centre", tiles=TILES)
        return words.gettext("Take {tiles} from factory {factory}", tiles=TILES, factory=source)
    if line == 0:
        if source == 0:
            return words.gettext("Take {tiles} from the centre to the floor line", tiles=TILES)
        return words.gettext(
            "Take {tiles} from factory {factory} to the floor line", tiles=TILES, factory=source
        )
    if source == 0:
        return words.gettext("Take {tiles} from the centre to line {line}", tiles=TILES, line=line)
    return words.gettext(
        "Take {tiles} from factory {factory} to line {line}",
        tiles=TILES,
        factory=source,
        line=line,
    )


def of_warning(words: Words, game: str, warning: dict[str, Any]) -> Text:
    """A warning as a sentence that states the cost."""
    code = warning["code"]
    if code == "floor":
        return Text(
            words.ngettext(
                "This drops {n} tile to the floor line ({points}).",
                "This drops {n} tiles to the floor line ({points}).",
                warning["tiles"],
                points=signed(warning["points"]),
            )
        )
    if code == "discards":
        return Text(
            words.ngettext(
                "This throws {n} tile away ({points}).",
                "This throws {n} tiles away ({points}).",
                warning["tiles"],
                points=signed(warning["points"]),
            )
        )
    if code == "unplaceable":
        return sentence_text(GAME_TEXTS[game].unplaceable(words, warning["colour"]))
    if code == "could-place":
        return Text(words.gettext("You could still place a tile."))
    return Text(words.gettext("This may cost you."))
