"""My Shelfie: the conversations by which a client is judged."""

from tablehall.conformance.clients.framing import Lines
from tablehall.conformance.clients.judges.shelfie import ShelfieJudge
from tablehall.conformance.clients.scenario import Adds, Answers, Gathered, Inserts, Scenario, Seat, Split
from tablehall.conformance.clients.trial import Protocol

TAKEN = '{"name":"JoinResponse","result":false,"error":"NickNameTakenException"}'
CHAT = '{"name":"ChatMessage","message":"hello","sender":"companion1","date":"12:00"}'
PING = '{"name":"Ping"}'
PLAYED = ("PickTilesCommand", "PutTilesCommand")


class Shelfie(Protocol):
    """My Shelfie, in the words of the document."""

    name = "shelfie"
    judge = ShelfieJudge
    framing = Lines
    games = ("shelfie",)
    scenarios = (
        Scenario("first", "nobody is there: the client creates the game", "Winner", must=PLAYED, seat=Seat()),
        Scenario("other", "a game waits: the client joins it", "Winner", must=PLAYED, seat=Seat(opens=True)),
        Scenario(
            "pings",
            "pings after the hello, in the lobby and in the game",
            "TurnNotify",
            6,
            ("Pong",),
            Seat(opens=True),
            disturbs=(
                Inserts("Hello", 0, PING),
                Inserts("JoinResponse", 0, PING),
                Inserts("TurnNotify", 0, PING),
                Inserts("GameSetUp", 0, PING),
            ),
        ),
        Scenario(
            "segments",
            "every line comes in three segments",
            "TurnNotify",
            6,
            PLAYED,
            Seat(opens=True),
            disturbs=(Split(),),
        ),
        Scenario(
            "together",
            "several lines come in one segment",
            "TurnNotify",
            6,
            PLAYED,
            Seat(),
            disturbs=(Gathered(),),
        ),
        Scenario(
            "nickname",
            "the nickname is taken",
            must=("Join",),
            seat=Seat(opens=True),
            disturbs=(Answers("Join", 0, TAKEN),),
            may_end=True,
            quiet=0.6,
        ),
        Scenario(
            "notices",
            "somebody chats, and points and cards are told in between",
            "TurnNotify",
            6,
            PLAYED,
            Seat(opens=True, says="hello"),
            disturbs=(Inserts("TilesPicked", 0, CHAT),),
        ),
        Scenario(
            "keys",
            "messages have keys, and there are messages, that the client cannot know",
            "TurnNotify",
            6,
            PLAYED,
            Seat(),
            disturbs=(
                Adds(keys={"mood": ["of", "the", "house"]}),
                Inserts("GameSetUp", 0, '{"name":"Weather","player":"nobody"}'),
            ),
            document=False,
        ),
        Scenario(
            "lost",
            "the other player is lost and comes back",
            "TurnNotify",
            10,
            PLAYED,
            Seat(opens=True, away_after=2),
        ),
    )
