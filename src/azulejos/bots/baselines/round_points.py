"""A bot that calculates its round: alpha-beta on the points that stand when the round ends.

It deepens move by move until the round is searched to its end or a limit is reached. What points
stand is each game's own matter (`roundpoints_azul`, `roundpoints_pavilion`). It thinks of nothing
behind the next deal; against several opponents it expects all of them to play against itself.
"""

from __future__ import annotations

from azulejos.bots.base import Bot, Choice, Limits
from azulejos.bots.baselines.alphabeta import (
    IS_CUT,
    MOST_DEPTH,
    NO_ACTION,
    NODES,
    NOTHING,
    PLY,
    Desk,
    key_of,
    new_desk,
    place_of,
    search,
)
from azulejos.bots.baselines.round_points_azul import POINT
from azulejos.bots.time_control import Pace
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.state import DEAL, OVER

#: Positions to look at if nobody says otherwise.
DEFAULT_NODES = 100_000


class RoundPointsBot(Bot):
    """Looks for the largest lead at the end of the round, as deep as its limits allow.

    Of an unfinished depth it believes the best move so far: the first one looked at is the best of
    the depth before. An only move is played without looking deeper.
    """

    name = "alphabeta"

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        moves = position.rules.moves
        desk = new_desk(position.states)
        memory, root = desk.memory, desk.frames[:1]
        pace = Pace(limits, DEFAULT_NODES)
        action, value = NO_ACTION, 0
        deepest = MOST_DEPTH if limits.depth is None else min(max(limits.depth, 1), MOST_DEPTH)
        for depth in range(1, deepest + 1):
            finished = self._search(desk, depth, action, pace)
            if root["best_action"][0] != NO_ACTION:
                action, value = int(root["best_action"][0]), int(root["best"][0])
            if not finished or not memory[IS_CUT] or root["count"][0] == 1:
                break
        line = tuple(moves[played] for played in _line(desk, action))
        return Choice(moves[action], value / POINT, line, nodes=int(memory[NODES]))

    def _search(self, desk: Desk, depth: int, hint: int, pace: Pace) -> bool:
        """Search to a depth, the hinted move first. False if a limit was reached before the end."""
        while portion := pace.portion(int(desk.memory[NODES])):
            search(desk, depth, hint, self.stream, int(desk.memory[NODES]) + portion)
            if desk.memory[PLY] < 0:
                return True
        return False


def _line(desk: Desk, action: int) -> list[int]:
    """A move and the best answers to it, as far as the table remembers them."""
    line: list[int] = []
    states, words = desk.states[:1], desk.words[0]
    while action != NO_ACTION and unchecked.is_legal(states, action):
        line.append(action)
        unchecked.apply(states, action, None)
        if states["phase"][0] in (DEAL, OVER):
            break
        key = key_of(words)
        entry = desk.table[place_of(key)]
        known = entry["bound"] != NOTHING and entry["key"] == key
        action = int(entry["action"]) if known else NO_ACTION
    return line
