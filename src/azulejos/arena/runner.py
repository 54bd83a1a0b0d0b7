"""One game between contestants: played, timed, and written down."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from azulejos.arena.bot_process import Misbehaved
from azulejos.arena.contestants import Contestant
from azulejos.arena.players import BotPlayer, Player, ProgramPlayer
from azulejos.arena.schedule import Schedule, Sitting
from azulejos.bots import bot
from azulejos.game import Game

FORFEIT = "forfeit"


@dataclass(frozen=True)
class Pace:
    """How long a seat thought: moves, seconds in all, and the longest of them."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def and_one(self, seconds: float) -> Pace:
        """With one more move."""
        return Pace(self.moves + 1, self.seconds + seconds, max(self.longest, seconds))


@dataclass(frozen=True)
class Forfeit:
    """A program that lost by not keeping to the protocol or the rules, and how."""

    seat: int
    kind: str  # "crash", "silence", "nonsense" or "illegal"
    reason: str


@dataclass(frozen=True)
class Played:
    """What came of one game. A game that is forfeited is won by all others."""

    number: int
    deal: int
    seats: tuple[int, ...]  # the numbers of the contestants
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    end_reason: str
    paces: tuple[Pace, ...]
    forfeit: Forfeit | None
    record: str

    def share(self, seat: int) -> float:
        """What a seat has of the victory, which winners share."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def to_data(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Played:
        """The reverse of `to_data`; what is no game raises ValueError, TypeError or KeyError."""
        whole: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        whole["paces"] = tuple(Pace(**pace) for pace in data["paces"])
        whole["forfeit"] = data["forfeit"] and Forfeit(**data["forfeit"])
        game = cls(**whole)
        if not (game._has_numbers_and_words() and game._is_possible()):
            raise ValueError(f"game {game.number} cannot have been played")
        return game

    def _has_numbers_and_words(self) -> bool:
        """Whether everything is of its type."""
        whole = [self.number, self.deal, *self.seats, *self.scores, *self.winners]
        times = [time for pace in self.paces for time in (pace.seconds, pace.longest)]
        words = [self.end_reason, self.record]
        whole += [pace.moves for pace in self.paces]
        if self.forfeit:
            whole.append(self.forfeit.seat)
            words += [self.forfeit.kind, self.forfeit.reason]
        return (
            all(type(number) is int for number in whole)
            and all(type(number) in (int, float) for number in times)
            and all(type(word) is str for word in words)
        )

    def _is_possible(self) -> bool:
        """Whether there is one of everything for each seat, and somebody won."""
        seats = set(range(len(self.seats)))
        return (
            self.number >= 0
            and len(self.seats) == len(self.scores) == len(self.paces)
            and 0 < len(self.winners) == len(seats.intersection(self.winners))
            and (self.forfeit is None or self.forfeit.seat in seats)
        )

    def is_of(self, schedule: Schedule) -> bool:
        """Whether a schedule has this game: its number, deal and seats."""
        sitting = schedule.sitting(self.number)
        return (self.deal, self.seats) == (sitting.deal, sitting.seats)


@dataclass(frozen=True)
class Rules:
    """What is played, and by whom: all that one process has to know of a match."""

    game: str
    board: str
    contestants: tuple[Contestant, ...]
    labels: tuple[str, ...]
    seed: int
    patience: float


def play(rules: Rules, sitting: Sitting) -> Played:
    """One game. Its tiles depend on the seed and the deal alone, its bots on the game's number."""
    game = Game(
        rules.game,
        board=rules.board,
        players=len(sitting.seats),
        first_player=sitting.first_seat,
        seed=_seeds(rules.seed, 0, sitting.deal, 1)[0],
    )
    game.headers |= {f"Player {n}": rules.labels[c] for n, c in enumerate(sitting.seats, start=1)}
    bot_seeds = _seeds(rules.seed, 1, sitting.number, len(sitting.seats))
    players = [
        _player(rules, number, seed) for number, seed in zip(sitting.seats, bot_seeds, strict=True)
    ]
    try:
        paces, forfeit = _play_out(game, players)
    finally:
        for player in players:
            player.leave()
    return _outcome(sitting, game, paces, forfeit)


def _player(rules: Rules, number: int, seed: int) -> Player:
    contestant = rules.contestants[number]
    if contestant.command:
        return ProgramPlayer(contestant, rules.patience)
    return BotPlayer(bot(contestant.name, seed), contestant.limits)


def _play_out(game: Game, players: Sequence[Player]) -> tuple[list[Pace], Forfeit | None]:
    """Play a game to its end, or until somebody forfeits it."""
    paces = [Pace() for _ in players]
    seat = 0
    try:
        for seat in range(len(players)):
            players[seat].sit_down(game.position)
        while not game.is_over:
            assert game.to_play is not None
            seat = game.to_play
            start = time.perf_counter()
            move = players[seat].choose(game.position)
            paces[seat] = paces[seat].and_one(time.perf_counter() - start)
            game.play(move)
    except Misbehaved as error:
        return paces, Forfeit(seat, error.kind, str(error))
    return paces, None


def _outcome(sitting: Sitting, game: Game, paces: list[Pace], forfeit: Forfeit | None) -> Played:
    winners, end_reason = game.winners, game.position.end_reason
    if forfeit is not None:
        winners = tuple(seat for seat in range(game.players) if seat != forfeit.seat)
        end_reason = FORFEIT
        game.comment(f"player {forfeit.seat + 1} forfeits: {forfeit.reason}")
    return Played(
        number=sitting.number,
        deal=sitting.deal,
        seats=sitting.seats,
        scores=game.scores,
        winners=winners,
        end_reason=end_reason,
        paces=tuple(paces),
        forfeit=forfeit,
        record=game.to_text(),
    )


def _seeds(seed: int, purpose: int, number: int, count: int) -> list[int]:
    """Numbers that a seed, a purpose and a number decide."""
    sequence = np.random.SeedSequence([seed, purpose, number])
    return [int(word) for word in sequence.generate_state(count, np.uint64)]
