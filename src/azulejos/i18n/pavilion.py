"""Texts of Summer Pavilion."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.engine import AnyEvent
from azulejos.engine.pavilion.events import (
    Bonus,
    BonusTaken,
    GameEnded,
    MarkerTaken,
    Passed,
    Placed,
    Surrounded,
    Taken,
)
from azulejos.i18n import Words
from azulejos.i18n.sentences import TILES, GameTexts, Sentence, pile_of, signed


class PavilionTexts(GameTexts):
    """Texts of Summer Pavilion."""

    def name(self, words: Words) -> str:
        """The name of the game."""
        return words.gettext("Summer Pavilion")

    def discards(self, words: Words) -> str:
        """The tower."""
        return words.gettext("Tower")

    def last_round(self, words: Words) -> str:
        """No tiles are kept after the last round."""
        return words.gettext("Last round: tiles you can't place cost you points.")

    def tie_break(self, words: Words) -> str:  # noqa: ARG002
        """Equal scores share the victory."""
        return ""

    def unplaceable(self, words: Words, colour: str) -> Sentence:
        """No star takes the colour."""
        text = words.gettext("Your board has no space for {tile}.", tile=TILES)
        return Sentence(text, ({colour: 1},))

    def event(
        self,
        words: Words,
        event: AnyEvent,
        names: Sequence[str],
        turn: Sequence[AnyEvent],  # noqa: ARG002
    ) -> Sentence | None:
        """A sentence about an event."""
        match event:
            case Taken():
                return _taken(words, event, names)
            case MarkerTaken(player, points):
                text = words.gettext(
                    "{name} takes the starting player marker: {points}",
                    name=names[player],
                    points=signed(-points),
                )
                return Sentence(text)
            case Placed():
                return _placed(words, event, names)
            case Passed():
                return _passed(words, event, names)
            case GameEnded():
                return Sentence(words.gettext("The game is over"), is_heading=True)
        return _bonus(words, event, names)


def _taken(words: Words, event: Taken, names: Sequence[str]) -> Sentence:
    name, source = names[event.player], event.source
    if source:
        text = words.gettext(
            "{name} takes {tiles} from factory {factory}", name=name, tiles=TILES, factory=source
        )
    else:
        text = words.gettext("{name} takes {tiles} from the centre", name=name, tiles=TILES)
    return Sentence(text, (pile_of(event.tiles),))


def _placed(words: Words, event: Placed, names: Sequence[str]) -> Sentence:
    name, points, tile = names[event.player], signed(event.points), {event.colour.letter: 1}
    if not event.discarded:
        text = words.gettext("{name} places {tile}: {points}", name=name, tile=TILES, points=points)
        return Sentence(text, (tile,))
    text = words.gettext(
        "{name} places {tile} and pays {tiles}: {points}",
        name=name,
        tile=TILES,
        tiles=TILES,
        points=points,
    )
    return Sentence(text, (tile, pile_of(event.discarded)))


def _passed(words: Words, event: Passed, names: Sequence[str]) -> Sentence:
    name, points, kept = names[event.player], signed(-event.points), (pile_of(event.kept),)
    if event.points and event.kept:
        text = words.gettext(
            "{name} passes and keeps {kept}: {points}", name=name, kept=TILES, points=points
        )
        return Sentence(text, kept)
    if event.points:
        return Sentence(words.gettext("{name} passes: {points}", name=name, points=points))
    if event.kept:
        text = words.gettext("{name} passes and keeps {kept}", name=name, kept=TILES)
        return Sentence(text, kept)
    return Sentence(words.gettext("{name} passes", name=name))


def _bonus(words: Words, event: AnyEvent, names: Sequence[str]) -> Sentence | None:
    match event:
        case Surrounded(player, _, due):
            text = words.ngettext(
                "{name} gets {n} bonus tile",
                "{name} gets {n} bonus tiles",
                due,
                name=names[player],
            )
            return Sentence(text)
        case BonusTaken(player, tiles):
            text = words.gettext(
                "{name} takes {tiles} from the supply", name=names[player], tiles=TILES
            )
            return Sentence(text, (pile_of(tiles),))
        case Bonus(player, stars, numbers) if stars + numbers:
            text = words.gettext(
                "{name} scores bonuses: {points}",
                name=names[player],
                points=signed(stars + numbers),
            )
            return Sentence(text)
    return None
