/** Which piece? A column on the square where one becomes another, over the board. */

import { useEffect, useRef } from "preact/hooks";
import { w } from "../words";
import type { BoardProps } from "./api";
import type { Choosing } from "./choosing";
import type { GridMove, GridView, Place, Square } from "./grid";
import type { Ground } from "./ground";
import { Shape } from "./pieces";
import { kindSaid } from "./words";

interface PromotionProps extends BoardProps<GridView, GridMove> {
  choosing: Choosing;
  ground: Ground;
}

/** Where it is asked, and what can be said: before the step, or after one that was made elsewhere. */
function question({ game, view, legal, choosing }: PromotionProps): [Square, string[]] | null {
  const { promoting } = choosing;
  if (promoting) {
    const kind = view.rows[promoting.r]?.[promoting.c]?.[1] ?? "";
    return [[promoting.to_r, promoting.to_c], game.look.promotes?.[kind] ?? []];
  }
  if (choosing.sent) return null; // it was said already, and is on its way
  const places = legal.filter((move): move is Place => move.type === "place" && !!move.piece);
  const [first] = places;
  return first ? [[first.r, first.c], places.map(({ piece = "" }) => piece)] : null;
}

/** Whoever is asked answers here at once, and then goes on at the square where they were. */
function useFocus(column: { current: SVGGElement | null }, asked: boolean): void {
  useEffect(() => {
    const before = document.activeElement;
    if (!asked) return;
    column.current?.querySelector<SVGElement>("[tabindex]")?.focus({ preventScroll: true });
    return () => {
      const lost = document.activeElement === document.body;
      if (lost && before instanceof SVGElement) before.focus({ preventScroll: true });
    };
  }, [asked]);
}

export function Promotion(props: PromotionProps) {
  const { game, seat, choosing, ground, onMove } = props;
  const column = useRef<SVGGElement>(null);
  const asked = seat === null ? null : question(props);
  /** Whether the press that ends as a click began here. */
  const pressed = useRef(false);
  useFocus(column, asked !== null);
  if (!asked || seat === null) {
    pressed.current = false;
    return null;
  }
  const [square, kinds] = asked;
  const [x, y] = ground.at(square);
  const down = y < ground.rows * 50; // towards the middle of the board
  const choose = (piece: string): void => {
    if (choosing.promoting) choosing.become(piece);
    else void onMove({ type: "place", r: square[0], c: square[1], piece });
  };
  const keys = (event: KeyboardEvent): void => {
    const items = [...(column.current?.querySelectorAll<SVGElement>("[tabindex]") ?? [])];
    const here = items.indexOf(document.activeElement as unknown as SVGElement);
    const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (way) items[(here + (down ? way : -way) + items.length) % items.length]?.focus();
    else if (event.key === "Enter" || event.key === " ") choose(kinds[here] ?? "");
    else if (event.key === "Escape") choosing.cancel();
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation(); // the arrows of the board and of the list of moves mean something else
  };
  // The board's own hands would take a press here for one on the squares below.
  const apart = (event: Event): void => {
    event.stopPropagation();
    if (event.type === "pointerdown") pressed.current = true;
  };
  // A finger's tap on the square opens the column when the finger is lifted, and its click comes after that: it
  // finds the column already there, and would answer what nobody has read yet. (0: a screen reader's click.)
  const meant = (answer: () => void) => (event: MouseEvent): void => {
    if (pressed.current || event.detail === 0) answer();
    pressed.current = false;
  };
  return (
    <g ref={column} class="promotion" role="group" aria-label={w("promote")} onKeyDown={keys} onPointerDown={apart} onPointerUp={apart}>
      <rect class="veil" x="0" y="0" width={ground.columns * 100} height={ground.rows * 100} onClick={meant(choosing.cancel)} />
      {kinds.map((kind, number) => (
        <g
          key={kind}
          role="button"
          tabindex={number ? -1 : 0}
          aria-label={kindSaid(kind, game.look) || kind}
          transform={`translate(${x} ${y + (down ? 100 : -100) * number})`}
          onClick={meant(() => choose(kind))}
        >
          <rect width="100" height="100" rx="10" />
          <Shape look={game.look} owner={seat} kind={kind} />
        </g>
      ))}
    </g>
  );
}
