"""A position as a self-contained SVG document."""

from __future__ import annotations

from html import escape
from math import ceil

from azulejos.engine import AnyPosition, AnyTiles
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Range
from azulejos.game import Turn
from azulejos.i18n import words_in
from azulejos.i18n.events import GAME_TEXTS
from azulejos.render.games import RENDERERS
from azulejos.render.interface import GameRenderer
from azulejos.render.svg.brush import MARK, Brush, LastMove, letters_of
from azulejos.render.svg.icons import icons
from azulejos.render.svg.shapes import element
from azulejos.render.svg.sprite import ICON_BOX, PEN, symbol
from azulejos.render.svg.theme import find_theme
from azulejos.render.svg.tile_frame import gradients

ICONS = ("bag", "lid", "tower", "pillar", "statue", "window", "trophy")

MARGIN, GAP, PADDING = 24.0, 18.0, 20.0
#: Heights of the header line, of a player's name, of the centre and the supply.
HEAD, NAME, TRAY = 52.0, 46.0, 62.0
SUPPLY_WIDTH = 380.0
#: Radius of a factory, and the distance between two.
DISC, DISC_STEP = 54.0, 122.0
#: Allowed widths of a picture in pixels.
SMALLEST, LARGEST = 16, 16_384


def position_svg(
    position: AnyPosition,
    *,
    theme: str = "light",
    size: int | None = None,
    language: str = "en",
    last_move: object = None,
) -> str:
    """A position as an SVG document.

    `theme` is "light" or "dark", `size` the width in pixels. `last_move` is marked: a turn of a
    game's history, a pair of seat and move, or a move; without a seat only the source of the tiles
    is marked.
    """
    if size is not None and not (type(size) is int and SMALLEST <= size <= LARGEST):
        expected = Range(SMALLEST, LARGEST, "number")
        raise BadOption("out-of-range", option="size", expected=expected, got=size)
    renderer, last = RENDERERS[position.rules.name], _last_move(position, last_move)
    brush = Brush(position, find_theme(theme), words_in(language), last, renderer.tiles)
    return _Picture(brush, renderer).document(size)


def result_svg(position: AnyPosition, *, theme: str = "light", language: str = "en") -> str:
    """The final boards with their scores as an SVG document.

    Texts with `data-seat` are names, the one with `data-headline` says how the game has ended: a
    page can put its own there.
    """
    renderer = RENDERERS[position.rules.name]
    brush = Brush(position, find_theme(theme), words_in(language), None, renderer.tiles)
    return _ResultPicture(brush, renderer).document(None)


def _last_move(position: AnyPosition, given: object) -> LastMove | None:
    if given is None:
        return None
    if isinstance(given, tuple) and len(given) == 2:
        return LastMove(position.rules.as_move(given[1]), given[0])
    if isinstance(given, Turn):
        return LastMove(position.rules.as_move(given.move), given.player)
    return LastMove(position.rules.as_move(given))


