/** Step, play, jump. */

import { useEffect, useState } from "preact/hooks";
import { w } from "../words";
import { r } from "./words";

const PACE = 900;

const SIGNS: Record<string, string> = {
  first: "M6 5V19M19 5L9 12L19 19Z",
  back: "M17 5L7 12L17 19Z",
  play: "M7 4L19 12L7 20Z",
  pause: "M8 5V19M16 5V19",
  on: "M7 5L17 12L7 19Z",
  last: "M18 5V19M5 5L15 12L5 19Z",
};

interface PlayerProps {
  at: number;
  last: number;
  goTo: (step: number) => void;
}

export function Player({ at, last, goTo }: PlayerProps) {
  const [playing, play] = useState(false);
  const jump = (step: number): void => goTo(Math.min(last, Math.max(0, step)));
  useEffect(() => {
    if (!playing) return;
    if (at >= last) return play(false);
    const timer = window.setTimeout(() => jump(at + 1), PACE);
    return () => window.clearTimeout(timer);
  }, [playing, at]);
  const start = (): void => {
    if (!playing && at >= last) jump(0);
    play(!playing);
  };
  const button = (sign: string, label: string, act: () => void, off = false) => (
    <button type="button" aria-label={label} title={label} disabled={off} onClick={act}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[sign]} />
      </svg>
    </button>
  );
  return (
    <div class="player" role="group" aria-label={w("replay")}>
      <div class="keys">
        {button("first", r("to_first"), () => jump(0), at === 0)}
        {button("back", r("step_back"), () => jump(at - 1), at === 0)}
        {button(playing ? "pause" : "play", playing ? r("pause") : w("play"), start)}
        {button("on", r("step_on"), () => jump(at + 1), at >= last)}
        {button("last", r("to_last"), () => jump(last), at >= last)}
      </div>
      <input
        type="range"
        min="0"
        max={last}
        value={at}
        aria-label={r("position_in_game")}
        aria-valuetext={`${at} / ${last}`}
        onInput={(event) => jump(Number(event.currentTarget.value))}
      />
      <output>
        {at} / {last}
      </output>
    </div>
  );
}
