/** A game's own page: play it, see who is good at it, replay what was played. */

import { useState } from "preact/hooks";
import { beSomebody } from "../entering";
import { bestPlayers } from "../hall/lists";
import { games, tables } from "../hall/lobby";
import { known, open } from "../hall/tables";
import type { Card, ClockSpec } from "../hall/wire";
import { attempt } from "../notices";
import { GamePicture } from "../pictures";
import { go, to } from "../route";
import { gameAbout, gameTitle } from "../saying";
import { w } from "../words";
import { FinishedList, Leaders, useFinished } from "./lists";
import { bestTable } from "./match";
import { OpenForm } from "./open";
import { OpenTables } from "./opentables";
import { sitDown } from "./row";
import { clockSaid, players } from "./say";
import { useList } from "./still";

export function GamePage({ name }: { name: string }) {
  const [clock, setClock] = useState<ClockSpec>();
  const game = games.value.get(name);
  if (!game) return <p class="empty">{games.value.size ? w("no_such_game") : w("loading")}</p>;
  return (
    <div class="game-page">
      <header>
        <GamePicture name={name} />
        <div>
          <h1>{gameTitle(game)}</h1>
          <p>
            {players(game)}. {gameAbout(game)}
          </p>
          <PlayNow game={name} clock={clock} />
        </div>
      </header>
      <div class="columns">
        <div>
          <section>
            <h2>{w("open_a_table")}</h2>
            <OpenForm game={game} onClock={setClock} />
          </section>
          <OpenTables game={name} />
        </div>
        <div>
          <Best game={name} />
          <section>
            <h2>{w("finished_games")}</h2>
            <Played game={name} />
          </section>
        </div>
      </div>
    </div>
  );
}

/** Our own table of this game that still waits for players. */
const ownTable = (game: string): number | undefined =>
  [...known.value.values()].find(({ scene }) => {
    const { you = null, card } = scene.value ?? {};
    return you !== null && card?.game === game && card.status === "waiting";
  })?.number;

/** Where somebody who wants to play now is led: to our own table, to one that waits, or to a new one. */
function way(game: string, clock: ClockSpec | undefined): { own?: number; best?: Card } {
  const own = ownTable(game);
  if (own !== undefined) return { own };
  return { best: bestTable(tables.value.filter((card) => card.game === game), clock) };
}

/** The shortest way to a game, and where it leads. */
function PlayNow({ game, clock }: { game: string; clock: ClockSpec | undefined }) {
  const play = async (): Promise<void> => {
    if (!(await beSomebody())) return;
    const { own, best } = way(game, clock);
    if (own !== undefined) go(to("table", own));
    else if (best) await sitDown(best.table);
    else await attempt(async () => go(to("table", await open({ game, clock: clock ?? {} }))));
  };
  return (
    <div class="play-now">
      <button type="button" class="main big" onClick={() => void play()}>
        {w("play_now")}
      </button>
      <small>{waySaid(way(game, clock))}</small>
    </div>
  );
}

function waySaid({ own, best }: ReturnType<typeof way>): string {
  if (own !== undefined) return w("play_now_own");
  if (!best) return w("play_now_open");
  const names = best.seats.flatMap((chair) => (chair ? [chair.name] : []));
  return [w("play_now_with", { name: names.join(", ") }), clockSaid(best.clock)].filter(Boolean).join(" · ");
}

function Best({ game }: { game: string }) {
  const leaders = useList(bestPlayers(game)).value;
  return (
    <section>
      <h2>{w("leaders")}</h2>
      {leaders?.length ? <Leaders leaders={leaders.slice(0, 20)} /> : <p class="empty">{w("nobody_yet")}</p>}
    </section>
  );
}

function Played({ game }: { game: string }) {
  const { finished, aim } = useFinished(game, 20);
  return finished?.length ? <FinishedList finished={finished} aim={aim} /> : <p class="empty">{w("nothing_yet")}</p>;
}
