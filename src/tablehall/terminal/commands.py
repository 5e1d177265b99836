"""What can be typed in plain lines, besides moves."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple, cast

from tablehall.client import Table
from tablehall.client.followed import Claim
from tablehall.hall.records import Proposable
from tablehall.terminal import words
from tablehall.terminal.presence import CLAIMS, GONE, device_words, save_words
from tablehall.terminal.spelling import seat_list
from tablehall.terminal.times import WishError
from tablehall.terminal.wishes import find_game, read_seat, read_wishes

if TYPE_CHECKING:
    from tablehall.terminal.plain import Plain


class Quit(Exception):  # noqa: N818 (no error)
    """Enough for today."""


def numbered(typed: str) -> tuple[int, str]:
    """A table's number, and what comes after it."""
    first, _, rest = typed.partition(" ")
    if not first.isdecimal():
        raise WishError("Which table? Write its number; `lobby` lists them.")
    return int(first), rest.strip()


def unless_off(typed: str) -> tuple[str, bool]:
    """A name, and whether it is not followed by `off`."""
    name, _, rest = typed.partition(" ")
    if not name:
        raise WishError("Which one? Write its name.")
    return name, rest.strip() != "off"


class Command(NamedTuple):
    """A command: how it is written, what it does."""

    usage: str
    help: str
    run: Callable[["Plain", str], Awaitable[None]]


COMMANDS: dict[str, Command] = {}
Run = Callable[["Plain", str], Awaitable[None]]


def command(usage: str, help_: str) -> Callable[[Run], Run]:
    """Make a function a command."""

    def register(run: Run) -> Run:
        COMMANDS[usage.split(" ", 1)[0]] = Command(usage, help_, run)
        return run

    return register


def here(plain: "Plain") -> Table:
    """The table one is at."""
    if plain.table is None:
        raise WishError("You are at no table: open, join or watch one first.")
    if plain.table.gone:
        raise WishError(f"{GONE} Type lobby, or open GAME for another table.")
    return plain.table


@command("help", "this list")
async def _help(plain: "Plain", typed: str) -> None:
    plain.say("A move is written like e2e4, c3 or e7e8q, in chess also like Nf3, in checkers like 11-15,")
    plain.say("as a column's number where stones fall, and in every game as its number in the list that")
    plain.say("`moves` prints. Besides:")
    for one in COMMANDS.values():
        plain.say(f"  {one.usage:<26} {one.help}")


@command("games", "the games that can be played")
async def _games(plain: "Plain", typed: str) -> None:
    for name, card in plain.visit.games.items():
        seats = f"{card.seats[0]} to {card.seats[-1]}" if len(card.seats) > 1 else str(card.seats[0])
        bots = f", players of the house: {', '.join(f'bot:{n}' for n in card.bots)}" if card.bots else ""
        options = card.options.get("$defs", {}).values()
        keys = [key for one in options for key in one.get("properties", {})]
        plain.say(
            f"{name}: {card.title}, {seats} players{bots}" + (f"; options {', '.join(keys)}" * bool(keys))
        )


@command("lobby", "the tables that wait or play")
async def _lobby(plain: "Plain", typed: str) -> None:
    cards = await plain.guest.lobby()
    if not cards:
        plain.say("No table is open. Open one: open chess")
    for card in cards.values():
        plain.say(f"Table {card.table}: {words.card_words(card, plain.visit.games)}.")


@command(
    "open GAME [WISHES]",
    "a new table; wishes: seats=3 clock=5m+3s absence=5m,pause bots=2 private unrated title=...",
)
async def _open(plain: "Plain", typed: str) -> None:
    plain.go_to(await read_wishes(typed, plain.visit.games).open(plain.guest))


@command("join TABLE [CODE] [WISHES]", "sit down at a table; wishes: seat=1 name=...")
async def _join(plain: "Plain", typed: str) -> None:
    number, rest = numbered(typed)
    plain.go_to(await plain.guest.join(number, **read_seat(rest)))


@command("watch TABLE [CODE]", "look on at a table")
async def _watch(plain: "Plain", typed: str) -> None:
    number, code = numbered(typed)
    plain.go_to(await plain.guest.watch(number, code))


@command("tables", "where you sit or look on")
async def _tables(plain: "Plain", typed: str) -> None:
    for table in plain.guest.tables.values():
        plain.say(f"Table {table.number}: {words.card_words(table.card, plain.visit.games)}.")
    if not plain.guest.tables:
        plain.say("You are at no table.")


@command("table [TABLE]", "how it stands, here or at another table of yours")
async def _table(plain: "Plain", typed: str) -> None:
    if not typed:
        plain.show(here(plain))
        return
    number, _ = numbered(typed)
    if number not in plain.guest.tables:
        raise WishError(f"You are not at table {number}; `tables` lists yours.")
    plain.go_to(plain.guest.tables[number])


@command("moves [WORDS]", "the moves you may make, or those with these words in them")
async def _moves(plain: "Plain", typed: str) -> None:
    table = here(plain)
    listed = plain.visit.choices(table, await table.legal()).listed(typed)
    for number, spelling, _ in listed:
        plain.say(f"{number}. {spelling}")
    if not listed:
        plain.say("No such move." if typed else "You cannot move now.")


