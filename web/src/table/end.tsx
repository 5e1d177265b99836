/** The end of a game: how it ended in a sentence, what it did to our rating, and what now. */

import { useState } from "preact/hooks";
import { propose } from "../hall/tables";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { Icon } from "../icons";
import { attempt } from "../notices";
import { shareable, to } from "../route";
import { outcomeSaid } from "../saying";
import { w } from "../words";
import { codeOf } from "./code";
import { mood, type Rated } from "./result";

interface EndProps {
  scene: Scene;
  game: GameCard;
  rating: Rated | null;
  close: () => void;
}

export function EndCard({ scene, game, rating, close }: EndProps) {
  const { outcome, you, card, proposal } = scene;
  if (!outcome) return null;
  const code = codeOf(scene);
  const alone = card.seats.every((chair, seat) => seat === you || chair?.bot);
  return (
    <section class={`end ${mood(scene)}`} aria-label={w("the_end")}>
      <button type="button" class="quiet close" aria-label={w("close")} onClick={close}>
        <Icon name="close" />
      </button>
      <p class="result">{outcomeSaid(outcome, you, card.seats, game)}</p>
      {rating && <Rating {...rating} />}
      <div class="buttons">
        {you !== null && !proposal && (
          <button type="button" class="main" onClick={() => void attempt(() => propose(scene, "rematch"))}>
            {w("rematch")}
          </button>
        )}
        {you !== null && !alone && (
          <a class="button" href={to("game", game.name)}>
            {w("next_opponent")}
          </a>
        )}
        <a class="button" href={to("replay", card.table, { code })}>
          {w("replay")}
        </a>
        <Share address={shareable(to("replay", card.table, { code }))} />
      </div>
    </section>
  );
}

function Rating({ rating, change }: Rated) {
  return (
    <p class="rating">
      {w("your_rating", { n: rating })}
      {change !== null && <b class={change < 0 ? "less" : "more"}> {change < 0 ? `−${-change}` : `+${change}`}</b>}
    </p>
  );
}

/** Share by whatever the device has for that, else by the clipboard. */
function Share({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    if (navigator.share) return navigator.share({ url: address }).catch(() => undefined); // they thought better of it
    await navigator.clipboard?.writeText(address).catch(() => undefined);
    setCopied(true);
  };
  const possible = "share" in navigator || "clipboard" in navigator; // neither on pages that are not secure
  return possible ? (
    <button type="button" onClick={() => void share()}>
      {w(copied ? "copied" : "share")}
    </button>
  ) : null;
}
