/** Taking our name to another device: a code that lives a minute, and a link with it. */

import { useState } from "preact/hooks";
import { pair } from "./hall/connection";
import type { Code } from "./hall/wire";
import { attempt } from "./notices";
import { shareable, toDevice } from "./route";
import { Copy, useTimeLeft } from "./small";
import { w } from "./words";

export function OtherDevice() {
  const [given, setGiven] = useState<Code | null>(null);
  const renew = (): void => void attempt(async () => setGiven(await pair()));
  if (given) return <Given key={given.code} given={given} renew={renew} />;
  return (
    <div class="device">
      <p>{w("device_about")}</p>
      <button type="button" onClick={renew}>
        {w("other_device")}
      </button>
    </div>
  );
}

function Given({ given: { code, until }, renew }: { given: Code; renew: () => void }) {
  const seconds = Math.floor(useTimeLeft(until) / 1000);
  return (
    <div class="device">
      <div role="status">{seconds > 0 ? <Shown code={code} /> : <p>{w("device_expired")}</p>}</div>
      {seconds > 0 ? (
        <>
          <p role="timer">{w("device_left", { n: seconds })}</p>
          <Copy text={shareable(toDevice(code))} label={w("device_link")} />
        </>
      ) : (
        <button type="button" class="main" onClick={renew}>
          {w("device_new")}
        </button>
      )}
    </div>
  );
}

/** The code in two halves, easy to read across a room. */
function Shown({ code }: { code: string }) {
  const half = Math.ceil(code.length / 2);
  return (
    <p>
      {w("device_type")}{" "}
      <strong class="device-code" aria-label={[...code].join(" ")}>
        <span>{code.slice(0, half)}</span>
        <span>{code.slice(half)}</span>
      </strong>
    </p>
  );
}
