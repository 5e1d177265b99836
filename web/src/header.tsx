/** The header: the way home, our games, whether we are told, who we are, and settings. */

import { useEffect, useRef } from "preact/hooks";
import { canNotify, notifies, switchNotifying } from "./attention";
import { beSomebody } from "./entering";
import { me } from "./hall/connection";
import { Icon, Tool } from "./icons";
import { to } from "./route";
import { Settings } from "./settings";
import { w } from "./words";
import { YourGames } from "./yours";

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
      <YourGames />
      {canNotify && <Bell />}
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

/** Whether notifications come; off, it is crossed out. */
function Bell() {
  const on = notifies.value;
  return <Tool icon={on ? "bell" : "bell_off"} label={w("notifications")} pressed={on} onPress={() => void switchNotifying(!on)} />;
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
      <summary class="tool" aria-label={w("settings")} data-tip={w("settings")}>
        <Icon name="menu" />
      </summary>
      <Settings />
    </details>
  );
}
