/** Under a drawn board: what there is to do, and the move that is chosen, to be confirmed or let go. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { outcomeSaid } from "../saying";
import { w } from "../words";
import type { BoardProps } from "./api";
import type { Chooser } from "./chooser";

/** What somebody reads there who has nothing to do: what was done last, and who is on turn. */
export function waiting<Move>({ outcome, turn, seat, seats, last }: BoardProps<any, Move>, say: (move: Move) => string): string {
  const name = (number: number): string => seats[number]?.name ?? "?";
  const done = last ? `${name(last[0])}: ${say(last[1])}` : "";
  let now = turn.length ? w("turn_of", { name: turn.map(name).join(", ") }) : "";
  if (outcome) now = outcomeSaid(outcome, seat, seats);
  else if (seat !== null && turn.includes(seat)) now = w("your_turn");
  return [done, now].filter(Boolean).join(" · ");
}

interface BarProps<Move> {
  chooser: Chooser<Move>;
  /** What the player has to do; empty: nothing. */
  prompt: string;
  /** The chosen move, as something to be done; empty: it is confirmed elsewhere. */
  say: (move: Move) => string;
  children?: ComponentChildren;
}

export function Bar<Move>({ chooser, prompt, say, children }: BarProps<Move>) {
  const bar = useRef<HTMLDivElement>(null);
  const { draft, ready } = chooser;
  // The button goes away with the move: whoever pressed it by key goes on where they had chosen.
  const back = (): void => {
    const part = draft.at(-1);
    const spot = part && bar.current?.parentElement?.querySelector<SVGElement>(`[data-part="${part}"]`);
    if (spot && bar.current?.contains(document.activeElement)) spot.focus({ preventScroll: true });
  };
  const leave = (deed: () => void) => () => {
    back();
    deed();
  };
  return (
    <div ref={bar} class={chooser.ours ? "bar ours" : "bar"}>
      <p role="status">{prompt}</p>
      <div class="buttons">
        {children}
        {draft.length > 0 && (
          <button type="button" class="let-go" onClick={leave(chooser.cancel)}>
            {w("let_go")}
          </button>
        )}
        {ready && say(ready) && (
          <button type="button" class="main confirm" onClick={leave(chooser.confirm)}>
            {say(ready)}
          </button>
        )}
      </div>
    </div>
  );
}
