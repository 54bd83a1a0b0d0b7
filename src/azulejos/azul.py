"""Azul: its moves, events, positions and colours, for users of the package."""

from azulejos.engine.azul.events import (
    BagFilled,
    Bonus,
    Dealt,
    Dropped,
    Event,
    FloorCharged,
    GameEnded,
    LineDropped,
    MarkerTaken,
    Placed,
    RoundStarted,
    Taken,
    Tiled,
)
from azulejos.engine.azul.layout import Colour
from azulejos.engine.azul.moves import Draft, Move, Tile
from azulejos.engine.azul.position import AzulPosition as Position
from azulejos.engine.azul.position import Line, PlayerBoard
from azulejos.engine.azul.setup import Seat, Setup

__all__ = [
    "BagFilled",
    "Bonus",
    "Colour",
    "Dealt",
    "Draft",
    "Dropped",
    "Event",
    "FloorCharged",
    "GameEnded",
    "Line",
    "LineDropped",
    "MarkerTaken",
    "Move",
    "Placed",
    "PlayerBoard",
    "Position",
    "RoundStarted",
    "Seat",
    "Setup",
    "Taken",
    "Tile",
    "Tiled",
]
