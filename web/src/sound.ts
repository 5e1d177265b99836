/** What is heard at a table: whether, and when. How it sounds is made in `synth.ts`, which comes with the first gesture. */

import { signal } from "@preact/signals";
import { keep, kept } from "./kept";

export type Sound = "move" | "capture" | "check" | "dice" | "turn" | "low" | "won" | "lost" | "drawn";

/** Whether sounds are wanted; they are, until somebody switches them off. */
export const sound = signal(kept("sound") !== "off");

const SAME = 60;
const LATE = 400;
let audio: AudioContext | null = null;
let synth: Promise<typeof import("./synth")> | null = null;
const latest = new Map<Sound, number>();

/**
 * Where sounds will be made, before the first gesture: to begin with it takes a browser longer than a frame, and the first
 * gesture may be a piece that is pulled. Nothing is heard of it until it is woken.
 */
export function prepare(): void {
  const make = (): void => void (sound.value && (audio ??= new AudioContext()));
  if (!("AudioContext" in globalThis)) return;
  if ("requestIdleCallback" in globalThis) requestIdleCallback(make);
  else globalThis.setTimeout(make, LATE);
}

/** Browsers let a page be heard only after somebody has touched it, and may silence it again (a call comes in). */
function wake(): void {
  if (!sound.value || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  synth ??= import("./synth");
  synth.catch(() => (synth = null)); // the next gesture tries again
  if (audio.state !== "running") void audio.resume();
}

if ("AudioContext" in globalThis) {
  for (const gesture of ["pointerdown", "pointerup", "keydown", "click"]) {
    document.addEventListener(gesture, wake, { capture: true, passive: true });
  }
}

/** Switch all sounds on or off; on is heard at once. */
export function switchSound(on: boolean): void {
  sound.value = on;
  keep("sound", on ? "" : "off");
  if (!on) return;
  wake();
  play("turn");
}

/** Let something be heard; in a window that nobody sees only that it is our turn. Too late is worse than not at all. */
export function play(kind: Sound): void {
  const now = performance.now();
  if (!sound.value || !audio || (document.hidden && kind !== "turn")) return;
  if (now - (latest.get(kind) ?? -SAME) < SAME) return;
  latest.set(kind, now);
  synth?.then(
    // In a task of its own: what is seen comes first.
    ({ make }) => void setTimeout(() => audio && performance.now() - now < LATE && make(kind, audio, audio.currentTime)),
    () => undefined,
  );
}
