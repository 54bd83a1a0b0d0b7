"""Metrics of one process for Prometheus, at `/metrics`.

While the service runs, only plain numbers are counted. The client library is imported, and the text
written, when metrics are asked for.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec
from fastapi import APIRouter, Request, Response

from azulejos.server.errors import ServiceError
from azulejos.session.messages import MoveEntry
from azulejos.version import __version__

if TYPE_CHECKING:
    from prometheus_client.core import HistogramMetricFamily, Metric

    from azulejos.server.hub import Hub
    from azulejos.session import Row

router = APIRouter()
#: Upper bounds of the histograms' buckets in seconds.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
#: Headers by which a proxy tells that a request is not its own.
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


class Histogram:
    """Numbers of durations by bucket, and their sum."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def family(self, name: str, text: str) -> HistogramMetricFamily:
        """The histogram in the client library's form, where counts are cumulative."""
        from prometheus_client.core import HistogramMetricFamily

        buckets, total = list[tuple[str, float]](), 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            total += count
            buckets.append((bound, total))
        family = HistogramMetricFamily(name, text)
        family.add_metric([], buckets, self.sum)
        return family


class Metrics:
    """What happened in this process since its start."""

    def __init__(self) -> None:
        #: Moves by game, and by "person" or "bot".
        self.moves: Counter[tuple[str, str]] = Counter()
        #: Refused messages and requests by code.
        self.refusals: Counter[str] = Counter()
        self.commands = Histogram()
        self.commits = Histogram()
        self.loads = Histogram()
        self.bots = Histogram()
        self.batches = 0
        #: WebSockets "given" to other processes, and "taken" from them.
        self.handovers: Counter[str] = Counter()
        self.errors = ErrorCounter()

    def count_moves(self, game: str, rows: Iterable[Row]) -> None:
        """Count the moves among committed rows."""
        for row in rows:
            if isinstance(row.entry, MoveEntry):
                by = "person" if row.entry.bot is msgspec.UNSET else "bot"
                self.moves[game, by] += 1


class ErrorCounter(logging.Handler):
    """Counts logged errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, _record: logging.LogRecord) -> None:
        """Count a record."""
        self.count += 1


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Metrics in the text format of Prometheus; see `Settings.metrics` for who may read them."""
    hub: Hub = request.app.state.hub
    if not _may_read(request, hub.settings.metrics):
        raise ServiceError("no-such-page")
    library = await asyncio.to_thread(import_module, "prometheus_client")
    registry = library.CollectorRegistry()
    library.ProcessCollector(registry=registry)
    waiting = await asyncio.to_thread(request.app.state.reviews.store.waiting)
    queues = {
        "analyses_waiting": request.app.state.analyses.pool.waiting,
        "analyses_running": request.app.state.analyses.pool.running,
        "reviews_waiting": waiting,
        "reviews_running": request.app.state.reviews.pool.running,
    }
    registry.register(_Collector(hub, queues))
    text: bytes = library.generate_latest(registry)
    return Response(text, media_type=library.CONTENT_TYPE_LATEST)


def _may_read(request: Request, readers: str) -> bool:
    """Whether a client may read the metrics: all, none, or those on this machine itself."""
    if readers != "local":
        return readers == "all"
    host = request.client.host if request.client else ""
    try:
        local = ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
    return local and not any(name in request.headers for name in FORWARDED)


class _Collector:
    """Hands the numbers to the client library."""

    def __init__(self, hub: Hub, queues: Mapping[str, int]) -> None:
        self._hub = hub
        self._queues = queues

    def collect(self) -> Iterator[Metric]:
        """All metrics of the service."""
        yield from self._now()
        yield from self._counted()
        yield from self._durations()

    def _now(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily

        hub = self._hub
        name = hub.cluster.name if hub.cluster else ""
        yield InfoMetricFamily(
            "azulejos", "This process.", value={"version": __version__, "member": name}
        )
        pool = hub.pool
        thinking = min(pool.pending, pool.threads)
        others = len(hub.cluster.members) if hub.cluster else 0
        for metric, text, value in (
            ("tables", "Tables in memory.", len(hub.tables)),
            (
                "connections",
                "Connected clients.",
                sum(len(live.connections) for live in hub.tables),
            ),
            ("bots_thinking", "Searches that run.", thinking),
            ("bots_waiting", "Searches that wait for a thread.", pool.pending - thinking),
            ("loop_lag_seconds", "Lateness of the event loop.", hub.workload.lag),
            ("processes", "Processes known on this database, this one included.", 1 + others),
        ):
            yield GaugeMetricFamily(f"azulejos_{metric}", text, value=value)
        for metric, number in self._queues.items():
            what, state = metric.split("_")
            text = f"{what.capitalize()} that {'wait' if state == 'waiting' else 'run'}."
            yield GaugeMetricFamily(f"azulejos_{metric}", text, value=number)

    def _counted(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily

        counted = self._hub.metrics
        moves = CounterMetricFamily("azulejos_moves", "Moves.", labels=["game", "by"])
        for (game, by), count in counted.moves.items():
            moves.add_metric([game, by], count)
        yield moves
        refusals = CounterMetricFamily(
            "azulejos_refusals", "Refused messages and requests.", labels=["code"]
        )
        for code, count in counted.refusals.items():
            refusals.add_metric([code], count)
        yield refusals
        handovers = CounterMetricFamily(
            "azulejos_handovers", "WebSockets passed between processes.", labels=["direction"]
        )
        for direction in ("given", "taken"):
            handovers.add_metric([direction], counted.handovers[direction])
        yield handovers
        links = self._hub.links
        for metric, text, value in (
            ("errors", "Logged errors.", counted.errors.count),
            ("written_changes", "Changes of tables that were written.", counted.batches),
            ("reconnects", "Lost connections for notices.", links.losses if links else 0),
        ):
            yield CounterMetricFamily(f"azulejos_{metric}", text, value=value)

    def _durations(self) -> Iterator[Metric]:
        counted = self._hub.metrics
        for name, text, histogram in (
            ("command", "From a command's arrival until all here are informed.", counted.commands),
            ("commit", "Transactions that write.", counted.commits),
            ("load", "Loading a table from the database.", counted.loads),
            ("bot", "From a bot's turn to its choice.", counted.bots),
        ):
            yield histogram.family(f"azulejos_{name}_seconds", text)
