/** What can be done at a table besides moving: icons with words; what cannot be undone asks once more. */

import { useState } from "preact/hooks";
import { ask } from "../hall/connection";
import { needsConsent } from "../hall/saving";
import { leave, propose, resume } from "../hall/tables";
import type { Scene } from "../hall/table";
import type { GameCard, Proposable } from "../hall/wire";
import { Tool } from "../icons";
import { attempt } from "../notices";
import { go, to } from "../route";
import { w } from "../words";
import { codeOf } from "./code";

interface ToolsProps {
  scene: Scene;
  game: GameCard;
  /** Whether the card that shows the end was put aside: what it offers is here then. */
  settled: boolean;
  /** Turns the board; null: it has no sides. */
  flip: (() => void) | null;
}

export function Tools({ scene, game, settled, flip }: ToolsProps) {
  const { card, you, outcome, proposal } = scene;
  const table = card.table;
  const [saving, save] = useState(false);
  const suggest = (kind: Proposable) => void attempt(() => propose(scene, kind));
  const playing = card.status === "playing" && you !== null && !card.seats[you]?.gone;
  const people = card.seats.some((chair, seat) => seat !== you && chair?.person && !chair.bot && !chair.gone);
  const together = needsConsent(scene);
  const free = proposal === null;
  const saved = scene.notes.findLast((note) => "what" in note && note.what === "saved")?.name ?? "";
  const moved = scene.moves.some((move) => move.seat === you) || scene.last?.[0] === you;
  return (
    <>
      {playing && <Tool icon="resign" label={w("resign")} sure={w("resign_sure")} onPress={() => void attempt(() => ask({ type: "resign", table }))} />}
      {playing && people && game.draw_by_agreement && free && <Tool icon="draw" label={w("offer_draw")} onPress={() => suggest("draw")} />}
      {playing && game.takeback && free && moved && <Tool icon="undo" label={w("take_back")} onPress={() => suggest("takeback")} />}
      {playing && together && free && <Tool icon="put_away" label={w("put_away")} onPress={() => suggest("put_away")} />}
      {playing && !together && <Tool icon="save" label={w("save")} pressed={saving} onPress={() => save(!saving)} />}
      {outcome && settled && you !== null && free && <Tool icon="again" label={w("rematch")} onPress={() => suggest("rematch")} />}
      {outcome && settled && <Tool icon="replay" label={w("replay")} href={to("replay", table, { code: codeOf(scene) })} />}
      {card.status === "saved" && saved && (
        <Tool icon="again" label={w("bring_back")} onPress={() => void attempt(async () => go(to("table", await resume(card.game, saved))))} />
      )}
      {card.status === "waiting" && you !== null && (
        <Tool icon="leave" label={w("get_up")} onPress={() => void attempt(() => leave(table)).then((left) => left && go(to("lobby")))} />
      )}
      {flip && <Tool icon="flip" label={w("flip")} onPress={flip} />}
      {saving && playing && !together && <SaveForm table={table} done={() => save(false)} />}
    </>
  );
}

function SaveForm({ table, done }: { table: number; done: () => void }) {
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const name = String(new FormData(event.target as HTMLFormElement).get("name")).trim();
    if (await attempt(() => ask({ type: "save", table, name }))) done();
  };
  return (
    <form class="save" onSubmit={(event) => void submit(event)}>
      <label>
        {w("save_name")}
        <input name="name" required maxLength={40} pattern="[A-Za-z0-9_\- ]+" autocomplete="off" autofocus />
      </label>
      <button type="submit">{w("save_and_put_away")}</button>
    </form>
  );
}
