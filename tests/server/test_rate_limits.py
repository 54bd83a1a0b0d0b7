"""Rate limits: windows, refusals, and bounded memory."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.server.errors import ServiceError
from azulejos.server.rate_limits import MAX_CLIENTS, RateLimiter
from azulejos.server.settings import Rate


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_hits_beyond_the_rate_are_refused_until_the_window_ends() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(3, seconds=2), clock)
    assert [limiter.hit("ana") for _ in range(5)] == [True, True, True, False, False]
    clock.now += 1.999
    assert not limiter.hit("ana")
    clock.now += 0.001
    assert [limiter.hit("ana") for _ in range(4)] == [True, True, True, False]


def test_a_window_opens_with_the_first_hit_and_refused_hits_do_not_extend_it() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(1, seconds=10), clock)
    answers = []
    for _ in range(21):
        answers.append(limiter.hit("ana"))
        clock.now += 1
    assert [second for second, allowed in enumerate(answers) if allowed] == [0, 10, 20]


def test_clients_are_counted_apart() -> None:
    limiter = RateLimiter(Rate(1, seconds=10), Clock())
    assert limiter.hit("ana")
    assert limiter.hit("ben")
    assert not limiter.hit("ana")


def test_an_exceeded_rate_is_answered_with_too_fast() -> None:
    limiter = RateLimiter(Rate(1, seconds=10), Clock())
    limiter.check("ana")
    with pytest.raises(ServiceError) as refused:
        limiter.check("ana")
    assert refused.value.code == "too-fast"


def naive_answers(rate: Rate, hits: Sequence[tuple[int, str]]) -> list[bool]:
    """Whether each hit is allowed: every client's hits are replayed from the first one."""
    answers = []
    for index, (_, client) in enumerate(hits):
        end, count = 0.0, 0
        for now in [time for time, name in hits[: index + 1] if name == client]:
            if now >= end:
                end, count = now + rate.seconds, 0
            count += 1
        answers.append(count <= rate.hits)
    return answers


@given(
    st.integers(1, 4),
    st.integers(1, 6),
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from("abc")), max_size=40),
)
def test_every_answer_is_that_of_the_naive_count(
    hits: int, seconds: int, steps: list[tuple[int, str]]
) -> None:
    clock, rate = Clock(), Rate(hits, seconds)
    limiter = RateLimiter(rate, clock)
    made, answers = [], []
    for pause, client in steps:
        clock.now += pause
        made.append((int(clock.now), client))
        answers.append(limiter.hit(client))
    assert answers == naive_answers(rate, made)


def test_ended_windows_leave_memory_without_a_thread() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(1, seconds=2), clock)
    threads = threading.active_count()
    for number in range(100_000):
        assert limiter.hit(f"address {number}")
        clock.now += 0.01
    assert len(limiter) <= 2 / 0.01 + 1
    assert threading.active_count() == threads


def test_memory_is_bounded_under_a_flood_of_addresses() -> None:
    limiter = RateLimiter(Rate(1, seconds=3600), Clock())
    for number in range(100_000):
        assert limiter.hit(f"address {number}")
    assert len(limiter) == MAX_CLIENTS
    assert sys.getsizeof(limiter._windows) < 300 * MAX_CLIENTS


def test_known_clients_push_no_others_out_of_a_full_memory() -> None:
    limiter = RateLimiter(Rate(1, seconds=3600), Clock())
    for number in range(MAX_CLIENTS):
        limiter.hit(f"address {number}")
    for _ in range(5):
        assert not limiter.hit(f"address {MAX_CLIENTS - 1}")
    assert not limiter.hit("address 0")
    assert len(limiter) == MAX_CLIENTS
