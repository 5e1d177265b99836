"""What lies in `deploy/` fits the program: its options, its doors and its metrics."""

import importlib
import json
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import typer
from prometheus_client.parser import text_string_to_metric_families

from tablehall.cli.commands import app
from tablehall.server import all_doors
from tablehall.settings import read_settings
from tablehall_lab.services.nats import running_nats
from tablehall_lab.services.nodes import running_nodes
from tablehall_lab.services.postgres import running_postgres

yaml: Any = importlib.import_module("yaml")  # it has no hints
ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PAGES = [
    DEPLOY / "grafana/tablehall.json",
    DEPLOY / "prometheus/alerts.yaml",
    *sorted((ROOT / "docs/operating").glob("*.md")),
]


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "cluster/compose.yaml").read_text())


@pytest.fixture(scope="module")
def board() -> Any:
    return json.loads((DEPLOY / "grafana/tablehall.json").read_text())


@pytest.fixture(scope="module")
def rules() -> Any:
    (group,) = yaml.safe_load((DEPLOY / "prometheus/alerts.yaml").read_text())["groups"]
    return group["rules"]


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The names of all series of a node at which nothing has happened yet, with their labels."""
    folder = tmp_path_factory.mktemp("node")
    with (
        running_postgres() as postgres,
        running_nats() as nats,
        running_nodes(["alpha"], folder, postgres.new_hall(), nats.urls) as (node,),
    ):
        host, port = node.doors["house"]
        with urllib.request.urlopen(f"http://{host}:{port}/metrics", timeout=30) as answer:
            text = answer.read().decode()
    families = text_string_to_metric_families(text)
    return {sample.name: set(sample.labels) for family in families for sample in family.samples}


@pytest.fixture(scope="module")
def shown(labels: dict[str, set[str]]) -> set[str]:
    """The names of all metrics."""
    return labels.keys() | set(map(of_histogram, labels))


def of_histogram(name: str) -> str:
    """The name of a histogram by that of one of its series."""
    return re.sub(r"_seconds_(bucket|count|sum)$", "_seconds", name)


def of_the_disk() -> set[str]:
    """What only a hall that keeps everything in a folder shows."""
    source = (ROOT / "src/tablehall/net/disk.py").read_text()
    return {f"tablehall_{name}" for name in re.findall(r'gauges\["(\w+)"\] =', source)}


def counted() -> set[str]:
    """Counters that show when something is counted for the first time."""
    sources = [*(ROOT / "src/tablehall/net").glob("*.py"), *(ROOT / "src/tablehall/cluster").glob("*.py")]
    found = {name for path in sources for name in re.findall(r'counts\["(\w+)"\] \+=', path.read_text())}
    return {f"tablehall_{name}_total" for name in found}


# The nodes.


def nodes(compose: Any) -> dict[str, Any]:
    return {name: about for name, about in compose["services"].items() if "build" in about}


def test_the_nodes_are_started_with_options_that_there_are(compose: Any) -> None:
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    flags = {flag for option in serve.params for flag in option.opts}
    variables = {option.envvar for option in serve.params}
    assert len(nodes(compose)) == 3
    for about in nodes(compose).values():
        command, *words = about["command"]
        assert command == "serve"
        assert {word.partition("=")[0] for word in words if word.startswith("-")} <= flags
        assert set(about["environment"]) <= variables
        (mounted,) = about["volumes"]
        file, inside, _ = mounted.split(":")
        assert inside == words[words.index("--config") + 1]
        assert set(read_settings(DEPLOY / "cluster" / file).doors) < set(all_doors())


def test_every_node_has_a_name_of_its_own_and_the_same_hall(compose: Any) -> None:
    abouts = [about["environment"] for about in nodes(compose).values()]
    assert len({about["TABLEHALL_NODE"] for about in abouts}) == len(abouts)
    assert len({(about["TABLEHALL_JOIN"], about["TABLEHALL_DATABASE"]) for about in abouts}) == 1
    servers = re.findall(r"nats://(\w+):", abouts[0]["TABLEHALL_JOIN"])
    assert servers == [name for name in compose["services"] if name.startswith("nats")]


def test_whoever_is_waited_for_is_there(compose: Any) -> None:
    services = compose["services"]
    for about in services.values():
        for name, how in about.get("depends_on", {}).items():
            assert name in services
            if how["condition"] == "service_healthy":  # the nodes' check stands in the Dockerfile
                assert "healthcheck" in services[name] or name in nodes(compose)


# The balancer.


def test_the_balancer_leads_to_every_door_of_every_node(compose: Any) -> None:
    text = (DEPLOY / "cluster/balancer.conf").read_text()
    upstreams = {
        name: set(re.findall(r"server (\w+):(\d+) ", body))
        for name, body in re.findall(r"upstream (\w+) \{(.*?)\n    \}", text, re.DOTALL)
    }
    led = {}
    for listen, target in re.findall(r"listen (\d+(?: udp)?);.*?proxy_pass (\w+);", text, re.DOTALL):
        port = listen.partition(" ")[0]
        assert upstreams[target] == {(node, port) for node in nodes(compose)}
        led[int(port)] = "udp" in listen
    assert led == {door.port: door.transport == "datagrams" for door in all_doors().values()}
    published = [port.partition("/") for port in compose["services"]["balancer"]["ports"]]
    assert {int(port.split(":")[1]): kind == "udp" for port, _, kind in published} == led
    assert text.count("{") == text.count("}")


# Watching.


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_metric_that_is_named_exists(page: Path, shown: set[str]) -> None:
    named = set(re.findall(r"\b(?:tablehall|process)_(?!lab\b)\w+", page.read_text()))
    assert not named - shown - counted() - of_the_disk()


def test_every_label_that_is_named_exists(board: Any, rules: Any, labels: dict[str, set[str]]) -> None:
    asked = [(t["expr"], t["legendFormat"]) for panel in board["panels"] for t in panel["targets"]]
    asked += [(rule["expr"], rule["annotations"]["summary"]) for rule in rules]
    for query, words in asked:
        names = re.findall(r"\b(?:tablehall|process)_\w+", re.sub(r"\{[^}]*\}", "", query))
        known = {"instance", "job"}.union(*(labels.get(name, set()) for name in names))
        selected = re.findall(r"[{,]\s*(\w+)\s*[=!]", query)
        grouped = re.findall(r"\w+", " ".join(re.findall(r"\b(?:by|on) \(([^)]*)\)", query)))
        told = re.findall(r"\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}", words)
        assert {*selected, *grouped, *told} <= known, query


def test_every_metric_is_explained(shown: set[str]) -> None:
    """Those of the process are the same wherever Prometheus is used: they are named together."""
    pages = "".join(page.read_text() for page in PAGES if page.suffix == ".md")
    explained = set(re.findall(r"^\| (`.*?) \|", pages, re.MULTILINE))
    rows = " ".join(explained)
    wanted = {
        of_histogram(name) for name in shown | counted() | of_the_disk() if name.startswith("tablehall_")
    }
    assert not {name for name in wanted if not re.search(rf"`{name}\b", rows)}
    assert "`process_" in rows


def test_no_counter_of_a_node_is_missing_on_the_dashboard(board: Any, shown: set[str]) -> None:
    queries = json.dumps(board["panels"])
    wanted = {of_histogram(name) for name in shown | counted() if name.startswith("tablehall_")}
    assert not {name for name in wanted if not re.search(rf"\b{name}(_bucket)?\b", queries)}


def test_no_two_panels_are_in_the_same_place(board: Any) -> None:
    taken = [
        (x, y)
        for panel in board["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(taken) == len(set(taken))
    assert max(x for x, _ in taken) < 24
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_every_question_is_complete(board: Any, rules: Any) -> None:
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    for query in (*asked, *(rule["expr"] for rule in rules)):
        assert "tablehall" in query
        for opening, closing in ("()", "[]", "{}"):
            assert query.count(opening) == query.count(closing), query


def test_every_alarm_says_what_is_wrong(rules: Any) -> None:
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in ("page", "warn")
        assert rule["annotations"]["summary"].endswith((".", "?"))
