/** A player's page: results and ratings, games to replay; our own also opens other devices. */

import { OtherDevice } from "../device";
import { goHome, me } from "../hall/connection";
import { getFinished, getPerson } from "../hall/http";
import { games } from "../hall/lobby";
import { useLoaded } from "../loaded";
import { attempt } from "../notices";
import { go, to } from "../route";
import { Sure } from "../small";
import { gameTitle } from "../saying";
import { w } from "../words";
import { FinishedList, scoreSaid } from "./lists";

export function PlayerPage({ name }: { name: string }) {
  const person = useLoaded(() => getPerson(name), [name]);
  const finished = useLoaded(() => getFinished({ person: name, limit: 50 }), [name]);
  if (person === undefined) return <p class="empty">{w("loading")}</p>;
  if (person === null) return <p class="empty">{w("no_such_person")}</p>;
  const results = Object.entries(person.games);
  return (
    <div class="player-page">
      <h1>
        {person.name} <small class={person.here ? "here" : ""}>{w(person.here ? "is_here" : "is_away")}</small>
      </h1>
      {me.value?.name === name && <Myself />}
      <div class="columns">
        <section>
          <h2>{w("results")}</h2>
          {results.length ? (
            <table class="scores">
              <thead>
                <tr>
                  <th scope="col">{w("game")}</th>
                  <th scope="col">{w("rating")}</th>
                  <th scope="col">{w("score")}</th>
                </tr>
              </thead>
              <tbody>
                {results.map(([game, score]) => (
                  <tr key={game}>
                    <td>
                      <a href={to("game", game)}>{gameTitle(games.value.get(game)) || game}</a>
                    </td>
                    <td>{score.rating}</td>
                    <td>{scoreSaid(score)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p class="empty">{w("nothing_yet")}</p>
          )}
        </section>
        <section>
          <h2>{w("finished_games")}</h2>
          {finished?.length ? <FinishedList finished={finished} /> : <p class="empty">{w("nothing_yet")}</p>}
        </section>
      </div>
    </div>
  );
}

/** What only we may do: take our name to another device, or give it up. */
function Myself() {
  return (
    <section class="myself">
      <OtherDevice />
      <Sure label={w("leave_hall")} again={w("leave_hall_sure")} onSure={() => void attempt(goHome).then((left) => left && go(to("lobby")))} />
    </section>
  );
}
