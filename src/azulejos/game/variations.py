"""Variations of a game: a tree of moves and deals beside those that were played.

`Game.add_variation` and `Game.with_variation` are the interface; this module has what they do to
the tree. A variation is checked by playing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from azulejos.game.records import Entry, Variation


def insert(
    entries: Sequence[Entry],
    variations: Sequence[Variation],
    line: Sequence[Entry],
    comments: Mapping[int, str],
    ply: int = 0,
) -> tuple[Variation, ...]:
    """Variations of `entries` with another line in them; what it shares with others is kept once.

    `line` starts where `entries` does, after `ply` moves. Its comments count where it is new.
    """
    at = _common_length(entries, line)
    if at == len(line):
        return tuple(variations)
    ply += sum(entry.kind == "move" for entry in line[:at])
    rest = line[at:]
    for index, known in enumerate(variations):
        if known.at == at and known.entries[0] == rest[0]:
            joined = _joined(known, rest, comments, ply)
            return (*variations[:index], joined, *variations[index + 1 :])
    fresh = Variation(at, tuple(rest), _after(comments, ply))
    return tuple(sorted((*variations, fresh), key=attrgetter("at")))  # as records write them


def shifted(variations: Iterable[Variation], by: int) -> tuple[Variation, ...]:
    """Variations of a line that starts `by` entries earlier."""
    return tuple(replace(variation, at=variation.at + by) for variation in variations)


def _joined(
    known: Variation, line: Sequence[Entry], comments: Mapping[int, str], ply: int
) -> Variation:
    """A variation with another one in it that begins as it does; a longer one extends it."""
    length = len(known.entries)
    is_open = all(inner.at < length for inner in known.variations)
    if is_open and _common_length(known.entries, line) == length:
        ply += sum(entry.kind == "move" for entry in known.entries)
        return Variation(
            known.at,
            tuple(line),
            known.comments | _after(comments, ply),
            known.variations,
        )
    return replace(known, variations=insert(known.entries, known.variations, line, comments, ply))


def _after(comments: Mapping[int, str], ply: int) -> dict[int, str]:
    return {where: text for where, text in comments.items() if where > ply}


def _common_length(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """The number of equal entries at the start of both."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
