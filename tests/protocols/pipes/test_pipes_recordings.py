"""What the original programs did, done once more: every departure from it is listed here."""

from typing import TYPE_CHECKING

from tests.protocols.pipes.recordings import Replay

if TYPE_CHECKING:
    from tests.protocols.pipes.conftest import Crowd

BEFORE = "207|dan,0,1,1,0,2,1,3,0,4,1,5,0|eve,0,5,1,4,2,5,3,4,4,5,5,4|dan"
START = "ann,0,1,1,0,2,1,3,0,4,1,5,0||ben,0,5,1,4,2,5,3,4,4,5,5,4|"


async def test_the_recorded_game_is_played_as_it_was(crowd: "Crowd") -> None:
    replay = Replay(
        crowd,
        original=True,
        departures={22: "260|alice"},  # the lobby hears that a game no longer waits
    )
    await replay.play("pipes-original-13-plies.txt")


async def test_connections_are_lost_and_regained_as_they_were(crowd: "Crowd") -> None:
    replay = Replay(
        crowd,
        original=True,
        departures={
            19: f"207|{START}|ann",  # a pause does not change whose turn it is
            40: "420",  # nobody moves in a pause, and that is no illegal move
            52: "19|NONSENSE\n19|NONSENSE\n19|NONSENSE",  # refusals in a row are counted
            53: "450\n450\n450",
            72: "260|ann",
            101: "200|31",  # whose opponent left a paused game is back in the lobby
            119: "201|22",  # a game both have lost is kept
            122: "201|23",
        },
    )
    await replay.play("pipes-original-disconnect-reconnect.txt")
    await replay.pipes["D"].does("PING", "100")


async def test_the_codes_of_the_document_are_what_they_were(crowd: "Crowd") -> None:
    replay = Replay(
        crowd,
        original=False,
        departures={
            20: "410",  # that server knew no TURN and no PING,
            22: "100",
            32: "200|90",  # no digits in nicknames,
            57: "",  # and little patience;
            58: "",
            74: BEFORE,  # its board was another, and nobody was on turn
            76: BEFORE,
            86: BEFORE,
        },
    )
    await replay.play("pipes-document-codes.txt")
