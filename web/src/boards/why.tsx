/** Why something was not done, said once, where it was tried. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const SHOWN = 2_400;

export interface Refused {
  text: string;
  /** Where it was tried: a selector within the board. */
  place: string;
}

/** What was refused last, for a while; and how to say so. */
export function useWhy(): [Refused | null, (refused: Refused | null) => void] {
  const [why, refuse] = useState<Refused | null>(null);
  useEffect(() => {
    if (!why) return;
    const timer = window.setTimeout(() => refuse(null), SHOWN);
    return () => window.clearTimeout(timer);
  }, [why]);
  return [why, refuse];
}

/** Put a bubble beside what it is about, within the board. */
export function beside(own: HTMLElement, place: string): void {
  const play = own.closest(".play");
  const spot = play?.querySelector(place);
  if (!play || !spot) return;
  const [around, at] = [play.getBoundingClientRect(), spot.getBoundingClientRect()];
  const middle = at.x + at.width / 2 - around.x - own.offsetWidth / 2;
  const above = at.y - around.y - own.offsetHeight - 6;
  own.style.left = `${Math.max(4, Math.min(around.width - own.offsetWidth - 4, middle))}px`;
  own.style.top = `${above < 0 ? at.bottom - around.y + 6 : above}px`;
}

/** A bubble at that place. */
export function Why({ why }: { why: Refused | null }) {
  const bubble = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (why && bubble.current) beside(bubble.current, why.place);
  }, [why]);
  return (
    <p ref={bubble} class="why" role="alert">
      {why?.text}
    </p>
  );
}
