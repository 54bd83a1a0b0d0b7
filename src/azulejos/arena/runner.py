"""Game loop: play one game between players, time their moves, and return the result.

The arena, `azulejos simulate` and the gating matches of training all play through `play_out`.
Self-play has a loop of its own: it works on bare states and records a training example a move.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec
import numpy as np

from azulejos.arena.bot_process import ForfeitKind, ProtocolError
from azulejos.arena.contestants import Contestant
from azulejos.arena.players import BotPlayer, Player, ProcessPlayer
from azulejos.arena.schedule import Schedule, ScheduledGame
from azulejos.bots import bot
from azulejos.engine import AnyMove, AnyPosition
from azulejos.engine.events import RoundStarted
from azulejos.game import Game

FORFEIT = "forfeit"

# The purposes of random seeds
TILES, BOTS = 0, 1

#: Names in files of older versions, and their current names.
RENAMED_FIELDS = {"paces": "move_times"}
RENAMED_KINDS = {"silence": "timeout", "nonsense": "malformed"}


class MoveTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thinking time of one seat in one game: number of moves, total and longest in seconds."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def plus(self, seconds: float) -> MoveTimes:
        """These times with one more move."""
        return MoveTimes(self.moves + 1, self.seconds + seconds, max(self.longest, seconds))


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A violation of the protocol or the rules by a program, which loses it the game."""

    seat: int
    kind: ForfeitKind
    reason: str


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of one game. A forfeited game is won by all other seats."""

    number: int
    deal: int
    seats: tuple[int, ...]  # contestant numbers, by seat
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    end_reason: str
    move_times: tuple[MoveTimes, ...]
    forfeit: Forfeit | None
    record: str
    luck: tuple[float, ...] | None = None  # by seat, where it was measured

    def victory_share(self, seat: int) -> float:
        """The share of the victory that a seat has: winners share it equally."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def to_data(self) -> dict[str, object]:
        """The result as JSON data."""
        data: dict[str, object] = msgspec.to_builtins(self)
        return data

    @classmethod
    def from_data(cls, data: object) -> GameResult:
        """The reverse of `to_data`; raises ValueError for anything else."""
        result = msgspec.convert(_with_current_names(data), cls)
        if not result._is_consistent():
            raise ValueError(f"game {result.number} cannot have been played")
        return result

    def _is_consistent(self) -> bool:
        seats = set(range(len(self.seats)))
        return (
            self.number >= 0
            and len(self.seats) == len(self.scores) == len(self.move_times)
            and 0 < len(self.winners) == len(seats.intersection(self.winners))
            and (self.forfeit is None or self.forfeit.seat in seats)
            and (self.luck is None or len(self.luck) == len(self.seats))
        )

    def fits(self, schedule: Schedule) -> bool:
        """Whether number, deal and seats are those of a game in a schedule."""
        game = schedule.game(self.number)
        return (self.deal, self.seats) == (game.deal, game.seats)


def _with_current_names(data: object) -> object:
    """The data of a game with the names of older files replaced."""
    if not isinstance(data, dict):
        return data
    current = {RENAMED_FIELDS.get(name, name): value for name, value in data.items()}
    forfeit = current.get("forfeit")
    if isinstance(forfeit, dict) and isinstance(kind := forfeit.get("kind"), str):
        current["forfeit"] = {**forfeit, "kind": RENAMED_KINDS.get(kind, kind)}
    return current


# The game loop


class Playable(Protocol):
    """What the game loop needs of a game; `Game` is one."""

    @property
    def position(self) -> AnyPosition:
        """The current position."""

    @property
    def to_play(self) -> int | None:
        """The seat to move; None when the game is over."""

    def play(self, move: AnyMove | str, /) -> object:
        """Play a move and deal what is due."""


def play_out(game: Playable, players: Sequence[Player]) -> tuple[list[MoveTimes], Forfeit | None]:
    """Play a game to its end, or until a player forfeits it."""
    times = [MoveTimes() for _ in players]
    seat = 0
    try:
        for seat in range(len(players)):
            players[seat].start_game(game.position)
        while (to_play := game.to_play) is not None:
            seat = to_play
            start = time.perf_counter()
            move = players[seat].choose(game.position)
            times[seat] = times[seat].plus(time.perf_counter() - start)
            game.play(move)
    except ProtocolError as error:
        return times, Forfeit(seat, error.kind, str(error))
    finally:
        for player in players:
            player.end_game()
    return times, None


def ran_short_of_tiles(game: Game) -> bool:
    """Whether some deal of a game could not fill all factories."""
    events = (event for entry in game.history for event in entry.events)
    return any(isinstance(event, RoundStarted) and event.missing for event in events)


# Games of a match


@dataclass(frozen=True)
class GameSpec:
    """What a worker process needs to play any game of a match."""

    game: str
    board: str
    contestants: tuple[Contestant, ...]
    labels: tuple[str, ...]
    seed: int
    grace_period: float
    luck_adjusted: bool = False


def play_game(spec: GameSpec, scheduled: ScheduledGame) -> GameResult:
    """Play one game of a match.

    The tiles depend on the seed and the deal alone, the bots' seeds on the game's number.
    """
    seats = scheduled.seats
    game = Game(
        spec.game,
        board=spec.board,
        players=len(seats),
        first_player=scheduled.first_seat,
        seed=_seeds(spec.seed, TILES, scheduled.deal, 1)[0],
    )
    game.headers |= {f"Player {n}": spec.labels[c] for n, c in enumerate(seats, start=1)}
    bot_seeds = _seeds(spec.seed, BOTS, scheduled.number, len(seats))
    players = [_player(spec, number, seed) for number, seed in zip(seats, bot_seeds, strict=True)]
    times, forfeit = play_out(game, players)
    luck = _luck(game) if spec.luck_adjusted and forfeit is None else None
    return _result(scheduled, game, times, forfeit, luck)


def _luck(game: Game) -> tuple[float, ...]:
    # Imported when called: few matches analyse.
    from azulejos.analysis import luck

    return tuple(round(share, 6) for share in luck(game))


def _player(spec: GameSpec, number: int, seed: int) -> Player:
    contestant = spec.contestants[number]
    if contestant.command:
        return ProcessPlayer(contestant, spec.grace_period)
    return BotPlayer(bot(contestant.name, seed), contestant.limits)


def _result(
    scheduled: ScheduledGame,
    game: Game,
    times: list[MoveTimes],
    forfeit: Forfeit | None,
    luck: tuple[float, ...] | None,
) -> GameResult:
    winners, end_reason = game.winners, game.position.end_reason
    if forfeit is not None:
        winners = tuple(seat for seat in range(game.players) if seat != forfeit.seat)
        end_reason = FORFEIT
        game.comment(f"player {forfeit.seat + 1} forfeits: {forfeit.reason}")
    return GameResult(
        number=scheduled.number,
        deal=scheduled.deal,
        seats=scheduled.seats,
        scores=game.scores,
        winners=winners,
        end_reason=end_reason,
        move_times=tuple(times),
        forfeit=forfeit,
        record=game.to_text(),
        luck=luck,
    )


def _seeds(seed: int, purpose: int, number: int, count: int) -> list[int]:
    """`count` seeds that depend on the master seed, a purpose and a number."""
    sequence = np.random.SeedSequence([seed, purpose, number])
    return [int(word) for word in sequence.generate_state(count, np.uint64)]
