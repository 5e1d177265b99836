/** The sounds themselves: a few damped tones and breaths of noise each, worked out by the browser as they are played. */

import type { Sound } from "./sound";

/**
 * One stroke: when, how high (Hz), how loud, how long it takes to fade to a third (s). With a width it is noise around
 * that pitch (the higher, the narrower), without it is a tone.
 */
type Stroke = readonly [at: number, pitch: number, peak: number, fade: number, width?: number];

const VOLUME = 0.5;
const ATTACK = 0.002;
const SILENT = 6.5;

/** A mallet on a bar of wood: the tone, and the fourth above two octaves that makes it wooden. */
const bar = (at: number, pitch: number, peak: number, fade: number): Stroke[] => [
  [at, pitch, peak, fade],
  [at, pitch * 3.93, peak / 8, fade / 5],
];

/** One shake of two dice against leather. */
const rattle = (at: number, pitch: number, peak: number): Stroke[] => [
  [at, pitch, peak, 0.007, 2.2],
  [at + 0.012, pitch * 1.3, peak / 2, 0.005, 3],
  [at, 310, peak / 4, 0.012, 1],
];

const SHAKES: readonly (readonly [number, number, number])[] = [
  [0, 1350, 1.7],
  [0.07, 1750, 2.2],
  [0.13, 1250, 1.9],
  [0.2, 1900, 2.5],
  [0.26, 1400, 1.9],
  [0.33, 1650, 2.2],
  [0.39, 1200, 1.7],
];

const SOUNDS: Record<Sound, readonly Stroke[]> = {
  // Wood on wood.
  move: [
    [0, 2600, 0.4, 0.003, 0.8],
    [0, 240, 0.36, 0.018],
    [0, 540, 0.45, 0.02],
    [0, 1210, 0.25, 0.012],
    [0, 2150, 0.12, 0.007],
  ],
  // One piece against another, then the deeper board under both.
  capture: [
    [0, 1500, 0.35, 0.003, 0.9],
    [0, 820, 0.18, 0.01],
    [0.05, 700, 0.5, 0.006, 0.7],
    [0.05, 115, 0.55, 0.045],
    [0.05, 262, 0.4, 0.035],
    [0.05, 590, 0.18, 0.018],
  ],
  // A knock, and a bell that is not quite at ease.
  check: [
    [0, 2600, 0.4, 0.003, 0.8],
    [0, 540, 0.3, 0.018],
    [0.02, 1245, 0.24, 0.09],
    [0.02, 1760, 0.16, 0.075],
    [0.02, 3430, 0.05, 0.03],
  ],
  // Dice in a leather cup, which is then set down.
  dice: [...SHAKES.flatMap((shake) => rattle(...shake)), [0.52, 420, 1, 0.014, 0.8], [0.52, 98, 0.25, 0.04], [0.52, 205, 0.15, 0.03]],
  turn: [...bar(0, 587, 0.3, 0.08), ...bar(0.15, 784, 0.34, 0.11)],
  // A tick.
  low: [
    [0, 5200, 0.5, 0.0015, 1],
    [0, 2960, 0.36, 0.007],
  ],
  // Small chords: major; minor, falling; and a fifth, which is neither.
  won: [...bar(0, 587, 0.22, 0.12), ...bar(0.09, 740, 0.22, 0.12), ...bar(0.18, 880, 0.22, 0.12), ...bar(0.27, 1175, 0.26, 0.13)],
  lost: [...bar(0, 330, 0.28, 0.1), ...bar(0.14, 262, 0.28, 0.11), ...bar(0.28, 220, 0.34, 0.13)],
  drawn: [...bar(0, 392, 0.28, 0.13), ...bar(0.14, 587, 0.28, 0.13)],
};

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** A quarter of a second of noise; the same one serves every stroke, and sounds alike on every device. */
function noise(audio: BaseAudioContext): AudioBuffer {
  let made = noises.get(audio);
  if (!made) {
    made = new AudioBuffer({ length: Math.ceil(audio.sampleRate / 4), sampleRate: audio.sampleRate });
    const samples = made.getChannelData(0);
    for (let at = 0, seed = 1; at < samples.length; at += 1) {
      seed = (seed * 16_807) % 2_147_483_647;
      samples[at] = seed / 1_073_741_824 - 1;
    }
    noises.set(audio, made);
  }
  return made;
}

/** Make a sound from a moment on. */
export function make(kind: Sound, audio: BaseAudioContext, from: number): void {
  const all = new GainNode(audio, { gain: VOLUME });
  all.connect(audio.destination);
  for (const [at, pitch, peak, fade, width] of SOUNDS[kind]) {
    const begin = from + at;
    const level = new GainNode(audio, { gain: 0 });
    level.gain.setValueAtTime(0, begin);
    level.gain.linearRampToValueAtTime(peak, begin + ATTACK);
    level.gain.setTargetAtTime(0, begin + ATTACK, fade);
    level.connect(all);
    const source = width ? new AudioBufferSourceNode(audio, { buffer: noise(audio) }) : new OscillatorNode(audio, { frequency: pitch });
    if (width) source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: width })).connect(level);
    else source.connect(level);
    source.start(begin);
    source.stop(begin + ATTACK + fade * SILENT);
  }
}
