/** What would come of settling an island, said beside it before it is done. */

import type { Signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { listed } from "../../saying";
import type { Chooser } from "../chooser";
import { beside } from "../why";
import { Sign } from "./figures";
import { heralded, type Settled, stepped } from "./influence";
import type { EriantysMove, EriantysView, Tower } from "./table";
import { e } from "./words";

/** What would come of settling an island. */
export type Look = (island: number) => Settled;

/** What somebody who chooses an island is given to look ahead. */
export interface Outlook {
  aim: Signal<number | null>;
  chooser: Chooser<EriantysMove>;
  ahead: Look | null;
}

/** What comes of the island that is pointed at, or else of the one that is chosen. */
export function looked({ aim, chooser: { draft, next }, ahead }: Outlook): Settled | null {
  const chosen = draft.findLast((part) => part.startsWith("island:"));
  const part = next.has(`island:${aim.value}`) ? `island:${aim.value}` : chosen;
  return ahead && part ? ahead(Number(part.slice(7))) : null;
}

/** How to look ahead, while somebody chooses where mother nature goes or what the herald has settled. */
export function foresee(view: EriantysView, { ours, draft }: Chooser<EriantysMove>): Look | null {
  if (!ours) return null;
  if (draft[0] === "character:4") return (island) => heralded(view, island);
  const walks = view.phase === "move_mother_nature" && !draft[0]?.startsWith("character");
  return walks ? (island) => stepped(view, island) : null;
}

/** The sides of a game by the name of their stone. */
export const sideSaid = (tower: Tower): string => e(`side_${tower}`);

const endSaid = ({ end, power }: Settled): string => {
  if (!end) return "";
  const draw = end.winners.length === power.length;
  return draw ? e("ends_drawn") : e("ends_won", { side: listed(end.winners.map(sideSaid)), n: end.winners.length });
};

/** What is done: who builds, who takes towers back, what grows together. */
function deedSaid({ island, power, builds, banned, joins }: Settled): string {
  if (banned) return e("ban_lifted");
  const counts = power.some(([tower, many]) => tower === island.tower && many > 0);
  if (!builds) return island.tower && counts ? e("keeps", { side: sideSaid(island.tower) }) : e("nobody_builds");
  return [
    e("builds", { side: sideSaid(builds), n: island.size }),
    island.tower && e("takes_back", { side: sideSaid(island.tower), n: island.size }),
    joins.length > 0 && e("grow_together", { n: joins.length + 1 }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** All of it in words, the worst first: `White 2, Black 0: White builds 1 tower.` */
export function foreseenSaid(coming: Settled): string {
  const power = coming.power.map(([tower, counts]) => `${sideSaid(tower)} ${counts}`).join(", ");
  const deed = `${power}: ${deedSaid(coming)}.`;
  return [endSaid(coming), deed].filter(Boolean).join(" ");
}

/** The same as a bubble with the towers in the scales; it stands beside the island, within the board. */
export function Foreseen(outlook: Outlook) {
  const bubble = useRef<HTMLDivElement>(null);
  const coming = looked(outlook);
  useLayoutEffect(() => {
    if (bubble.current && coming) beside(bubble.current, `[data-part="island:${coming.island.id}"] .reach`);
  });
  if (!coming) return null;
  const most = Math.max(...coming.power.map(([, counts]) => counts));
  return (
    <div ref={bubble} class={coming.end ? "foreseen ending" : "foreseen"} aria-hidden="true">
      <p class="scales">
        {coming.power.map(([tower, counts]) => (
          <span key={tower} class={counts === most ? "heavy" : ""}>
            <Sign of={`tower-${tower}`} />
            {counts}
          </span>
        ))}
      </p>
      <p>{deedSaid(coming)}</p>
      {coming.end && <p class="warned">{endSaid(coming)}</p>}
    </div>
  );
}
