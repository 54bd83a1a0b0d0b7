"""Tiles as text: a capital letter on its colour, readable without colours too."""

from __future__ import annotations

from rich.text import Text

from azulejos.engine import AnyTiles
from azulejos.engine.colours import C, Colour, Tiles
from azulejos.i18n.sentences import TILES, Pile, Sentence

#: By letter: foreground and background of a tile, and the foreground of an empty space for it. The
#: games' colours of one name look alike; all are visible on light and on dark terminals.
TILE_COLOURS = {
    "b": ("#ffffff", "#2563a8", "#5f8fc4"),
    "y": ("#3a2a00", "#e3a72f", "#b58a2a"),
    "r": ("#ffffff", "#b5432c", "#c0705e"),
    "k": ("#f2eee4", "#4a4a58", "#80808a"),
    "w": ("#0f6b66", "#d5e6e1", "#7fa8a0"),
    "p": ("#ffffff", "#7a4a94", "#9a74b0"),
    "g": ("#ffffff", "#3f7d4f", "#5f9a6e"),
    "o": ("#3a1d00", "#e07b2e", "#cc8148"),
}


def tile(colour: Colour) -> Text:
    """A tile of a colour."""
    ink, ground, _ = TILE_COLOURS[colour.letter]
    return _piece(colour.letter.upper(), ink, ground)


def marker() -> Text:
    """The starting player marker."""
    return _piece("1", "#1d3a5f", "#f1d9a6")


def _piece(letter: str, ink: str, ground: str) -> Text:
    """A tile: two columns wide, with half a column of space on either side."""
    return Text.assemble(("▐", ground), (letter, f"bold {ink} on {ground}"), ("▌", ground))


def space_for(colour: Colour | None, text: str) -> Text:
    """An empty space for a colour, or for any."""
    return Text(text, "dim" if colour is None else TILE_COLOURS[colour.letter][2])


def row_of(pile: AnyTiles) -> Text:
    """All tiles of a pile."""
    return Text().join(tile(colour) for colour, count in pile.items() for _ in range(count))


def counts_of(pile: AnyTiles) -> Text:
    """A pile: each of its colours with its count."""
    parts = [Text.assemble(tile(colour), str(count)) for colour, count in pile.items()]
    return Text(" ").join(parts) if parts else Text("none", "dim")


def numbers(name: str, pile: Tiles[C], colours: type[C]) -> Text:
    """The number of tiles of each colour, as letters and numbers."""
    counts = " ".join(f"{colour.letter}{pile[colour]}" for colour in colours)
    return Text(f"{name} {sum(pile.values())}: {counts}", "dim")


def source(number: str, pile: AnyTiles) -> Text:
    """A factory with its number."""
    return Text.assemble((number, "bold"), " ", row_of(pile) if pile else Text("empty", "dim"))


def pile_text(pile: Pile) -> Text:
    """A pile within a sentence: each colour once, with its count if there are several tiles."""
    text = Text()
    for letter, count in pile.items():
        ink, ground, _ = TILE_COLOURS[letter]
        text.append(str(count) if count > 1 else "").append_text(
            _piece(letter.upper(), ink, ground)
        )
    return text


def sentence_text(sentence: Sentence) -> Text:
    """A sentence with its tiles drawn; headings are bold."""
    first, *others = sentence.text.split(TILES)
    piles = iter(sentence.tiles)
    text = Text(first, "bold" if sentence.is_heading else "")
    for part in others:  # a player's name may contain the sign for tiles, too
        text.append_text(pile_text(next(piles, {}))).append(part)
    return text
