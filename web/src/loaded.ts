/** Something fetched for as long as a part of the page shows it. */

import { useEffect, useState } from "preact/hooks";

/** What was fetched; undefined: not yet, null: it could not be. Fetched anew when `about` changes. */
export function useLoaded<T>(load: () => Promise<T>, about: unknown[]): T | null | undefined {
  const [found, setFound] = useState<T | null | undefined>(undefined);
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setFound(value),
      () => current && setFound(null),
    );
    return () => void (current = false);
  }, about);
  return found;
}
