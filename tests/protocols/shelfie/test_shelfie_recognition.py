"""How the authors' client is told from others, what is held back for it, and what it is told instead."""

import random
import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from tablehall.hall import records
from tablehall.hall.refusals import Why
from tablehall.protocols.shelfie import render
from tests.protocols.shelfie.paper_hall import PaperHall, PaperPort
from tests.protocols.shelfie.talk import Heard, first, heard, names, opens, says

NOBODY = {"name": "ErrorMessage", "message": "Nobody in a lobby or a game here has this id."}
OLD = "4a4e1f30-71f0-4f85-825c-6e8b44beffdd"


def dialect_of(port: PaperPort) -> str:
    assert port.session is not None
    return port.session.dialect.name


def starts(paper: PaperHall, id: str) -> tuple[PaperPort, Heard]:
    """The authors' client, started with an id in its file: what it says before it hears anything."""
    port = paper.connect()
    told = says(port, "HelloCommand")
    for _ in range(2):
        told += says(port, "Reconnect", id=id)
    return port, told


def seated(paper: PaperHall) -> tuple[PaperPort, str, PaperPort, str]:
    """Anna and bob play, both at the authors' client."""
    anna, (hello,) = starts(paper, OLD)
    opens(anna, hello["firstPlayerId"], easyRules=False)
    bob, _ = starts(paper, OLD)
    answer, *_ = says(bob, "Join", player="bob")
    heard(anna)
    return anna, hello["firstPlayerId"], bob, answer["id"]


# Recognition.


def test_the_same_unknown_id_twice_in_a_row() -> None:
    paper = PaperHall(1)
    port, told = starts(paper, OLD)
    assert names(told) == ["Hello"]
    assert dialect_of(port) == "original"
    paper.wait(1_000)
    assert heard(port) == [], "an unknown id is not answered to this client"
    assert says(port, "Reconnect", id="another") == []


def test_two_unknown_ids_are_no_mark() -> None:
    paper = PaperHall(2)
    port = paper.connect()
    assert says(port, "Reconnect", id=OLD) == []
    assert says(port, "Reconnect", id="another") == [NOBODY]
    paper.wait(300)
    assert heard(port) == [NOBODY]
    assert dialect_of(port) == "document"


def test_the_error_is_held_back_for_a_moment() -> None:
    paper = PaperHall(3)
    port = paper.connect()
    assert says(port, "Reconnect", id=OLD) == []
    paper.wait(299)
    assert heard(port) == []
    paper.wait(1)
    assert heard(port) == [NOBODY]
    paper.wait(1_000)
    assert heard(port) == []


@pytest.mark.parametrize("name", ["HelloCommand", "GetSavedGames", "Bogus"])
def test_whoever_says_something_else_is_answered_in_order(name: str) -> None:
    paper = PaperHall(4)
    port = paper.connect()
    says(port, "Reconnect", id=OLD)
    assert says(port, "Pong") == [], "a Pong says nothing"
    told = says(port, name)
    assert told[0] == NOBODY
    assert len(told) == 2
    says(port, "Reconnect", id=OLD)
    paper.wait(300)
    assert heard(port) == [NOBODY], "this was not in a row"
    assert dialect_of(port) == "document"


def test_a_line_that_is_too_long_is_something_else_too() -> None:
    paper = PaperHall(5)
    port = paper.connect()
    says(port, "Reconnect", id=OLD)
    assert port.session is not None
    port.session.too_long()
    assert heard(port)[0] == NOBODY


def test_the_document_answers_at_once_if_it_is_insisted_on() -> None:
    paper = PaperHall(6, dialect="document")
    port = paper.connect()
    for _ in range(3):
        assert says(port, "Reconnect", id=OLD) == [NOBODY]


def test_a_dialect_is_kept_with_the_person() -> None:
    paper = PaperHall(7)
    anna, _, bob, _ = seated(paper)
    kept = {person.conns: person.profile.dialect for person in paper.hall.people.by_id.values()}
    assert (kept[(anna.conn,)], kept[(bob.conn,)]) == ("original", "original")
    paper = PaperHall(8, dialect="original")
    seated(paper)
    assert {person.profile.dialect for person in paper.hall.people.by_id.values()} == {""}


