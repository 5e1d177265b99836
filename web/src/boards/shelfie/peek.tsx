/** Small things beside the board that open when they are pointed at, tapped or reached by keys. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

export interface Peeking {
  /** What is open; empty: nothing. */
  open: string;
  show: (id: string, kept?: boolean) => void;
  /** Close it; what was tapped stays open while the pointer comes and goes. */
  close: (all?: boolean) => void;
}

const NOTHING = { id: "", kept: false };

/** Which of the small things is open. */
export function usePeek(): Peeking {
  const [{ id, kept }, set] = useState(NOTHING);
  return useMemo(
    () => ({
      open: id,
      show: (wanted, keep = false) => (keep || !kept) && set(keep && kept && id === wanted ? NOTHING : { id: wanted, kept: keep }),
      close: (all = false) => id && (all || !kept) && set(NOTHING),
    }),
    [id, kept],
  );
}

/** A small thing: its picture, and what is to be said about it. */
export interface Sheet {
  id: string;
  looks: string;
  /** Small, and large. */
  picture: ComponentChildren;
  large?: ComponentChildren;
  /** What stands under its picture. */
  under?: ComponentChildren;
  /** What it is called, and everything about it. */
  title: string;
  lines: string[];
  /** What its picture says, for who cannot see it. */
  told?: string;
}

/** Small things in a row. */
export function Sheets({ sheets, class: looks, label, peeking }: { sheets: Sheet[]; class: string; label: string; peeking: Peeking }) {
  const { open, show, close } = peeking;
  const byMouse = (deed: () => void) => (event: PointerEvent) => event.pointerType === "mouse" && deed();
  return (
    <ul class={looks} aria-label={label}>
      {sheets.map(({ id, looks, picture, under, title, lines, told }) => (
        <li key={id}>
          <button
            type="button"
            class={`small ${looks}`}
            data-peek={id}
            aria-label={[title, told, ...lines].filter(Boolean).join(". ")}
            aria-expanded={open === id}
            onPointerEnter={byMouse(() => show(id))}
            onPointerLeave={byMouse(close)}
            onFocus={(event) => event.currentTarget.matches(":focus-visible") && show(id)}
            onBlur={() => close(true)}
            onClick={() => show(id, true)}
          >
            {picture}
            {under}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is open: above its small thing, or beside it where there is no room above. The label says the same. */
export function Peek({ sheets, open }: { sheets: Sheet[]; open: string }) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [sheet, play] = [own.current, own.current?.closest(".play")];
    const small = play?.querySelector(`[data-peek="${open}"]`);
    if (!sheet || !play || !small) return;
    const [around, at] = [play.getBoundingClientRect(), small.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = sheet;
    const [x, y] = [at.x - around.x, at.y - around.y];
    const above = y - height - 6;
    const beside = x > width + 6 ? x - width - 6 : x + at.width + 6;
    const within = (place: number, room: number): string => `${Math.max(2, Math.min(room - 2, place))}px`;
    sheet.style.left = within(above < 0 ? beside : x + (at.width - width) / 2, around.width - width);
    sheet.style.top = within(above < 0 ? y : above, around.height - height);
  });
  const sheet = sheets.find(({ id }) => id === open);
  return (
    sheet && (
      <div ref={own} class="peek" aria-hidden="true">
        {sheet.large ?? sheet.picture}
        <div>
          <p>{sheet.title}</p>
          {sheet.lines.map((line) => (
            <small key={line}>{line}</small>
          ))}
        </div>
      </div>
    )
  );
}
