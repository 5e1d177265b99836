"""Who hears what is said at a table."""

from tablehall.hall import commands, records
from tablehall.hall.commands import Say, Watch
from tablehall.hall.notices import Happened
from tablehall.hall.refusals import Why
from tablehall.hall.table import CHAT_KEPT
from tests.hall.stage import Somebody, Stage


def heard(stage: Stage, *people: Somebody) -> list[list[str]]:
    """What each of these people heard said."""
    told = [stage.heard(person, Happened) for person in people]
    return [[n.record.text for n in news if isinstance(n.record, records.Said)] for news in told]


def full_table(stage: Stage) -> tuple[int, list[Somebody]]:
    """Ann, Ben and Cat play, Dan and Eve look on."""
    table, people = stage.party("ann", "ben", "cat", game="stones")
    for name in ("dan", "eve"):
        people.append(stage.enter(name))
        stage.do(Watch(people[-1].id, table))
    return table, people


def test_a_player_is_heard_by_everybody(stage: Stage) -> None:
    table, people = full_table(stage)
    stage.do(Say(people[0].id, table, "hello"))
    assert heard(stage, *people) == [["hello"]] * 5


def test_a_private_message_goes_to_its_receiver_and_back_to_its_author(stage: Stage) -> None:
    table, people = full_table(stage)
    stage.do(Say(people[0].id, table, "psst", to="cat"))
    assert heard(stage, *people) == [["psst"], [], ["psst"], [], []]
    (said,) = stage.table(table).chat
    assert [said.readable_by(seat) for seat in (0, 1, 2, None)] == [True, False, True, False]


def test_nobody_whispers_to_a_stranger_to_the_table(stage: Stage) -> None:
    table, people = full_table(stage)
    assert stage.refused(Say(people[0].id, table, "psst", to="dan")) is Why.NO_SUCH_LISTENER


def test_while_a_game_is_on_spectators_talk_among_themselves(stage: Stage) -> None:
    table, people = full_table(stage)
    stage.do(Say(people[3].id, table, "take three!"))
    assert heard(stage, *people) == [[], [], [], ["take three!"], ["take three!"]]
    (said,) = stage.table(table).chat
    assert (said.name, said.seat, said.to) == ("dan", None, ())
    assert [said.readable_by(seat) for seat in (0, 1, 2, None)] == [False, False, False, True]


def test_before_and_after_the_game_spectators_are_heard_by_all(stage: Stage) -> None:
    ann, ben, dan = stage.enter("ann"), stage.enter("ben"), stage.enter("dan")
    table = stage.open(ann)
    stage.do(Watch(dan.id, table))
    stage.do(Say(dan.id, table, "may I look on?"))
    stage.join(ben, table)
    stage.play(table, 0, 3, 1, 4, 2)
    stage.do(Say(dan.id, table, "well done"))
    assert heard(stage, ann, ben) == [["may I look on?", "well done"], ["well done"]]


def test_a_spectators_whisper_is_not_shouted_instead(stage: Stage) -> None:
    table, people = full_table(stage)
    assert stage.refused(Say(people[3].id, table, "take three!", to="ann")) is Why.NO_SUCH_LISTENER
    stage.do(commands.Resign(people[0].id, table))
    stage.do(commands.Resign(people[1].id, table))
    assert stage.scene(table).status == "finished"
    assert stage.refused(Say(people[3].id, table, "a word", to="ann")) is Why.NO_SUCH_LISTENER


def test_people_talk_under_their_names_at_the_table(stage: Stage) -> None:
    stranger, ben = stage.enter(kind="stranger"), stage.enter("ben")
    table = stage.open(stranger, name="The Cat")
    stage.join(ben, table, name="Benny")
    stage.do(Say(stranger.id, table, "miaow", to="Benny"))
    (said,) = stage.table(table).chat
    assert (said.name, said.to) == ("The Cat", (1,))


def test_one_may_talk_while_waiting_and_when_all_is_over(stage: Stage) -> None:
    ann = stage.enter("ann")
    table = stage.open(ann)
    stage.do(Say(ann.id, table, "anybody?"))
    ben = stage.enter("ben")
    stage.join(ben, table)
    stage.do(commands.Resign(ben.id, table))
    stage.do(Say(ben.id, table, "thank you"))
    assert stage.story(table) == "Opened Sat Said Sat Started Dropped Ended Said"


def test_whoever_left_and_looks_on_talks_as_a_spectator(stage: Stage) -> None:
    table, people = full_table(stage)
    stage.do(commands.Leave(people[0].id, table))
    stage.do(Watch(people[0].id, table))
    said = "I saw their stones"
    stage.do(Say(people[0].id, table, said))
    assert heard(stage, *people) == [[said], [], [], [said], [said]]


def test_the_latest_messages_are_kept(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    for number in range(CHAT_KEPT + 5):
        stage.do(Say(ann.id, table, str(number)))
    assert [said.text for said in stage.table(table).chat] == [str(n) for n in range(5, CHAT_KEPT + 5)]
    stage.restart()
    assert len(stage.table(table).chat) == CHAT_KEPT


def test_every_script_and_line_break_may_be_said(stage: Stage) -> None:
    table, (ann, _) = stage.party()
    for text in ("dáma", "二人\nzwei", "x" * 500, "\x00", "😀"):
        stage.do(Say(ann.id, table, text))
        assert stage.table(table).chat[-1].text == text
