/** The board of a game that has none of its own: the position in words, the moves as buttons. */

import type { Chair } from "../hall/wire";
import { w } from "../words";
import type { Board, BoardProps } from "./api";
import { ActionBar } from "./bar";
import { useWhy, Why } from "./why";

const MANY = 300;

/** A value in few words: `{"type":"set_tower","tower":"black"}` is "set tower: black". */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (typeof value !== "object") return String(value).replaceAll("_", " ");
  const { type, ...rest } = value as Record<string, unknown>;
  const entries = Object.entries(rest);
  const [only] = entries;
  const said = only && entries.length === 1 ? plain(only[1]) : entries.map(([k, v]) => `${plain(k)} ${plain(v)}`).join(", ");
  return [type ? plain(type) : "", said].filter(Boolean).join(": ");
}

/** The hall counts seats; people have names. */
export const named = (text: string, seats: (Chair | null)[]): string =>
  text.replace(/\bseat (\d+)\b/gi, (said, seat: string) => seats[Number(seat)]?.name ?? said);

function DefaultBoard({ view, text, legal, turn, seat, seats, state, onMove }: BoardProps) {
  const [why, refuse] = useWhy();
  const make = async (move: unknown): Promise<void> => {
    const refused = await onMove(move);
    if (refused) refuse({ text: refused, place: ".choices" });
  };
  const ours = seat !== null && turn.includes(seat);
  return (
    <>
    <div class="play">
    <div class="plain-board">
      <pre class="position">{text ? named(text, seats) : plain(view)}</pre>
      {ours && (
        <ul class="choices" aria-label={w("your_moves")}>
          {legal.slice(0, MANY).map((move) => (
            <li key={JSON.stringify(move)}>
              <button type="button" onClick={() => void make(move)}>
                {plain(move)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{w("as_data")}</summary>
        <pre>{JSON.stringify(view, null, 1)}</pre>
      </details>
    </div>
    <Why why={why} />
    </div>
    <ActionBar ours={ours} state={state} />
    </>
  );
}

export const defaultBoard: Board = { Board: DefaultBoard, say: plain };
