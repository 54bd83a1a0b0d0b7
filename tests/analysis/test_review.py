"""Reviews: losses, luck, the books, resuming, and JSON."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path

import pytest
from msgspec import structs

import azulejos
from azulejos import Game
from azulejos.analysis import (
    Cancelled,
    Chance,
    Decision,
    Effort,
    ResultCache,
    Review,
    UnknownEffort,
    evaluator,
    judge,
    luck,
    review,
    reviewer,
)
from azulejos.analysis.evaluator import Found
from azulejos.analysis.judgement import accuracy_of, judgement_of
from azulejos.engine.state import States
from tests.analysis.games import CONFIGURATIONS, random_game

#: Small enough for tests.
TINY = Effort(name="tiny", nodes=600, tree_nodes=600, samples=6, proof_nodes=2_000)

every_configuration = pytest.mark.parametrize(("game", "board", "players"), CONFIGURATIONS)


def reviewed(game: Game) -> Review:
    return review(game, TINY, cache=ResultCache(None))


@cache
def review_of(game: str, board: str, players: int) -> Review:
    """The review of a random game of a configuration."""
    return reviewed(random_game(game, board, players, 5))


def all_reviews() -> list[Review]:
    """Those of all configurations."""
    return [review_of(*configuration) for configuration in CONFIGURATIONS]


@every_configuration
def test_the_books_of_every_player_balance(game: str, board: str, players: int) -> None:
    result = review_of(game, board, players)
    assert len(result.summaries) == players
    for books in result.summaries:
        change = books.luck - books.losses + books.others + books.residual
        assert books.result - books.start == pytest.approx(change)
        assert books.luck_adjusted == pytest.approx(books.result - books.luck)
    for total in ("result", "start"):
        assert sum(getattr(books, total) for books in result.summaries) == pytest.approx(1)


@every_configuration
def test_each_kind_of_term_sums_to_nothing_over_the_players(
    game: str, board: str, players: int
) -> None:
    result = review_of(game, board, players)
    for step in result.steps:
        terms = step.luck if isinstance(step, Chance) else step.gains
        assert sum(terms) == pytest.approx(0)
    assert sum(books.luck for books in result.summaries) == pytest.approx(0)
    assert sum(books.residual for books in result.summaries) == pytest.approx(0)
    moves = sum(books.others - books.losses for books in result.summaries)
    assert moves == pytest.approx(0)


@every_configuration
def test_no_loss_is_negative_and_what_was_lost_is_the_players_own(
    game: str, board: str, players: int
) -> None:
    for decision in review_of(game, board, players).decisions:
        assert decision.loss >= 0
        assert decision.lead_loss >= 0
        assert decision.gains[decision.player] == pytest.approx(-decision.loss)
        assert decision.judgement == judgement_of(decision.loss)
        assert decision.accuracy == accuracy_of(decision.loss)
        if decision.move == decision.best:
            assert decision.loss == 0


@pytest.mark.parametrize(("seed", "move"), [(0, "1b1"), (3, "1r0"), (4, "1b0")])
def test_a_move_is_compared_with_the_best_at_the_same_depth(seed: int, move: str) -> None:
    """With as many nodes, the searches after these moves complete another depth than the best."""
    effort = Effort(name="own", nodes=4_000, tree_nodes=1, samples=2, proof_nodes=10)
    position = Game("azul", seed=seed).position
    decision = judge(position, move, effort, cache=ResultCache(None))
    assert decision.best != move
    assert decision.value.depth == decision.played.depth


def test_a_review_has_every_move_and_every_draw_of_the_record() -> None:
    for one in CONFIGURATIONS:
        result, history = review_of(*one), random_game(*one, 5).history
        assert len(result.steps) == len(history)
        for step, entry in zip(result.steps, history, strict=True):
            text = step.move if isinstance(step, Decision) else step.tiles
            expected = str(entry.move) if isinstance(entry, azulejos.Turn) else entry.tiles
            assert text == expected


def test_one_legal_move_is_trivial_and_does_not_count() -> None:
    game = random_game("azul", "coloured", 2, 5)
    result = review_of("azul", "coloured", 2)
    single = 0
    for decision in result.decisions:
        if len(game.position_at(decision.ply).legal_moves) == 1:
            assert decision.trivial
            assert decision.loss == 0
            single += 1
    assert single
    for books in result.summaries:
        own = [one for one in result.decisions if one.player == books.player and not one.trivial]
        assert books.decisions == len(own)
        assert books.error_rate == pytest.approx(sum(one.loss for one in own) / len(own))


def test_draws_are_judged_by_one_evaluator_and_the_standard_error_is_theirs() -> None:
    for result in all_reviews():
        for chance in result.chances:
            assert chance.luck == pytest.approx(
                [
                    after - before
                    for after, before in zip(
                        chance.value.shares, chance.expected.shares, strict=True
                    )
                ]
            )
            if chance.enumerated:
                assert set(chance.expected.errors) == {0.0}


def test_refills_with_few_outcomes_are_enumerated() -> None:
    refills = [
        chance for result in all_reviews() for chance in result.chances if chance.kind == "refill"
    ]
    assert any(chance.enumerated for chance in refills)
    azul = [result for result in all_reviews() if result.game == "azul"]
    assert {chance.kind for result in azul for chance in result.chances} == {"deal"}


def test_turning_points_are_the_largest_swings() -> None:
    for result in all_reviews():
        for player in range(result.players):
            points = [point for point in result.turning_points if point.player == player]
            assert len(points) <= 3
            for point in points:
                step = result.steps[point.step]
                own = step.luck[player] if isinstance(step, Chance) else -step.loss
                assert point.swing == pytest.approx(own)


def test_a_review_is_written_as_json_and_read_back() -> None:
    for result in all_reviews():
        assert Review.from_json(result.to_json()) == result


def test_a_review_does_not_depend_on_the_seed_of_the_game() -> None:
    game = random_game("azul", "coloured", 2, 8)
    again = Game.from_text(game.to_text(), seed=99)
    assert reviewed(game) == reviewed(again)


def test_what_is_drawn_does_not_change_the_mean_before_it() -> None:
    first = Game("azul", stalemate_rounds=4, seed=1).at(0)
    second = Game("azul", stalemate_rounds=4, seed=2).at(0)
    one, other = reviewed(first).chances[0], reviewed(second).chances[0]
    assert one.tiles != other.tiles
    assert one.expected == other.expected


def test_the_first_deal_has_the_mean_of_its_configuration_in_the_order_of_play() -> None:
    one = reviewed(Game("azul", players=3, seed=1, first_player=0).at(0)).chances[0]
    other = reviewed(Game("azul", players=3, seed=1, first_player=1).at(0)).chances[0]
    assert one.count == other.count >= 10_000
    assert other.expected.shares == (one.expected.shares[2], *one.expected.shares[:2])


def test_an_unfinished_game_is_reviewed_up_to_now() -> None:
    game = random_game("azul", "grey", 2, 3).at(7)
    result = reviewed(game)
    assert not result.is_over
    assert len(result.decisions) == 7
    assert sum(books.result for books in result.summaries) == pytest.approx(1)


def test_a_game_from_a_position_is_reviewed() -> None:
    start = random_game("azul", "coloured", 2, 3).position_at(10)
    game = Game(position=start, seed=1)
    for _ in range(3):
        game.play(game.rules.moves[next(iter(game.legal_moves)).index])
    result = reviewed(game)
    assert len(result.decisions) == 3
    assert result.summaries[0].start == pytest.approx(result.decisions[0].value.shares[0])


def test_luck_alone_is_that_of_the_review() -> None:
    for one in (("azul", "coloured", 2), ("summer-pavilion", "grey", 3)):
        books = review_of(*one).summaries
        alone = luck(random_game(*one, 5), TINY)
        assert alone == pytest.approx([player.luck for player in books])


def test_every_position_of_a_game_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The position after a move is that before the next: one search serves both."""
    searched: list[bytes] = []

    class Counting(evaluator.Evaluator):
        def _search(self, states: States, nodes: int) -> Found:
            if nodes == TINY.nodes:
                searched.append(states.tobytes())
            return super()._search(states, nodes)

    monkeypatch.setattr(reviewer, "Evaluator", Counting)
    game = random_game("azul", "coloured", 2, 5)
    result = reviewed(game)
    assert len(set(searched)) == len(searched)
    others = sum(one.move != one.best for one in result.decisions)
    assert game.ply <= len(searched) <= game.ply + game.round + 1 + 2 * others