def test_its_own_id_is_no_news() -> None:
    """It may have taken the offer for its own before it asks a second time."""
    paper = PaperHall(9)
    anna, id = first(paper)
    assert says(anna, "Reconnect", id=id) == []
    paper.wait(300)
    assert heard(anna) == []
    assert opens(anna, id)


# Coming back.


@pytest.mark.parametrize("dialect", ["auto", "original"])
def test_a_returning_client_is_offered_no_other_id(dialect: str) -> None:
    paper = PaperHall(10, dialect=dialect)
    anna, id, bob, _ = seated(paper)
    anna.close()
    heard(bob)
    again, told = starts(paper, id)
    assert told[0] == {"name": "JoinResponse", "result": True, "id": id}
    assert names(told).count("JoinResponse") == 1, "the second Reconnect does nothing"
    assert names(told)[-1] == "GameSetUp"
    assert not {"Hello", "Reconnected"} & set(names(told))
    paper.wait(300)
    assert heard(again) == []


def test_whoever_says_no_more_hears_the_hello_after_a_moment() -> None:
    paper = PaperHall(11)
    seated(paper)
    port = paper.connect()
    assert says(port, "HelloCommand") == []
    paper.wait(300)
    (hello,) = heard(port)
    assert hello["firstPlayerId"] != "NoFirst"
    assert names(says(port, "HelloCommand")) == ["Hello"], "only the first one waits"


def test_a_document_client_comes_back_as_its_document_says() -> None:
    paper = PaperHall(12)
    seated(paper)
    carl = paper.connect()
    says(carl, "HelloCommand")
    paper.wait(300)
    id = heard(carl)[0]["firstPlayerId"]
    opens(carl, id)
    says(paper.connect(), "Join", player="dora")
    carl.close()
    again = paper.connect()
    assert says(again, "HelloCommand") == []
    assert names(says(again, "Reconnect", id=id))[:3] == ["Hello", "Reconnected", "BookShelfUpdate"]


def test_a_game_that_is_over_holds_nobody_up() -> None:
    paper = PaperHall(13, alone=1_000)
    anna, _, bob, _ = seated(paper)
    anna.close()
    paper.wait(1_000)
    assert "Winner" in names(heard(bob))
    assert names(says(paper.connect(), "HelloCommand")) == ["Hello"]


def test_a_hello_that_overtakes_the_reconnect_does_no_harm() -> None:
    """It sends from several threads: whoever sits already is told where they are."""
    paper = PaperHall(14)
    anna, id, bob, _ = seated(paper)
    anna.close()
    heard(bob)
    again = paper.connect()
    for name, keys in (("Reconnect", {"id": id}), ("HelloCommand", {})):
        told = says(again, name, **keys)
        assert told[0] == {"name": "JoinResponse", "result": True, "id": id}
        assert names(told)[-1] == "GameSetUp"
    assert says(again, "Reconnect", id=id) == []


# The right to create.


def test_a_slow_first_player_still_creates_if_nobody_else_wants_to() -> None:
    paper = PaperHall(15, ping=0)
    anna, id = first(paper)
    paper.wait(70_000)
    assert heard(anna) == []
    assert opens(anna, id)


def test_the_right_to_create_lapses_if_somebody_else_wants_it() -> None:
    paper = PaperHall(16, ping=0)
    anna, id = first(paper)
    paper.wait(59_000)
    (hello,) = says(paper.connect(), "HelloCommand")
    assert hello["firstPlayerId"] == "NoFirst"
    paper.wait(1_000)
    bob, offered = first(paper)
    assert offered not in ("NoFirst", id)
    assert not opens(anna, id)
    assert opens(bob, offered)


def test_who_joins_late_gives_the_first_player_time() -> None:
    paper = PaperHall(17, ping=0)
    anna, id = first(paper)
    paper.wait(60_000)
    bob = paper.connect()
    says(bob, "Join", player="bob")
    (hello,) = says(paper.connect(), "HelloCommand")
    assert hello["firstPlayerId"] == "NoFirst"
    paper.wait(60_000)
    assert "lobby was reset" in heard(bob)[0]["message"]
    assert opens(anna, id)


