/** Under the board, always at the same place: whose turn it is, what there is to do, and the button that does it. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { colon, w } from "../words";
import type { BoardProps } from "./api";
import type { Chooser } from "./chooser";

interface ActionBarProps {
  /** Whether we have something to do. */
  ours: boolean;
  /** Whose turn it is, or how it ended. */
  state: string;
  /** More about it: what we can do, or what was done. */
  prompt?: string;
  /** Lets go of whatever was chosen. */
  onEscape?: () => void;
  children?: ComponentChildren;
}

export function ActionBar({ ours, state, prompt = "", onEscape, children }: ActionBarProps) {
  return (
    <div class={ours ? "bar ours" : "bar"} onKeyDown={(event) => event.key === "Escape" && onEscape?.()}>
      <div class="what">
        <p class={ours ? "now ours" : "now"}>{state}</p>
        <p class="prompt" role="status">
          {prompt}
        </p>
      </div>
      <div class="buttons">{children}</div>
    </div>
  );
}

/** What somebody reads there who has nothing to do: what was done last. */
export function waiting<Move>({ seats, last }: BoardProps<any, Move>, say: (move: Move) => string): string {
  return last ? `${seats[last[0]]?.name ?? "?"}${colon()}${say(last[1])}` : "";
}

interface BarProps<Move> {
  chooser: Chooser<Move>;
  state: string;
  /** What the player has to do; empty: nothing. */
  prompt: string;
  /** The chosen move, as something to be done; empty: it is confirmed elsewhere. */
  say: (move: Move) => string;
  /** What was chosen is let go by choosing something else: it takes no button. */
  stays?: boolean;
  children?: ComponentChildren;
}

/** The same for a board whose moves are chosen by their parts. */
export function Bar<Move>({ chooser, state, prompt, say, stays, children }: BarProps<Move>) {
  const buttons = useRef<HTMLSpanElement>(null);
  const { draft, ready, ours } = chooser;
  // The button goes away with the move: whoever pressed it by key goes on where they had chosen.
  const back = (): void => {
    const part = draft.at(-1);
    const spot = part && buttons.current?.closest(".room")?.querySelector<SVGElement>(`[data-part="${part}"]`);
    if (spot && buttons.current?.contains(document.activeElement)) spot.focus({ preventScroll: true });
  };
  const leave = (deed: () => void) => () => {
    back();
    deed();
  };
  return (
    <ActionBar ours={ours} state={state} prompt={prompt} onEscape={chooser.cancel}>
      <span ref={buttons} class="buttons">
        {children}
        {draft.length > 0 && !stays && (
          <button type="button" class="let-go" onClick={leave(chooser.cancel)}>
            {w("let_go")}
          </button>
        )}
        {ready && say(ready) && (
          <button type="button" class="main confirm" onClick={leave(chooser.confirm)}>
            {say(ready)}
          </button>
        )}
      </span>
    </ActionBar>
  );
}
