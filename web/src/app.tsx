/** The frame of the page: header, notices, and whichever room we are in. */

import { useEffect, useRef } from "preact/hooks";
import { beSomebody, offerCode } from "./entering";
import { left, link, takeOver } from "./hall/connection";
import { begun, tableOf } from "./hall/tables";
import { Header } from "./header";
import { lazily } from "./lazily";
import { Lobby } from "./lobby/page";
import { kept } from "./kept";
import { MissedGames } from "./missed";
import { NameDialog } from "./namedialog";
import { notice, show, spoken } from "./notices";
import { go, route, to } from "./route";
import { TablePage } from "./table/page";
import { w } from "./words";

const KeeperPage = lazily(() => import("./admin/page").then((module) => module.KeeperPage));
const ContestPage = lazily(() => import("./contest/page").then((module) => module.ContestPage));
const GamePage = lazily(() => import("./lobby/game").then((module) => module.GamePage));
const PlayerPage = lazily(() => import("./lobby/player").then((module) => module.PlayerPage));
const ReplayPage = lazily(() => import("./replay/page").then((module) => module.ReplayPage));

/** The rooms of the page, by the first word of the address. */
const rooms: Record<string, (which: string) => preact.JSX.Element> = {
  lobby: () => <Lobby />,
  game: (name) => <GamePage key={name} name={name} />,
  table: (number) => <TablePage key={number} number={Number(number)} />,
  replay: (number) => <ReplayPage key={number} number={Number(number)} />,
  player: (name) => <PlayerPage key={name} name={name} />,
  contest: (name) => <ContestPage key={name} name={name} />,
  keeper: () => <KeeperPage />,
  device: (code) => <FromDevice code={code} />,
};

/** When our game begins we go there, unless we are in the middle of another one. */
function useBegun(): void {
  const next = begun.value;
  useEffect(() => {
    if (next === null) return;
    begun.value = null;
    const { page, which } = route.value;
    const here = page === "table" ? tableOf(Number(which))?.scene.value : null;
    const busy = page === "replay" || here?.card.status === "playing";
    if (!busy) go(to("table", next));
  }, [next]);
}

export function App() {
  const { page, which } = route.value;
  const main = useRef<HTMLElement>(null);
  const place = `${page}/${which}`;
  const first = useRef(place);
  useEffect(() => {
    if (first.current !== place) {
      first.current = place;
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
  }, [place]);
  useBegun();
  const room = Object.hasOwn(rooms, page) ? rooms[page] : undefined;
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {w("skip")}
      </button>
      <Header />
      <Lost />
      <main ref={main} tabIndex={-1}>
        <MissedGames />
        {room ? room(which) : <Nowhere />}
      </main>
      <NameDialog />
      <div class="notice" role="alert">
        {notice.value && (
          <p>
            {notice.value}
            <button type="button" class="quiet" aria-label={w("close")} onClick={() => show("")}>
              ×
            </button>
          </p>
        )}
      </div>
      <div class="unseen" aria-live="polite">
        {spoken.value}
      </div>
    </>
  );
}

/** What to do about a connection that is gone. */
function Lost() {
  const state = link.value;
  const away = state === "elsewhere" || state === "kicked";
  return (
    <div class="lost" role="status" data-link={state}>
      {state === "lost" && <p class="trying">{w("link_lost")}</p>}
      {left.value && (
        <p class="gone">
          {w("link_left")}{" "}
          <button type="button" onClick={() => (kept("secret") ? takeOver() : void beSomebody())}>
            {w("come_back")}
          </button>
        </p>
      )}
      {away && (
        <p class="gone">
          {w(state === "elsewhere" ? "link_elsewhere" : "link_kicked")}{" "}
          <button type="button" onClick={takeOver}>
            {w(state === "elsewhere" ? "play_here" : "come_back")}
          </button>
        </p>
      )}
    </div>
  );
}

function Nowhere() {
  return (
    <section class="empty">
      <h1>{w("nowhere")}</h1>
      <a href={to("lobby")}>{w("to_lobby")}</a>
    </section>
  );
}

/** Somebody came with the link of another device: the code is filled in, and gone from the address. */
function FromDevice({ code }: { code: string }) {
  useEffect(() => {
    offerCode(code);
    go(to("lobby"), true);
  }, [code]);
  return null;
}
