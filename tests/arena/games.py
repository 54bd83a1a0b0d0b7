"""Game results for tests, without any game played."""

from __future__ import annotations

import msgspec

from azulejos.arena.runner import Forfeit, GameResult, MoveTimes


def played(
    number: int,
    seats: tuple[int, ...],
    winners: tuple[int, ...],
    *,
    scores: tuple[int, ...] | None = None,
    forfeit: Forfeit | None = None,
    move_times: tuple[MoveTimes, ...] | None = None,
) -> GameResult:
    return GameResult(
        number=number,
        deal=number // len(seats),
        seats=seats,
        scores=scores or tuple(10 * (seat in winners) for seat in range(len(seats))),
        winners=winners,
        end_reason="row",
        move_times=move_times or (MoveTimes(),) * len(seats),
        forfeit=forfeit,
        record="",
    )


def without_times(game: GameResult) -> GameResult:
    """A result without its times, which differ from run to run."""
    return msgspec.structs.replace(game, move_times=())
