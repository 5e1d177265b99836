/** What this browser remembers: who we are and what we like. */

export type Keepsake = "secret" | "language" | "sound" | "look" | "notify" | "waiting" | "shares";

const here = new Map<Keepsake, string>(); // storage can be switched off; then it lasts as long as the window

/** Something remembered; empty if it is not. */
export function kept(what: Keepsake): string {
  try {
    return localStorage.getItem(`tablehall.${what}`) ?? "";
  } catch {
    return here.get(what) ?? "";
  }
}

/** Do something whenever another window of this browser has remembered it anew. */
export function whenKeptElsewhere(what: Keepsake, then: () => void): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === `tablehall.${what}` && newValue) then();
  });
}

/** Remember something; empty forgets it. */
export function keep(what: Keepsake, value: string): void {
  here.set(what, value);
  try {
    if (value) localStorage.setItem(`tablehall.${what}`, value);
    else localStorage.removeItem(`tablehall.${what}`);
  } catch {
    // see above
  }
}
