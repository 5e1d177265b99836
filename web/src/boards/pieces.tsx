/** The pieces of the games on squares, each in a box of 100 by 100. Shapes tell them apart, not colours alone. */

import type { JSX } from "preact";

const FOOT = <rect x="26" y="77" width="48" height="10" rx="4" />;

const CHESS: Record<string, JSX.Element> = {
  pawn: (
    <>
      <path d="M43 50Q42 65 34 77H66Q58 65 57 50Z" />
      <circle cx="50" cy="34" r="13.5" />
      <rect x="37" y="46" width="26" height="6.5" rx="3" />
      {FOOT}
    </>
  ),
  rook: (
    <>
      <path d="M29 17H39V25H45V17H55V25H61V17H71V35L63 42V66L68 77H32L37 66V42L29 35Z" />
      <path class="line" d="M37 43H63M37 65H63" />
      {FOOT}
    </>
  ),
  knight: (
    <>
      <path d="M33 77C32 60 47 56 48 45C42 51 35 55 30 54C24 53 21 46 25 41C31 35 34 25 43 20L44 11L52 18C70 22 76 46 68 77Z" />
      <path class="line" d="M57 26C66 34 68 52 63 70" />
      <circle class="dot" cx="44" cy="30" r="2.8" />
      {FOOT}
    </>
  ),
  bishop: (
    <>
      <circle cx="50" cy="14.5" r="5.5" />
      <path d="M50 20C65 32 69 46 59 57Q58 67 65 77H35Q42 67 41 57C31 46 35 32 50 20Z" />
      <path class="line" d="M55 32L47 43M41 58H59" />
      {FOOT}
    </>
  ),
  queen: (
    <>
      <path d="M23 30L36 55L38 24L50 52L62 24L64 55L77 30L68 66L71 77H29L32 66Z" />
      <circle cx="22" cy="27" r="5" />
      <circle cx="38" cy="20" r="5" />
      <circle cx="62" cy="20" r="5" />
      <circle cx="78" cy="27" r="5" />
      <path class="line" d="M32 66H68" />
      {FOOT}
    </>
  ),
  king: (
    <>
      <path d="M46.5 8H53.5V14H60V21H53.5V30H46.5V21H40V14H46.5Z" />
      <path d="M50 37C41 24 21 30 24 47C26 57 35 60 34 68L30 77H70L66 68C65 60 74 57 76 47C79 30 59 24 50 37Z" />
      <path class="line" d="M50 38V58M34 67Q50 61 66 67" />
      {FOOT}
    </>
  ),
};

const MAN = (
  <>
    <circle cx="50" cy="50" r="35" />
    <circle class="line" cx="50" cy="50" r="25" />
  </>
);

const KING = (
  <>
    <circle cx="50" cy="50" r="35" />
    <path class="crown" d="M31 64L27 40L39 50L50 32L61 50L73 40L69 64Z" />
  </>
);

const SHAPES: Record<string, Record<string, JSX.Element>> = {
  chess: CHESS,
  checkers: { man: MAN, king: KING },
  dama: { man: MAN, king: KING },
  pente: { stone: <circle cx="50" cy="50" r="43" /> },
  tictactoe: {
    x: <path class="stroke" d="M27 27L73 73M73 27L27 73" />,
    o: <circle class="stroke" cx="50" cy="50" r="26" />,
  },
  connect_four: {
    red: (
      <>
        <circle cx="50" cy="50" r="42" />
        <circle class="line" cx="50" cy="50" r="27" />
      </>
    ),
    yellow: (
      <>
        <circle cx="50" cy="50" r="42" />
        <path class="crown" d="M50 27L56.5 42.5L73 44L60.5 55L64.5 71.5L50 62.5L35.5 71.5L39.5 55L27 44L43.5 42.5Z" />
      </>
    ),
  },
};

/** A piece; whose it is shows in its colours. */
export function Shape({ game, owner, kind }: { game: string; owner: number; kind: string }) {
  return <g class={`shape ${game} owner${owner}`}>{SHAPES[game]?.[kind] ?? MAN}</g>;
}

/** The piece that stands for a seat beside its player's name. */
const SIGNS: Record<string, [string, string]> = {
  chess: ["king", "king"],
  checkers: ["man", "man"],
  dama: ["man", "man"],
  pente: ["stone", "stone"],
  tictactoe: ["x", "o"],
  connect_four: ["red", "yellow"],
};

/** A small picture of a seat's pieces. */
export function Token({ game, seat }: { game: string; seat: number }) {
  const kind = SIGNS[game]?.[seat];
  if (!kind) return null;
  return (
    <svg class="token" viewBox="0 0 100 100" aria-hidden="true">
      <Shape game={game} owner={seat} kind={kind} />
    </svg>
  );
}
