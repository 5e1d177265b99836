/** Signs that stand for words; whoever uses one says the word beside it, for hovering, long presses and ears. */

import { useEffect, useRef, useState } from "preact/hooks";

const DRAWN = {
  moves: "M5 5H9M5 12H9M5 19H9M13 5H20M13 12H20M13 19H20",
  talk: "M4 5H20V16H12L7 20V16H4Z",
  words: "M4 18L9 5L14 18M6 13H12M15 18V11M15 14Q15 11 18 11T21 14.5T18 18T15 14.5",
  resign: "M6 21V4M6 5Q9 3 12 5T18 5V13Q15 15 12 13T6 13",
  draw: "M5 9H19M5 15H19",
  undo: "M9 6L4 10L9 14M4 10H14Q20 10 20 15T14 20H10",
  flip: "M7 4V18M3 14L7 18L11 14M17 20V6M13 10L17 6L21 10",
  swap: "M4 8H20M16 4L20 8L16 12M20 16H4M8 12L4 16L8 20",
  put_away: "M4 8H20V20H4ZM4 8L6 4H18L20 8M9 13H15",
  save: "M5 4H16L20 8V20H5ZM8 4V9H15V4M8 20V14H16V20",
  leave: "M13 4H5V20H13M10 12H21M17 8L21 12L17 16",
  replay: "M4 5V11H10M5 11Q7 5 13 5Q20 6 20 12.5Q20 20 12.5 20Q7 20 5 16",
  again: "M4 12Q4 5 12 5Q16 5 18 8M18 4V8H14M20 12Q20 19 12 19Q8 19 6 16M6 20V16H10",
  copy: "M8 8H20V20H8ZM16 8V4H4V16H8",
  download: "M12 4V15M7 11L12 16L17 11M4 20H20",
  share: "M12 15V4M8 8L12 4L16 8M6 11H4V20H20V11H18",
  think: "M9 18H15M10 21H14M8 14Q5 12 5 9Q6 3 12 3T19 9Q19 12 16 14L15 16H9Z",
  search: "M10.5 4A6.5 6.5 0 1 0 10.5 17A6.5 6.5 0 1 0 10.5 4M15.5 15.5L21 21",
  close: "M6 6L18 18M18 6L6 18",
  proof: "M12 3L20 6V12Q19 18 12 21Q5 18 4 12V6ZM8 12L11 15L16 9",
  info: "M12 11V17M12 7V7.5M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3",
  menu: "M4 7H20M4 12H20M4 17H20",
  bell: "M6 17V11Q6 5 12 5T18 11V17L20 19H4ZM10 22H14M12 2V5",
  bell_off: "M6 17V11Q6 8 8 6.5M11 5Q18 4.5 18 11V14M16 19H4L6 17M10 22H14M12 2V5M3 3L21 21",
} as const;

export type IconName = keyof typeof DRAWN;

/** A sign, as large as the text around it wants it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={DRAWN[name]} />
    </svg>
  );
}

const SURE_FOR = 4_000;
const LONG = 450;

interface ToolProps {
  icon: IconName;
  label: string;
  onPress?: () => void;
  /** What it asks before it does what cannot be undone. */
  sure?: string;
  pressed?: boolean;
  /** Whether what it opens is open. */
  expanded?: boolean;
  href?: string;
  download?: boolean;
  class?: string;
}

/** A button with a sign; its word shows on hover, focus and long press. What cannot be undone asks once more. */
export function Tool({ icon, label, onPress, sure = "", pressed, expanded, href, download, class: kind }: ToolProps) {
  const [asked, ask] = useState(false);
  const [held, hold] = useState(false);
  const timer = useRef(0);
  useEffect(() => {
    if (!asked) return;
    const forget = window.setTimeout(() => ask(false), SURE_FOR);
    return () => window.clearTimeout(forget);
  }, [asked]);
  const press = (): void => {
    if (held) return;
    if (sure) ask(!asked);
    if (!sure || asked) onPress?.();
  };
  const looks = ["tool", kind, asked && "danger", held && "held"].filter(Boolean).join(" ");
  const hands = {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === "touch") timer.current = window.setTimeout(() => hold(true), LONG);
    },
    onPointerUp: () => {
      window.clearTimeout(timer.current);
      if (held) window.setTimeout(() => hold(false), 900);
    },
    onPointerCancel: () => {
      window.clearTimeout(timer.current);
      hold(false);
    },
  };
  const sign = (
    <>
      <Icon name={icon} />
      {asked && <span class="sure">{sure}</span>}
    </>
  );
  if (href) {
    return (
      <a class={looks} href={href} download={download} aria-label={label} data-tip={label} onClick={(event) => held && event.preventDefault()} {...hands}>
        {sign}
      </a>
    );
  }
  return (
    <button
      type="button"
      class={looks}
      aria-label={asked ? sure : label}
      data-tip={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={press}
      onBlur={() => ask(false)}
      onKeyDown={(event) => event.key === "Escape" && ask(false)}
      {...hands}
    >
      {sign}
    </button>
  );
}
