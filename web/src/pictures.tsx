/** The pictures of the games, as their looks draw them. */

import { drawn } from "./boards/pieces";
import { games } from "./hall/lobby";

/** A game that nobody has drawn: two pawns. */
function Pawns() {
  return (
    <>
      {[0, 1].map((owner) => (
        <g key={owner} class={`shape owner${owner}`} transform={`translate(${24 + 40 * owner} 16) scale(0.8)`}>
          <path d="M43 50Q42 65 34 77H66Q58 65 57 50Z" />
          <circle cx="50" cy="34" r="13.5" />
          <rect x="37" y="46" width="26" height="6.5" rx="3" />
          <rect x="26" y="77" width="48" height="10" rx="4" />
        </g>
      ))}
    </>
  );
}

export function GamePicture({ name }: { name: string }) {
  const cover = games.value.get(name)?.look.cover;
  return (
    <svg class="picture" viewBox="0 0 160 110" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {cover ? <g {...drawn(cover)} /> : <Pawns />}
    </svg>
  );
}
