"""What each judge says about single mistakes, without a wire; `>` is the client, `<` the server."""

import sys

import pytest

from tablehall.conformance.clients.judge import Judge, Rule
from tablehall.conformance.clients.judges.boards import BoardsJudge
from tablehall.conformance.clients.judges.eriantys import EriantysJudge
from tablehall.conformance.clients.judges.mia import MiaJudge
from tablehall.conformance.clients.judges.pipes import PipesJudge
from tablehall.conformance.clients.judges.shelfie import ShelfieJudge

LATER = 10.0
IN = "> REGISTER;anna\n< REGISTERED\n< GAME_STARTING;t\n> JOIN_GAME;anna;t\n< GAME_STARTED;anna,bob;g\n"
MIA = [
    ("> JOIN_GAME;anna;t", "registers"),
    ("> REGISTER;anna berta", "name"),
    ("> REGISTER;anna\n< REJECTED\n> JOIN_GAME;anna;t", "rejected"),
    ("> REGISTER;anna\n> DANCE;t", "verb"),
    ("> REGISTER;anna\n< REGISTERED\n< GAME_STARTING;t\n> JOIN_GAME;berta;t", "join name"),
    ("> REGISTER;anna\n< REGISTERED\n< GAME_STARTING;t\nlater", "joins"),
    ("> REGISTER;anna\n< REGISTERED\n< GAME_STARTING;t\n> JOIN_GAME;anna;s", "join token"),
    (IN + "< YOUR_TURN;u\n> SEE;u", "see first"),
    (IN + "< YOUR_TURN;u\n> ROLL;u\n< ROLLED;6,3;u\n> ANNOUNCE;7,1;u", "dice"),
    (IN + "< ANNOUNCED;bob;6,4;g\n< YOUR_TURN;u\n> ROLL;u\n< ROLLED;6,4;u\n> ANNOUNCE;6,4;u", "higher"),
    (IN + "< YOUR_TURN;u\nlater", "in time"),
    (IN + "< YOUR_TURN;u\n> DANCE;u", "command"),
    (IN + "< YOUR_TURN;u\n> ROLL;g", "turn token"),
    (IN + "< YOUR_TURN;u\n> ANNOUNCE;6,5;u", "command"),
    (IN + "< YOUR_TURN;u\n> ROLL;u\n> SEE;u", "command"),
    (IN + "< YOUR_TURN;u\n> ROLL;u\n> ROLL;u\n> ROLL;u", "rolls"),
    (IN + "< YOUR_TURN;u\n> ROLL;u\n< ROLLED;3,1;u\nlater", "announces"),
]
LOGIN = "> 0|CONNECT|anna\n< 200|7\n"
PLAYING = LOGIN + "< 203|bob\n> 7|JOIN_GAME|bob\n< 206\n"
PIPES = [
    ("> CONNECT|anna", "pattern"),
    ("> 0|CONNECT|anna|", "pattern"),
    ("> 0|DANCE", "pattern"),
    ("> 3|CONNECT|anna", "connect id"),
    ("> 0|CONNECT|anna b", "nickname"),
    ("> 0|GET_GAMES", "logged in"),
    ("> 0|CONNECT|anna\n< 402\n> 0|GET_GAMES", "logged in"),
    (LOGIN + "> 8|GET_GAMES", "user id"),
    (LOGIN + "> 7|JOIN_GAME|zoe", "joins"),
    (LOGIN + "> 7|TURN|0,1|1,2", "on turn"),
    (LOGIN + "> 7|LOGOUT\n< 404", "refused"),
    (LOGIN + "> 7|CREATE_GAME\n< 204\n< 270\nlater", "state"),
    (PLAYING + "> 7|TURN|1,4|2,3", "on turn"),
    (PLAYING + "< 208|bob,0,1|anna,0,5\nlater", "moves"),
    (PLAYING + "< 208|bob,0,1|anna,0,5\n> 7|TURN|0;5|1;4", "squares"),
    (PLAYING + "< 208|bob,0,1|anna,0,5\n> 7|TURN|0,5|1,4\n< 403", "legal"),
    (PLAYING + "< 208|bob,0,1|anna,0,5\n> 7|TURN|0,5|1,4\n> 7|TURN|0,5|1,4", "on turn"),
    (PLAYING + "< 290\n> 7|TURN|0,5|1,4", "paused"),
    (PLAYING + "< 207|bob,0,1|anna,0,5|anna\n< 290\n< 295\nlater", "back"),
]
NAMED = '> {"type":"LOGIN","username":"anna"}\n< {"type":"LOGIN_SUCCESS"}\n'
STATE = (
    '< {"type":"SET_GAME_STATE","turn":"%s","valid_placements":[{"r":0,"c":1}],"valid_movements":[],'
    '"board":[],"user_pool":[{"id":5}],"diffs":[]%s}\n'
)
BEGUN = NAMED + '< {"type":"GAME_INIT"}\n'
BOARDS = [
    ("> LOGIN", "object"),
    ("> [1]", "object"),
    ('> {"type":"DANCE"}', "type"),
    ('> {"type":"LOGIN","username":7}', "fields"),
    ('> {"type":"CREATE_GAME","gameName":"Chess"}', "logs in"),
    (NAMED + '> {"type":"CREATE_GAME","gameName":"Whist"}', "creates"),
    (NAMED + '> {"type":"JOIN_GAME","gameId":4}', "joins"),
    (NAMED + '> {"type":"JOIN_GAME","gameId":true}', "fields"),
    (NAMED + '< {"type":"NEWLY_CREATED_GAME"}\n> {"type":"CREATE_GAME","gameName":"Chess"}', "seated"),
    (NAMED + '> {"type":"PING"}\n< {"type":"ERROR","errorMessage":"No."}', "refused"),
    (BEGUN + STATE % ("anna", "") + "later", "moves"),
    (BEGUN + STATE % ("anna", "") + '> {"type":"TURN","pieceId":"5","r":0,"c":1}', "fields"),
    (BEGUN + STATE % ("anna", "") + '> {"type":"TURN","pieceId":6,"r":0,"c":1}', "piece"),
    (BEGUN + STATE % ("anna", "") + '> {"type":"TURN","pieceId":5,"r":1,"c":1}', "listed"),
    (BEGUN + STATE % ("anna", ',"errorMessage":"No."'), "listed"),
    (BEGUN + STATE % ("bob", "") + '> {"type":"TURN","pieceId":5,"r":0,"c":1}', "on turn"),
    (BEGUN + '< {"type":"GAME_END"}\n> {"type":"TURN","pieceId":5,"r":0,"c":1}', "over"),
]
HELLO = '> {"name":"HelloCommand"}\n< {"name":"Hello","firstPlayerId":"%s"}\n'
JOINED = (
    HELLO % "NoFirst"
    + '> {"name":"Join","player":"anna"}\n< {"name":"JoinResponse","result":true,"id":"A"}\n'
)
TURN = '< {"name":"TurnNotify","player":"%s"}\n< {"name":"GameSetUp"}\n'
PICK = '> {"name":"PickTilesCommand","id":"A","tiles":[{"x":1,"y":3,"type":"CAT"}]}\n'
PICKED = JOINED + TURN % "anna" + PICK + '< {"name":"TilesPicked","player":"anna","tiles":["CAT"]}\n'
FIRST = '> {"name":"JoinNewAsFirst","player":"anna","numOfPlayers":%d,"idFirstPlayer":"%s","easyRule":false}'
SHELFIE = [
    ("> hello", "object"),
    ('> {"name":"Hello"}', "name"),
    ('> {"name":"Join"}', "keys"),
    ('> {"name":"Join","player":"anna"}', "hello"),
    (HELLO % "A" + '> {"name":"Join","player":"anna"}', "first"),
    (HELLO % "A" + FIRST % (2, "B"), "first"),
    (HELLO % "A" + FIRST % (5, "A"), "players"),
    (HELLO % "A" + "later", "first"),
    (HELLO % "NoFirst" + "later", "other"),
    ('< {"name":"Ping"}\nlater', "pong"),
    ('> {"name":"Pong","id":"NoId"}', "quiet"),
    (JOINED + '< {"name":"Ping"}\n> {"name":"Pong","id":"B"}', "pong id"),
    (JOINED + '> {"name":"SendMessage","id":"B","message":"hello"}', "id"),
    (JOINED + '> {"name":"GetSavedGames"}\n< {"name":"ErrorMessage","message":"No."}', "refused"),
    (JOINED + '< {"name":"TurnNotify","player":"anna"}\n' + PICK, "set up"),
    (JOINED + TURN % "bob" + PICK, "on turn"),
    (JOINED + TURN % "anna" + "later", "moves"),
    (
        JOINED + TURN % "anna" + PICK + '< {"name":"ErrorMessage","message":"This tiles can\'t be picked!"}',
        "pick",
    ),
    (JOINED + TURN % "anna" + PICK.replace('"x":1,', ""), "keys"),
    (PICKED + PICK, "moves"),
    (PICKED + "later", "moves"),
    (PICKED + '> {"name":"PutTilesCommand","id":"A","column":1,"tiles":["BOOK"]}', "put"),
    (PICKED + '> {"name":"PutTilesCommand","id":"A","column":5,"tiles":["CAT"]}', "put"),
    (JOINED + TURN % "bob" + '> {"name":"PutTilesCommand","id":"A","column":1,"tiles":[]}', "on turn"),
    (JOINED + '< {"name":"Winner","player":"bob"}\nlater', "closes"),
]
LISTED = '> {"message":"JoinGame"}\n< {"message":"PossibleGames","arguments":{"gameIDs":["1"]}}\n'
ENTERS = '> {"message":"EnterGame","arguments":{"gameId":"%s","nickname":"anna"}}\n'
ENTERED = LISTED + ENTERS % "1" + '< {"message":"GameEntered","arguments":{"numOfPlayers":2}}\n'
ACK = '> {"message":"Acknowledgment"}\n'
NEXT = '< {"message":"CurrentPlayerChanged","arguments":{"NextPlayer":"%s","State":"%s"}}\n' + ACK
FULL = '< {"message":"GameFullError","arguments":{}}\n'
MY_PLAN, MY_MOVE = NEXT % ("anna", "PLANNING"), NEXT % ("anna", "MOVE_STUDENTS")
USES = '> {"message":"UseAssistant","arguments":{"Assistant":%d}}'
TAKES = '> {"message":"TakeStudentsFromCloud","arguments":{"CloudID":1}}\n'
IMPOSSIBLE = '< {"message":"ImpossibleActionError","arguments":{}}'
ERIANTYS = [
    ("> hello", "object"),
    ('> {"message":"Dance"}', "message"),
    ('> {"message":"EnterGame","arguments":{"gameId":1,"nickname":"anna"}}', "arguments"),
    ('> {"message":"CreateNewGame","numOfPlayers":5,"wantExpert":false}', "players"),
    (ENTERS % "1", "enters"),
    (ENTERED + ENTERS % "1", "once"),
    ('> {"message":"NextPhase"}', "entered"),
    (LISTED + ENTERS % "1" + FULL + '> {"message":"NextPhase"}', "entered"),
    (ENTERED + '> {"message":"NextPhase"}', "phase"),
    (ENTERED + ACK, "no response"),
    (ENTERED + '< {"message":"PlayersChanged","arguments":{"players":[]}}\nlater', "acknowledges"),
    (ENTERED + '< {"message":"PlayersChanged","arguments":{"players":[]}}\ncloses', "acknowledges"),
    (ENTERED + NEXT % ("bob", "PLANNING") + USES % 1, "on turn"),
    (ENTERED + MY_PLAN + "later", "moves"),
    (ENTERED + MY_PLAN + '> {"message":"SetTower","arguments":{"Tower":"GREY"}}', "stage"),
    (ENTERED + MY_PLAN + USES % 11, "choice"),
    (ENTERED + MY_MOVE + TAKES + IMPOSSIBLE, "stage"),
    (ENTERED + '> {"message":"ChangeNumPlayers","arguments":{"newNum":3}}\n' + IMPOSSIBLE, "refused"),
]
MISTAKES = {
    MiaJudge: MIA,
    PipesJudge: PIPES,
    BoardsJudge: BOARDS,
    ShelfieJudge: SHELFIE,
    EriantysJudge: ERIANTYS,
}
CASES = [(kind, *case) for kind, cases in MISTAKES.items() for case in cases]
every_case = pytest.mark.parametrize(
    ("kind", "conversation", "rule"), CASES, ids=[f"{kind.__name__}-{rule}" for kind, _, rule in CASES]
)


