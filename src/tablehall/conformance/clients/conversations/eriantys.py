"""Eriantys: the conversations by which a client is judged."""

from tablehall.conformance.clients.framing import Lines
from tablehall.conformance.clients.judges.eriantys import EriantysJudge
from tablehall.conformance.clients.scenario import Adds, Answers, Gathered, Inserts, Scenario, Seat, Split
from tablehall.conformance.clients.trial import Protocol

FULL = '{"message":"GameFullError","arguments":{}}'
GONE = '{"message":"PossibleGames","arguments":{"gameIDs":["0123456789"]}}'
NEWS = '{"message":"ChangeProfessor","arguments":{"Nickname":"companion1","ProfessorList":[]}}'
NOBODY_WAITS = {"ack_timeout": 300}
PLAYED = ("Acknowledgment", "UseAssistant")
ACTED = (*PLAYED, "MoveMotherNature", "TakeStudentsFromCloud")
TURN = "CurrentPlayerChanged"


class Eriantys(Protocol):
    """Eriantys, in the words of the document."""

    name = "eriantys"
    judge = EriantysJudge
    framing = Lines
    games = ("eriantys",)
    scenarios = (
        Scenario(
            "creates",
            "no game waits: the client creates one",
            "Winner",
            must=ACTED,
            seat=Seat(),
            settings=NOBODY_WAITS,
        ),
        Scenario(
            "joins",
            "a game waits: the client enters it",
            "Winner",
            must=ACTED,
            seat=Seat(opens=True),
            settings=NOBODY_WAITS,
        ),
        Scenario(
            "segments",
            "every line comes in three segments",
            TURN,
            8,
            PLAYED,
            Seat(opens=True),
            NOBODY_WAITS,
            disturbs=(Split(),),
        ),
        Scenario(
            "together",
            "several lines come in one segment",
            TURN,
            6,
            PLAYED,
            Seat(),
            NOBODY_WAITS,
            (Gathered(),),
        ),
        Scenario(
            "gone",
            "the listed game is gone: the client creates one",
            TURN,
            6,
            ("CreateNewGame",),
            Seat(),
            NOBODY_WAITS,
            (Answers("JoinGame", 1, GONE),),
        ),
        Scenario(
            "refused",
            "the game cannot be entered",
            must=("EnterGame",),
            disturbs=(Answers("EnterGame", 0, FULL),),
            settings=NOBODY_WAITS,
            may_end=True,
            quiet=0.6,
        ),
        Scenario(
            "notices",
            "news of the other player come in between",
            TURN,
            8,
            PLAYED,
            Seat(),
            NOBODY_WAITS,
            (Inserts("AssistantUsed", 0, NEWS),),
        ),
        Scenario(
            "arguments",
            "messages have arguments that the client cannot know",
            TURN,
            8,
            PLAYED,
            Seat(),
            NOBODY_WAITS,
            (Adds(keys={"mood": ["of", "the", "house"]}),),
            document=False,
        ),
        Scenario(
            "gives up", "the other player leaves the game", "Winner", seat=Seat(opens=True, gives_up_after=12)
        ),
    )
