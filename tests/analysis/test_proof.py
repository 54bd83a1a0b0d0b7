"""Proofs agree with brute force, and say nothing where a draw could still matter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from azulejos.analysis.proof import Prover
from azulejos.analysis.values import Value
from azulejos.engine import AnyPosition
from tests.analysis.brute_force import BruteForce, TooLarge
from tests.analysis.games import positions_of, random_game

#: Positions that a brute force may visit.
MOST = 1_500
NODES = 100_000


def small_positions(board: str, players: int, wanted: int) -> Iterator[AnyPosition]:
    """Late positions of the last rounds of random games of Azul, small enough to be solved."""
    found, seed = 0, 0
    while found < wanted:
        game = random_game("azul", board, players, seed)
        seed += 1
        for position in list(positions_of(game))[-5:]:
            try:
                BruteForce(MOST).results(position)
            except TooLarge:
                continue
            found += 1
            yield position


def proof_of(position: AnyPosition) -> Value | None:
    return Prover(position.rules.layout).prove(position.states, NODES)


@pytest.mark.parametrize("board", ["coloured", "grey"])
def test_brute_force_agrees_with_every_proof_for_two_players(board: str) -> None:
    proven = 0
    for position in small_positions(board, 2, 150):
        exact, proof = BruteForce(MOST).exact(position), proof_of(position)
        if exact is None:
            continue
        assert proof is not None
        assert proof.proven
        assert (proof.shares, proof.leads) == exact
        assert proof.lead_proven
        proven += 1
    assert proven > 100


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_each_player_can_force_is_what_brute_force_finds(players: int) -> None:
    positive = 0
    for position in small_positions("coloured", players, 40):
        prover = Prover(position.rules.layout)
        for player in range(players):
            bound = prover.bound(position.states, player, NODES)
            assert bound is not None
            assert bound.share == BruteForce(MOST).guaranteed(position, player)
            positive += bound.share > 0
    assert positive > 20


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_a_proven_victory_holds_in_every_line_of_the_winner(players: int) -> None:
    proven = 0
    for position in small_positions("coloured", players, 60):
        proof = proof_of(position)
        if proof is None:
            continue
        assert sum(proof.shares) == pytest.approx(1)
        assert not proof.lead_proven
        for player, share in enumerate(proof.shares):
            assert share <= BruteForce(MOST).guaranteed(position, player) + 1e-9
        proven += 1
    assert proven > 10


def test_nothing_is_proven_before_the_last_round() -> None:
    game = random_game("azul", "coloured", 2, 1)
    position = game.position_at(game.ply // 2)
    assert not position.is_last_round
    assert proof_of(position) is None


def test_a_refill_that_is_still_due_is_never_part_of_a_proof() -> None:
    proven = unproven = 0
    for seed in range(15):
        game = random_game("summer-pavilion", "coloured", 2, seed)
        for position in list(positions_of(game))[-3:]:
            try:
                results = BruteForce(MOST).results(position)
                bounds = [BruteForce(MOST).guaranteed(position, player) for player in (0, 1)]
            except TooLarge:
                continue
            proof = proof_of(position)
            assert (proof is not None) == (sum(bounds) == 1)
            if proof is not None:
                assert proof.shares == tuple(bounds)
                proven += 1
            else:
                assert None in results
                unproven += 1
    assert proven
    assert unproven


def test_a_search_that_is_cut_short_proves_nothing_false() -> None:
    cut = 0
    for position in small_positions("coloured", 2, 12):
        prover, states = Prover(position.rules.layout), position.states
        bounds = [BruteForce(MOST).guaranteed(position, player) for player in range(2)]
        for nodes in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89):
            for player, exact in enumerate(bounds):
                bound = prover.bound(states, player, nodes)
                assert bound is None or bound.share == exact
                cut += bound is None
            proof = prover.prove(states, nodes)
            assert proof is None or proof.shares == tuple(bounds)
    assert cut > 50


def test_too_few_nodes_prove_nothing() -> None:
    position = next(
        position
        for position in small_positions("coloured", 2, 50)
        if len(position.legal_moves) > 5 and proof_of(position)
    )
    assert Prover(position.rules.layout).prove(position.states, 3) is None
