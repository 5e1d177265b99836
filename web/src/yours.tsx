/** Our games, in the header: a dot for each but the one we look at, amber where it is our turn. As many as there is room for. */

import { computed } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isOurs } from "./attention";
import { fit } from "./fit";
import { games } from "./hall/lobby";
import { known } from "./hall/tables";
import { route, to } from "./route";
import { gameTitle } from "./saying";
import { w } from "./words";

/** Where we play, those that wait for us first. */
const ours = computed(() => {
  const here = route.value.page === "table" ? Number(route.value.which) : 0;
  return [...known.value.values()]
    .flatMap(({ number, scene: { value: scene } }) =>
      scene?.you != null && scene.card.status === "playing" && number !== here
        ? [{ number, game: scene.card.game, turn: isOurs(scene) }]
        : [],
    )
    .sort((one, other) => Number(other.turn) - Number(one.turn) || one.number - other.number);
});

/** The width of a part of the page, for as long as it is there. */
function useWidth() {
  const part = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const nav = part.current;
    if (!nav) return;
    // It is told after the layout was made and before that is painted, so that measuring costs no layout of its own.
    const observer = new ResizeObserver(() => {
      const em = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      setWidth(nav.clientWidth / em);
    });
    observer.observe(nav);
    return () => observer.disconnect();
  }, []);
  return [part, width] as const;
}

/** A finger that rests on a dot wants its name, not the browser's menu for links. */
const keepQuiet = (event: MouseEvent): void => {
  if (window.matchMedia("(pointer: coarse)").matches) event.preventDefault();
};

export function YourGames() {
  const [nav, width] = useWidth();
  const { shown, named } = fit(width, ours.value.length);
  const rest = ours.value.length - shown;
  return (
    <nav ref={nav} class={named ? "yours named" : "yours"} aria-label={w("your_tables")}>
      {ours.value.slice(0, shown).map(({ number, game, turn }) => {
        const title = gameTitle(games.value.get(game));
        const said = w(turn ? "your_turn_in" : "others_turn_in", { game: title });
        return (
          <a key={number} class={turn ? "your-turn" : ""} href={to("table", number)} aria-label={said} data-tip={said} onContextMenu={keepQuiet}>
            <span>{title}</span>
          </a>
        );
      })}
      {rest > 0 && width > 0 && (
        <a class="more" href={to("lobby")} aria-label={w("more_games", { n: rest })} data-tip={w("more_games", { n: rest })} onContextMenu={keepQuiet}>
          +{rest}
        </a>
      )}
    </nav>
  );
}
