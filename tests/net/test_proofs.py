"""Proof of address: what is sent to somebody far away before they have shown that they are there."""

import pytest

from tablehall.hall.addresses import networks
from tablehall.net import proofs
from tablehall.net.proofs import BOUGHT, SHARE, SILENCE, STRANGERS, TOKENS, Proofs

FAR = ("203.0.113.7", 4000)
NOW = 1_700_000_000_000


def sent(known: Proofs, addr: tuple[str, int], now: int = NOW, size: int = 100) -> int:
    """How many datagrams of a size an address is sent before no more is."""
    count = 0
    while count < 1000 and known.pays(addr, size, now):
        count += 1
    return count


def proven(addr: tuple[str, int] = FAR) -> Proofs:
    known = Proofs()
    assert known.registers(addr, NOW)
    known.expect(addr, "token")
    assert known.heard(addr, "token", NOW)
    return known


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd00::1", "::ffff:10.0.0.1"]
)
def test_who_is_near_is_believed(host: str) -> None:
    known = Proofs()
    assert known.sure((host, 1), NOW)
    assert sent(known, (host, 1)) == 1000


@pytest.mark.parametrize(
    "host", ["203.0.113.7", "2001:db8::1", "::ffff:203.0.113.7", "172.32.0.1", "nonsense"]
)
def test_who_is_far_is_sent_nothing_before_they_register_and_then_a_kilobyte(host: str) -> None:
    known = Proofs()
    assert sent(known, (host, 1)) == 0
    assert known.registers((host, 1), NOW)
    assert sent(known, (host, 1)) == BOUGHT // 100
    assert known.pays((host, 1), BOUGHT % 100, NOW)
    assert not known.pays((host, 1), 1, NOW)


def test_what_was_not_used_up_is_not_saved() -> None:
    known = Proofs()
    for _ in range(10):
        assert known.registers(FAR, NOW)
    assert sent(known, FAR) == BOUGHT // 100


def test_networks_can_be_trusted() -> None:
    known = Proofs(networks(["203.0.113.0/24", "2001:db8::/32"]))
    assert known.sure(FAR, NOW)
    assert known.sure(("2001:db8:1::1", 1), NOW)
    assert not known.sure(("203.0.114.7", 1), NOW)


def test_a_token_is_good_only_where_it_was_sent() -> None:
    known, other = Proofs(), (FAR[0], 4001)
    for addr in (FAR, other):
        assert known.registers(addr, NOW)
    known.expect(FAR, "token")
    assert not known.heard(other, "token", NOW)
    assert not known.heard(FAR, "", NOW)
    assert known.heard(FAR, "token", NOW)
    assert known.sure(FAR, NOW)
    assert not known.sure(other, NOW)


def test_one_of_the_latest_tokens_will_do() -> None:
    """In a fast contest an answer from afar is always one to an invitation before the last."""
    known = Proofs()
    assert known.registers(FAR, NOW)
    for n in range(TOKENS + 1):
        known.expect(FAR, f"token{n}")
    assert not known.heard(FAR, "token0", NOW)
    assert known.heard(FAR, "token1", NOW)


def test_who_never_registered_can_prove_nothing() -> None:
    known = Proofs()
    known.expect(FAR, "token")
    assert not known.heard(FAR, "token", NOW)


def test_a_proof_lapses_in_silence_and_can_be_given_again() -> None:
    known = proven()
    assert known.sure(FAR, NOW + SILENCE)
    known.expect(FAR, "another")
    assert not known.sure(FAR, NOW + SILENCE + 1)
    assert sent(known, FAR, NOW + SILENCE + 1) == BOUGHT // 100, "what was bought and not needed"
    assert known.heard(FAR, "another", NOW + SILENCE + 2)
    assert known.sure(FAR, NOW + 2 * SILENCE)


def test_only_tokens_keep_a_proof_alive() -> None:
    """Who once was there could go on in the name of whoever is there now."""
    known = proven()
    assert known.heard(FAR, "anything", NOW + SILENCE)
    assert not known.heard(FAR, "anything", NOW + SILENCE + 1)


def test_all_ports_of_an_address_together_are_sent_only_so_much() -> None:
    known = Proofs()
    everything = 0
    for port in range(200):
        assert known.registers((FAR[0], port), NOW)
        everything += sent(known, (FAR[0], port))
    assert everything * 100 <= SHARE[1] + 100
    assert known.registers(("203.0.113.8", 1), NOW)
    assert sent(known, ("203.0.113.8", 1)) == BOUGHT // 100
    later = 10_000
    for port in range(200):
        assert known.registers((FAR[0], port), NOW + later)
        everything += sent(known, (FAR[0], port), NOW + later)
    assert everything * 100 <= SHARE[1] + later // 1000 * SHARE[0] + 200


def test_only_so_many_registrations_from_afar_are_taken_whosever_they_seem_to_be() -> None:
    known = proven()
    taken = sum(known.registers((f"198.51.{n >> 8}.{n & 255}", 1), NOW) for n in range(5_000))
    assert taken == STRANGERS[1] - 1
    assert known.registers(FAR, NOW)
    assert known.registers(("127.0.0.1", 1), NOW)
    assert known.registers(("198.51.100.1", 1), NOW + 1000)


def test_so_many_addresses_are_known_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "KNOWN", 10)
    known = proven()
    for n in range(40):
        assert known.registers((f"198.51.100.{n}", 1), NOW)
    assert len(known._doubtful) == 10
    assert len(known._near) <= 10
    assert known.sure(FAR, NOW), "who has proven to be there is not driven out"
    for n in range(40):
        addr = (f"198.51.100.{n}", 2)
        assert known.registers(addr, NOW)
        known.expect(addr, "token")
        assert known.heard(addr, "token", NOW)
    assert len(known._proven) == 10
