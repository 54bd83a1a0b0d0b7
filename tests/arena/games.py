"""Games that nobody played, to count."""

from __future__ import annotations

from azulejos.arena.runner import Forfeit, Pace, Played


def played(
    number: int,
    seats: tuple[int, ...],
    winners: tuple[int, ...],
    *,
    scores: tuple[int, ...] | None = None,
    forfeit: Forfeit | None = None,
    paces: tuple[Pace, ...] | None = None,
) -> Played:
    return Played(
        number=number,
        deal=number // len(seats),
        seats=seats,
        scores=scores or tuple(10 * (seat in winners) for seat in range(len(seats))),
        winners=winners,
        end_reason="row",
        paces=paces or (Pace(),) * len(seats),
        forfeit=forfeit,
        record="",
    )
