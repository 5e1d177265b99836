"""The doors of a contest without a network: what each datagram means, and who hears what."""

import itertools

import msgspec
import pytest

from tablehall.contests import roster
from tablehall.hall import facts
from tablehall.hall.refusals import Why
from tablehall.protocols.mia import MaexchenSettings, MiaSettings
from tests.protocols.mia.desk import Client, Desk


def table(desk: Desk, *names: str) -> dict[str, Client]:
    """These register and join: a game begins."""
    clients = {name: desk.client(2000 + n) for n, name in enumerate(names)}
    for name, client in clients.items():
        client.say(f"REGISTER;{name}")
    desk.wait(251)
    for name, client in clients.items():
        client.say(f"JOIN_GAME;{name};{client.token('GAME_STARTING')}")
    return clients


def on_turn(clients: dict[str, Client]) -> tuple[str, str]:
    """Whose turn it is, and the token of it."""
    for name, client in clients.items():
        for message in client.heard():
            if message.startswith("YOUR_TURN;"):
                return name, message.split(";")[1]
    raise AssertionError("nobody is on turn")


@pytest.mark.parametrize("padding", [b"", b"\n", b"\r\n", b"\0", b" \0\0", b" \r\n"])
def test_what_some_programs_send_behind_their_messages_is_ignored(padding: bytes) -> None:
    desk = Desk()
    assert desk.client(1).ask(b"REGISTER;anna" + padding)[0] == "REGISTERED"
    assert "anna" in desk.contest.roster.players


@pytest.mark.parametrize(
    "message",
    [
        b"REGISTER",
        b"REGISTER;",
        b"REGISTER; anna",
        b"REGISTER;a b",
        b"REGISTER;a;b",
        b"REGISTER;\xff",
        b"REGISTER;;",
    ],
)
def test_a_bad_registration_is_always_answered(message: bytes) -> None:
    desk = Desk()
    assert desk.client(1).ask(message) == ["REJECTED"]
    assert desk.client(2, door=desk.maexchen).ask(message) == ["REJECTED;INVALID_NAME"]


def test_verbs_are_case_sensitive() -> None:
    desk = Desk()
    assert desk.client(1).ask("register;anna") == []
    assert desk.counts["mia_strangers"] == 1


def test_strangers_are_not_answered() -> None:
    desk = Desk()
    for message in ("ROLL;x", "JOIN_GAME;anna;x", "UNREGISTER", "", ";;;", "SEE", "ANNOUNCE;1,2;x"):
        assert desk.client(1).ask(message) == []


def test_a_full_contest_rejects() -> None:
    desk = Desk(MiaSettings(players=2))
    table(desk, "anna", "bob")
    assert desk.client(1).ask("REGISTER;carl") == ["REJECTED"]
    contestant = roster.Client("mia", ("10.0.0.1", 1))
    assert desk.contest.register.program(contestant, "carl", desk.now).refused is Why.CONTEST_FULL


@pytest.mark.parametrize("join", ["JOIN_GAME;anna;", "JOIN_ROUND;anna;", "JOIN_GAME;", "JOIN_ROUND;"])
def test_every_way_to_join(join: str) -> None:
    desk = Desk()
    anna = desk.client(1)
    anna.say("REGISTER;anna")
    assert anna.ask(join + anna.token("GAME_STARTING"))[0].startswith("GAME_STARTED;anna;")


@pytest.mark.parametrize(
    "join", ["JOIN_GAME;bob;", "JOIN;", "JOIN_GAME;anna;anna;", "JOIN_GAME;anna;;", "join_game;"]
)
def test_what_does_not_join(join: str) -> None:
    desk = Desk()
    anna = desk.client(1)
    anna.say("REGISTER;anna")
    assert anna.ask(join + anna.token("GAME_STARTING")) == []
    assert desk.counts["mia_stale"] == 1


def test_maexchen_joins_without_a_name() -> None:
    desk = Desk()
    anna = desk.client(1, door=desk.maexchen)
    anna.say("REGISTER;anna")
    started = anna.ask("JOIN;" + anna.token("ROUND STARTING"))
    assert started == ["ROUND STARTED;1;anna", "ROUND CANCELED;ONLY_ONE_PLAYER", "SCORE;anna:0"]


