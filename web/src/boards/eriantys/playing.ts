/** Playing Eriantys by hand: what there is to do, what it is called on the button, and why something is not done. */

import type { BoardProps } from "../api";
import { waiting } from "../bar";
import type { Chooser } from "../chooser";
import { foresee, foreseenSaid } from "./foreseen";
import { lastTurn } from "./influence";
import { characterDoes, characterName, moveSaid } from "./say";
import { type EriantysMove, type EriantysView, mostSteps, studentsToMove } from "./table";
import { e } from "./words";

type Choosing = Chooser<EriantysMove>;

/** A move as something to be done. */
export function asked(move: EriantysMove, view: EriantysView): string {
  if (move.type === "take_cloud") return e("say_cloud", { n: move.cloud + 1 });
  if (move.type === "move_mother_nature") return e("go", { n: move.steps });
  if (move.type !== "use_character") return moveSaid(move);
  const cost = view.cards.find(({ card }) => card === move.card)?.cost ?? 0;
  return e("use", { name: characterName(move.card), n: cost });
}

/** What a character can ask for; of several things the first. */
const ASKED = ["entrance", "island", "oncard", "colour", "dining"] as const;

/** What a character does, and what it still wants to know. */
function characterPrompt({ draft, next, ready }: Choosing): string {
  const kinds = new Set([...next].map((part) => part.split(":", 1)[0]));
  const wanted = ready ? "" : ASKED.find((kind) => kinds.has(kind));
  const more = ready && next.size ? e("ask_more") : "";
  return [characterDoes(Number(draft[0]?.slice(10))), wanted ? e(`ask_${wanted}`) : more].filter(Boolean).join(" ");
}

/** What there is to do, or what was done last. */
export function prompt(props: BoardProps<EriantysView, EriantysMove>, chooser: Choosing): string {
  const { view } = props;
  const { ours, draft } = chooser;
  if (!ours) return props.outcome ? "" : waiting(props, moveSaid);
  const ahead = foresee(view, chooser);
  const island = draft.findLast((part) => part.startsWith("island:"));
  if (ahead && island) return foreseenSaid(ahead(Number(island.slice(7))));
  if (draft[0]?.startsWith("character:")) return characterPrompt(chooser);
  switch (view.phase) {
    case "choosing":
      return e("do_choose");
    case "planning":
      return [view.last_round && e("last_round"), e("do_plan")].filter(Boolean).join(" ");
    case "move_students":
      return draft.length ? e("do_where") : e("do_students", { n: studentsToMove(view) - view.moved });
    case "move_mother_nature":
      return e("do_walk");
    case "choose_cloud":
      return lastTurn(view) ? e("ends_game") : e("do_cloud");
  }
}

/** Why a part of the board cannot be chosen, where the hall would say less. */
export function objection(part: string, view: EriantysView, { next, draft }: Choosing): string {
  if (next.has(part) || draft.includes(part) || draft[0]?.startsWith("character")) return "";
  const [kind = "", which] = part.split(":");
  const held = draft.find((chosen) => chosen.startsWith("entrance:"));
  if (view.phase === "move_students" && kind === "dining" && held && held !== `entrance:${which}`) return e("own_table");
  if (view.phase === "move_students" && (kind === "island" || kind === "dining") && !held) return e("student_first");
  if (view.phase === "move_mother_nature" && kind === "island") return e("too_far", { n: mostSteps(view) });
  const card = kind === "character" && view.cards.find((each) => each.card === Number(which));
  const coins = view.players[view.seat]?.coins ?? 0;
  return card && card.cost > coins ? e("too_dear", { name: characterName(card.card), n: card.cost, coins }) : "";
}

/**
 * Something that was carried is put on a part of the board, or beside it. Whether that was a move, or the beginning of
 * one. What would end the game wants to be confirmed.
 */
export function putDown(part: string, on: string, view: EriantysView, chooser: Choosing): boolean {
  const { draft, next, hold, pull, cancel } = chooser;
  if (part === "mother") {
    if (!next.has(on)) return false;
    const end = foresee(view, chooser)?.(Number(on.slice(7))).end;
    (end ? hold : pull)([on]);
    return true;
  }
  if (part === "coin") {
    if (!next.has(on) || !on.startsWith("character")) return false;
    hold([on]);
    return true;
  }
  if (part.startsWith("character")) return true;
  if (part.startsWith("cloud") || part.startsWith("assistant")) {
    (part.startsWith("cloud") && lastTurn(view) ? hold : pull)([part]);
    return true;
  }
  const using = draft[0]?.startsWith("character");
  if (!next.has(on)) {
    if (!using) cancel();
    return false;
  }
  if (using) hold([...draft, on]);
  else pull([part, on]);
  return true;
}
