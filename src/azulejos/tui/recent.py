"""What the latest moves of the other players changed, to be highlighted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import UNSET

from azulejos.session.messages import DealEntry, Entry, MoveEntry, UndoEntry
from azulejos.session.messages.read_events import engine_event
from azulejos.tui.games import GAME_VIEWS
from azulejos.tui.keys import Key
from azulejos.tui.tiles import Recent


@dataclass
class RecentMoves:
    """The last move of every seat since the last deal or undo."""

    moves: dict[int, MoveEntry] = field(default_factory=dict)

    def add(self, entries: Iterable[Entry]) -> None:
        """Follow the log. A move ends the highlight of the same player's previous one."""
        for entry in entries:
            if isinstance(entry, MoveEntry):
                self.moves.pop(entry.seat, None)
                self.moves[entry.seat] = entry
            elif isinstance(entry, DealEntry | UndoEntry):
                self.moves.clear()

    def seen_from(self, game: str, seat: int) -> Recent:
        """The moves since the last one of a seat."""
        since: list[MoveEntry] = []
        for entry in self.moves.values():  # in the order in which they were made
            since = [] if entry.seat == seat else [*since, entry]
        return changes(game, since)


def changes(game: str, moves: Iterable[MoveEntry]) -> Recent:
    """The sources that moves took from, and the places on the boards that they filled."""
    view = GAME_VIEWS[game]
    sources: set[int] = set()
    places: dict[tuple[int, Key], int] = {}
    for move in moves:
        for event in [] if move.events is UNSET else move.events:
            known = engine_event(game, event)
            source = view.source_of(known)
            if source is not None:
                sources.add(source)
            for key, count in view.places_of(known):
                places[move.seat, key] = count
    return Recent(frozenset(sources), places)