@command("say TEXT", "say something at the table")
async def _say(plain: "Plain", typed: str) -> None:
    await here(plain).say(typed)


@command("whisper NAME: TEXT", "say something to one player")
async def _whisper(plain: "Plain", typed: str) -> None:
    name, colon, text = typed.partition(":")
    if not colon:
        raise WishError("To whom? Write whisper NAME: TEXT.")
    await here(plain).say(text.strip(), to=name.strip())


@command("chat", "what was said")
async def _chat(plain: "Plain", typed: str) -> None:
    table = here(plain)
    for line in table.chat:
        plain.say(words.said(line, table))
    if not table.chat:
        plain.say("Nothing was said.")


@command("resign", "give the game up")
async def _resign(plain: "Plain", typed: str) -> None:
    await here(plain).resign()


def _proposing(kind: Proposable) -> Run:
    async def propose(plain: "Plain", typed: str) -> None:
        await here(plain).propose(kind)

    return propose


command("draw", "propose a draw")(_proposing("draw"))
command("takeback", "propose to take back your last move")(_proposing("takeback"))
command("rematch", "propose to play again")(_proposing("rematch"))


@command("yes", "agree to what is proposed")
async def _yes(plain: "Plain", typed: str) -> None:
    await here(plain).answer(True)


@command("no", "decline it")
async def _no(plain: "Plain", typed: str) -> None:
    await here(plain).answer(False)


@command("claim win|draw|bot|wait", "what shall become of a game whose players are away; bot 2: its level")
async def _claim(plain: "Plain", typed: str) -> None:
    what, _, level = typed.partition(" ")
    if what not in CLAIMS:
        raise WishError("What? Write claim win, claim draw, claim bot or claim wait.")
    await here(plain).claim(cast("Claim", what), int(level) if level.strip().isdecimal() else 0)


@command("seen", "you have read what happened while you were away")
async def _seen(plain: "Plain", typed: str) -> None:
    await plain.guest.seen()
    plain.say("Done.")


@command("device", "a code that brings you to another device")
async def _device(plain: "Plain", typed: str) -> None:
    plain.say(device_words(plain.guest, await plain.guest.pair()))


@command("start", "begin the game at a table that waits for the word")
async def _start(plain: "Plain", typed: str) -> None:
    await here(plain).start()


@command("seats N", "change the number of seats before the start")
async def _seats(plain: "Plain", typed: str) -> None:
    if not typed.isdecimal():
        raise WishError("How many? Write a number.")
    await here(plain).resize(int(typed))


@command("bots [LEVEL]", "players of the house take the free seats; 0 sends them away")
async def _bots(plain: "Plain", typed: str) -> None:
    await here(plain).bots(int(typed) if typed.isdecimal() else 2)


@command(
    "save [NAME]",
    "put the game away under a name; of a rated game the others are asked, and the hall names it",
)
async def _save(plain: "Plain", typed: str) -> None:
    table = here(plain)
    if table.needs_consent:
        await table.propose("put_away")
    else:
        await table.save(typed)


@command("saves", "the saved games that could be brought back")
async def _saves(plain: "Plain", typed: str) -> None:
    saves = sorted(await plain.guest.saves(), key=lambda save: not save.yours)
    for save in saves:
        plain.say(f"{save.game}, {save.name!r}: {seat_list(save.players)}{save_words(save)}.")
    if not saves:
        plain.say("Nothing is saved.")


@command("reopen GAME NAME", "bring a saved game back, and sit down at it")
async def _reopen(plain: "Plain", typed: str) -> None:
    game, _, name = typed.partition(" ")
    back = await plain.guest.reopen(find_game(game, plain.visit.games), name.strip())
    plain.go_to(await plain.guest.join(back.number))


@command("delete GAME NAME", "you do not want a saved game any more")
async def _delete(plain: "Plain", typed: str) -> None:
    game, _, name = typed.partition(" ")
    await plain.guest.delete_save(find_game(game, plain.visit.games), name.strip())
    plain.say("Done.")


@command("contests", "the contests, and how they stand")
async def _contests(plain: "Plain", typed: str) -> None:
    for contest in await plain.guest.contests():
        best = ", ".join(f"{one.name} {one.points}" for one in contest.standings[:5]) or "nobody yet"
        plain.say(f"{contest.name}: {contest.game}, {contest.games} games played. Leading: {best}.")


@command("compete CONTEST [off]", "take part in a contest, or no longer")
async def _compete(plain: "Plain", typed: str) -> None:
    await plain.guest.compete(*unless_off(typed))
    plain.say("Done; you are called when the lot gives you a seat." if unless_off(typed)[1] else "Done.")


@command("follow CONTEST [off]", "look on at a contest's games, or no longer")
async def _follow(plain: "Plain", typed: str) -> None:
    await plain.guest.follow(*unless_off(typed))
    plain.say("Done.")


@command("leave", "get up; this gives a running game up")
async def _leave(plain: "Plain", typed: str) -> None:
    if plain.table is None or not (plain.table.gone or plain.table.status == "saved"):  # else it is not there
        await here(plain).leave()
    plain.table = None
    plain.say("You have left the table.")


@command("quit", "go; you keep your seats")
async def _quit(plain: "Plain", typed: str) -> None:
    raise Quit