def test_a_slow_person_at_the_authors_client_is_put_on_the_right_screen() -> None:
    paper = PaperHall(18, ping=0)
    anna, (hello,) = starts(paper, OLD)
    paper.wait(60_000)
    bob, offered = first(paper)
    opens(bob, offered, 3)
    keys = {"player": "anna", "numOfPlayers": 2, "easyRules": True}
    told = says(anna, "JoinNewAsFirst", idFirstPlayer=hello["firstPlayerId"], **keys)
    assert names(told) == ["FirstJoinResponse", "Hello", "ErrorMessage"]
    assert (told[0]["result"], told[1]["lobbyReady"]) == (False, True)
    assert "HelloCommand" not in told[2]["message"]
    (answer,) = says(anna, "Join", player="slow")
    assert answer["result"]


def test_a_slow_person_who_would_load_a_game_is_put_on_the_right_screen() -> None:
    paper = PaperHall(19, ping=0)
    anna, (hello,) = starts(paper, OLD)
    paper.wait(60_000)
    first(paper)[0].close()
    told = says(anna, "LoadGame", game="x", idFirstPlayer=hello["firstPlayerId"])
    assert names(told) == ["LoadGameResponse", "Hello", "ErrorMessage"]
    assert told[1]["firstPlayerId"] not in ("NoFirst", hello["firstPlayerId"])


def test_a_loaded_game_waits_until_somebody_else_wants_to_create() -> None:
    paper = PaperHall(20, ping=0)
    anna, id = first(paper)
    opens(anna, id)
    bob = paper.connect()
    says(bob, "Join", player="bob")
    says(anna, "SaveGame", id=id, game="later")
    (hello,) = says(anna, "HelloCommand")
    id = hello["firstPlayerId"]
    says(anna, "LoadGame", game="later", idFirstPlayer=id)
    paper.wait(70_000)
    _, offered = first(paper)
    assert offered not in ("NoFirst", id)
    (answer,) = says(anna, "JoinLoadedAsFirst", player="anna", idFirstPlayer=id)
    assert answer["result"] is False
    assert says(bob, "GetSavedGames")[-1]["names"] == ["later"]


# What a person can read.


def test_why_a_name_was_refused() -> None:
    paper = PaperHall(21)
    anna, (hello,) = starts(paper, OLD)
    bob, _ = starts(paper, OLD)
    keys = {"numOfPlayers": 2, "idFirstPlayer": hello["firstPlayerId"], "easyRules": True}
    told = says(anna, "JoinNewAsFirst", player="x" * 21, **keys)
    assert [told[0]["result"], told[1]["message"]] == [False, Why.BAD_NAME.value]
    says(bob, "Join", player="bob")
    told = says(anna, "JoinNewAsFirst", player="bob", **keys)
    assert [told[0]["result"], told[1]["message"]] == [False, Why.SEAT_NAME_TAKEN.value]


def test_why_a_message_was_refused() -> None:
    paper = PaperHall(22)
    anna, id, *_ = seated(paper)
    told = says(anna, "SendMessage", id=id, message="x" * 501)
    assert [m["message"] for m in told] == ["Can not send message! Try again!", Why.BAD_TEXT.value]


# The date of a message.


@pytest.fixture
def rome(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The server stands in Rome, wherever this machine does."""
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def said(at: int, seq: int) -> str:
    record = records.Said(seq=seq, at=at, prev="", name="anna", text="hello", seat=0)
    return render.chat_message(record).date


def utc(text: str) -> int:
    return int(datetime.fromisoformat(f"{text}+00:00").timestamp() * 1000)


@pytest.mark.usefixtures("rome")
def test_a_date_is_local_time_without_a_zone() -> None:
    assert said(utc("2024-01-15T12:00:00.250"), 7) == "2024-01-15T13:00:00.250000007"
    assert said(utc("2024-07-15T12:00:00"), 7) == "2024-07-15T14:00:00.000000007"


@pytest.mark.usefixtures("rome")
def test_dates_increase_while_the_clocks_are_put_back() -> None:
    chance, start = random.Random(23), utc("2024-10-26T23:30:00")
    moments = sorted(start + chance.randrange(3 * 3_600_000) for _ in range(300))
    dates = [said(at, seq) for seq, at in enumerate(moments)]
    assert dates == sorted(set(dates))
    assert (dates[0][11:13], dates[-1][11:13]) == ("01", "03")
