"""Games that are over, each in another way."""

from tablehall_lab.upgrade.callers import BoardsCaller, Doors, PipesCaller
from tablehall_lab.upgrade.party import Party

DAMA = (
    "2,1|1,2 1,4|2,3 1,2|0,3 2,5|1,4 0,3|2,5 5,4|4,3 2,5|5,2 2,3|1,2 0,1|2,3 4,5|3,4 5,2|2,5 0,5|1,4 2,3|0,5"
)
"""A whole game of dáma: every turn from where to where."""


async def finish(party: Party, doors: Doors) -> None:
    """Everything that can end a game or a table."""
    await by_a_line_after_a_takeback(party)
    await by_consent(party)
    await by_giving_up(party)
    await by_the_clock(party)
    await by_absence(party)
    await by_a_replacement(party)
    await by_many_moves(party)
    await without_a_result(party)
    await through_the_pipes(doors)
    await through_the_boards(doors)


async def by_a_line_after_a_takeback(party: Party) -> None:
    anna, bob = party["anna"], party["bob"]
    table = await party.seat("tictactoe", "anna", "bob", title="A short one", entropy="anna blows")
    await party.act("anna", table, type="place", r=0, c=0)
    await anna.ask("propose", table=table, kind="takeback")
    await bob.ask("answer", table=table, yes=True)
    await anna.ask("say", table=table, text="Thank you! – naïve of me")
    await bob.ask("say", table=table, text="Never mind", to="anna")
    for name, r, c in (("anna", 1, 1), ("bob", 0, 0), ("anna", 0, 2), ("bob", 0, 1), ("anna", 2, 0)):
        await party.act(name, table, type="place", r=r, c=c)
    await anna.ask("say", table=table, text="Good game")


async def by_consent(party: Party) -> None:
    table = await party.seat("checkers", "anna", "carl")
    await party.play(table, "anna", "carl", plies=5)
    await party["anna"].ask("propose", table=table, kind="draw")
    await party["carl"].ask("answer", table=table, yes=False)
    await party["carl"].ask("propose", table=table, kind="draw")
    await party["anna"].ask("propose", table=table, kind="draw")


async def by_giving_up(party: Party) -> None:
    table = await party.seat("chess", "bob", "dora", private=True, rated=False)
    await party.play(table, "bob", "dora", plies=3)
    await party["dora"].ask("resign", table=table)
    table = await party.seat("pente", "carl", "dora")
    await party.play(table, "carl", "dora", plies=6)
    await party["carl"].ask("leave", table=table)


async def by_the_clock(party: Party) -> None:
    table = await party.seat("chess", "carl", "bob", clock={"kind": "total", "time": 100, "increment": 10})
    await party["carl"].happens(table, "ended")
    table = await party.seat("mia", "anna", "bob", clock={"kind": "answer", "time": 100})
    await party["anna"].happens(table, "ended")


async def by_absence(party: Party) -> None:
    """Who waits is asked what shall become of it."""
    alone = {"grace": 60_000, "then": "stay", "alone": 100}
    for game, absence in (("tictactoe", {"grace": 100}), ("shelfie", alone)):
        table = await party.seat(game, "anna", "eve", absence=absence)
        await party["eve"].hang_up()
        await party["anna"].happens(table, "asked")
        await party["anna"].ask("claim", table=table, claim="win")
        await party["anna"].happens(table, "ended")
        await party["eve"].come(party.doors)


async def by_a_replacement(party: Party) -> None:
    plan = {"level": 1, "after": None, "replace": True}
    table = await party.seat("connect_four", "anna", "bob", bots=plan)
    await party.act("anna", table, type="place", r=0, c=3)
    await party["bob"].ask("leave", table=table)
    await party.play(table, "anna")


async def by_many_moves(party: Party) -> None:
    """Long logs, with dice and hidden hands."""
    table = await party.seat("shelfie", "carl", "žofie", options={"easy_rule": True}, title="Bücher")
    await party.play(table, "carl", "žofie")
    table = await party.seat("eriantys", "anna", "bob", options={"expert": True})
    await party.play(table, "anna", "bob")
    table = await party.seat("mia", "anna", "bob", seats=3)
    await party["anna"].ask("bots", table=table, level=2)
    await party.play(table, "anna", "bob")


async def without_a_result(party: Party) -> None:
    table = await party.seat("chess", "dora", seats=2)
    await party["dora"].ask("leave", table=table)


async def through_the_pipes(doors: Doors) -> None:
    one, two = await PipesCaller("petr").come(doors), await PipesCaller("pavel").come(doors)
    await one.says("CREATE_GAME", "204")
    await two.says("JOIN_GAME|petr", "206")
    turns = DAMA.split()
    for ply, turn in enumerate(turns):
        code = "210" if ply == len(turns) - 1 else "208"
        await (one, two)[ply % 2].says(f"TURN|{turn}", code)
        await (two, one)[ply % 2].hears(code)
    await one.says("LOGOUT", "202")
    await two.says("LOGOUT", "202")
    await one.hang_up()
    await two.hang_up()


async def through_the_boards(doors: Doors) -> None:
    one, two = await BoardsCaller("bea").come(doors), await BoardsCaller("boris").come(doors)
    made = await one.says("NEWLY_CREATED_GAME", "CREATE_GAME", gameName="Connect Four", pugName="Quick one")
    await two.says("JOIN_GAME_SUCCESS", "JOIN_GAME", gameId=made["gameId"])
    states = {caller: await caller.hears("SET_GAME_STATE") for caller in (one, two)}
    for ply in range(7):
        mover, other = ((one, two), (two, one))[ply % 2]
        piece = states[mover]["user_pool"][0]["id"]
        states[mover] = await mover.says("SET_GAME_STATE", "TURN", pieceId=piece, r=ply // 2, c=ply % 2)
        states[other] = await other.hears("SET_GAME_STATE")
    await one.hears("GAME_END")
    await one.hang_up()
    await two.hang_up()
