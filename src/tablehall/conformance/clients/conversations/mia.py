"""Mia over UDP: the conversations by which a client is judged."""

from tablehall.conformance.clients.judges.mia import MiaJudge
from tablehall.conformance.clients.scenario import Answers, Cuts, Inserts, Loses, Repeats, Scenario
from tablehall.conformance.clients.trial import Protocol

TIMES = {"answer": 5000, "join_window": 2000}
FULL = {**TIMES, "fill": 2}
PLAYED = ("ROLL|SEE", "ANNOUNCE")


class Mia(Protocol):
    """Mia, in the words of the document."""

    name = "mia"
    judge = MiaJudge
    scenarios = (
        Scenario("games", "twenty games against the house", "SCORE", 20, PLAYED, settings=FULL),
        Scenario(
            "table",
            "games with three others",
            "SCORE",
            10,
            ("JOIN_GAME|JOIN_ROUND",),
            settings={**FULL, "fill": 4},
        ),
        Scenario(
            "alone",
            "nobody else plays: the game is cancelled, and the next invitation comes",
            "GAME_CANCELED",
            3,
            settings={**TIMES, "join_window": 300},
        ),
        Scenario(
            "rejected",
            "the name is refused",
            disturbs=(Answers("REGISTER", 0, "REJECTED"),),
            must=("REGISTER",),
            may_end=True,
            settings=FULL,
            quiet=0.6,
        ),
        Scenario(
            "twice",
            "invitations and scores arrive twice, the second time late",
            "SCORE",
            8,
            PLAYED,
            settings=FULL,
            disturbs=(
                Repeats("GAME_STARTING", after=0.02),
                Repeats("SCORE", after=0.01),
                Repeats("REGISTERED"),
            ),
        ),
        Scenario(
            "lost",
            "a question and an invitation are lost on their way",
            "SCORE",
            8,
            PLAYED,
            settings={**FULL, "answer": 300, "join_window": 300},
            disturbs=(Loses("YOUR_TURN", 2), Loses("GAME_STARTING", 3)),
        ),
        Scenario(
            "unknown",
            "datagrams arrive that the document does not know",
            "SCORE",
            8,
            PLAYED,
            settings=FULL,
            disturbs=(Inserts("GAME_STARTED", 0, "HEARTBEAT"), Inserts("SCORE", 0, "WEATHER;rain;17;x")),
        ),
        Scenario(
            "again",
            "the client is started again and registers from another port",
            "SCORE",
            12,
            PLAYED,
            settings={**FULL, "answer": 300, "join_window": 300},
            disturbs=(Cuts("SCORE", 4),),
        ),
    )
