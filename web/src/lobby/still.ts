/** Nothing moves away from under a pointer or a focus. */

import { effect, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { List } from "../hall/lists";

/** A finger that has just touched may touch again, in milliseconds. */
const LIFTED = 4000;

/** Whether somebody aims at a part of the page, by pointer, finger or keyboard; its handlers go on that part. */
export function useAim() {
  return useMemo(() => {
    let inside = false;
    let focused = false;
    let touched = -LIFTED;
    return {
      aimed: (): boolean => inside || focused || performance.now() - touched < LIFTED,
      onPointerEnter: (event: PointerEvent) => void (inside = event.pointerType !== "touch"),
      onPointerLeave: () => void (inside = false),
      onPointerDown: () => void (touched = performance.now()),
      onTouchMove: () => void (touched = performance.now()),
      onFocusIn: () => void (focused = true),
      onFocusOut: () => void (focused = false),
    };
  }, []);
}

/** What is shown of something that changes: the latest, but no oftener than now and then, and not while it is aimed at. */
export function useStill<T>(source: ReadonlySignal<T>, pace: number) {
  const [shown, show] = useState(source.peek());
  const { aimed, ...aim } = useAim();
  useEffect(() => {
    let due = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      if (aimed()) {
        timer = setTimeout(look, pace);
        return;
      }
      timer = undefined;
      due = performance.now() + pace;
      show(() => source.peek());
    };
    const stop = effect(() => {
      void source.value;
      timer ??= setTimeout(look, Math.max(0, due - performance.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [source]);
  return { shown, aim };
}

/** Have a list of the hall kept up to date for as long as a part of the page shows it. */
export function useList<T>(list: List<T>): ReadonlySignal<T[] | null | undefined> {
  useEffect(() => list.show(), [list]);
  return list.shown;
}
