/** Marks beside a name: who it is that has it. */

import type { Chair } from "./hall/wire";
import { w } from "./words";

const ROBOT = "M12 2V6M5 6H19V17H5ZM2 10V14M22 10V14M9 21H15M12 17V21M9 10V12M15 10V12M9 15H15";
const NAME_TAG = "M4 9H20V20H4ZM9 9V4H15V9M8 14H16";

/** One of the house's own players, or somebody whose name is one for this table only. */
export function Mark({ chair }: { chair: Chair | null | undefined }) {
  if (chair?.bot) return <Sign drawn={ROBOT} said={w("bot_sign", { n: chair.bot })} />;
  return chair?.stranger ? <Sign drawn={NAME_TAG} said={w("only_here")} /> : null;
}

function Sign({ drawn, said }: { drawn: string; said: string }) {
  return (
    <svg class="mark" viewBox="0 0 24 24" role="img" aria-label={said}>
      <title>{said}</title>
      <path d={drawn} />
    </svg>
  );
}
