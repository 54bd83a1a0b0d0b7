"""Per game: how its boards are drawn in the app."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from azulejos.engine import AnyEvent
from azulejos.engine.azul import events as azul
from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.pavilion import events as pavilion
from azulejos.engine.pavilion.layout import ROUNDS
from azulejos.engine.pavilion.layout import Colour as PavilionColour
from azulejos.i18n import Words
from azulejos.render.text.pavilion import MOONS
from azulejos.session.messages import AnyState
from azulejos.session.messages.azul import AzulState
from azulejos.session.messages.pavilion import PavilionState
from azulejos.tui import azul_board, pavilion_board
from azulejos.tui.canvas import Canvas
from azulejos.tui.keys import Key, LineKey, SpaceKey, WallKey
from azulejos.tui.tiles import Look


class GameView(ABC):
    """How the boards of one game are drawn."""

    #: The letters of the colours, in order.
    letters: ClassVar[str]
    #: The number of rounds, where it is fixed.
    rounds: ClassVar[int | None]
    #: Whether a player can pass.
    has_passing: ClassVar[bool] = False

    @abstractmethod
    def draw_board(self, state: AnyState, seat: int, look: Look) -> Canvas:
        """A player's board, with what can be picked on it."""

    @abstractmethod
    def draw_mini(self, state: AnyState, seat: int, look: Look) -> Canvas:
        """A player's board in a few letters."""

    @abstractmethod
    def source_of(self, event: AnyEvent) -> int | None:
        """The source that an event took tiles from, if it is such an event."""

    @abstractmethod
    def places_of(self, event: AnyEvent) -> Iterator[tuple[Key, int]]:
        """The places that an event filled on the board of its player, with the numbers of tiles."""

    def legend(self, words: Words) -> str:  # noqa: ARG002
        """An explanation of further signs, for the help screen."""
        return ""


class AzulView(GameView):
    """How the boards of Azul are drawn."""

    letters = AzulColour.letters()
    rounds = None

    def draw_board(self, state: AnyState, seat: int, look: Look) -> Canvas:
        """Lines, wall and floor line."""
        assert isinstance(state, AzulState)
        return azul_board.draw_board(state, seat, look)

    def draw_mini(self, state: AnyState, seat: int, look: Look) -> Canvas:
        """Lines and wall side by side."""
        assert isinstance(state, AzulState)
        return azul_board.draw_mini(state, seat, look)

    def source_of(self, event: AnyEvent) -> int | None:
        """The factory, or the centre."""
        return event.source if isinstance(event, azul.Taken) else None

    def places_of(self, event: AnyEvent) -> Iterator[tuple[Key, int]]:
        """A pattern line, the floor line or a space of the wall."""
        match event:
            case azul.Placed(row=row, count=count):
                yield LineKey(row + 1), count
            case azul.Dropped(to_floor=count) if count:
                yield LineKey(0), count
            case azul.Tiled(row=row, column=column):
                yield WallKey(row, column), 1


class PavilionView(GameView):
    """How the boards of Summer Pavilion are drawn."""

    letters = PavilionColour.letters()
    rounds = ROUNDS
    has_passing = True

    def draw_board(self, state: AnyState, seat: int, look: Look) -> Canvas:
        """Seven stars, and the tiles beside them."""
        assert isinstance(state, PavilionState)
        return pavilion_board.draw_board(state, seat, look)

    def draw_mini(self, state: AnyState, seat: int, look: Look) -> Canvas:
        """A row for each star."""
        assert isinstance(state, PavilionState)
        return pavilion_board.draw_mini(state, seat, look)

    def source_of(self, event: AnyEvent) -> int | None:
        """The factory, or the centre."""
        return event.source if isinstance(event, pavilion.Taken) else None

    def places_of(self, event: AnyEvent) -> Iterator[tuple[Key, int]]:
        """A space of a star."""
        if isinstance(event, pavilion.Placed):
            yield SpaceKey(event.space), 1

    def legend(self, words: Words) -> str:
        """What the moons mean, what is surrounded, and the sign of bonus tiles."""
        meaning = words.gettext("Surrounded: pillars, statues and windows")
        lines = (
            f"{MOONS}  {meaning}",
            words.gettext("Pillar: 1 bonus tile when all 4 spaces around it are filled."),
            words.gettext("Statue: 2 bonus tiles when all 4 spaces around it are filled."),
            words.gettext("Window: 3 bonus tiles when both spaces beside it are filled."),
            words.gettext("◆ Bonus tiles you get from the supply for a tile there."),
        )
        return "\n".join(lines)


#: By the name of the game.
GAME_VIEWS: dict[str, GameView] = {"azul": AzulView(), "summer-pavilion": PavilionView()}


def game_of(state: AnyState) -> str:
    """The name of the game of a state."""
    return str(state.__struct_config__.tag)
