"""Several connections speak for one person, and a code brings them to another device."""

from tablehall.hall import commands, records
from tablehall.hall.commands import Enter, Pair, Watch
from tablehall.hall.entrance import CODE_LETTERS, CODE_LIVES
from tablehall.hall.notices import Happened, Parted
from tablehall.hall.people import CONNECTIONS, DEVICES
from tablehall.hall.refusals import Why
from tests.hall.stage import Somebody, Stage


def another(stage: Stage, somebody: Somebody) -> Somebody:
    """Another tab of theirs."""
    return stage.back(somebody, asks=True)


def test_all_connections_hear_and_all_may_act(stage: Stage) -> None:
    ann, ben = stage.enter("ann", asks=True), stage.enter("ben", asks=True)
    phone = another(stage, ann)
    table = stage.open(ann)
    stage.join(ben, table)
    stage.news.clear()
    stage.play(table, 0, 3)
    assert len(stage.heard(ann, Happened)) == len(stage.heard(phone, Happened)) == 2
    assert stage.heard(ann, Parted) == []


def test_somebody_is_away_when_their_last_connection_is_gone(stage: Stage) -> None:
    ann, ben = stage.enter("ann", asks=True), stage.enter("ben", asks=True)
    phone = another(stage, ann)
    table = stage.open(ann)
    stage.join(ben, table)
    stage.lose(ann)
    assert stage.story(table).endswith("Started")
    stage.play(table, 0)
    stage.lose(phone)
    assert stage.story(table).endswith("Moved Went")


def test_who_gets_up_gets_up_in_all_their_tabs(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    phone = another(stage, ann)
    table = stage.open(ann, "stones", seats=3)
    stage.join(stage.enter("ben"), table)
    stage.do(commands.Leave(ann.id, table))
    assert isinstance(stage.heard(phone, Happened)[-1].record, records.Stood)
    table, _ = stage.party("cat", "dan")
    cat = stage.hall.people.by_name["cat"]
    stage.news.clear()
    stage.do(commands.Leave(cat.id, table))
    assert stage.news[cat.conns[0]] == [], "with one connection there is nobody else to tell"


def test_a_spectator_goes_on_looking_with_the_connection_that_is_left(stage: Stage) -> None:
    table, _ = stage.party()
    cat = stage.enter("cat", asks=True)
    phone = another(stage, cat)
    stage.do(Watch(cat.id, table))
    stage.lose(cat)
    stage.news.clear()
    stage.play(table, 0)
    assert len(stage.heard(phone, Happened)) == 1
    assert stage.heard(cat, Happened) == []


def test_other_doors_know_one_connection_and_the_newest_wins(stage: Stage) -> None:
    ann = stage.enter(kind="stranger")
    newer = stage.enter(kind="stranger", secret=ann.secret)
    assert [news.why for news in stage.heard(ann, Parted)] == ["elsewhere"]
    assert stage.hall.people.by_id[ann.id].conns == (newer.conn,)


def test_so_many_connections_and_no_more(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    for _ in range(CONNECTIONS):
        another(stage, ann)
    assert [news.why for news in stage.heard(ann, Parted)] == ["elsewhere"]
    assert len(stage.hall.people.by_id[ann.id].conns) == CONNECTIONS


def test_who_leaves_leaves_with_all_connections(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    phone = another(stage, ann)
    stage.do(commands.LogOut(ann.id, ann.conn))
    assert [news.why for news in stage.heard(phone, Parted)] == ["left"]
    assert stage.heard(ann, Parted) == []
    assert not stage.hall.people.by_id[ann.id].here


def test_who_is_shown_out_is_shown_out_everywhere(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    phone = another(stage, ann)
    stage.do(commands.Kick(ann.id))
    for device in (ann, phone):
        assert [news.why for news in stage.heard(device, Parted)] == ["kicked"]


def test_a_code_brings_somebody_to_another_device(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    code, until = stage.do(Pair(ann.id)).result
    assert until == stage.now + CODE_LIVES
    assert len(code) == 8
    assert set(code) <= set(CODE_LETTERS)
    phone = stage.enter(code=code, asks=True)
    assert phone.id == ann.id
    assert phone.secret not in ("", ann.secret)
    assert stage.refused(Enter(90, code=code)) is Why.UNKNOWN_CODE, "it can be used once"
    stage.lose(ann, phone)
    stage.restart()
    assert stage.back(phone, asks=True).id == stage.back(ann, asks=True).id == ann.id


def test_a_code_lives_a_minute_and_over_a_restart(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    code, _ = stage.do(Pair(ann.id)).result
    stage.restart()
    stage.wait(CODE_LIVES)
    assert stage.enter(code=code, asks=True).id == ann.id
    code, _ = stage.do(Pair(ann.id)).result
    stage.wait(CODE_LIVES + 1)
    assert stage.refused(Enter(90, code=code)) is Why.UNKNOWN_CODE


def test_a_new_code_makes_the_old_one_worthless(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    old, _ = stage.do(Pair(ann.id)).result
    new, _ = stage.do(Pair(ann.id)).result
    assert stage.refused(Enter(90, code=old)) is Why.UNKNOWN_CODE
    assert stage.enter(code=new, asks=True).id == ann.id


def test_the_first_device_keeps_its_secret_and_the_oldest_other_goes(stage: Stage) -> None:
    ann = stage.enter("ann", asks=True)
    devices = [stage.enter(code=stage.do(Pair(ann.id)).result.code, asks=True) for _ in range(DEVICES)]
    assert stage.back(ann, asks=True).id == ann.id
    assert stage.refused(Enter(90, secret=devices[0].secret)) is Why.UNKNOWN_SECRET
    assert stage.back(devices[1], asks=True).id == ann.id


def test_only_guests_have_devices(stage: Stage) -> None:
    assert stage.refused(Pair(stage.enter("vic", "visitor").id)) is Why.WHO_ARE_YOU


def test_a_silent_connection_is_taken_over(stage: Stage) -> None:
    vic = stage.enter("vic", "visitor")
    assert stage.refused(Enter(90, "visitor", "vic")) is Why.NAME_IN_USE
    newer = stage.enter("vic", "visitor", instead_of=vic.conn)
    assert newer.id == vic.id
    assert [news.why for news in stage.heard(vic, Parted)] == ["elsewhere"]


def test_how_a_client_wants_to_be_spoken_to_is_remembered(stage: Stage) -> None:
    vic = stage.enter(kind="stranger")
    stage.open(vic, name="x")
    stage.do(commands.Speak(vic.id, "original"))
    stage.restart()
    assert stage.hall.people.by_id[vic.id].profile.dialect == "original"
