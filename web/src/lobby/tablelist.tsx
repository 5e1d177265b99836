/** A list of tables to sit down at or to watch. */

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
export async function sitDown(table: number, code = ""): Promise<void> {
  if ((await beSomebody()) && (await attempt(() => join(table, code)))) go(to("table", table));
}

export function TableList({ tables }: { tables: Card[] }) {
  return (
    <ul class="tables">
      {tables.map((card) => (
        <Row key={card.table} card={card} />
      ))}
    </ul>
  );
}

function Row({ card }: { card: Card }) {
  const mine = card.seats.some((chair) => chair && chair.person === me.value?.person);
  const about = [
    hostAway(card) ? w("host_is_away") : "",
    card.title ?? "",
    clockSaid(card.clock),
    card.rated === false ? w("unrated") : "",
    card.save ? w("from_save", { name: card.save }) : "",
  ];
  return (
    <li class="row">
      <GamePicture name={card.game} />
      <div>
        <strong>{gameTitle(games.value.get(card.game)) || card.game}</strong> <Names card={card} />
        <p>{about.filter(Boolean).join(" · ")}</p>
      </div>
      <div class="buttons">
        {mine ? (
          <a class="button main" href={to("table", card.table)}>
            {w("go_back")}
          </a>
        ) : hasSeatFor(card, me.value?.name) ? (
          <button type="button" class="main" onClick={() => void sitDown(card.table)}>
            {w("sit_down")}
          </button>
        ) : null}
        {!mine && card.spectators !== false && (
          <a class="button" href={to("table", card.table)}>
            {w("watch")}
          </a>
        )}
      </div>
    </li>
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
