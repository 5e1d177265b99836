"""Who decides on what: every command, and the function that decides on it."""

from collections.abc import Callable
from typing import Any

from tablehall.games.api import Reason
from tablehall.hall import absences, bots, commands, entrance, keeper, opening, play, saving, seats, watching
from tablehall.hall.commands import Command
from tablehall.hall.decision import Deciding

HANDLERS: dict[type[Command], Callable[[Deciding, Any], Reason | None]] = {
    commands.Enter: entrance.enter,
    commands.Lost: entrance.lost,
    commands.Speak: entrance.speak,
    commands.Pair: entrance.pair,
    commands.Seen: entrance.seen,
    commands.Claim: absences.claim,
    commands.PutAway: absences.put_away,
    commands.LogOut: entrance.log_out,
    commands.Kick: entrance.kick,
    commands.Open: opening.open_table,
    commands.Reopen: opening.reopen,
    commands.Close: opening.close,
    commands.Join: seats.join,
    commands.Start: seats.start_asked,
    commands.Resize: seats.resize,
    commands.Leave: seats.leave,
    commands.Watch: watching.watch,
    commands.WatchLobby: watching.watch_lobby,
    commands.Act: play.act,
    commands.Resign: play.resign,
    commands.Propose: play.propose,
    commands.Answer: play.answer,
    commands.Say: play.say,
    commands.Save: saving.save,
    commands.Delete: saving.delete,
    commands.Invite: bots.invite,
    commands.Fill: bots.fill_in_time,
    commands.Overslept: bots.overslept,
    commands.Ban: keeper.ban,
    commands.Unban: keeper.unban,
    commands.Drain: keeper.drain,
    commands.Compete: keeper.ask_organiser,
    commands.Follow: keeper.ask_organiser,
    commands.Retitle: keeper.ask_organiser,
    commands.Reset: keeper.ask_organiser,
    commands.Dismiss: keeper.ask_organiser,
}
