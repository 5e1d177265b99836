/** A room that is fetched when somebody first enters it. */

import { type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { w } from "./words";

/** `quietly`: it is a part of a room, and nothing is said while it is on its way. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>, quietly = false): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [Room, enter] = useState<ComponentType<P> | null>(() => loaded);
    const [failed, fail] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (room) => {
          loaded = room;
          enter(() => room);
        },
        () => fail(true),
      );
    }, []);
    if (Room) return <Room {...props} />;
    if (quietly && !failed) return null;
    return <p class="empty">{w(failed ? "reload" : "loading")}</p>;
  };
}
