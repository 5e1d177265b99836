"""The page of the Eriantys protocol is complete: everything that can be said or heard is in one
of its transcripts, which tests/conformance executes."""

import re

import pytest

from tablehall.conformance.page import read_page
from tablehall.conformance.pages import CHECKOUT
from tablehall.conformance.steps import Hears, Says
from tablehall.games.eriantys.characters import CHARACTERS
from tablehall.games.eriantys.state import SIZES
from tablehall.protocols.eriantys import requests
from tablehall.protocols.eriantys.events import EVENTS
from tablehall.protocols.eriantys.words import ERRORS, GAME_DONT_EXIST, IMPOSSIBLE

PAGE = CHECKOUT / "eriantys.md"
TEXT = PAGE.read_text("utf-8")
SECOND_SPELLINGS = {
    "Acknowledgement",
    "GetGames",
    "ChangeNumOfPlayers",
    "MoveStudentToIsland",
    "MoveStudentToDiningRoom",
}
SAID = requests.FORMS.keys() - SECOND_SPELLINGS
ANSWERED = {"Pong", "GameCreated", "PossibleGames", "GameEntered", "ExitGameSuccess"}
OF_THE_TABLE = {"PlayersChanged", "NumPlayersChanged", "GameStarted", "Winner"}
HEARD = ANSWERED | OF_THE_TABLE | {name for name, _ in EVENTS.values()}
ALL_ERRORS = {*ERRORS.values(), IMPOSSIBLE, GAME_DONT_EXIST}


def listed(heading: str) -> list[str]:
    """The names in the first column of the table below a heading."""
    below = TEXT.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `(\w+)` \|", below, re.MULTILINE)


def shown(kind: type[Hears] | type[Says]) -> set[str]:
    """The messages that somebody hears or says in a transcript."""
    steps = [step for block in read_page(PAGE) for step in block.steps if isinstance(step, kind)]
    texts = [step.text if isinstance(step, Says) else step.pattern.text for step in steps]
    return {name for text in texts for name in re.findall(r'"message":"(\w+)"', text)}


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("All messages of a client", SAID),
        ("All messages of the server", HEARD),
        ("All errors", ALL_ERRORS),
    ],
)
def test_the_page_lists_every_message_once(heading: str, names: set[str]) -> None:
    assert sorted(listed(heading)) == sorted(names)


def test_every_message_of_a_client_is_sent_in_a_transcript() -> None:
    assert shown(Says) >= SAID


def test_every_message_and_every_error_is_heard_in_a_transcript() -> None:
    assert shown(Hears) == HEARD | ALL_ERRORS


def test_the_page_mentions_every_second_spelling() -> None:
    assert all(f"`{name}`" in TEXT for name in SECOND_SPELLINGS)


@pytest.mark.parametrize("number", CHARACTERS)
def test_the_page_says_what_every_character_costs_and_wants(number: int) -> None:
    character = CHARACTERS[number]
    (row,) = re.findall(rf"^\| `CARD{number}` (.*)$", TEXT, re.MULTILINE)
    name, cost, arguments, _ = (cell.strip() for cell in row.strip("|").split("|"))
    assert (name, cost) == (character.name, str(character.cost))
    wanted = {
        "student": "Student",
        "island": "IslandID",
        "from_card": "StudentsFromCard",
        "from_dining": "StudentsFromDiningRoom",
        "from_entrance": "StudentsFromEntrance",
    }
    assert re.findall(r"`(\w+)`", arguments) == [wanted[choice] for choice in character.asks]


def test_what_depends_on_the_number_of_players_is_told() -> None:
    below = TEXT.split("\n## The rules\n", 1)[1].split("\n## ", 1)[0]
    for players, size in SIZES.items():
        row = rf"\| {players}[^|]* \| {size.towers} \| {size.entrance} \| {size.moved} \|"
        assert re.search(row, below), row
