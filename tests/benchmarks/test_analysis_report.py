"""Tables of reviews: the size of mean luck, the scale of levels, and the document."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from benchmarks.analysis_report import (
    BEGIN,
    END,
    Line,
    by_seat,
    chi_square,
    error_of,
    in_order,
    measured_points,
    report,
    tail,
    variances,
)

from azulejos.analysis import LevelRate
from azulejos.bots.names import LEVEL_NAMES
from benchmarks import analysis, analysis_report


def line(seed: int, luck: list[float], level: int = 0) -> Line:
    """A game of three."""
    levels = [LEVEL_NAMES[(level + seat) % len(LEVEL_NAMES)] for seat in range(3)]
    return {
        "seed": seed,
        "levels": levels,
        "result": [float(seat == seed % 3) for seat in range(3)],
        "luck": luck,
        "residual": [0.1 if one == "master" else -0.05 for one in levels],
        "decisions": [10, 10, 10],
        "lost": [0.5 - 0.1 * LEVEL_NAMES.index(one) for one in levels],
        "seconds": 3.0,
    }


def games(count: int, shift: float, seed: int = 1) -> list[Line]:
    """Games whose luck is random, with a mean for the first seat."""
    numbers = random.Random(seed)
    found = []
    for index in range(count):
        one, other = numbers.gauss(shift, 0.2), numbers.gauss(0, 0.2)
        found.append(line(index, [one, other, -one - other], index))
    return found


# Mean luck


def test_the_chi_square_of_unbiased_luck_is_its_degrees_of_freedom() -> None:
    many = [chi_square(games(40, 0.0, seed)) for seed in range(300)]
    assert sum(many) / len(many) == pytest.approx(2, abs=0.35)
    assert sum(tail(one, 2) < 0.05 for one in many) / len(many) == pytest.approx(0.05, abs=0.04)


def test_a_bias_of_four_standard_errors_is_seen_in_any_order_of_the_seats() -> None:
    lines = games(400, 0.04)
    turned = [one | {"luck": one["luck"][::-1]} for one in lines]
    assert chi_square(lines) == pytest.approx(chi_square(turned))
    assert tail(chi_square(lines), 2) < 0.01
    assert error_of(by_seat(lines)[0]) == pytest.approx(0.01, rel=0.1)


def test_the_tail_of_a_chi_square() -> None:
    assert tail(24, 24) == pytest.approx(0.462, abs=0.002)
    assert tail(36.415, 24) == pytest.approx(0.05, abs=0.001)


def test_luck_that_is_the_whole_result_leaves_no_variance() -> None:
    lines = []
    for seed, one in enumerate(games(50, 0.0)):
        luck = [share / 2 for share in one["luck"]]
        lines.append(one | {"seed": seed, "result": one["luck"], "luck": luck})
    raw, adjusted, fitted = variances(lines)
    assert adjusted == pytest.approx(raw / 4)
    assert fitted == pytest.approx(0, abs=1e-9)


# The scale


def test_levels_that_are_not_in_their_order_share_their_mean() -> None:
    numbers = (0.06, 0.03, 0.04, 0.035, 0.01)
    counts = (100, 100, 300, 100, 100)
    rates = {
        level: LevelRate(number, 0.001, 40, count)
        for level, number, count in zip(LEVEL_NAMES, numbers, counts, strict=True)
    }
    scale = [one.error_rate for one in in_order(rates).values()]
    assert scale == [0.06, 0.0375, 0.0375, 0.035, 0.01]


# Points


def test_points_of_equals_are_means_by_level_that_add_up_to_the_score() -> None:
    task = analysis.equal_in_turn("summer-pavilion-grey-2", 5)
    assert task.levels == ("beginner", "beginner")
    first = analysis.points_line(task)
    assert sum(first["points"].values()) == pytest.approx(first["score"])
    second = {**first, "score": first["score"] + 3, "points": {**first["points"], "tiles": 4.0}}
    lines = [{**one, "level": level} for level in LEVEL_NAMES for one in (first, second)]
    found = measured_points(lines)
    assert found.version == first["version"]
    assert list(found.levels) == list(LEVEL_NAMES)
    master = found.levels["master"]
    assert (master.games, master.score) == (2, first["score"] + 1.5)
    assert master.points["tiles"] == first["points"]["tiles"] / 2 + 2
    assert master.points["start"] == first["points"]["start"] == 5
    with pytest.raises(ValueError, match="expected games of one version, got 2"):
        measured_points([*lines, {**first, "version": "0.0"}])


# The document


def test_the_tables_of_the_document_are_replaced_and_the_rest_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "\n".join(json.dumps(one) for one in games(40, 0.0)) + "\n"
    (tmp_path / "games-azul-grey-3.jsonl").write_text(text)
    (tmp_path / "luck-azul-grey-3.jsonl").write_text(text)
    document, scale = tmp_path / "analysis.md", tmp_path / "levels.json"
    document.write_text(f"Before\n\n{BEGIN}\nold\n{END}\n\nAfter\n")
    monkeypatch.setattr(analysis_report, "DOCUMENT", document)
    monkeypatch.setattr(analysis_report, "FILE", scale)
    report(tmp_path, ["azul-grey-3", "azul-grey-4"], scale=True, docs=True)
    written = document.read_text()
    assert written.startswith(f"Before\n\n{BEGIN}\n\n### Books\n")
    assert written.endswith(f"{END}\n\nAfter\n")
    assert "old" not in written
    assert "| Azul, grey, 3 | 40 | " in written
    assert "40 games. Of 3 seats, " in written
    assert "in 1 of 2 configurations; 4 of 4 pairs" in written
    assert written.count("Not measured yet.") == 2
    assert "Mean residual of the levels: Beginner -5.0 ± 0.0, Casual -5.0 ± 0.0, Strong " in written
    assert written.split(BEGIN)[1].split(END)[0].strip() == capsys.readouterr().out.strip()
    assert list(json.loads(scale.read_text())) == ["azul-grey-3"]
