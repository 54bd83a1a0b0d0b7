"""Metrics for Prometheus: what they count, and who may read them."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from azulejos.server.metrics import BOUNDS, Histogram
from azulejos.server.settings import Settings
from tests.server.service import GENEROUS, Site, ThreadService


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service of its own, whose numbers no other test changes."""
    database = str(tmp_path_factory.mktemp("metrics") / "tables.db")
    with ThreadService(Settings(database, bot_pace=0, limits=GENEROUS)) as running:
        yield running


def read(site: Site) -> dict[str, float]:
    """All samples, by name and the values of their labels."""
    answer = site.http.get("/metrics")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_tables_connections_moves_and_durations_are_counted(measured: ThreadService) -> None:
    before = read(measured)
    assert before["azulejos_tables"] == before["azulejos_connections"] == 0
    table = measured.new_table("me", "here", "random")
    with measured.sit(table, 0, 1) as ana, measured.sit(table):
        ana.play()
        ana.play()
        ana.wait_for_turn()
        assert ana.refused("play", move="no move") == "unreadable-move"
        after = read(measured)
        assert after["azulejos_tables"] == 1
        assert after["azulejos_connections"] == 2
        assert after["azulejos_moves_total person azul"] == 2
        assert after["azulejos_moves_total bot azul"] == 1
        assert after["azulejos_refusals_total unreadable-move"] == 1
        assert after["azulejos_command_seconds_count"] == 2
        assert after["azulejos_bot_seconds_count"] == 1
        assert after["azulejos_load_seconds_count"] == 1
        assert after["azulejos_written_changes_total"] == 4  # the table, and three moves
        assert 1 <= after["azulejos_commit_seconds_count"] <= 4
        assert after["azulejos_bots_thinking"] == after["azulejos_bots_waiting"] == 0
        assert after["azulejos_processes"] == 1
        assert after["azulejos_loop_lag_seconds"] >= 0
        if sys.platform == "linux":
            assert after["process_resident_memory_bytes"] > 0


def test_logged_errors_and_refused_requests_are_counted(measured: ThreadService) -> None:
    before = read(measured)
    assert measured.http.get("/api/games/nothing-here").status_code == 404
    logging.getLogger("azulejos").error("an error of a test")
    after = read(measured)
    name = "azulejos_refusals_total no-such-table"
    assert after[name] == before.get(name, 0) + 1
    assert after["azulejos_errors_total"] == before["azulejos_errors_total"] + 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_clients_of_a_proxy_on_this_machine_are_not_local(
    measured: ThreadService, header: str
) -> None:
    assert measured.http.get("/metrics", headers={header: "127.0.0.1"}).status_code == 404


@pytest.mark.parametrize(("readers", "status"), [("all", 200), ("off", 404)])
def test_metrics_are_for_all_or_for_none_if_the_settings_say_so(
    tmp_path: Path, readers: str, status: int
) -> None:
    settings = Settings(str(tmp_path / "t.db"), metrics=readers)
    with ThreadService(settings) as service:
        proxied = {"X-Forwarded-For": "203.0.113.7"}
        assert service.http.get("/metrics", headers=proxied).status_code == status


def test_buckets_are_cumulative_and_the_last_one_holds_all() -> None:
    histogram = Histogram()
    for seconds in (0.0005, BOUNDS[0], 0.002, 1000.0):
        histogram.observe(seconds)
    samples = {
        sample.labels.get("le", sample.name): sample.value
        for sample in histogram.family("h", "text").samples
    }
    assert samples["0.001"] == 2
    assert samples["0.0025"] == samples["10.0"] == 3
    assert samples["+Inf"] == samples["h_count"] == 4
    assert samples["h_sum"] == pytest.approx(1000.0035)
