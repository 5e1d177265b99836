/** Who is away from the game: how long they are waited for, and then what shall become of it. */

import { ask } from "../hall/connection";
import { absencesOf, claimsOf } from "../hall/presence";
import type { Scene } from "../hall/table";
import type { Chair, Claim, GameCard } from "../hall/wire";
import { attempt } from "../notices";
import { listed } from "../saying";
import { useTimeLeft } from "../small";
import { w } from "../words";
import { minutes } from "./seats";

const named = (chairs: Chair[]) => ({ name: listed(chairs.map((chair) => chair.name)), n: chairs.length });

export function Absences({ scene, game }: { scene: Scene; game: GameCard }) {
  const { expected, away, overdue } = absencesOf(scene);
  const claims = claimsOf(scene, game);
  const [first] = away.flatMap(({ until }) => until || []).sort((one, other) => one - other);
  return (
    <div class="absences">
      <div aria-live="polite">
        {expected.length > 0 && <p>{w("not_been_here", named(expected))}</p>}
        {away.map((chair) => (
          <p key={chair.person}>{w("is_away_now", { name: chair.name })}</p>
        ))}
        {overdue.length > 0 && !claims.length && <p>{w("not_come_back", named(overdue))}</p>}
      </div>
      {scene.you !== null && first && <Until until={first} />}
    </div>
  );
}

/** Outside of what is announced: nobody wants to hear every second. */
function Until({ until }: { until: number }) {
  return <p role="timer">{w("you_may_decide", { time: minutes(useTimeLeft(until)) })}</p>;
}

/** Nobody is forfeited behind their back: who waits says what becomes of the game; no answer means waiting on. */
export function Question({ scene, game }: { scene: Scene; game: GameCard }) {
  const claims = claimsOf(scene, game);
  if (!claims.length) return null;
  const say = (claim: Claim): void => void attempt(() => ask({ type: "claim", table: scene.card.table, claim }));
  return (
    <section class="question" aria-labelledby="overdue" aria-live="polite">
      <h2 id="overdue">{w("not_come_back", named(absencesOf(scene).overdue))}</h2>
      <p>{w("what_becomes")}</p>
      <div class="buttons">
        {claims.map((claim) => (
          <button key={claim} type="button" class={claim === "wait" ? "main" : ""} onClick={() => say(claim)}>
            {w(`claim_${claim}`)}
          </button>
        ))}
      </div>
    </section>
  );
}
