"""The rules are the same with and without compilation, and plain Python shows every overflow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numba
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from azulejos.engine.bits import lowest_bit, nth_bit, nth_bit_anywhere, popcount
from azulejos.engine.rng import bits_at, mixed, next_bits
from tests.engine.azul import lockstep as azul_lockstep
from tests.engine.pavilion import lockstep as pavilion_lockstep

ROOT = Path(__file__).resolve().parents[3]
#: The lock-step module and the number of games of every configuration; plain Python is slow.
LOCKSTEPS = [
    pytest.param(azul_lockstep, 2, id="Azul"),
    pytest.param(pavilion_lockstep, 1, id="Summer Pavilion"),
    pytest.param(azul_lockstep, 30, id="much Azul", marks=pytest.mark.soak),
    pytest.param(pavilion_lockstep, 10, id="much Summer Pavilion", marks=pytest.mark.soak),
]


def in_plain_python(lockstep: ModuleType, games: int) -> list[str]:
    """Digests of games of a lock-step module, where nothing is compiled."""
    code = (
        "import numba\n"
        f"from {lockstep.__name__} import RANDOM_GAMES\n"
        "assert numba.config.DISABLE_JIT\n"
        f"print(RANDOM_GAMES.digest_of_games({games}))\n"
        f"print(RANDOM_GAMES.digest_of_playouts({games}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(("lockstep", "games"), LOCKSTEPS)
def test_plain_python_plays_the_same_games_without_a_warning(
    lockstep: ModuleType, games: int
) -> None:
    """Those of the lock-step, and those that the engine plays by itself."""
    walked = lockstep.RANDOM_GAMES.digest_of_games(games)
    played = lockstep.RANDOM_GAMES.digest_of_playouts(games)

    assert in_plain_python(lockstep, games) == [walked, played]


# Functions with two bodies, one for plain Python and one for the compiler


compiled_popcount = numba.njit(lambda bits: popcount(bits))
compiled_lowest_bit = numba.njit(lambda bits: lowest_bit(bits))
compiled_nth_bit = numba.njit(lambda bits, n: nth_bit(bits, n))
compiled_bits_at = numba.njit(lambda start, n: bits_at(start, n))
compiled_mixed = numba.njit(lambda key, word: mixed(key, word))
compiled_next_bits = numba.njit(lambda stream: next_bits(stream))

many = settings(max_examples=300)
words = st.integers(0, 2**63 - 1)
full_words = st.integers(0, 2**64 - 1)


@many
@given(words)
@example(0)
@example(2**63 - 1)
def test_compiled_popcount_counts_as_plain_python_does(bits: int) -> None:
    assert compiled_popcount(bits) == popcount(bits) == bin(bits).count("1")


@many
@given(words.filter(bool))
@example(1 << 62)
def test_compiled_lowest_bit_finds_what_plain_python_finds(bits: int) -> None:
    expected = bin(bits)[::-1].index("1")

    assert compiled_lowest_bit(bits) == lowest_bit(bits) == expected


@many
@given(words.filter(bool), st.data())
def test_all_ways_to_find_the_nth_bit_find_the_same(bits: int, data: st.DataObject) -> None:
    places = [place for place in range(63) if bits >> place & 1]
    n = data.draw(st.integers(0, len(places) - 1))

    assert compiled_nth_bit(bits, n) == places[n]
    assert nth_bit(bits, n) == places[n]
    assert nth_bit_anywhere(bits, n) == places[n]
    assert nth_bit_anywhere.py_func(bits, n) == places[n]  # type: ignore[attr-defined]


@many
@given(full_words, st.integers(0, 2**31))
@example(0, 0)
@example(2**64 - 1, 0)
@example(2**63, 1)
def test_compiled_random_bits_are_those_of_plain_python(start: int, n: int) -> None:
    expected = bits_at(start, n)

    assert compiled_bits_at(np.uint64(start), n) == expected
    if start < 2**63:
        assert compiled_bits_at(start, n) == expected
    assert 0 <= expected < 2**63


@many
@given(full_words, st.integers(1, 20))
@example(2**64 - 1, 3)
def test_a_stream_goes_on_alike_in_compiled_code_and_in_plain_python(start: int, n: int) -> None:
    compiled_stream, plain_stream = np.array([start], np.uint64), np.array([start], np.uint64)

    compiled = [compiled_next_bits(compiled_stream) for _ in range(n)]
    plain = [next_bits(plain_stream) for _ in range(n)]

    assert compiled == plain == [bits_at(start, number) for number in range(n)]
    assert compiled_stream[0] == plain_stream[0]


@many
@given(words, st.integers(0, 2**16 - 1))
def test_words_are_mixed_into_keys_as_without_compilation(key: int, word: int) -> None:
    expected = mixed(key, word)
    assert 0 <= expected < 2**63
    assert compiled_mixed(key, np.uint16(word)) == expected
