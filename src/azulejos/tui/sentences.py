"""Sentences about entries of the log, options and warnings, with tiles drawn in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec import UNSET, UnsetType
from rich.text import Text

from azulejos.engine.pavilion.layout import CENTRAL_STAR
from azulejos.i18n import Words
from azulejos.i18n.events import GAME_TEXTS, describe
from azulejos.i18n.sentences import TILES, Pile, Sentence, signed
from azulejos.render.text.tiles import sentence_text
from azulejos.session.messages import (
    AnyOption,
    ClockStartEntry,
    DealEntry,
    Entry,
    Event,
    HintEntry,
    JoinEntry,
    MoveEntry,
    NameEntry,
    NewTokenEntry,
    OptionWarning,
    RematchEntry,
    ReturnEntry,
    SayEntry,
    StandInEntry,
    TimeOutEntry,
    UndoAnswerEntry,
    UndoEntry,
    UndoRequestEntry,
)
from azulejos.session.messages.azul import AzulDraft, AzulTile
from azulejos.session.messages.common import DiscardsWarning, FloorWarning, UnplaceableWarning
from azulejos.session.messages.pavilion import PavilionBonus, PavilionDraft, PavilionPlace
from azulejos.session.messages.read_events import engine_event
from azulejos.tui.names import bot_name
from azulejos.tui.pavilion_board import colour_of, cost_of


def entry_text(words: Words, game: str, entry: Entry, names: Sequence[str]) -> list[Text]:
    """The sentences about one entry of the log."""
    match entry:
        case MoveEntry() | DealEntry():
            return events_text(words, game, entry.events, names)
        case (
            StandInEntry()
            | TimeOutEntry()
            | ClockStartEntry()
            | JoinEntry()
            | ReturnEntry()
            | RematchEntry()
        ):
            text = _seating_text(words, entry, names[entry.seat])
        case UndoEntry():
            text = words.gettext("{name} takes back a move", name=names[entry.seat])
        case UndoRequestEntry():
            text = words.gettext("{name} asks to take back a move", name=names[entry.seat])
        case UndoAnswerEntry():
            text = _undo_answer(words, entry.answer, names[entry.seat])
        case HintEntry():
            text = words.gettext("{name} asks for a hint", name=names[entry.seat])
        case SayEntry():
            said = preset_text(words, entry.preset)
            text = words.gettext("{name}: {words}", name=names[entry.seat], words=said)
        case NameEntry():
            before = entry.before or _unnamed(words, entry.seat)
            name = entry.name or _unnamed(words, entry.seat)
            text = words.gettext("{before} is now called {name}", before=before, name=name)
        case NewTokenEntry():
            text = words.gettext("{name} has a new seat link", name=names[entry.seat])
    return [Text(text)]


def _seating_text(
    words: Words,
    entry: StandInEntry | TimeOutEntry | ClockStartEntry | JoinEntry | ReturnEntry | RematchEntry,
    name: str,
) -> str:
    """The sentence about a change of who plays."""
    match entry:
        case StandInEntry():
            bot = bot_name(words, entry.bot)
            return words.gettext("{bot} now plays for {name}", bot=bot, name=name)
        case TimeOutEntry():
            bot = bot_name(words, entry.bot)
            return words.gettext("Time is up for {name}: {bot} takes over", name=name, bot=bot)
        case JoinEntry():
            return words.gettext("{name} joins the table", name=name)
        case ReturnEntry():
            return words.gettext("{name} is back", name=name)
        case RematchEntry():
            return words.gettext("{name} wants a rematch", name=name)
        case ClockStartEntry():
            return words.gettext("The clocks are running now")


def _undo_answer(words: Words, answer: str, name: str) -> str:
    """The sentence about an answer to a request for an undo."""
    answers = {
        "agree": words.gettext("{name} agrees to take back the move", name=name),
        "refuse": words.gettext("{name} doesn't agree: the move stays", name=name),
        "withdraw": words.gettext("{name} no longer asks to take back a move", name=name),
    }
    return answers[answer]


def _unnamed(words: Words, seat: int) -> str:
    """What a person without a name is called."""
    return words.gettext("Player {number}", number=seat + 1)


def events_text(
    words: Words, game: str, events: Sequence[Event] | UnsetType, names: Sequence[str]
) -> list[Text]:
    """The sentences about the events of one move or deal."""
    told = [engine_event(game, event) for event in ([] if events is UNSET else events)]
    return [sentence_text(sentence) for sentence in describe(words, game, told, names)]


def preset_text(words: Words, preset: str) -> str:
    """The text of a preset chat message."""
    presets = {
        "hello": words.gettext("Hello!"),
        "good-luck": words.gettext("Good luck!"),
        "well-played": words.gettext("Well played!"),
        "thinking": words.gettext("Let me think …"),
        "oops": words.gettext("Oops!"),
        "thanks": words.gettext("Thank you!"),
        "good-game": words.gettext("Good game!"),
        "hurry-up": words.gettext("Your turn!"),
    }
    return presets.get(preset, preset)


# Options


def option_text(words: Words, option: AnyOption, board: str) -> Text:
    """A move on a side of the boards as a sentence, such as: take these from factory 3 to line 4.

    What a placed tile costs are the other tiles, as in the log and on the buttons.
    """
    match option:
        case AzulDraft():
            return sentence_text(Sentence(_azul_draft(words, option), (option.taken,)))
        case PavilionDraft():
            return sentence_text(Sentence(_draft(words, option), (option.taken,)))
        case AzulTile(row=row, column=column):
            text = words.gettext(
                "Row {row}: place the tile in column {column}", row=row + 1, column=column + 1
            )
            return Text(text)
        case PavilionPlace():
            return _place_text(words, option, board)
        case PavilionBonus():
            text = words.gettext("Take {tiles} from the supply", tiles=TILES)
            return sentence_text(Sentence(text, (option.tiles,)))
    if option.kept:
        text = words.gettext("Pass and keep {tiles}", tiles=TILES)
        return sentence_text(Sentence(text, (option.kept,)))
    return Text(words.gettext("Pass and keep nothing"))


def other_tiles(option: PavilionPlace) -> Pile:
    """The tiles that a placement costs besides the placed one."""
    rest = Counter(option.pays)
    rest[option.colour] -= 1
    return dict(+rest)


def _place_text(words: Words, option: PavilionPlace, board: str) -> Text:
    text = sentence_text(Sentence(_place(words, option, board), ({option.colour: 1},)))
    if rest := other_tiles(option):
        pay = words.gettext("Pay {tiles}", tiles=TILES)
        text.append(" · ").append_text(sentence_text(Sentence(pay, (rest,))))
    return text


def _place(words: Words, option: PavilionPlace, board: str) -> str:
    number, star = cost_of(board, option.space), option.star
    where = {
        "p": words.gettext(
            "Place {tile} on the purple star, space {number}", tile=TILES, number=number
        ),
        "g": words.gettext(
            "Place {tile} on the green star, space {number}", tile=TILES, number=number
        ),
        "o": words.gettext(
            "Place {tile} on the orange star, space {number}", tile=TILES, number=number
        ),
        "y": words.gettext(
            "Place {tile} on the yellow star, space {number}", tile=TILES, number=number
        ),
        "b": words.gettext(
            "Place {tile} on the blue star, space {number}", tile=TILES, number=number
        ),
        "r": words.gettext(
            "Place {tile} on the red star, space {number}", tile=TILES, number=number
        ),
    }
    colour = colour_of(board, option.space)
    if star == CENTRAL_STAR:
        return words.gettext(
            "Place {tile} on the central star, space {number}", tile=TILES, number=number
        )
    if colour is None:
        return words.gettext(
            "Place {tile} on star {star}, space {number}", tile=TILES, star=star, number=number
        )
    return where[colour]


def _draft(words: Words, option: PavilionDraft) -> str:
    if option.source == 0:
        return words.gettext("Take {tiles} from the centre", tiles=TILES)
    return words.gettext("Take {tiles} from factory {factory}", tiles=TILES, factory=option.source)


def _azul_draft(words: Words, option: AzulDraft) -> str:
    source, line = option.source, option.destination
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


def warning_text(words: Words, game: str, warning: OptionWarning) -> Text:
    """A warning as a sentence that states the cost."""
    match warning:
        case FloorWarning(tiles=tiles, points=points):
            text = words.ngettext(
                "This drops {n} tile to the floor line ({points}).",
                "This drops {n} tiles to the floor line ({points}).",
                tiles,
                points=signed(points),
            )
        case DiscardsWarning(tiles=tiles, points=points):
            text = words.ngettext(
                "This throws {n} tile away ({points}).",
                "This throws {n} tiles away ({points}).",
                tiles,
                points=signed(points),
            )
        case UnplaceableWarning(colour=colour):
            return sentence_text(GAME_TEXTS[game].unplaceable(words, colour))
        case _:
            text = words.gettext("You can still place a tile.")
    return Text(text)


def damaged_text(words: Words, aside: Path) -> str:
    """That some of a file could not be read, which was put aside."""
    return words.gettext(
        "Some of your results could not be read; the file is kept as {file}.", file=str(aside)
    )
