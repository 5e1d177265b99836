/** Opening a table: seats, the game's own options, clock, who may come. */

import { useState } from "preact/hooks";
import { beSomebody } from "../entering";
import { open } from "../hall/tables";
import type { ClockSpec, GameCard } from "../hall/wire";
import { attempt } from "../notices";
import { go, to } from "../route";
import { seatName } from "../saying";
import { w } from "../words";
import { optionFields, OptionInput } from "./options";
import { botLevel, lasting } from "./say";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The clocks to choose from. */
export const CLOCKS: readonly ClockSpec[] = [
  { kind: "none" },
  { kind: "answer", time: 10 * SECOND },
  { kind: "answer", time: 30 * SECOND },
  { kind: "answer", time: 2 * MINUTE },
  { kind: "answer", time: 24 * 60 * MINUTE },
  { kind: "total", time: MINUTE },
  { kind: "total", time: 3 * MINUTE, increment: 2 * SECOND },
  { kind: "total", time: 5 * MINUTE },
  { kind: "total", time: 10 * MINUTE, increment: 5 * SECOND },
  { kind: "total", time: 30 * MINUTE },
];

function clockLabel({ kind, time = 0, increment = 0 }: ClockSpec): string {
  if (kind === "none") return w("no_clock");
  if (kind === "answer") return w("clock_answer", { time: lasting(time) });
  return w("clock_total", { time: lasting(time) + (increment ? ` + ${lasting(increment)}` : "") });
}

const WAITS = [0, 15 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE];

/** Whether the house's own players come, how good they are, and how long people may come first. */
function BotFields({ levels }: { levels: number[] }) {
  const [level, choose] = useState("");
  return (
    <>
      <label>
        {w("bots")}
        <select name="bots" value={level} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{w("bots_none")}</option>
          {levels.map((each) => (
            <option key={each} value={each}>
              {botLevel(each)}
            </option>
          ))}
        </select>
      </label>
      {level && (
        <label>
          {w("bots_after")}
          <select name="bots.after">
            {WAITS.map((wait) => (
              <option key={wait} value={wait}>
                {wait ? lasting(wait) : w("bots_at_once")}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** `onClock`: another clock was chosen. */
export function OpenForm({ game, onClock }: { game: GameCard; onClock: (clock: ClockSpec) => void }) {
  const fields = optionFields(game.options);
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const said = new FormData(event.target as HTMLFormElement);
    setBusy(true);
    if (await beSomebody()) await attempt(async () => go(to("table", await open(order(game, said)))));
    setBusy(false);
  };
  const choice = game.seats.length > 1;
  return (
    <form class="open" onSubmit={(event) => void submit(event)}>
      {choice && (
        <label>
          {w("seats")}
          <select name="seats">
            {game.seats.map((seats) => (
              <option key={seats} value={seats}>
                {seats}
              </option>
            ))}
          </select>
        </label>
      )}
      {game.seat_names.length > 1 && (
        <label>
          {w("you_play")}
          <select name="seat">
            {game.seat_names.map((_, seat) => (
              <option key={seat} value={seat}>
                {seatName(game, seat)}
              </option>
            ))}
            <option value="">{w("by_lot")}</option>
          </select>
        </label>
      )}
      <label>
        {w("clock")}
        <select name="clock" onChange={(event) => onClock(CLOCKS[Number(event.currentTarget.value)] ?? {})}>
          {CLOCKS.map((clock, number) => (
            <option key={number} value={number}>
              {clockLabel(clock)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w("title")}
        <input name="title" maxLength={100} autocomplete="off" />
      </label>
      {!!game.bots?.length && <BotFields levels={game.bots} />}
      {fields.map((field) => (
        <OptionInput key={field.name} field={field} />
      ))}
      <label class="check">
        <input type="checkbox" name="private" />
        {w("private")}
      </label>
      <label class="check">
        <input type="checkbox" name="spectators" defaultChecked />
        {w("spectators_welcome")}
      </label>
      <label class="check">
        <input type="checkbox" name="rated" defaultChecked />
        {w("rated")}
      </label>
      {choice && (
        <label class="check">
          <input type="checkbox" name="asked" />
          {w("start_asked")}
        </label>
      )}
      <button type="submit" class="main" disabled={busy}>
        {w("open_table")}
      </button>
    </form>
  );
}

/** What the filled-in form asks the hall for. */
function order(game: GameCard, said: FormData): Record<string, unknown> {
  const on = (name: string): boolean => said.get(name) === "on";
  const options = Object.fromEntries(
    optionFields(game.options).map((field) => [field.name, field.read(said.get(`option.${field.name}`))]),
  );
  const level = Number(said.get("bots") ?? 0);
  const lot = Math.floor(Math.random() * (game.seat_names.length || 1));
  return {
    game: game.name,
    seats: Number(said.get("seats") ?? 0),
    seat: Number(said.get("seat") || (said.has("seat") ? lot : 0)),
    clock: CLOCKS[Number(said.get("clock"))] ?? {},
    title: String(said.get("title") ?? ""),
    private: on("private"),
    spectators: on("spectators"),
    rated: on("rated"),
    start: on("asked") ? "asked" : "full",
    ...(level ? { bots: { level, after: Number(said.get("bots.after") ?? 0) } } : {}),
    ...(Object.keys(options).length ? { options } : {}),
  };
}
