/** Small things that several rooms use. */

import { useEffect, useRef, useState } from "preact/hooks";
import { now } from "./hall/connection";
import { w } from "./words";

/** A text to copy: the clipboard where the browser gives it, else it is marked for copying by hand. */
export function Copy({ text, label }: { text: string; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(document.execCommand("copy")); // browsers give the clipboard to secure pages only
    }
  };
  return (
    <div class="copy">
      <label>
        {label}
        <input ref={field} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={() => void copy()}>
        {w(copied ? "copied" : "copy")}
      </button>
    </div>
  );
}

/** The milliseconds until a moment in the hall's time, told anew every second. */
export function useTimeLeft(until: number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => {
      tick(Date.now());
      if (now() >= until) window.clearInterval(timer);
    }, 1000);
    return () => window.clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now());
}

const SURE_FOR = 4_000;

/** A button that asks once more before it does what cannot be undone. */
export function Sure({ label, again, onSure }: { label: string; again: string; onSure: () => void }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = window.setTimeout(() => setAsked(false), SURE_FOR);
    return () => window.clearTimeout(timer);
  }, [asked]);
  const press = (): void => {
    setAsked(!asked);
    if (asked) onSure();
  };
  return (
    <button type="button" class={asked ? "danger" : ""} onClick={press} onBlur={() => setAsked(false)}>
      {asked ? again : label}
    </button>
  );
}
