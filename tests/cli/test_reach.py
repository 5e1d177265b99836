"""Who can come in is said in words when a hall opens."""

import socket
from pathlib import Path

import pytest

from tablehall.cli import reach
from tablehall.cli.reach import LIMIT_IT, PAGE, who_can_come_in

ROOT = Path(__file__).parents[2]


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """What this machine is called by others: at home."""
    own = {4: "192.168.1.20", 6: ""}
    monkeypatch.setattr(reach, "own_address", own.__getitem__)
    return own


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_this_machine_only(host: str) -> None:
    assert who_can_come_in([host]) == ["Only this machine can come in."]


def test_everybody_in_the_network_by_the_name_of_the_machine(own: dict[int, str]) -> None:
    called = f"under {socket.gethostname()} instead of 127.0.0.1"
    for host in ("0.0.0.0", "", "::"):
        assert who_can_come_in([host]) == [f"Everybody in your network can come in, {called}.", LIMIT_IT]


@pytest.mark.parametrize("host", ["10.1.2.3", "192.168.1.20", "fd00::1", "169.254.3.4"])
def test_everybody_in_the_network_by_the_address_that_was_set(host: str) -> None:
    assert who_can_come_in([host]) == ["Everybody in your network can come in.", LIMIT_IT]


@pytest.mark.parametrize("host", ["8.8.8.8", "2001:4860:4860::8888"])
def test_a_public_address_names_the_page(host: str) -> None:
    warning, limit = who_can_come_in([host])
    assert warning.startswith(f"Everybody on the internet can come in (by {host})")
    assert warning.endswith(f"nothing is encrypted: read {PAGE}.")
    assert limit == LIMIT_IT
    assert (ROOT / PAGE).exists()


def test_listening_everywhere_on_a_machine_that_is_on_the_internet(own: dict[int, str]) -> None:
    own[6] = "2001:4860:4860::8888"
    assert "in your network" in who_can_come_in(["0.0.0.0"])[0]  # nobody comes in that way
    own[4] = "8.8.4.4"
    assert "(by 8.8.4.4)" in who_can_come_in(["0.0.0.0"])[0]
    assert "(by 2001:4860:4860::8888, 8.8.4.4)" in who_can_come_in(["0.0.0.0", "::"])[0]


def test_one_open_door_is_enough(own: dict[int, str]) -> None:
    assert "in your network" in who_can_come_in(["127.0.0.1", "10.0.0.1"])[0]


@pytest.mark.parametrize("version", [4, 6])
def test_the_machine_knows_its_own_address(version: int) -> None:
    found = reach.own_address(version)
    assert not found or found in reach.addresses(found)
