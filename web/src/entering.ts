/** Who comes in has to say a name once; the dialog for it opens where one is needed. */

import { signal } from "@preact/signals";
import { introduce, me } from "./hall/connection";

/** Whether the dialog stands open. */
export const asking = signal(false);
let wanting: ((known: boolean) => void)[] = [];

/** Resolves once we are somebody here; false: we would rather not say. */
export function beSomebody(): Promise<boolean> {
  if (me.value) return Promise.resolve(true);
  asking.value = true;
  return new Promise((known) => wanting.push(known));
}

function settle(known: boolean): void {
  asking.value = false;
  const all = wanting;
  wanting = [];
  for (const answer of all) answer(known);
}

/** Say the name. */
export async function sayName(name: string): Promise<void> {
  await introduce(name.trim().normalize("NFC"));
  settle(true);
}

/** Rather not. */
export const stayUnknown = (): void => settle(false);
