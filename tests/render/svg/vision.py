"""How colours look: contrast, lightness, and what people who see fewer colours make of them."""

from __future__ import annotations

from math import dist

Colour = tuple[float, float, float]

#: What remains of linear RGB for people without one kind of cones (Machado, Oliveira and Fernandes,
#: 2009, severity 1).
VISIONS: dict[str, tuple[Colour, Colour, Colour]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def contrast(first: str, second: str) -> float:
    """The contrast of two colours as the guidelines for accessible pages count it: 1 to 21."""
    darker, lighter = sorted((_luminance(_linear(first)), _luminance(_linear(second))))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(colour: str) -> float:
    """How light a colour is, 0 to 100: what is left of it in grey."""
    return _lab(_linear(colour))[0]


def difference(first: str, second: str, vision: str) -> float:
    """How far apart two colours are for somebody; about 2 can just be seen side by side."""
    return dist(_lab(_seen(first, vision)), _lab(_seen(second, vision)))


def _linear(colour: str) -> Colour:
    red, green, blue = (_decoded(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return red, green, blue


def _decoded(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _luminance(colour: Colour) -> float:
    return _dot((0.2126729, 0.7151522, 0.0721750), colour)


def _seen(colour: str, vision: str) -> Colour:
    linear = _linear(colour)
    red, green, blue = (min(1.0, max(0.0, _dot(row, linear))) for row in VISIONS[vision])
    return red, green, blue


def _lab(colour: Colour) -> Colour:
    x = _root(_dot((0.4124564, 0.3575761, 0.1804375), colour) / 0.95047)
    y = _root(_luminance(colour))
    z = _root(_dot((0.0193339, 0.1191920, 0.9503041), colour) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def _dot(first: Colour, second: Colour) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))
