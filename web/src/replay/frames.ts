/** A finished game as a row of pictures: the scene after every record that changed the board. */

import type { ReplayPart } from "../hall/http";
import { after, type Scene } from "../hall/table";
import type { Card } from "../hall/wire";

export interface Frame {
  scene: Scene;
  what: string;
}

const SHOWN = new Set(["started", "moved", "expired", "blundered", "dropped", "taken_back", "resumed", "ended", "closed"]);

function empty(replay: ReplayPart): Scene {
  const card: Card = {
    table: replay.table,
    game: replay.game,
    status: "waiting",
    seats: replay.players.map((name) => ({ name, person: 0 })),
    opened: replay.opened,
    title: replay.title,
  };
  return {
    card,
    seq: -1,
    you: null,
    commitment: "",
    view: null,
    text: "",
    turn: [],
    clocks: null,
    paused: 0,
    outcome: null,
    proposal: null,
    last: null,
    events: [],
    watching: 0,
    code: "",
    rematch: "",
    moves: [],
    start: null,
    unheard: false,
    notes: [],
  };
}

/** The scenes of a game, one for every step. */
export function framesOf(replay: ReplayPart): Frame[] {
  const frames: Frame[] = [];
  let scene = empty(replay);
  for (const news of replay.happened) {
    scene = after(scene, news);
    if (scene.view !== null && SHOWN.has(news.what)) frames.push({ scene, what: news.what });
  }
  return frames;
}
