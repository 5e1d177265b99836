/** A table to sit down at or to watch, in one row of a list. */

import { useId } from "preact/hooks";
import { beSomebody } from "../entering";
import { me } from "../hall/connection";
import { games } from "../hall/lobby";
import { hostAway } from "../hall/presence";
import { hasSeatFor } from "../hall/saving";
import { join } from "../hall/tables";
import type { Card } from "../hall/wire";
import { Mark } from "../marks";
import { attempt } from "../notices";
import { GamePicture } from "../pictures";
import { go, to } from "../route";
import { gameTitle } from "../saying";
import { w } from "../words";
import { clockSaid } from "./say";

/** Sit down at a table and go there. */
export async function sitDown(table: number): Promise<void> {
  if ((await beSomebody()) && (await attempt(() => join(table)))) go(to("table", table));
}

interface RowProps {
  card: Card;
  /** The table is no more. */
  gone: boolean;
  /** The tab key stops here. */
  stop: boolean;
}

/** One row of a list. */
export function Row({ card, gone, stop }: RowProps) {
  const id = useId();
  const about = [
    gone ? w("table_gone") : hostAway(card) ? w("host_is_away") : "",
    card.title ?? "",
    clockSaid(card.clock),
    card.rated === false ? w("unrated") : "",
    card.save ? w("from_save", { name: card.save }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <div class={gone ? "row gone" : "row"}>
      <GamePicture name={card.game} />
      <div class="who-what">
        <p id={id}>
          <strong>{gameTitle(games.value.get(card.game)) || card.game}</strong> <Names card={card} />
        </p>
        {about && <p>{about}</p>}
      </div>
      {!gone && <Ways card={card} more={{ tabIndex: stop ? 0 : -1, "aria-describedby": id }} />}
    </div>
  );
}

/** What we can do there. Watching stands at the end, so that it stays in its place when the last seat is taken. */
function Ways({ card, more }: { card: Card; more: object }) {
  const mine = card.seats.some((chair) => chair && chair.person === me.value?.person);
  return (
    <div class="buttons">
      {mine ? (
        <a class="button main" href={to("table", card.table)} {...more}>
          {w("go_back")}
        </a>
      ) : hasSeatFor(card, me.value?.name) ? (
        <button type="button" class="main" {...more} onClick={() => void sitDown(card.table)}>
          {w("sit_down")}
        </button>
      ) : null}
      {!mine && card.spectators !== false && (
        <a class="button" href={to("table", card.table)} {...more}>
          {w("watch")}
        </a>
      )}
    </div>
  );
}

function Names({ card }: { card: Card }) {
  return (
    <span class="names-at">
      {card.seats.map((chair, seat) => (
        <span key={seat} class={chair?.away ? "away" : chair ? "" : "free"}>
          <Mark chair={chair?.stranger ? chair : null} />
          {chair ? chair.name : w("free_seat")}
        </span>
      ))}
    </span>
  );
}
