"""Figures of a server for Prometheus: what it has answered, and how much it has to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

import oddsmith
from oddsmith.table.server.service import Tables
from oddsmith.web.compute.worker_pool import WorkerPool

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER: Final = "other"


class Figures:
    """The figures of one server. under_way: requests that are being answered, streams among them."""

    def __init__(self, tables: Tables | None, pools: Mapping[str, WorkerPool]) -> None:
        self.under_way = 0
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a time beside each figure, of little use
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "oddsmith_requests", "Requests that were answered.", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "oddsmith_request_seconds",
            "Seconds until an answer begins.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._registry.register(_Now(tables, pools))
        self.gauge("oddsmith_requests_under_way", "Requests being answered, streams among them.", self._under_way)
        version = Gauge("oddsmith_version", "The version that runs.", ("version",), registry=self._registry)
        version.labels(oddsmith.__version__).set(1)

    def _under_way(self) -> float:
        return self.under_way

    def gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a figure that is looked up when somebody asks."""
        Gauge(name, help_text, registry=self._registry).set_function(value)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request. route: as declared, with {table} for every table; empty where there is none."""
        method = method if method in _METHODS else _OTHER
        self._requests.labels(method, route or _OTHER, str(status)).inc()
        self._seconds.labels(route or _OTHER).observe(seconds)

    def text(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self._registry)


class _Now(Collector):
    """Figures that others keep, read when somebody asks."""

    def __init__(self, tables: Tables | None, pools: Mapping[str, WorkerPool]) -> None:
        self._tables = tables
        self._pools = pools

    def collect(self) -> Iterable[Metric]:
        """Yield each figure."""
        busy = GaugeMetricFamily("oddsmith_jobs_running", "Computations under way.", labels=["pool"])
        waiting = GaugeMetricFamily("oddsmith_jobs_waiting", "Computations that wait for a process.", labels=["pool"])
        jobs = CounterMetricFamily("oddsmith_jobs", "Computations that ended, and how.", labels=["pool", "how"])
        for name, pool in self._pools.items():
            busy.add_metric([name], pool.running)
            waiting.add_metric([name], pool.waiting)
            for how, number in pool.ended.items():
                jobs.add_metric([name, how], number)
        yield from (busy, waiting, jobs)
        if self._tables is None:
            return
        now = self._tables.figures
        yield GaugeMetricFamily("oddsmith_tables", "Tables in memory.", now["tables"])
        yield GaugeMetricFamily("oddsmith_listeners", "Pages that listen at tables.", now["listeners"])
        yield GaugeMetricFamily("oddsmith_commands_waiting", "Commands that wait to be written.", now["waiting"])
        events = CounterMetricFamily("oddsmith_events", "Events of tables put on disk.", labels=["kind"])
        for kind, number in self._tables.written.items():
            events.add_metric([kind], number)
        yield events
