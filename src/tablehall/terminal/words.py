"""What happens at a table, in sentences: the same on the screen and in plain lines."""

import re

from tablehall.client import Table
from tablehall.games.api import Outcome
from tablehall.games.look import Look
from tablehall.hall.scene import Proposal
from tablehall.printable import printable
from tablehall.protocols.house.replies import GameCard, Happened, Line, TableCard
from tablehall.terminal.books import Scribe
from tablehall.terminal.presence import CLAIMED, CLOSED, ONLY_HERE, awaited, called, host_words, presence
from tablehall.terminal.spelling import in_words, relabelled, seat_list
from tablehall.terminal.times import clock_face
from tablehall.terminal.wishes import clock_words

_SEATS = re.compile(r"\b[Ss]eat (\d+(?: and \d+)*)\b")
_SHOUTED = re.compile(r"\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b")
PROPOSALS = {
    "takeback": "to take back a move",
    "draw": "a draw",
    "put_away": "to put the game away and go on another time",
    "rematch": "to play again",
}
WHY_OUT = {
    "resigned": "{} resigns.",
    "left": "{} leaves the game.",
    "time": "{} has run out of time.",
    "absent": "{} stayed away too long.",
    "last_player": "{} is the last one here.",
}
SENTENCES = {
    "sat": "{name} sits down.",
    "stood": "{name} gets up.",
    "resized": "The table now has {seats} seats.",
    "drawn": "The lot has given everybody a seat.",
    "started": "The game begins.",
    "moved": "{name}: {move}",
    "expired": "{name} was too slow; the game goes on.",
    "blundered": "{name} answered with what is no move; the game goes on.",
    "went": "{name} has lost the connection.",
    "came": "{name} is back.",
    "asked": "{name} has been away for too long.",
    "replaced": "{name} of the house goes on in that seat.",
    "proposed": "{name} proposes {proposal}.",
    "taken_back": "{plies} taken back.",
    "reopened": "A saved game is brought back.",
    "resumed": "The game goes on.",
}


def dice_words(table: Table) -> str:
    """What is wrong with the dice of a table; nothing, as it should be."""
    if table.promised is not False:
        return ""
    return "These are not the dice that you were promised: the house may have known your share of chance."


def proposed(table: Table, proposal: Proposal) -> str:
    """What is proposed, and by whom."""
    return SENTENCES["proposed"].format(name=table.name(proposal.seat), proposal=PROPOSALS[proposal.kind])


def sentence(table: Table, news: Happened, scribe: Scribe) -> str:
    """What happened; of everything that is heard of a table, one after the other."""
    move = scribe.hear(news)
    seat = news.seat if isinstance(news.seat, int) else None
    match news.what:
        case "ended":
            return ending(table)
        case "dropped":
            return WHY_OUT.get(str(news.why), "{} is out of the game.").format(table.name(seat))
        case "said":
            lines = [line for line in table.chat if line.seq == news.seq]
            return said(lines[0], table) if lines else printable(str(news.text))
        case "answered":
            return f"{table.name(seat)} {'agrees' if news.yes else 'declines'}."
        case "claimed":
            return CLAIMED.get(str(news.claim), "{} has answered.").format(table.name(seat))
        case "closed":
            return CLOSED.get(str(news.why), "The table is closed.")
        case "saved" if news.deserted:
            return f"Everybody is gone: the game is put away as {news.name!r}."
        case "saved":
            put_away = " and put away" if news.put_away else ""
            return f"The game is saved as {news.name!r}{put_away}."
    return SENTENCES.get(news.what, "{what}").format(
        name=news.name if isinstance(news.name, str) else table.name(seat),
        move=move,
        seats=len(table.seats),
        proposal=PROPOSALS.get(str(news.kind), ""),
        plies="1 move is" if news.plies == 1 else f"{news.plies} moves are",
        what=in_words(news.what),
    )


def said(line: Line, table: Table) -> str:
    """A line of chat."""
    chair = table.seats[line.seat] if line.seat is not None and line.seat < len(table.seats) else None
    who = f"{line.name} (looking on)" if line.seat is None else called(line.name, chair)
    to = f" to {seat_list(table.name(seat) for seat in line.to)}" if line.to else ""
    return printable(f"{who}{to}: {line.text}")


