"""One move of a recorded game as text: the move, its events, the comment, the position after it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from azulejos.game import Deal, Game, Turn
from azulejos.game.free_text import printable
from azulejos.i18n import words_in
from azulejos.i18n.events import describe
from azulejos.render.text.position import draw, result, seat_names
from azulejos.render.text.tiles import sentence_text


def draw_ply(game: Game, ply: int) -> RenderableType:
    """The position after `ply` moves, below the move that led to it and its events."""
    names = seat_names(game)
    lines = [Text("")]
    for entry in _entries_of(game, ply):
        if isinstance(entry, Turn):
            lines.append(Text(f"{ply}. {names[entry.player]}: {entry.move}", "bold"))
        sentences = describe(words_in("en"), game.name, entry.events, names)
        lines += [Text("  ", "dim").append_text(sentence_text(one)) for one in sentences]
    if ply in game.comments:
        lines.append(Text(f"  {printable(game.comments[ply])}", "italic"))
    parts: list[RenderableType] = [*lines, draw(game.position_at(ply), names)]
    if ply == game.ply and game.is_over:
        parts.append(result(game, names))
    return Group(*parts)


def _entries_of(game: Game, ply: int) -> list[Turn | Deal]:
    """The entries of the history that belong to a ply: its turn, and the deal after it."""
    entries, count = [], 0
    for entry in game.history:
        count += isinstance(entry, Turn)
        if count == ply:
            entries.append(entry)
    return entries
