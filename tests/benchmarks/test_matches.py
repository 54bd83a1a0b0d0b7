"""Compact logs, and what is made of them: ratings, luck, calibration."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from benchmarks.matches import CompactLog, play, result_of

from azulejos.arena import Match
from benchmarks import calibration, luck, matches, ratings, ratings_report, strength

MATCH = Match(contestants=("greedy", "random"), games=6, seed=ratings.SEED)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ratings")
    play(MATCH, CompactLog(folder / "azul-coloured-2.jsonl"), "now")
    return folder


def log_in(folder: Path) -> CompactLog:
    return CompactLog(folder / "azul-coloured-2.jsonl")


# Compact logs


def test_a_log_has_the_statistics_of_the_match(folder: Path) -> None:
    games = log_in(folder).games(MATCH, "now")
    whole = MATCH.play()
    again = result_of(MATCH, games)
    assert [game.scores for game in again.games] == [game.scores for game in whole.games]
    assert again.rates == whole.rates
    assert log_in(folder).path.stat().st_size < 60 * len(games)


def test_a_match_goes_on_after_an_incomplete_line(folder: Path, tmp_path: Path) -> None:
    whole = log_in(folder).path.read_text()
    file = tmp_path / "log"
    file.write_text("\n".join(whole.splitlines()[:4]) + "\n[3,[1")
    heard: list[int] = []

    def listener(_: Match, games: int) -> bool:
        heard.append(games)
        return True

    play(MATCH, CompactLog(file), "now", listener=listener)
    assert heard == [3, 4, 5, 6]
    assert file.read_text() == whole


def test_a_listener_stops_a_match(tmp_path: Path) -> None:
    file = tmp_path / "log"
    play(MATCH, CompactLog(file), "now", listener=lambda _, games: games < 2)
    assert CompactLog(file).versions(MATCH) == {"now": 2}
    play(MATCH, CompactLog(file), "later", listener=lambda _, games: games < 1)
    assert CompactLog(file).versions(MATCH) == {"now": 2, "later": 1}
    assert not CompactLog(file).games(MATCH, "never")


def test_only_whole_rounds_count(folder: Path) -> None:
    games = log_in(folder).games(MATCH, "now")
    assert len(result_of(MATCH, games[:5]).games) == 4


def test_luck_is_kept(tmp_path: Path) -> None:
    match = Match(contestants=("greedy", "random"), games=2, seed=1, luck_adjusted=True)
    log = CompactLog(tmp_path / "log")
    play(match, log, "now")
    stored = CompactLog(tmp_path / "log").games(match, "now")
    assert [game.luck for game in stored] == [game.luck for game in match.play().games]


# Ratings


def test_a_row_of_the_ratings_is_rebuilt_by_playing_it_again() -> None:
    """The published games of the cheapest row are those that are played here and now."""
    match = next(ratings.matches("azul", "coloured", 2))
    log = ratings.log_of("azul-coloured-2")
    (version, *_) = log.versions(match)
    stored = log.games(match, version)[:4]
    again = Match(contestants=match.contestants, games=4, seed=match.seed).play()
    assert [(game.scores, game.winners) for game in stored] == [
        (game.scores, game.winners) for game in again.games
    ]


def test_the_document_says_what_the_logs_say() -> None:
    assert ratings_report.DOCUMENT.read_text(encoding="utf-8") == ratings_report.document()


def test_logs_are_small() -> None:
    sizes = [file.stat().st_size for file in matches.RESULTS.rglob("*") if file.is_file()]
    assert sum(sizes) < 5_000_000


def test_unfinished_rows_are_shown_as_such(folder: Path) -> None:
    text = ratings_report.document(folder)
    assert "| greedy against random | *6 of 400* |" in text
    assert "| `greedy` | *" in text
    assert "| `casual` | - |" in text
    assert text.count("Not begun.") == 11
    assert "`azulejos arena greedy random --game azul --board coloured --players 2" in text


def made_up(upper: str, lower: str, share: float, seed: int, blocks: int = 200) -> ratings.Row:
    """A match whose games are drawn with a share of victories."""
    match = Match(contestants=(upper, lower), games=2 * blocks, seed=seed)
    numbers = random.Random(seed)
    games = []
    for number in range(match.planned):
        seats = match.schedule.game(number).seats
        first = seats.index(0)
        winner = first if numbers.random() < share else 1 - first
        games.append(matches.game_of([number, [0, 0], [winner]], match))
    return ratings.Row(match, match.result(games), "now")


def test_ratings_add_up_along_the_chain_within_their_margins() -> None:
    found = ratings.ratings(
        [
            made_up("greedy", "random", 0.76, 1),  # 200 Elo
            made_up("casual", "greedy", 0.64, 2),  # 100 Elo
            made_up("strong", "casual", 0.64, 3),
        ]
    )
    assert found["random"].elo == 0
    for name, elo in (("greedy", 200), ("casual", 300), ("strong", 400)):
        assert abs(found[name].elo - elo) < found[name].margin < 90
    assert found["strong"].margin > found["casual"].margin > found["greedy"].margin


def test_two_ways_to_the_same_rating_make_it_surer() -> None:
    one_way = [made_up("greedy", "random", 0.7, 1), made_up("casual", "greedy", 0.7, 2)]
    both = [*one_way, made_up("beginner", "random", 0.7, 3), made_up("casual", "beginner", 0.7, 4)]
    assert ratings.ratings(both)["casual"].margin < ratings.ratings(one_way)["casual"].margin


def test_a_match_that_was_won_completely_is_finite_and_unsure() -> None:
    found = ratings.ratings([made_up("greedy", "random", 1.0, 1)])["greedy"]
    assert 600 < found.elo < 1500
    assert found.margin > 300


def test_who_is_not_connected_with_random_has_no_rating() -> None:
    assert "strong" not in ratings.ratings([made_up("strong", "casual", 0.7, 1)])


# Strength


def test_rows_by_nodes_or_time_have_version_and_command() -> None:
    match = Match(contestants=("greedy", "random"), games=400, seconds=0.1, seed=5)
    for limit, seconds, nodes in (("0.2 s", 0.2, None), ("7 nodes", None, 7)):
        wanted = strength.limited(match, seconds, nodes, 2)
        row = strength.row(wanted.play())
        assert f"| {limit} | greedy | random | 2 |" in row
        assert wanted.version in row
        assert "--games 2 --seed 5 --" in row
    assert "| *2 of 400* |" in strength.row(match.result(wanted.play().games))


# Luck


def test_self_matches_say_whether_the_adjustment_is_biased(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(luck, "BOT", "random")
    found = []
    for number in range(2):
        match = luck.self_match("azul", "coloured", 2, number, 6)
        numbers = random.Random(number)
        games = []
        for game in range(match.planned):
            own = numbers.uniform(-0.5, 0.5)
            winner = int(numbers.random() > 0.5 + own)
            games.append(matches.game_of([game, [0, 0], [winner], [own, -own]], match))
        found.append(match.result(games))
    one = luck.proof(found)
    assert (one.matches, one.games) == (2, 12)
    assert one.plain == pytest.approx(sum(result.rates[0].rate - 0.5 for result in found) / 2)
    assert one.error > 0
    assert one.saved > 0


# Calibration


def test_the_sums_of_a_game_are_read_back_and_the_estimates_are_shares() -> None:
    one = calibration.play_game("azul", "grey", 2, 0)
    again = calibration.Sums.from_json(one.to_json(0, "now"))
    assert again.counts.sum() == one.counts.sum() > 5
    assert again.real == pytest.approx(one.real, abs=1e-3)
    found = calibration.calibration([one, again])
    assert found.games == 2
    assert 0 <= found.error <= 1


def test_honest_estimates_are_calibrated_and_others_are_not() -> None:
    numbers = random.Random(1)
    honest, boastful = [], []
    for _ in range(400):
        shares = [numbers.random() for _ in range(20)]
        results = [float(numbers.random() < share) for share in shares]
        honest.append(calibration.sums(list(zip(shares, results, strict=True))))
        more = [min(1.0, share + 0.2) for share in shares]
        boastful.append(calibration.sums(list(zip(more, results, strict=True))))
    good, bad = calibration.calibration(honest), calibration.calibration(boastful)
    assert good.error < 0.02 < 0.1 < bad.error
    assert good.brier < bad.brier
    for _, expected, real, error in good.bins:
        assert abs(expected - real) < 4 * error