def judged(kind: type[Judge], conversation: str) -> list[str]:
    """The rules that a client has not kept in a conversation."""
    now = 0.0
    judge = kind(lambda: now)
    judge.connected()
    for line in conversation.splitlines():
        if line == "later":
            now += LATER
            judge.look()
        elif line == "closes":
            judge.closed()
        elif line.startswith("> "):
            judge.client_said(line[2:])
        else:
            judge.server_said(line[2:])
    return [finding.rule.name for finding in judge.findings]


@every_case
def test_a_mistake_is_found_and_nothing_else(kind: type[Judge], conversation: str, rule: str) -> None:
    assert judged(kind, conversation) == [rule]


@every_case
def test_up_to_the_mistake_nothing_is_found(kind: type[Judge], conversation: str, rule: str) -> None:
    before = conversation.splitlines()[:-1]
    if before and before[-1].startswith("> "):
        before.pop()  # what was only found out by its answer
    assert judged(kind, "\n".join(before)) == []


@pytest.mark.parametrize("kind", MISTAKES)
def test_every_rule_has_a_case(kind: type[Judge]) -> None:
    known = {value.name for value in vars(sys.modules[kind.__module__]).values() if isinstance(value, Rule)}
    assert known - {rule for _, rule in MISTAKES[kind]} == {kind.frame.name}


