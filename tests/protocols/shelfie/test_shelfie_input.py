"""Whatever a client sends: an answer that says what was wrong, and nothing changes."""

import json
import random
from datetime import datetime

import pytest

from tests.conftest import RunningHall
from tests.protocols.shelfie.parties import on_turn, party, pick_something, take_turn
from tests.protocols.shelfie.player import Player, Tile

NOT_PICKED = "This tiles can't be picked!"
NOT_PUT = "Can't put this tiles like this!"
NOT_SENT = "Can not send message! Try again!"


async def pair(hall: RunningHall, *, original: bool = False) -> tuple[Player, Player]:
    """Two players, the one on turn first."""
    people = await party(hall, Player("anna", original=original), Player("bob", original=original))
    mover = on_turn(people)
    return mover, people[1 - people.index(mover)]


async def refused(player: Player, sentence: str) -> None:
    assert await player.error() == sentence


# Lines that are no requests.


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"hello", "it is not a JSON object in one line."),
        (b'{"name":', "it is not a JSON object in one line."),
        (b"[]", "it has to be an object, and is a list."),
        (b"7", "it has to be an object, and is a whole number."),
        (b"null", "it has to be an object, and is null."),
        (b"{}", '"name" is missing.'),
        (b'{"foo":1}', '"name" is missing.'),
        (b'{"name":7}', '"name" has to be a text.'),
        (b'{"name":null}', '"name" has to be a text.'),
        (b'{"name":"Bogus"}', 'there is no message of the name "Bogus".'),
        (b'{"name":"hellocommand"}', 'there is no message of the name "hellocommand".'),
        (b'{"name":"Join"}', '"player" is missing.'),
        (b'{"name":"Join","player":null}', '"player" has to be a text, and is null.'),
        (b'{"name":"Join","player":["x"]}', '"player" has to be a text, and is a list.'),
        (b'{"name":"Reconnect"}', '"id" is missing.'),
        (b'{"name":"LoadGame","game":"x"}', '"idFirstPlayer" is missing.'),
        (
            b'{"name":"JoinNewAsFirst","player":"a","numOfPlayers":2,"idFirstPlayer":"x"}',
            '"easyRule" is missing.',
        ),
        (
            b'{"name":"JoinNewAsFirst","player":"a","numOfPlayers":"2","idFirstPlayer":"x","easyRule":true}',
            '"numOfPlayers" has to be a whole number, and is a text.',
        ),
        (
            b'{"name":"JoinNewAsFirst","player":"a","numOfPlayers":2,"idFirstPlayer":"x","easyRule":1}',
            '"easyRule" has to be true or false, and is a whole number.',
        ),
        (b'\xff\xfe{"name":"HelloCommand"}', "it is not a JSON object in one line."),
        (b'{"name":"Join","player":"\xff"}', "it is not UTF-8."),
        (b'{"name":"Join","player":"\\ud800"}', "it is not a JSON object in one line."),
        (b'{"name":"HelloCommand","x":' + b"[" * 5_000, "it is nested too deeply."),
        (b'{"name":"HelloCommand"} {"name":"HelloCommand"}', "it is not a JSON object in one line."),
    ],
)
async def test_a_line_that_is_no_request(hall: RunningHall, line: bytes, why: str) -> None:
    anna = await Player("anna").connects(hall)
    anna.raw(line + b"\n")
    sentence = await anna.error()
    assert sentence == f"This is no request of My Shelfie: {why}"
    await anna.hello()


async def test_blank_lines_are_never_answered(hall: RunningHall) -> None:
    anna = await Player("anna").connects(hall)
    anna.raw(b"\n\r\n  \n\t\r\n\n")
    await anna.hears_nothing(0.05)


async def test_key_order_line_ends_and_unknown_keys_do_not_matter(hall: RunningHall) -> None:
    anna = await Player("anna").connects(hall)
    anna.raw(b'{"version":3,"name":"HelloCommand","x":{"y":[null]}}\r\n')
    id = (await anna.hear("Hello"))["firstPlayerId"]
    keys = {"easyRule": False, "idFirstPlayer": id, "numOfPlayers": 2, "player": "anna"}
    anna.raw(json.dumps({**keys, "colour": "red", "name": "JoinNewAsFirst"}))
    assert (await anna.hear("FirstJoinResponse"))["result"] is True


async def test_a_request_may_come_in_any_pieces(hall: RunningHall) -> None:
    anna = await Player("anna").connects(hall)
    for byte in b'{"name":"GetSavedGames"}\n':
        anna.raw(bytes([byte]))
        await anna.writer.drain()
    await anna.hear("SavedGames")
    anna.raw(b'{"name":"GetLoadedPlayers"}\n{"name":"GetSavedGames"}\n{"name":"GetLo')
    anna.raw(b'adedPlayers"}\n')
    await anna.hears("LoadedGamePlayers", "SavedGames", "LoadedGamePlayers")


