"""Tables that are in the middle of something when the plug is pulled, and games that were put away."""

from tablehall_lab.upgrade.party import PATIENT, Party

HOUR = 3_600_000


async def begin(party: Party) -> None:
    """What stands already when the hall is killed for the first time."""
    table = await party.seat(
        "checkers", "carl", "dora", absence=PATIENT, clock={"kind": "answer", "time": HOUR}
    )
    await party.play(table, "carl", "dora", plies=7)


async def stand(party: Party) -> None:
    """Tables of the house door."""
    await chess_with_a_draw_offered(party)
    await checkers_with_spectators(party)
    await connect_four_with_a_bot(party)
    await mia_with_dice_under_the_cup(party)
    table = await party.seat(
        "pente", "bob", "žofie", start="asked", absence=PATIENT, clock={"kind": "total", "time": HOUR}
    )
    await party["žofie"].ask("start", table=table)
    await party.play(table, "bob", "žofie", plies=4)
    table = await party.seat("eriantys", "carl", "dora", "eve", seats=3, absence=PATIENT)
    await party.play(table, "carl", "dora", "eve", plies=4)
    await saves(party)
    await waiting(party)


async def chess_with_a_draw_offered(party: Party) -> None:
    """Long enough for a snapshot."""
    clock = {"kind": "total", "time": HOUR, "increment": 5000}
    table = await party.seat(
        "chess", "anna", "bob", private=True, spectators=False, absence=PATIENT, clock=clock, title="Ours"
    )
    await party["bob"].ask("say", table=table, text="This will take long")
    await party.play(table, "anna", "bob", plies=66)
    await party.leaves_for_a_moment("bob")
    await party["anna"].ask("say", table=table, text="A draw?", to="bob")
    await party["anna"].ask("propose", table=table, kind="draw")


async def checkers_with_spectators(party: Party) -> None:
    table = next(number for number in party["carl"].tables)
    await party["eve"].ask("watch", table=table)
    await party["eve"].ask("say", table=table, text="Dora should take.")
    await party["carl"].ask("say", table=table, text="Shh", to="dora")
    await party["dora"].ask("say", table=table, text="All hear me")
    await party.save("carl", table, "half way", put_away=False)
    await party.play(table, "carl", "dora", plies=1)
    last = (await party["carl"].sees(table))["last"]
    await party[("carl", "dora")[last[0]]].ask("propose", table=table, kind="takeback")


async def connect_four_with_a_bot(party: Party) -> None:
    plan = {"level": 1, "replace": True}
    table = await party.seat("connect_four", "anna", bots=plan, absence=PATIENT)
    await party.play(table, "anna", plies=1)
    if (await party["anna"].sees(table))["turn"] == [1]:
        await party["anna"].happens(table, "moved")


async def mia_with_dice_under_the_cup(party: Party) -> None:
    """A game of Mia is on disk when it is over, unless it was saved meanwhile. (By these rules no throw
    ends the game at once.)"""
    stay = {"then": "stay", **PATIENT}
    clock = {"kind": "answer", "time": HOUR, "paces": {"announce": 2 * HOUR}}
    rules = {"rules": "maexchen"}
    table = await party.seat("mia", "anna", "bob", "carl", seats=3, absence=stay, clock=clock, options=rules)
    await party.save("anna", table, "cup", put_away=False)
    await party.act("anna", table, type="roll")


async def saves(party: Party) -> None:
    """Put away or not, brought back or not, and one whose seed is known by now."""
    table = await party.seat("chess", "carl", "dora", private=True)
    await party.play(table, "carl", "dora", plies=4)
    await party.save("dora", table, "put away")

    table = await party.seat("connect_four", "bob", "carl", absence=PATIENT)
    await party.play(table, "bob", "carl", plies=3)
    await party.save("bob", table, "brought back")
    await party["carl"].ask("reopen", game="connect_four", name="brought back")
    await party["carl"].ask("join", table=table)
    await party["bob"].ask("join", table=table)
    await party.play(table, "bob", "carl", plies=1)

    table = await party.seat("shelfie", "žofie", "eve", private=True, absence=PATIENT)
    code = (await party.play(table, "žofie", "eve", plies=5))["code"]
    await party.save("eve", table, "waits for eve")
    await party["žofie"].ask("reopen", game="shelfie", name="waits for eve")
    await party["žofie"].ask("join", table=table, code=code)

    table = await party.seat("tictactoe", "bob", "dora", absence=PATIENT)
    await party.act("bob", table, type="place", r=1, c=1)
    for name in ("revealed", "copied"):
        await party.save("bob", table, name, put_away=False)
    await party["dora"].ask("resign", table=table)
    await party["dora"].ask("propose", table=table, kind="rematch")
    await party["bob"].ask("propose", table=table, kind="rematch")
    for name in ("bob", "dora"):
        await party[name].ask("leave", table=table)
    copy = (await party["dora"].ask("reopen", game="tictactoe", name="copied"))["card"]["table"]
    await party["dora"].ask("join", table=copy)
    await party["bob"].ask("join", table=copy)
    await party.act("dora", copy, type="place", r=0, c=0)


async def waiting(party: Party) -> None:
    await party.seat("chess", "carl", title="Who dares?", clock={"kind": "total", "time": 300_000})
    await party.seat("pente", "dora", private=True, rated=False)
    table = await party.seat("eriantys", "eve", seats=2, start="asked", options={"expert": True})
    await party["eve"].ask("resize", table=table, seats=4)
    await party["bob"].ask("join", table=table, seat=2, name="Robert", entropy="bob blows")
    await party["bob"].ask("leave", table=table)
    await party["žofie"].ask("join", table=table, seat=3)
    await party.seat("tictactoe", "žofie", bots={"level": 1, "after": 60_000}, title="Bots come")