def test_what_comes_twice_or_late_is_no_mistake() -> None:
    twice = (
        IN
        + "< GAME_STARTING;t\n> JOIN_GAME;anna;t\n< YOUR_TURN;u\n> ROLL;u\n< ROLLED;3,1;u\n> ANNOUNCE;3,1;u\n"
    )
    assert judged(MiaJudge, twice + "> ANNOUNCE;3,1;u\n< YOUR_TURN;u\nlater") == []


def test_a_pong_may_have_the_id_that_one_had_when_the_ping_came() -> None:
    early = HELLO % "NoFirst" + '< {"name":"Ping"}\n' + JOINED.partition("\n")[2].partition("\n")[2]
    assert judged(ShelfieJudge, early + '> {"name":"Pong","id":"NoId"}') == []


def test_a_state_that_was_asked_for_before_a_move_is_no_new_turn() -> None:
    mine = "< 207|bob,0,1|anna,0,5|anna\n"
    moved = PLAYING + mine + "> 7|GET_GAME_STATE\n> 7|TURN|0,5|1,4\n" + mine + "< 208|bob,0,1|anna,1,4\n"
    assert judged(PipesJudge, moved + "later") == []
    assert judged(PipesJudge, moved + "< 208|bob,1,2|anna,1,4\nlater") == ["moves"]
