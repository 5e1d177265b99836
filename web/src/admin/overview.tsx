/** How the hall is doing, and the switch that empties it. */

import { games } from "../hall/lobby";
import { gameTitle } from "../saying";
import { Sure } from "../small";
import { colon, language } from "../words";
import { act, type Overview, useLook } from "./office";
import { k } from "./words";

const number = (value: number): string => new Intl.NumberFormat(language.value).format(value);
const mebibytes = (bytes: number): string => `${number(Math.floor(bytes / 1_048_576))} MiB`;
const moment = (at: number): string =>
  new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

/** A date and time as the keeper reads it. */
export { moment };

export function Counters() {
  const seen = useLook<Overview>("");
  if (!seen) return null;
  const commit = seen.commit_ms === null ? k("too_long") : `${number(seen.commit_ms)} ms`;
  const figures: [string, string][] = [
    [k("here"), number(seen.people)],
    [k("known"), number(seen.known)],
    [k("bots"), number(seen.bots)],
    [k("messages"), number(seen.messages)],
    [k("commits"), number(seen.commits)],
    [k("commit_ms"), commit],
    [k("memory"), mebibytes(seen.memory)],
  ];
  if (seen.disk_free !== null) figures.push([k("disk_free"), mebibytes(seen.disk_free)]);
  const trouble = Object.entries(seen.trouble).filter(([, count]) => count > 0);
  return (
    <>
      {seen.disk_low && (
        <p class="trouble" role="alert">
          {k(seen.disk_short ? "disk_short" : "disk_low", { room: mebibytes(seen.disk_free ?? 0) })}
        </p>
      )}
      <Drain seen={seen} />
      <section aria-labelledby="counters">
        <h2 id="counters">{k("counters")}</h2>
        <dl class="figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <dl class="figures">
          {Object.entries(seen.tables).map(([game, counts]) => (
            <div key={game}>
              <dt>{gameTitle(games.value.get(game)) || game}</dt>
              <dd>{Object.entries(counts).map(([status, count]) => statusSaid(status) + colon() + number(count)).join(", ")}</dd>
            </div>
          ))}
        </dl>
        <p>
          {k("up_since") + colon() + moment(seen.started)} · {k("version")} {seen.version}
        </p>
        <p>
          {k("doors") + colon() + said(Object.entries(seen.connections))}
        </p>
        <p>
          {k("trouble") + colon() + said(trouble.map(([what, count]) => [k(what as "framing_errors"), count]))}
        </p>
      </section>
    </>
  );
}

const said = (counts: [string, number][]): string =>
  counts.map(([what, count]) => `${what} ${number(count)}`).join(", ") || k("none");

const STATUSES = new Set(["waiting", "playing", "finished"]);

/** How it stands with a table. */
export const statusSaid = (status: string): string => (STATUSES.has(status) ? k(status as "waiting") : status);

function Drain({ seen }: { seen: Overview }) {
  const drain = (on: boolean): void => void act("/drain", "POST", { on }, "");
  const running = Object.values(seen.tables).reduce((sum, counts) => sum + (counts.playing ?? 0), 0);
  return (
    <section class="drain" data-draining={seen.draining}>
      <p role="status">{seen.draining ? k("draining", { n: number(running) }) : k("drain_more")}</p>
      {seen.draining ? (
        <button type="button" class="main" onClick={() => drain(false)}>
          {k("undrain")}
        </button>
      ) : (
        <Sure label={k("drain")} again={k("drain_sure")} onSure={() => drain(true)} />
      )}
    </section>
  );
}
