/** Before the start: who is invited how, how many seats, and the word to begin. */

import { ask, me } from "../hall/connection";
import { join } from "../hall/tables";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { attempt } from "../notices";
import { route, shareable, to } from "../route";
import { Copy } from "../small";
import { w } from "../words";

export function Gathering({ scene, game }: { scene: Scene; game: GameCard }) {
  const { card, you, code } = scene;
  const table = card.table;
  const free = card.seats.flatMap((chair, seat) => (chair?.person ? [] : [seat]));
  const asked = code || (route.value.query.get("code") ?? "");
  const named = card.save ? card.seats.findIndex((chair) => chair?.name === me.value?.name) : -1;
  return (
    <section class="gathering">
      {you === null && free.length > 0 && (
        <div class="buttons">
          {named >= 0 || !card.save ? (
            <button type="button" class="main big" onClick={() => void attempt(() => join(table, asked))}>
              {w("sit_down")}
            </button>
          ) : (
            <p>{w("save_players_only", { names: card.seats.map((chair) => chair?.name ?? "?").join(", ") })}</p>
          )}
        </div>
      )}
      {you !== null && card.start === "asked" && (
        <div class="buttons">
          <button type="button" class="main" disabled={free.length > 0} onClick={() => void attempt(() => ask({ type: "start", table }))}>
            {w("start")}
          </button>
        </div>
      )}
      {you !== null && !card.save && game.seats.length > 1 && (
        <label>
          {w("seats")}
          <select
            value={card.seats.length}
            onChange={(event) => void attempt(() => ask({ type: "resize", table, seats: Number(event.currentTarget.value) }))}
          >
            {game.seats.map((seats) => (
              <option key={seats} value={seats}>
                {seats}
              </option>
            ))}
          </select>
        </label>
      )}
      {free.length > 0 && <Copy text={shareable(to("table", table, { code: asked }))} label={w(asked ? "invite_private" : "invite")} />}
    </section>
  );
}
