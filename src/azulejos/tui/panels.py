"""Panels of the table: the banner, the own board, and the other players' boards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from azulejos.render.text.tiles import pile_text
from azulejos.session.messages import AnyState, Update
from azulejos.tui.canvas import Canvas
from azulejos.tui.clock import clock_text
from azulejos.tui.games import GAME_VIEWS, game_of
from azulejos.tui.names import last_round_text, plain, round_text, turn_text
from azulejos.tui.tiles import Look

#: Columns of a board in a few letters.
MINI = 14


def draw_banner(
    update: Update, names: Sequence[str], look: Look, status: str | None = None
) -> Canvas:
    """Turn, or a status in its place, round, wild colour, and all scores."""
    state, words, inks = update.state, look.words, look.inks
    canvas = Canvas()
    turn = turn_text(words, update, names) if status is None else status
    x = canvas.put(1, 0, turn, f"bold {inks.accent}")
    rounds = GAME_VIEWS[game_of(state)].rounds
    x = canvas.put(x, 0, f"  ·  {round_text(words, state, rounds)}", inks.ink)
    if state.wild and not state.over:
        x = canvas.put(x, 0, f"  ·  {words.gettext('Wild:')} ", inks.ink)
        x = canvas.put(x, 0, pile_text({state.wild: 1}))
    last = last_round_text(words, update)
    if last:
        canvas.put(x, 0, f"  ⚠ {last}", f"bold {inks.accent}")
    x = 1
    for seat, name in enumerate(names):
        x = canvas.put(x, 1, head_of(state, seat, name, look))
        x = canvas.put(x, 1, _clock_of(update, seat), inks.muted) + 3
    return canvas


def _clock_of(update: Update, seat: int) -> str:
    """The time that a player has left, if there is a clock."""
    left = update.clock.left[seat] if update.clock else None
    return "" if left is None else f" ⏱ {clock_text(left)}"


def head_of(state: AnyState, seat: int, name: str, look: Look, most: int = 24) -> Text:
    """A player's name and score, the marker, and whether they passed."""
    board, inks = state.boards[seat], look.inks
    at_turn = state.to_play == seat
    text = Text("▶ " if at_turn else "  ", f"bold {inks.accent}")
    short = name if len(name) <= most else f"{name[: most - 1]}…"
    text.append(short, f"bold {inks.ink}" if at_turn else inks.ink)
    text.append(f" {plain(board.score)}", f"bold {inks.accent}")
    if state.marker == seat:
        text.append(" ①", inks.ink)
    if getattr(board, "passed", False):
        text.append(" ✓", inks.muted)
    return text


def draw_mine(state: AnyState, seat: int, name: str, look: Look) -> Canvas:
    """The own board, below its player's name."""
    canvas = Canvas()
    canvas.put(0, 0, head_of(state, seat, name, look))
    canvas.paste(0, 1, GAME_VIEWS[game_of(state)].draw_board(state, seat, look))
    return canvas


def draw_others(
    state: AnyState, names: Sequence[str], mine: int, look: Look, width: int, height: int
) -> Canvas:
    """The other players' boards in turn order: in full if all fit, otherwise in a few letters."""
    count = len(names)
    seats = [(mine + turn) % count for turn in range(1, count)]
    view = GAME_VIEWS[game_of(state)]
    whole = [_framed(view.draw_board(state, s, look.quiet()), s, state, names, look) for s in seats]
    fitting = _flow(whole, width)
    if fitting.size.height <= height and fitting.size.width <= width:
        return fitting
    minis = [_framed(view.draw_mini(state, s, look), s, state, names, look, 8) for s in seats]
    return _flow(minis, width, MINI)


def _framed(
    board: Canvas,
    seat: int,
    state: AnyState,
    names: Sequence[str],
    look: Look,
    most: int = 24,
) -> Canvas:
    canvas = Canvas()
    canvas.put(0, 0, head_of(state, seat, names[seat], look, most))
    canvas.paste(0, 1, board)
    return canvas


def _flow(boards: Sequence[Canvas], width: int, least: int = 0) -> Canvas:
    """Canvases in rows of at most `width` columns."""
    canvas = Canvas()
    x = y = lowest = 0
    for board in boards:
        size = board.size
        if x and x + size.width > width:
            x, y = 0, lowest
        canvas.paste(x, y, board)
        x += max(size.width + 2, least)
        lowest = max(lowest, y + size.height)
    return canvas
