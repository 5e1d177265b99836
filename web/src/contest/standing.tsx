/** How a contest stands, asked again and again while it is shown. */

import { useEffect, useState } from "preact/hooks";
import { type Contest, getContests } from "../hall/http";
import { places } from "../saying";
import { w } from "../words";
import { say } from "./words";

const EVERY = 2000;

/** The contests of the hall; null until they are known. `pace`: after how many milliseconds they are asked for again. */
export function useContests(pace: (found: Contest[]) => number = () => EVERY): Contest[] | null {
  const [found, setFound] = useState<Contest[] | null>(null);
  useEffect(() => {
    let timer = 0;
    let shown = true;
    const again = (found: Contest[] | null): void => {
      if (!shown) return;
      if (found) setFound(found);
      timer = window.setTimeout(look, found ? pace(found) : EVERY); // the next look may find them
    };
    const look = (): void => void getContests().then(again, () => again(null));
    look();
    return () => {
      shown = false;
      window.clearTimeout(timer);
    };
  }, []);
  return found;
}

/** Whether somebody takes part in it, or did. */
export const lively = ({ programs, people, games }: Contest): boolean => programs + people + games > 0;

export const counts = ({ programs, people, games }: Contest): string => say("counts", { programs, people, games });

export function Standings({ contest, most }: { contest: Contest; most: number }) {
  const place = places(contest.standings.map(({ points }) => points));
  return (
    <table class="scores">
      <thead>
        <tr>
          <th scope="col">{w("rank")}</th>
          <th scope="col">{w("player")}</th>
          <th scope="col">{say("totals")}</th>
          <th scope="col">{say("played")}</th>
        </tr>
      </thead>
      <tbody>
        {contest.standings.slice(0, most).map(({ name, points, games }, number) => (
          <tr key={name}>
            <td>{place[number]}</td>
            <td>{name}</td>
            <td>{points}</td>
            <td>{games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