def test_a_round_that_nobody_joins_ends_with_an_empty_score() -> None:
    desk = Desk()
    anna = desk.client(1, door=desk.maexchen)
    anna.say("REGISTER;anna")
    anna.heard()
    desk.wait(251)
    assert anna.heard()[:2] == ["ROUND CANCELED;NO_PLAYERS", "SCORE;"]


def test_nobody_hears_a_score_or_is_invited_before_the_game_is_on_disk() -> None:
    desk = Desk()
    clients = table(desk, "anna", "bob")
    name, token = on_turn(clients)
    for client in clients.values():
        client.heard()
    desk.disk_is_busy = True
    clients[name].say(f"DANCE;{token}")
    desk.wait(10_000)
    for client in clients.values():
        assert [message.split(";")[0] for message in client.heard()] == ["PLAYER_LOST"]
    desk.write()
    for client in clients.values():
        assert [message.split(";")[0] for message in client.heard()] == ["SCORE", "GAME_STARTING"]
    assert len(desk.journal.tables()) == 1


def test_only_the_roller_hears_the_dice() -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob", "carl")
    name, token = on_turn(clients)
    heard = clients[name].ask(f"ROLL;{token}")
    assert [message.split(";")[0] for message in heard] == ["PLAYER_ROLLS", "ROLLED"]
    assert heard[1].endswith(f";{token}")
    for other in clients.values():
        assert not any("ROLLED" in message for message in other.heard())


def test_the_second_roll_is_heard_by_all_and_seen_by_nobody() -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob")
    name, token = on_turn(clients)
    clients[name].say(f"ROLL;{token}")
    game = clients[name].heard()[0].split(";")[2]
    assert clients[name].ask(f"ROLL;{token}") == [f"PLAYER_ROLLS;{name};{game}"]
    assert clients[name].ask(f"ROLL;{token}")[0] == f"PLAYER_LOST;{name};INVALID_TURN;{game}"


@pytest.mark.parametrize("dice", ["6,3", "3,6", "63", "36"])
def test_dice_may_be_written_in_four_ways(dice: str) -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob")
    name, token = on_turn(clients)
    clients[name].say(f"ROLL;{token}")
    heard = clients[name].ask(f"ANNOUNCE;{dice};{token}")
    assert heard[0].startswith(f"ANNOUNCED;{name};6,3;")


@pytest.mark.parametrize(
    "nonsense",
    [
        "ANNOUNCE;7,1;{}",
        "ANNOUNCE;0,1;{}",
        "ANNOUNCE;6;{}",
        "ANNOUNCE;6,3,1;{}",
        "ANNOUNCE; 6,3;{}",
        "ANNOUNCE;;{}",
        "ANNOUNCE;{}",
        "SEE;{}",
        "DANCE;{}",
        "roll;{}",
        ";{}",
        "{}",
        "JOIN_GAME;anna;{}",
        "UNREGISTER;{}",
        "ROLL;ROLL;{}",
    ],
)
def test_the_right_token_with_nonsense_is_an_invalid_turn(nonsense: str) -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob", "carl")
    name, token = on_turn(clients)
    clients[name].say(f"ROLL;{token}")
    heard = clients[name].ask(nonsense.format(token))
    assert heard[0].startswith(f"PLAYER_LOST;{name};INVALID_TURN;")


@pytest.mark.parametrize("wrong", ["ROLL", "ROLL;", "ROLL;x", "ROLL;{token};", "SEE;{game}", "ROLL;{other}"])
def test_a_wrong_token_is_dropped_and_the_question_stays_open(wrong: str) -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob", "carl")
    (match,) = desk.contest.running.values()
    name, token, game = match.players[match.asked].name, match.turn_token, match.token
    assert clients[name].ask(wrong.format(token=token, game=game, other=token[:-1])) == []
    assert desk.counts["mia_stale"] == 1
    assert clients[name].ask(f"ROLL;{token}")[0].startswith("PLAYER_ROLLS;")


