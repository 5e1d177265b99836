"""The client without any I/O: what goes out when, and what is told of what came in."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tablehall.client.conversation import Conversation
from tablehall.client.core import KEPT_OVER, Answered, Called, Core, Event, Here, TurnedAway
from tablehall.client.followed import Followed
from tablehall.hall.people import Missed
from tablehall.protocols.house import replies, requests
from tablehall.protocols.house.replies import Chair, Happened, TableCard

SEATS = (Chair("anna", 7), Chair("bob", 8))
WELCOME = replies.Welcome(person=7, name="anna", secret="s3cret")

encode = msgspec.json.encode
decode = msgspec.json.decode


class Shell:
    """A connection that is a list of messages."""

    def __init__(self, name: str = "anna", secret: str = "", code: str = "") -> None:
        talk = Conversation(name, secret, code)
        self.core: Core[Followed] = Core(talk, lambda whole: Followed(talk.person, whole))
        self.sent: list[dict[str, Any]] = []

    def connect(self) -> "Shell":
        self.core.connected()
        return self

    def asked(self) -> list[dict[str, Any]]:
        """What has gone out since the last look, without its numbers."""
        self.sent = [decode(message) for message in self.core.to_send()]
        return [{key: value for key, value in one.items() if key != "re"} for one in self.sent]

    def hears(self, reply: replies.AnyReply, to: str = "") -> Sequence[Event[Followed]]:
        """The hall says something, perhaps to the request of this type that went out."""
        number = next((one["re"] for one in self.sent if one["type"] == to), None)
        return self.core.hear(encode(msgspec.structs.replace(reply, re=number)), 1000.0)

    def in_the_hall(self) -> "Shell":
        self.connect().asked()
        self.hears(WELCOME, "hello")
        self.asked()
        assert self.hears(replies.Pong(at=1500), "ping") == [Here(msgspec.structs.replace(WELCOME, re=1))]
        return self


def whole(number: int = 1, seq: int = 3, *, status: Any = "playing", **more: Any) -> replies.Table:
    card = TableCard(number, "tictactoe", status, SEATS, 0)
    return replies.Table(card=card, seq=seq, at=0, **{"you": 0, "commitment": "", **more})


def moved(seq: int, table: int = 1) -> Happened:
    return Happened(table=table, seq=seq, at=0, what="moved", seat=0, move=seq, turn=(1,))


def test_one_says_a_name_first_and_is_here_when_the_clock_is_known() -> None:
    shell = Shell().connect()
    assert shell.asked() == [{"type": "hello", "name": "anna"}]
    assert shell.hears(WELCOME, "hello") == []
    assert shell.asked() == [{"type": "ping"}]
    assert [type(event) for event in shell.hears(replies.Pong(at=1500), "ping")] == [Here]
    assert (shell.core.conversation.person, shell.core.ahead) == (7, 500.0)


def test_without_a_name_one_only_looks_around() -> None:
    shell = Shell(name="").connect()
    assert shell.asked() == [{"type": "ping"}]
    assert shell.hears(replies.Pong(at=1000), "ping") == [Here(None)]


def test_with_a_secret_that_nobody_knows_any_more_one_comes_in_by_name() -> None:
    shell = Shell(secret="old").connect()
    assert shell.asked() == [{"type": "hello", "secret": "old"}]
    assert shell.hears(replies.Refused(reason="unknown_secret", sentence=""), "hello") == []
    assert shell.asked() == [{"type": "hello", "name": "anna"}]
    shell.hears(WELCOME, "hello")
    assert shell.core.conversation.secret == "s3cret"


def test_a_code_of_another_device_goes_before_everything_and_is_used_once() -> None:
    shell = Shell(secret="old", code="ABCDEFGH").connect()
    assert shell.asked() == [{"type": "hello", "code": "ABCDEFGH"}]
    shell.hears(WELCOME, "hello")
    shell.core.cut()
    shell.asked()
    assert shell.connect().asked() == [{"type": "hello", "secret": "s3cret"}]


def test_a_code_that_is_too_old_is_no_way_in_under_a_name() -> None:
    shell = Shell(code="ABCDEFGH").connect()
    shell.asked()
    (event,) = shell.hears(replies.Refused(reason="unknown_code", sentence="Too old."), "hello")
    assert isinstance(event, TurnedAway)
    assert shell.asked() == []


def test_what_one_missed_is_known_from_the_welcome() -> None:
    missed = Missed(4, "chess", ("anna", "bob"), "lost", "absent", 0)
    shell = Shell().connect()
    shell.asked()
    shell.hears(msgspec.structs.replace(WELCOME, missed=(missed,)), "hello")
    assert shell.core.missed == (missed,)


def test_whoever_is_not_let_in_is_told_why() -> None:
    shell = Shell().connect()
    shell.asked()
    (event,) = shell.hears(replies.Refused(reason="name_taken", sentence="Taken."), "hello")
    assert isinstance(event, TurnedAway)
    assert event.no.sentence == "Taken."


def test_an_answer_goes_to_whoever_has_asked() -> None:
    shell = Shell().in_the_hall()
    shell.core.ask(requests.Legal(table=1), "whoever")
    assert shell.asked() == [{"type": "legal", "table": 1}]
    (event,) = shell.hears(replies.Moves(table=1, moves=(1, 2)), "legal")
    assert isinstance(event, Answered)
    assert event.about == "whoever"


def test_a_refusal_without_a_number_is_the_answer_to_the_oldest_request() -> None:
    shell = Shell().in_the_hall()
    shell.core.ask({"type": "nonsense"}, "first")
    shell.core.ask(requests.Games(), "second")
    no = replies.Refused(reason="malformed", sentence="")
    assert shell.hears(no) == [Answered("first", no)]


def test_what_the_client_does_not_understand_is_skipped() -> None:
    assert Shell().in_the_hall().core.hear(b'{"type":"later","than":"this"}') == []


def test_a_gap_in_the_news_is_asked_for_and_told_in_order() -> None:
    shell = Shell().in_the_hall()
    shell.hears(whole())
    assert shell.hears(moved(6)) == []
    assert shell.asked() == [{"type": "sync", "table": 1, "since": 3}]
    assert shell.hears(moved(4)) == shell.hears(moved(5)) == []
    told = shell.hears(replies.Done(table=1), "sync")
    assert [news.seq for news in told if isinstance(news, Happened)] == [4, 5, 6]


def test_news_of_an_unknown_table_are_a_call_to_it() -> None:
    shell = Shell().in_the_hall()
    assert shell.hears(moved(4)) == shell.hears(moved(5)) == []
    assert shell.asked() == [{"type": "sync", "table": 1}]
    call, news = shell.hears(whole(seq=5), "sync")
    assert isinstance(call, Called)
    assert call.table is shell.core.tables[1]
    assert isinstance(news, replies.Table)


def sat(*people: int, table: int = 1, seq: int = 3) -> Happened:
    seats = tuple(Chair(f"no {person}", person) if person else None for person in people)
    return Happened(table=table, seq=seq, at=0, what="sat", seats=seats, status="waiting")


def test_where_another_connection_of_ones_own_looks_on_one_is_not_called() -> None:
    shell = Shell().in_the_hall()
    shell.hears(moved(4))
    assert shell.asked() == [{"type": "sync", "table": 1}]
    assert shell.hears(whole(seq=4, you=None), "sync") == []
    assert shell.hears(moved(5)) == []
    assert shell.asked() == []
    assert not shell.core.tables


def test_nobody_is_called_to_a_table_of_their_own_that_they_come_back_to() -> None:
    shell = Shell().connect()
    shell.asked()
    shell.hears(msgspec.structs.replace(WELCOME, tables=(5,)), "hello")
    assert shell.asked() == [{"type": "ping"}, {"type": "sync", "table": 5}]
    came = Happened(table=5, seq=3, at=0, what="came", seat=0)
    assert shell.hears(came) == [], "it is asked for already"
    assert shell.asked() == []
    number = 3
    events = shell.core.hear(encode(msgspec.structs.replace(whole(5), re=number)), 1000.0)
    assert [type(event) for event in events] == [replies.Table]
    assert list(shell.core.tables) == [5]


def test_where_it_then_sits_down_one_is_called_after_all() -> None:
    shell = Shell().in_the_hall()
    shell.hears(sat(8, 0, seq=1))
    shell.asked()
    shell.hears(whole(seq=1, you=None), "sync")
    shell.hears(sat(8, 7, seq=2))
    assert shell.asked() == [{"type": "sync", "table": 1}]
    call, _ = shell.hears(whole(seq=2, you=1), "sync")
    assert isinstance(call, Called)


def test_a_table_looked_on_elsewhere_is_known_once_one_asks_for_it_here() -> None:
    shell = Shell().in_the_hall()
    shell.hears(moved(4))
    shell.asked()
    shell.hears(whole(seq=4, you=None), "sync")
    shell.core.ask(requests.Watch(table=1), "me")
    shell.asked()
    shell.hears(whole(seq=4, you=None), "watch")
    assert shell.hears(moved(5)) == [moved(5)]


def test_where_another_connection_of_ones_own_got_up_one_is_no_longer_either() -> None:
    shell = Shell().in_the_hall()
    shell.hears(whole(status="waiting"))
    (news,) = shell.hears(sat(0, 8, seq=4))
    assert isinstance(news, Happened)
    assert shell.asked() == [{"type": "sync", "table": 1, "since": 4}]
    shell.hears(replies.Refused(reason="not_here", sentence=""), "sync")
    assert not shell.core.tables


def test_a_table_one_asked_for_is_no_call() -> None:
    shell = Shell().in_the_hall()
    shell.core.ask(requests.Open(game="tictactoe"), "me")
    shell.asked()
    news, answer = shell.hears(whole(), "open")
    assert isinstance(news, replies.Table)
    assert isinstance(answer, Answered)


def test_after_a_cut_everything_is_taken_up_again() -> None:
    shell = Shell().in_the_hall()
    shell.hears(whole(1, 3))
    shell.hears(whole(2, 5, you=None, code="key"))
    shell.core.lobby_on = True
    shell.core.standing["compete mia"] = requests.Compete(contest="mia")
    shell.core.ask(requests.Resign(table=1), "unanswered")
    assert [asked.about for asked in shell.core.cut()] == ["unanswered"]
    assert shell.connect().asked() == [{"type": "hello", "secret": "s3cret"}]
    shell.hears(replies.Welcome(person=7, name="anna", tables=(1, 9)), "hello")
    assert shell.asked() == [
        {"type": "ping"},
        {"type": "sync", "table": 1, "since": 3},
        {"type": "watch", "table": 2, "code": "key"},
        {"type": "sync", "table": 9},
        {"type": "lobby"},
        {"type": "compete", "contest": "mia"},
    ]


def test_one_is_back_when_all_is_in_step_and_what_is_gone_is_forgotten() -> None:
    shell = Shell().in_the_hall()
    shell.hears(whole())
    table = shell.core.tables[1]
    shell.core.cut()
    shell.connect().asked()
    shell.hears(WELCOME, "hello")
    shell.asked()
    assert shell.hears(replies.Pong(at=0), "ping") == []
    gone, here = shell.hears(replies.Refused(reason="no_such_table", sentence=""), "sync")
    assert isinstance(gone, replies.Gathered)
    assert isinstance(here, Here)
    assert table.gone
    assert not shell.core.tables


def test_the_lobby_is_kept_up_to_date() -> None:
    shell = Shell().in_the_hall()
    shell.hears(replies.LobbyList(tables=(whole(1).card, whole(2).card)))
    shell.hears(replies.Listed(change="gone", card=whole(1).card))
    shell.hears(replies.Listed(change="opened", card=whole(3).card))
    assert list(shell.core.lobby_cards) == [2, 3]


def test_only_some_tables_are_remembered_where_nothing_is_played_any_more() -> None:
    shell = Shell().in_the_hall()
    for number in range(1, KEPT_OVER + 10):
        shell.hears(whole(number, status="finished"))
    assert len(shell.core.tables) == KEPT_OVER
    assert 1 not in shell.core.tables


def test_what_a_saved_game_hid_is_asked_for_when_it_goes_on() -> None:
    shell = Shell().in_the_hall()
    shell.hears(whole(status="waiting", view=None))
    went_on = Happened(table=1, seq=4, at=0, what="resumed", status="playing", view="as it was")
    shell.hears(went_on)
    assert shell.asked() == [{"type": "sync", "table": 1}]
    shell.hears(whole(seq=4, view="as it was", last=(0, "e4")), "sync")
    assert shell.core.tables[1].last == (0, "e4")
    shell.hears(msgspec.structs.replace(went_on, seq=5))  # the hall was down: nothing was hidden
    assert shell.asked() == []


def test_a_table_is_promised_if_its_hash_was_known_when_our_share_went_out() -> None:
    shell = Shell().in_the_hall()
    shell.hears(whole(1, promise="first"))
    shell.core.ask(requests.Open(game="tictactoe", entropy="mine"))
    shell.asked()
    shell.hears(whole(2, commitment="first", promise="second"), "open")
    shell.core.ask(requests.Open(game="tictactoe", entropy="mine"))
    shell.asked()
    shell.hears(whole(3, commitment="another", promise="third"), "open")
    shell.core.ask(requests.Open(game="tictactoe"))
    shell.asked()
    shell.hears(whole(4, commitment="third"), "open")
    assert {number: table.promised for number, table in shell.core.tables.items()} == {
        1: None,
        2: True,
        3: False,
        4: None,
    }


def test_a_rematch_is_promised_by_the_end_of_the_game_before_it() -> None:
    shell = Shell().in_the_hall()
    shell.hears(whole(1))
    shell.core.ask(requests.Propose(table=1, kind="draw"))
    shell.hears(Happened(table=1, seq=4, at=0, what="ended", status="finished", rematch="again"))
    shell.hears(whole(2, commitment="again"))
    shell.core.ask(requests.Answer(table=1, yes=True, entropy="mine"))
    shell.hears(whole(3, commitment="again"))
    assert [table.promised for table in shell.core.tables.values()] == [None, None, True]
