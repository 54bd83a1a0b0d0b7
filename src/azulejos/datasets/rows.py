"""Rows: every position of a game in which a player had to decide, with its value and the result."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from azulejos.bots import bot
from azulejos.datasets.config import DatasetConfig
from azulejos.engine.rng import new_stream, next_bits, scaled
from azulejos.game import Game

#: Random numbers have 63 bits.
RANDOM_RANGE = 1 << 63


class Row(NamedTuple):
    """A position, what search says of it, what was played, and how the game ended."""

    game: int
    ply: int
    player: int
    position: str
    best: str
    value: float
    lead: float
    move: str
    result: float
    points: int


#: What the columns mean, for the card.
COLUMNS = {
    "game": "number of the game, from 0",
    "ply": "number of moves played before",
    "player": "the player to move, from 0",
    "position": "the position in the notation of Azulejos",
    "best": "the move that search prefers",
    "value": "share of victory that search expects for the player to move, 0 to 1",
    "lead": "points that search expects the player to move to be ahead of the best opponent",
    "move": "the move that was played",
    "result": "share of victory that the player got: 1, 0, or a part of a shared one",
    "points": "points of the player at the end",
}


class Decision(NamedTuple):
    """A row before the end of its game is known."""

    ply: int
    player: int
    position: str
    best: str
    value: float
    lead: float
    move: str


def play_game(config: DatasetConfig, number: int) -> list[Row]:
    """The rows of one game: they depend on the configuration and the number alone."""
    game = Game(
        config.game,
        board=config.board,
        players=config.players,
        first_player=number % config.players,
        seed=_seeds(config, number)[0],
    )
    decisions = _decisions(config, game, number)
    winners, points = game.winners, game.scores
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(game.players)]
    return [
        Row(number, *own, result=round(shares[own.player], 6), points=points[own.player])
        for own in decisions
    ]


def _decisions(config: DatasetConfig, game: Game, number: int) -> list[Decision]:
    """Play a game to its end."""
    _, bot_seed, stream_seed = _seeds(config, number)
    player, stream = bot("master", bot_seed), new_stream(stream_seed)
    found: list[Decision] = []
    while (seat := game.to_play) is not None:
        position = game.position
        choice = player.choose(position, nodes=config.nodes)
        assert choice.value is not None, "expected Master to give values"
        assert choice.victory_share is not None
        move = choice.move
        if next_bits(stream) / RANDOM_RANGE < config.explore:
            moves = list(position.legal_moves)
            move = moves[scaled(next_bits(stream), len(moves))]
        found.append(
            Decision(
                len(found),
                seat,
                str(position),
                str(choice.move),
                round(choice.victory_share, 4),
                round(choice.value, 2),
                str(move),
            )
        )
        game.play(move)
    return found


def _seeds(config: DatasetConfig, number: int) -> list[int]:
    """The seeds of a game's tiles, of its search and of its random moves."""
    sequence = np.random.SeedSequence([config.seed, number])
    return [int(word) for word in sequence.generate_state(3, np.uint64)]
