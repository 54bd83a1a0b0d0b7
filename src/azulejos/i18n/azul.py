"""Texts of Azul."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.engine import AnyEvent
from azulejos.engine.azul.events import (
    Bonus,
    Dropped,
    FloorCharged,
    GameEnded,
    LineDropped,
    MarkerTaken,
    Placed,
    Taken,
    Tiled,
)
from azulejos.i18n import Words
from azulejos.i18n.sentences import TILES, GameTexts, Sentence, signed


class AzulTexts(GameTexts):
    """Texts of Azul."""

    def name(self, words: Words) -> str:
        """The name of the game."""
        return words.gettext("Azul")

    def discards(self, words: Words) -> str:
        """The lid of the box."""
        return words.gettext("Box lid")

    def last_round(self, words: Words) -> str:
        """A complete row ends the game."""
        return words.gettext("Last round: a row is about to be completed.")

    def tie_break(self, words: Words) -> str:
        """Complete rows break ties."""
        return words.gettext("Tied on points: complete rows decided it.")

    def unplaceable(self, words: Words, colour: str) -> Sentence:
        """No column of the wall takes the colour."""
        text = words.gettext("Your wall has no column for {tile} in this row.", tile=TILES)
        return Sentence(text, ({colour: 1},))

    def event(
        self, words: Words, event: AnyEvent, names: Sequence[str], turn: Sequence[AnyEvent]
    ) -> Sentence | None:
        """A sentence about an event; where taken tiles go is said in the sentence about taking."""
        match event:
            case Taken():
                return _taken(words, event, names, turn)
            case MarkerTaken(player):
                text = words.gettext("{name} takes the starting player marker", name=names[player])
                return Sentence(text)
            case Dropped(player, colour, to_floor, to_lid):
                text = words.gettext(
                    "{name} drops {tiles} to the floor line", name=names[player], tiles=TILES
                )
                return Sentence(text, ({colour.letter: to_floor + to_lid},))
            case GameEnded(reason):
                return Sentence(_end(words, reason), is_heading=True)
        return _end_of_round(words, event, names)


def _taken(words: Words, event: Taken, names: Sequence[str], turn: Sequence[AnyEvent]) -> Sentence:
    name, source = names[event.player], event.source
    row = next((placed.row for placed in turn if isinstance(placed, Placed)), None)
    if row is None and source:
        text = words.gettext(
            "{name} takes {tiles} from factory {factory}", name=name, tiles=TILES, factory=source
        )
    elif row is None:
        text = words.gettext("{name} takes {tiles} from the centre", name=name, tiles=TILES)
    elif source:
        text = words.gettext(
            "{name} takes {tiles} from factory {factory} to line {line}",
            name=name,
            tiles=TILES,
            factory=source,
            line=row + 1,
        )
    else:
        text = words.gettext(
            "{name} takes {tiles} from the centre to line {line}",
            name=name,
            tiles=TILES,
            line=row + 1,
        )
    return Sentence(text, ({event.colour.letter: event.count},))


def _end_of_round(words: Words, event: AnyEvent, names: Sequence[str]) -> Sentence | None:
    match event:
        case Tiled(player, row, _, colour, points):
            text = words.gettext(
                "{name} moves {tile} to row {row} of the wall: {points}",
                name=names[player],
                tile=TILES,
                row=row + 1,
                points=signed(points),
            )
            return Sentence(text, ({colour.letter: 1},))
        case LineDropped(player, row):
            text = words.gettext(
                "No free column for line {line}: {name} drops it to the floor line",
                name=names[player],
                line=row + 1,
            )
            return Sentence(text)
        case FloorCharged(player, _, points) if points:
            text = words.gettext(
                "{name} pays for the floor line: {points}",
                name=names[player],
                points=signed(-points),
            )
            return Sentence(text)
        case Bonus(player, rows, columns, colours) if rows + columns + colours:
            text = words.gettext(
                "{name} scores bonuses: {points}",
                name=names[player],
                points=signed(rows + columns + colours),
            )
            return Sentence(text)
    return None


def _end(words: Words, reason: str) -> str:
    if reason == "row":
        return words.gettext("A player completed a row: the game is over")
    if reason == "empty":
        return words.gettext("No tiles are left: the game is over")
    return words.gettext("No one placed a tile for a long time: the game is over")