# Progress, cancelling, resuming


def test_progress_is_reported_for_every_step() -> None:
    game = random_game("azul", "coloured", 2, 4).at(6)
    seen: list[tuple[int, int]] = []
    review(
        game, TINY, report=lambda done, steps: seen.append((done, steps)), cache=ResultCache(None)
    )
    assert seen == [(done, 7) for done in range(8)]


def test_a_cancelled_review_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    game = random_game("azul", "coloured", 2, 4)
    cancel = threading.Event()

    def stop(done: int, steps: int) -> None:
        if done == steps // 2:
            cancel.set()

    with pytest.raises(Cancelled):
        review(game, TINY, report=stop, cancel=cancel, cache=ResultCache(tmp_path))
    kept = CountingCache(tmp_path)
    resumed = review(game, TINY, cache=kept)
    assert kept.found > 10
    assert kept.made > 10
    assert resumed == reviewed(game)
    again = CountingCache(tmp_path)
    assert review(game, TINY, cache=again) == resumed
    assert again.made == 0


class CountingCache(ResultCache):
    """A cache that counts what it had and what had to be made."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.found = self.made = 0

    def get(self, key: bytes) -> bytes | None:
        kept = super().get(key)
        self.found += kept is not None
        return kept

    def put(self, key: bytes, result: bytes) -> None:
        self.made += 1
        super().put(key, result)


def test_another_effort_is_not_taken_from_the_cache(tmp_path: Path) -> None:
    game = random_game("azul", "coloured", 2, 4).at(3)
    review(game, TINY, cache=ResultCache(tmp_path))
    cache = CountingCache(tmp_path)
    review(game, structs.replace(TINY, nodes=700, samples=5), cache=cache)
    assert cache.found == 0


def test_a_damaged_cache_is_done_without(tmp_path: Path) -> None:
    game = random_game("azul", "coloured", 2, 4).at(3)
    expected = review(game, TINY, cache=ResultCache(tmp_path))
    for path in tmp_path.iterdir():
        path.write_bytes(b"nonsense")
    assert review(game, TINY, cache=ResultCache(tmp_path)) == expected


def test_an_unknown_effort_is_refused() -> None:
    with pytest.raises(UnknownEffort, match="expected one of the efforts quick, standard, deep"):
        review(Game("azul", seed=1), "fast")


@pytest.mark.parametrize(
    ("option", "number"),
    [("nodes", 0), ("tree_nodes", 10**12), ("samples", 1), ("proof_nodes", 1 << 70)],
)
def test_an_effort_that_nothing_can_be_found_with_is_refused(option: str, number: int) -> None:
    effort = structs.replace(TINY, **{option: number})
    with pytest.raises(azulejos.BadOption, match=option):
        review(Game("azul", seed=1), effort, cache=ResultCache(None))


# Numbers


def test_judgements_begin_at_their_thresholds() -> None:
    losses = (0.0, 0.0499, 0.05, 0.0999, 0.10, 0.1499, 0.15, 1.0)
    assert [judgement_of(loss) for loss in losses] == [
        *("good", "good", "inaccuracy", "inaccuracy"),
        *("mistake", "mistake", "blunder", "blunder"),
    ]


def test_accuracy_falls_from_100_to_0() -> None:
    assert accuracy_of(0) == pytest.approx(100)
    assert accuracy_of(1) == 0
    assert accuracy_of(0.1) == pytest.approx(63.6, abs=0.1)
    values = [accuracy_of(loss / 100) for loss in range(101)]
    assert values == sorted(values, reverse=True)
