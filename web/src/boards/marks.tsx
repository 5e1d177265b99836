/** What is marked on a board of squares: the last move and what it took, what can be done, what is in danger. */

import { from, type Square, target } from "./grid";
import { type Layer, put } from "./layers";
import { Shape } from "./pieces";
import { forced, jumped, type Taken, useTraces } from "./traces";

/** Four corners of a square: something was taken there. */
const CORNERS = "M6 22V6h16M78 6h16v16M94 78v16H78M22 94H6V78";
/** Four wedges that point at the middle of a square: danger. */
const WEDGES = "M0 0h19l-19 19zM100 0v19l-19-19zM100 100h-19l19-19zM0 100v-19l19 19z";

/** What the last move did, the chosen piece, where it can go, and what is in danger. */
export function Marks(layer: Layer) {
  const { choosing, ground, view, legal, outcome, hint = null } = layer;
  const { way, taken } = useTraces(layer);
  const { at, look } = ground;
  const flat = look.board === "chequered"; // elsewhere a piece hides its square, or stands on a ground of its own
  const fill = (kind: string, square: Square) => <rect key={kind + square} class={kind} style={put(at(square))} width="100" height="100" />;
  const ring = (kind: string, square: Square, r: number) => <circle key={kind + square} class={kind} style={put(at(square))} cx="50" cy="50" r={r} />;
  const ahead = choosing.premove?.move ?? hint;
  const planned = ahead ? [from(ahead), target(ahead)] : [];
  const covered = taken.filter(({ square: [r, c] }) => view.rows[r]?.[c]);
  return (
    <>
      {flat && way.slice(0, -1).map((square) => fill("last left", square))}
      {flat && way.slice(-1).map((square) => fill("last", square))}
      {look.board === "cells" && way.slice(-1).map((square) => <path key={`l${square}`} class="last" style={put(at(square))} d={CORNERS} />)}
      {covered.map(({ square }) => <path key={`t${square}`} class="took" style={put(at(square))} d={CORNERS} />)}
      {view.check && (
        <g class={outcome ? "in-check mate" : "in-check"} style={put(at(view.check))}>
          <Glow />
          <path d={WEDGES} />
        </g>
      )}
      {!outcome && choosing.chosen && fill("chosen", choosing.chosen)}
      {planned.map((square) => square && (look.board === "frame" ? ring("planned", square, 33) : fill("planned", square)))}
      {!choosing.sent && forced(view.rows, legal).map((square) => ring("must", square, 47))}
      {way.length > 2 && <polyline class="trail" points={way.map((square) => at(square).map((n) => n + 50).join()).join(" ")} />}
      <Gone {...layer} taken={taken} />
      {choosing.targets.map((move) => {
        const [r, c] = target(move);
        return view.rows[r]?.[c] ? ring("prey", [r, c], 45) : ring("way", [r, c], 15);
      })}
      {choosing.targets.flatMap((move) => jumped(view.rows, move)).map((square) => ring("prey", square, 47))}
    </>
  );
}

/** A glow of the colour that its place says. */
function Glow() {
  return (
    <>
      <defs>
        <radialGradient id="glow">
          <stop offset=".3" class="hot" />
          <stop offset="1" class="cold" />
        </radialGradient>
      </defs>
      <circle cx="50" cy="50" r="74" fill="url(#glow)" />
    </>
  );
}

/** What was taken: it shrinks towards whoever took it, and its outline stays until the next move. */
function Gone({ game, view, last, seat, ground, taken }: Layer & { taken: Taken[] }) {
  const bottom = ground.look.facing ? (ground.at([0, 0])[1] ? 0 : 1) : (seat ?? 0);
  const down = last?.[0] === bottom;
  return (
    <>
      {taken.map(({ square, owner, kind }) => (
        <g key={`${square} ${last?.[1] && target(last[1])}`} style={put(ground.at(square))}>
          {!view.rows[square[0]]?.[square[1]] && (
            <g class="outline">
              <Shape look={game.look} owner={owner} kind={kind} />
            </g>
          )}
          <g class={down ? "gone down" : "gone"}>
            <Shape look={game.look} owner={owner} kind={kind} />
          </g>
        </g>
      ))}
    </>
  );
}
