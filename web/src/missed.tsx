/** "While you were away": what became of games that went on without us, until we say that we have read it. */

import { signal } from "@preact/signals";
import { ask, listen, me } from "./hall/connection";
import { games } from "./hall/lobby";
import { resume } from "./hall/tables";
import type { Missed } from "./hall/wire";
import { attempt } from "./notices";
import { hearOthers, tellOthers } from "./others";
import { go, to } from "./route";
import { gameTitle, missedSaid } from "./saying";
import { when } from "./lobby/say";
import { colon, w } from "./words";

const missed = signal<Missed[]>([]);

listen("ready", (welcome) => (missed.value = welcome?.missed ?? []));
hearOthers((word) => {
  if ("seen" in word) missed.value = [];
});

async function read(): Promise<void> {
  if (!(await attempt(() => ask({ type: "seen" })))) return;
  missed.value = [];
  tellOthers({ seen: true });
}

export function MissedGames() {
  return (
    <div class="missed" aria-live="polite">
      {missed.value.length > 0 && (
        <section aria-labelledby="missed">
          <h2 id="missed">{w("while_away")}</h2>
          <ul>
            {[...missed.value].reverse().map((each) => (
              <Row key={`${each.table} ${each.at}`} missed={each} />
            ))}
          </ul>
          <button type="button" onClick={() => void read()}>
            {w("have_read")}
          </button>
        </section>
      )}
    </div>
  );
}

function Row({ missed }: { missed: Missed }) {
  const { game, how, save = "", table, code = "", at } = missed;
  const card = games.value.get(game);
  const back = (): void => void attempt(async () => go(to("table", await resume(game, save))));
  return (
    <li>
      <p>
        <strong>
          {gameTitle(card) || game}
          {colon()}
        </strong>
        {missedSaid(missed, me.value?.name ?? "", card)}{" "}
        <small>{when(at)}</small>
      </p>
      {how === "put away" && (
        <button type="button" class="main" onClick={back}>
          {w("bring_back")}
        </button>
      )}
      {how === "replaced" && <a href={to("table", table, { code })}>{w("watch")}</a>}
      {(how === "won" || how === "lost" || how === "drawn") && <a href={to("replay", table, { code })}>{w("replay")}</a>}
    </li>
  );
}
