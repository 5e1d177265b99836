/** Before the start: who is invited how, how many seats, and the word to begin. */

import { useState } from "preact/hooks";
import { canNotify, notifies, switchNotifying } from "../attention";
import { ask, me } from "../hall/connection";
import { hasSeatFor } from "../hall/saving";
import { join } from "../hall/tables";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { botLevel } from "../lobby/say";
import { attempt } from "../notices";
import { GamePicture } from "../pictures";
import { shareable, to } from "../route";
import { Copy } from "../small";
import { w } from "../words";
import { codeOf } from "./code";

export function Gathering({ scene, game }: { scene: Scene; game: GameCard }) {
  const { card, you } = scene;
  const table = card.table;
  const free = card.seats.flatMap((chair, seat) => (chair?.person ? [] : [seat]));
  const code = codeOf(scene);
  return (
    <section class="gathering">
      <GamePicture name={card.game} />
      {card.save && <p>{w("shown_when_all_are_here")}</p>}
      {you === null && free.length > 0 && !hasSeatFor(card, me.value?.name) && <p>{w("save_players_only")}</p>}
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
      {you !== null && !card.save && <Bots scene={scene} game={game} free={free.length} />}
      {free.length > 0 && (you !== null || !card.save) && <Copy text={shareable(to("table", table, { code }))} label={w(code ? "invite_private" : "invite")} />}
      {you !== null && free.length > 0 && (
        <div class="meanwhile">
          <p>{w(code ? "stays_a_day" : "stays_a_while")}</p>
          {canNotify && !notifies.value && (
            <button type="button" onClick={() => void switchNotifying(true)}>
              {w("tell_me")}
            </button>
          )}
          {notifies.value && <p role="status">{w("will_tell")}</p>}
        </div>
      )}
    </section>
  );
}

/** The word that brings us to the table, or lets the game begin: the action bar's button. */
export function Start({ scene }: { scene: Scene }) {
  const { card, you } = scene;
  if (card.status !== "waiting") return null;
  const free = card.seats.some((chair) => !chair?.person);
  if (you === null && free && hasSeatFor(card, me.value?.name)) {
    return (
      <button type="button" class="main" onClick={() => void attempt(() => join(card.table, codeOf(scene)))}>
        {w("sit_down")}
      </button>
    );
  }
  if (you === null || card.start !== "asked") return null;
  return (
    <button type="button" class="main" disabled={free} onClick={() => void attempt(() => ask({ type: "start", table: card.table }))}>
      {w("start")}
    </button>
  );
}

/** Nobody need be alone: the house's own players take the free seats, and give them up again. */
function Bots({ scene, game, free }: { scene: Scene; game: GameCard; free: number }) {
  const { table, seats } = scene.card;
  const levels = game.bots ?? [];
  const [level, choose] = useState(levels[0] ?? 1);
  const invite = (level: number): void => void attempt(() => ask({ type: "bots", table, level }));
  if (!levels.length) return null;
  return (
    <div class="bots">
      {free > 0 && (
        <>
          <label>
            {w("bots_level")}
            <select value={level} onChange={(event) => choose(Number(event.currentTarget.value))}>
              {levels.map((each) => (
                <option key={each} value={each}>
                  {botLevel(each)}
                </option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => invite(level)}>
            {w("bots_fill")}
          </button>
        </>
      )}
      {seats.some((chair) => chair?.bot) && (
        <button type="button" onClick={() => invite(0)}>
          {w("bots_away")}
        </button>
      )}
    </div>
  );
}
