/** The public tables, of one game or of all, and which of them we want to see. */

import { type ReadonlySignal, signal, useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { me } from "../hall/connection";
import { games, lobbyKnown, tables } from "../hall/lobby";
import { hasSeatFor } from "../hall/saving";
import type { Card } from "../hall/wire";
import { speak } from "../notices";
import { gameTitle } from "../saying";
import { w } from "../words";
import { useStill } from "./still";
import { TableList } from "./tablelist";

/** Which tables are shown: of a game (empty: of all), and only those with a seat for us. */
const wish = signal({ game: "", free: false });

/** The tables that are wished for; how many there are of each game, and how many with a seat for us. */
function sorted(all: readonly Card[], game: string, free: boolean) {
  const shown: Card[] = [];
  const byGame = new Map<string, number>();
  let open = 0;
  for (const card of all) {
    const seat = hasSeatFor(card, me.value?.name);
    const here = !game || card.game === game;
    if (here && seat) open++;
    if (here && (seat || !free)) shown.push(card);
    if (seat || !free) byGame.set(card.game, (byGame.get(card.game) ?? 0) + 1);
  }
  return { shown, byGame, open };
}

type Found = ReturnType<typeof sorted>;

/** How often the numbers are written anew, in milliseconds. */
const PACE = 1000;

/** The public tables, of one game if it is given. */
export function OpenTables({ game }: { game?: string }) {
  const found = useComputed(() => sorted(tables.value, game ?? wish.value.game, wish.value.free));
  const some = useComputed(() => tables.value.some((card) => !game || card.game === game));
  const match = useComputed(() => found.value.shown.length > 0);
  const { shown: counts } = useStill(found, PACE);
  const count = counts.shown.length && w("tables_shown", { n: counts.shown.length });
  return (
    <section class="open-tables">
      <h2>
        {w("open_tables")} {count && <small>{count}</small>}
      </h2>
      {lobbyKnown.value && !some.value && <p class="empty">{w("no_tables")}</p>}
      {some.value && (
        <div class="filters">
          {game === undefined && <GameWish found={found} />}
          <label class="check">
            <input type="checkbox" checked={wish.value.free} onChange={(event) => (wish.value = { ...wish.value, free: event.currentTarget.checked })} />
            {w("with_free_seat")} ({counts.open})
          </label>
        </div>
      )}
      {some.value && !match.value && <p class="empty">{w("no_such_tables")}</p>}
      {match.value && <Shown key={`${wish.value.game} ${wish.value.free}`} found={found} />}
    </section>
  );
}

/** The tables themselves: this part alone is drawn anew with each change. */
function Shown({ found }: { found: ReadonlySignal<Found> }) {
  const { shown } = found.value;
  useEffect(() => speak(w("tables_shown", { n: shown.length })), []);
  return <TableList tables={shown} label={w("open_tables")} />;
}

/** Tables of which game. The numbers stand still while somebody chooses. */
function GameWish({ found }: { found: ReadonlySignal<Found> }) {
  const { shown, aim } = useStill(found, PACE);
  const counts = shown.byGame;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <select
      {...aim}
      aria-label={w("game")}
      value={wish.value.game}
      onChange={(event) => (wish.value = { ...wish.value, game: event.currentTarget.value })}
    >
      <option value="">
        {w("all_games")} ({all})
      </option>
      {[...games.value.values()].map((each) => (
        <option key={each.name} value={each.name}>
          {gameTitle(each)} ({counts.get(each.name) ?? 0})
        </option>
      ))}
    </select>
  );
}
