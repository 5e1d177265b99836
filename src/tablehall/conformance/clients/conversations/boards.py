"""The boards protocol: the conversations by which a client is judged."""

from tablehall.conformance.clients.framing import WebSocket
from tablehall.conformance.clients.judges.boards import GAMES, BoardsJudge
from tablehall.conformance.clients.scenario import (
    Adds,
    Answers,
    Cuts,
    Gathered,
    Inserts,
    Probes,
    Scenario,
    Seat,
    Split,
)
from tablehall.conformance.clients.trial import Protocol

SAT = ("LOGIN", "TURN")
FAILED = '{"type":"JOIN_GAME_FAILED","errorMessage":"Game no longer exists"}'
TAKEN = '{"type":"LOGIN_ERROR","errorMessage":"Somebody of that name is logged in."}'
NOBODY = '{"type":"SET_OPEN_GAMES","openGames":[]}'
NEWS = '{"type":"WEATHER","text":"It rains."}'


class Boards(Protocol):
    """Five games, in the words of the document."""

    name = "boards"
    judge = BoardsJudge
    framing = WebSocket
    games = GAMES
    scenarios = (
        Scenario(
            "creates", "nobody waits; somebody joins the client's game", "GAME_END", must=SAT, seat=Seat()
        ),
        Scenario("joins", "games wait", "GAME_END", must=("JOIN_GAME", "TURN"), seat=Seat(opens=True)),
        Scenario(
            "segments",
            "every message comes in three segments",
            "SET_GAME_STATE",
            5,
            SAT,
            Seat(opens=True),
            disturbs=(Split(),),
        ),
        Scenario(
            "together",
            "several messages come in one segment",
            "SET_GAME_STATE",
            5,
            SAT,
            Seat(),
            disturbs=(Gathered(),),
        ),
        Scenario(
            "name",
            "the name is taken",
            must=("LOGIN",),
            disturbs=(Answers("LOGIN", 0, TAKEN),),
            may_end=True,
            quiet=0.6,
        ),
        Scenario(
            "too late",
            "somebody else joins the game first",
            "SET_GAME_STATE",
            4,
            ("JOIN_GAME", "TURN"),
            Seat(opens=True),
            disturbs=(Answers("JOIN_GAME", 1, FAILED),),
        ),
        Scenario(
            "pushes",
            "the list of games comes in between",
            "SET_GAME_STATE",
            5,
            SAT,
            Seat(),
            disturbs=(Inserts("SET_GAME_STATE", 0, NOBODY), Inserts("NEWLY_CREATED_GAME", 0, NOBODY)),
        ),
        Scenario(
            "fields",
            "messages have fields, and there are messages, that the client cannot know",
            "SET_GAME_STATE",
            5,
            SAT,
            Seat(),
            disturbs=(Adds(keys={"mood": {"of": ["the", "house"]}}), Inserts("GAME_INIT", 0, NEWS)),
            document=False,
        ),
        Scenario(
            "ping",
            "the server pings, as WebSocket allows at any time",
            "SET_GAME_STATE",
            5,
            SAT,
            Seat(),
            disturbs=(Probes("LOGIN_SUCCESS"), Probes("SET_GAME_STATE", 2)),
        ),
        Scenario("gives up", "the opponent gives up", "GAME_END", seat=Seat(opens=True, gives_up_after=1)),
        Scenario(
            "again",
            "the client is cut off and started again: its game goes on",
            "GAME_END",
            must=SAT,
            seat=Seat(),
            disturbs=(Cuts("SET_GAME_STATE", 3),),
            document=False,
        ),
    )
