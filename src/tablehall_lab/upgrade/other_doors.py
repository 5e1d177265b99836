"""Tables that stand when the plug is pulled, of people who came by other doors than the house's."""

import asyncio

from tablehall_lab.upgrade.callers import (
    BoardsCaller,
    Doors,
    EriantysCaller,
    Json,
    PipesCaller,
    ShelfieCaller,
)
from tablehall_lab.upgrade.party import Party


async def dama_that_stands_still(doors: Doors) -> Json:
    """Pavel has lost the connection; Pia is in the lobby."""
    petr, pavel, pia = [await PipesCaller(name).come(doors) for name in ("petr", "pavel", "pia")]
    await petr.says("CREATE_GAME", "204")
    await pavel.says("JOIN_GAME|petr", "206")
    await petr.says("TURN|2,1|1,2", "208")
    await pavel.says("TURN|1,4|2,3", "208")
    await pavel.hang_up()
    await petr.hears("290")
    state = await petr.says("GET_GAME_STATE", "207")
    numbers = {caller.name: caller.number for caller in (petr, pavel, pia)}
    return {"numbers": numbers, "state": state, "lost": "pavel", "turn": "TURN|1,2|0,3"}


async def tictactoe_on_boards(doors: Doors) -> Json:
    """Bea is on turn."""
    bea, boris = await BoardsCaller("bea").come(doors), await BoardsCaller("boris").come(doors)
    made = await bea.says("NEWLY_CREATED_GAME", "CREATE_GAME", gameName="Tic Tac Toe")
    await boris.says("JOIN_GAME_SUCCESS", "JOIN_GAME", gameId=made["gameId"])
    states = [await caller.hears("SET_GAME_STATE") for caller in (bea, boris)]
    for caller, state, r, c in ((bea, states[0], 1, 1), (boris, states[1], 0, 0)):
        await caller.says("SET_GAME_STATE", "TURN", pieceId=state["user_pool"][0]["id"], r=r, c=c)
    state = await bea.hears("SET_GAME_STATE")
    profile = await bea.says("SET_USER_PROFILE", "GET_USER_PROFILE", username="bea")
    return {"game": made["gameId"], "state": state, "names": ["bea", "boris"], "profile": profile}


async def shelfie_with_somebody_absent(doors: Doors) -> Json:
    """Three strangers; Sven is away, and whoever is on turn holds a tile."""
    people = {name: ShelfieCaller(name) for name in ("sara", "sven", "sofia")}
    await seat_strangers(doors, list(people.values()))
    for caller in people.values():
        await caller.hears("GameSetUp")
    people["sara"].says("SendMessage", id=people["sara"].id, message="čau", player="sven")
    await people["sven"].hears("ChatMessage")
    await people["sven"].hang_up()
    await people["sara"].hears("Disconnection")
    told = await people["sara"].back(doors)
    board = {(tile["x"], tile["y"]): tile["type"] for tile in one(told, "BoardUpdate")["tiles"]}
    mover = people[one(told, "TurnNotify")["player"]]
    x, y = min(board)
    mover.says("PickTilesCommand", id=mover.id, tiles=[{"x": x, "y": y, "type": board[x, y]}])
    await mover.hears("TilesPicked")
    here = {name: await people[name].back(doors) for name in ("sara", "sofia")}
    ids = {name: caller.id for name, caller in people.items()}
    return {"ids": ids, "told": here, "away": "sven", "turn": mover.name}


async def seat_strangers(doors: Doors, people: list[ShelfieCaller]) -> None:
    """Have strangers sit down at a new table."""
    for caller in people:
        await caller.connect(doors)
    first, *others = people
    first.says("HelloCommand")
    first.id = (await first.hears("Hello"))["firstPlayerId"]
    first.says(
        "JoinNewAsFirst", player=first.name, numOfPlayers=len(people), idFirstPlayer=first.id, easyRule=False
    )
    await first.hears("FirstJoinResponse")
    for caller in others:
        caller.says("Join", player=caller.name)
        caller.id = (await caller.hears("JoinResponse"))["id"]


def one(told: list[Json], kind: str) -> Json:
    """The message of this kind."""
    return next(message for message in told if message["name"] == kind)


async def shelfie_put_away(doors: Doors) -> Json:
    """Two strangers save their game, and it waits for them."""
    people = [ShelfieCaller("stina"), ShelfieCaller("stefan")]
    await seat_strangers(doors, people)
    setup = await people[0].hears("GameSetUp")
    people[0].says("SaveGame", id=people[0].id, game="by the door")
    await people[0].hears("GameSaved")
    for caller in people:
        await caller.hang_up()
    return {"save": "by the door", "players": setup["players"]}


async def eriantys_with_a_character(party: Party, doors: Doors) -> Json:
    """Ella is a stranger, Anna comes through the house door; Anna has just used a character."""
    ella = EriantysCaller("ella")
    await ella.connect(doors)
    ella.game = (await ella.asks("GameCreated", "CreateNewGame", numOfPlayers=2, wantExpert=True))["gameId"]
    ella.token = (await ella.asks("GameEntered", "EnterGame", gameId=ella.game, nickname="ella"))["token"]
    table, anna = int(ella.game), party["anna"]
    await anna.ask("join", table=table)
    ella.says("NextPhase")
    await anna.happens(table, "started")
    hearing = asyncio.create_task(ella.acknowledge())
    for _ in range(400):
        seen = await anna.sees(table)
        if seen["turn"] == [0]:
            kind, keys = wish(seen["view"])
            ella.says(kind, **keys)
            await anna.happens(table)
        else:
            seen = await party.play(
                table, "anna", "anna", plies=1, prefer=("use_character", "to_dining_room")
            )
            if seen["last"][1]["type"] == "use_character":
                break
    hearing.cancel()
    return {"name": ella.name, "game": ella.game, "token": ella.token, "told": await ella.back(doors)}


COLOURS = ("BLUE_UNICORNS", "GREEN_FROGS", "YELLOW_GNOMES", "RED_DRAGONS", "PINK_FAIRIES")


def wish(view: Json) -> tuple[str, Json]:
    """The first thing that Ella in seat 0 may do."""
    me, other = view["players"]
    if view["phase"] == "choosing":
        if me["tower"] is None:
            return "SetTower", {"Tower": "WHITE" if other["tower"] == "black" else "BLACK"}
        if me["wizard"] is None:
            return "SetWizard", {"wizard": 2 if other["wizard"] == 1 else 1}
        return "NextPhase", {}
    if view["phase"] == "planning":
        return "UseAssistant", {"Assistant": next(n for n in me["hand"] if n != other["assistant"])}
    if view["phase"] == "move_students":
        student = COLOURS[me["entrance"].index(max(me["entrance"]))]
        return "MoveStudentsToIsland", {"Student": student, "IslandID": view["islands"][-1]["id"]}
    if view["phase"] == "move_mother_nature":
        return "MoveMotherNature", {"Positions": 1}
    return "TakeStudentsFromCloud", {
        "CloudID": next(n for n, cloud in enumerate(view["clouds"]) if any(cloud))
    }
