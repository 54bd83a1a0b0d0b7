"""Points, paths and elements of SVG, in compact notation.

Only presentation attributes, no styles: pages with a strict content security policy can show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin

Point = tuple[float, float]


def number(value: float) -> str:
    """A number with at most one decimal, without trailing zeros."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")  # never -0


def element(name: str, **attributes: str | float) -> str:
    """An empty element; `stroke_width` stands for `stroke-width`."""
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>"


def path(d: str, **attributes: str | float) -> str:
    """A path."""
    return element("path", d=d, **attributes)


def group(content: str, **attributes: str | float) -> str:
    """Elements that share attributes."""
    return f"{element('g', **attributes)[:-2]}>{content}</g>"


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """A point around a centre; degrees count clockwise from the right."""
    angle = radians(degrees)
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(_pair(point) for point in points) + "Z"


def smooth_polygon(points: Sequence[Point], radius: float) -> str:
    """Path data of a closed polygon with its corners rounded off."""
    d = ""
    for index, corner in enumerate(points):
        before = _towards(corner, points[index - 1], radius)
        after = _towards(corner, points[(index + 1) % len(points)], radius)
        d += f"{'L' if d else 'M'}{_pair(before)}Q{_pair(corner)} {_pair(after)}"
    return d + "Z"


def star(centre: Point, points: int, outer: float, inner: float, turn: float = -90) -> str:
    """Path data of a star; its first point is at `turn` degrees."""
    step = 180 / points
    return polygon(
        polar(centre, inner if index % 2 else outer, turn + index * step)
        for index in range(2 * points)
    )


def petal(start: Point, end: Point, width: float) -> str:
    """Path data of a leaf between two points, `width` wide in its middle."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    # A quadratic curve comes half as far as its control point.
    across = (y1 - y2) * width / length, (x2 - x1) * width / length
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    left = middle[0] + across[0], middle[1] + across[1]
    right = middle[0] - across[0], middle[1] - across[1]
    return f"M{_pair(start)}Q{_pair(left)} {_pair(end)}Q{_pair(right)} {_pair(start)}Z"


def diamond(centre: Point, half_width: float, half_height: float) -> str:
    """Path data of a diamond."""
    x, y = centre
    corners = ((x, y - half_height), (x + half_width, y), (x, y + half_height), (x - half_width, y))
    return polygon(corners)


def dots(centres: Iterable[Point], radius: float) -> str:
    """Path data of round dots."""
    r, wide = number(radius), number(2 * radius)
    return "".join(
        f"M{_pair((x - radius, y))}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0-{wide} 0Z"
        for x, y in centres
    )


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _towards(start: Point, end: Point, distance: float) -> Point:
    part = distance / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
