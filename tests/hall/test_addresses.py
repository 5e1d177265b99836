"""What counts as one caller."""

import pytest

from tablehall.hall.addresses import NEAR, networks, share_of, within


@pytest.mark.parametrize(
    ("address", "share"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("local", "local"),
    ],
)
def test_an_ipv6_network_counts_as_one_caller(address: str, share: str) -> None:
    assert share_of(address) == share


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "10.2.3.4", "172.31.0.1", "fd00::1"])
def test_this_machine_and_private_networks_are_near(address: str) -> None:
    assert within(address, NEAR)
    assert within(f"::ffff:{address}", NEAR) or ":" in address


@pytest.mark.parametrize("address", ["172.32.0.1", "8.8.8.8", "2001:db8::1", "local", ""])
def test_the_internet_is_not(address: str) -> None:
    assert not within(address, NEAR)


def test_networks_are_read_as_people_write_them() -> None:
    assert within("198.51.100.9", networks([" 198.51.100.0/24 "]))
    assert not within("198.51.101.9", networks(["198.51.100.0/24", "203.0.113.5"]))
    assert within("203.0.113.5", networks(["203.0.113.5"]))
    with pytest.raises(ValueError, match="kitchen"):
        networks(["kitchen"])
