/** A picture of every game, drawn here. */

import type { JSX } from "preact";
import { Shape } from "./boards/pieces";

/** A piece at a place, of a size. */
function At({ x, y, size, game, owner, kind }: { x: number; y: number; size: number; game: string; owner: number; kind: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 100})`}>
      <Shape game={game} owner={owner} kind={kind} />
    </g>
  );
}

/** A few squares of a chequered board. */
function Chequers({ columns, rows, size, odd = 0 }: { columns: number; rows: number; size: number; odd?: number }) {
  const squares = Array.from({ length: columns * rows }, (_, i) => [i % columns, Math.floor(i / columns)] as const);
  return (
    <>
      {squares.map(([c, r]) => (
        <rect key={`${c},${r}`} class={(r + c + odd) % 2 ? "dark" : "light"} x={c * size} y={r * size} width={size} height={size} />
      ))}
    </>
  );
}

function Die({ x, y, turn, pips }: { x: number; y: number; turn: number; pips: [number, number][] }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect class="die" x="-19" y="-19" width="38" height="38" rx="8" />
      {pips.map(([px, py]) => (
        <circle key={`${px},${py}`} class="pip" cx={px * 10} cy={py * 10} r="4" />
      ))}
    </g>
  );
}

const TILES = ["plant", "cat", "book", "game", "frame", "trophy"];

function Shelf() {
  const heights = [3, 2, 3, 1, 2];
  return (
    <>
      {heights.flatMap((height, c) =>
        Array.from({ length: height }, (_, r) => (
          <rect key={`${c},${r}`} class={`tile-${TILES[(c * 2 + r * 3) % 6]}`} x={26.5 + c * 21.6} y={71 - r * 21} width="18.6" height="19" rx="3" />
        )),
      )}
      <path class="plank" d="M25 18V95M46.6 22V92M68.2 22V92M89.8 22V92M111.4 22V92M133 18V95M23 95H135" />
    </>
  );
}

function Islands() {
  return (
    <>
      <ellipse class="island" cx="48" cy="70" rx="36" ry="20" />
      <ellipse class="island" cx="112" cy="46" rx="32" ry="18" />
      <path class="tower" d="M40 66V36L36 32V24H42V29H46V24H51V29H55V24H61V32L57 36V66Z" />
      <g class="students">
        <circle class="red" cx="104" cy="42" r="7" />
        <circle class="blue" cx="120" cy="48" r="7" />
        <circle class="green" cx="27" cy="72" r="7" />
        <circle class="yellow" cx="72" cy="70" r="7" />
        <circle class="pink" cx="122" cy="33" r="6" />
      </g>
    </>
  );
}

const PICTURES: Record<string, () => JSX.Element> = {
  chess: () => (
    <>
      <Chequers columns={4} rows={3} size={40} />
      <At x={4} y={20} size={92} game="chess" owner={0} kind="knight" />
      <At x={74} y={8} size={80} game="chess" owner={1} kind="queen" />
    </>
  ),
  checkers: () => (
    <>
      <Chequers columns={4} rows={3} size={40} odd={1} />
      <At x={0} y={0} size={40} game="checkers" owner={1} kind="man" />
      <At x={80} y={0} size={40} game="checkers" owner={1} kind="man" />
      <At x={40} y={40} size={40} game="checkers" owner={0} kind="man" />
      <At x={0} y={80} size={40} game="checkers" owner={0} kind="man" />
      <At x={120} y={40} size={40} game="checkers" owner={0} kind="king" />
    </>
  ),
  dama: () => (
    <>
      <Chequers columns={3} rows={2} size={55} odd={1} />
      <At x={55} y={55} size={55} game="dama" owner={0} kind="king" />
      <At x={0} y={0} size={55} game="dama" owner={1} kind="man" />
      <At x={110} y={0} size={55} game="dama" owner={1} kind="man" />
    </>
  ),
  connect_four: () => (
    <>
      <rect class="frame" width="160" height="110" />
      {[0, 1, 2, 3].flatMap((c) => [0, 1, 2].map((r) => <circle key={`${c},${r}`} class="hole" cx={20 + c * 40} cy={17 + r * 38} r="15" />))}
      <At x={4} y={77} size={33} game="connect_four" owner={0} kind="red" />
      <At x={44} y={77} size={33} game="connect_four" owner={1} kind="yellow" />
      <At x={84} y={77} size={33} game="connect_four" owner={0} kind="red" />
      <At x={44} y={39} size={33} game="connect_four" owner={0} kind="red" />
      <At x={84} y={39} size={33} game="connect_four" owner={1} kind="yellow" />
      <At x={84} y={1} size={33} game="connect_four" owner={0} kind="red" />
    </>
  ),
  tictactoe: () => (
    <>
      <path class="rule" d="M62 12V98M98 12V98M30 39H130M30 71H130" />
      <At x={64} y={39} size={32} game="tictactoe" owner={0} kind="x" />
      <At x={29} y={8} size={32} game="tictactoe" owner={1} kind="o" />
      <At x={98} y={8} size={32} game="tictactoe" owner={0} kind="x" />
      <At x={29} y={71} size={32} game="tictactoe" owner={0} kind="x" />
      <At x={98} y={71} size={32} game="tictactoe" owner={1} kind="o" />
    </>
  ),
  pente: () => (
    <>
      <rect class="wood" width="160" height="110" />
      <path class="thread" d="M0 19H160M0 43H160M0 67H160M0 91H160M20 0V110M44 0V110M68 0V110M92 0V110M116 0V110M140 0V110" />
      {[0, 1, 2, 3].map((i) => (
        <At key={i} x={8 + i * 24} y={79 - i * 24} size={24} game="pente" owner={0} kind="stone" />
      ))}
      <At x={56} y={79} size={24} game="pente" owner={1} kind="stone" />
      <At x={104} y={31} size={24} game="pente" owner={1} kind="stone" />
      <At x={32} y={31} size={24} game="pente" owner={1} kind="stone" />
    </>
  ),
  mia: () => (
    <>
      <path class="cup" d="M24 20H84L76 92Q54 100 32 92Z" />
      <ellipse class="mouth" cx="54" cy="20" rx="30" ry="8" />
      <Die x={110} y={42} turn={-14} pips={[[-1, -1], [1, 1]]} />
      <Die x={116} y={86} turn={11} pips={[[0, 0]]} />
    </>
  ),
  shelfie: Shelf,
  eriantys: Islands,
};

function Pawns() {
  return (
    <>
      <At x={24} y={16} size={80} game="chess" owner={0} kind="pawn" />
      <At x={64} y={16} size={80} game="chess" owner={1} kind="pawn" />
    </>
  );
}

export function GamePicture({ name }: { name: string }) {
  const Picture = Object.hasOwn(PICTURES, name) ? PICTURES[name] : undefined;
  return (
    <svg class={`picture ${name}`} viewBox="0 0 160 110" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {Picture ? <Picture /> : <Pawns />}
    </svg>
  );
}
