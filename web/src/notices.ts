/** Short notices: what went wrong, in words, and what a screen reader shall say. */

import { signal } from "@preact/signals";
import { Refusal } from "./hall/connection";
import { sentence } from "./saying";

const SHOWN = 6_000;

/** What is shown at the foot of the page; empty: nothing. */
export const notice = signal("");
/** What a screen reader says. */
export const spoken = signal("");
let timer = 0;

/** Show a sentence for a while. */
export function show(text: string): void {
  notice.value = text;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => (notice.value = ""), SHOWN);
}

/** Let a screen reader say it; the same sentence twice in a row is said twice. */
export function speak(text: string): void {
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

/** Do something; why it was refused, in a sentence: empty if it was done. */
export async function tried(deed: () => Promise<unknown>): Promise<string> {
  try {
    await deed();
    return "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sentence(error.reason, error.message);
  }
}

/** Do something and show why it was refused, if it was; whether it was done. */
export async function attempt(deed: () => Promise<unknown>): Promise<boolean> {
  const refused = await tried(deed);
  if (refused) show(refused);
  return !refused;
}
