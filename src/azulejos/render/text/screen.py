"""Drawing any game: chooses the pictures and words of the game that is played."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from azulejos.engine.events import new_log
from azulejos.engine.position import AnyPosition
from azulejos.game import Game
from azulejos.render.text import azul, pavilion

#: Verbs of the sentences, as they follow a name and as they follow `you`.
VERBS = {
    "takes": "take",
    "puts": "put",
    "drops": "drop",
    "tiles": "tile",
    "places": "place",
    "earns": "earn",
    "passes": "pass",
    "keeps": "keep",
    "discards": "discard",
    "starts": "start",
}

#: How wide the table is drawn for those who have no terminal.
TEXT_WIDTH = 100

LOOKS: dict[str, ModuleType] = {"azul": azul, "summer-pavilion": pavilion}


def draw(position: AnyPosition, names: Sequence[str]) -> RenderableType:
    """The whole table."""
    return LOOKS[position.rules.name].draw(position, names)  # type: ignore[no-any-return]


def as_text(position: AnyPosition, *, colours: bool = True) -> str:
    """The whole table as lines of text, with or without the codes that colour a terminal."""
    names = [f"player {seat + 1}" for seat in range(len(position.scores))]
    canvas = Console(
        file=io.StringIO(),
        width=TEXT_WIDTH,
        force_terminal=colours,
        color_system="truecolor" if colours else None,
        legacy_windows=False,
    )
    with canvas.capture() as captured:
        canvas.print(draw(position, names))
    return captured.get()


def tell(game: str, events: Sequence[Any], names: Sequence[str]) -> Iterable[str]:
    """What happened, in sentences."""
    return map(_to_you, LOOKS[game].tell(events, names))


def _to_you(sentence: str) -> str:
    """A sentence about `you` has other verbs: you take, you pass."""
    if re.search(r"\byou [a-z]", sentence):
        verb = rf"(?<=\byou )({'|'.join(VERBS)})\b|(?<=, )(keeps|discards)\b"
        return re.sub(verb, lambda found: VERBS[found.group()], sentence)
    return sentence


def help_for(game: str) -> str:
    """How moves are written."""
    return str(LOOKS[game].HELP)


def moves_with_previews(position: AnyPosition) -> Iterable[str]:
    """All legal moves, each with what it would bring at once."""
    look = LOOKS[position.rules.name]
    for move in filter(look.is_listed, position.legal_moves):
        states, log = position.states, new_log()
        position.rules.apply(states, move, log)
        own = [event for event in position.rules.read_events(log) if _is_of(event, position)]
        yield f"{move}{look.preview(own)}"


def _is_of(event: Any, position: AnyPosition) -> bool:
    return getattr(event, "player", None) == position.to_play


def seat_names(game: Game) -> list[str]:
    """The players' names from the headers of a record; namesakes are told apart by their seats."""
    names = header_names(game)
    return [
        name if names.count(name) == 1 else f"{name} {seat}"
        for seat, name in enumerate(names, start=1)
    ]


def header_names(game: Game) -> list[str]:
    """The players' names as the headers of a record have them, or their numbers."""
    return [game.headers.get(f"Player {n}", f"player {n}") for n in range(1, game.players + 1)]


def result(game: Game, names: Sequence[str]) -> Table:
    """The final scores, and where they came from."""
    breakdown = game.breakdown()
    table = Table(title="Where the points came from")
    table.add_column("")
    for seat, name in enumerate(names):
        winner = " ★" if seat in game.winners else ""
        table.add_column(Text(f"{name}{winner}"), justify="right")
    for source in breakdown[0]:
        if any(points[source] for points in breakdown) or source != "start":
            table.add_row(source, *(str(points[source]) for points in breakdown))
    table.add_section()
    table.add_row("total", *(str(score) for score in game.scores), style="bold")
    return table
