/** The lobby: every game, every open table, and the way back to our own. */

import { useState } from "preact/hooks";
import { counts, lively, Standings, useContests } from "../contest/standing";
import { say } from "../contest/words";
import { link, me } from "../hall/connection";
import { getFinished } from "../hall/http";
import { cardOf, draining, games, getSaves, lobbyKnown, tables } from "../hall/lobby";
import { known } from "../hall/tables";
import type { Card } from "../hall/wire";
import { useLoaded } from "../loaded";
import { GamePicture } from "../pictures";
import { to } from "../route";
import { gameTitle } from "../saying";
import { w } from "../words";
import { FinishedList, SaveList } from "./lists";
import { players } from "./say";
import { TableList } from "./tablelist";

export function Lobby() {
  const all = tables.value;
  const mine = ours();
  const finished = useLoaded(() => getFinished({ limit: 8 }), [all.length]);
  const contests = (useContests() ?? []).filter(lively);
  const [deleted, setDeleted] = useState(0);
  const saves = useLoaded(getSaves, [all.length, me.value?.person, link.value, deleted]);
  return (
    <div class="lobby">
      <h1 class="welcome">{w("welcome")}</h1>
      <p class="draining" role="status">
        {draining.value && w("draining")}
      </p>
      {mine.length > 0 && (
        <section>
          <h2>{w("your_tables")}</h2>
          <TableList tables={mine} />
        </section>
      )}
      <section aria-labelledby="games">
        <h2 id="games">{w("games")}</h2>
        <ul class="games">
          {[...games.value.values()].map((game) => (
            <li key={game.name}>
              <a href={to("game", game.name)} class="game">
                <GamePicture name={game.name} />
                <strong>{gameTitle(game)}</strong>
                <span>{players(game)}</span>
                <Waiting tables={all} game={game.name} />
              </a>
            </li>
          ))}
        </ul>
      </section>
      <div class="columns">
        <section>
          <h2>{w("open_tables")}</h2>
          {lobbyKnown.value && !all.length ? <p class="empty">{w("no_tables")}</p> : <TableList tables={all} />}
        </section>
        <div>
          {contests.length > 0 && (
            <section>
              <h2>{say("contests")}</h2>
              {contests.map((contest) => (
                <article key={contest.name}>
                  <h3>
                    <a href={to("contest", contest.name)}>{contest.title || contestTitle(contest.game)}</a>
                  </h3>
                  <p>{counts(contest)}</p>
                  <Standings contest={contest} most={3} />
                </article>
              ))}
            </section>
          )}
          {!!saves?.length && (
            <section>
              <h2>{w("saved_games")}</h2>
              <SaveList saves={saves} onDeleted={() => setDeleted(deleted + 1)} />
            </section>
          )}
          {!!finished?.length && (
            <section>
              <h2>{w("finished_games")}</h2>
              <FinishedList finished={finished} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

const contestTitle = (game: string): string => say("contest_of", { game: gameTitle(games.value.get(game)) });

/** Where we sit, private tables included. */
function ours(): Card[] {
  if (!me.value) return [];
  const seated = [...known.value.values()].flatMap(({ number, scene }) =>
    scene.value?.you != null ? [cardOf(number) ?? scene.value.card] : [],
  );
  return seated.filter((card) => card.status === "waiting" || card.status === "playing");
}

function Waiting({ tables, game }: { tables: Card[]; game: string }) {
  const waiting = tables.filter((card) => card.game === game && card.status === "waiting").length;
  return waiting ? <em>{w("waiting_tables", { n: String(waiting) })}</em> : null;
}
