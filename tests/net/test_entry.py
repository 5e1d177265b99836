"""Whose word counts of where a request comes from, and from which page."""

import pytest

from tablehall.net.entry import Entry, plain
from tablehall.settings import Settings, SettingsError, entry_of

BEHIND = entry_of(Settings(proxies=["10.0.0.0/8", "2001:db8:1::/48"]))


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.7, 10.0.0.2,10.0.0.3", "198.51.100.7"),
        ("10.0.0.1", "10.1.1.1, 10.0.0.2", "10.1.1.1"),
        ("10.0.0.1", "198.51.100.7, unknown", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.7, unknown, 10.0.0.2", "10.0.0.2"),
        ("::ffff:10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1::1", "[2001:db8:2::7]:443", "2001:db8:2::7"),
    ],
)
def test_proxies_are_believed_from_the_last_to_the_first_that_is_none_of_ours(
    peer: str, forwarded: str, found: str
) -> None:
    assert BEHIND.address(peer, forwarded) == found
    assert Entry().address(peer, forwarded) == peer, "nobody is believed unless it is set"


@pytest.mark.parametrize(
    ("said", "address"),
    [
        (" 192.0.2.7 ", "192.0.2.7"),
        ("192.0.2.7:8080", "192.0.2.7"),
        ('"[2001:DB8::7]"', "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("192.0.2.256", ""),
        ("hidden", ""),
        ("", ""),
    ],
)
def test_an_address_is_read_with_and_without_its_port(said: str, address: str) -> None:
    assert plain(said) == address


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Settings(proxies=["10.0.0.0/33"]), "proxies: '10.0.0.0/33'"),
        (Settings(proxies=["nginx"]), "say addresses or networks like 10.0.0.0/8"),
        (Settings(origins=["games.example.org"]), "origins: 'games.example.org' is none"),
        (Settings(origins=["https://games.example.org/"]), "say one like https://games.example.org."),
        (Settings(origins=["*"]), "origins: '*' is none"),
    ],
)
def test_settings_that_make_no_sense_are_refused_in_words(settings: Settings, says: str) -> None:
    with pytest.raises(SettingsError) as refused:
        entry_of(settings)
    assert says in str(refused.value)