async def test_a_line_may_be_long_but_not_too_long(hall: RunningHall) -> None:
    anna = await Player("anna").connects(hall)
    anna.say("Join", player="x" * 60_000)
    assert (await anna.hear("JoinResponse"))["result"] is False
    anna = await Player("anna").connects(hall)
    anna.say("Join", player="x" * 70_000)
    await refused(anna, "This line is too long.")
    await anna.hello()


# In the wrong state, with the wrong id.


GAME_REQUESTS = [
    ("PickTilesCommand", {"tiles": []}),
    ("PutTilesCommand", {"column": 0, "tiles": []}),
    ("SaveGame", {"game": "x"}),
    ("SendMessage", {"message": "x"}),
]


@pytest.mark.parametrize(("name", "keys"), GAME_REQUESTS)
async def test_what_needs_a_game(hall: RunningHall, name: str, keys: dict[str, object]) -> None:
    anna, bob = await Player("anna").connects(hall), await Player("bob").connects(hall)
    anna.say(name, id="NoId", **keys)
    await refused(anna, "Join a game first.")
    anna.id = (await anna.hello())["firstPlayerId"]
    anna.say(name, id=anna.id, **keys)
    await refused(anna, "Create your game first.")
    await bob.joins()
    bob.say(name, id=bob.id, **keys)
    await refused(bob, "The first player has not created the game yet.")
    anna.say("JoinNewAsFirst", player="anna", numOfPlayers=3, idFirstPlayer=anna.id, easyRule=False)
    await anna.hear("FirstJoinResponse")
    if name != "SendMessage":  # one may talk while one waits
        bob.say(name, id=bob.id, **keys)
        await refused(bob, "The game has not started yet.")


@pytest.mark.parametrize(("name", "keys"), [*GAME_REQUESTS, ("Disconnect", {})])
async def test_nobody_acts_for_somebody_else(hall: RunningHall, name: str, keys: dict[str, object]) -> None:
    anna, bob = await pair(hall)
    for id in (anna.id, "", "NoId", "nonsense", bob.id.upper()):
        bob.say(name, id=id, **keys)
        await refused(bob, "This is not your id.")
    await anna.hears_nothing(0.02)
    await take_turn([anna, bob], random.Random(1))


# Picking.


def enclosed(player: Player) -> Tile:
    return (4, 4, player.board[4, 4])


def tile(player: Player, x: int, y: int) -> Tile:
    return (x, y, player.board[x, y])


@pytest.mark.parametrize("original", [False, True])
async def test_picks_that_are_refused(hall: RunningHall, original: bool) -> None:
    mover, other = await pair(hall, original=original)
    edge, next_to_it, elsewhere = tile(mover, 1, 3), tile(mover, 1, 4), tile(mover, 7, 5)
    another = "CAT" if edge[2] != "CAT" else "DOG"
    wrong: list[list[Tile]] = [
        [],
        [edge, edge],
        [edge, next_to_it, edge],
        [edge, elsewhere],
        [enclosed(mover)],
        [edge, next_to_it, tile(mover, 2, 4)],
        [edge, next_to_it, elsewhere, tile(mover, 7, 4)],
        [(edge[0], edge[1], another)],
        [(edge[0], edge[1], edge[2].lower())],
        [(edge[0], edge[1], edge[2] + "S")],
        [(edge[0], edge[1], "")],
        [(0, 0, edge[2])],
        [(0, 3, edge[2])],
        [(-1, 3, edge[2])],
        [(1, -6, edge[2])],
        [(9, 9, edge[2])],
        [(2**40, 10**400, edge[2])],
        [edge] * 1000,
    ]
    for tiles in wrong:
        mover.picks(tiles)
        await refused(mover, NOT_PICKED)
    other.picks([edge])
    await refused(other, NOT_PICKED)
    await other.hears_nothing(0.02)
    mover.picks([edge])
    await mover.hears("BoardUpdate", "TilesPicked")
    mover.picks([next_to_it])
    await refused(mover, NOT_PICKED)


@pytest.mark.parametrize(
    "tiles",
    [
        None,
        "CAT",
        {"x": 1, "y": 3, "type": "CAT"},
        [["CAT"]],
        [None],
        [{"x": 1, "y": 3}],
        [{"x": "1", "y": 3, "type": "CAT"}],
        [{"x": 1.5, "y": 3, "type": "CAT"}],
        [{"x": True, "y": 3, "type": "CAT"}],
        [{"x": 1, "y": 3, "type": 7}],
        [{"x": 1, "y": 3, "type": None}],
    ],
)
async def test_a_pick_of_things_that_are_no_tiles(hall: RunningHall, tiles: object) -> None:
    mover, other = await pair(hall)
    mover.say("PickTilesCommand", id=mover.id, tiles=tiles)
    assert '"tiles' in await mover.error()
    await other.hears_nothing(0.01)


