"""What seven public programs and their server said to each other, recorded: we speak the same."""

import re
from pathlib import Path

from tablehall.protocols.mia import dialects
from tablehall.protocols.mia.dialects import MAEXCHEN
from tablehall.protocols.mia.words import DICE, move_from

RECORDING = Path(__file__).parents[2] / "data" / "mia-maexchen-7bots.txt"
LINE = re.compile(r" +[\d.]+ +(\S+) -> (\S+) +(.*)")
TOKEN = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
SHAPES = {
    "token": TOKEN,
    "game": TOKEN,
    "number": r"\d+",
    "players": r"\w+(,\w+)*",
    "names": r"\w+(,\w+)*",
    "name": r"\w+",
    "dice": r"[1-6],[1-6]",
    "why": "NO_PLAYERS|ONLY_ONE_PLAYER",
    "reason": "[A-Z_]+",
    "points": r"(\w+:\d+(,\w+:\d+)*)?",
}
SAID = ["starting", "started", "canceled", "your_turn", "rolls", "rolled", "announced", "wants_to_see",
        "actual_dice", "lost", "score", "registered"]  # fmt: skip


def recorded() -> list[tuple[str, str, str]]:
    """Who said what to whom."""
    lines = RECORDING.read_text().splitlines()[1:]
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found)
    return [(line[1], line[2], line[3]) for line in found if line]


def shape(template: str) -> re.Pattern[str]:
    """What a message of our dialect looks like."""
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile("".join(f"({SHAPES[p]})" if n % 2 else re.escape(p) for n, p in enumerate(parts)))


def test_every_message_of_the_recorded_server_is_one_of_ours() -> None:
    shapes = {name: shape(getattr(MAEXCHEN, name)) for name in SAID}
    seen = set()
    for sender, _, message in recorded():
        if sender == "server":
            fitting = [name for name, form in shapes.items() if form.fullmatch(message)]
            assert len(fitting) == 1, message
            seen.add(fitting[0])
    assert seen == set(SAID)


def test_every_message_of_the_recorded_programs_is_understood() -> None:
    seen = set()
    for sender, _, message in recorded():
        if sender != "server":
            verb, *fields = message.split(";")
            meaning = MAEXCHEN.verbs[verb]
            seen.add(meaning)
            if meaning in (dialects.ROLL, dialects.SEE, dialects.ANNOUNCE):
                assert move_from(meaning, fields[:-1]) is not None
    assert seen == {dialects.REGISTER, dialects.JOIN, dialects.ROLL, dialects.SEE, dialects.ANNOUNCE}


def test_every_throw_of_the_recording_is_written_as_ours() -> None:
    thrown = {part for _, _, message in recorded() for part in re.findall(r";(\d,\d)(?:;|$)", message)}
    assert len(thrown) > 10
    for throw in thrown:
        assert ",".join(map(str, DICE[throw].dice)) == throw
