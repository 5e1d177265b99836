"""Dáma over pipes: the conversations by which a client is judged."""

from tablehall.conformance.clients.framing import Lines
from tablehall.conformance.clients.judges.pipes import PipesJudge
from tablehall.conformance.clients.scenario import Answers, Cuts, Gathered, Inserts, Scenario, Seat, Split
from tablehall.conformance.clients.trial import Protocol

BOTH = ("CONNECT", "TURN")


class Pipes(Protocol):
    """Dáma, in the words of the document."""

    name = "pipes"
    judge = PipesJudge
    framing = Lines
    games = ("dama",)
    scenarios = (
        Scenario(
            "creates", "the lobby is empty; somebody joins the client's game", "210", must=BOTH, seat=Seat()
        ),
        Scenario("joins", "a game waits", "210", must=("JOIN_GAME", "TURN"), seat=Seat(opens=True)),
        Scenario(
            "segments",
            "every line comes in three segments",
            "208",
            12,
            BOTH,
            Seat(opens=True),
            disturbs=(Split(),),
        ),
        Scenario(
            "together",
            "several lines come in one segment",
            "208",
            12,
            BOTH,
            Seat(),
            disturbs=(Gathered(), Inserts("200", 0, "250|zoe"), Inserts("204", 0, "260|zoe")),
        ),
        Scenario(
            "nickname",
            "the nickname is in use",
            must=("CONNECT",),
            disturbs=(Answers("CONNECT", 0, "402"),),
            may_end=True,
            quiet=0.6,
        ),
        Scenario(
            "too late",
            "somebody else joins the game first",
            "208",
            6,
            ("JOIN_GAME", "TURN"),
            Seat(opens=True),
            disturbs=(Answers("JOIN_GAME", 1, "412"),),
        ),
        Scenario(
            "lobby",
            "games of others come and go while the client waits",
            "208",
            6,
            BOTH,
            Seat(),
            disturbs=(
                Inserts("204", 0, "250|zoe"),
                Inserts("203", 0, "250|yan"),
                Inserts("203", 0, "260|yan"),
            ),
        ),
        Scenario(
            "gives up",
            "the opponent leaves in the middle of the game",
            "280",
            seat=Seat(opens=True, gives_up_after=4),
        ),
        Scenario(
            "lost",
            "the opponent loses the connection and comes back",
            "208",
            14,
            BOTH,
            Seat(away_after=3),
            document=False,
        ),
        Scenario(
            "again",
            "the client is cut off and started again: 201, and its game goes on",
            "208",
            14,
            BOTH,
            Seat(opens=True),
            disturbs=(Cuts("208", 6),),
        ),
    )