class _Picture:
    """The layout of a picture, from top to bottom."""

    #: Whether the starting player marker lies beside the name of its holder.
    has_marker = True

    def __init__(self, brush: Brush, renderer: GameRenderer) -> None:
        self.brush = brush
        self.position = brush.position
        self.renderer = renderer
        players = len(self.position.scores)
        self.columns = 3 if players == 3 else 2
        self.rows = 2 if players == 4 else 1
        width, height = renderer.board_size
        self.cell = width + 2 * PADDING, height + NAME + 2 * PADDING
        self.width = 2 * MARGIN + self.columns * (self.cell[0] + GAP) - GAP

    def document(self, size: int | None) -> str:
        """The whole document."""
        drawing, y = self._above_boards(MARGIN)
        drawing += self._boards(y)
        y = float(ceil(y + self.rows * (self.cell[1] + GAP) - GAP + MARGIN))
        width = self.width if size is None else float(size)
        title = escape(self._title())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}"'
            f' height="{y * width / self.width:.0f}" viewBox="0 0 {self.width:.1f} {y:.1f}"'
            f' role="img" aria-label="{title}"><title>{title}</title><defs>{gradients()}</defs>'
            + self._symbols()
            + element("rect", width=self.width, height=y, fill=self.brush.theme.ground)
            + drawing
            + "</svg>"
        )

    def _above_boards(self, y: float) -> tuple[str, float]:
        """What stands above the boards, and where these begin."""
        drawing = self._head(y)
        y += HEAD
        drawing += self._factories(y)
        y += 2 * DISC + GAP
        drawing += self._trays(y)
        return drawing, y + TRAY + GAP

    def _symbols(self) -> str:
        """The symbols that the picture uses."""
        tiles = self.renderer.tiles
        return "".join(
            [
                *(
                    symbol(name, tiles.view_box, drawing)
                    for name, drawing in tiles.symbols().items()
                ),
                *(
                    symbol(f"icon-{name}", ICON_BOX, drawing, PEN)
                    for name, drawing in icons().items()
                    if name in ICONS
                ),
            ]
        )

    # Texts

    def _name(self) -> str:
        return GAME_TEXTS[self.position.rules.name].name(self.brush.words)

    def _when(self) -> str:
        words = self.brush.words
        if self.position.is_over:
            return words.gettext("The game is over")
        return words.gettext("Round {round}", round=self.position.round)

    def _player(self, seat: int) -> str:
        return self.brush.words.gettext("Player {number}", number=seat + 1)

    def _title(self) -> str:
        scores = [f"{self._player(seat)}: {n}" for seat, n in enumerate(self.position.scores)]
        return f"{self._name()}. {self._when()}. {', '.join(scores)}"

    # From top to bottom

    def _head(self, y: float) -> str:
        """The game, the round, the wild colour, and the sizes of the bag and the discards."""
        brush = self.brush
        drawing = brush.text(self._name(), MARGIN, y + 26, 28, font_weight="600")
        middle = self.width / 2
        drawing += brush.text(self._when(), middle, y + 25, 20, "middle", fill=brush.theme.muted)
        wild = self.renderer.wild(self.position)
        if wild is not None:
            drawing += brush.tile(wild.letter, middle + 60, y - 4, 42)
        discards = self.renderer.discards(self.position)
        piles = [(self.renderer.discards_icon, discards), ("bag", self.position.bag)]
        right = self.width - MARGIN
        for icon, pile in piles:
            drawing += brush.text(
                str(pile.total()), right, y + 25, 20, "end", fill=brush.theme.muted
            )
            drawing += brush.icon(icon, right - 62, y + 5, 26)
            right -= 92
        return drawing

    def _factories(self, y: float) -> str:
        factories: tuple[AnyTiles, ...] = self.position.factories
        step = min(DISC_STEP * 1.15, (self.width - 2 * MARGIN) / len(factories))
        left = self.width / 2 - step * len(factories) / 2
        return "".join(
            self._factory(number, pile, left + (number - 0.5) * step, y + DISC)
            for number, pile in enumerate(factories, start=1)
        )

    def _factory(self, number: int, pile: AnyTiles, x: float, y: float) -> str:
        theme, brush = self.brush.theme, self.brush
        taken = brush.last is not None and getattr(brush.last.move, "source", None) == number
        drawing = element(
            "circle",
            cx=x,
            cy=y,
            r=DISC - 3,
            fill=theme.disc,
            stroke=theme.accent if taken else theme.disc_line,
            stroke_width=MARK if taken else 2,
        )
        letters = letters_of(pile)
        if not letters:
            return drawing + brush.text(
                str(number), x, y + 8, 24, "middle", fill=theme.muted, opacity="0.6"
            )
        height = self.renderer.factory_tile
        width = brush.width_of(height)
        for index, letter in enumerate(letters):
            across, down = index % 2, index // 2
            drawing += brush.tile(
                letter,
                x + (across - 1) * (width + 3) + 1.5,
                y + (down - 1) * (height + 3) + 1.5,
                height,
            )
        return drawing

    def _trays(self, y: float) -> str:
        """The centre, and the supply where there is one."""
        marker = self.position.marker is None and not self.position.is_over
        centre = (["marker"] if marker else []) + letters_of(self.position.centre)
        width = self.width - 2 * MARGIN
        supply = self.renderer.supply(self.position)
        if supply is None:
            return self._tray(centre, MARGIN, y, width, is_centre=True)
        drawing = self._tray(centre, MARGIN, y, width - SUPPLY_WIDTH - GAP, is_centre=True)
        left = self.width - MARGIN - SUPPLY_WIDTH
        return drawing + self._tray(letters_of(supply), left, y, SUPPLY_WIDTH, is_centre=False)

    def _tray(
        self, letters: list[str], x: float, y: float, width: float, *, is_centre: bool
    ) -> str:
        brush, height = self.brush, self.renderer.tray_tile
        words = brush.words
        name = words.gettext("Centre") if is_centre else words.gettext("Supply")
        drawing = brush.well(x, y, width, TRAY, TRAY / 2)
        taken = brush.last is not None and getattr(brush.last.move, "source", None) == 0
        if is_centre and taken:
            drawing += brush.mark(x, y, width, TRAY, TRAY / 2)
        drawing += brush.text(name, x + 24, y + TRAY / 2 + 6, 17, fill=brush.theme.muted)
        left = x + 24 + 10.5 * len(name) + 12
        tile = brush.width_of(height)
        room = x + width - 24 - tile - left
        step = min(tile + 5, room / max(1, len(letters) - 1))
        top = y + (TRAY - height) / 2
        return drawing + "".join(
            brush.tile(letter, left + index * step, top, height)
            for index, letter in enumerate(letters)
        )

    def _boards(self, y: float) -> str:
        drawing = ""
        for seat in range(len(self.position.scores)):
            left = MARGIN + seat % self.columns * (self.cell[0] + GAP)
            top = y + seat // self.columns * (self.cell[1] + GAP)
            drawing += self._board(seat, left, top)
        return drawing

    def _board(self, seat: int, x: float, y: float) -> str:
        """A player's board with its name and score."""
        brush, position = self.brush, self.position
        acting = position.to_play == seat
        drawing = brush.panel(x, y, *self.cell, acting=acting)
        left, base = x + PADDING, y + PADDING + 22
        weight = "600" if acting else "400"
        name = self._player(seat)
        drawing += brush.text(name, left, base, 22, font_weight=weight, data_seat=str(seat))
        right = x + self.cell[0] - PADDING
        drawing += brush.text(
            str(position.scores[seat]), right, base + 3, 32, "end", font_weight="600"
        )
        if seat in position.winners:
            drawing += brush.icon("trophy", right - 96, base - 21, 28, brush.theme.accent)
        is_beside = self.has_marker and not self.renderer.is_marker_on_board(position)
        if position.marker == seat and is_beside:
            beside = left + 13 * len(self._player(seat)) + 8
            drawing += brush.tile("marker", beside, base - 28, self.renderer.marker_tile)
        return drawing + self.renderer.draw_board(brush, seat, left, y + PADDING + NAME)


class _ResultPicture(_Picture):
    """The boards of a finished game alone; where the marker would lie, names may be long."""

    has_marker = False

    def _above_boards(self, y: float) -> tuple[str, float]:
        brush = self.brush
        drawing = brush.text(self._when(), MARGIN, y + 30, 32, font_weight="600", data_headline="")
        right = self.width - MARGIN
        name = f"{self._name()} · Azulejos"
        drawing += brush.text(name, right, y + 28, 20, "end", fill=brush.theme.muted)
        return drawing, y + HEAD
