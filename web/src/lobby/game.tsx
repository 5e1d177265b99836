/** A game's own page: play it, see who is good at it, replay what was played. */

import { beSomebody } from "../entering";
import { getFinished, getLeaders } from "../hall/http";
import { games, tables } from "../hall/lobby";
import { hostAway } from "../hall/presence";
import { open } from "../hall/tables";
import { useLoaded } from "../loaded";
import { attempt } from "../notices";
import { GamePicture } from "../pictures";
import { go, to } from "../route";
import { gameAbout, gameTitle } from "../saying";
import { w } from "../words";
import { FinishedList, Leaders } from "./lists";
import { OpenForm } from "./open";
import { players } from "./say";
import { sitDown, TableList } from "./tablelist";

export function GamePage({ name }: { name: string }) {
  const here = tables.value.filter((card) => card.game === name);
  const finished = useLoaded(() => getFinished({ game: name, limit: 20 }), [name, here.length]);
  const leaders = useLoaded(() => getLeaders(name), [name, here.length]);
  const game = games.value.get(name);
  if (!game) return <p class="empty">{games.value.size ? w("no_such_game") : w("loading")}</p>;
  const playNow = async (): Promise<void> => {
    if (!(await beSomebody())) return;
    const waiting = here.filter((card) => card.status === "waiting" && card.seats.some((chair) => !chair) && !hostAway(card));
    const oldest = waiting.at(-1);
    if (oldest) await sitDown(oldest.table);
    else await attempt(async () => go(to("table", await open({ game: name }))));
  };
  return (
    <div class="game-page">
      <header>
        <GamePicture name={name} />
        <div>
          <h1>{gameTitle(game)}</h1>
          <p>
            {players(game)}. {gameAbout(game)}
          </p>
          <button type="button" class="main big" onClick={() => void playNow()}>
            {w("play_now")}
          </button>
        </div>
      </header>
      <div class="columns">
        <div>
          <section>
            <h2>{w("open_a_table")}</h2>
            <OpenForm game={game} />
          </section>
          <section>
            <h2>{w("open_tables")}</h2>
            {here.length ? <TableList tables={here} /> : <p class="empty">{w("no_tables")}</p>}
          </section>
        </div>
        <div>
          <section>
            <h2>{w("leaders")}</h2>
            {leaders?.length ? <Leaders leaders={leaders.slice(0, 20)} /> : <p class="empty">{w("nobody_yet")}</p>}
          </section>
          <section>
            <h2>{w("finished_games")}</h2>
            {finished?.length ? <FinishedList finished={finished} /> : <p class="empty">{w("nothing_yet")}</p>}
          </section>
        </div>
      </div>
    </div>
  );
}
