"""Rare moments, on paper: a hall that is full or closing, a server that slept, people shown out."""

import pytest

from tablehall.hall import commands
from tablehall.hall.hall import Limits
from tests.protocols.shelfie.paper_hall import PaperHall
from tests.protocols.shelfie.talk import first, heard, opens, says


def test_a_hall_without_room_for_another_table() -> None:
    paper = PaperHall(1)
    paper.hall.limits = Limits(tables=0)
    port, id = first(paper)
    assert not opens(port, id)
    paper.hall.limits = Limits()
    assert opens(port, id)


def test_a_hall_without_room_for_a_saved_game() -> None:
    paper = PaperHall(2)
    anna, id = first(paper)
    opens(anna, id)
    says(paper.connect(), "Join", player="bob")
    says(anna, "SaveGame", id=id, game="later")
    (hello,) = says(anna, "HelloCommand")
    paper.hall.limits = Limits(tables=0)
    keys = {"game": "later", "idFirstPlayer": hello["firstPlayerId"]}
    (answer,) = says(anna, "LoadGame", **keys)
    assert answer == {"name": "LoadGameResponse", "result": False, "error": "GameLoadException"}
    paper.hall.limits = Limits()
    assert says(anna, "LoadGame", **keys) == [{"name": "LoadGameResponse", "result": True}]


def test_a_closing_hall_lets_nobody_in() -> None:
    paper = PaperHall(3)
    anna, id = first(paper)
    opens(anna, id, 3)
    zoe = paper.connect()
    paper.hall.closing = True
    (answer,) = says(zoe, "Join", player="zoe")
    assert answer["error"] == "IllegalLobbyException"
    assert says(zoe, "Reconnect", id=id) == []
    paper.wait(300)
    (answer,) = heard(zoe)
    assert answer["name"] == "ErrorMessage"
    anna.close()
    (answer,) = says(zoe, "HelloCommand")
    assert (answer["lobbyReady"], answer["firstPlayerId"]) == (False, "NoFirst")


def test_a_closing_hall_takes_nobody_into_an_unfinished_lobby() -> None:
    paper = PaperHall(4)
    first(paper)
    paper.hall.closing = True
    (answer,) = says(paper.connect(), "Join", player="zoe")
    assert answer["error"] == "IllegalLobbyException"


@pytest.mark.parametrize("joined", [False, True])
def test_somebody_shown_out_leaves_nothing_behind(joined: bool) -> None:
    paper = PaperHall(5)
    anna, id = first(paper)
    bob = paper.connect()
    says(bob, "Join", player="bob")
    if joined:
        opens(anna, id, 3)
        heard(bob)
    (person,) = [p for p in paper.hall.people.by_id.values() if anna.conn in p.conns]
    anna.submit(paper.hall.handle(commands.Kick(person.id), paper.now))
    assert heard(anna) == [{"name": "ErrorMessage", "message": "You were shown out."}]
    assert anna.session is None
    if not joined:
        assert "lobby was reset" in heard(bob)[0]["message"]
    assert paper.door.lobby.first is None


def test_a_server_that_slept_blames_nobody() -> None:
    paper = PaperHall(6, ping=1_000, pong=1_000)
    port = paper.connect()
    paper.wait(1_000)
    paper.wait(9_000)
    assert port.session is not None, "the answer may be waiting in the socket"
    says(port, "Pong")
    paper.wait(900)
    assert port.session is not None
    for _ in range(20):
        paper.wait(100)
    assert port.session is None, "but there was none to the next"


def test_an_early_guest_may_still_turn_out_to_be_the_original_client() -> None:
    paper = PaperHall(8)
    anna, id = first(paper)
    bob = paper.connect()
    says(bob, "Join", player="bob")
    assert says(bob, "Reconnect", id="NoId") == []
    opens(anna, id)
    (start,) = [message for message in heard(bob) if message["name"] == "GameSetUp"]
    assert isinstance(start["personal"], str)


def test_the_document_can_be_insisted_on() -> None:
    paper = PaperHall(9, dialect="document")
    anna, id = first(paper)
    bob = paper.connect()
    assert says(bob, "Reconnect", id="NoId") == []
    assert opens(anna, id, easyRules=True)
    (answer,) = says(bob, "Join", player="anna")
    assert answer["error"] == "NickNameTakenException"
    says(bob, "Join", player="bob")
    (start,) = [message for message in heard(anna) if message["name"] == "GameSetUp"]
    assert [name.startswith("Personal_Goals") for name in start["personal"]] == [True]
    assert "6_ADJACENT" not in start["goals"]


def test_join_without_a_lobby() -> None:
    paper = PaperHall(10)
    port = paper.connect()
    for _ in range(2):
        (answer,) = says(port, "Join", player="anna")
        assert answer["error"] == "IllegalLobbyException"
        says(port, "HelloCommand")  # to be the first makes no difference
