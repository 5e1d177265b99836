"""How the bytes of a client are read, and what a scenario does to a conversation."""

import pytest

from tablehall.client import frames
from tablehall.conformance.clients.framing import Lines, Message, WebSocket, unmasked
from tablehall.conformance.clients.scenario import Adds, Answers, Cuts, Disturbance, Inserts, Loses, Repeats
from tablehall.conformance.clients.script import Script, Sent


def opened() -> WebSocket:
    """A WebSocket after a proper handshake."""
    framing = WebSocket()
    (head,) = framing.from_client(frames.upgrade("/"))
    assert head == Message(frames.upgrade("/"))
    return framing


def test_lines_in_any_segments() -> None:
    lines = Lines()
    assert lines.from_client(b"0|CON") == []
    assert [message.text for message in lines.from_client(b"NECT|anna\n1|PING\n2|")] == [
        "0|CONNECT|anna",
        "1|PING",
    ]
    assert "has no \\n at its end" in lines.rest()
    assert lines.from_client(b"PING\r\n") == [
        Message(b"2|PING\r\n", "2|PING", "there is a \\r before the \\n at its end")
    ]
    assert not lines.rest()
    assert lines.from_client(b"\xff\n")[0].wrong == "it is no UTF-8"
    assert lines.from_server(b"450\n100\n") == [Message(b"450\n", "450"), Message(b"100\n", "100")]


@pytest.mark.parametrize("size", [5, 300, 70000])
def test_frames_in_any_segments(size: int) -> None:
    framing, frame = opened(), frames.masked(b"x" * size)
    assert framing.from_client(frame[:1]) == []
    assert framing.from_client(frame[1:4]) == []
    assert framing.rest() == "the last frame is not complete"
    assert framing.from_client(frame[4:]) == [Message(frame, "x" * size)]
    head = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
    down = unmasked(b"y" * size, frames.TEXT)
    assert framing.from_server(head[:9]) == []
    assert framing.from_server(head[9:] + down) == [Message(head), Message(down, "y" * size)]
    assert framing.pack("y" * size) == down


def test_what_has_no_end_is_not_waited_for() -> None:
    lines, framing = Lines(), opened()
    (endless,) = lines.from_client(b"x" * 2_000_000)
    assert endless.wrong == "there is no \\n in 2000000 bytes"
    assert [message.text for message in lines.from_client(b"0|PING\n")] == ["0|PING"]
    (endless,) = framing.from_client(b"\x81\xff\x00\x00\x00\x00\x7f\xff\xff\xff" + b"x" * 2_000_000)
    assert endless.wrong == "a frame of more than 2000010 bytes"


def test_a_message_in_several_frames_with_a_pong_in_between() -> None:
    framing = opened()
    parts = [
        frames.masked(b'{"type":', last=False),
        frames.masked(b"1", frames.PONG),
        frames.masked(b'"PING"}', frames.CONTINUATION),
    ]
    pong, whole = framing.from_client(b"".join(parts))
    assert (pong.text, pong.control) == (None, frames.PONG)
    assert whole == Message(parts[0] + parts[2], '{"type":"PING"}')


def test_what_is_wrong_with_a_frame() -> None:
    framing = opened()
    assert framing.from_client(unmasked(b"{}", frames.TEXT))[0].wrong == "the frame is not masked"
    assert framing.from_client(frames.masked(b"{}", frames.BINARY))[0].wrong == "it is no text message"
    assert framing.from_client(frames.masked(b"\xff"))[0].wrong == "it is no UTF-8"


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("GET / ", "POST / ", "the handshake begins with 'POST / HTTP/1.1'"),
        ("Version: 13", "Version: 8", "the handshake has no good sec-websocket-version"),
        ("Upgrade: websocket", "Upgrade: tcp", "the handshake has no good upgrade"),
        ("Host: hall\r\n", "", "the handshake has no good host"),
    ],
)
def test_what_is_wrong_with_a_handshake(old: str, new: str, wrong: str) -> None:
    head = frames.upgrade("/").decode().replace(old, new).encode()
    assert WebSocket().from_client(head)[0].wrong == wrong
    answer = WebSocket().from_server(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    assert answer[0].wrong == "the server does not make it a WebSocket"


def script(*disturbs: Disturbance) -> Script:
    """Disturbances of messages whose kind is their first letter."""
    return Script(disturbs, lambda text: text[:1])


def told(of: Script, text: str) -> list[str]:
    """What the client hears of a message."""
    return [sent.text for sent in of.from_server(text)]


def test_disturbances_mean_a_kind_of_message_and_one_of_them() -> None:
    of = script(Loses("a", 2), Inserts("b", 0, "more"), Repeats("c", after=0.5))
    assert [told(of, "a") for _ in range(3)] == [["a"], [], ["a"]]
    assert [told(of, "b") for _ in range(2)] == [["b", "more"]] * 2
    assert [sent.after for sent in of.from_server("c")] == [0.0, 0.5]
    assert of.from_client("a") is None


def test_an_answer_is_given_instead_of_the_server() -> None:
    of = script(Answers("a", 1, "no"))
    assert of.from_client("a") == [Sent("no", scripted=True)]
    assert of.from_client("a") is None


def test_a_cut_and_one_more_key() -> None:
    of = script(Adds(keys={"mood": 1}), Cuts("{", 2))
    assert told(of, '{"a":1}') == ['{"a": 1, "mood": 1}']
    assert not of.cut
    of.from_server('{"a":1}')
    assert of.cut
