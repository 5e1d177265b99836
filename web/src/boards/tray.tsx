/** What a player has captured, beside their name. */

import type { GameCard } from "../hall/wire";
import { w } from "../words";
import type { GridView } from "./grid";
import { material, takes } from "./material";
import { Shape } from "./pieces";
import "./tray.css";
import { kindSaid, s } from "./words";

interface TrayProps {
  view: GridView;
  seat: number;
  game: GameCard;
}

/** How far pieces of a kind, and kinds, lie apart, where a piece is 100 wide. */
const [CLOSE, APART] = [38, 74];

/** Captured pieces, kind by kind, and by how many points one is ahead; or captured pairs, and those still to come. */
export function Tray({ view, seat, game }: TrayProps) {
  if (!takes(game.look)) return null;
  return view.captured ? <Pairs view={view} seat={seat} game={game} /> : <Taken view={view} seat={seat} game={game} />;
}

function Taken({ view, seat, game: { look } }: TrayProps) {
  const { taken, ahead } = material(view, seat, look);
  if (!taken.length && !ahead) return <span class="tray" />;
  let x = -APART;
  const places = taken.flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, n) => ({ kind, x: (x += n ? CLOSE : APART) })),
  );
  const what = taken.map(([kind, count]) => `${kindSaid(kind, look) || kind} × ${count}`).join(", ");
  const said = [what && s("captured", { what }), ahead ? s("ahead", { n: String(ahead) }) : ""];
  return (
    <span class="tray" role="img" aria-label={said.filter(Boolean).join("; ")}>
      {places.length > 0 && (
        <svg viewBox={`0 0 ${x + 100} 100`} aria-hidden="true">
          {places.map(({ kind, x }) => (
            <g key={x} transform={`translate(${x} 0)`}>
              <Shape look={look} owner={1 - seat} kind={kind} />
            </g>
          ))}
        </svg>
      )}
      {ahead > 0 && <b>+{ahead}</b>}
    </span>
  );
}

function Pairs({ view, seat, game: { look } }: TrayProps) {
  const pairs = view.captured?.[seat] ?? 0;
  const kind = Object.keys(look.pieces ?? {})[0] ?? "";
  const places = Array.from({ length: Math.max(look.pairs ?? 0, pairs) }, (_, n) => n);
  return (
    <span class="tray" role="img" aria-label={w("pairs", { n: String(pairs) })}>
      <svg viewBox={`0 0 ${places.length * 180 - 20} 100`} aria-hidden="true">
        {places.map((n) => (
          <g key={n} class={n < pairs ? undefined : "to-come"} transform={`translate(${n * 180} 0)`}>
            <Shape look={look} owner={1 - seat} kind={kind} />
            <g transform="translate(60 0)">
              <Shape look={look} owner={1 - seat} kind={kind} />
            </g>
          </g>
        ))}
      </svg>
    </span>
  );
}