# Putting.


@pytest.mark.parametrize("original", [False, True])
async def test_puts_that_are_refused(hall: RunningHall, original: bool) -> None:
    mover, other = await pair(hall, original=original)
    mover.puts(0, ["CAT"])
    await refused(mover, NOT_PUT)
    await pick_something([mover, other], random.Random(2), mover.name)
    hand = mover.hands[mover.name]
    missing = next(kind for kind in ("CAT", "BOOK", "GAME", "FRAME", "TROPHY", "PLANT") if kind not in hand)
    for column, tiles in [
        (5, hand),
        (-1, hand),
        (2**50, hand),
        (0, []),
        (0, hand[1:]),
        (0, [*hand, hand[0]]),
        (0, [*hand[1:], missing]),
        (0, [kind.lower() for kind in hand]),
        (0, ["DOG"] * len(hand)),
        (0, hand * 500),
    ]:
        mover.puts(column, tiles)
        await refused(mover, NOT_PUT)
    other.puts(0, hand)
    await refused(other, NOT_PUT)
    for key, value in (("column", "0"), ("column", None), ("tiles", "CAT"), ("tiles", [1]), ("tiles", None)):
        mover.say("PutTilesCommand", **{"id": mover.id, "column": 0, "tiles": hand, key: value})
        assert f'"{key}' in await mover.error()
    mover.puts(0, hand[::-1])
    shelf = await mover.hear("BookShelfUpdate")
    assert sorted((t["y"], t["type"]) for t in shelf["tiles"]) == list(enumerate(hand[::-1]))


# Talking.


@pytest.mark.parametrize("original", [False, True])
async def test_talk_to_all_and_to_one(hall: RunningHall, original: bool) -> None:
    names = ("anna", "bob", "carl")
    anna, bob, carl = await party(hall, *[Player(name, original=original) for name in names])
    anna.say("SendMessage", id=anna.id, message="hi all", player=None)
    for player in (anna, bob, carl):
        message = await player.hear("ChatMessage")
        assert set(message) == {"name", "message", "sender", "date"}
        assert (message["message"], message["sender"]) == ("hi all", "anna")
    bob.say("SendMessage", id=bob.id, message="psst", player="carl")
    assert await bob.hear("ChatMessage") == await carl.hear("ChatMessage")
    carl.say("SendMessage", id=carl.id, message="note to myself", player="carl")
    await carl.hear("ChatMessage")
    for player in (anna, bob, carl):
        await player.hears_nothing(0.02)
    assert b"psst" not in anna.bytes


@pytest.mark.parametrize(
    "keys",
    [
        {"player": "a stranger"},
        {"player": ""},
        {"message": ""},
        {"message": " \n "},
        {"message": "x" * 501},
        {"player": "ANNA"},
    ],
)
async def test_talk_that_is_not_sent(hall: RunningHall, keys: dict[str, str]) -> None:
    anna, bob = await pair(hall)
    anna.say("SendMessage", **{"id": anna.id, "message": "hello", **keys})
    await refused(anna, NOT_SENT)
    await bob.hears_nothing(0.01)


async def test_dates_are_local_and_strictly_increasing(hall: RunningHall) -> None:
    anna, bob = await pair(hall)
    for number in range(40):
        anna.say("SendMessage", id=anna.id, message=str(number))
        bob.say("SendMessage", id=bob.id, message=str(number))
    for player in (anna, bob):
        for _ in range(80):
            await player.hear("ChatMessage")
    dates = [message["date"] for message in anna.chat]
    assert dates == sorted(set(dates))
    assert dates == [message["date"] for message in bob.chat]
    times = [datetime.fromisoformat(date) for date in dates]
    assert all(time.tzinfo is None for time in times)
    await bob.leaves()
    await bob.comes_back(hall)
    await bob.until("GameSetUp")
    assert [message["date"] for message in bob.set_up["oldChat"]] == dates[-50:]


async def test_whatever_people_are_called_it_is_ascii(hall: RunningHall) -> None:
    people = await party(hall, Player("Žofie 🐈"), Player('"d\u00e1ma\\'))
    zofie = people[0]
    zofie.say("SendMessage", id=zofie.id, message="caf\u00e9\u2028🎲\n\u0007\x7f")
    for player in people:
        assert (await player.hear("ChatMessage"))["message"] == "caf\u00e9\u2028🎲\n\u0007\x7f"
        assert player.bytes.isascii()
        assert b"\\u017d" in player.bytes
        assert set(player.points) == {'"d\u00e1ma\\', "Žofie 🐈"}
    await take_turn(people, random.Random(3))
