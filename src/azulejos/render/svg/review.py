"""The graph of a review: victory shares by ply, deals as marked steps, luck as bars below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from azulejos.analysis.report import Chance, Decision, Review
from azulejos.game.free_text import printable_line
from azulejos.i18n import words_in
from azulejos.i18n.numbers import percent
from azulejos.render.svg.brush import SERIF
from azulejos.render.svg.theme import Theme, find_theme

WIDTH, HEIGHT = 860.0, 380.0
LEFT, RIGHT, TOP, BOTTOM = 58.0, 16.0, 34.0, 268.0
#: The middle of the luck bars, and pixels for all of the victory.
LUCK_Y, LUCK_SCALE = 324.0, 500.0
LUCK_LIMIT = 38.0
BAR = 4.0
#: Lines of the players differ in colour and in dashes.
COLOURS = {
    "light": ("#1a599f", "#c43d3e", "#2f7d4f", "#8a5a00"),
    "dark": ("#7db8f0", "#ff9a94", "#7fd6a4", "#f0c060"),
}
DASHES = ("", "7 3", "2 3", "9 3 2 3")
#: Radius of the mark of a judgement.
MARKS = {"inaccuracy": 3.0, "mistake": 4.5, "blunder": 6.0}


def review_svg(
    review: Review,
    *,
    names: Sequence[str] = (),
    theme: str = "light",
    size: int | None = None,
    language: str = "en",
) -> str:
    """A review as an SVG document, `size` pixels wide."""
    colours, ink = COLOURS[theme], find_theme(theme)
    words = words_in(language)
    if not names:
        seats = range(1, review.players + 1)
        names = [words.gettext("Player {number}", number=number) for number in seats]
    width = WIDTH if size is None else float(size)
    title = words.gettext("Victory shares by move")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        f'width="{width:g}" height="{width * HEIGHT / WIDTH:g}" role="img" '
        f'font-family="{SERIF}" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="{ink.ground}"/>',
        *_axes(ink, words.gettext("Luck"), words.language),
        *_deals(review, ink),
        *_lines(review, colours, words.language),
        *_luck(review, colours),
        *_legend(names, colours, ink),
        "</svg>",
    ]
    return "\n".join(parts)


def _x(review: Review, step: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * step / max(1, len(review.steps))


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * share


def _axes(ink: Theme, luck: str, language: str) -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        yield (
            f'<line x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{y:g}" y2="{y:g}" '
            f'stroke="{ink.line}"/>'
            f'<text x="{LEFT - 6:g}" y="{y + 4:g}" text-anchor="end" fill="{ink.muted}">'
            f"{percent(language, share)}</text>"
        )
    yield (
        f'<line x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{LUCK_Y:g}" y2="{LUCK_Y:g}" '
        f'stroke="{ink.line}"/>'
        f'<text x="{LEFT - 6:g}" y="{LUCK_Y + 4:g}" text-anchor="end" fill="{ink.muted}">'
        f"{escape(luck)}</text>"
    )


def _deals(review: Review, ink: Theme) -> Iterator[str]:
    """A vertical line at every deal; refills are too many to be marked."""
    for index, step in enumerate(review.steps):
        if isinstance(step, Chance) and step.kind == "deal":
            x = _x(review, index + 1)
            yield (
                f'<line class="deal" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP:g}" y2="{BOTTOM:g}" '
                f'stroke="{ink.muted}" stroke-dasharray="2 4"/>'
            )


def _lines(review: Review, colours: Sequence[str], language: str) -> Iterator[str]:
    """The shares of every player after each step, with marks at their bad moves."""
    for player in range(review.players):
        points = [f"{_x(review, 0):.1f},{_y(review.summaries[player].start):.1f}"]
        marks = []
        for index, step in enumerate(review.steps, start=1):
            value = step.value if isinstance(step, Chance) else step.played
            x, y = _x(review, index), _y(value.shares[player])
            points.append(f"{x:.1f},{y:.1f}")
            if isinstance(step, Decision) and step.player == player and step.judgement in MARKS:
                marks.append(_mark(step, x, y, colours[player], language))
        yield (
            f'<polyline class="share" points="{" ".join(points)}" fill="none" '
            f'stroke="{colours[player]}" stroke-width="2" stroke-dasharray="{DASHES[player]}"/>'
        )
        yield from marks


def _mark(step: Decision, x: float, y: float, colour: str, language: str) -> str:
    loss = percent(language, -step.loss, 1)
    return (
        f'<circle class="{step.judgement}" cx="{x:.1f}" cy="{y:.1f}" '
        f'r="{MARKS[step.judgement]:g}" fill="{colour}">'
        f"<title>{escape(step.move)} {loss}</title></circle>"
    )


def _luck(review: Review, colours: Sequence[str]) -> Iterator[str]:
    """Bars of the luck of every player at each chance event, side by side."""
    for index, step in enumerate(review.steps):
        if not isinstance(step, Chance):
            continue
        for player, luck in enumerate(step.luck):
            height = min(LUCK_LIMIT, abs(luck) * LUCK_SCALE)
            x = _x(review, index + 1) + (player - review.players / 2) * BAR
            y = LUCK_Y - height if luck > 0 else LUCK_Y
            yield (
                f'<rect class="luck" x="{x:.1f}" y="{y:.1f}" width="{BAR - 1:g}" '
                f'height="{height:.1f}" fill="{colours[player]}"/>'
            )


def _legend(names: Sequence[str], colours: Sequence[str], ink: Theme) -> Iterator[str]:
    step = (WIDTH - LEFT - RIGHT) / max(1, len(names))
    for seat, name in enumerate(names):
        shown = printable_line(name)[:24]
        x = LEFT + step * seat
        yield (
            f'<line x1="{x:g}" x2="{x + 26:g}" y1="16" y2="16" stroke="{colours[seat]}" '
            f'stroke-width="2" stroke-dasharray="{DASHES[seat]}"/>'
            f'<text x="{x + 32:g}" y="20" fill="{ink.ink}">{escape(shown)}</text>'
        )
