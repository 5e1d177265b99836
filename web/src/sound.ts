/** A soft double note when it is our turn; off until somebody wants it. */

import { signal } from "@preact/signals";
import { keep, kept } from "./kept";

export const sound = signal(kept("sound") === "on");
let context: AudioContext | null = null;

/** Switch the sound on or off; on is heard at once. */
export function switchSound(on: boolean): void {
  sound.value = on;
  keep("sound", on ? "on" : "");
  if (on) chime();
}

/** It is your turn. */
export function chime(): void {
  if (!sound.value) return;
  context ??= new AudioContext();
  note(context, 660, 0);
  note(context, 880, 0.13);
}

function note(audio: AudioContext, pitch: number, delay: number): void {
  const begin = audio.currentTime + delay;
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setTargetAtTime(0.12, begin, 0.01);
  volume.gain.setTargetAtTime(0, begin + 0.1, 0.05);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + 0.5);
}