def test_another_players_token_answers_nothing() -> None:
    desk = Desk()
    clients = table(desk, "anna", "bob", "carl")
    name, token = on_turn(clients)
    other = next(client for player, client in clients.items() if player != name)
    assert other.ask(f"ROLL;{token}") == []
    assert desk.client(77).ask(f"ROLL;{token}") == []
    assert clients[name].ask(f"ROLL;{token}")


def test_a_question_is_asked_again_at_the_new_port() -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob")
    name, old = on_turn(clients)
    phone = desk.client(4711)
    registered, again = phone.ask(f"REGISTER;{name}")
    assert registered == "REGISTERED"
    new = again.removeprefix("YOUR_TURN;")
    assert new != old
    assert phone.ask(f"ROLL;{old}") == []
    _, rolled = phone.ask(f"ROLL;{new}")
    tablet = desk.client(4712)
    _, repeated = tablet.ask(f"REGISTER;{name}")
    assert repeated.split(";")[:2] == rolled.split(";")[:2]
    token = repeated.split(";")[2]
    assert token != new
    assert tablet.ask(f"ROLL;{token}")[0].startswith("PLAYER_ROLLS")
    watch = desk.client(4713)
    assert watch.ask(f"REGISTER;{name}") == ["REGISTERED"], "there is nothing to repeat after a blind roll"
    assert watch.ask(f"ANNOUNCE;3,1;{token}")[0].startswith("ANNOUNCED;")
    assert clients[name].heard() == []


def test_moving_does_not_make_the_time_longer() -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob")
    name, _ = on_turn(clients)
    desk.wait(200)
    phone = desk.client(4711)
    phone.say(f"REGISTER;{name}")
    desk.wait(52)
    assert any("DID_NOT_TAKE_TURN" in message for message in phone.heard())


def test_spectators_hear_everything_but_questions_and_dice() -> None:
    desk = Desk(seed=4)
    eve = desk.client(1)
    assert eve.ask("REGISTER_SPECTATOR;eve") == ["REGISTERED"]
    clients = table(desk, "anna", "bob")
    name, token = on_turn(clients)
    clients[name].say(f"ROLL;{token}")
    clients[name].say(f"ANNOUNCE;66;{token}")
    desk.wait(251)
    verbs = {message.split(";")[0] for message in eve.heard()}
    expected = {"GAME_STARTING", "GAME_STARTED", "PLAYER_ROLLS", "ANNOUNCED", "PLAYER_LOST", "SCORE"}
    assert verbs == expected | {"GAME_CANCELED"}
    assert eve.ask("UNREGISTER") == ["UNREGISTERED"]
    desk.wait(1000)
    assert eve.heard() == []


def test_a_spectator_may_become_a_player_and_the_other_way_round() -> None:
    desk = Desk()
    anna = desk.client(1)
    anna.say("REGISTER_SPECTATOR;anna")
    assert anna.ask("REGISTER;anna")[0] == "REGISTERED"
    assert not desk.contest.roster.spectators
    assert anna.ask("REGISTER_SPECTATOR;anna")[0] == "REGISTERED"
    assert not desk.contest.roster.players


def test_who_leaves_in_the_middle_of_a_game_hears_no_more_of_it() -> None:
    desk = Desk(seed=4)
    clients = table(desk, "anna", "bob", "carl")
    name, token = on_turn(clients)
    other = next(client for player, client in clients.items() if player != name)
    assert other.ask("UNREGISTER") == ["UNREGISTERED"]
    clients[name].say(f"ROLL;{token}")
    assert other.heard() == []
    assert other.ask("UNREGISTER") == []


def test_unregistering_another_one_is_not_possible() -> None:
    desk = Desk()
    clients = table(desk, "anna", "bob")
    clients["anna"].say("UNREGISTER;bob")
    assert set(desk.contest.roster.players) == {"anna", "bob"}
    assert desk.counts["mia_stale"] == 1
    clients["anna"].say("UNREGISTER;anna")
    assert set(desk.contest.roster.players) == {"bob"}


