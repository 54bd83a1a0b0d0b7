"""Graph of the victory shares by ply, in characters; deals are marked, luck is written below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from azulejos.analysis.report import Chance, Decision, Review, Step
from azulejos.i18n import Words
from azulejos.i18n.numbers import percent
from azulejos.tui.canvas import Canvas
from azulejos.tui.chart import COLOURS, SIGNS
from azulejos.tui.review_text import SYMBOLS, signed
from azulejos.tui.tiles import Inks

#: Columns of the numbers at the left.
AXIS = 6
#: Bits of the dots of a braille character, by row and column.
BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def ply_after(step: Step) -> int:
    """The ply that a step leads to."""
    return step.ply + 1 if isinstance(step, Decision) else step.ply


def shares_by_ply(review: Review) -> list[tuple[float, ...]]:
    """The shares of all players at each ply, after its draws."""
    last = max((ply_after(step) for step in review.steps), default=0)
    start = tuple(books.start for books in review.summaries)
    found: list[tuple[float, ...]] = [start] * (last + 1)
    for step in review.steps:
        value = step.played if isinstance(step, Decision) else step.value
        found[ply_after(step)] = value.shares
    return found


@dataclass(frozen=True, slots=True)
class Frame:
    """The area of the lines in a canvas."""

    columns: int
    rows: int
    last: int  # ply

    def x_of(self, ply: int) -> int:
        """The column of a ply."""
        return AXIS + round(ply * (self.columns - 1) / self.last)

    def y_of(self, share: float) -> int:
        """The row of a share."""
        return min(self.rows - 1, int((1 - share) * self.rows))


def draw_shares(
    words: Words,
    review: Review,
    names: Sequence[str],
    inks: Inks,
    width: int,
    height: int,
    *,
    seat: int,
    ply: int,
) -> Canvas:
    """Lines of all players, that of `seat` on top; a cursor at `ply`, marks at bad moves."""
    canvas, shares = Canvas(), shares_by_ply(review)
    frame = Frame(max(10, width - AXIS - 1), max(4, height - 3), max(1, len(shares) - 1))
    _ground(words, canvas, frame, review, inks, seat)
    for y in range(frame.rows):
        canvas.put(frame.x_of(ply), y, "│", inks.accent)
    for each in sorted(range(review.players), key=lambda one: one == seat):
        line = [values[each] for values in shares]
        for (x, y), character in _line(line, frame.columns, frame.rows).items():
            canvas.put(AXIS + x, y, character, COLOURS[each])
    for each, share in enumerate(shares[ply]):
        canvas.put(frame.x_of(ply), frame.y_of(share), SIGNS[each], f"bold {COLOURS[each]}")
    for step in review.steps:
        if isinstance(step, Decision) and step.player == seat and step.judgement != "good":
            x, y = frame.x_of(ply_after(step)), frame.y_of(step.played.shares[seat])
            canvas.put(x, y, SYMBOLS[step.judgement][-1], f"bold reverse {COLOURS[seat]}")
    _legend(words, canvas, frame.rows + 1, names, shares[ply], inks)
    return canvas


def _ground(
    words: Words, canvas: Canvas, frame: Frame, review: Review, inks: Inks, seat: int
) -> None:
    """The axis, and the deals with their luck for a player."""
    for share in (1.0, 0.5, 0.0):
        label = percent(words.language, share)
        canvas.put(0, frame.y_of(share), f"{label:>{AXIS - 1}}┤", inks.muted)
    end = 0
    for step in review.steps:
        if not isinstance(step, Chance) or step.kind != "deal":
            continue
        x = frame.x_of(step.ply)
        for y in range(frame.rows):
            canvas.put(x, y, "┊", inks.muted)
        if x >= end:  # labels that would overlap are left out
            end = canvas.put(x, frame.rows, f"{signed(words, step.luck[seat])} ", inks.muted)


def _line(shares: Sequence[float], columns: int, rows: int) -> dict[tuple[int, int], str]:
    """A line in the dots of braille characters, two by four a cell."""
    width, height = 2 * columns, 4 * rows
    dots: dict[tuple[int, int], int] = {}
    before = None
    for x in range(width):
        at = x * (len(shares) - 1) / (width - 1)
        low = int(at)
        high = min(len(shares) - 1, low + 1)
        share = shares[low] + (shares[high] - shares[low]) * (at - low)
        y = min(height - 1, int((1 - share) * height))
        # Steep parts are drawn without gaps.
        for each in range(min(y, before or y), max(y, before or y) + 1):
            cell = x // 2, each // 4
            dots[cell] = dots.get(cell, 0) | BRAILLE[each % 4][x % 2]
        before = y
    return {cell: chr(0x2800 + bits) for cell, bits in dots.items()}


def _legend(
    words: Words,
    canvas: Canvas,
    y: int,
    names: Sequence[str],
    shares: Sequence[float],
    inks: Inks,
) -> None:
    x = AXIS
    for seat, name in enumerate(names):
        x = canvas.put(x, y, f"{SIGNS[seat]} ", COLOURS[seat])
        x = canvas.put(x, y, f"{name} {percent(words.language, shares[seat])}   ", inks.ink)
