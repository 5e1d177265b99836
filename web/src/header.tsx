/** The header: the way home, our games, whether we are told, who we are, and settings. */

import { useEffect, useRef, useState } from "preact/hooks";
import { canNotify, notifies, switchNotifying } from "./attention";
import { beSomebody } from "./entering";
import { me } from "./hall/connection";
import { Icon, Tool } from "./icons";
import { to } from "./route";
import { Settings } from "./settings";
import { w } from "./words";
import { YourGames } from "./yours";

/** The mark and the name: index.html has drawn them already, so that they are seen before this script has come. */
const brand = { __html: document.querySelector(".brand")?.innerHTML ?? "" };

export function Header() {
  const name = me.value?.name;
  return (
    <header class="top">
      <a class="brand" href={to("lobby")} aria-label={w("to_lobby")} dangerouslySetInnerHTML={brand} />
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
  const [wanted, want] = useState(false); // most never open it, and nobody at once
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
      <summary class="tool" aria-label={w("settings")} data-tip={w("settings")} onClick={() => want(true)}>
        <Icon name="menu" />
      </summary>
      {wanted && <Settings />}
    </details>
  );
}