def test_the_heart_of_maexchen_beats_every_two_seconds() -> None:
    desk = Desk()
    anna = desk.client(1, door=desk.maexchen)
    anna.say("REGISTER_SPECTATOR")
    mia = desk.client(2)
    mia.say("REGISTER_SPECTATOR")
    desk.wait(60_000)
    assert anna.heard().count("HEARTBEAT") in (29, 30)
    assert mia.heard() == ["REGISTERED"]


def test_two_doors_can_lead_into_one_contest() -> None:
    desk = Desk(maexchen=MaexchenSettings(shared=True))
    anna, bob = desk.client(1), desk.client(2, door=desk.maexchen)
    anna.say("REGISTER;anna")
    bob.say("REGISTER;bob")
    desk.wait(251)
    anna.say("JOIN_GAME;anna;" + anna.token("GAME_STARTING"))
    bob.say("JOIN;" + bob.token("ROUND STARTING"))
    (match,) = desk.contest.running.values()
    assert anna.heard()[0].startswith("GAME_STARTED;")
    assert bob.heard()[0].startswith("ROUND STARTED;")
    for _ in range(20):  # and they stay in step: nobody hears of the next game before the score
        desk.wait(251)
        for client in (anna, bob):
            verbs = [message.split(";")[0].replace(" ", "_") for message in client.heard()]
            verbs = [verb.replace("ROUND", "GAME") for verb in verbs if verb != "HEARTBEAT"]
            for before, verb in itertools.pairwise(verbs):
                assert verb != "GAME_STARTING" or before in ("SCORE", "GAME_CANCELED")
        for client, verb in ((anna, "JOIN_GAME;anna;"), (bob, "JOIN;")):
            who = desk.contest.roster.clients[roster.Client(client.door.name, client.address)]
            client.say(verb + who.invitation)
    assert match.number < desk.contest.games
    assert desk.client(5, host="10.0.0.9", door=desk.maexchen).ask("REGISTER;anna") == [
        "REJECTED;NAME_ALREADY_TAKEN"
    ]
    assert desk.maexchen.contest is desk.contest


def test_the_house_fills_a_contest_of_two_doors_too() -> None:
    desk = Desk(MiaSettings(fill=3), MaexchenSettings(shared=True))
    anna = desk.client(1, door=desk.maexchen)
    anna.say("REGISTER;anna")
    started = anna.ask("JOIN;" + anna.token("ROUND STARTING"))[0]
    players = started.removeprefix("ROUND STARTED;1;").split(",")
    assert sorted(players) == ["anna", "house-honest", "house-threshold"]


def test_only_the_door_of_maexchen_can_lead_into_the_other_contest() -> None:
    assert msgspec.convert({"shared": True}, MaexchenSettings).shared
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"shared": True}, MiaSettings)


def test_two_doors_with_a_contest_each_do_not_hear_of_each_other() -> None:
    desk = Desk()
    anna, bob = desk.client(1), desk.client(2, door=desk.maexchen)
    assert anna.ask("REGISTER;anna")[0] == "REGISTERED"
    assert bob.ask("REGISTER;anna")[0] == "REGISTERED"
    assert desk.maexchen.contest is not desk.contest
    assert desk.maexchen.contest.options.rules == "maexchen"


@pytest.mark.parametrize("letter", ["x", "ü", "🎲"])
def test_whatever_their_names_every_datagram_has_at_most_1200_bytes(letter: str) -> None:
    """The desk looks at each one."""
    desk = Desk()
    names = [f"{letter * 17}{n:03}" for n in range(90)]
    clients = table(desk, *names)
    for name in names:
        desk.hall.learn(facts.Scored("mia", name, facts.Standing(10**9)))
    for _ in range(30):
        desk.wait(251)
        for name, client in clients.items():
            client.say(f"JOIN_GAME;{name};{desk.contest.roster.players[name].invitation}")
    assert any(message.startswith("SCORE") for message in clients[names[0]].heard())
    assert desk.contest.games > 3


def test_before_a_deadline_passes_everything_that_has_arrived_is_looked_at() -> None:
    desk = Desk()
    table(desk, "anna", "bob")
    before = desk.caught_up
    desk.wait(251)
    assert desk.caught_up > before
