"""Records of others: damaged ones get our errors, and no record makes a review endless."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from azulejos import AzulejosError, BadOption, Game
from azulejos.analysis import Effort, ResultCache, luck, review, reviewer
from azulejos.game.records import MAX_LETTERS
from tests.analysis.games import CONFIGURATIONS, random_game

#: The least that can be asked for.
LEAST = Effort(name="least", nodes=1, tree_nodes=1, samples=2, proof_nodes=1)
STRAYS = '0123456789abkrwyg+=-.()[]{}#"\\ \n\0é'


def damaged(text: str, numbers: random.Random) -> str:
    """A text with some letters deleted, replaced, doubled or cut off."""
    for _ in range(numbers.randint(1, 3)):
        place, length = numbers.randrange(len(text) + 1), numbers.randint(0, 9)
        stray = "".join(numbers.choices(STRAYS, k=numbers.randint(0, 3)))
        rest = numbers.choice((text[place + length :], text[place:], text[place - length :], ""))
        text = text[:place] + stray + rest
    return text


def records(seeds: range) -> Iterator[str]:
    """Records of all configurations, as text and as JSON."""
    for seed in seeds:
        for configuration in CONFIGURATIONS:
            game = random_game(*configuration, seed).at(9)
            yield game.to_text()
            yield game.to_json()


def test_a_damaged_record_is_refused_by_our_errors_or_reviewed() -> None:
    numbers, read, refused = random.Random(17), 0, 0
    for text in records(range(2)):
        for _ in range(12):
            broken = damaged(text, numbers)
            reader = Game.from_json if text.startswith("{") else Game.from_text
            try:
                game = reader(broken)
            except AzulejosError:
                refused += 1
                continue
            read += 1
            result = review(game.at(min(game.ply, 3)), LEAST, cache=ResultCache(None))
            assert all(abs(sum(step.value.shares) - 1) < 1e-9 for step in result.steps)
    assert read > 10
    assert refused > 200


def test_a_record_that_is_too_large_is_not_even_read() -> None:
    text = random_game("azul", "coloured", 2, 1).to_text()
    for reader in (Game.from_text, Game.from_json):
        with pytest.raises(AzulejosError):
            reader(text + "#" * MAX_LETTERS)


def test_a_game_that_never_ends_is_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit of idle rounds, players who drop all tiles never end a game of Azul."""
    game = Game("azul", seed=1, stalemate_rounds=0)
    while len(game.history) <= reviewer.MAX_STEPS:
        game.play(next(move for move in game.legal_moves if str(move).endswith("0")))
    assert not game.is_over
    monkeypatch.setattr(reviewer, "Evaluator", None)  # nothing is searched
    for work in (review, luck):
        with pytest.raises(BadOption, match="2000"):
            work(game, LEAST)
