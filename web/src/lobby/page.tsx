/** The lobby: every game, every open table, and the way back to our own. */

import { useEffect } from "preact/hooks";
import { counts, lively, Standings, useContests } from "../contest/standing";
import { say } from "../contest/words";
import { me } from "../hall/connection";
import type { Contest } from "../hall/http";
import { saves } from "../hall/lists";
import { cardOf, draining, games, waiting } from "../hall/lobby";
import { known } from "../hall/tables";
import type { Card } from "../hall/wire";
import { GamePicture } from "../pictures";
import { to } from "../route";
import { gameTitle } from "../saying";
import { w } from "../words";
import { FinishedList, SaveList, useFinished } from "./lists";
import { OpenTables } from "./opentables";
import { players } from "./say";
import { useList } from "./still";
import { TableList } from "./tablelist";

// Each part hears of its own changes, so that a table that comes or goes does not draw the whole lobby anew.
export function Lobby() {
  useEffect(() => void import("./game").catch(() => undefined), []); // where most go next; who comes by a link does not
  return (
    <div class="lobby">
      <h1 class="welcome">{w("welcome")}</h1>
      <p class="draining" role="status">
        {draining.value && w("draining")}
      </p>
      <OurTables />
      <section aria-labelledby="games">
        <h2 id="games">{w("games")}</h2>
        <ul class="games">
          {[...games.value.values()].map((game) => (
            <li key={game.name}>
              <a href={to("game", game.name)} class="game">
                <GamePicture name={game.name} />
                <strong>{gameTitle(game)}</strong>
                <span>{players(game)}</span>
                <Waiting game={game.name} />
              </a>
            </li>
          ))}
        </ul>
      </section>
      <div class="columns">
        <OpenTables />
        <div>
          <Contests />
          <Saved />
          <Played />
        </div>
      </div>
    </div>
  );
}

/** Where we sit, private tables included. */
function OurTables() {
  const seated = [...known.value.values()].flatMap(({ number, scene }) =>
    scene.value?.you != null ? [cardOf(number) ?? scene.value.card] : [],
  );
  const ours: Card[] = me.value ? seated.filter(({ status }) => status === "waiting" || status === "playing") : [];
  if (!ours.length) return null;
  return (
    <section class="open-tables">
      <h2>{w("your_tables")}</h2>
      <TableList tables={ours} label={w("your_tables")} />
    </section>
  );
}

function Waiting({ game }: { game: string }) {
  const n = waiting.value.get(game);
  return n ? <em>{w("waiting_tables", { n: String(n) })}</em> : null;
}

const [ON, OFF] = [5_000, 60_000];
/** Contests are looked at again while one is on; else only in case one begins. */
const pace = (found: Contest[]): number => (found.some(lively) ? ON : OFF);

function Contests() {
  const contests = (useContests(pace) ?? []).filter(lively);
  if (!contests.length) return null;
  return (
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
  );
}

const contestTitle = (game: string): string => say("contest_of", { game: gameTitle(games.value.get(game)) });

function Saved() {
  const found = useList(saves).value;
  if (!found?.length) return null;
  return (
    <section>
      <h2>{w("saved_games")}</h2>
      <SaveList found={found} />
    </section>
  );
}

function Played() {
  const { finished, aim } = useFinished("", 8);
  if (!finished?.length) return null;
  return (
    <section>
      <h2>{w("finished_games")}</h2>
      <FinishedList finished={finished} aim={aim} />
    </section>
  );
}
