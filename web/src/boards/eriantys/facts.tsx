/** What lies beside the sea and is everybody's, and what everybody has to know. */

import { Sign } from "./figures";
import type { EriantysView } from "./table";
import { e } from "./words";

export function Facts({ view, who }: { view: EriantysView; who: (seat: number) => string }) {
  return (
    <ul class="facts">
      {view.last_round && !view.outcome && <li class="last-round">{e("last_round")}</li>}
      <Heap of="bag" n={view.bag} label={e("bag", { n: view.bag })} />
      {view.expert && <Heap of="coin" n={view.supply} label={e("supply", { n: view.supply })} />}
      <li class="unseen">{e("order", { names: view.order.map(who).join(", ") })}</li>
    </ul>
  );
}

/** So many of something. */
function Heap({ of, n, label }: { of: string; n: number; label: string }) {
  return (
    <li>
      <span role="img" aria-label={label}>
        <Sign of={of} />
      </span>
      <span aria-hidden="true">{n}</span>
    </li>
  );
}
