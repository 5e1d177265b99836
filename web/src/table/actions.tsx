/** What can be done at a table besides moving. */

import { useState } from "preact/hooks";
import { ask } from "../hall/connection";
import { needsConsent } from "../hall/saving";
import { leave, propose, resume } from "../hall/tables";
import type { Scene } from "../hall/table";
import type { GameCard, Proposable } from "../hall/wire";
import { attempt } from "../notices";
import { go, to } from "../route";
import { Sure } from "../small";
import { w } from "../words";
import { codeOf } from "./code";

interface ActionsProps {
  scene: Scene;
  game: GameCard;
  flips: boolean;
  flip: () => void;
}

export function Actions({ scene, game, flips, flip }: ActionsProps) {
  const { card, you, outcome, proposal } = scene;
  const table = card.table;
  const [saving, save] = useState(false);
  const suggest = (kind: Proposable) => void attempt(() => propose(scene, kind));
  const playing = card.status === "playing" && you !== null && !card.seats[you]?.gone;
  const together = needsConsent(scene);
  const free = proposal === null;
  const saved = scene.notes.findLast((note) => "what" in note && note.what === "saved")?.name ?? "";
  const moved = scene.moves.some((move) => move.seat === you) || scene.last?.[0] === you;
  return (
    <div class="actions">
      <div class="buttons">
        {playing && game.draw_by_agreement && free && (
          <button type="button" onClick={() => suggest("draw")}>
            {w("offer_draw")}
          </button>
        )}
        {playing && game.takeback && free && moved && (
          <button type="button" onClick={() => suggest("takeback")}>
            {w("take_back")}
          </button>
        )}
        {playing && together && free && (
          <button type="button" onClick={() => suggest("put_away")}>
            {w("put_away")}
          </button>
        )}
        {playing && !together && (
          <button type="button" aria-expanded={saving} onClick={() => save(!saving)}>
            {w("save")}
          </button>
        )}
        {playing && <Sure label={w("resign")} again={w("resign_sure")} onSure={() => void attempt(() => ask({ type: "resign", table }))} />}
        {outcome && you !== null && free && (
          <button type="button" class="main" onClick={() => suggest("rematch")}>
            {w("rematch")}
          </button>
        )}
        {outcome && (
          <a class="button" href={to("replay", table, { code: codeOf(scene) })}>
            {w("replay")}
          </a>
        )}
        {card.status === "saved" && saved && (
          <button type="button" class="main" onClick={() => void attempt(async () => go(to("table", await resume(card.game, saved))))}>
            {w("bring_back")}
          </button>
        )}
        {card.status === "waiting" && you !== null && (
          <button type="button" onClick={() => void attempt(() => leave(table)).then((left) => left && go(to("lobby")))}>
            {w("get_up")}
          </button>
        )}
        {flips && (
          <button type="button" onClick={flip}>
            {w("flip")}
          </button>
        )}
      </div>
      {saving && playing && !together && <SaveForm table={table} done={() => save(false)} />}
    </div>
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
