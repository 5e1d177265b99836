/** The ten assistants as a hand of cards: those in hand, and the places of those that were played. */

import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { type Form, useForm } from "./fit";
import { Still } from "./still";
import { type EriantysMove, type Player, stepsOf } from "./table";
import { e } from "./words";

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** So many cards in a row, each so wide and high. */
interface Rows extends Form {
  row: number;
  card: Form;
}

const inRows = (row: number, card: Form): Rows => ({ row, card, width: row * card.width, height: Math.ceil(ALL.length / row) * card.height });
const UPRIGHT = { width: 60, height: 84 };
const ROWS: Rows[] = [...[5, 4, 10].map((row) => inRows(row, UPRIGHT)), inRows(5, { width: 84, height: 56 })];

interface HandProps {
  player: Player;
  /** Those that somebody has played this round, so that nobody else may, by value. */
  taken: Map<number, string>;
  chooser: Chooser<EriantysMove>;
}

export function Hand({ player, taken, chooser }: HandProps) {
  const [place, { row, card, width, height }] = useForm(ROWS);
  const label = (value: number): string => {
    if (!player.hand.includes(value)) return e("assistant_gone", { n: value });
    return [e("assistant", { n: value, steps: stepsOf(value) }), taken.get(value)].filter(Boolean).join(", ");
  };
  return (
    <div ref={place} class="hand">
      <svg viewBox={`0 0 ${width} ${height}`}>
        <Field label={e("assistants")} chooser={chooser} parts={ALL.map((value) => `assistant:${value}`)}>
          {ALL.map((value, n) => {
            const gone = !player.hand.includes(value);
            const marks = ["assistant", gone && "gone", player.assistant === value && "played", taken.has(value) && "taken"];
            return (
              <Spot key={value} part={`assistant:${value}`} label={label(value)} class={marks.filter(Boolean).join(" ")}>
                <Still of={width}>
                  <Card value={value} size={card} x={(n % row) * card.width} y={Math.floor(n / row) * card.height} />
                </Still>
              </Spot>
            );
          })}
        </Field>
      </svg>
    </div>
  );
}

function Card({ value, size: { width, height }, x, y }: { value: number; size: Form; x: number; y: number }) {
  const upright = height > width;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="reach" width={width} height={height} />
      <g class="lifts">
        <rect class="paper" x="3" y="3" width={width - 6} height={height - 6} rx="8" />
        <text x={upright ? width / 2 : 24} y="37">
          {value}
        </text>
        <Feet steps={stepsOf(value)} x={upright ? width / 2 : 58} y={upright ? 54 : 21} />
      </g>
    </g>
  );
}

/** As many feet as an assistant lets mother nature go, three in a row. */
function Feet({ steps, x, y }: { steps: number; x: number; y: number }) {
  return (
    <>
      {Array.from({ length: steps }, (_, n) => {
        const line = Math.floor(n / 3);
        const wide = Math.min(3, steps - line * 3);
        return <ellipse key={n} class="foot" cx={x + 7 + (n % 3) * 14 - wide * 7} cy={y + line * 15} rx="4.2" ry="5.6" />;
      })}
    </>
  );
}
