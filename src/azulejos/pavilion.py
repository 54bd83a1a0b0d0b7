"""Summer Pavilion: its moves, events, positions and colours, for users of the package."""

from azulejos.engine.pavilion.events import (
    BagFilled,
    Bonus,
    BonusTaken,
    Dealt,
    Event,
    GameEnded,
    MarkerTaken,
    Passed,
    Placed,
    RoundStarted,
    Surrounded,
    Taken,
)
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import Draft, Move, Pass, Place, TakeBonus
from azulejos.engine.pavilion.position import PavilionPosition as Position
from azulejos.engine.pavilion.position import PlayerBoard
from azulejos.engine.pavilion.setup import Seat, Setup

__all__ = [
    "BagFilled",
    "Bonus",
    "BonusTaken",
    "Colour",
    "Dealt",
    "Draft",
    "Event",
    "GameEnded",
    "MarkerTaken",
    "Move",
    "Pass",
    "Passed",
    "Place",
    "Placed",
    "PlayerBoard",
    "Position",
    "RoundStarted",
    "Seat",
    "Setup",
    "Surrounded",
    "TakeBonus",
    "Taken",
]
