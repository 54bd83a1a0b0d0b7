"""Facts of an analysis as sentences: how the line of a move differs from the best line."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.analysis.facts import (
    BonusFact,
    EndFact,
    Fact,
    LeftFact,
    OpponentFact,
    PenaltyFact,
    PointsFact,
    ProgressFact,
    StarterFact,
)
from azulejos.engine.azul.layout import Colour
from azulejos.i18n import Words


def fact_sentence(words: Words, fact: Fact, names: Sequence[str]) -> str:
    """A sentence about a fact; `names` are the players', by seat."""
    match fact:
        case PointsFact(played, best):
            return words.gettext(
                "Points until tiles are drawn again: {played}; with the best move {best}.",
                **_numbers(played, best),
            )
        case PenaltyFact(played, best):
            return words.gettext(
                "Points lost until tiles are drawn again: {played}; with the best move {best}.",
                **_numbers(played, best),
            )
        case BonusFact(played, best):
            return words.gettext(
                "Bonus points at the end of the game: {played}; with the best move {best}.",
                **_numbers(played, best),
            )
        case ProgressFact():
            return _progress_sentence(words, fact)
        case OpponentFact(player, played, best):
            return words.gettext(
                "Points for {name}: {played}; after the best move {best}.",
                name=names[player],
                **_numbers(played, best),
            )
        case LeftFact(player, played, best):
            return words.gettext(
                "Largest set of tiles left for {name}: {played}; after the best move {best}.",
                name=names[player],
                **_numbers(played, best),
            )
        case _:
            return _turn_sentence(words, fact, names)


def _progress_sentence(words: Words, fact: ProgressFact) -> str:
    """A sentence about a bonus that comes nearer."""
    numbers = {"played": fact.played, "best": fact.best, "size": fact.size, "number": fact.number}
    match fact.kind:
        case "column":
            return words.gettext(
                "Tiles in column {number} of the wall, of {size}: {played}; "
                "with the best move {best}.",
                **numbers,
            )
        case "colour":
            return words.gettext(
                "Tiles of one colour on the wall ({colour}), of {size}: {played}; "
                "with the best move {best}.",
                colour=Colour(fact.number).localized(words.gettext),
                **numbers,
            )
        case "star":
            return words.gettext(
                "Filled spaces of a star, of {size}: {played}; with the best move {best}.",
                **numbers,
            )
        case "number":
            return words.gettext(
                "Filled spaces numbered {number}, of {size}: {played}; with the best move {best}.",
                **numbers,
            )


def _turn_sentence(words: Words, fact: StarterFact | EndFact, names: Sequence[str]) -> str:
    """A sentence about who starts next, or the end of the game."""
    if isinstance(fact, StarterFact):
        return words.gettext(
            "Starts the next round: {name}; after the best move: {other}.",
            name=names[fact.played],
            other=names[fact.best],
        )
    if fact.played:
        return words.gettext("The move ends the game in this round; the best move does not.")
    return words.gettext("The best move ends the game in this round; the move does not.")


def _numbers(played: int, best: int) -> dict[str, int]:
    return {"played": played, "best": best}
