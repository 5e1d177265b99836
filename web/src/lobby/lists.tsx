/** Lists of what was played: finished games to replay, saves to go on with, the best players. */

import { beSomebody } from "../entering";
import type { Finished, Score } from "../hall/http";
import { finishedGames, type Leader, saves } from "../hall/lists";
import { games } from "../hall/lobby";
import { deleteSave } from "../hall/saving";
import { resume } from "../hall/tables";
import type { SaveCard } from "../hall/wire";
import { attempt } from "../notices";
import { go, to } from "../route";
import { gameTitle, places, reasonSaid } from "../saying";
import { Sure } from "../small";
import { w } from "../words";
import { when } from "./say";
import { useList, useStill } from "./still";

/** How often what others play is shown anew, in milliseconds. */
const PACE = 2000;

/** The latest finished games, of one game or of all (""); `most` of them. */
export function useFinished(game: string, most: number): { finished: Finished[] | null | undefined; aim: object } {
  const { shown, aim } = useStill(useList(finishedGames(game)), PACE);
  return { finished: shown?.slice(0, most), aim };
}

export function FinishedList({ finished, aim = {} }: { finished: Finished[]; aim?: object }) {
  return (
    <ul class="finished" {...aim}>
      {finished.map((game) => (
        <li key={game.table}>
          <a href={to("replay", game.table)}>
            <span>
              {gameTitle(games.value.get(game.game)) || game.game}: <Players {...game} />
            </span>
            <small>
              {[reasonSaid(game.outcome?.reason ?? "", games.value.get(game.game)), when(game.at)].filter(Boolean).join(" · ")}
            </small>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The players of a finished game; the winners stand out. */
function Players({ players, outcome }: Finished) {
  const ranks = outcome?.ranks ?? [];
  const decided = new Set(ranks).size > 1;
  return (
    <span class="names-at">
      {players.map((name, seat) => (
        <span key={seat} class={decided && ranks[seat] === 1 ? "winner" : ""}>
          {name}
        </span>
      ))}
    </span>
  );
}

export function SaveList({ found }: { found: SaveCard[] }) {
  const goOn = async (save: SaveCard): Promise<void> => {
    if (!(await beSomebody())) return;
    await attempt(async () => go(to("table", await resume(save.game, save.name))));
  };
  return (
    <ul class="saves">
      {found.map((save) => (
        <li class="row" key={`${save.game} ${save.name}`}>
          <div>
            <strong>{save.deserted ? save.players.join(" – ") : save.name}</strong>
            <p>
              {[
                gameTitle(games.value.get(save.game)) || save.game,
                save.deserted ? w("put_away_by_hall") : save.players.join(", "),
                when(save.at),
              ].join(" · ")}
            </p>
          </div>
          <div class="buttons">
            <button type="button" class={save.yours ? "main" : ""} onClick={() => void goOn(save)}>
              {w("bring_back")}
            </button>
            {save.yours && (
              <Sure
                label={w("delete_save")}
                again={w("delete_save_sure")}
                onSure={() => void attempt(() => deleteSave(save)).then(() => saves.outdate(true))}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function Leaders({ leaders }: { leaders: Leader[] }) {
  const place = places(leaders.map(({ rating }) => rating));
  return (
    <table class="scores">
      <thead>
        <tr>
          <th scope="col">{w("rank")}</th>
          <th scope="col">{w("player")}</th>
          <th scope="col">{w("rating")}</th>
          <th scope="col">{w("score")}</th>
        </tr>
      </thead>
      <tbody>
        {leaders.map((row, number) => (
          <tr key={row.name}>
            <td>{place[number]}</td>
            <td>
              <a href={to("player", row.name)}>{row.name}</a>
            </td>
            <td>{row.rating}</td>
            <td>{scoreSaid(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Won, drawn and lost. */
export const scoreSaid = ({ won, drawn, lost }: Score): string => w("won_drawn_lost", { won: String(won), drawn: String(drawn), lost: String(lost) });
