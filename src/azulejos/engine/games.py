"""The registry of games, and the unions of their moves, events and positions."""

from __future__ import annotations

from typing import TypeAlias, cast

from azulejos.engine.azul import events as azul_events
from azulejos.engine.azul import layout as azul_layout
from azulejos.engine.azul import moves as azul_moves
from azulejos.engine.azul.game import AZUL
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.colours import Tiles
from azulejos.engine.errors import UnknownName
from azulejos.engine.interface import GameRules
from azulejos.engine.pavilion import events as pavilion_events
from azulejos.engine.pavilion import layout as pavilion_layout
from azulejos.engine.pavilion import moves as pavilion_moves
from azulejos.engine.pavilion.game import SUMMER_PAVILION
from azulejos.engine.pavilion.position import PavilionPosition

AnyMove: TypeAlias = azul_moves.Move | pavilion_moves.Move
AnyEvent: TypeAlias = azul_events.Event | pavilion_events.Event
AnyPosition: TypeAlias = AzulPosition | PavilionPosition
AnyColour: TypeAlias = azul_layout.Colour | pavilion_layout.Colour
AnyTiles: TypeAlias = Tiles[azul_layout.Colour] | Tiles[pavilion_layout.Colour]
#: The rules of a game that is known only at run time. A move of another game is refused there:
#: `as_move` raises UnreadableMove.
AnyRules: TypeAlias = GameRules[AnyMove, AnyEvent, AnyPosition]

#: All games by name.
GAMES: dict[str, AnyRules] = {
    game.name: game for game in (cast("AnyRules", AZUL), cast("AnyRules", SUMMER_PAVILION))
}


def find_game(name: str) -> AnyRules:
    """The game of that name."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownName("unknown-game", known=", ".join(GAMES), name=name)
    return GAMES[name]