def named(text: str, table: Table) -> str:
    """A game's own words, which know only seats, with the names of those who sit there."""

    def names(found: re.Match[str]) -> str:
        seats = [int(seat) for seat in found[1].split(" and ")]
        return printable(seat_list(map(table.name, seats))) if max(seats) < len(table.seats) else found[0]

    return _SEATS.sub(names, text)


def position(table: Table, look: Look) -> str:
    """The position in the game's own words, none of them shouted."""
    calm = _SHOUTED.sub(lambda found: in_words(found[0].lower()), table.text)
    return named(relabelled(calm, table.view, look), table)


def ending(table: Table) -> str:
    """How the game ended."""
    if table.outcome is None:
        return "The game is over."
    return f"The game is over: {result(table, table.outcome)}"


def result(table: Table, outcome: Outcome) -> str:
    """Who won, why, and with how many points."""
    reason = f" ({in_words(outcome.reason)})" if outcome.reason else ""
    winners = outcome.winners
    losers = [seat for seat in range(len(outcome.ranks)) if seat not in winners]
    if not winners:
        text = f"nobody wins{reason}."
    elif table.you is not None and table.you in winners:
        others = [table.name(seat) for seat in winners if seat != table.you]
        text = f"you win{' with ' + seat_list(others) if others else ''}{reason}."
    elif 0 < len(losers) < len(winners):  # the reason is theirs
        names = seat_list("you" if seat == table.you else table.name(seat) for seat in losers)
        text = f"{names} {'lose' if len(losers) > 1 or table.you in losers else 'loses'}{reason}."
    else:
        names = seat_list(table.name(seat) for seat in winners)
        text = f"{names} {'win' if len(winners) > 1 else 'wins'}{reason}."
    if outcome.scores:
        points = (f"{table.name(seat)} {score}" for seat, score in enumerate(outcome.scores))
        text += f" Points: {', '.join(points)}."
    return text


def whose_turn(table: Table, start: str = "`start`") -> str:
    """Who may move now; before the game, how it is begun."""
    if table.status == "waiting":
        free = sum(chair is None or chair.person == 0 for chair in table.seats)
        if free:
            return awaited(table) or f"Waiting for {free} more."
        return f"Everybody is here; {start} begins the game." if table.card.start == "asked" else ""
    if table.over or table.status != "playing":
        return ""
    if table.paused:
        return "The game stands still until everybody is back."
    if table.my_turn:
        return "Your turn."
    return f"{seat_list(table.name(seat) for seat in table.turn)} to move."


def seat_words(table: Table, seat: int, card: GameCard | None, now: float, *, short: bool = False) -> str:
    """A seat: who sits there, under which colour, how much time is left; in short, only who, and the time."""
    chair = table.seats[seat]
    name = chair.name if chair else "free"
    colour = f" ({card.seat_names[seat]})" if card and seat < len(card.seat_names) else ""
    parts = ["you" if seat == table.you else name] if short else [f"{name}{colour}"]
    if seat == table.you and not short:
        parts.append("you")
    if seat in table.turn and not table.over and not short:
        parts.append("on turn")
    if chair and chair.stranger:
        parts.append(ONLY_HERE)
    if chair and (kept_by := presence(chair, now)):
        parts.append(kept_by)
    left = table.left(seat, now) if table.status == "playing" else None
    return ", ".join(parts) + (f", {clock_face(left)}" if left is not None else "")


def card_words(card: TableCard, games: dict[str, GameCard]) -> str:
    """A table of the lobby in a line."""
    title = games[card.game].title if card.game in games else card.game
    names = [called(chair.name, chair) for chair in card.seats if chair]
    free = card.seats.count(None)
    saved = f"saved as {card.save}" if card.save else ""
    extra = [host_words(card), card.title, clock_words(card.clock), saved]
    seats = f"{free} of {len(card.seats)} seats free" if card.status == "waiting" else card.status
    return "; ".join([f"{title}: {seat_list(names)}", seats, *filter(None, extra)])
