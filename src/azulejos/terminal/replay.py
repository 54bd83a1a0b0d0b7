"""Stepping through a recorded game."""

from __future__ import annotations

from rich.console import Console

from azulejos.game import Deal, Game, Turn
from azulejos.render.text import screen

HELP = "Enter: next · b: back · a number: that move · end · q: quit"


def show_ply(game: Game, ply: int, console: Console) -> None:
    """One move, what it caused, and the position after it."""
    names = screen.seat_names(game)
    console.print()
    if ply:
        turn = [entry for entry in game.history if isinstance(entry, Turn)][ply - 1]
        console.print(f"{ply}. {names[turn.player]}: {turn.move}", style="bold", markup=False)
    for entry in _entries_of(game, ply):
        for sentence in screen.tell(game.name, entry.events, names):
            console.print(f"  {sentence}", style="dim", highlight=False, markup=False)
    if ply in game.comments:
        console.print(f"  {game.comments[ply]}", style="italic", markup=False, highlight=False)
    console.print(screen.draw(game.position_at(ply), names))
    if ply == game.ply and game.is_over:
        console.print(screen.result(game, names))


def _entries_of(game: Game, ply: int) -> list[Turn | Deal]:
    """The turn of that number and the deal behind it."""
    entries, count = [], 0
    for entry in game.history:
        count += isinstance(entry, Turn)
        if count == ply:
            entries.append(entry)
    return entries


def step_through(game: Game, console: Console) -> None:
    """Show the game move by move, as the person asks for them."""
    ply = 0
    show_ply(game, ply, console)
    while True:
        try:
            answer = console.input(f"{ply} of {game.ply} ({HELP}): ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return
        if answer in ("q", "quit"):
            return
        wanted = _wanted(answer, ply, game.ply)
        if wanted is None:
            console.print(f"  expected one of: {HELP}; got {answer!r}", style="red", markup=False)
            continue
        if wanted == ply:
            end = "no further move" if ply == game.ply else "nothing before this"
            console.print(f"  there is {end}", style="dim")
            continue
        ply = wanted
        show_ply(game, ply, console)


def _wanted(answer: str, ply: int, last: int) -> int | None:
    """The ply that an answer asks for; None if it is not understood."""
    if answer == "":
        return min(ply + 1, last)
    if answer == "b":
        return max(ply - 1, 0)
    if answer == "end":
        return last
    if answer.isdecimal() and int(answer) <= last:
        return int(answer)
    return None
