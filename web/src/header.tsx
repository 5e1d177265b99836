/** The header: the way home, the tables that wait for us, who we are, and settings. */

import { useEffect, useRef } from "preact/hooks";
import { ourTurns } from "./attention";
import { beSomebody } from "./entering";
import { me } from "./hall/connection";
import { games } from "./hall/lobby";
import { route, to } from "./route";
import { Settings } from "./settings";
import { gameTitle } from "./saying";
import { w } from "./words";

export function Header() {
  const name = me.value?.name;
  return (
    <header class="top">
      <a class="brand" href={to("lobby")} aria-label={w("to_lobby")}>
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <path class="table" d="M6 27H58V35H6ZM14 35H22L19 56H12ZM50 35H42L45 56H52Z" />
          <circle class="disc" cx="24" cy="19" r="8" />
          <path class="pawn" d="M35 27Q40 22 39 16L37 13A5 5 0 1 1 45 13L43 16Q42 22 47 27Z" />
        </svg>
        <span>Tablehall</span>
      </a>
      <nav aria-label={w("your_tables")}>
        <Waiting />
      </nav>
      {name ? (
        <a class="person" href={to("player", name)}>
          {name}
        </a>
      ) : (
        <button type="button" class="person" onClick={() => void beSomebody()}>
          {w("come_in")}
        </button>
      )}
      <Menu />
    </header>
  );
}

/** Tables where it is our turn while we are somewhere else. */
function Waiting() {
  const here = route.value.page === "table" ? Number(route.value.which) : 0;
  return (
    <>
      {ourTurns.value
        .filter((table) => table.number !== here)
        .slice(0, 3)
        .map(({ number, scene }) => (
          <a key={number} class="your-turn" href={to("table", number)}>
            {w("your_turn_in", { game: gameTitle(games.value.get(scene.value?.card.game ?? "")) })}
          </a>
        ))}
    </>
  );
}

function Menu() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const escape = event instanceof KeyboardEvent && event.key === "Escape";
      const outside = event.type === "pointerdown" && !menu.current?.contains(event.target as Node);
      if (menu.current && (escape || outside)) menu.current.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="menu" ref={menu}>
      <summary aria-label={w("settings")}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7H20M4 12H20M4 17H20" />
        </svg>
      </summary>
      <Settings />
    </details>
  );
}
