/** How the game stands, in one line; and what was proposed. */

import { games } from "../hall/lobby";
import { isAway } from "../hall/presence";
import { missingPlayers } from "../hall/saving";
import type { Scene } from "../hall/table";
import { answer } from "../hall/tables";
import { attempt } from "../notices";
import { listed, outcomeSaid } from "../saying";
import { w } from "../words";

/** Whose turn it is, or how it ended. */
export function stateSaid({ card, you, turn, paused, outcome }: Scene): string {
  if (outcome) return outcomeSaid(outcome, you, card.seats, games.value.get(card.game));
  const missing = missingPlayers(card);
  if (missing.length) return w("waits_for", { name: listed(missing) });
  if (card.status === "waiting") return w(card.seats.some((chair) => !chair?.person) ? "waits_for_players" : "waits_for_start");
  if (card.status === "saved") return w("was_saved");
  if (card.status === "closed") return w("was_closed");
  if (paused) return w("paused");
  if (you !== null && turn.includes(you)) return w("your_turn");
  const absent = turn.every((seat) => isAway(card, seat));
  return turn.length ? w(absent ? "waits_for" : "turn_of", { name: listed(turn.map((seat) => card.seats[seat]?.name ?? "?")), n: turn.length }) : "";
}

/** What was proposed, over the board: whoever is asked answers there. */
export function Proposed({ scene }: { scene: Scene }) {
  const { proposal, you, card } = scene;
  if (!proposal) return null;
  const say = (yes: boolean) => void attempt(() => answer(scene, yes));
  const name = card.seats[proposal.seat]?.name ?? "?";
  const wanted = you !== null && !proposal.agreed.includes(you);
  return (
    <div class="proposal" role="status">
      <p>{wanted ? w(`proposes_${proposal.kind}`, { name }) : w(`proposed_${proposal.kind}`)}</p>
      {wanted && (
        <div class="buttons">
          <button type="button" class="main" onClick={() => say(true)}>
            {w("agree")}
          </button>
          <button type="button" onClick={() => say(false)}>
            {w("decline")}
          </button>
        </div>
      )}
    </div>
  );
}
