/** A picture that is drawn anew only when what it shows has changed. */

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";

/** `of` is all that the picture depends on. Every view of the hall is new, though most of it is as it was. */
export function Still({ of, children }: { of: unknown; children: ComponentChildren }) {
  return useMemo(() => <>{children}</>, [JSON.stringify(of)]);
}
