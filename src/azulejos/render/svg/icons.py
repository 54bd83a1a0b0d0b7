"""Icons of the interface: lines in a 24 by 24 box, in the current text colour."""

from __future__ import annotations

from azulejos.render.svg.shapes import (
    Point,
    dots,
    path,
    polar,
)

MIDDLE: Point = (12, 12)


def icons() -> dict[str, str]:
    """The drawings of all icons by name, without stroke attributes."""
    lines = {name: path(d) for name, d in LINES.items()}
    return lines | {name: _solid(d) for name, d in SOLID.items()} | {"settings": _cog()}


def _solid(d: str) -> str:
    return path(d, fill="currentColor")


def _cog() -> str:
    """A wheel with eight teeth."""
    d = dots([MIDDLE], 3.2) + dots([MIDDLE], 6.2)
    for tooth in range(8):
        (x1, y1), (x2, y2) = (polar(MIDDLE, radius, 45 * tooth) for radius in (6.6, 9.4))
        d += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    return path(d)


#: Shapes that are filled.
SOLID = {
    "play": "M7.5 5v14l11-7z",
    "pause": "M7.5 5.5h2.5v13H7.5zM14 5.5h2.5v13H14z",
    "prev": "M15.5 5.5v13L7 12z",
    "next": "M8.5 5.5v13L17 12z",
    "first": "M18 5.5v13L9.5 12zM6 5.5v13",
    "last": "M6 5.5v13l8.5-6.5zM18 5.5v13",
    "skip": "M3.5 6v12l8-6zM12.5 6v12l8-6z",
}

LINES = {
    # The table
    "bag": "M9 7c-4 3-5.5 6.5-5.5 9.5c0 3 2.5 4.5 8.5 4.5s8.5-1.5 8.5-4.5"
    "c0-3-1.5-6.5-5.5-9.5M8 7h8M9 7L7.5 3.5c1.5 1 3 1 4.5 0c1.5 1 3 1 4.5 0L15 7",
    "lid": "M3 8l9-4l9 4l-9 4zM3 8v8l9 4l9-4V8M12 12v8",
    "tower": "M6.5 21V9.5h11V21zM5 9.5V4h3v2.5h2.5V4h3v2.5H16V4h3v5.5zM10 21v-4a2 2 0 0 1 4 0v4",
    "pillar": "M5 4h14v3H5zM8 7v10M12 7v10M16 7v10M5 17h14v3.5H5z",
    "statue": "M14.8 6a2.8 2.8 0 1 1-5.6 0a2.8 2.8 0 1 1 5.6 0"
    "M7 16c0-4 2-6 5-6s5 2 5 6zM5.5 16h13v4.5h-13z",
    "window": "M5 21V11a7 7 0 0 1 14 0v10zM12 4v17M5 12.5h14",
    # Acting
    "undo": "M8.5 4.5L4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11H8",
    "hint": "M9 17.5c0-2.5-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5-3 7.5zM9.8 21h4.4",
    "check": "M4.5 12.5l5 5L19.5 7",
    "close": "M6 6l12 12M18 6L6 18",
    "back": "M14.5 5.5L8 12l6.5 6.5",
    "fold": "M5.5 15l6.5-6.5L18.5 15",
    "unfold": "M5.5 9l6.5 6.5L18.5 9",
    "warning": "M12 3.5L22 20.5H2zM12 10v4.5M12 17.4v.1",
    # Watching
    "replay": "M4.5 12a7.5 7.5 0 1 0 2.5-5.6M7.5 2.5L6.8 6.6L11 7.3",
    "eye": "M2.5 12c5-8.5 14-8.5 19 0c-5 8.5-14 8.5-19 0zM15 12a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "log": "M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3.5",
    "trophy": "M7.5 4h9v6a4.5 4.5 0 0 1-9 0zM7.5 5.5H4c0 4 1.5 5.5 4 5.5M16.5 5.5H20"
    "c0 4-1.5 5.5-4 5.5M12 14.5V18M8 20.5c0-1.7 1.5-2.5 4-2.5s4 .8 4 2.5z",
    # People
    "bot": "M5 9h14v10.5H5zM12 9V5M12.7 4.2a.7.7 0 1 1-1.4 0a.7.7 0 1 1 1.4 0"
    "M9.3 13v1.5M14.7 13v1.5M2.5 13v3M21.5 13v3",
    "person": "M16 8a4 4 0 1 1-8 0a4 4 0 1 1 8 0M4.5 20.5c0-4.5 3-6.5 7.5-6.5s7.5 2 7.5 6.5z",
    "chat": "M4 4.5h16v11.5h-9L6.5 20v-4H4zM8 9h8M8 12.2h5",
    # The page
    "info": "M20.5 12a8.5 8.5 0 1 1-17 0a8.5 8.5 0 1 1 17 0M12 11v5.5M12 7.6v.1",
    "link": "M10 14.5a4 4 0 0 0 5.7 0l3.5-3.5a4 4 0 0 0-5.7-5.7l-1.5 1.5"
    "M14 9.5a4 4 0 0 0-5.7 0L4.8 13a4 4 0 0 0 5.7 5.7l1.5-1.5",
    "qr": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M16.5 20H14"
    "M20 20h-.5M17.5 18h.5",
    "chart": "M4 4v16h16M7.5 15l4-5l3.5 3l4.5-7",
    "download": "M12 3.5v12M7 11l5 5l5-5M4 20.5h16",
    "share": "M12 15.5v-12M7.5 7.5L12 3l4.5 4.5M7 11H5v9.5h14V11h-2",
    "sound": "M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16 9a4.5 4.5 0 0 1 0 6M18.5 6a8.5 8.5 0 0 1 0 12",
    "mute": "M4 9.5v5h3.5l5 4.5V5l-5 4.5zM16 9.5l5 5M21 9.5l-5 5",
    "home": "M3.5 11.5L12 4l8.5 7.5M6 10v10.5h12V10M10 20.5V15h4v5.5",
    "rules": "M12 6.5c-2.5-1.7-5.5-2-8.5-1.5v14c3-.5 6-.2 8.5 1.5"
    "c2.5-1.7 5.5-2 8.5-1.5V5c-3-.5-6-.2-8.5 1.5zV20.5",
    "learn": "M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 11.5v5c3 2.5 8 2.5 11 0v-5M21.5 9.5v6",
    "help": "M20.5 12a8.5 8.5 0 1 1-17 0a8.5 8.5 0 1 1 17 0"
    "M9.4 9.6a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.2 1-1.2 2M12 16.7v.1",
    "moon": "M19.5 14.5A8 8 0 1 1 10 4.5a6.5 6.5 0 0 0 9.5 10z",
    "sun": "M16 12a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2"
    "M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
    "bell": "M5 17.5c2-2 2-4 2-7a5 5 0 0 1 10 0c0 3 0 5 2 7zM10 20.5h4M12 5.5V3.5",
    "full-screen": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
    "window-screen": "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
    "globe": "M21 12a9 9 0 1 1-18 0a9 9 0 1 1 18 0M3 12h18"
    "M12 3c-5 5.5-5 12.5 0 18c5-5.5 5-12.5 0-18",
}
