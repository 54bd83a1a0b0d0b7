"""Chart of scores by round, in characters; each player has a sign and a colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from azulejos.tui.canvas import Canvas
from azulejos.tui.names import plain
from azulejos.tui.tiles import Inks

#: Signs and colours of the players, by seat.
SIGNS = ("●", "■", "▲", "◆")
COLOURS = ("#5f8fc4", "#e07b2e", "#5f9a6e", "#c0705e")
#: Columns of the numbers at the left.
AXIS = 5


def draw_chart(
    rounds: Sequence[Sequence[int]], names: Sequence[str], inks: Inks, width: int, height: int
) -> Canvas:
    """Lines of all players from round to round; a legend below."""
    canvas = Canvas()
    highest = max([1, *(max(scores) for scores in rounds)])
    lowest = min([0, *(min(scores) for scores in rounds)])
    rows = max(3, height - 2)
    pitch = max(3, (width - AXIS - 2) // max(1, len(rounds)))

    def y_of(score: float) -> int:
        return round((highest - score) / (highest - lowest) * (rows - 1))

    for score in {highest, (highest + lowest) // 2, lowest}:
        canvas.put(0, y_of(score), f"{plain(score):>{AXIS - 1}}┤", inks.muted)
    for y in range(rows):
        canvas.put(AXIS, y, " ")
    for seat in range(len(names)):
        _dots(canvas, [scores[seat] for scores in rounds], seat, pitch, y_of)
    for seat in range(len(names)):
        for number, scores in enumerate(rounds):
            x = AXIS + 1 + number * pitch
            taken = sum(y_of(scores[s]) == y_of(scores[seat]) for s in range(seat))
            canvas.put(x + taken, y_of(scores[seat]), SIGNS[seat], f"bold {COLOURS[seat]}")
    for number in range(len(rounds)):
        canvas.put(AXIS + 1 + number * pitch, rows, str(number + 1), inks.muted)
    x = AXIS
    for seat, name in enumerate(names):
        x = canvas.put(x, rows + 1, f"{SIGNS[seat]} ", COLOURS[seat])
        x = canvas.put(x, rows + 1, f"{name}   ", inks.ink)
    return canvas


def _dots(
    canvas: Canvas, scores: Sequence[int], seat: int, pitch: int, y_of: Callable[[float], int]
) -> None:
    """A dotted line from one round to the next."""
    for number in range(len(scores) - 1):
        before, after = scores[number], scores[number + 1]
        for column in range(1, pitch):
            score = before + (after - before) * column / pitch
            canvas.put(AXIS + 1 + number * pitch + column, y_of(score), "·", COLOURS[seat])
