/** A table: we come to it by click or link, and see it as a player or as a spectator. */

import { useEffect, useState } from "preact/hooks";
import { beSomebody } from "../entering";
import { link, me, Refusal } from "../hall/connection";
import { getTable } from "../hall/http";
import { catchUp, join, leave, tableOf, watch } from "../hall/tables";
import { attempt } from "../notices";
import { go, route, to } from "../route";
import { sentence } from "../saying";
import { w } from "../words";
import { Room } from "./room";

/** Why we cannot simply look on. */
type Hurdle = { reason: string; sentence: string } | null;

export function TablePage({ number }: { number: number }) {
  const code = route.value.query.get("code") ?? "";
  const [hurdle, setHurdle] = useState<Hurdle>(null);
  const table = tableOf(number);
  const scene = table?.scene.value ?? null;
  const ready = link.value === "open";
  const person = me.value?.person ?? 0;

  useEffect(() => {
    if (ready && !table) void arrive(number, code).then(setHurdle);
  }, [ready, !table, person, code]);
  useEffect(() => () => void depart(number), [number]);
  const told = scene?.code ?? "";
  useEffect(() => {
    if (told && told !== code) go(to("table", number, { code: told }), true); // whoever is given the address can come in
  }, [told, code]);

  if (table && scene) return <Room table={table} scene={scene} />;
  if (hurdle) return <Before number={number} code={code} hurdle={hurdle} again={() => void arrive(number, code).then(setHurdle)} />;
  return <p class="empty">{w("loading")}</p>;
}

/** Look on, or find out why that cannot be. */
async function arrive(number: number, code: string): Promise<Hurdle> {
  if (!(await beSomebody())) return { reason: "who_are_you", sentence: w("say_name_first") };
  if (tableOf(number)) return null; // our seat was waiting
  try {
    await watch(number, code);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.reason === "connection_lost") return null;
    if (error.reason === "already_seated") {
      await catchUp(number); // the hall says that we sit there
      return null;
    }
    if (error.reason === "no_such_table") return await past(number, code);
    return { reason: error.reason, sentence: sentence(error.reason, error.message) };
  }
}

/** A table that is no more can still be replayed, if its game was played to the end. */
async function past(number: number, code: string): Promise<Hurdle> {
  const known = await getTable(number, code).catch(() => null);
  if (known?.status === "finished") go(to("replay", number, { code }), true);
  return { reason: "no_such_table", sentence: sentence("no_such_table", "") };
}

/** Spectators look away and the game that is over is left; a player's seat stays theirs. */
function depart(number: number): Promise<unknown> {
  const scene = tableOf(number)?.scene.value;
  const stays = scene && scene.you !== null && (scene.card.status === "waiting" || scene.card.status === "playing");
  return !scene || stays ? Promise.resolve() : leave(number).catch(() => undefined); // it may be gone already
}

interface BeforeProps {
  number: number;
  code: string;
  hurdle: NonNullable<Hurdle>;
  again: () => void;
}

function Before({ number, code, hurdle, again }: BeforeProps) {
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    const said = new FormData(event.target as HTMLFormElement).get("code");
    go(to("table", number, { code: String(said).trim() }));
  };
  const invited = hurdle.reason === "no_spectators";
  return (
    <section class="before">
      <h1>{w(invited ? "invited" : "table")}</h1>
      <p>{hurdle.sentence}</p>
      {invited && (
        <button type="button" class="main" onClick={() => void attempt(() => join(number, code))}>
          {w("sit_down")}
        </button>
      )}
      {hurdle.reason === "who_are_you" && (
        <button type="button" class="main" onClick={again}>
          {w("come_in")}
        </button>
      )}
      {hurdle.reason === "wrong_code" && (
        <form onSubmit={enter}>
          <label>
            {w("code")}
            <input name="code" required autocomplete="off" />
          </label>
          <button type="submit" class="main">
            {w("come_in")}
          </button>
        </form>
      )}
      <a href={to("lobby")}>{w("to_lobby")}</a>
    </section>
  );
}
