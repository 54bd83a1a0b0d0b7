"""Arena logs and results of an earlier version: read, continued and reported.

Intervals in the tables are those of today: they are computed from the games, not stored.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from azulejos.arena import Match, Result, read_result
from azulejos.arena import match as match_module
from azulejos.engine.errors import BadOption
from tests.stored import STORED, known, plain

ARENA = STORED / "arena"
EXPECTED: dict[str, Any] = known("arena/golden.json")
LOGS = [name for name, expected in EXPECTED.items() if "match" in expected]
RESULTS = [name for name, expected in EXPECTED.items() if "table" in expected]


def counted(result: Result) -> dict[str, Any]:
    """A result without times, in the form of `golden.json`."""
    return {
        "games": len(result.games),
        "interrupted": result.interrupted,
        "standing": [
            {
                "name": rate.name,
                "games": rate.games,
                "wins": rate.wins,
                "rate": rate.rate,
            }
            for rate in result.rates
        ],
        "ratings": [{"mu": rating.mu, "sigma": rating.sigma} for rating in result.ratings],
        "moves": [times.moves for times in result.thinking],
        "forfeits": [dict(count) for count in result.forfeits],
        "sprt": result.sprt and {"ratio": result.sprt.llr, "verdict": result.sprt.verdict},
        "played": [
            {
                "number": game.number,
                "deal": game.deal,
                "seats": game.seats,
                "scores": game.scores,
                "winners": game.winners,
                "end_reason": game.end_reason,
                "forfeit": game.forfeit and msgspec.to_builtins(game.forfeit),
                "record": game.record,
            }
            for game in result.games
        ],
    }


@pytest.mark.parametrize("name", LOGS)
def test_a_match_continues_from_a_stored_log(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = EXPECTED[name]
    # A log of our own bots can be continued by the same bots only; a rename makes them others.
    stored_bots = expected["plan"].get("version of our bots")
    monkeypatch.setattr(match_module, "bots_version", lambda: stored_bots)
    monkeypatch.chdir(ARENA)  # the programs are named as seen from there
    match = Match.from_data(expected["match"])
    assert match.plan == expected["plan"]
    assert match.fingerprint == expected["fingerprint"]
    log = Path(shutil.copy(ARENA / f"{name}.jsonl", tmp_path))
    result = match.play(log=log)
    assert plain(counted(result)) == expected.get("resumed", expected.get("result"))


def test_a_stored_log_of_other_bots_is_refused_by_naming_their_version(tmp_path: Path) -> None:
    match = Match.from_data(EXPECTED["bots-finished"]["match"])
    log = Path(shutil.copy(ARENA / "bots-finished.jsonl", tmp_path))
    with pytest.raises(BadOption, match="version of our bots"):
        match.play(log=log)


@pytest.mark.parametrize("name", RESULTS)
def test_a_stored_result_has_the_games_it_had(name: str) -> None:
    expected = EXPECTED[name]
    result = read_result((ARENA / f"{name}.json").read_text(encoding="utf-8"))
    assert result.table == expected["table"]
    found = plain(counted(result))
    if isinstance(expected["result"]["played"], int):
        found["played"] = len(found["played"])
    assert found == expected["result"]
