"""Who is away and what becomes of it, in sentences: the same on the screen and in plain lines."""

from collections.abc import Sequence
from datetime import datetime

from tablehall.client import Guest, Table
from tablehall.client.address import shown
from tablehall.hall.people import Missed
from tablehall.protocols.house.replies import Chair, Code, GameCard, SaveCard, TableCard
from tablehall.terminal.spelling import in_words, seat_list
from tablehall.terminal.times import clock_face

CLAIMS = {
    "win": "claim the win",
    "draw": "call it a draw",
    "bot": "let a player of the house go on",
    "wait": "wait on",
}
"""What somebody may say about players who have been away for too long."""
CLAIMED = {
    "win": "{} claims the win.",
    "draw": "{} calls it a draw.",
    "bot": "{} has a player of the house go on.",
    "wait": "{} waits on.",
}
CLOSED = {
    "no show": "Somebody has never come: the table is closed without a result.",
    "deserted": "Everybody was gone: the table is closed without a result.",
}
GONE = "This table is gone: the hall was started anew without it, or has closed it."
ONLY_HERE = "a name for this table only"
"""Of somebody whose name anybody may have chosen."""
MISSED = {
    "won": "you won",
    "lost": "you lost",
    "drawn": "nobody won",
    "replaced": "a player of the house went on in your seat",
    "closed": "closed without a result",
    "waits": "waits, since the hall does not have this game now; it goes on when the hall has it again",
}


def _one_or_more(names: Sequence[str], one: str, more: str) -> str:
    return f"{seat_list(names)} {more if len(names) > 1 else one}"


def called(name: str, chair: Chair | None) -> str:
    """A name, and whether it is one for this table only."""
    return f"{name} ({ONLY_HERE})" if chair and chair.stranger else name


def presence(chair: Chair, now: float) -> str:
    """What keeps somebody from playing at this time of the hall; nothing if they are here."""
    if chair.gone:
        return "out"
    if chair.expected:
        return "has not been here yet"
    if chair.overdue:
        return "away for too long"
    if chair.away and chair.until:
        return f"away, waited for {clock_face(max(0, int(chair.until - now)))}"
    return "away" if chair.away else ""


def not_met(table: Table) -> str:
    """That a game has begun without somebody."""
    names = [chair.name for chair in table.seats if chair and chair.expected]
    if not names or table.over:
        return ""
    stops = "; no clock runs before that" if table.clocks is not None else ""
    return f"{_one_or_more(names, 'has', 'have')} not been here yet{stops}."


def question(table: Table, card: GameCard | None, ways: dict[str, str]) -> str:
    """What one is asked if somebody has been away for too long, and how one answers."""
    offered = claims(table, card)
    if not offered:
        return ""
    names = [table.name(seat) for seat in table.overdue]
    answers = ", ".join(f"{ways[claim]} {CLAIMS[claim]}" for claim in offered)
    return f"{_one_or_more(names, 'has', 'have')} been away for too long: {answers}."


def claims(table: Table, card: GameCard | None) -> list[str]:
    """What one may say about them; players of the house do not know every game."""
    return [claim for claim in table.claims if claim != "bot" or card is None or card.bots]


def host_words(card: TableCard) -> str:
    """Whether those who wait at a table are away just now."""
    people = [chair for chair in card.seats if chair and not chair.bot and chair.person]
    away = [chair.name for chair in people if chair.away]
    if card.status != "waiting" or not away:
        return ""
    if len(away) < len(people):
        return f"{_one_or_more(away, 'is', 'are')} away"
    return "host is away" if len(people) == 1 else "everybody is away"


def leaving(guest: Guest, *, own: bool) -> str:
    """What becomes of one's running games if one leaves the terminal; nothing if there are none."""
    tables = guest.tables.values()
    if not any(table.status == "playing" and table.you is not None and not table.gone for table in tables):
        return ""
    if own:
        return "Your game is not over, and this hall of your own ends with you."
    return "Your game is not over; your seat is kept for you to come back."


def missed_words(missed: Missed, games: dict[str, GameCard]) -> str:
    """What became of a game while one was away."""
    title = games[missed.game].title if missed.game in games else missed.game
    when = datetime.fromtimestamp(missed.at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    if missed.how == "put away":
        why = "since everybody was gone, " if missed.why == "deserted" else ""
        what = f"put away {why}as {missed.save!r}"
    else:
        why = f" ({in_words(missed.why)})" if missed.why else ""
        what = f"{MISSED.get(missed.how, missed.how)}{why}"
    return f"{when}  {title}, {seat_list(filter(None, missed.players))}: {what}."


def awaited(table: Table) -> str:
    """Whom a saved game waits for, and what is hidden until they are there."""
    names = [chair.name for chair in table.seats if chair and not chair.person]
    if table.status != "waiting" or not table.card.save or not names:
        return ""
    return f"This saved game waits for {seat_list(names)}; the board is shown when everybody is here."


def save_words(save: SaveCard) -> str:
    """What there is to know about a save after its name and its players."""
    return ", yours" * save.yours + ", put away since everybody was gone" * save.deserted


def device_words(guest: Guest, given: Code) -> str:
    """How one comes to another device, and for how long it can be done."""
    left = max(0, int(given.until - guest.now()))
    if not left:
        return "This code can no longer be used. Ask for a new one."
    where = shown(guest.url)
    return (
        f"Your code for another device is {given.code}\n"
        f"Type there: tablehall play --host {where} --code {given.code}\n"
        f"or enter it on the page. It can be used once, for {clock_face(left)}."
    )
