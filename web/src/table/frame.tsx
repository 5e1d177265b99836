/**
 * The frame of every game: players with their clocks, the board, the action bar, and a panel for moves and talk.
 * Whatever the size, all but the panel is in view, and nothing moves the board. `style/table.css` lays it out.
 */

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Board } from "../boards/api";
import type { Scene } from "../hall/table";
import type { GameCard } from "../hall/wire";
import { useEscape } from "../escape";
import { type IconName, Tool } from "../icons";
import { Later } from "../later";
import { paletteOf } from "../palette";
import { Players } from "./players";

/** Something to read beside the board; on a small screen it is pulled up over the board. */
export interface Panel {
  id: string;
  label: string;
  icon: IconName;
  body: ComponentChildren;
  /** Shown only when it is asked for, on large screens too. */
  aside?: boolean;
}

interface FrameProps {
  scene: Scene;
  game: GameCard;
  board: Board | null;
  /** Whose bar is next to us; null: nobody's. */
  near: number | null;
  /** The board and its action bar. */
  children: ComponentChildren;
  /** What lies over the upper edge of the board, and over its lower edge. */
  above?: ComponentChildren;
  below?: ComponentChildren;
  /** What the table is about, above the panels. */
  title: ComponentChildren;
  panels: Panel[];
  /** What can be done besides moving, as icons. */
  tools: ComponentChildren;
  /** Under the action bar: the keys of a replay. */
  player?: ComponentChildren;
  class?: string;
}

export function Frame({ scene, game, board, near, children, above, below, title, panels, tools, player, class: looks = "" }: FrameProps) {
  const [open, pull] = useState("");
  const { card, seq, turn } = scene;
  const tabs = useRef<HTMLDivElement>(null);
  useEscape(open !== "", () => {
    const inside = document.activeElement?.closest(".panel.pulled");
    if (inside) tabs.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    pull("");
  });
  const aside = panels.find((panel) => panel.aside && panel.id === open);
  return (
    <div
      class={`room ${looks}`}
      data-game={card.game}
      style={paletteOf(game.look)}
      data-seq={seq}
      data-status={card.status}
      data-turn={turn.join()}
      data-seats={card.seats.length}
    >
      <Later>
        <Players scene={scene} game={game} board={board} near={near} />
      </Later>
      {children}
      <div class="over above">{above}</div>
      <div class="over below">{below}</div>
      {player}
      <aside class={aside ? "side asking" : "side"}>
        <header class="about">{title}</header>
        {panels.map((panel) => (
          <section key={panel.id} class={["panel", panel.id, panel.aside && "aside", open === panel.id && "pulled"].filter(Boolean).join(" ")}>
            <h2>{panel.label}</h2>
            <Later>{panel.body}</Later>
          </section>
        ))}
        <div class="handle">
          <div ref={tabs} class="tabs">
            {panels.map((panel) => (
              <Tool
                key={panel.id}
                class={panel.aside ? "" : "tab"}
                icon={panel.icon}
                label={panel.label}
                expanded={open === panel.id}
                onPress={() => pull(open === panel.id ? "" : panel.id)}
              />
            ))}
          </div>
          <div class="tools">
            <Later>{tools}</Later>
          </div>
        </div>
      </aside>
    </div>
  );
}
