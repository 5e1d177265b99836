"""Who is in the way of a door is whoever holds its port: not whoever has one of the same number elsewhere."""

import os
import socket

import pytest

from tablehall.ports import port_holder
from tablehall.protocols import all_doors

PIPES, MIA = all_doors()["pipes"], all_doors()["mia"]
US = f"(process {os.getpid()})"


@pytest.mark.parametrize("host", ["127.0.0.1", "", "0.0.0.0"])
def test_who_listens_there_is_named(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        assert US in port_holder(PIPES, host, holder.getsockname()[1])


def test_who_listens_everywhere_is_in_everybodys_way() -> None:
    with socket.create_server(("", 0)) as holder:
        assert US in port_holder(PIPES, "127.0.0.1", holder.getsockname()[1])


def test_who_listens_at_another_address_is_not() -> None:
    with socket.create_server(("127.0.0.2", 0)) as holder:
        assert port_holder(PIPES, "127.0.0.1", holder.getsockname()[1]) == ""


def test_who_only_calls_from_such_a_port_is_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as caller:
        caller.connect(server.getsockname())
        assert port_holder(PIPES, "127.0.0.1", caller.getsockname()[1]) == ""


def test_datagrams_and_streams_are_not_in_each_others_way() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as holder:
        holder.bind(("127.0.0.1", 0))
        port = holder.getsockname()[1]
        assert US in port_holder(MIA, "127.0.0.1", port)
        assert port_holder(PIPES, "127.0.0.1", port) == ""


def test_a_host_that_is_none_is_in_nobodys_way_for_sure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        assert US in port_holder(PIPES, "no such host", holder.getsockname()[1])
