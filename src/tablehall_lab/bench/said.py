"""Something of every kind that can be said at every door, as one conversation each.

`$` stands for the latest table, secret or token that was heard, `#` for the number that the pipes door gave.
"""

import json
from collections.abc import Callable, Iterator

Said = Iterator[tuple[str, str]]
"""What kind of message each is, and the message."""


def house() -> Said:
    """Something of every kind that can be said at the house door."""
    table = '"table":$'
    for kind, more in (
        ("games", ""),
        ("lobby", ""),
        ("lobby", '"on":false'),
        ("saves", ""),
        ("contests", ""),
        ("ping", ""),
        ("hello", '"name":"anna"'),
        ("seen", ""),
        ("pair", ""),
        ("compete", '"contest":"mia"'),
        ("follow", '"contest":"mia"'),
        ("reopen", '"game":"tictactoe","name":"save4"'),
        ("delete", '"game":"tictactoe","name":"save4"'),
        ("open", '"game":"tictactoe","start":"asked"'),
        ("resize", f'{table},"seats":2'),
        ("bots", f'{table},"level":1'),
        ("join", table),
        ("start", table),
        ("sync", f'{table},"since":0'),
        ("legal", table),
        ("act", f'{table},"move":{{"r":0,"c":0}}'),
        ("say", f'{table},"text":"hm"'),
        ("propose", f'{table},"kind":"draw"'),
        ("answer", f'{table},"yes":false'),
        ("claim", f'{table},"claim":"wait"'),
        ("save", f'{table},"name":"mine"'),
        ("resign", table),
        ("watch", table),
        ("leave", table),
        ("bye", ""),
    ):
        yield kind, f'{{"type":"{kind}"{"," if more else ""}{more}}}'


def boards() -> Said:
    for kind, more in (
        ("GET_OPEN_GAMES", {}),
        ("GET_ALL_SUPPORTED_GAMES", {}),
        ("LOGIN", {"username": "anna"}),
        ("GET_USER_PROFILE", {"username": "host1"}),
        ("GET_OPEN_GAMES", {}),
        ("PING", {}),
        ("CREATE_GAME", {"gameName": "Tic Tac Toe"}),
        ("JOIN_GAME", {"gameId": "$"}),
        ("TURN", {"pieceId": 1, "r": 0, "c": 0}),
    ):
        yield kind, json.dumps({"type": kind, **more})


def pipes() -> Said:
    for kind, more in (
        ("PING", ""),
        ("CONNECT", "|anna"),
        ("GET_GAMES", ""),
        ("JOIN_GAME", "|nobody"),
        ("CREATE_GAME", ""),
        ("EXIT_GAME", ""),
        ("JOIN_GAME", "|host3"),
        ("GET_GAME_STATE", ""),
        ("TURN", "|1,2|2,3"),
        ("EXIT_GAME", ""),
        ("LOGOUT", ""),
    ):
        yield kind, f"#|{kind}{more}"


def shelfie() -> Said:
    for kind, more in (
        ("HelloCommand", {}),
        ("GetSavedGames", {}),
        ("GetLoadedPlayers", {}),
        ("LoadGame", {"game": "save4", "idFirstPlayer": "x"}),
        ("JoinLoadedAsFirst", {"player": "anna", "idFirstPlayer": "x"}),
        ("JoinNewAsFirst", {"player": "anna", "numOfPlayers": 2, "idFirstPlayer": "x"}),
        ("Reconnect", {"id": "x"}),
        ("Join", {"player": "anna"}),
        ("PickTilesCommand", {"tiles": [{"x": 1, "y": 1}]}),
        ("PutTilesCommand", {"column": 0, "tiles": []}),
        ("SaveGame", {"game": "mine"}),
        ("SendMessage", {"message": "hm", "nameReceiver": ""}),
        ("Pong", {}),
        ("Disconnect", {}),
    ):
        yield kind, json.dumps({"name": kind, **more})


def eriantys() -> Said:
    for kind, more in (
        ("Ping", {}),
        ("Pong", {}),
        ("JoinGame", {}),
        ("CreateNewGame", {"numPlayers": 2, "expertMode": False}),
        ("ResumeGame", {"gameId": "$", "nickname": "anna", "token": "x"}),
        ("EnterGame", {"gameId": "$", "nickname": "anna"}),
        ("JoinGame", {}),
        ("Acknowledgment", {}),
        ("ChangeNumPlayers", {"newNumPlayers": 2}),
        ("NextPhase", {}),
        ("Nonsense", {}),
        ("ExitFromGame", {"nickname": "anna"}),
        ("Exit", {}),
    ):
        yield kind, json.dumps({"message": kind, "arguments": more})


def mia() -> Said:
    for verb in (
        "REGISTER;anna",
        "REGISTER_SPECTATOR;eve",
        "JOIN_GAME;$",
        "JOIN_ROUND;$",
        "JOIN_SPECTATOR;$",
    ):
        yield verb.partition(";")[0], verb
    for verb in ("ROLL;$", "SEE;$", "ANNOUNCE;3,1;$", "UNREGISTER"):
        yield verb.partition(";")[0], verb


SAID: dict[str, Callable[[], Said]] = {
    "house": house,
    "boards": boards,
    "pipes": pipes,
    "pipes_original": pipes,
    "shelfie": shelfie,
    "eriantys": eriantys,
    "mia": mia,
    "maexchen": mia,
}
