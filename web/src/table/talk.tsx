/** The talk at the table, and what happened there besides moves. */

import { useEffect, useRef } from "preact/hooks";
import { ask } from "../hall/connection";
import { games } from "../hall/lobby";
import { slow } from "../hall/presence";
import type { Note, Scene } from "../hall/table";
import type { GameCard, Happened } from "../hall/wire";
import { Mark } from "../marks";
import { attempt } from "../notices";
import { outcomeSaid } from "../saying";
import { colon, w } from "../words";

export function Talk({ scene }: { scene: Scene; game: GameCard }) {
  const { notes, card, you } = scene;
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [notes.length]);
  const say = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const text = String(new FormData(form).get("text")).trim();
    if (text && (await attempt(() => ask({ type: "say", table: card.table, text })))) form.reset();
  };
  return (
    <>
      <div class="log" ref={log} role="log" tabIndex={0} aria-label={w("talk")}>
        {notes.map((note) => (
          <NoteLine key={note.seq} note={note} scene={scene} />
        ))}
      </div>
      <form onSubmit={(event) => void say(event)}>
        <input name="text" maxLength={500} autocomplete="off" aria-label={w("say_something")} placeholder={w("say_something")} />
        <button type="submit">{w("say")}</button>
      </form>
      {you === null && card.status === "playing" && <small>{w("spectators_talk")}</small>}
    </>
  );
}

function NoteLine({ note, scene }: { note: Note; scene: Scene }) {
  if (!("what" in note) || note.what === "said") {
    const spectator = note.seat === undefined || note.seat === null;
    return (
      <p class={spectator ? "line spectator" : `line by${note.seat}`}>
        {!spectator && <Mark chair={scene.card.seats[note.seat ?? 0]} />}
        <b>{note.name}</b>
        {note.to && !spectator && <i> {w("whispers")}</i>}
        {colon()}
        {note.text}
      </p>
    );
  }
  const told = noteSaid(note, scene);
  return told ? <p class="note">{told}</p> : null;
}

/** What happened, in a sentence. */
export function noteSaid(news: Happened, { card, you }: Scene): string {
  const name = news.name ?? news.seats?.[news.seat ?? 0]?.name ?? card.seats[news.seat ?? 0]?.name ?? "?";
  switch (news.what) {
    case "sat":
    case "stood":
    case "expired":
    case "asked":
    case "replaced":
      return w(`note_${news.what}`, { name });
    case "went":
    case "came":
      return slow(card.clock) ? "" : w(`note_${news.what}`, { name });
    case "claimed":
      return w(`note_claimed_${news.claim ?? "wait"}`, { name });
    case "started":
    case "resumed":
      return w(`note_${news.what}`);
    case "dropped":
      return w(news.why === "resigned" ? "note_resigned" : news.why === "time" ? "note_time" : "note_dropped", { name });
    case "proposed":
      return w(`proposes_${news.kind ?? "draw"}`, { name });
    case "answered":
      return w(news.yes ? "note_agreed" : "note_declined", { name });
    case "taken_back":
      return w("note_taken_back", { n: String(news.plies ?? 1) });
    case "saved":
      return news.deserted ? w("note_deserted") : w("note_saved", { name: news.name ?? "" });
    case "closed":
      return w("was_closed");
    case "ended":
      return news.outcome ? outcomeSaid(news.outcome, you, card.seats, games.value.get(card.game)) : "";
    default:
      return "";
  }
}
