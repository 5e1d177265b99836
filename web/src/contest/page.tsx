/** A contest: who leads, its games one after the other, and a place in it for us. */

import { useEffect, useState } from "preact/hooks";
import { beSomebody } from "../entering";
import { ask, listen } from "../hall/connection";
import { games } from "../hall/lobby";
import { forget, tableOf } from "../hall/tables";
import { attempt } from "../notices";
import { go, to } from "../route";
import { gameTitle } from "../saying";
import { Room } from "../table/room";
import { w } from "../words";
import { counts, Standings, useContests } from "./standing";
import { say } from "./words";

const SHOWN = 20;

export function ContestPage({ name }: { name: string }) {
  const contests = useContests();
  const contest = contests?.find((one) => one.name === name);
  const [part, takePart] = useState(false);
  const [shown, follow] = useFollowed(name);
  useEffect(() => listen("table", ({ card, you }) => void (you !== null && go(to("table", card.table)))), []);
  const wish = async (type: "follow" | "compete", on: boolean): Promise<void> => {
    if (!(await beSomebody())) return;
    await attempt(async () => {
      await ask({ type, contest: name, on });
      if (type === "follow") follow(on);
      else takePart(on);
    });
  };
  const table = shown ? tableOf(shown) : undefined;
  const scene = table?.scene.value ?? null;
  if (!contest) return <p class="empty">{w(contests ? "nowhere" : "loading")}</p>;
  return (
    <div class="lobby contest">
      <h1>{contest.title || say("contest_of", { game: gameTitle(games.value.get(contest.game)) })}</h1>
      <p>{counts(contest)}</p>
      <div class="buttons">
        <button type="button" class={part ? "" : "main"} onClick={() => void wish("compete", !part)}>
          {say(part ? "stop" : "take_part")}
        </button>
        <button type="button" onClick={() => void wish("follow", shown === null)}>
          {say(shown === null ? "look_on" : "look_away")}
        </button>
        <p role="status">{part && say("wait")}</p>
      </div>
      {table && scene && <Room table={table} scene={scene} />}
      <Standings contest={contest} most={SHOWN} />
    </div>
  );
}

/** The table we are shown: null, we do not look on; 0, none yet. Looking on ends with the page. */
function useFollowed(contest: string): [number | null, (on: boolean) => void] {
  const [shown, show] = useState<number | null>(null);
  const on = shown !== null;
  useEffect(() => {
    if (!on) return;
    let last = 0;
    const deaf = listen("table", ({ card, you }) => {
      if (you !== null) return;
      if (last) forget(last);
      last = card.table;
      show(last);
    });
    return () => {
      deaf();
      if (last) forget(last);
      ask({ type: "follow", contest, on: false }).catch(() => {}); // we were no longer looking on
    };
  }, [on]);
  return [shown, (on) => show(on ? 0 : null)];
}
