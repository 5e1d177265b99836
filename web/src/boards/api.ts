/** What a board is: the picture of a game at a table, and its controls. See web/README.md. */

import type { ComponentType } from "preact";
import type { Chair, GameCard, Outcome } from "../hall/wire";

/** What a board is given. It decides nothing: the hall says which moves there are. */
export interface BoardProps<View = unknown, Move = unknown, Event = unknown> {
  game: GameCard;
  /** What the game was opened with. */
  options: Record<string, unknown>;
  /** The position as we may see it. */
  view: View;
  /** The position in words, in the hall's own language. */
  text: string;
  /** Our seat; null: we look on (or replay). */
  seat: number | null;
  seats: (Chair | null)[];
  /** The seats that may act. */
  turn: number[];
  /** Our legal moves; empty while it is not our turn. */
  legal: Move[];
  /** The last move and whose it was. */
  last: [number, Move] | null;
  /** What the last record did on the board, as we may see it. */
  events: Event[];
  outcome: Outcome | null;
  /** Whose turn it is, or how it ended, in a sentence: the action bar says it. */
  state: string;
  /** Whether this is an earlier position of a game that goes on: nothing can be done in it. */
  past: boolean;
  /** A move to be pointed out: what the house would play. */
  hint?: Move | null;
  /** Seen from the other side. */
  flipped: boolean;
  /** Make a move; resolves to why it was refused, in a sentence: empty if it was made. */
  onMove: (move: Move) => Promise<string>;
}

/** What is heard of a move. */
export type MoveSound = "move" | "capture" | "check" | "dice";

/** What a move has done, for whoever wants to hear it. */
export interface Heard<View, Event> {
  before: View | null;
  view: View;
  events: Event[];
}

/** A game's board and what the page wants to know about it. */
export interface Board<View = any, Move = any, Event = any> {
  Board: ComponentType<BoardProps<View, Move, Event>>;
  /** A small picture of a seat's pieces, beside its player's name. */
  Token?: ComponentType<{ game: GameCard; seat: number }>;
  /** What a seat has captured, beside its player's name: at most 20 pixels high. */
  Tray?: ComponentType<{ view: View; seat: number; game: GameCard }>;
  /** What is heard of the last record; nothing said: a move. */
  sound?: (heard: Heard<View, Event>) => MoveSound;
  /** A move in words, for the list of moves. */
  say?: (move: Move, game: GameCard) => string;
  /** A position in words, better than the hall's own. */
  words?: (view: View, game: GameCard) => string;
  /** What to show beside a player's name: points, captures... */
  score?: (view: View, seat: number) => string;
  /** Whether everybody sees everything, so that it is all one through whose eyes, and the moves so far are no secret. */
  open?: boolean;
  /** Whether the board speaks for itself to a screen reader; if not, every position is read out. */
  speaks?: boolean;
}
