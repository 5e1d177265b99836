"""Figures: what `/metrics` shows, gathered when it is asked for."""

import asyncio
import platform
from collections.abc import Collection, Iterator

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from tablehall import __version__
from tablehall.net.admin.views import open_connections, tables_by_game
from tablehall.net.pipeline import Pipeline


class Gathered(Collector):
    """What was gathered a moment ago."""

    def __init__(self, metrics: list[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> list[Metric]:
        """All of it."""
        return self._metrics


class Figures:
    """Everything that is measured of a hall."""

    def __init__(self, pipeline: Pipeline, doors: Collection[str]) -> None:
        self._pipeline, self._doors = pipeline, doors
        pipeline.latency.expect(doors, "/metrics")
        self._process = ProcessCollector(registry=None)  # finds nothing where there is no /proc

    async def text(self) -> bytes:
        """All of it, as Prometheus wants it. The hall is looked at here, at one moment; nobody waits until
        the open files are counted and everything is written out."""
        latency, stalls = self._pipeline.latency, self._pipeline.stalls
        gathered = [*self.collect(), *latency.collect(), *stalls.collect()]
        return await asyncio.to_thread(self._written, gathered)

    def _written(self, gathered: list[Metric]) -> bytes:
        registry = CollectorRegistry()
        for collector in (Gathered(gathered), self._process):
            registry.register(collector)
        return generate_latest(registry)

    def collect(self) -> Iterator[Metric]:
        """What the hall itself knows."""
        pipeline, hall = self._pipeline, self._pipeline.hall
        yield self._build()
        tables = GaugeMetricFamily("tablehall_tables", "Tables in memory", labels=["status"])
        for status in ("waiting", "playing", "finished"):
            counted = [by_status.get(status, 0) for by_status in tables_by_game(hall).values()]
            tables.add_metric([status], sum(counted))
        yield tables
        yield GaugeMetricFamily("tablehall_people", "People known", value=len(hall.people.by_id))
        yield GaugeMetricFamily("tablehall_people_here", "People here", value=len(hall.people.by_conn))
        here = sum(open_connections(pipeline, self._doors).values())
        yield GaugeMetricFamily("tablehall_open_connections", "Connections", value=here)
        yield GaugeMetricFamily("tablehall_alarms", "Deadlines set", value=len(hall.alarms))
        refused = CounterMetricFamily(
            "tablehall_shares_refused", "More than a share was wanted", labels=["why"]
        )
        for why, count in hall.shares.refused.items():
            refused.add_metric([why.code], count)
        yield refused
        for name, gauge in pipeline.gauges.items():
            yield GaugeMetricFamily(f"tablehall_{name}", name.replace("_", " "), value=gauge())
        for name, count in sorted(pipeline.counts.items()):
            yield CounterMetricFamily(f"tablehall_{name}", name.replace("_", " "), value=count)

    def _build(self) -> Metric:
        """What runs here."""
        about = {
            "version": __version__,
            "python": platform.python_version(),
            "implementation": platform.python_implementation(),
            "system": platform.system(),
            "loop": type(self._pipeline.loop).__module__.partition(".")[0],
        }
        return InfoMetricFamily("tablehall_build", "What runs here", value=about)
